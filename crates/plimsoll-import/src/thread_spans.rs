//! Users of a load generator whose results do not report them: its threads by their names (`Thread Group 1-7`), each from the
//! start of its first request to the end of its last.

use foldhash::fast::{FixedState, RandomState};
use plimsoll_telemetry::RequestRow;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher as _;

/// Files with more threads are not counted.
const NAMES_MAX: usize = 100_000;
/// Of all threads together.
const SPANS_MAX: usize = 4 * NAMES_MAX;
/// Where no thread had a request for longer, the file has several tests, each with threads of its own.
const PAUSE_US: i64 = 300_000_000;
/// Times in whole milliseconds, each rounded, seem to overlap by up to this.
const ROUNDED_US: i64 = 2_000;
/// Of a name with more of its requests at a time than this, it is not known how many threads have it.
const OVERLAPS_PERCENT_MAX: u64 = 1;
const SECOND_US: i64 = 1_000_000;

/// From the start of a first request to the end of a last, since 1970.
type Span = (i64, i64);

#[derive(Debug, Default)]
pub struct ThreadSpans {
    threads: HashMap<String, NamedThread, RandomState>,
    spans: usize,
    requests: u64,
    /// Requests that began before the one before them of the same name had ended.
    overlaps: u64,
    /// The file says how many users there were, or its names do not.
    is_over: bool,
}

#[derive(Debug)]
struct NamedThread {
    /// Of the load generator's node.
    instance: u64,
    /// A pause apart.
    spans: Vec<Span>,
}

impl ThreadSpans {
    pub fn add(&mut self, request: &RequestRow<'_>, started_us: i64, ended_us: i64) {
        if self.is_over {
            return;
        }
        if request.users.is_some() || request.thread.is_empty() {
            return self.give_up();
        }
        let instance = FixedState::default().hash_one(request.instance);
        let span = (started_us, ended_us);
        self.requests += 1;
        match self.threads.get_mut(request.thread) {
            Some(thread) if thread.instance != instance => self.give_up(),
            Some(thread) => {
                let (overlaps, is_new) = thread.add(span);
                self.overlaps += u64::from(overlaps);
                self.spans += usize::from(is_new);
            }
            None => {
                self.threads.insert(request.thread.to_owned(), NamedThread { instance, spans: vec![span] });
                self.spans += 1;
            }
        }
        self.bound();
    }

    /// Adds what another reader had of the same load.
    pub fn merge(&mut self, other: ThreadSpans) {
        self.is_over |= other.is_over;
        (self.requests, self.overlaps) = (self.requests + other.requests, self.overlaps + other.overlaps);
        for (name, thread) in other.threads {
            self.spans += thread.spans.len();
            match self.threads.get_mut(&name) {
                Some(known) if known.instance != thread.instance => self.is_over = true,
                Some(known) => known.spans.extend(thread.spans),
                None => drop(self.threads.insert(name, thread)),
            }
        }
        self.bound();
    }

    fn bound(&mut self) {
        if self.is_over || self.threads.len() > NAMES_MAX || self.spans > SPANS_MAX {
            self.give_up();
        }
    }

    /// Nothing is known of the users by their threads.
    pub fn give_up(&mut self) {
        *self = ThreadSpans { is_over: true, ..ThreadSpans::default() };
    }

    /// Threads that were there; `None`: that is not known, as where all rows have the same name.
    pub fn counted(self) -> Option<ThreadCount> {
        let is_several = self.overlaps * 100 > self.requests * OVERLAPS_PERCENT_MAX;
        if self.is_over || self.threads.len() < 2 || is_several {
            return None;
        }
        let tests = joined(self.threads.values().flat_map(|thread| &thread.spans).copied().collect());
        let mut count = ThreadCount::default();
        tests.iter().for_each(|test| count.put(*test, |found| &mut found.test));
        for thread in self.threads.into_values() {
            within(&tests, thread.spans).for_each(|span| count.put(span, |found| &mut found.threads));
        }
        Some(count)
    }
}

