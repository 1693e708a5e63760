//! The queue of a server with a known capacity, as arithmetic instead of waiting.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

/// A server whose capacity is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delay {
    /// Time that each request is served, without its time in the queue.
    pub response: Duration,
    /// Requests served at once; the rest queue, first come first served. The capacity is exactly
    /// `workers / response` per second. `None`: as many as come, there is no capacity limit.
    pub workers: Option<u32>,
}

/// When each request of a [`Delay`] is done.
///
/// Timers fire late (Tokio's by up to a millisecond and more on a busy machine). If a worker took its next
/// request when its timer fired, that lateness would lower the capacity; here each worker is free again at
/// the computed instant, so the capacity holds as long as requests are waiting.
///
/// The queue holds no requests and has no bound of its own: a connection waits for one request at a time,
/// so it is as long as the number of connections. A request whose client went away is still served.
#[derive(Debug)]
pub struct DelayQueue {
    delay: Delay,
    /// When the busy workers become free.
    busy_until: BinaryHeap<Reverse<Instant>>,
}

impl DelayQueue {
    pub fn new(delay: Delay) -> Self {
        DelayQueue { delay, busy_until: BinaryHeap::new() }
    }

    /// The instant at which a request that arrives now is answered. `now` must not go backwards.
    pub fn admit(&mut self, now: Instant) -> Instant {
        let Some(workers) = self.delay.workers else {
            return now + self.delay.response;
        };
        while self.busy_until.peek().is_some_and(|Reverse(free)| *free <= now) {
            self.busy_until.pop();
        }
        let start = if self.busy_until.len() < workers as usize {
            now
        } else {
            self.busy_until.pop().map_or(now, |Reverse(free)| free)
        };
        let done = start + self.delay.response;
        self.busy_until.push(Reverse(done));
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn check(workers: Option<u32>, arrivals_ms: &[u32], done_ms: &[u32]) {
        let start = Instant::now();
        let mut queue = DelayQueue::new(Delay { response: 20 * MS, workers });
        let done: Vec<u32> =
            arrivals_ms.iter().map(|at| (queue.admit(start + *at * MS) - start).as_millis() as u32).collect();
        assert_eq!(done, done_ms, "{workers:?} workers, arrivals {arrivals_ms:?}");
    }

    #[test]
    fn requests_beyond_the_workers_queue_in_order() {
        check(Some(1), &[0, 0, 0], &[20, 40, 60]);
        check(Some(2), &[0, 5, 6, 7], &[20, 25, 40, 45]);
        check(Some(2), &[0, 0, 0, 100, 100, 100], &[20, 20, 40, 120, 120, 140]);
        check(None, &[0, 0, 1], &[20, 20, 21]);
    }

    #[test]
    fn late_requests_of_a_standing_queue_cost_no_capacity() {
        // Eight clients on four workers; each sends again 3 ms after its answer was due, so never less
        // than one request waits for a worker.
        let start = Instant::now();
        let mut queue = DelayQueue::new(Delay { response: 20 * MS, workers: Some(4) });
        let mut due: Vec<Instant> = (0..8).map(|_| queue.admit(start)).collect();
        for _ in 0..1_000 {
            due.sort();
            let answered = due.remove(0);
            due.push(queue.admit(answered + 3 * MS));
        }
        let last = *due.iter().max().expect("eight requests");
        assert_eq!(last - start, 20 * MS * (1_008 / 4));
    }
}
