//! `no-steady-state`: the response times of a step's window drift: means of the middle half of twelve batches rise or fall over
//! the window (Mann–Kendall, Hamed & Rao). Or they step: after the warm-up, which MSER-5 on the mean response times of the
//! seconds (less bursts) cuts off, the halves differ by four standard errors; where MSER-5 finds no cut in the first half,
//! the whole window counts. In both cases the medians of the halves differ by more than 8 %. A window of less than two minutes
//! drifts for many reasons: there only a drift by more than half counts, and one change of level (PELT) by more than half.

use crate::findings::detectors::requests::{alternating_levels, errors};
use crate::findings::prelude::*;
use crate::statistics::{MSER_VALUES_MIN, mann_kendall, middle_means, mser5, running_median, segments};
use crate::step::{
    ArrivalState, LoadMove, RisingTimes, Slowdown, Window, mix_differs, mix_of, slow_start, sum_us,
};
use plimsoll_run::record::Second;
use plimsoll_run::{Design, SECOND_US, TransactionKind};
use std::ops::Range;

pub(crate) static DETECTOR: Detector = Detector {
    id: "no-steady-state",
    severities: &[Severity::Critical, Severity::Warning],
    when: "the medians of the window's two halves differ by > 8 %, and the means of the middle half of twelve \
        batches rise or fall all over it (Mann–Kendall, Hamed & Rao); or, after the warm-up (MSER-5 on the \
        mean response time of each second less bursts), they differ between the halves by four standard \
        errors and nearly all batches do; or the warm-up is a tenth of the window or more and took twice as long as the rest; or their level changes once (PELT) by > 25 %, 15 % of the window or more before and after it. Below 120 s: they differ by > 50 %, and rise or fall all over the window, or \
        their level changes once (PELT) by > 50 %, 5 s or more before and after it. Before all of that, where throughput has \
        levels (PELT): from a second on, to the end and for 10 s or more (arrivals: 5 s), 1.25 times fewer requests succeed of the \
        same load and mix, and more fail, or the mean and the p90 are 1.25 times as long and make half of the difference (N/X − R); or as \
        many users make 1.5 times as many requests at its end as at its beginning, or the reverse, and answers take no longer at the \
        lower rate (the load moved). Where the second half's requests are of other transactions than the first's, and those of both halves, if any, took as long \
        as before (within a factor of 1.25), it is the mix that moved. \
        Critical where throughput falls below half, or a requirement that does not fail over the whole window surely does in what \
        came later (after the slowdown; of response times that rise the last quarter). Not where `rising-response-times` says it, nor where `alternating-levels` says it of several steps, nor of the seconds of an outage, in which nearly all of the step's failures lie (`errors`)",
    requires: "seconds, ≥ 12 s; where the backlog of arrivals grows to the end, only that fewer succeed from one second on",
    needs: &[Need::Seconds, Need::StepOfSeconds(12)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("no-steady-state", Limits {
    /// % by which the two halves differ
    shift_percent = 8.0,
    /// standard errors that the halves must differ by, if it is a step
    standard_errors = 4.0,
    /// p of the Mann–Kendall test on batches, if it is a drift
    p = 0.002,
    /// s that must have been measured
    seconds = 120.0,
    /// s that must have been measured for a drift that is larger
    short_seconds = 12.0,
    /// % by which the larger half of such a window exceeds the smaller
    short_shift_percent = 50.0,
});

/// The step's figures still changed when it ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoSteadyState {
    pub step: u32,
    pub kind: Unsteady,
    /// Requirements that do not fail over the whole window, and surely do in what came later: after the slowdown, or in the last
    /// quarter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failing_later: Vec<String>,
}

impl Claimed for NoSteadyState {
    fn severity(&self) -> Option<Severity> {
        let is_grave = !self.failing_later.is_empty() || self.kind.falls_far();
        Some(if is_grave { Severity::Critical } else { Severity::Warning })
    }

    fn next_step(&self) -> NextStep {
        match self.kind {
            Unsteady::Slowed { .. } => NextStep::LookAtEvents,
            Unsteady::Shift { percent, at_s: Some(_), .. } if percent > 0.0 => NextStep::LookAtEvents,
            _ => NextStep::MeasureLonger,
        }
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Steps(vec![self.step]))
    }

    fn load_moves_in(&self) -> Option<u32> {
        let moves = matches!(self.kind, Unsteady::LoadMoved { .. } | Unsteady::MixMoved { .. });
        moves.then_some(self.step)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "unsteady", rename_all = "kebab-case")]
