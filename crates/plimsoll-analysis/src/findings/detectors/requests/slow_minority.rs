//! `slow-minority`: all the time some requests of a transaction take many times as long as its others, with hardly any in between: another
//! row of data, a cache miss, a lock, a retry behind the service, a time-out. Percentiles below their share do not show them.

use super::{interruption, latency_cluster, periodic_stalls, short_stalls};
use crate::findings::prelude::*;
use crate::step::{Window, sum_us};
use plimsoll_run::{Interval, Latencies, TransactionKey, TransactionKind};

pub(crate) static DETECTOR: Detector = Detector {
    id: "slow-minority",
    severities: &[Severity::Information, Severity::Warning],
    when: "in a valid step 0.3 % to 30 % of a transaction's requests, 10 or more, took at least 5 times as long as the median of the others, and 50 ms \
        longer; no more than 5 % of them within the factor of 2 before, and their p90 no more than 4 times their p10; in half of the seconds that they could be in, or more. \
        A warning where they take a tenth of the users' time or more, or half of them failed. Not in a step with stalls, and not the times of `latency-cluster`",
    requires: "",
    needs: &[Need::Seconds],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("slow-minority", Limits {
    /// % of a transaction's requests, at least
    least_percent = 0.3,
    /// % of a transaction's requests, at most
    most_percent = 30.0,
    /// times the median of the others
    times = 5.0,
    /// ms above the median of the others
    ms = 50.0,
    /// requests, at least
    requests = 10.0,
});

/// Some requests of a transaction are far slower than its others.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlowMinority {
    /// That with the largest share of the users' time first.
    pub transactions: Vec<SlowRequests>,
}

/// Of one transaction, in the step with the largest share of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlowRequests {
    pub transaction: String,
    /// In which there are any.
    pub steps: Vec<u32>,
    pub step: u32,
    pub slow: u64,
    pub requests: u64,
    /// Medians.
    pub slow_us: u64,
    pub others_us: u64,
    /// Of the time of all requests of the step.
    pub time_percent: f64,
    /// Half of the slow ones failed, or more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fail: bool,
}

impl SlowRequests {
    pub fn percent(&self) -> f64 {
        100.0 * self.slow as f64 / self.requests as f64
    }
}

/// Of the users' time: what takes less hardly matters to throughput.
const MUCH_PERCENT: f64 = 10.0;

impl Claimed for SlowMinority {
    fn severity(&self) -> Option<Severity> {
        let matters = |of: &SlowRequests| of.fail || of.time_percent >= MUCH_PERCENT;
        let any = self.transactions.iter().any(matters);
        Some(if any { Severity::Warning } else { Severity::Information })
    }

    fn next_step(&self) -> NextStep {
        NextStep::LookAtSlowRequests
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let mut all: Vec<SlowRequests> = Vec::new();
    let rows = evidence.run.steps.iter().zip(evidence.windows);
    let stalls = rows.filter_map(|(row, window)| short_stalls::in_step(evidence, row, window));
    let stalls_us: Vec<u64> = stalls.map(|of| of.stall_us).collect();
    // Where few users wait for a system that stops they are too few to show it.
    let is_stall =
        |us: u64| stalls_us.iter().any(|stall_us| (us as f64 / *stall_us as f64 - 1.0).abs() <= OF_STALL);
    for (row, window) in evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| row.is_valid()) {
        // Who waits for a system that stalls waits whatever he asked for.
        let stops = periodic_stalls::is_in(window, evidence) || interruption::is_in(window, evidence);
        if stops {
            continue;
        }
        for (key, interval) in
            window.transactions.iter().filter(|(key, _)| key.kind == TransactionKind::Request)
        {
            let found = in_step(evidence, row, window, (key, interval), limits);
            let Some(found) = found.filter(|found| !is_stall(found.slow_us)) else { continue };
            match all.iter_mut().find(|of| of.transaction == found.transaction) {
                Some(known) => known.merge(found),
                None => all.push(found),
            }
        }
    }
    all.sort_by(|a, b| b.time_percent.total_cmp(&a.time_percent));
    let Some(first) = all.first() else { return Vec::new() };
    let items = evidence.items(&first.steps, EvidenceItem::throughput);
    vec![Found::new(SlowMinority { transactions: all }, items)]
}

/// As long as a stall, within this part of it.
const OF_STALL: f64 = 0.25;

impl SlowRequests {
    fn merge(&mut self, other: SlowRequests) {
        let mut steps = std::mem::take(&mut self.steps);
        steps.push(other.step);
        if other.percent() > self.percent() {
            *self = other;
        }
        self.steps = steps;
    }
}

fn in_step(
    evidence: &Evidence,
    row: &StepRow,
    window: &Window,
    (key, interval): (&TransactionKey, &Interval),
    limits: Limits,
) -> Option<SlowRequests> {
    let times = interval.service();
    let split = Split::of(times, limits)?;
    let of_timer = latency_cluster::is_of_timer(evidence, interval, split.slow_us);
    if of_timer || !is_all_over(window, key, &split) {
        return None;
    }
    let slow_sum_us = split.sum_us(times);
    let all_sum_us = sum_us(window.total.service());
    Some(SlowRequests {
        transaction: key.name.clone(),
        steps: vec![row.number],
        step: row.number,
        slow: split.slow,
        requests: times.count(),
        slow_us: split.slow_us,
        others_us: split.others_us,
        time_percent: 100.0 * slow_sum_us / all_sum_us.max(1.0),
        fail: 2 * interval.failed.count_above_us(split.above_us) >= split.slow,
    })
}

