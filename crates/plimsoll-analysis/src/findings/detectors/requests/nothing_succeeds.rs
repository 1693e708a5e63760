//! `nothing-succeeds`: from some second to the end of the load, or of a step, no request succeeded, though some had before: in three
//! seconds or more that had requests, and at least fifty of them. The system was gone, or let nobody in. Or nothing ended at all
//! while users waited: it hangs. Means over a step hide its last ten seconds.

use crate::findings::by_step::answered;
use crate::findings::prelude::*;
use plimsoll_run::SECOND_US;
use plimsoll_run::record::Second;

pub(crate) static DETECTOR: Detector = Detector {
    id: "nothing-succeeds",
    severities: &[Severity::Critical],
    when: "from some second to the end of the load, or of a step, no request succeeded, though some had before: ≥ 3 s with ≥ \
        50 requests; or none ended for ≥ 5 s in which, by the rate before, ≥ 50 would have, and users waited (half of them had a request under way at the end: `hung`)",
    requires: "values of every second, and a request that succeeded",
    needs: &[Need::Seconds, Need::Successes],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("nothing-succeeds", Limits {
    /// s with requests, none of which succeeded
    seconds = 3.0,
    /// requests in them
    requests = 50.0,
    /// s in which nothing ended while users waited; less than 5 is not looked for
    silent_seconds = 5.0,
});

/// From then to the end of the load, or of the step, no request succeeded.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NothingSucceeds {
    pub step: u32,
    pub from_s: f64,
    /// When the step ended; `None`: it went on to the end of the load.
    pub to_s: Option<f64>,
    /// That failed in that time.
    pub requests: u64,
    /// Users who waited, where nothing ended at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hung: Option<u32>,
}

impl Claimed for NothingSucceeds {
    fn next_step(&self) -> NextStep {
        NextStep::MendFailures
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Time { from_s: self.from_s, to_s: self.to_s.unwrap_or(f64::INFINITY) })
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let found = to_end_of_load(evidence, limits);
    if !found.is_empty() {
        return found;
    }
    let steps = evidence.run.steps.iter().filter_map(|row| to_end_of_step(evidence, row, limits));
    steps.take(1).collect()
}

/// From some second of a step to its end.
fn to_end_of_step(evidence: &Evidence, row: &StepRow, limits: Limits) -> Option<Found> {
    let (_, to_s) = row.span_s();
    let of_step = evidence.recorded.seconds.iter().filter(|second| second.step == row.number);
    let seconds: Vec<&Second> = of_step.filter(|second| f64::from(second.second) < to_s).collect();
    let succeeded = |second: &&Second| {
        let (requests, errors) = answered(second);
        requests.saturating_sub(errors)
    };
    let last_good = seconds.iter().rposition(|second| succeeded(second) > 0)?;
    let after = &seconds[last_good + 1..];
    let from_s = f64::from(after.first()?.second);
    let requests: u64 = after.iter().map(|second| answered(second).0).sum();
    let hung = row.hung.filter(|hang| hang.to_s - hang.from_s >= limits.silent_seconds);
    let fails = after.len() as f64 >= limits.seconds && requests as f64 >= limits.requests;
    if hung.is_none() && !fails {
        return None;
    }
    let item = EvidenceItem::load(LoadMeasure::Errors, Unit::Percent, if fails { 100.0 } else { 0.0 })
        .with_n(requests)
        .between_s(from_s, to_s)
        .in_step(row.number);
    let claim = NothingSucceeds {
        step: row.number,
        from_s: hung.filter(|_| !fails).map_or(from_s, |hang| hang.from_s),
        to_s: Some(hung.filter(|_| !fails).map_or(to_s, |hang| hang.to_s)),
        requests,
        hung: hung.filter(|_| !fails).map(|hang| hang.users),
    };
    Some(Found::new(claim, vec![item]))
}

fn to_end_of_load(evidence: &Evidence, limits: Limits) -> Vec<Found> {
    // What times out after the load has ended says nothing of the end of the load.
    let ends_s = evidence.recorded.steps.iter().map(|step| step.ended_us.unwrap_or(u64::MAX)).max();
    let ends_s = ends_s.unwrap_or(u64::MAX).div_ceil(SECOND_US);
    let under_load = evidence.recorded.seconds.iter().filter(|second| u64::from(second.second) < ends_s);
    let asked = under_load.map(|second| (second, answered(second)));
    let asked: Vec<(&Second, (u64, u64))> = asked.filter(|(_, (requests, _))| *requests > 0).collect();
    let Some(last_good) = asked.iter().rposition(|(_, (requests, errors))| errors < requests) else {
        return Vec::new();
    };
    let after = &asked[last_good + 1..];
    let requests: u64 = after.iter().map(|(_, (requests, _))| requests).sum();
    let is_enough = after.len() as f64 >= limits.seconds && requests as f64 >= limits.requests;
    let Some((first, _)) = after.first().filter(|_| is_enough) else { return Vec::new() };
    let from_s = f64::from(first.second);
    let last_s = after.last().map_or(from_s, |(second, _)| f64::from(second.second) + 1.0);
    let item = EvidenceItem::load(LoadMeasure::Errors, Unit::Percent, 100.0)
        .with_n(requests)
        .between_s(from_s, last_s);
    let claim = NothingSucceeds { step: first.step, from_s, to_s: None, requests, hung: None };
    vec![Found::new(claim, vec![item])]
}

#[cfg(test)]
mod tests {
    use crate::findings::{Claim, NothingSucceeds};
    use plimsoll_testkit::synthetic::{Spec, run};

    /// Nothing ends in the last seconds of the second of three steps, while its users wait.
    fn hung_for(seconds: u32, abandoned: u64) -> Option<NothingSucceeds> {
        let spec = Spec { loads: vec![(50, 1), (100, 1), (100, 1)], measured_s: 20, ..Spec::default() };
        let mut run = run(&spec);
        run.steps[1].abandoned = abandoned;
        let ends = (run.steps[1].measured_to_us.unwrap() / 1_000_000) as u32;
        for second in run.seconds.iter_mut().filter(|s| s.second < ends && s.second + seconds >= ends) {
            second.transactions.clear();
            second
                .generator
                .workers
                .values_mut()
                .for_each(|worker| (worker.busy_us, worker.think_us) = (0, 0));
        }
        let findings = crate::analyse(&[run], &[], 42).runs.remove(0).findings;
        findings.into_iter().find_map(|finding| match finding.claim {
            Claim::NothingSucceeds(claim) => Some(claim),
            _ => None,
        })
    }

    #[test]
    fn a_step_at_whose_end_nothing_ends_hangs() {
        let found = hung_for(8, 100).expect("a hang");
        assert_eq!((found.step, found.requests, found.hung), (2, 0, Some(100)), "{found:?}");
        assert!(found.to_s.is_some());
        assert_eq!(hung_for(3, 100), None);
        assert_eq!(hung_for(0, 0), None);
        // Nobody has a request under way: all of them think.
        assert_eq!(hung_for(8, 0), None);
    }
}