pub enum Unsteady {
    /// So much of the window is warm-up (MSER-5).
    WarmUp { percent: f64 },
    /// The response time of what came later against what came first: of the second half against the first, or after the one change of level against before it.
    Shift {
        percent: f64,
        first_us: f64,
        second_us: f64,
        /// Since the run's start: when the one change was; `None`: they changed all the time, or several times.
        #[serde(skip_serializing_if = "Option::is_none")]
        at_s: Option<f64>,
    },
    /// Fewer requests succeeded from some second on, to the end, under the same load.
    Slowed { slowed: Slowdown },
    /// As many users made another number of requests, and not because the system answered otherwise.
    LoadMoved { moved: LoadMove },
    /// The second half's requests are of other transactions than the first's, in %, and those of both halves take as long as before,
    /// if there are any.
    MixMoved { percent: f64, first_us: f64, second_us: f64, has_common: bool },
    /// The window begins with a warm-up (MSER-5) of so many seconds, with higher response times than later.
    ColdStart { seconds: u32, first_us: f64, later_us: f64 },
}

/// A system that is left with less than this share of its throughput failed, whatever was asked of it.
const LEFT: f64 = 0.5;

impl Unsteady {
    fn falls_far(self) -> bool {
        matches!(self, Unsteady::Slowed { slowed } if slowed.later_per_s < LEFT * slowed.first_per_s)
    }

    /// Answers take longer and longer.
    fn rises(self) -> bool {
        match self {
            Unsteady::Shift { percent, .. } => percent > 0.0,
            Unsteady::Slowed { slowed } => slowed.later_us > slowed.first_us,
            _ => false,
        }
    }

    /// By how much the larger half exceeds the smaller one: what doubles and what halves are as far apart.
    fn factor_percent(self) -> f64 {
        match self {
            Unsteady::WarmUp { .. }
            | Unsteady::ColdStart { .. }
            | Unsteady::Slowed { .. }
            | Unsteady::MixMoved { .. }
            | Unsteady::LoadMoved { .. } => 0.0,
            Unsteady::Shift { first_us, second_us, .. } => {
                100.0 * (first_us.max(second_us) / first_us.min(second_us) - 1.0)
            }
        }
    }
}

/// A level that changes by less within a long window is no other system, nor is what lasts for less of it.
const CHANGED: f64 = 1.25;
const SIDE_SHARE: f64 = 0.15;
/// A warm-up of less than this share of a window hardly changes its figures.
const COLD_SHARE: f64 = 0.1;
/// One that takes fewer times as long is a burst.
const COLD_FACTOR: f64 = 2.0;

/// Parts of a window; 10 s or more each in a window that is long enough, and taken as nearly independent.
const BATCHES: usize = 12;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    // The load of a ramp's stretch moves by itself.
    if matches!(evidence.run.header.design, Design::Ramp { .. }) {
        return Vec::new();
    }
    let rows = evidence.run.steps.iter().zip(evidence.windows);
    // Where more arrives than is answered the backlog grows for as long as one looks: that is said by itself.
    let is_behind = |row: &StepRow| row.arrivals.as_ref().is_some_and(ArrivalState::backlog_grows);
    let rows = rows.filter(|(row, _)| row.is_valid());
    let alternating = alternating_levels::in_several(evidence);
    let outages = errors::outages_of_steps(evidence);
    rows.filter(|(row, _)| !alternating.as_ref().is_some_and(|several| several.has(row.number)))
        .filter_map(|(row, window)| {
            let out = errors::seconds_out(&outages, row, window);
            // A backlog that begins within the window is not the rate's alone.
            let slowed = row.slowed.filter(|slowed| !out.iter().any(|out| is_of(slowed, out, window)));
            let slowed = slowed.map(|slowed| Unsteady::Slowed { slowed });
            let moved = row.load_moved.map(|moved| Unsteady::LoadMoved { moved });
            let kind = match is_behind(row) {
                true => slowed,
                false => {
                    let of_times = || {
                        of_step(window, &out, limits)
                            .filter(|kind| out.is_empty() || kind.rises())
                            .map(|kind| mix_moved(window).unwrap_or(kind))
                    };
                    let slow_start = || started_slowly(row, window).filter(|_| out.is_empty());
                    slowed.or(moved).or_else(of_times).or_else(slow_start)
                }
            };
            // What rises in nearly every step is one finding on all of them.
            let is_of_all = |kind: &Unsteady| {
                let of_run = evidence.run.rising.as_ref();
                kind.rises() && of_run.is_some_and(|rising| rising.has(row.number))
            };
            kind.filter(|kind| !is_of_all(kind)).map(|kind| {
                // In what came later an outage is not the change.
                let failing =
                    if out.is_empty() { failing_later(evidence, row, window, kind) } else { Vec::new() };
                found(row, kind, failing)
            })
        })
        .collect()
}

