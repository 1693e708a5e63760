//! `idle-consumers`: a group has more members than the topic has partitions, in most readings: some do nothing. Or the
//! consumers of one host (where all are of one host: those whose client ids differ only in a number at the end) have more
//! than 60 % of the partitions, and more than an even share. A host is called by its client id where it has one of its own.

use crate::findings::prelude::*;
use crate::servers::Queue;
use crate::servers::queue::{ASSIGNED, CLIENT, CLIENT_HOST, MEMBERS};
use crate::servers::readings::{Readings, attribute, median};
use plimsoll_run::Series;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) static DETECTOR: Detector = Detector {
    id: "idle-consumers",
    severities: &[Severity::Information],
    when: "a group has more members than the topic has partitions; or one host's consumers (where all are of \
        one host: those whose client ids differ in a number at the end, which also name a host that has one \
        of its own) have > 60 % of the partitions and more than an even share",
    requires: "lag, members; for the latter `kafka.consumer_group.member.partitions`",
    needs: &[Need::Watched(Signal::Lag), Need::Watched(Signal::Consumers)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("idle-consumers", Limits {
    /// % of the partitions that one host, or one client, has
    assigned_percent = 60.0,
});

/// Consumers without a partition.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IdleConsumers {
    pub queue: Queue,
    pub members: u32,
    pub partitions: u32,
}

impl Claimed for IdleConsumers {
    fn next_step(&self) -> NextStep {
        NextStep::MatchPartitions
    }
}

/// Consumers of one host, or one consumer, have most of the partitions, though others could share them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnevenConsumers {
    pub queue: Queue,
    pub holder: String,
    pub is_host: bool,
    pub assigned: u32,
    pub partitions: u32,
    /// Consumers, or hosts, in all.
    pub holders: u32,
}

impl Claimed for UnevenConsumers {
    fn next_step(&self) -> NextStep {
        NextStep::SpreadConsumers
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let mut found: Vec<Found> =
        Queue::all(readings).iter().filter_map(|queue| uneven(readings, queue, limits)).collect();
    found.extend(more_than_partitions(readings));
    found
}

fn more_than_partitions(readings: Readings) -> Vec<Found> {
    let mut queues = Queue::all(readings);
    // A group that reads several topics has work where they have partitions for all: the largest counts.
    queues.sort_by_key(|queue| std::cmp::Reverse(queue.partitions(readings)));
    let mut seen: Vec<String> = Vec::new();
    queues.retain(|queue| {
        let new = !seen.contains(&queue.group);
        seen.push(queue.group.clone());
        new
    });
    let found = queues.into_iter().filter_map(|queue| {
        let members = queue.members(readings);
        let (usual, partitions) = (median(&members)?, queue.partitions(readings));
        if partitions == 0 || usual <= partitions as f64 {
            return None;
        }
        let item =
            EvidenceItem::server(&queue.source, MEMBERS, Unit::Count, usual).with_n(members.len() as u64);
        let claim = IdleConsumers { queue, members: usual as u32, partitions: partitions as u32 };
        Some(Found::new(claim, vec![item]))
    });
    found.collect()
}

fn uneven(readings: Readings, queue: &Queue, limits: Limits) -> Option<Found> {
    let own =
        || readings.metric(ASSIGNED).filter(|s| s.series.source == queue.source && queue.is_of(&s.series));
    let by = |holder: fn(&Series) -> &str| {
        let mut assigned: BTreeMap<&str, (f64, u64)> = BTreeMap::new();
        for series in own() {
            let entry = assigned.entry(holder(&series.series)).or_default();
            entry.0 += series.points.iter().map(|point| point.value).sum::<f64>();
            entry.1 += series.points.len() as u64;
        }
        assigned
    };
    let of_hosts = by(|series| attribute(series, CLIENT_HOST));
    let of_families = by(|series| family(attribute(series, CLIENT)));
    let pairs: BTreeSet<(&str, &str)> =
        own().map(|s| (attribute(&s.series, CLIENT_HOST), family(attribute(&s.series, CLIENT)))).collect();
    // Hosts are addresses: where each has a client id of its own, that says more.
    let ids_name_hosts = pairs.len() == of_hosts.len() && pairs.len() == of_families.len();
    let is_host = of_hosts.len() > 1 && !ids_name_hosts;
    let assigned = if is_host { of_hosts } else { of_families };
    let partitions = queue.partitions(readings);
    // By the time for which they had them: a rebalance changes it little.
    let all: f64 = assigned.values().map(|(sum, _)| sum).sum();
    let (holder, (sum, n)) = assigned.iter().max_by(|a, b| a.1.0.total_cmp(&b.1.0))?;
    let even = partitions.div_ceil(assigned.len().max(1)) as f64;
    let share = sum / all.max(1.0);
    let count = (share * partitions as f64).round();
    if assigned.len() < 2 || 100.0 * share <= limits.assigned_percent || count <= even {
        return None;
    }
    let item = EvidenceItem::server(&queue.source, ASSIGNED, Unit::Percent, 100.0 * share).with_n(*n);
    let claim = UnevenConsumers {
        queue: queue.clone(),
        holder: (*holder).to_owned(),
        is_host,
        assigned: count as u32,
        partitions: partitions as u32,
        holders: assigned.len() as u32,
    };
    Some(Found::new(claim, vec![item]))
}

/// A client id without the number that tells the consumers of one process apart.
fn family(client: &str) -> &str {
    let without = client.trim_end_matches(|c: char| c.is_ascii_digit());
    let without = without.strip_suffix(['-', '_', '.', '#']).filter(|_| without.len() < client.len());
    without.unwrap_or(client)
}
