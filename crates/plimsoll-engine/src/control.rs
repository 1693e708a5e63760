//! Ends a running load from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// How to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StopMode {
    /// Requests in flight are finished (within the job's grace time); tear-down runs if the plan says so.
    InOrder,
    /// Requests in flight are given up.
    Now,
}

/// Shared by whoever may end a load and the workers that perform it.
#[derive(Clone, Debug, Default)]
pub struct Control {
    state: Arc<AtomicU8>,
    /// Another control whose [`StopMode::Now`] counts here too.
    outer: Option<Arc<AtomicU8>>,
}

impl Control {
    /// A later, stronger stop overrides an earlier one, never the other way round.
    pub fn stop(&self, mode: StopMode) {
        let value = match mode {
            StopMode::InOrder => 1,
            StopMode::Now => 2,
        };
        self.state.fetch_max(value, Ordering::SeqCst);
    }

    /// A control for tear-down: it does not follow an orderly stop, but a stop at once.
    pub fn for_tear_down(&self) -> Control {
        Control { state: Arc::default(), outer: Some(Arc::clone(&self.state)) }
    }

    pub fn stopped(&self) -> Option<StopMode> {
        let outer = self.outer.as_ref().map_or(0, |outer| outer.load(Ordering::Relaxed));
        if outer >= 2 {
            return Some(StopMode::Now);
        }
        match self.state.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(StopMode::InOrder),
            _ => Some(StopMode::Now),
        }
    }
}