/// At its end a window is as it was since the change.
const END_S: u32 = 5;

/// It fell with an outage that lasted to the end, or nearly.
fn is_of(slowed: &Slowdown, out: &Range<u32>, window: &Window) -> bool {
    let begins = (out.start..out.end + 1).contains(&slowed.after_s);
    begins && out.end + END_S >= window.whole_seconds_count() as u32
}

/// It is said of one of its steps by itself.
pub(super) fn rises_in(evidence: &Evidence, rising: &RisingTimes) -> bool {
    let limits = Limits::of(evidence.settings());
    let steps = evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| rising.has(row.number));
    steps.filter(|(row, _)| row.is_valid()).any(|(row, window)| {
        row.slowed.is_some() || of_step(window, &[], limits).is_some_and(Unsteady::rises)
    })
}

/// A transaction of fewer requests in a half has a mean by chance.
const OF_HALF_MIN: u64 = 30;

/// The halves are of other work, and what is in both of them did not change: of its requests in the second half the mean is about what
/// the first half's means of its transactions make it.
fn mix_moved(window: &Window) -> Option<Unsteady> {
    let length_s = window.duration_s() as u32;
    let (first, second) = (window.part(0..length_s / 2), window.part(length_s / 2..length_s));
    let percent = mix_differs(&mix_of(&first.seconds), &mix_of(&second.seconds))?;
    let (mut expected, mut found) = (0.0, 0.0);
    for (transaction, later) in &second.transactions {
        let before = first.transactions.get(transaction).map(|interval| &interval.response);
        let count = later.response.count();
        let is_request = transaction.kind == TransactionKind::Request;
        if let Some(before) = before.filter(|of| is_request && of.count().min(count) >= OF_HALF_MIN) {
            expected += before.mean_us().unwrap_or(0.0) * count as f64;
            found += sum_us(&later.response);
        }
    }
    let mean = |of: &Window| of.total.response.mean_us();
    let (first_us, second_us) = (mean(&first)?, mean(&second)?);
    let has_common = expected > 0.0;
    let is_as_before = !has_common || (1.0 / CHANGED..=CHANGED).contains(&(found / expected));
    is_as_before.then_some(Unsteady::MixMoved { percent, first_us, second_us, has_common })
}

/// A short window has too few batches for a warm-up to be cut off them.
fn started_slowly(row: &StepRow, window: &Window) -> Option<Unsteady> {
    let users = Some(row.load().value()).filter(|_| !row.is_at_work && row.rate_per_s.is_none());
    let (seconds, first_us, later_us) = slow_start(window, users?)?;
    let is_long = f64::from(seconds) >= COLD_SHARE * window.duration_s();
    is_long.then_some(Unsteady::ColdStart { seconds, first_us, later_us })
}

/// Seconds of a part that a requirement is judged by.
const LATER_S: u32 = 10;

