//! Which exchanges a worker keeps as examples: some of each kind of failure, spread over the run, and the slowest ones.
//!
//! Of what succeeds a look at one number says that it is not slow enough. What is kept of an answer that nobody else looks at
//! is decided when its head comes: the slow ones are known by then, but for those whose body alone is slow.

use crate::labels::Labels;
use plimsoll_run::{ErrorKind, ExampleLimits, ExampleReason, ExchangeExample, GeneratorInterval};
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::rc::Rc;

/// Answers under way whose bodies are kept in case they will be examples, at most.
const OPEN_MAX: u32 = 64;
/// Transactions of which slow exchanges are kept, at most.
const LABELS_MAX: usize = 256;
/// Failures of a worker whose bodies are kept in any case; later only where an example is due.
const BODIES_AT_FIRST: u64 = 1_000;
/// After the first half of the examples of a kind: the wait before the next one, which doubles each time.
const WAIT_US: u64 = 1_000_000;

/// A fiftieth.
const LITTLE_SLOWER: u64 = 50;

#[derive(Debug, Default)]
pub struct ExchangeExamples {
    failures_max: u32,
    slowest_max: usize,
    failures: HashMap<(u32, ErrorKind), FailureExamples>,
    /// When the next example of a kind that has its first half is due.
    next_failure_us: u64,
    failures_seen: u64,
    slowest: HashMap<u32, BinaryHeap<Reverse<u64>>>,
    /// By label: what is at least as slow is an example.
    slow_from_us: Vec<u64>,
    /// By label: the longest that is an example.
    longest_us: Vec<u64>,
    /// Slow ones of the current second.
    slow_now: usize,
    current: Vec<(u32, ExchangeExample)>,
    open: Rc<Cell<u32>>,
}

/// Of one label and kind.
#[derive(Debug, Default)]
struct FailureExamples {
    count: u32,
    next_us: u64,
    wait_us: u64,
}

/// An answer under way is kept in case it will be an example.
#[derive(Debug)]
pub struct OpenExample(Rc<Cell<u32>>);

impl Drop for OpenExample {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_sub(1));
    }
}

impl ExchangeExamples {
    /// Of one of so many workers.
    pub fn new(limits: ExampleLimits, workers: u32) -> ExchangeExamples {
        ExchangeExamples {
            failures_max: limits.failures.div_ceil(workers.max(1)),
            slowest_max: limits.slowest as usize,
            next_failure_us: u64::MAX,
            ..ExchangeExamples::default()
        }
    }

    /// What takes so long is among the slowest so far.
    fn slow_from_us(&self, label: u32) -> u64 {
        match self.slow_from_us.get(label as usize) {
            Some(from_us) => *from_us,
            None if self.slowest_max == 0 || label as usize >= LABELS_MAX => u64::MAX,
            None => 0,
        }
    }

    /// The head of an answer is about to be read, so long after its request began: whether all of it is to be kept.
    pub fn open(&self, label: Option<u32>, after_us: u64) -> Option<OpenExample> {
        if after_us < label.map_or(u64::MAX, |label| self.slow_from_us(label)) || self.open.get() >= OPEN_MAX
        {
            return None;
        }
        self.open.set(self.open.get() + 1);
        Some(OpenExample(Rc::clone(&self.open)))
    }

    /// Whether the answer of a failure at this moment is to be kept.
    pub fn keeps_failures(&self, now_us: u64) -> bool {
        self.failures_max > 0 && (self.failures_seen < BODIES_AT_FIRST || now_us >= self.next_failure_us)
    }

    /// Any are looked for.
    pub fn is_on(&self) -> bool {
        self.failures_max > 0 || self.slowest_max > 0
    }

    /// A sample has ended: why it is an example, if it is one.
    pub fn reason(
        &mut self,
        label: u32,
        failure: Option<ErrorKind>,
        took_us: u64,
        now_us: u64,
    ) -> Option<ExampleReason> {
        match failure {
            Some(kind) => self.is_due(label, kind, now_us).then_some(ExampleReason::Failed(kind)),
            None if took_us < self.slow_from_us(label) => None,
            None => self.is_slow(label, took_us).then_some(ExampleReason::Slow),
        }
    }

    fn is_due(&mut self, label: u32, kind: ErrorKind, now_us: u64) -> bool {
        self.failures_seen += 1;
        let max = self.failures_max;
        let found = self.failures.entry((label, kind)).or_default();
        if found.count >= max || now_us < found.next_us {
            return false;
        }
        found.count += 1;
        if found.count >= max.div_ceil(2) {
            found.wait_us = (found.wait_us * 2).max(WAIT_US);
            found.next_us = now_us + found.wait_us;
        }
        let open = self.failures.values().filter(|found| found.count < max);
        self.next_failure_us = open.map(|found| found.next_us).min().unwrap_or(u64::MAX);
        true
    }

