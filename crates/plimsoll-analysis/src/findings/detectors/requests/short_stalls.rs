//! `short-stalls`: again and again all users wait at once, for far longer than a request takes, and in between all is fast: the whole
//! system stops. Users who wait send nothing more, so that hardly a percentile shows it; seconds do not either, where it stops for a
//! part of one.

use super::slow_minority::{SlowInStep, SlowOfTransaction};
use super::{interruption, latency_cluster, periodic_stalls, slow_minority};
use crate::findings::prelude::*;
use crate::step::{SlowFrom, Stalls, Window, dispersion, longest_waits_us, sum_us};
use plimsoll_run::{Design, TransactionKey};

pub(crate) static DETECTOR: Detector = Detector {
    id: "short-stalls",
    severities: &[Severity::Critical, Severity::Warning],
    when: "in a valid step of 4 users or more there are four seconds or more in which a request takes 5 times as long as the median of the others of its transaction, and 50 ms \
        longer, with hardly any in between (as of `slow-minority`, with its thresholds: 10 or more and 45 % at most), whose users pause for half of that at most; and in 70 % of these seconds there are as many of them as users, or twice as many, within a quarter of the users, and their variance from second to second is 1.5 times their mean or more (about 1 where each comes by itself). Or, where users pause for a quarter of it or longer, or requests arrive at a rate: who comes while the system stands waits for the rest of it. So it is where slow requests end in half of the seconds at most, 70 % of these seconds with three or more together, in each half of the step a quarter of them or more, whose longest times are 0.4 to 2.5 times their median, and that 3 times the least that is slow; the variance of their counts is twice their mean; 60 % of what comes in that time (or of the users) wait, and of each transaction with a tenth of the requests as much; a quarter of the waits are nearer to the least that is slow than to the longest; what ends meanwhile misses half of what would have ended, and no more than usual ended (1.1 times, beyond chance). Of windows of 12 s or more; not of searches and ramps, of time-outs, nor the times of `latency-cluster`. Not where \
        `periodic-stalls` or `interruption` says it. Critical where in more of the time than a requirement on a percentile allows of the \
        requests one that came would have waited for longer than its limit",
    requires: "values of every second",
    needs: &[Need::Seconds],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("short-stalls", Limits {
    /// users, at least
    users = 4.0,
    /// seconds with a stall, at least
    stalls = 4.0,
    /// % of these seconds in which all users waited
    percent = 70.0,
});

/// All users wait at once, again and again.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShortStalls {
    /// In which it is so.
    pub steps: Vec<u32>,
    /// That with the largest part of the users' time in them.
    pub step: u32,
    /// Seconds with a stall, and all.
    pub stalls: u64,
    pub seconds: u64,
    /// Medians; of those who came while it stopped the longest in each.
    pub stall_us: u64,
    pub others_us: u64,
    /// Of the time of all requests, or of the step where not all users waited at once.
    pub time_percent: f64,
    /// Only who came while it stopped waited, for the rest of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub only_some_wait: bool,
    /// Requirements on percentiles that do not fail, though a larger share of the time than they allow of the requests had no
    /// answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden_from: Vec<String>,
}

impl Claimed for ShortStalls {
    fn severity(&self) -> Option<Severity> {
        Some(if self.hidden_from.is_empty() { Severity::Warning } else { Severity::Critical })
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Steps(self.steps.clone()))
    }

    fn next_step(&self) -> NextStep {
        NextStep::LookAtEvents
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let rows = evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| row.is_valid());
    let all: Vec<(&StepRow, &Window, SlowInStep)> =
        rows.map(|(row, window)| (row, window, SlowInStep::of(evidence, window))).collect();
    let found: Vec<ShortStalls> =
        all.iter().filter_map(|(row, window, slow)| of_step(evidence, row, window, slow)).collect();
    // Shares of requests' time and of the step's are not compared.
    let all_wait = found.iter().any(|of| !of.only_some_wait);
    let alike = found.iter().filter(|of| !(all_wait && of.only_some_wait));
    let Some(most) = alike.max_by(|a, b| a.time_percent.total_cmp(&b.time_percent)) else {
        return Vec::new();
    };
    // Also those in which too few users waited as long to show that it was all of them.
    let waits_so = |row: &StepRow, slow: &SlowInStep| {
        row.load().value() < Limits::of(evidence.settings()).users
            && slow.transactions.iter().any(|(_, of)| is_as_long(of.split.slow_us, most.stall_us))
    };
    let is_longest = |row: &StepRow, window: &Window| {
        most.only_some_wait && has_as_long(evidence, row, window, most.stall_us)
    };
    let has = |row: &StepRow, window: &Window, slow: &SlowInStep| {
        found.iter().any(|of| of.step == row.number) || waits_so(row, slow) || is_longest(row, window)
    };
    let steps: Vec<u32> =
        all.iter().filter(|(row, window, slow)| has(row, window, slow)).map(|(row, ..)| row.number).collect();
    let mut hidden_from: Vec<String> = found.iter().flat_map(|of| of.hidden_from.clone()).collect();
    hidden_from.sort();
    hidden_from.dedup();
    let items = evidence.items(&steps, EvidenceItem::throughput);
    vec![Found::new(ShortStalls { steps, hidden_from, ..most.clone() }, items)]
}