/// What holds over the whole window may fail in what came later: whoever goes on with this load has that.
fn failing_later(evidence: &Evidence, row: &StepRow, window: &Window, kind: Unsteady) -> Vec<String> {
    let length_s = window.duration_s() as u32;
    let after_s = match kind {
        Unsteady::Slowed { slowed } => slowed.after_s,
        Unsteady::Shift { percent, .. } if percent > 0.0 => {
            length_s - (length_s / 4).max(LATER_S).min(length_s)
        }
        _ => return Vec::new(),
    };
    if length_s < after_s + LATER_S {
        return Vec::new();
    }
    let later = window.part(after_s..length_s);
    evidence.not_failed_in(row, |requirement| evidence.fails_in(requirement, row, &later))
}

/// Without the seconds of an outage.
fn of_step(window: &Window, out: &[Range<u32>], limits: Limits) -> Option<Unsteady> {
    let (places, means): (Vec<usize>, Vec<f64>) = response_means(window, out).into_iter().unzip();
    of_means(&means, limits).map(|found| match (found, one_change(&means)) {
        (Unsteady::Shift { percent, first_us, second_us, .. }, Some(at)) => {
            Unsteady::Shift { percent, first_us, second_us, at_s: Some(window.run_s(places[at])) }
        }
        (found, _) => found,
    })
}

/// Where they have two levels, and the second one to the end: the first of it.
fn one_change(means: &[f64]) -> Option<usize> {
    const SECONDS_MIN: usize = 5;
    let means = without_bursts(means);
    let levels = levels(&means, SECONDS_MIN);
    let [before, after] = levels.as_slice() else { return None };
    // What rises or falls all the time is cut in two as well.
    let stays = |part: &Range<usize>| {
        let (first, second) = means[part.clone()].split_at(part.len() / 2);
        (mean(second) - mean(first)).abs()
    };
    let jump = (mean(&means[after.clone()]) - mean(&means[before.clone()])).abs();
    (stays(before).max(stays(after)) <= OF_JUMP * jump).then_some(after.start)
}

/// The halves of what lies before one change, and after it, differ by no more than this part of it.
const OF_JUMP: f64 = 0.25;

fn of_means(means: &[f64], limits: Limits) -> Option<Unsteady> {
    if (means.len() as f64) < limits.seconds || means.len() < MSER_VALUES_MIN {
        let is_long = means.len() as f64 >= limits.short_seconds;
        let is_large = |of: &Unsteady| of.factor_percent() > limits.short_shift_percent;
        let found = drift(means, limits).filter(is_large).or_else(|| jump(means).filter(is_large));
        found.filter(|_| is_long)
    } else {
        // A warm-up of half a window is no trend over all batches, so the drift needs no cut; a step does.
        drift(means, limits)
            .or_else(|| match mser5(&without_bursts(means)) {
                // What rises is no warm-up.
                None => step(means, limits).map(|shift| match shift {
                    Unsteady::Shift { percent, .. } if percent > 0.0 => shift,
                    _ => Unsteady::WarmUp { percent: 50.0 },
                }),
                Some(cut) => step(&means[cut..], limits).or_else(|| cold_start(means, cut)),
            })
            // What changes early or late is no drift, and no difference of the halves.
            .or_else(|| late_jump(means))
    }
}

fn found(row: &StepRow, kind: Unsteady, failing_later: Vec<String>) -> Found {
    let item = EvidenceItem::load(LoadMeasure::ResponseMean, Unit::Us, row.response.mean_us.unwrap_or(0.0));
    let claim = NoSteadyState { step: row.number, kind, failing_later };
    Found::new(claim, vec![item.in_step(row.number).with_n(row.requests)])
}

/// Of every second in which something was answered, with its place in the window.
fn response_means(window: &Window, out: &[Range<u32>]) -> Vec<(usize, f64)> {
    let first = window.from_us.div_ceil(SECOND_US) as u32;
    let is_out = |second: &&&Second| {
        let at = second.second.checked_sub(first);
        at.is_some_and(|at| out.iter().any(|out| out.contains(&at)))
    };
    let of_second = |second: &&Second| {
        let requests =
            second.transactions.iter().filter(|(t, _)| t.kind == plimsoll_run::TransactionKind::Request);
        let (sum, count) = requests
            .fold((0.0, 0), |(sum, count), (_, i)| (sum + sum_us(&i.response), count + i.response.count()));
        (count > 0).then(|| (second.second.saturating_sub(first) as usize, sum / count as f64))
    };
    window.seconds.iter().filter(|second| !is_out(second)).filter_map(of_second).collect()
}