    fn is_slow(&mut self, label: u32, took_us: u64) -> bool {
        // A system that becomes slower and slower makes every answer one of the slowest: beyond some of them in a second only
        // what is slower than all so far by more than a little.
        let longest_us = self.longest_us.get(label as usize).copied().unwrap_or_default();
        if self.slow_now >= 2 * self.slowest_max && took_us <= longest_us + longest_us / LITTLE_SLOWER {
            return false;
        }
        if self.longest_us.len() <= label as usize {
            self.longest_us.resize(label as usize + 1, 0);
        }
        self.longest_us[label as usize] = longest_us.max(took_us);
        let heap = self.slowest.entry(label).or_default();
        if heap.len() >= self.slowest_max {
            heap.pop();
        }
        heap.push(Reverse(took_us));
        let is_full = heap.len() >= self.slowest_max;
        let from_us = heap.peek().filter(|_| is_full).map_or(0, |Reverse(least)| least + 1);
        if self.slow_from_us.len() <= label as usize {
            self.slow_from_us.resize(label as usize + 1, 0);
        }
        self.slow_from_us[label as usize] = from_us;
        self.slow_now += 1;
        true
    }

    pub fn add(&mut self, label: u32, example: ExchangeExample) {
        self.current.push((label, example));
    }

    /// The current second ends.
    pub fn hand_over(&mut self, labels: &Labels, generator: &mut GeneratorInterval) {
        self.slow_now = 0;
        let current = std::mem::take(&mut self.current);
        let still_slow = |label: u32, example: &ExchangeExample| {
            example.reason != ExampleReason::Slow || example.took_us + 1 >= self.slow_from_us(label)
        };
        let current = current.into_iter().filter(|(label, example)| still_slow(*label, example));
        generator.exchanges.extend(current.map(|(label, example)| ExchangeExample {
            transaction: labels.transaction(label).name.clone(),
            ..example
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: ExampleLimits = ExampleLimits { failures: 8, slowest: 3, megabytes: 1 };

    #[test]
    fn failures_are_spread_over_the_run_and_each_kind_has_its_own() {
        let mut examples = ExchangeExamples::new(LIMITS, 2);
        let mut exemplary = Vec::new();
        for second in 0..1_000 {
            let at_us = second * 1_000_000;
            if examples.reason(0, Some(ErrorKind::Status), 5, at_us).is_some() {
                exemplary.push(second);
            }
        }
        assert_eq!(exemplary, [0, 1, 2, 4], "four of this worker: two at once, then after 1 s and 2 s");
        assert_eq!(
            examples.reason(0, Some(ErrorKind::Reset), 5, 9),
            Some(ExampleReason::Failed(ErrorKind::Reset))
        );
        assert!(
            examples.keeps_failures(2_000_000_000)
                && ExchangeExamples::new(ExampleLimits::NONE, 1)
                    .reason(0, Some(ErrorKind::Status), 1, 1)
                    .is_none()
        );
    }

    #[test]
    fn what_is_slower_than_the_slowest_so_far_is_an_example() {
        let mut examples = ExchangeExamples::new(LIMITS, 1);
        let is = |examples: &mut ExchangeExamples, took_us| examples.reason(1, None, took_us, 0).is_some();
        assert_eq!([50, 10, 30].map(|us| is(&mut examples, us)), [true; 3]);
        assert_eq!([10, 9, 40, 30, 35].map(|us| is(&mut examples, us)), [false, false, true, false, true]);
        assert!(examples.open(Some(1), 36).is_some() && examples.open(Some(1), 35).is_none());
        assert!(examples.open(None, u64::MAX - 1).is_none() && examples.open(Some(7), 0).is_some());
        let open: Vec<_> = (0..100).filter_map(|_| examples.open(Some(7), 0)).collect();
        assert_eq!(open.len(), OPEN_MAX as usize);
        drop(open);
        assert!(examples.open(Some(7), 0).is_some());
        let none = ExchangeExamples::new(ExampleLimits::NONE, 1);
        assert!(none.open(Some(0), u64::MAX - 1).is_none() && !none.keeps_failures(5));
    }

    #[test]
    fn a_system_that_becomes_slower_and_slower_gives_a_bounded_number_in_a_second() {
        let mut examples = ExchangeExamples::new(LIMITS, 1);
        let found: Vec<u64> =
            (1_000..101_000).filter(|us| examples.reason(0, None, *us, 0).is_some()).collect();
        // A fiftieth more each time, up to a hundredfold.
        assert!(found.len() <= 6 + 240, "{}", found.len());
        let last = found.last().copied().unwrap_or_default();
        assert!(last > 98_000, "the slowest of all is not missed by more than that: {last}");
        // What is much slower than all before is kept however many there were.
        assert!(examples.reason(0, None, 500_000, 0).is_some());
        assert!(examples.reason(0, None, 400_000, 0).is_none());
        examples.hand_over(&Labels::default(), &mut GeneratorInterval::default());
        assert!(examples.reason(0, None, 600_000, 0).is_some());
    }
}
