//! A load generator's results, row by row, to seconds of the run.

use plimsoll_run::answers::EXAMPLES_MAX;
use plimsoll_run::{
    At, ErrorExample, ErrorKind, Interval, Latencies, Reading, ServerEvent, TransactionKey, TransactionKind,
};
use plimsoll_telemetry::{Output, Problem, RequestKind, RequestRow};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What was added to one second since it was last taken.
#[derive(Debug, Default)]
pub struct ResultSecond {
    pub transactions: BTreeMap<TransactionKey, Interval>,
    pub connect: Latencies,
    pub connects: u64,
    /// Time in requests, and between them, of the requests that ended.
    pub busy_us: u64,
    pub think_us: u64,
    /// As the last row said.
    pub users: u32,
    /// Failures that were the first of their transaction and kind.
    pub examples: Vec<ErrorExample>,
}

/// The kind and the detail of a failed row, as its tool tells them.
pub type FailureOf = fn(&RequestRow<'_>) -> (ErrorKind, String);

/// Sorts rows into seconds: a request belongs to the second in which it ended.
pub struct Results {
    /// Of the run's clock at 0.
    started_unix_us: i64,
    failure: FailureOf,
    seconds: BTreeMap<u32, ResultSecond>,
    /// When each user's last request ended; for the time between two.
    ended_us: HashMap<String, u64>,
    /// Failures that end later were cut off by the stop and are no results.
    stopped_us: Option<u64>,
    pub abandoned: u64,
    /// Of the first row that was read.
    pub first_end_us: Option<u64>,
    pub last_end_us: u64,
    pub rows: u64,
    /// The first row that could not be read.
    pub problem: Option<Problem>,
    pub users_max: u32,
    /// Rows of sub-results stand among the others (CSV with `subresults`): the last row that was none.
    parent: Option<Parent>,
    /// Transactions and kinds of failures that have an example.
    seen: BTreeSet<(String, ErrorKind)>,
}

/// A row that may have sub-results: they follow it.
#[derive(Debug, Default)]
struct Parent {
    label: String,
    thread: String,
    begin_us: u64,
    end_us: u64,
}

/// Users whose last request is remembered; more only make the time between requests too small.
const USERS_MAX: usize = 100_000;

impl Results {
    pub fn new(started_unix_us: i64, failure: FailureOf) -> Results {
        Results {
            started_unix_us,
            failure,
            seconds: BTreeMap::new(),
            ended_us: HashMap::new(),
            stopped_us: None,
            abandoned: 0,
            first_end_us: None,
            last_end_us: 0,
            rows: 0,
            problem: None,
            users_max: 0,
            parent: None,
            seen: BTreeSet::new(),
        }
    }

    /// The row as an example, if it is the first that failed so.
    fn example(
        &mut self,
        request: &RequestRow<'_>,
        (kind, detail): (ErrorKind, &str),
        end_us: u64,
    ) -> Option<ErrorExample> {
        let has_room = self.seen.len() < EXAMPLES_MAX;
        if !has_room || !self.seen.insert((request.label.to_owned(), kind)) {
            return None;
        }
        let status = if request.status_code().is_some() { request.status } else { "" };
        let message = if kind == ErrorKind::Status { request.message } else { "" };
        let status = format!("{status} {message}");
        Some(ErrorExample::new((request.label, kind, detail), end_us, request.target, status.trim(), ""))
    }

    /// Leaves out rows that are parts of the one before.
    pub fn without_sub_results(mut self) -> Results {
        self.parent = Some(Parent::default());
        self
    }

    /// What fails from now on was given up.
    pub fn stopped_at(&mut self, at_us: u64) {
        self.stopped_us.get_or_insert(at_us);
    }

    /// Everything of the seconds before this one that has not been taken.
    pub fn take_before(&mut self, second: u32) -> BTreeMap<u32, ResultSecond> {
        let later = self.seconds.split_off(&second);
        std::mem::replace(&mut self.seconds, later)
    }

    /// What a tool sums up, as one interval of this second.
    pub fn put(&mut self, second: u32, name: &str, interval: Interval) {
        self.rows += interval.requests;
        let key = TransactionKey { name: name.to_owned(), kind: TransactionKind::Request };
        self.seconds.entry(second).or_default().transactions.insert(key, interval);
    }

    fn begin(&self, request: &RequestRow<'_>) -> u64 {
        match request.started {
            At::Wall(unix_us) => unix_us.saturating_sub(self.started_unix_us).max(0) as u64,
            At::Run(us) => us.max(0) as u64,
            At::Index(_) | At::Since(_) => 0,
        }
    }

    /// A part of the last row is named after it (`label-0`), by the same user, within its time.
    fn is_part(&mut self, request: &RequestRow<'_>, begin_us: u64, end_us: u64) -> bool {
        let Some(parent) = &mut self.parent else { return false };
        let number = request.label.strip_prefix(&parent.label).and_then(|rest| rest.strip_prefix('-'));
        let is_part = number
            .is_some_and(|n| n.split('-').all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit())))
            && !parent.label.is_empty()
            && request.thread == parent.thread
            && begin_us >= parent.begin_us
            && end_us <= parent.end_us;
        if !is_part {
            let (label, thread) = (request.label.to_owned(), request.thread.to_owned());
            *parent = Parent { label, thread, begin_us, end_us };
        }
        is_part
    }

    fn group(&mut self, request: &RequestRow<'_>, end_us: u64) {
        let interval = self.interval(request.label, TransactionKind::Group, end_us);
        interval.requests += 1;
        record(interval, request, (!request.success).then_some((ErrorKind::Child, "")));
    }

    fn interval(&mut self, label: &str, kind: TransactionKind, end_us: u64) -> &mut Interval {
        let second = self.seconds.entry((end_us / 1_000_000) as u32).or_default();
        second.transactions.entry(TransactionKey { name: label.to_owned(), kind }).or_default()
    }

    /// 0 where the row does not say whose it is.
    fn think_us(&mut self, thread: &str, begin_us: u64, end_us: u64) -> u64 {
        if thread.is_empty() {
            return 0;
        }
        if let Some(before) = self.ended_us.get_mut(thread) {
            let think_us = begin_us.saturating_sub(*before);
            *before = end_us;
            return think_us;
        }
        if self.ended_us.len() < USERS_MAX {
            self.ended_us.insert(thread.to_owned(), end_us);
        }
        0
    }
}