/// Batches rise or fall all over the window. A burst moves no more than one or two of them.
fn drift(means: &[f64], limits: Limits) -> Option<Unsteady> {
    let batches = middle_means(means, BATCHES)?;
    let trend = mann_kendall(&batches);
    let (percent, shift) = shift(&batches);
    (trend.p < limits.p && (trend.s > 0.0) == (percent > 0.0) && percent.abs() > limits.shift_percent)
        .then_some(shift)
}

/// The halves differ by much and surely, and the difference is not made by one stretch alone.
fn step(means: &[f64], limits: Limits) -> Option<Unsteady> {
    let batches = middle_means(means, BATCHES)?;
    let (first, second) = batches.split_at(batches.len() / 2);
    let (a, b) = (mean(first), mean(second));
    let error = (variance(first, a) / first.len() as f64 + variance(second, b) / second.len() as f64).sqrt();
    // Most batches of one half lie beyond all but one of the other.
    let beyond = first.iter().map(|x| second.iter().filter(|y| (*y > x) == (b > a)).count()).sum::<usize>();
    let separated = beyond as f64 >= 0.9 * (first.len() * second.len()) as f64;
    let (percent, shift) = shift(&batches);
    let surely = (b - a).abs() > limits.standard_errors * error && separated;
    (percent.abs() > limits.shift_percent && surely).then_some(shift)
}

/// What is cut off as the warm-up is much of the window, and took far longer.
fn cold_start(means: &[f64], cut: usize) -> Option<Unsteady> {
    let (first, later) = means.split_at(cut);
    let (first_us, later_us) = (mean(first), mean(later));
    let is_long = cut as f64 >= COLD_SHARE * means.len() as f64;
    let is_slower = first_us > later_us * COLD_FACTOR;
    (is_long && is_slower).then_some(Unsteady::ColdStart { seconds: cut as u32, first_us, later_us })
}

/// One change of level, and hardly a value beyond it on the wrong side.
fn jump(means: &[f64]) -> Option<Unsteady> {
    const SECONDS_MIN: usize = 5;
    let levels = levels(means, SECONDS_MIN);
    let [_, after] = levels.as_slice() else { return None };
    Parted::of(means, after.start).filter(|_| after.len() >= SECONDS_MIN).and_then(Parted::shift)
}

/// The same of a long window, of whose levels others may be bursts: of the changes the one that parts it best.
fn late_jump(means: &[f64]) -> Option<Unsteady> {
    const SECONDS_MIN: usize = 20;
    let shortest = SECONDS_MIN.max((SIDE_SHARE * means.len() as f64) as usize);
    let starts = levels(means, SECONDS_MIN / 2).into_iter().map(|level| level.start);
    let is_long = |start: &usize| *start >= shortest && means.len() - start >= shortest;
    let best =
        starts.filter(is_long).filter_map(|start| Parted::of(means, start)).min_by_key(Parted::strays)?;
    best.shift().filter(|jump| jump.factor_percent() > 100.0 * (CHANGED - 1.0))
}

fn levels(means: &[f64], seconds: usize) -> Vec<Range<usize>> {
    // What varies by less than a tenth stands.
    segments(means, seconds, (0.1 * median(means)).powi(2))
}

/// Means of the seconds before a change and after it, by their medians.
struct Parted {
    first_us: f64,
    second_us: f64,
    /// Seconds of each that lie on the other's side of the middle, and all.
    wrong: [(usize, usize); 2],
}

impl Parted {
    fn of(means: &[f64], at: usize) -> Option<Parted> {
        let (first, second) = means.split_at_checked(at).filter(|(a, b)| !a.is_empty() && !b.is_empty())?;
        let (first_us, second_us) = (median(first), median(second));
        let (middle, rises) = ((first_us + second_us) / 2.0, first_us < second_us);
        let wrong = |part: &[f64], low: bool| {
            (part.iter().filter(|value| (**value > middle) == low).count(), part.len())
        };
        Some(Parted { first_us, second_us, wrong: [wrong(first, rises), wrong(second, !rises)] })
    }

