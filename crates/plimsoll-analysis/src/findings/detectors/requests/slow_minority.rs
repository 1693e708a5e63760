//! `slow-minority`: all the time some requests of a transaction take many times as long as its others, with hardly any in between: another
//! row of data, a cache miss, a lock, a retry behind the service, a time-out. Percentiles below their share do not show them.

use super::{alternating_levels, interruption, latency_cluster, periodic_stalls, short_stalls};
use crate::findings::prelude::*;
use crate::step::{Window, sum_us};
use plimsoll_run::{Latencies, TransactionKey, TransactionKind};
use std::collections::BTreeMap;

pub(crate) static DETECTOR: Detector = Detector {
    id: "slow-minority",
    severities: &[Severity::Information, Severity::Warning],
    when: "in a valid step 0.3 % to 45 % of a transaction's requests, 10 or more, took at least 5 times as long as the median of the others, and 50 ms \
        longer; with no more than 5 % as many between 5 times that median and half of the quickest of them, and their p90 no more than 5.5 times their p10; in 80 % of the seconds that they could be in by chance, or more, in each quarter of the step, no more than half of them in one quarter, and not twice as many in the last as in the first or the reverse (beyond chance). \
        A warning where they take a tenth of the users' time or more, or half of them failed. Not in a step with stalls or levels that alternate, nor as long as the stalls of another step, and not the times of `latency-cluster`",
    requires: "values of every second",
    needs: &[Need::Seconds],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("slow-minority", Limits {
    /// % of a transaction's requests, at least
    least_percent = 0.3,
    /// % of a transaction's requests, at most
    most_percent = 45.0,
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
    let rows = || evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| row.is_valid());
    let all: Vec<(&StepRow, &Window, SlowInStep)> =
        rows().map(|(row, window)| (row, window, SlowInStep::of(evidence, window))).collect();
    let stalls: Vec<(u32, u64)> = all
        .iter()
        .filter_map(|(row, window, slow)| short_stalls::of_step(evidence, row, window, slow))
        .map(|of| (of.step, of.stall_us))
        .collect();
    let several = alternating_levels::in_several(evidence);
    let mut found: Vec<SlowRequests> = Vec::new();
    for (row, window, slow) in &all {
        // Who waits for a system that stalls waits whatever he asked for; few users may be too few to show it.
        let is_stall = |us: u64| {
            stalls
                .iter()
                .any(|(step, stall_us)| *step == row.number || short_stalls::is_as_long(us, *stall_us))
        };
        let of_step = slow.transactions.iter().filter(|(_, slow)| !is_stall(slow.split.slow_us));
        let of_step: Vec<SlowRequests> =
            of_step.filter_map(|(key, slow)| in_step(evidence, row, window, (key, slow), limits)).collect();
        let is_other = || {
            periodic_stalls::is_in(window, evidence)
                || interruption::is_in(window, evidence)
                || several.as_ref().is_some_and(|several| several.has(row.number))
                || alternating_levels::is_in(evidence, row, window)
        };
        if of_step.is_empty() || is_other() {
            continue;
        }
        for slow in of_step {
            match found.iter_mut().find(|of| of.transaction == slow.transaction) {
                Some(known) => known.merge(slow),
                None => found.push(slow),
            }
        }
    }
    found.sort_by(|a, b| b.time_percent.total_cmp(&a.time_percent));
    let Some(first) = found.first() else { return Vec::new() };
    let items = evidence.items(&first.steps, EvidenceItem::throughput);
    vec![Found::new(SlowMinority { transactions: found }, items)]
}

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
    (key, slow): (&TransactionKey, &SlowOfTransaction),
    limits: Limits,
) -> Option<SlowRequests> {
    let interval = window.transactions.get(key)?;
    let (times, split) = (interval.service(), &slow.split);
    let is_enough = split.slow as f64 >= limits.least_percent / 100.0 * times.count() as f64;
    if !is_enough || !slow.is_all_over(window.whole_seconds_count()) {
        return None;
    }
    if latency_cluster::is_of_timer(evidence, interval, split.slow_us) {
        return None;
    }
    Some(SlowRequests {
        transaction: key.name.clone(),
        steps: vec![row.number],
        step: row.number,
        slow: split.slow,
        requests: times.count(),
        slow_us: split.slow_us,
        others_us: split.others_us,
        time_percent: 100.0 * split.sum_us(times) / sum_us(window.total.service()).max(1.0),
        fail: 2 * interval.failed.count_above_us(split.above_us) >= split.slow,
    })
}

/// The slow requests of one window, by transaction and by second, in one pass over its seconds.
pub(super) struct SlowInStep<'a> {
    pub transactions: Vec<(&'a TransactionKey, SlowOfTransaction)>,
    /// Of all transactions.
    pub by_second: Vec<f64>,
}

pub(super) struct SlowOfTransaction {
    pub split: Split,
    /// Seconds with any, in each quarter of the window, and how many.
    seconds: [u64; 4],
    counts: [u64; 4],
}

