//! `unequal-repeats`: steps of one load that surely differ by much in throughput or in their median response time: the system changed
//! between them, or one of them began cold. Their mean stands for neither. Where a higher load lies between them and the later step is the
//! worse, the system did not recover from it.

use crate::findings::prelude::*;
use crate::statistics::wilson;
use crate::step::{AppliedLoad, Window, mix_differs, mix_of};
use plimsoll_run::Latencies;

pub(crate) static DETECTOR: Detector = Detector {
    id: "unequal-repeats",
    severities: &[Severity::Critical, Severity::Warning],
    when: "two valid steps of one load and the same mix: throughput differs by a factor of 1.25 and by four standard errors (of users: a quarter of the difference of N/X or more is in response times, or failures differ), or the \
        median by 1.5 beyond chance and the mean by 1.25; 100 requests or more succeeded in each, in ten seconds or more. Of several pairs the one that \
        differs most. A load of 1.5 times theirs or more between them is named where the later step is the worse; critical where that brings 1.25 times less. Not of steps in which the system slowed down or users are stuck, nor of a search",
    requires: "two steps of one load",
    needs: &[],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("unequal-repeats", Limits {
    /// the larger throughput over the smaller; of mean response times too
    throughput = 1.25,
    /// the longer median over the shorter
    median = 1.5,
});

/// The same load did not bring the same.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnequalRepeats {
    pub load: AppliedLoad,
    pub first_step: u32,
    pub last_step: u32,
    pub first_per_s: f64,
    pub last_per_s: f64,
    /// Medians of the response time.
    pub first_us: u64,
    pub last_us: u64,
    /// Of the requests.
    pub first_failed_percent: f64,
    pub last_failed_percent: f64,
    /// The highest load between the two, 1.5 times theirs or more, from which the system may not have recovered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overload_step: Option<u32>,
}

impl UnequalRepeats {
    /// Failures that are as many to speak of.
    pub fn fails_otherwise(&self) -> bool {
        (self.last_failed_percent - self.first_failed_percent).abs() >= FAILED_PERCENT
    }
}

/// Percentage points.
const FAILED_PERCENT: f64 = 1.0;
/// Figures of the same load that differ by a smaller factor may do so by chance.
const MUCH: f64 = 1.1;
/// So many times less than before an overload is a system that was damaged by it.
const DAMAGED: f64 = 1.25;
/// A load that is so many times as high may be more than the system carries.
const OVERLOAD: f64 = 1.5;

impl Claimed for UnequalRepeats {
    fn severity(&self) -> Option<Severity> {
        let is_damaged = self.overload_step.is_some() && self.last_per_s * DAMAGED < self.first_per_s;
        Some(if is_damaged { Severity::Critical } else { Severity::Warning })
    }

    /// After the higher load the system was another one: nobody should plan for it, nor for what it was before.
    fn failed_in(&self) -> Option<FailedIn> {
        self.overload_step.map(|_| FailedIn::Steps((self.first_step..=self.last_step).collect()))
    }

    fn next_step(&self) -> NextStep {
        NextStep::RepeatEqual
    }
}

/// Of all pairs of steps some differ by three.
const STANDARD_ERRORS: f64 = 4.0;
/// Fewer requests differ by chance.
const REQUESTS_MIN: u64 = 100;
/// A shorter step is one of its beginning.
const SECONDS_MIN: f64 = 10.0;

fn detect(evidence: &Evidence) -> Vec<Found> {
    if evidence.run.rate_capacity().is_some() {
        // Its windows of one rate are judged together.
        return Vec::new();
    }
    let limits = Limits::of(evidence.settings());
    let is_long = |row: &StepRow| row.measured_s >= SECONDS_MIN;
    let counts = |row: &StepRow| {
        row.is_of_one_system()
            && (row.is_from_table || row.succeeded() >= REQUESTS_MIN)
            && row.load().is_known()
            && is_long(row)
    };
    let rows = evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| counts(row));
    let rows: Vec<(&StepRow, &Window)> = rows.collect();
    let pairs = rows.iter().enumerate().flat_map(|(at, first)| {
        rows[at + 1..].iter().filter(|last| last.0.load() == first.0.load()).map(move |last| (first, last))
    });
    let differing = pairs.filter_map(|(first, last)| Some((apart(first, last, limits)?, first.0, last.0)));
    let worst = differing.max_by(|a, b| a.0.total_cmp(&b.0));
    worst.map(|(_, first, last)| found(&evidence.run.steps, first, last)).into_iter().collect()
}

