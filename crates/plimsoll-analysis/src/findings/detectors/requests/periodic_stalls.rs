//! `periodic-stalls`: within one load, at least four times and at equal distances, a second or more brings far less than the others. A
//! job each minute, a checkpoint, a cache that is emptied, a collection of the whole heap: means and percentiles of the step do not tell
//! it, the period does. Where arrivals go on they are caught up with within a second: there the times of the seconds show them.

use super::interruption;
use crate::findings::prelude::*;
use crate::step::Window;
use plimsoll_run::{Latencies, SECOND_US, TransactionKind, record::Second};
use std::ops::Range;

pub(crate) static DETECTOR: Detector = Detector {
    id: "periodic-stalls",
    severities: &[Severity::Critical, Severity::Warning],
    when: "in a valid step four or more seconds (or stretches of them) bring less than 60 % of what the median second of that step \
        brings, or two in a row miss as much together, and less than chance makes of it (3 standard deviations of a Poisson count), at distances that differ from each other by less \
        than 20 %, and that are 3 s or more; all over the step (half of it or more), and what is missing in them is no more than a third of the time's; \
        where arrivals go on meanwhile and catch up, seconds count whose p90 is 3 times that of the median second, and 5 ms more. \
        Critical where in more of the time than a requirement on a percentile allows of the requests one that came would have waited for \
        longer than its limit: users who wait send nothing more",
    requires: "values of every second",
    needs: &[Need::Seconds],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("periodic-stalls", Limits {
    /// stalls, at least
    stalls = 4.0,
    /// % of the median second's throughput that a stall has at most
    percent = 60.0,
    /// % by which the distances may differ from their median
    uneven_percent = 20.0,
    /// s between two stalls, at least
    seconds = 3.0,
    /// requests in the median second, at least
    requests = 20.0,
});

/// Throughput stalls again and again, with a period.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PeriodicStalls {
    pub step: u32,
    pub stalls: u64,
    pub period_s: f64,
    /// Of the deepest second, as a share of the median one.
    pub left_percent: f64,
    /// Of all stalls, as a share of the window.
    pub percent_of_time: f64,
    /// Of it, that in which somebody waited.
    pub waited_percent: f64,
    /// Arrivals went on and caught up: what shows the stalls is how long they waited, the longest so long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_s: Option<f64>,
    /// Requirements on percentiles that do not fail, though a larger share of the time than they allow of the requests had no
    /// answer: users who wait send no further requests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden_from: Vec<String>,
}

impl Claimed for PeriodicStalls {
    fn severity(&self) -> Option<Severity> {
        Some(if self.hidden_from.is_empty() { Severity::Warning } else { Severity::Critical })
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Steps(vec![self.step]))
    }

    fn next_step(&self) -> NextStep {
        NextStep::LookAtPeriod { period_s: self.period_s }
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let rows = evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| row.is_valid());
    let of_row = |(row, window): (&StepRow, &Window)| -> Option<(bool, Found)> {
        let by_counts = stalls(&counts(window), limits);
        let by_waits = row.arrivals.as_ref().and_then(|_| waits(window, limits));
        let counted = by_counts.as_ref().map_or(0, |(claim, _)| claim.stalls);
        // Where both see them, counts may see only every other one.
        if by_waits.as_ref().is_some_and(|waits| 2 * waits.stalls >= 3 * counted) {
            let claim = PeriodicStalls { step: row.number, ..by_waits? };
            return Some((false, Found::new(claim, vec![EvidenceItem::throughput(row)])));
        }
        let (stalls, stretches) = by_counts?;
        let lengths_s: Vec<f64> = stretches.iter().map(|stretch| waited_s(window, stretch)).collect();
        // Arrivals that nobody keeps from coming are in the figures, and what is long is an interruption of its own.
        let is_hidden = row.arrivals.is_none() && !interruption::is_in(window, evidence);
        let hidden_from =
            if is_hidden { interruption::hidden_from(evidence, row, &lengths_s) } else { Vec::new() };
        let waited_percent = 100.0 * lengths_s.iter().sum::<f64>() / row.measured_s.max(1.0);
        let claim = PeriodicStalls { step: row.number, hidden_from, waited_percent, ..stalls };
        Some((!claim.hidden_from.is_empty(), Found::new(claim, vec![EvidenceItem::throughput(row)])))
    };
    let (critical, others): (Vec<_>, Vec<_>) =
        rows.filter_map(of_row).partition(|(is_critical, _)| *is_critical);
    // One step is enough: a longer one says it more surely.
    let of_last = others.into_iter().last().filter(|_| critical.is_empty());
    critical.into_iter().chain(of_last).map(|(_, found)| found).collect()
}

/// Throughput stalls again and again in it.
pub(super) fn is_in(window: &Window, evidence: &Evidence) -> bool {
    stalls(&counts(window), Limits::of(evidence.settings())).is_some()
}