impl NamedThread {
    /// Whether it began while the one before it was under way, and whether it came after a pause.
    fn add(&mut self, (started_us, ended_us): Span) -> (bool, bool) {
        match self.spans.last_mut() {
            Some((first, last)) if (*first - PAUSE_US..=*last + PAUSE_US).contains(&started_us) => {
                let overlaps = *last - started_us > ROUNDED_US;
                (*first, *last) = ((*first).min(started_us), (*last).max(ended_us));
                (overlaps, false)
            }
            _ => {
                self.spans.push((started_us, ended_us));
                (false, true)
            }
        }
    }
}

/// Without the pauses that are too short.
fn joined(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut found: Vec<Span> = Vec::new();
    for (first, last) in spans {
        match found.last_mut() {
            Some((_, before)) if first <= *before + PAUSE_US => *before = (*before).max(last),
            _ => found.push((first, last)),
        }
    }
    found
}

/// A thread is there for the whole of a test, from its first request in it to its last.
fn within(tests: &[Span], mut spans: Vec<Span>) -> impl Iterator<Item = Span> {
    spans.sort_unstable();
    let mut found: BTreeMap<usize, Span> = BTreeMap::new();
    for (first, last) in spans {
        let known = found.entry(tests.partition_point(|(_, end)| *end < first)).or_insert((first, last));
        *known = (known.0.min(first), known.1.max(last));
    }
    found.into_values()
}

/// How many threads were there, by second since 1970.
#[derive(Debug, Default)]
pub struct ThreadCount {
    changes: BTreeMap<i64, Change>,
}

#[derive(Debug, Default)]
struct Change {
    threads: Presence,
    test: Presence,
}

/// What is another in a second.
#[derive(Debug, Default)]
struct Presence {
    /// So many more are there from its beginning on.
    by: i64,
    /// Time of those that are not there for the whole of it.
    partly_us: i64,
}

impl ThreadCount {
    fn put(&mut self, (first, last): Span, of: impl Fn(&mut Change) -> &mut Presence) {
        let (from, to) = (first.div_euclid(SECOND_US), last.div_euclid(SECOND_US));
        let mut at = |second: i64, by: i64, partly_us: i64| {
            let found = of(self.changes.entry(second).or_default());
            (found.by, found.partly_us) = (found.by + by, found.partly_us + partly_us);
        };
        if from == to {
            return at(from, 0, last - first);
        }
        at(from, 0, (from + 1) * SECOND_US - first);
        at(from + 1, 1, 0);
        at(to, -1, last - to * SECOND_US);
    }