/// Where the slow ones begin.
pub(super) struct Split {
    pub above_us: u64,
    pub slow: u64,
    pub slow_us: u64,
    pub others_us: u64,
}

/// Times that nearly none has, below the quickest of the slow ones.
const GAP: f64 = 2.0;
/// Of the slow ones: so many may lie in it.
const IN_GAP: f64 = 0.05;
/// Times of the slow ones that are further apart (nine of ten against one of ten) are a tail.
const WIDTH: f64 = 4.0;

impl Split {
    /// At the widest gap that leaves a minority above it.
    pub fn of(times: &Latencies, limits: Limits) -> Option<Split> {
        let requests = times.count() as f64;
        let most = limits.most_percent / 100.0 * requests;
        let least = (limits.least_percent / 100.0 * requests).max(limits.requests);
        if most < least {
            return None;
        }
        let buckets: Vec<(u64, u64)> = times.buckets().collect();
        let mut above = 0;
        for (at, (us, count)) in buckets.iter().enumerate().rev() {
            above += count;
            if above as f64 > most {
                return None;
            }
            let gap_from_us = (*us as f64 / GAP) as u64;
            let in_gap: u64 =
                buckets[..at].iter().rev().take_while(|(us, _)| *us > gap_from_us).map(|(_, n)| n).sum();
            if above as f64 >= least && in_gap as f64 <= IN_GAP * above as f64 {
                return Split::at(times, gap_from_us, above + in_gap, limits);
            }
        }
        None
    }

    /// Of the slow ones.
    pub fn sum_us(&self, times: &Latencies) -> f64 {
        let slow = times.buckets().filter(|(us, _)| *us > self.above_us);
        slow.map(|(us, n)| us as f64 * n as f64).sum()
    }

    fn at(times: &Latencies, above_us: u64, slow: u64, limits: Limits) -> Option<Split> {
        let all = times.count() as f64;
        let share = slow as f64 / all;
        let (slow_us, others_us) =
            (times.quantile_us(1.0 - share / 2.0)?, times.quantile_us((1.0 - share) / 2.0)?);
        let (low_us, high_us) =
            (times.quantile_us(1.0 - 0.9 * share)? as f64, times.quantile_us(1.0 - 0.1 * share)? as f64);
        let is_far = high_us <= WIDTH * low_us
            && slow_us as f64 >= limits.times * others_us as f64
            && slow_us.saturating_sub(others_us) as f64 >= 1_000.0 * limits.ms;
        is_far.then_some(Split { above_us, slow, slow_us, others_us })
    }
}

/// Of the seconds that so many could be in.
const SECONDS: f64 = 0.5;

/// What is slow for a while only is something that happened.
fn is_all_over(window: &Window, key: &TransactionKey, split: &Split) -> bool {
    let slow =
        window.by_second(Some(key), |interval| interval.service().count_above_us(split.above_us) as f64);
    // Of so many at random places 1 − 1/e find a second of their own where there are as many seconds.
    let seconds = slow.len() as f64;
    let expected = seconds * (1.0 - (-(split.slow as f64) / seconds.max(1.0)).exp());
    let found = slow.iter().filter(|count| **count > 0.0).count() as f64;
    found >= SECONDS * expected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Settings;

    fn split(parts: &[(u64, f64, f64)]) -> Option<(u64, u64)> {
        let times = parts.iter().flat_map(|(n, from_ms, to_ms)| {
            (0..*n).map(move |i| ((1_000.0 * (from_ms + (to_ms - from_ms) * i as f64 / *n as f64)) as u64, 1))
        });
        let limits = Limits::of(&Settings::new());
        Split::of(&Latencies::from_counts(times), limits).map(|found| (found.slow, found.slow_us / 10_000))
    }

    #[test]
    fn a_minority_apart_from_the_others_is_found() {
        assert_eq!(split(&[(970, 8.0, 14.0), (30, 1_200.0, 1_220.0)]), Some((30, 120)));
        assert_eq!(split(&[(985, 8.0, 14.0), (15, 600.0, 900.0)]), Some((15, 74)));
        let with_strays = [(960, 8.0, 14.0), (1, 400.0, 400.0), (39, 600.0, 640.0)];
        assert_eq!(split(&with_strays).map(|(slow, _)| slow), Some(40), "one in between");
    }

    #[test]
    fn neither_a_tail_nor_a_few_nor_a_half() {
        assert_eq!(split(&[(900, 8.0, 14.0), (100, 14.0, 900.0)]), None, "a tail");
        assert_eq!(split(&[(995, 8.0, 14.0), (5, 1_200.0, 1_220.0)]), None, "a few");
        assert_eq!(split(&[(500, 8.0, 14.0), (500, 1_200.0, 1_220.0)]), None, "a half");
        assert_eq!(split(&[(970, 1.0, 2.0), (30, 20.0, 22.0)]), None, "not long");
    }
}