/// Throughput stalls in it with a period, or those who arrive wait.
pub(super) fn is_said(evidence: &Evidence, row: &StepRow, window: &Window) -> bool {
    let arrives = row.arrivals.is_some();
    is_in(window, evidence) || arrives && waits(window, Limits::of(evidence.settings())).is_some()
}

/// Low seconds in a row, and what is missing in them, as seconds of the median throughput.
struct Stall {
    seconds: Range<usize>,
    missing_s: f64,
}

/// No longer than the longest response that ended in it or just after it took; who thinks waits for nothing.
fn waited_s(window: &Window, stall: &Stall) -> f64 {
    let end = (stall.seconds.end + 2).min(window.seconds.len());
    let inside = window.seconds.get(stall.seconds.start..end).unwrap_or_default();
    let longest =
        inside.iter().flat_map(|second| second.transactions.values()).filter_map(|i| i.response.max_us());
    let longest_s = longest.max().unwrap_or(0) as f64 / SECOND_US as f64;
    if 2.0 * longest_s < stall.missing_s { 0.0 } else { stall.missing_s.min(longest_s) }
}

/// What succeeded in each second.
fn counts(window: &Window) -> Vec<(f64, f64)> {
    let of_second = |second: &&Second| {
        let of = second.transactions.iter().filter(|(key, _)| key.kind == TransactionKind::Request);
        let succeeded: u64 = of.map(|(_, interval)| interval.succeeded()).sum();
        (f64::from(second.second), succeeded as f64)
    };
    window.seconds.iter().map(of_second).collect()
}

/// Standard deviations of a Poisson count.
const CHANCE: f64 = 3.0;
/// Of the step's seconds: what comes again and again for a while only is no period of it.
const ALL_OVER: f64 = 0.5;

/// What each of two seconds misses at least that a stall across them is divided by.
const PART_MISSING: f64 = 0.1;

/// Those that bring far less than the median one; a stall that begins within a second takes a part of two, which miss as much together.
fn low_seconds(counts: &[(f64, f64)], median: f64, limits: Limits) -> Vec<bool> {
    let missing = |at: usize| counts.get(at).map_or(0.0, |(_, n)| 1.0 - n / median);
    let least = |seconds: f64| (1.0 - limits.percent / 100.0).max(CHANCE * (seconds / median).sqrt());
    let is_divided = |at: usize| {
        missing(at).min(missing(at + 1)) > PART_MISSING && missing(at) + missing(at + 1) > least(2.0)
    };
    let is_low =
        |at: usize| missing(at) > least(1.0) || is_divided(at) || at.checked_sub(1).is_some_and(is_divided);
    (0..counts.len()).map(is_low).collect()
}

/// Of seconds and what succeeded in each, in their order.
fn stalls(counts: &[(f64, f64)], limits: Limits) -> Option<(PeriodicStalls, Vec<Stall>)> {
    let mut sorted: Vec<f64> = counts.iter().map(|(_, n)| *n).collect();
    sorted.sort_by(f64::total_cmp);
    let median = *sorted.get(sorted.len() / 2).filter(|median| **median >= limits.requests)?;
    let low = low_seconds(counts, median, limits);
    let mut stretches: Vec<Stall> = Vec::new();
    for (at, (_, n)) in counts.iter().enumerate().filter(|(at, _)| low[*at]) {
        let missing_s = 1.0 - n / median;
        match stretches.last_mut().filter(|stall| stall.seconds.end == at) {
            Some(stall) => (stall.seconds.end, stall.missing_s) = (at + 1, stall.missing_s + missing_s),
            None => stretches.push(Stall { seconds: at..at + 1, missing_s }),
        }
    }
    let missing_s: f64 = stretches.iter().map(|stall| stall.missing_s).sum();
    if 3.0 * missing_s > counts.len() as f64 {
        return None;
    }
    let seconds: Vec<f64> = counts.iter().map(|(second, _)| *second).collect();
    let (stalls, period_s) = period(&seconds, &low, limits)?;
    let claim = PeriodicStalls {
        step: 0,
        stalls,
        period_s,
        left_percent: 100.0 * sorted[0] / median,
        percent_of_time: 100.0 * missing_s / counts.len() as f64,
        waited_percent: 0.0,
        longest_s: None,
        hidden_from: Vec::new(),
    };
    Some((claim, stretches))
}

