//! Requests of one file into [`Seconds`].

use crate::checks::Checks;
use crate::parent_samples::ParentSamples;
use crate::path_ids::without_ids;
use crate::seconds::Seconds;
use crate::thread_sample::ThreadSample;
use crate::thread_spans::ThreadSpans;
use plimsoll_run::metric;
use plimsoll_run::{At, FileNote, PassedOver, Reading, ServerEvent};
use plimsoll_telemetry::{
    FailedBy, Output, Problem, ProblemKind, ReadProblems, RepeatedHour, RequestKind, RequestRow,
};
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

/// The name that Locust gives to all requests together.
const ALL_OF_LOCUST: &str = "Aggregated";

/// What one file, or a part of it, gave.
// As wide as the kinds of things are many that rows say besides requests.
#[derive(Default)]
pub struct Requests {
    pub seconds: Seconds,
    pub problems: ReadProblems,
    pub requests: u64,
    /// Rows without a time.
    pub untimed: u64,
    /// Rows of transactions, which are made of requests.
    pub groups: u64,
    /// Transactions that stand for their requests, which have no rows.
    pub parents: u64,
    pub parent_samples: ParentSamples,
    /// Rows that repeat parts of others: redirects and embedded resources of a sample.
    pub parts: u64,
    /// Rows outside of the window.
    pub outside: u64,
    /// How far the clock of whoever wrote it is ahead.
    pub clock_ahead_us: i64,
    /// First and last second that are wanted; `None`: all.
    pub window: Option<(i64, i64)>,
    /// Locust's totals by name: requests and failures.
    pub totals: HashMap<String, (f64, f64)>,
    /// Only counts were told, no times of requests.
    pub counts_only: bool,
    /// Iterations that k6 was to start and did not, for no user was free.
    pub dropped: f64,
    pub checks: Checks,
    /// Requests that the load generator could not make and never sent, and the first text on one.
    pub unsent: (u64, String),
    /// Requests of which nobody says how long they took.
    pub without_length: u64,
    /// Ids in the paths of a server's log are no part of a name; how many requests had some, and one of the names.
    pub is_without_ids: bool,
    pub with_ids: (u64, String),
    /// Something that rows have and that is not taken.
    pub passed_over: Option<PassedOver>,
    /// When threads had requests; `None`: nobody asks.
    pub threads: Option<ThreadSample>,
    /// From when to when threads were there; `None`: its rows name none.
    pub spans: Option<ThreadSpans>,
    /// The end of the file is missing, and no row with it.
    pub unclosed: Option<ProblemKind>,
    /// How local times were taken that occur twice; `None`: there were none.
    pub repeated_hour: Option<RepeatedHour>,
}

impl Requests {
    /// What is too much for memory waits in a file of that folder.
    pub fn next_to(folder: &Path) -> Requests {
        Requests { seconds: Seconds::next_to(folder), ..Requests::default() }
    }

    pub fn merge(&mut self, other: Requests) {
        self.seconds.merge(other.seconds);
        self.requests += other.requests;
        self.untimed += other.untimed;
        self.groups += other.groups;
        self.parents += other.parents;
        self.parts += other.parts;
        self.outside += other.outside;
        self.dropped += other.dropped;
        self.checks.merge(other.checks);
        self.put_unsent(other.unsent.0, &other.unsent.1);
        self.without_length += other.without_length;
        self.put_ids(other.with_ids.0, &other.with_ids.1);
        self.passed_over = self.passed_over.take().or(other.passed_over);
        if let (Some(threads), Some(others)) = (&mut self.threads, other.threads) {
            threads.merge(others);
        }
        if let (Some(spans), Some(others)) = (&mut self.spans, other.spans) {
            spans.merge(others);
        }
        self.unclosed = self.unclosed.take().or(other.unclosed);
        self.repeated_hour = self.repeated_hour.or(other.repeated_hour);
        self.problems.further += other.problems.further;
        other.problems.first.into_iter().for_each(|problem| self.problems.push(problem));
    }

    /// Why no request came out of it, with the first row that was refused.
    pub fn nothing(&self) -> Option<String> {
        if self.requests > 0 {
            return None;
        }
        Some(match (self.problems.first.first(), self.groups) {
            (Some(problem), _) => format!("no row could be read; line {}: {}", problem.line, problem.kind),
            (None, 0) => "it has no rows of requests".to_owned(),
            (None, groups) => {
                format!("the rows ({groups}) are transactions, without the requests that they are made of")
            }
        })
    }

    /// Why it is not whole, though every row was read.
    pub fn end_missing(&self) -> Option<String> {
        let all_read = self.requests + self.groups > 0 && self.problems.first.is_empty();
        let rows = if all_read { "; every row that is in it was read" } else { "" };
        self.unclosed.as_ref().map(|kind| format!("{kind}{rows}"))
    }

    fn put_unsent(&mut self, requests: u64, text: &str) {
        if self.unsent.0 == 0 {
            text.clone_into(&mut self.unsent.1);
        }
        self.unsent.0 += requests;
    }