/// Seconds that end with one of them, where too few came for all of what shows a stall.
const AS_LONG_SECONDS: usize = 3;

/// The longest wait of several seconds took as long as a stall.
fn has_as_long(evidence: &Evidence, row: &StepRow, window: &Window, stall_us: u64) -> bool {
    let waits = longest_waits_us(window, slow_from(evidence, row)).into_iter();
    waits.filter(|us| is_as_long(*us, stall_us)).count() >= AS_LONG_SECONDS
}

/// As long as a stall, within this part of it.
const AS_LONG: f64 = 0.25;

pub(super) fn is_as_long(us: u64, stall_us: u64) -> bool {
    (us as f64 / stall_us as f64 - 1.0).abs() <= AS_LONG
}

/// How far from as many as there are users, as a part of them.
const NEAR: f64 = 0.25;

pub(super) fn of_step(
    evidence: &Evidence,
    row: &StepRow,
    window: &Window,
    slow: &SlowInStep,
) -> Option<ShortStalls> {
    let found = of_all_users(evidence, row, window, slow).or_else(|| of_some_users(evidence, row, window))?;
    let is_other = periodic_stalls::is_said(evidence, row, window) || interruption::is_in(window, evidence);
    (!is_other).then_some(found)
}

/// As of `slow-minority`.
fn slow_from(evidence: &Evidence, row: &StepRow) -> SlowFrom {
    let slow = slow_minority::Limits::of(evidence.settings());
    // Users who come and go with their requests are arrivals.
    let comes = row.is_at_work || row.mean_users.is_some();
    let is_open = row.rate_per_s.is_some() || row.arrivals.is_some() || comes;
    SlowFrom {
        times: slow.times,
        us: 1_000.0 * slow.ms,
        most_share: slow.most_percent / 100.0,
        stalls: Limits::of(evidence.settings()).stalls as usize,
        users: Some(row.load().value()).filter(|_| !is_open),
    }
}

/// A client's own time-out is of one length.
fn fails(window: &Window, stall_us: u64) -> bool {
    let slow = window.total.service().count_above_us(stall_us / 2);
    2 * window.total.failed.count_above_us(stall_us / 2) >= slow
}

/// Of a stall: users who pause for less come at its beginning, nearly all; who pauses for longer comes while it lasts.
const SHORT_PAUSE: f64 = 0.5;
const PAUSE: f64 = 0.25;

/// Between two requests of a user, as a part of a stall: N = X · (R + Z).
fn pause(row: &StepRow, window: &Window, stall_us: u64) -> f64 {
    let round_us = row.load().value() * row.measured_s * 1e6 / row.requests.max(1) as f64;
    (round_us - window.total.service().mean_us().unwrap_or(0.0)) / stall_us as f64
}

/// Who pauses, or comes at a rate.
fn of_some_users(evidence: &Evidence, row: &StepRow, window: &Window) -> Option<ShortStalls> {
    let design = &evidence.run.header.design;
    if matches!(design, Design::Ramp { .. } | Design::Capacity { .. }) {
        return None;
    }
    let from = slow_from(evidence, row);
    let stalls = Stalls::of(window, from)?;
    let pauses = from.users.is_none() || pause(row, window, stalls.longest_us) > PAUSE;
    if !pauses
        || fails(window, stalls.longest_us)
        || latency_cluster::is_of_timer(evidence, &window.total, stalls.longest_us)
    {
        return None;
    }
    let lengths_s = vec![stalls.longest_us as f64 / 1e6; stalls.count as usize];
    // Arrivals that nobody keeps from coming are in the figures.
    let hidden_from = match from.users {
        Some(_) => interruption::hidden_from(evidence, row, &lengths_s),
        None => Vec::new(),
    };
    Some(ShortStalls {
        steps: vec![row.number],
        step: row.number,
        stalls: stalls.count,
        seconds: stalls.seconds,
        stall_us: stalls.longest_us,
        others_us: stalls.usual_us,
        time_percent: 100.0 * stalls.share,
        only_some_wait: true,
        hidden_from,
    })
}