/// Its time, if the row has one, and its failure.
fn record(interval: &mut Interval, request: &RequestRow<'_>, failed: Option<(ErrorKind, &str)>) {
    if let Some(us) = request.duration_us {
        interval.response.record_us(us);
    }
    match (failed, request.duration_us) {
        (Some((kind, detail)), Some(us)) => interval.fail(kind, detail, us),
        (Some((kind, detail)), None) => interval.fail_untimed(kind, detail),
        (None, _) => {}
    }
}

impl Output for Results {
    fn reading(&mut self, _reading: Reading) {}

    fn event(&mut self, _event: ServerEvent) {}

    fn request(&mut self, request: &RequestRow<'_>) {
        let begin_us = self.begin(request);
        let duration_us = request.duration_us.unwrap_or(0);
        let end_us = begin_us + duration_us;
        if !request.success && self.stopped_us.is_some_and(|stopped| end_us > stopped) {
            self.abandoned += u64::from(request.kind == RequestKind::Request);
            return;
        }
        if self.is_part(request, begin_us, end_us) {
            return;
        }
        self.rows += 1;
        self.users_max = self.users_max.max(request.users.unwrap_or(0));
        self.first_end_us.get_or_insert(end_us);
        self.last_end_us = self.last_end_us.max(end_us);
        if request.kind == RequestKind::Group {
            return self.group(request, end_us);
        }
        let think_us = self.think_us(request.thread, begin_us, end_us);
        let failed = (!request.success).then(|| (self.failure)(request));
        let example =
            failed.as_ref().and_then(|(kind, detail)| self.example(request, (*kind, detail), end_us));
        let interval = self.interval(request.label, TransactionKind::Request, end_us);
        interval.requests += 1;
        // An intended start is in none of them: response time is service time.
        record(interval, request, failed.as_ref().map(|(kind, detail)| (*kind, detail.as_str())));
        if let Some(us) = request.first_byte_us.filter(|us| *us > 0 && *us <= duration_us) {
            interval.first_byte.record_us(us);
        }
        interval.bytes_received += request.bytes_received.unwrap_or(0);
        interval.bytes_sent += request.bytes_sent.unwrap_or(0);
        let second = self.seconds.entry((end_us / 1_000_000) as u32).or_default();
        second.examples.extend(example);
        second.users = request.users.unwrap_or(second.users);
        second.busy_us += duration_us;
        second.think_us += think_us;
        if let Some(us) = request.connect_us.filter(|us| *us > 0) {
            second.connect.record_us(us);
            second.connects += 1;
        }
    }

    fn problem(&mut self, problem: Problem) {
        self.problem.get_or_insert(problem);
    }
}
