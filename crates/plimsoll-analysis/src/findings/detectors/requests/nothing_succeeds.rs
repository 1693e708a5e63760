//! `nothing-succeeds`: from some second to the end of the load no request succeeded, though some had before: in three
//! seconds or more that had requests, and at least fifty of them. The system was gone, or let nobody in.

use crate::findings::prelude::*;
use plimsoll_run::TransactionKind;
use plimsoll_run::record::Second;

pub(crate) static DETECTOR: Detector = Detector {
    id: "nothing-succeeds",
    severities: &[Severity::Critical],
    when: "from some second to the end of the load no request succeeded, though some had before: ≥ 3 s with ≥ \
        50 requests",
    requires: "values of every second",
    needs: &[Need::Seconds],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("nothing-succeeds", Limits {
    /// s with requests, none of which succeeded
    seconds = 3.0,
    /// requests in them
    requests = 50.0,
});

/// From then to the end of the load no request succeeded.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NothingSucceeds {
    pub step: u32,
    pub from_s: f64,
    pub requests: u64,
}

impl Claimed for NothingSucceeds {
    fn next_step(&self) -> NextStep {
        NextStep::MendFailures
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Time { from_s: self.from_s, to_s: f64::INFINITY })
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let asked = evidence.recorded.seconds.iter().map(|second| (second, answered(second)));
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
    let claim = NothingSucceeds { step: first.step, from_s, requests };
    vec![Found::new(claim, vec![item])]
}

/// Requests that ended in a second, and how many of them failed.
fn answered(second: &Second) -> (u64, u64) {
    let of = second.transactions.iter().filter(|(name, _)| name.kind == TransactionKind::Request);
    of.fold((0, 0), |(requests, errors), (_, interval)| {
        (requests + interval.requests, errors + interval.errors_total())
    })
}
