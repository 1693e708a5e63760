//! Wakers that write down whom to poll.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Wake, Waker};

/// Who wants to be polled, by key; each at most once. One per worker: the lock that wakers ask for is never
/// contended.
#[derive(Clone, Debug, Default)]
pub struct Rung {
    keys: Arc<Mutex<Vec<u64>>>,
}

impl Rung {
    /// Moves the keys into `keys`, in the order in which they rang.
    pub fn take(&self, keys: &mut Vec<u64>) {
        keys.append(&mut self.keys.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// The waker of one session or one user.
#[derive(Debug)]
pub struct Alarm {
    key: u64,
    rung: AtomicBool,
    list: Rung,
}

impl Alarm {
    pub fn new(key: u64, list: &Rung) -> Arc<Alarm> {
        Arc::new(Alarm { key, rung: AtomicBool::new(false), list: list.clone() })
    }

    pub fn ring(&self) {
        if !self.rung.swap(true, Ordering::Relaxed) {
            self.list.keys.lock().unwrap_or_else(PoisonError::into_inner).push(self.key);
        }
    }

    /// From here on it may ring again. To be called before its owner is polled.
    pub fn reset(&self) {
        self.rung.store(false, Ordering::Relaxed);
    }

    pub fn waker(self: &Arc<Self>) -> Waker {
        Waker::from(Arc::clone(self))
    }
}

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        self.ring();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.ring();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_that_rings_twice_is_noted_once_until_it_is_reset() {
        let (rung, mut keys) = (Rung::default(), Vec::new());
        let alarm = Alarm::new(7, &rung);
        let waker = alarm.waker();
        waker.wake_by_ref();
        alarm.ring();
        rung.take(&mut keys);
        assert_eq!(keys, [7]);
        alarm.ring();
        rung.take(&mut keys);
        assert_eq!(keys, [7], "not reset yet");
        alarm.reset();
        waker.wake();
        rung.take(&mut keys);
        assert_eq!(keys, [7, 7]);
    }
}
