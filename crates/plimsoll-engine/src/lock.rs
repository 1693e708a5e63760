//! Named locks between the users of one process, on whatever worker they are. Users that wait are served in
//! the order in which they came.

use rustix::event::EventfdFlags;
use std::collections::{HashMap, VecDeque};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Mutex, PoisonError};

/// A user: its worker's number, and its place there.
pub type Holder = (u32, u32);

#[derive(Clone, Debug)]
pub struct Locks {
    taken: Arc<Mutex<HashMap<String, TakenLock>>>,
    /// One per worker; none when the plan has no locks.
    wakers: Arc<[Waker]>,
}

#[derive(Debug)]
struct TakenLock {
    holder: Holder,
    /// A user may take a lock again that it holds.
    times: u32,
    /// At most each user once.
    waiting: VecDeque<Holder>,
}

#[derive(Debug)]
struct Waker {
    wake: OwnedFd,
    served: Mutex<Vec<u32>>,
}

impl Locks {
    pub fn new(workers: u32) -> std::io::Result<Self> {
        let waker = |_| {
            let wake = rustix::event::eventfd(0, EventfdFlags::NONBLOCK | EventfdFlags::CLOEXEC)?;
            Ok(Waker { wake, served: Mutex::default() })
        };
        let wakers: std::io::Result<Arc<[Waker]>> = (0..workers).map(waker).collect();
        Ok(Locks { taken: Arc::default(), wakers: wakers? })
    }

    /// Readable when a user of this worker has been given a lock that it waits for.
    pub fn wake_fd(&self, worker: u32) -> Option<impl AsFd + '_> {
        self.wakers.get(worker as usize).map(|waker| waker.wake.as_fd())
    }

    /// The users of this worker that have been given a lock since the last call.
    pub fn served(&self, worker: u32) -> Vec<u32> {
        let Some(waker) = self.wakers.get(worker as usize) else { return Vec::new() };
        let _ = rustix::io::read(&waker.wake, &mut [0_u8; 8]);
        std::mem::take(&mut *waker.served.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// True when the user has the lock; otherwise it waits for it.
    pub fn take(&self, name: &str, user: Holder) -> bool {
        let mut all = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        match all.get_mut(name) {
            None => {
                all.insert(name.to_owned(), TakenLock { holder: user, times: 1, waiting: VecDeque::new() });
                true
            }
            Some(taken) if taken.holder == user => {
                taken.times += 1;
                true
            }
            Some(taken) => {
                taken.waiting.push_back(user);
                false
            }
        }
    }

    pub fn is_holder(&self, name: &str, user: Holder) -> bool {
        let all = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(name).is_some_and(|taken| taken.holder == user)
    }

    /// Gives the lock back, or on to the user that has waited longest.
    pub fn give_back(&self, name: &str, user: Holder) {
        let mut all = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(taken) = all.get_mut(name).filter(|taken| taken.holder == user) else { return };
        taken.times -= 1;
        if taken.times > 0 {
            return;
        }
        match taken.waiting.pop_front() {
            None => _ = all.remove(name),
            Some(next) => {
                (taken.holder, taken.times) = (next, 1);
                self.wake(next);
            }
        }
    }

    /// The user waits no longer; if it was given the lock meanwhile, it gives it on.
    pub fn forget(&self, name: &str, user: Holder) {
        {
            let mut all = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(taken) = all.get_mut(name) else { return };
            taken.waiting.retain(|waiting| *waiting != user);
        }
        self.give_back(name, user);
    }

    fn wake(&self, (worker, user): Holder) {
        let Some(waker) = self.wakers.get(worker as usize) else { return };
        waker.served.lock().unwrap_or_else(PoisonError::into_inner).push(user);
        // The counter can't be full: it is read before anything else happens.
        let _ = rustix::io::write(&waker.wake, &1_u64.to_ne_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_goes_to_those_who_wait_in_their_order() -> std::io::Result<()> {
        let locks = Locks::new(2)?;
        assert!(locks.take("a", (0, 1)));
        assert!(locks.take("a", (0, 1)), "again by the same user");
        assert!(locks.take("b", (1, 7)), "another lock");
        assert!(!locks.take("a", (1, 7)));
        assert!(!locks.take("a", (0, 2)));
        locks.give_back("a", (0, 1));
        assert!(locks.served(1).is_empty());
        locks.give_back("a", (0, 1));
        assert_eq!((locks.served(0), locks.served(1)), (vec![], vec![7]));
        locks.give_back("a", (1, 7));
        assert_eq!(locks.served(0), [2]);
        locks.give_back("a", (0, 2));
        assert!(locks.take("a", (0, 9)));
        Ok(())
    }

    #[test]
    fn a_user_that_waits_no_longer_is_passed_over() -> std::io::Result<()> {
        let locks = Locks::new(1)?;
        assert!(locks.take("a", (0, 1)));
        assert!(!locks.take("a", (0, 2)) && !locks.take("a", (0, 3)) && !locks.take("a", (0, 4)));
        locks.forget("a", (0, 2));
        locks.give_back("a", (0, 1));
        assert_eq!(locks.served(0), [3]);
        // It has the lock, but has not been told yet.
        locks.forget("a", (0, 3));
        assert_eq!(locks.served(0), [4]);
        Ok(())
    }
}