impl<'a> SlowInStep<'a> {
    /// However few they are among many.
    pub fn of(evidence: &Evidence, window: &'a Window) -> SlowInStep<'a> {
        let limits = Limits { least_percent: 0.0, ..Limits::of(evidence.settings()) };
        let requests = window.transactions.iter().filter(|(key, _)| key.kind == TransactionKind::Request);
        let splits =
            requests.filter_map(|(key, interval)| Some((*key, Split::of(interval.service(), limits)?)));
        let mut slow: BTreeMap<&TransactionKey, SlowOfTransaction> = splits
            .map(|(key, split)| (key, SlowOfTransaction { split, seconds: [0; 4], counts: [0; 4] }))
            .collect();
        let mut by_second = vec![0.0; window.whole_seconds_count()];
        if slow.is_empty() {
            return SlowInStep { transactions: Vec::new(), by_second };
        }
        let length = by_second.len();
        for (at, second) in window.whole_seconds() {
            for (key, interval) in &second.transactions {
                let Some(of) = slow.get_mut(key) else { continue };
                let count = interval.service().count_above_us(of.split.above_us);
                by_second[at] += count as f64;
                of.seconds[4 * at / length] += u64::from(count > 0);
                of.counts[4 * at / length] += count;
            }
        }
        SlowInStep { transactions: slow.into_iter().collect(), by_second }
    }
}

/// Of the seconds that so many could be in, and of those of each quarter.
const SECONDS: f64 = 0.8;
const SECONDS_OF_QUARTER: f64 = 0.4;
/// Standard deviations of the difference of two counts, and times as many.
const CHANCE: f64 = 3.0;
const MOVES: f64 = 2.0;
/// Of the slow ones, in one quarter: a warm-up has most of them in the first.
const OF_QUARTER: f64 = 0.5;

impl SlowOfTransaction {
    /// What is slow for a while only is something that happened.
    fn is_all_over(&self, seconds: usize) -> bool {
        // Of so many at random places 1 − 1/e find a second of their own where there are as many seconds.
        let seconds = seconds as f64;
        let expected = seconds * (1.0 - (-(self.split.slow as f64) / seconds.max(1.0)).exp());
        let found: u64 = self.seconds.iter().sum();
        let in_each = self.seconds.iter().all(|of| *of as f64 >= SECONDS_OF_QUARTER * expected / 4.0);
        let most = self.counts.iter().copied().max().unwrap_or(0);
        let all: u64 = self.counts.iter().sum();
        // More and more of them, or fewer and fewer, are of something that changes.
        let (first, last) = (self.counts[0] as f64, self.counts[3] as f64);
        let is_apart = (first - last).abs() > CHANCE * (first + last).sqrt();
        let moves = is_apart && first.max(last) > MOVES * first.min(last);
        found as f64 >= SECONDS * expected && in_each && !moves && most as f64 <= OF_QUARTER * all as f64
    }
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
/// Of the slow ones: so many may lie between them and the others.
const BETWEEN: f64 = 0.05;
/// Times of the slow ones that are further apart (nine of ten against one of ten) are a tail.
const WIDTH: f64 = 5.5;

impl Split {
    /// At the highest gap that leaves a minority above it, apart from all others.
    pub fn of(times: &Latencies, limits: Limits) -> Option<Split> {
        let requests = times.count() as f64;
        let most = limits.most_percent / 100.0 * requests;
        let least = (limits.least_percent / 100.0 * requests).max(limits.requests);
        // Most have no time that is far from their median.
        let median = times.quantile_us(0.5)? as f64;
        if most < least || (times.max_us()? as f64) < limits.times * median {
            return None;
        }
        let buckets: Vec<(u64, u64)> = times.buckets().collect();
        let mut above = 0;
        for (at, (us, count)) in buckets.iter().enumerate().rev() {
            above += count;
            if above as f64 > most {
                return None;
            }
            let above_us = (*us as f64 / GAP) as u64;
            let is_gap = at.checked_sub(1).is_none_or(|below| (buckets[below].0 as f64) < *us as f64 / 1.05);
            if !is_gap || (above as f64) < least {
                continue;
            }
            if let Some(split) = Split::at(times, above_us, limits) {
                return Some(split);
            }
        }
        None
    }

    /// What took longer, if that is far from all others.
    fn at(times: &Latencies, above_us: u64, limits: Limits) -> Option<Split> {
        let slow = times.count_above_us(above_us);
        let share = slow as f64 / times.count() as f64;
        let quantile = |of_slow: f64| times.quantile_us(1.0 - of_slow * share).map(|us| us as f64);
        let (low_us, slow_us, high_us) = (quantile(0.9)?, quantile(0.5)?, quantile(0.1)?);
        let others_us = times.quantile_us((1.0 - share) / 2.0)?;
        let far_us = (limits.times * others_us as f64).min(above_us as f64);
        let between = times.count_above_us(far_us as u64).saturating_sub(slow);
        let in_gap = slow.saturating_sub(times.count_above_us((GAP * above_us as f64 * 0.99) as u64));
        let is_apart = (between + in_gap) as f64 <= BETWEEN * slow as f64;
        let is_far = slow_us >= limits.times * others_us as f64
            && slow_us - others_us as f64 >= 1_000.0 * limits.ms
            && share <= limits.most_percent / 100.0;
        let is_one = high_us <= WIDTH * low_us;
        (is_apart && is_far && is_one).then_some(Split { above_us, slow, slow_us: slow_us as u64, others_us })
    }

    /// Of the slow ones.
    pub fn sum_us(&self, times: &Latencies) -> f64 {
        let slow = times.buckets().filter(|(us, _)| *us > self.above_us);
        slow.map(|(us, n)| us as f64 * n as f64).sum()
    }
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
        let two = [(955, 8.0, 14.0), (40, 600.0, 620.0), (5, 3_000.0, 3_010.0)];
        assert_eq!(split(&two).map(|(slow, _)| slow), Some(45), "not the slowest alone");
        assert_eq!(split(&[(500, 8.0, 14.0), (500, 1_200.0, 1_220.0)]), None, "a half");
        assert_eq!(split(&[(970, 1.0, 2.0), (30, 20.0, 22.0)]), None, "not long");
    }
}