    fn put_ids(&mut self, requests: u64, name: &str) {
        if self.with_ids.0 == 0 {
            name.clone_into(&mut self.with_ids.1);
        }
        self.with_ids.0 += requests;
    }

    fn is_wanted(&self, second: i64) -> bool {
        self.window.is_none_or(|(first, last)| (first..=last).contains(&second))
    }
}

impl Output for Requests {
    fn request(&mut self, request: &RequestRow<'_>) {
        let At::Wall(started_us) = request.started else {
            self.untimed += 1;
            return;
        };
        let is_parent = self.parent_samples.contain(request);
        let request = &match is_parent {
            true => RequestRow { kind: RequestKind::Request, failed_by: FailedBy::Part, ..*request },
            false => *request,
        };
        // A row that stands for several: their sum is not how long it took.
        let took_us = request.duration_us.map_or(0, |us| us / u64::from(request.samples.max(1)));
        let ended_us = i64::try_from(took_us).ok().and_then(|us| started_us.checked_add(us));
        let Some(ended_us) = ended_us.and_then(|us| us.checked_sub(self.clock_ahead_us)) else {
            self.untimed += 1;
            return;
        };
        if !self.is_wanted(ended_us.div_euclid(1_000_000)) {
            self.outside += 1;
            return;
        }
        self.parents += u64::from(is_parent);
        self.requests += u64::from(request.kind == RequestKind::Request);
        self.without_length +=
            u64::from(request.kind == RequestKind::Request && request.duration_us.is_none());
        self.groups += u64::from(request.kind == RequestKind::Group);
        match self.is_without_ids.then(|| without_ids(request.label)) {
            Some(Cow::Owned(name)) => {
                self.put_ids(1, &name);
                self.seconds.add(&RequestRow { label: &name, ..*request }, ended_us);
            }
            _ => self.seconds.add(request, ended_us),
        }
        if let Some(threads) = self.threads.as_mut().filter(|_| request.kind == RequestKind::Request) {
            threads.add(request.thread, started_us, started_us.saturating_add_unsigned(took_us));
        }
        if let Some(spans) = self.spans.as_mut().filter(|_| request.kind == RequestKind::Request) {
            spans.add(request, ended_us.saturating_sub_unsigned(took_us), ended_us);
        }
    }

    /// Of load generators only users are taken, and Locust's counts, which are all that it tells of its requests.
    fn reading(&mut self, reading: Reading) {
        let At::Wall(us) = reading.at else { return };
        let second = us.saturating_sub(self.clock_ahead_us).div_euclid(1_000_000);
        let name = reading.series.attributes.get("request.name");
        match &*reading.series.metric {
            metric @ (metric::K6_VUS | metric::LOCUST_USERS) => {
                self.seconds.put_users(second, metric, reading.value as u32)
            }
            // A total.
            metric::K6_DROPPED_ITERATIONS => self.dropped = self.dropped.max(reading.value),
            metric @ (metric::HTTP_CLIENT_REQUEST_COUNT | metric::HTTP_CLIENT_REQUEST_ERRORS) => {
                // Rows of each name are written before the row of all; by default there is only that one.
                let has_names = self.totals.keys().any(|known| known != ALL_OF_LOCUST);
                let Some(name) = name.filter(|name| *name != ALL_OF_LOCUST || !has_names) else { return };
                self.counts_only = true;
                let total = self.totals.entry(name.clone()).or_default();
                let known = if metric.ends_with("count") { &mut total.0 } else { &mut total.1 };
                let grown = plimsoll_run::reading::growth(*known, reading.value).by as u64;
                *known = reading.value;
                if metric.ends_with("count") {
                    self.requests += grown;
                    self.seconds.add_count(name, second, grown, 0);
                } else {
                    self.seconds.add_errors(name, second, grown);
                }
            }
            _ => {}
        }
    }

    fn event(&mut self, _event: ServerEvent) {}

    fn part(&mut self) {
        self.parts += 1;
    }

    fn check(&mut self, name: &str, passed: bool) {
        self.checks.add(name, passed);
    }

    fn unsent(&mut self, _line: u64, text: &str) {
        self.put_unsent(1, text);
    }

    fn repeated_hour(&mut self, hour: RepeatedHour) {
        self.repeated_hour = Some(hour);
    }

    fn problem(&mut self, problem: Problem) {
        match problem.kind {
            // Problems are counted as rows that could not be read.
            kind @ ProblemKind::Unclosed { .. } => self.unclosed = Some(kind),
            ProblemKind::PassedOver(what) => self.passed_over = Some(what),
            _ => self.problems.push(problem),
        }
    }
}

/// What a run's notes say of the hour that clocks repeat when they are set back.
pub fn repeated_hour_note(hour: RepeatedHour) -> FileNote {
    FileNote::RepeatedHour { has_both: hour == RepeatedHour::Both }
}

/// Why a file whose end is missing is not whole.
pub fn truncation(problems: &ReadProblems) -> Option<String> {
    let cut = |problem: &&Problem| matches!(problem.kind, ProblemKind::Truncated { .. });
    problems.first.iter().find(cut).map(|problem| problem.kind.to_string())
}