    fn strays(&self) -> usize {
        self.wrong.iter().map(|(wrong, _)| wrong).sum()
    }

    /// At most one of twenty is on the wrong side, and of each part one of ten.
    fn shift(self) -> Option<Unsteady> {
        let all: usize = self.wrong.iter().map(|(_, of)| of).sum();
        let is_apart = self.strays() * 20 <= all && self.wrong.iter().all(|(wrong, of)| wrong * 10 <= *of);
        let Parted { first_us, second_us, .. } = self;
        let percent = 100.0 * (second_us / first_us - 1.0);
        is_apart.then_some(Unsteady::Shift { percent, first_us, second_us, at_s: None })
    }
}

/// The medians of the halves.
fn shift(batches: &[f64]) -> (f64, Unsteady) {
    let (first, second) = batches.split_at(batches.len() / 2);
    let (first_us, second_us) = (median(first), median(second));
    let percent = 100.0 * (second_us / first_us - 1.0);
    (percent, Unsteady::Shift { percent, first_us, second_us, at_s: None })
}

/// Each value as the median of those around it, as many as a batch has: bursts shorter than half of that are gone.
fn without_bursts(means: &[f64]) -> Vec<f64> {
    running_median(means, means.len() / BATCHES / 2)
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn variance(values: &[f64], mean: f64) -> f64 {
    values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (values.len().max(2) - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of so many seconds each, with a spread of a tenth.
    fn means(levels: &[(f64, usize)]) -> Vec<f64> {
        let spread = |i: usize| [0.95, 1.03, 0.98, 1.05, 1.0][i % 5];
        levels.iter().flat_map(|(level, n)| (0..*n).map(move |i| level * spread(i))).collect()
    }

    #[test]
    fn a_window_that_begins_with_a_warm_up_is_said_to() {
        let found = |means: &[f64]| {
            let cut = mser5(&without_bursts(means)).expect("a cut");
            cold_start(means, cut)
        };
        let noise = |i: usize| 0.9 + ((i * 7_919) % 101) as f64 / 500.0;
        let means = |levels: &[(f64, usize)]| -> Vec<f64> {
            let plain = levels.iter().flat_map(|(level, n)| std::iter::repeat_n(*level, *n));
            plain.enumerate().map(|(i, level)| level * noise(i)).collect()
        };
        let cold = means(&[(337.0, 30), (160.0, 30), (86.0, 30), (50.0, 210)]);
        assert!(
            matches!(found(&cold), Some(Unsteady::ColdStart { seconds: 45..=100, .. })),
            "{:?}",
            found(&cold)
        );
        assert_eq!(found(&means(&[(60.0, 5), (50.0, 295)])), None);
    }

    #[test]
    fn a_level_that_changes_once_in_a_short_window_is_no_steady_state() {
        // Beside each other levels that hardly differ, and a second of both.
        let found = jump(&means(&[(100.0, 7), (101.0, 7), (45.0, 1), (25.0, 12)])).expect("a jump");
        assert!(
            matches!(found, Unsteady::Shift { percent, .. } if (-80.0..-70.0).contains(&percent)),
            "{found:?}"
        );
        assert_eq!(jump(&means(&[(100.0, 26)])), None, "steady");
        assert_eq!(jump(&means(&[(20.0, 10), (90.0, 6), (20.0, 10)])), None, "a stretch that passes");
        assert_eq!(jump(&means(&[(20.0, 23), (90.0, 3)])), None, "its last three seconds");
    }

    #[test]
    fn one_change_has_a_moment_and_a_drift_has_none() {
        let noise = |i: usize| 0.95 + ((i * 7_919) % 101) as f64 / 1_000.0;
        let jump: Vec<f64> = (0..200).map(|i| noise(i) * if i < 90 { 100.0 } else { 160.0 }).collect();
        assert!(one_change(&jump).is_some_and(|at| at.abs_diff(90) <= 5), "{:?}", one_change(&jump));
        for rise in [0.15, 0.25, 0.4, 0.8] {
            let drift: Vec<f64> =
                (0..200).map(|i| noise(i) * 100.0 * (1.0 + rise * i as f64 / 200.0)).collect();
            assert_eq!(one_change(&drift), None, "{rise}");
        }
    }
}
