//! When which user wants to be woken.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A queue of wake-up times. A user has one wanted time; entries that are no longer wanted are skipped
/// when they come up, so moving a deadline away costs nothing.
#[derive(Debug, Default)]
pub struct Timers {
    heap: BinaryHeap<Reverse<(u64, u32)>>,
}

/// The wanted time of one user.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    wanted_us: u64,
    /// The earliest entry in the heap for this user.
    queued_us: u64,
    /// The one after it: a time-out that a pause came before is there still when the next request wants one.
    later_us: u64,
}

impl Default for Deadline {
    fn default() -> Self {
        Deadline { wanted_us: u64::MAX, queued_us: u64::MAX, later_us: u64::MAX }
    }
}

impl Deadline {
    /// `u64::MAX`: none.
    pub fn wanted_us(&self) -> u64 {
        self.wanted_us
    }
}

impl Timers {
    pub fn set(&mut self, user: u32, deadline: &mut Deadline, at_us: u64) {
        deadline.wanted_us = at_us;
        if at_us < deadline.queued_us {
            deadline.later_us = deadline.queued_us;
            deadline.queued_us = at_us;
            self.heap.push(Reverse((at_us, user)));
        }
    }

    pub fn clear(deadline: &mut Deadline) {
        deadline.wanted_us = u64::MAX;
    }

    pub fn next_us(&self) -> Option<u64> {
        self.heap.peek().map(|Reverse((at, _))| *at)
    }

    /// The next entry that is due. Ask [`Timers::due`] whether its user still wants it.
    pub fn pop_due(&mut self, now_us: u64) -> Option<(u64, u32)> {
        if self.next_us()? > now_us {
            return None;
        }
        self.heap.pop().map(|Reverse(entry)| entry)
    }

    /// The time that the user waited for, when the entry popped at `entry_us` reaches it; queues the user
    /// again when it waits for a later time.
    pub fn due(&mut self, user: u32, deadline: &mut Deadline, entry_us: u64, now_us: u64) -> Option<u64> {
        if entry_us != deadline.queued_us {
            return None;
        }
        deadline.queued_us = std::mem::replace(&mut deadline.later_us, u64::MAX);
        if deadline.wanted_us <= now_us {
            return Some(std::mem::replace(&mut deadline.wanted_us, u64::MAX));
        }
        let wanted_us = deadline.wanted_us;
        if wanted_us != u64::MAX {
            self.set(user, deadline, wanted_us);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_that_moved_away_fires_once_at_its_new_time() {
        let (mut timers, mut deadline) = (Timers::default(), Deadline::default());
        timers.set(7, &mut deadline, 100);
        timers.set(7, &mut deadline, 300);
        let (entry, user) = timers.pop_due(150).expect("the old entry");
        assert_eq!(timers.due(user, &mut deadline, entry, 150), None);
        assert_eq!(timers.pop_due(200), None);
        let (entry, user) = timers.pop_due(300).expect("the new entry");
        assert_eq!(timers.due(user, &mut deadline, entry, 300), Some(300));
        assert_eq!(timers.next_us(), None);
    }

    #[test]
    fn pauses_before_a_far_time_out_leave_one_entry_of_it() {
        let (mut timers, mut deadline) = (Timers::default(), Deadline::default());
        for now_us in (0..1_000).step_by(10) {
            timers.set(3, &mut deadline, now_us + 1_000_000);
            Timers::clear(&mut deadline);
            timers.set(3, &mut deadline, now_us + 5);
            let (entry, user) = timers.pop_due(now_us + 5).expect("the pause");
            assert_eq!(timers.due(user, &mut deadline, entry, now_us + 5), Some(now_us + 5));
        }
        assert_eq!(timers.heap.len(), 1);
        timers.set(3, &mut deadline, 1_000_500);
        let (entry, user) = timers.pop_due(1_000_000).expect("the first time-out");
        assert_eq!(timers.due(user, &mut deadline, entry, 1_000_000), None);
        let (entry, user) = timers.pop_due(1_000_500).expect("the last one");
        assert_eq!(timers.due(user, &mut deadline, entry, 1_000_500), Some(1_000_500));
        assert_eq!(timers.next_us(), None);
    }

    #[test]
    fn a_deadline_that_moved_nearer_fires_once() {
        let (mut timers, mut deadline) = (Timers::default(), Deadline::default());
        timers.set(1, &mut deadline, 1_000);
        timers.set(1, &mut deadline, 10);
        let (entry, user) = timers.pop_due(20).expect("due");
        assert_eq!(timers.due(user, &mut deadline, entry, 20), Some(10));
        let (entry, user) = timers.pop_due(2_000).expect("left over");
        assert_eq!(timers.due(user, &mut deadline, entry, 2_000), None);
    }
}