/// By which factor they differ.
fn apart(first: &(&StepRow, &Window), last: &(&StepRow, &Window), limits: Limits) -> Option<f64> {
    let ((first, first_window), (last, last_window)) = (first, last);
    let (a, b) = (first.throughput_per_s, last.throughput_per_s);
    let is_surely_other = a
        .standard_error()
        .zip(b.standard_error())
        .is_some_and(|(of_a, of_b)| (a.value - b.value).abs() > STANDARD_ERRORS * of_a.hypot(of_b));
    let brought = factor(a.value, b.value);
    let took = factor(first.response.p50_us? as f64, last.response.p50_us? as f64);
    let means = factor(first.response.mean_us?, last.response.mean_us?);
    let (one, other) = (&first_window.total.response, &last_window.total.response);
    let is_slower = || surely_slower(one, other) || surely_slower(other, one);
    let differ = is_surely_other && brought >= limits.throughput && is_of_system(first, last)
        || took >= limits.median && means >= limits.throughput && is_slower();
    let is_same_work =
        || mix_differs(&mix_of(&first_window.seconds), &mix_of(&last_window.seconds)).is_none();
    (differ && is_same_work()).then_some(brought.max(took))
}

/// Of what a user's round takes longer, so much is in responses.
const OF_SYSTEM: f64 = 0.25;

/// Users who only wait longer between two requests make fewer: a timer, pacing, or the time of day, and not the system.
fn is_of_system(first: &StepRow, last: &StepRow) -> bool {
    let fails_otherwise = (first.errors_percent - last.errors_percent).abs() >= FAILED_PERCENT;
    if first.rate_per_s.is_some() || fails_otherwise {
        return true;
    }
    let round_us =
        |row: &StepRow| 1e6 * row.load().value() / row.throughput_per_s.value.max(f64::MIN_POSITIVE);
    let mean_us = |row: &StepRow| row.response.mean_us.unwrap_or(0.0);
    let longer = if round_us(first) > round_us(last) { [first, last] } else { [last, first] };
    let [slow, quick] = longer;
    mean_us(slow) - mean_us(quick) >= OF_SYSTEM * (round_us(slow) - round_us(quick))
}

fn factor(a: f64, b: f64) -> f64 {
    a.max(b) / a.min(b).max(f64::MIN_POSITIVE)
}

/// Surely more than half of the one took longer than half of the other, and the reverse.
fn surely_slower(slow: &Latencies, quick: &Latencies) -> bool {
    let over = |of: &Latencies, us: Option<u64>| us.map(|us| wilson(of.count_above_us(us), of.count()));
    over(slow, quick.quantile_us(0.5)).is_some_and(|share| share.low > 0.5)
        && over(quick, slow.quantile_us(0.5)).is_some_and(|share| share.high < 0.5)
}

/// The step of the highest load between the two, if the later one is the worse and what lies before that step is not.
fn overload_between(rows: &[StepRow], first: &StepRow, last: &StepRow) -> Option<u32> {
    let is_higher = |row: &&StepRow| {
        let (load, theirs) = (row.load(), first.load());
        let is_between = row.number > first.number && row.number < last.number;
        is_between
            && load.rate_per_s.is_some() == theirs.rate_per_s.is_some()
            && load.value() >= OVERLOAD * theirs.value()
    };
    let highest =
        rows.iter().filter(is_higher).max_by(|a, b| a.load().value().total_cmp(&b.load().value()))?;
    let mut before = rows.iter().filter(|row| row.number > first.number && row.number < highest.number);
    let was_worse_before = before.any(|row| row.load() == first.load() && is_worse(first, row));
    (is_worse(first, last) && !was_worse_before).then_some(highest.number)
}

/// Brings less, takes longer or fails more, and is much better in nothing.
fn is_worse(first: &StepRow, last: &StepRow) -> bool {
    let brings = last.throughput_per_s.value / first.throughput_per_s.value;
    let takes = last.response.p50_us.zip(first.response.p50_us).map_or(1.0, |(a, b)| a as f64 / b as f64);
    let fails_more = last.errors_percent - first.errors_percent >= FAILED_PERCENT;
    let is_worse = brings < 1.0 / MUCH || takes > MUCH || fails_more;
    let is_quicker = takes < 1.0 / MUCH;
    is_worse && brings < MUCH && !(is_quicker && (!fails_more || brings > 1.0))
}

fn found(rows: &[StepRow], first: &StepRow, last: &StepRow) -> Found {
    let claim = UnequalRepeats {
        load: first.load(),
        first_step: first.number,
        last_step: last.number,
        first_per_s: first.throughput_per_s.value,
        last_per_s: last.throughput_per_s.value,
        first_us: first.response.p50_us.unwrap_or(0),
        last_us: last.response.p50_us.unwrap_or(0),
        first_failed_percent: first.errors_percent,
        last_failed_percent: last.errors_percent,
        overload_step: overload_between(rows, first, last),
    };
    Found::new(claim, [first, last].map(EvidenceItem::throughput).into())
}
