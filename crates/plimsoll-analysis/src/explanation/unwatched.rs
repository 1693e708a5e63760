//! Of which resources nothing is known.

use crate::bottleneck::{LimitVerdict, LimitingFactor, NotKnown, Resource};
use serde::Serialize;

/// Resources that are watched together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UnwatchedPart {
    Cpu,
    /// Heap, a container's memory, paging.
    Memory,
    Disks,
    /// Pools, queues and limits of a service's own.
    Pools,
    /// One thread of a process.
    Threads,
    /// Locks of a database.
    Locks,
}

impl UnwatchedPart {
    const ALL: [UnwatchedPart; 6] = [
        UnwatchedPart::Cpu,
        UnwatchedPart::Memory,
        UnwatchedPart::Disks,
        UnwatchedPart::Pools,
        UnwatchedPart::Threads,
        UnwatchedPart::Locks,
    ];

    fn is_seen_by(self, resource: Resource) -> bool {
        use Resource::{
            ContainerCpu, Cpu, Descriptors, Disk, Heap, Limit, Locks, Memory, Pool, Thread, WorkQueue,
        };
        match self {
            UnwatchedPart::Cpu => matches!(resource, Cpu | ContainerCpu),
            UnwatchedPart::Memory => matches!(resource, Memory | Heap),
            UnwatchedPart::Disks => resource == Disk,
            UnwatchedPart::Pools => matches!(resource, Pool | WorkQueue | Limit),
            UnwatchedPart::Threads => matches!(resource, Thread | Descriptors),
            UnwatchedPart::Locks => resource == Locks,
        }
    }
}

/// Pools first, where the load says that more than one, and only so many, are served at a time. Nothing, where no watching would help:
/// the load generator was the limit, nothing was measured, or all was watched for too short a time.
pub(super) fn of(factor: &LimitingFactor, is_wide: bool) -> Vec<UnwatchedPart> {
    let reason = match &factor.verdict {
        LimitVerdict::NotKnown { reason } => Some(reason),
        LimitVerdict::Causes { .. } => None,
    };
    if matches!(reason, Some(NotKnown::Generator { .. } | NotKnown::NoStep | NotKnown::TooFewReadings { .. }))
    {
        return Vec::new();
    }
    let is_unseen = |part: &UnwatchedPart| !factor.table.iter().any(|usage| part.is_seen_by(usage.resource));
    let mut parts: Vec<UnwatchedPart> = UnwatchedPart::ALL.into_iter().filter(is_unseen).collect();
    if is_wide {
        parts.sort_by_key(|part| *part != UnwatchedPart::Pools);
    }
    parts
}
