//! When some threads of a load generator had requests. A thread has one at a time: where requests of the same name overlap in two
//! files, the files are of two load generators.

use foldhash::fast::FixedState;
use std::collections::BTreeMap;
use std::hash::BuildHasher as _;

/// Those with the smallest hashes, which are the same ones in every file that has them.
const THREADS_MAX: usize = 16;
const TIMES_MAX: usize = 1 << 15;
/// Times in whole milliseconds, each rounded, seem to overlap by up to this.
const ROUNDED_US: i64 = 2_000;
/// Fewer requests that overlap are chance.
const OVERLAPS_MIN: usize = 10;
/// Of a file's own requests; with more of them its threads have several at a time.
const OWN_PERCENT_MAX: usize = 1;

/// Starts and ends of requests by the hash of their thread's name, of seconds that are a multiple of `every_s`.
#[derive(Debug)]
pub struct ThreadSample {
    threads: BTreeMap<u64, Vec<(i64, i64)>>,
    times: usize,
    every_s: i64,
}

impl Default for ThreadSample {
    fn default() -> Self {
        ThreadSample { threads: BTreeMap::new(), times: 0, every_s: 1 }
    }
}

impl ThreadSample {
    pub fn add(&mut self, thread: &str, started_us: i64, ended_us: i64) {
        if thread.is_empty() {
            return;
        }
        let hash = FixedState::default().hash_one(thread);
        let is_full = self.threads.len() >= THREADS_MAX;
        if is_full && self.threads.last_key_value().is_some_and(|(last, _)| hash > *last) {
            return;
        }
        let times = self.threads.entry(hash).or_default();
        if started_us.div_euclid(1_000_000) % self.every_s == 0 {
            times.push((started_us, ended_us));
            self.times += 1;
        }
        self.bound();
    }

    /// Adds what another reader had of the same file.
    pub fn merge(&mut self, other: ThreadSample) {
        for (hash, times) in other.threads {
            self.times += times.len();
            self.threads.entry(hash).or_default().extend(times);
        }
        self.thin(self.every_s.max(other.every_s));
        self.bound();
    }

    fn bound(&mut self) {
        while self.threads.len() > THREADS_MAX {
            let out = self.threads.pop_last();
            self.times -= out.map_or(0, |(_, times)| times.len());
        }
        while self.times > TIMES_MAX && self.every_s < i64::MAX / 2 {
            self.thin(self.every_s * 2);
        }
    }

    fn thin(&mut self, every_s: i64) {
        if every_s >= self.every_s {
            self.every_s = every_s;
            let is_in = |(started_us, _): &(i64, i64)| started_us.div_euclid(1_000_000) % every_s == 0;
            self.threads.values_mut().for_each(|times| times.retain(is_in));
            self.times = self.threads.values().map(Vec::len).sum();
        }
    }

    /// Requests of the same thread names were under way in both at a time, so often that it is no chance.
    pub fn overlaps(&self, other: &ThreadSample) -> bool {
        let (mut both, mut own, mut all) = (0, 0, 0);
        for (hash, ours) in &self.threads {
            let Some(theirs) = other.threads.get(hash) else { continue };
            let of = |times: &[(i64, i64)], is_theirs: bool| {
                times.iter().map(move |(from, to)| (*from, *to, is_theirs)).collect::<Vec<_>>()
            };
            let mut times = of(ours, false);
            times.extend(of(theirs, true));
            times.sort_unstable();
            all += times.len();
            // Rows that say the same are of one request, which two listeners wrote.
            times.dedup_by_key(|(from, to, _)| (*from, *to));
            for pair in times.windows(2) {
                let ((_, ended, is_theirs), (started, next_ended, next_is_theirs)) = (pair[0], pair[1]);
                if ended.min(next_ended) - started > ROUNDED_US {
                    *(if is_theirs == next_is_theirs { &mut own } else { &mut both }) += 1;
                }
            }
        }
        both >= OVERLAPS_MIN && own * 100 <= all * OWN_PERCENT_MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twenty threads, each of which has requests of 30 ms one after another, 100 ms apart.
    fn sample(seconds: i64, later_us: i64) -> ThreadSample {
        let mut sample = ThreadSample::default();
        for n in 0..seconds * 10 {
            for thread in 0..20 {
                let us = n * 100_000 + later_us;
                sample.add(&format!("Thread Group 1-{thread}"), us, us + 30_000);
            }
        }
        sample
    }

    #[test]
    fn requests_of_the_same_threads_at_a_time_are_of_two_load_generators() {
        let one = sample(60, 0);
        let check = |other: ThreadSample, expected: bool| assert_eq!(one.overlaps(&other), expected);
        check(sample(60, 20_000), true);
        check(sample(6_000, 20_000), true);
        // In turns, one after another, and the same rows.
        check(sample(60, 50_000), false);
        check(sample(60, 29_000), false);
        check(sample(60, 60_000_000), false);
        check(sample(60, 0), false);
        // Threads that have several at a time say nothing.
        let mut several = sample(60, 20_000);
        several.merge(sample(60, 10_000));
        check(several, false);
    }

    #[test]
    fn a_sample_is_bounded_and_the_same_in_parts() {
        let (mut parts, whole) = (sample(3_000, 0), sample(6_000, 0));
        parts.merge(sample(3_000, 3_000_000_000));
        assert!(whole.times <= TIMES_MAX && whole.threads.len() == THREADS_MAX && whole.every_s > 1);
        parts.thin(whole.every_s);
        assert_eq!((parts.threads, parts.every_s), (whole.threads, whole.every_s));
    }
}
