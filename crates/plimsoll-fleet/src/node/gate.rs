//! Where the engine waits until all nodes are as far.

use crate::message::EventKind;
use plimsoll_engine::{Control, StartGate};
use std::collections::HashMap;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Opened group by group by the coordinator.
pub struct Gate {
    starts: Mutex<HashMap<u32, u64>>,
    opened: Condvar,
    control: Control,
    /// Says that this node waits.
    announce: Box<dyn Fn(EventKind) + Send + Sync>,
}

impl Gate {
    pub fn new(control: Control, announce: Box<dyn Fn(EventKind) + Send + Sync>) -> Gate {
        Gate { starts: Mutex::default(), opened: Condvar::new(), control, announce }
    }

    pub fn open(&self, group: u32, at_us: u64) {
        self.starts.lock().unwrap_or_else(PoisonError::into_inner).insert(group, at_us);
        self.opened.notify_all();
    }

    /// Whoever waits looks whether it is to stop.
    pub fn wake(&self) {
        self.opened.notify_all();
    }
}

impl StartGate for Gate {
    fn start_of(&self, group: u32) -> Option<u64> {
        (self.announce)(EventKind::Waits { group });
        let mut starts = self.starts.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(at_us) = starts.get(&group) {
                return Some(*at_us);
            }
            if self.control.stopped().is_some() {
                return None;
            }
            let waited = self.opened.wait_timeout(starts, Duration::from_millis(100));
            starts = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