fn of_all_users(
    evidence: &Evidence,
    row: &StepRow,
    window: &Window,
    slow: &SlowInStep,
) -> Option<ShortStalls> {
    let limits = Limits::of(evidence.settings());
    let users = row.load().value();
    let is_closed = row.rate_per_s.is_none() && row.arrivals.is_none() && !row.is_at_work;
    let longest = &slow.transactions.iter().map(|(_, of)| &of.split).max_by_key(|split| split.slow)?;
    let stalls: Vec<f64> = slow.by_second.iter().copied().filter(|count| *count > 0.0).collect();
    let is_near = |count: &&f64| [1.0, 2.0].iter().any(|times| (**count / users - times).abs() <= NEAR);
    let at_once = stalls.iter().filter(is_near).count() as f64;
    let is_often = stalls.len() as f64 >= limits.stalls;
    let is_all = at_once >= limits.percent / 100.0 * stalls.len() as f64;
    if !is_closed || users < limits.users || !is_often || !is_all {
        return None;
    }
    let stall_s = longest.slow_us as f64 / 1e6;
    // Users who wait each for himself are spread over the seconds.
    if dispersion(&slow.by_second) < AT_ONCE {
        return None;
    }
    if pause(row, window, longest.slow_us) > SHORT_PAUSE
        || fails(window, longest.slow_us)
        || !is_fast_else(window, slow)
    {
        return None;
    }
    let with_slow = |(key, of): &(&TransactionKey, SlowOfTransaction)| {
        window.transactions.get(key).map_or(0.0, |interval| of.split.sum_us(interval.service()))
    };
    let slow_us: f64 = slow.transactions.iter().map(with_slow).sum();
    let lengths_s = vec![stall_s; stalls.len()];
    Some(ShortStalls {
        steps: vec![row.number],
        step: row.number,
        stalls: stalls.len() as u64,
        seconds: slow.by_second.len() as u64,
        stall_us: longest.slow_us,
        others_us: longest.others_us,
        time_percent: 100.0 * slow_us / sum_us(window.total.service()).max(1.0),
        only_some_wait: false,
        hidden_from: interruption::hidden_from(evidence, row, &lengths_s),
    })
}

/// Of the seconds with slow requests.
const MOST: f64 = 0.7;

/// Most seconds have more fast requests: where all of them are slow it is a phase, and no stall within a second.
fn is_fast_else(window: &Window, slow: &SlowInStep) -> bool {
    let ended = window.by_second(None, |interval| interval.requests as f64);
    let with_slow: Vec<(&f64, &f64)> =
        slow.by_second.iter().zip(&ended).filter(|(slow, _)| **slow > 0.0).collect();
    let fast_else = with_slow.iter().filter(|(slow, ended)| **ended >= 2.0 * **slow).count();
    fast_else as f64 >= MOST * with_slow.len() as f64
}

/// Variance over mean of the seconds' counts, at least.
const AT_ONCE: f64 = 1.5;

#[cfg(test)]
mod tests {
    use crate::findings::Claim;
    use plimsoll_run::{Interval, Latencies};
    use plimsoll_testkit::synthetic::{Spec, request, run};

    /// 8 users in 30 s; of the requests of each second so many took 300 ms.
    fn found(slow: impl Fn(usize) -> u64) -> Vec<Claim> {
        let mut run = run(&Spec { loads: vec![(8, 1)], measured_s: 30, ..Spec::default() });
        for second in &mut run.seconds {
            let slow = slow(second.second as usize);
            let others = if slow == 8 { 500 } else { 750 };
            let response = Latencies::from_counts([(10_000, others), (300_000, slow)]);
            let interval = Interval { requests: others + slow, response, ..Interval::default() };
            second.transactions = [(request("GET /"), interval)].into();
        }
        let findings = crate::analyse(&[run], &[], 42).runs.remove(0).findings;
        findings.into_iter().map(|finding| finding.claim).collect()
    }

    #[test]
    fn users_who_wait_all_at_once_wait_for_a_system_that_stops() {
        let claims = found(|at| if at % 2 == 0 { 8 } else { 0 });
        let stalls = claims.iter().find_map(|claim| match claim {
            Claim::ShortStalls(of) => Some((of.stalls, of.stall_us / 10_000)),
            _ => None,
        });
        assert!(stalls.is_some_and(|(n, us)| (13..=16).contains(&n) && us == 30), "{claims:?}");
        assert!(!claims.iter().any(|claim| matches!(claim, Claim::SlowMinority(_))), "said once: {claims:?}");
    }

    #[test]
    fn users_who_wait_each_for_himself_are_no_stall() {
        let by_chance = [5, 9, 8, 11, 6, 7, 10, 8, 4, 12];
        let claims = found(|at| by_chance[at % 10]);
        assert!(!claims.iter().any(|claim| matches!(claim, Claim::ShortStalls(_))), "{claims:?}");
    }

    #[test]
    fn a_few_in_every_second_are_a_minority() {
        let claims = found(|at| 2 + (at % 3) as u64);
        assert!(claims.iter().any(|claim| matches!(claim, Claim::SlowMinority(_))), "{claims:?}");
        assert!(!claims.iter().any(|claim| matches!(claim, Claim::ShortStalls(_))), "{claims:?}");
    }
}
