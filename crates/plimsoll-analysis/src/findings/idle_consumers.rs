//! `idle-consumers`: a group has more members than the topic has partitions, in most readings: some do nothing. Which host
//! holds which partitions is not among the readings, so a host that holds most of them is not found.

use super::detector::{Evidence, Found};
use super::exhibit::{Exhibit, Unit};
use super::server_claim::ServerClaim;
use crate::servers::Queue;
use crate::servers::queue::MEMBERS;
use crate::servers::readings::median;

pub(super) fn detect(evidence: &Evidence) -> Vec<Found> {
    let readings = evidence.readings();
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
        let exhibit =
            Exhibit::server(&queue.source, MEMBERS, Unit::Count, usual).with_n(members.len() as u64);
        let claim =
            ServerClaim::IdleConsumers { queue, members: usual as u32, partitions: partitions as u32 };
        Some(Found::new(claim, vec![exhibit]))
    });
    found.collect()
}
