//! `short-stalls`: again and again all users wait at once, for far longer than a request takes, and in between all is fast: the whole
//! system stops. Users who wait send nothing more, so that hardly a percentile shows it; seconds do not either, where it stops for a
//! part of one.

use super::slow_minority::Split;
use super::{interruption, periodic_stalls};
use crate::findings::prelude::*;
use crate::step::{Window, sum_us};
use plimsoll_run::TransactionKind;

pub(crate) static DETECTOR: Detector = Detector {
    id: "short-stalls",
    severities: &[Severity::Critical, Severity::Warning],
    when: "in a valid step of 4 users or more there are four seconds or more in which a request takes 5 times as long as the median of the others of its transaction, and 50 ms \
        longer, with hardly any in between; and in 70 % of these seconds there are as many of them as users, or twice as many, within a quarter of the users. Not where \
        `periodic-stalls` or `interruption` says it. Critical where in more of the time than a requirement on a percentile allows of the \
        requests one that came would have waited for longer than its limit",
    requires: "users; values of every second",
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
    /// Medians.
    pub stall_us: u64,
    pub others_us: u64,
    /// Of the time of all requests.
    pub time_percent: f64,
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
    let rows = evidence.run.steps.iter().zip(evidence.windows);
    let found: Vec<ShortStalls> = rows.filter_map(|(row, window)| in_step(evidence, row, window)).collect();
    let Some(most) = found.iter().max_by(|a, b| a.time_percent.total_cmp(&b.time_percent)) else {
        return Vec::new();
    };
    let steps: Vec<u32> = found.iter().map(|of| of.step).collect();
    let mut hidden_from: Vec<String> = found.iter().flat_map(|of| of.hidden_from.clone()).collect();
    hidden_from.sort();
    hidden_from.dedup();
    let items = evidence.items(&steps, EvidenceItem::throughput);
    vec![Found::new(ShortStalls { steps, hidden_from, ..most.clone() }, items)]
}

/// How far from as many as there are users, as a part of them.
const NEAR: f64 = 0.25;

pub(super) fn in_step(evidence: &Evidence, row: &StepRow, window: &Window) -> Option<ShortStalls> {
    let limits = Limits::of(evidence.settings());
    let users = row.load().value();
    let is_closed = row.rate_per_s.is_none() && row.arrivals.is_none() && !row.is_at_work;
    let is_other = || periodic_stalls::is_in(window, evidence) || interruption::is_in(window, evidence);
    if !row.is_valid() || !is_closed || users < limits.users || is_other() {
        return None;
    }
    let mut of_seconds = vec![0.0; window.whole_seconds_count()];
    let (mut slow_us, mut longest): (f64, Option<Split>) = (0.0, None);
    for (key, interval) in window.transactions.iter().filter(|(key, _)| key.kind == TransactionKind::Request)
    {
        let Some(split) = Split::of(interval.service(), slow_minority_limits(evidence)) else { continue };
        slow_us += split.sum_us(interval.service());
        let slow =
            window.by_second(Some(key), |interval| interval.service().count_above_us(split.above_us) as f64);
        of_seconds.iter_mut().zip(slow).for_each(|(sum, slow)| *sum += slow);
        if longest.as_ref().is_none_or(|other| other.slow < split.slow) {
            longest = Some(split);
        }
    }
    let stalls: Vec<f64> = of_seconds.iter().copied().filter(|slow| *slow > 0.0).collect();
    let is_near = |slow: &&f64| [1.0, 2.0].iter().any(|times| (**slow / users - times).abs() <= NEAR);
    let at_once = stalls.iter().filter(is_near).count() as f64;
    let longest = longest?;
    if (stalls.len() as f64) < limits.stalls || at_once < limits.percent / 100.0 * stalls.len() as f64 {
        return None;
    }
    let lengths_s = vec![longest.slow_us as f64 / 1e6; stalls.len()];
    Some(ShortStalls {
        steps: vec![row.number],
        step: row.number,
        stalls: stalls.len() as u64,
        seconds: of_seconds.len() as u64,
        stall_us: longest.slow_us,
        others_us: longest.others_us,
        time_percent: 100.0 * slow_us / sum_us(window.total.service()).max(1.0),
        hidden_from: interruption::hidden_from(evidence, row, &lengths_s),
    })
}

/// However few they are among many.
fn slow_minority_limits(evidence: &Evidence) -> super::slow_minority::Limits {
    super::slow_minority::Limits {
        least_percent: 0.0,
        ..super::slow_minority::Limits::of(evidence.settings())
    }
}

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
            let response = Latencies::from_counts([(10_000, 500), (300_000, slow)]);
            let interval = Interval { requests: 500 + slow, response, ..Interval::default() };
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
    fn a_few_in_every_second_are_a_minority() {
        let claims = found(|at| 2 + (at % 3) as u64);
        assert!(claims.iter().any(|claim| matches!(claim, Claim::SlowMinority(_))), "{claims:?}");
        assert!(!claims.iter().any(|claim| matches!(claim, Claim::ShortStalls(_))), "{claims:?}");
    }
}