/// How many stretches of such seconds begin, and how far apart: evenly, and all over the step.
fn period(seconds: &[f64], low: &[bool], limits: Limits) -> Option<(u64, f64)> {
    let begins: Vec<f64> =
        (1..seconds.len()).filter(|at| low[*at] && !low[at - 1]).map(|at| seconds[at]).collect();
    let (first, last) = begins.first().zip(begins.last())?;
    if (begins.len() as f64) < limits.stalls {
        return None;
    }
    let period_s = (last - first) / (begins.len() - 1) as f64;
    // Whole seconds are counted: one more or less is no unevenness.
    let allowed = (limits.uneven_percent / 100.0 * period_s).max(1.0);
    let is_even = begins.windows(2).all(|pair| (pair[1] - pair[0] - period_s).abs() <= allowed);
    let is_all_over = period_s * begins.len() as f64 >= ALL_OVER * seconds.len() as f64;
    (is_even && is_all_over && period_s >= limits.seconds).then_some((begins.len() as u64, period_s))
}

/// p90 of a second whose requests waited for something, over that of the median second.
const WAITED: f64 = 3.0;
/// And at least so much more.
const WAITED_US: f64 = 5_000.0;

/// Seconds in which requests of an open load waited far longer than usual: they catch up, so that counts may hide it.
fn waits(window: &Window, limits: Limits) -> Option<PeriodicStalls> {
    let of_second = |second: &&Second| {
        let of = second.transactions.iter().filter(|(key, _)| key.kind == TransactionKind::Request);
        let mut all = Latencies::default();
        of.for_each(|(_, interval)| all.merge(&interval.response));
        let p90_us = all.quantile_us(0.90).unwrap_or(0) as f64;
        (f64::from(second.second), all.count() as f64, p90_us, all.max_us().unwrap_or(0))
    };
    let seconds: Vec<(f64, f64, f64, u64)> = window.seconds.iter().map(of_second).collect();
    let median = |of: fn(&(f64, f64, f64, u64)) -> f64| {
        let mut sorted: Vec<f64> = seconds.iter().map(of).collect();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied()
    };
    let usual = median(|second| second.1).filter(|requests| *requests >= limits.requests)?;
    let usual_us = median(|second| second.2)?;
    let low: Vec<bool> =
        seconds.iter().map(|second| second.2 > (WAITED * usual_us).max(usual_us + WAITED_US)).collect();
    let waited = || seconds.iter().zip(&low).filter(|(_, low)| **low).map(|(second, _)| second);
    // In more of the time it is what is usual.
    if 3 * waited().count() > seconds.len() {
        return None;
    }
    let at: Vec<f64> = seconds.iter().map(|second| second.0).collect();
    let (stalls, period_s) = period(&at, &low, limits)?;
    let least = seconds.iter().map(|second| second.1).fold(f64::INFINITY, f64::min);
    let longest_s = waited().map(|second| second.3).max().map(|us| us as f64 / SECOND_US as f64);
    Some(PeriodicStalls {
        step: 0,
        stalls,
        period_s,
        left_percent: 100.0 * least / usual,
        percent_of_time: 0.0,
        waited_percent: 0.0,
        longest_s,
        hidden_from: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Settings;

    fn looked(count: impl Fn(u32) -> f64) -> Option<f64> {
        let counts: Vec<(f64, f64)> = (0..40).map(|second| (f64::from(second), count(second))).collect();
        stalls(&counts, Limits::of(&Settings::new())).map(|(found, _)| found.period_s)
    }

    #[test]
    fn stalls_at_equal_distances_are_found_with_their_period() {
        assert_eq!(looked(|second| if second % 7 == 3 { 20.0 } else { 200.0 }), Some(7.0));
        // A second in each five, across two of the clock.
        let divided = looked(|second| match second % 5 {
            1 => 80.0,
            2 => 115.0,
            _ => 200.0,
        });
        assert_eq!(divided, Some(5.0));
        // Half a second each 5.5 s: every other one takes a quarter of two seconds.
        let half = looked(|second| match second % 11 {
            3 => 100.0,
            8 | 9 => 150.0,
            _ => 200.0,
        });
        assert!(half.is_some_and(|period_s| (period_s - 5.5).abs() < 0.5), "{half:?}");
        assert_eq!(looked(|second| if second % 10 < 2 && second > 1 { 0.0 } else { 200.0 }), None, "three");
    }

    #[test]
    fn chance_is_no_period() {
        assert_eq!(looked(|_| 200.0), None);
        assert_eq!(looked(|second| if [3, 5, 17, 20, 38].contains(&second) { 20.0 } else { 200.0 }), None);
        assert_eq!(looked(|second| if second % 2 == 0 { 20.0 } else { 200.0 }), None, "half of the time");
        assert_eq!(looked(|second| if second % 7 == 3 { 150.0 } else { 200.0 }), None, "shallow");
        assert_eq!(
            looked(|second| if second > 26 && second % 3 == 0 { 20.0 } else { 200.0 }),
            None,
            "at its end"
        );
        assert_eq!(looked(|second| if second % 7 == 3 { 12.0 } else { 24.0 }), None, "few requests");
    }
}