    /// For each of these seconds in their order, the time of its threads and how long the test lasted in it; their quotient is the
    /// mean number of threads.
    pub fn of(self, seconds: impl IntoIterator<Item = i64>) -> Vec<(i64, u64, u64)> {
        let mut changes = self.changes.into_iter().peekable();
        let (mut threads, mut tests, mut found) = (0, 0, Vec::new());
        for second in seconds {
            let mut partly = (0, 0);
            while let Some((at, change)) = changes.next_if(|(at, _)| *at <= second) {
                (threads, tests) = (threads + change.threads.by, tests + change.test.by);
                if at == second {
                    partly = (change.threads.partly_us, change.test.partly_us);
                }
            }
            let us = |whole: i64, partly_us: i64| u64::try_from(whole * SECOND_US + partly_us).unwrap_or(0);
            found.push((second, us(threads, partly.0), us(tests, partly.1)));
        }
        found.retain(|(_, threads_us, test_us)| *threads_us > 0 && *test_us > 0);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Thread, node, start and end in ms.
    type Row = (&'static str, &'static str, i64, i64);

    fn spans(rows: &[Row]) -> ThreadSpans {
        let mut spans = ThreadSpans::default();
        for (thread, instance, started_ms, ended_ms) in rows {
            let request = RequestRow { thread, instance, ..RequestRow::default() };
            spans.add(&request, started_ms * 1_000, ended_ms * 1_000);
        }
        spans
    }

    /// Mean numbers of threads, of these seconds that have some.
    fn counts(spans: ThreadSpans, seconds: impl IntoIterator<Item = i64>) -> Vec<(i64, f64)> {
        let found = spans.counted().map(|count| count.of(seconds)).unwrap_or_default();
        found.into_iter().map(|(second, us, test_us)| (second, us as f64 / test_us as f64)).collect()
    }

    #[test]
    fn a_thread_counts_from_its_first_request_to_its_last() {
        let rows = [
            ("A 1-1", "", 500, 600),
            ("A 1-2", "", 2_000, 2_100),
            ("A 1-1", "", 6_000, 6_200),
            ("A 1-2", "", 3_900, 4_500),
        ];
        let expected = [(0, 1.0), (1, 1.0), (2, 2.0), (3, 2.0), (4, 1.5), (5, 1.0), (6, 1.0)];
        assert_eq!(counts(spans(&rows), -2..9), expected);
        let mut parts = spans(&rows[2..]);
        parts.merge(spans(&rows[..2]));
        assert_eq!(counts(parts, -2..9), expected);
        assert_eq!(counts(spans(&rows), [3, 6]), [(3, 2.0), (6, 1.0)]);
    }

    #[test]
    fn tests_one_after_another_in_a_file_have_threads_of_their_own() {
        let hour = 3_600_000;
        // Three threads, an hour later two of them, and again three; one is silent for ten minutes while the others are not.
        let mut rows = Vec::new();
        for (test, threads) in [(0, 3), (1, 2), (2, 3)] {
            for n in 0..70 {
                for thread in ["A 1-1", "A 1-2", "A 1-3"].into_iter().take(threads) {
                    let started = test * hour + n * 10_000;
                    if thread != "A 1-2" || n % 69 == 0 {
                        rows.push((thread, "", started, started + 1_000));
                    }
                }
            }
        }
        let seconds = [5, 300, 1_800, 3_605, 3_900, 7_205, 7_500];
        let expected = [(5, 3.0), (300, 3.0), (3_605, 2.0), (3_900, 2.0), (7_205, 3.0), (7_500, 3.0)];
        assert_eq!(counts(spans(&rows), seconds), expected);
    }

    #[test]
    fn names_that_are_no_threads_say_nothing() {
        let check = |rows: &[Row]| assert!(spans(rows).counted().is_none(), "{rows:?}");
        check(&[("main", "", 0, 10), ("main", "", 20, 30)]);
        check(&[("A 1-1", "", 0, 10), ("", "", 20, 30), ("A 1-2", "", 20, 30)]);
        // The same name on two machines, which are named, or are not.
        check(&[("A 1-1", "a", 0, 10), ("A 1-2", "a", 0, 10), ("A 1-1", "b", 20, 30)]);
        check(&[("A 1-1", "", 0, 10), ("A 1-2", "", 0, 10), ("A 1-1", "", 5, 30)]);
        let mut two = spans(&[("A 1-1", "a", 0, 10)]);
        two.merge(spans(&[("A 1-1", "b", 0, 10), ("A 1-2", "b", 0, 10)]));
        assert!(two.counted().is_none());
        // It says how many.
        let mut reported = spans(&[("A 1-1", "", 0, 10), ("A 1-2", "", 0, 10)]);
        reported.add(&RequestRow { thread: "A 1-1", users: Some(7), ..RequestRow::default() }, 20, 30);
        assert!(reported.counted().is_none());
    }

    #[test]
    fn more_names_than_can_be_remembered_are_not_counted() {
        let mut spans = ThreadSpans::default();
        for n in 0..=NAMES_MAX {
            let thread = n.to_string();
            spans.add(&RequestRow { thread: &thread, ..RequestRow::default() }, 0, 1);
        }
        assert!(spans.threads.is_empty() && spans.counted().is_none());
    }
}
