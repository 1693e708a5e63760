//! `rebalances`: a group of consumers was rebalanced at least four times within ten minutes of the load. A member that leaves and comes back
//! is two; while partitions change hands nobody reads them, and what was read and not committed is read once more.

use crate::findings::by_step::{load_ends_s, starts_s};
use crate::findings::prelude::*;
use crate::servers::queue::MEMBERS;
use crate::servers::readings::attribute;
use plimsoll_run::metric::attribute::MESSAGING_CONSUMER_GROUP_NAME;
use plimsoll_run::{At, SECOND_US, ServerEvent, ServerEventKind};
use std::collections::BTreeSet;

pub(crate) static DETECTOR: Detector = Detector {
    id: "rebalances",
    severities: &[Severity::Warning],
    when: "the partitions of a consumer group change hands ≥ 4 times within 10 minutes of the load: a member that leaves and comes \
        back is two of them",
    requires: "members of a group, and who has which partition (`kafka`, `kafka-lag`)",
    needs: &[Need::Watched(Signal::Consumers)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("rebalances", Limits {
    /// rebalances, at least
    times = 4.0,
    /// s within which they happen
    within_s = 600.0,
});

/// Partitions of a group changed hands again and again.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rebalances {
    pub source: Source,
    pub group: String,
    /// During the load.
    pub times: u32,
    pub from_s: f64,
    pub to_s: f64,
}

impl Claimed for Rebalances {
    fn next_step(&self) -> NextStep {
        NextStep::SteadyMembers
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    groups(evidence)
        .into_iter()
        .filter_map(|(source, group)| of_group(evidence, source, group, limits))
        .collect()
}

/// By their sources.
fn groups<'a>(evidence: &Evidence<'a>) -> BTreeSet<(&'a Source, &'a str)> {
    let members = evidence.readings().metric(MEMBERS);
    members.map(|s| (&s.series.source, attribute(&s.series, MESSAGING_CONSUMER_GROUP_NAME))).collect()
}

fn of_group(evidence: &Evidence, source: &Source, group: &str, limits: Limits) -> Option<Found> {
    let (begins, ends) = (starts_s(evidence).first()?.1, load_ends_s(evidence.run)?);
    let events = evidence.recorded.telemetry.events.iter().filter(|event| event.source == *source);
    let mut times: Vec<f64> = events.filter_map(|event| rebalanced_s(event, group)).collect();
    times.retain(|at| (begins..ends).contains(at));
    times.sort_by(f64::total_cmp);
    let often = limits.times.max(2.0) as usize;
    if !times.windows(often).any(|window| window[often - 1] - window[0] <= limits.within_s) {
        return None;
    }
    let (from_s, to_s) = (*times.first()?, *times.last()?);
    let item =
        EvidenceItem::server(source, ServerEventKind::Rebalance.name(), Unit::Count, times.len() as f64)
            .between_s(from_s, to_s);
    let claim = Rebalances {
        source: source.clone(),
        group: group.to_owned(),
        times: times.len() as u32,
        from_s,
        to_s,
    };
    Some(Found::new(claim, vec![item]))
}

/// When the partitions of this group changed hands, in seconds of the run. Readers put the group's name first; what only says that it is in the
/// middle of a rebalance is not counted.
fn rebalanced_s(event: &ServerEvent, group: &str) -> Option<f64> {
    let is_of_group = event.text.strip_prefix(group).is_some_and(|rest| rest.starts_with(": "));
    match event.at {
        At::Run(us) if event.kind == ServerEventKind::Rebalance && is_of_group => {
            Some(us as f64 / SECOND_US as f64)
        }
        _ => None,
    }
}
