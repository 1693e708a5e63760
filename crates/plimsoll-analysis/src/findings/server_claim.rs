//! Claims about the servers, from what was watched of them. Shares are percent, times seconds, sizes bytes.

use super::by_step::span_s;
use super::finding::Severity;
use crate::servers::{Pool, Queue};
use crate::statistics::Bounds;
use crate::step::StepRow;
use plimsoll_run::Source;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "claim", rename_all = "kebab-case")]
pub enum ServerClaim {
    /// The cores of a host, or the limit of a container, were in use.
    CpuSaturated { source: Source, steps: Vec<u32>, step: u32, percent: f64, waiting: Option<f64> },
    /// The cores of a host were in use, but by something else than this load; `own_percent` of them by what was watched of
    /// the system and by the load generator.
    OtherWork { source: Source, steps: Vec<u32>, step: u32, percent: f64, own_percent: f64 },
    /// The old generation was full, and collections no longer freed it.
    HeapExhausted {
        source: Source,
        step: u32,
        used_percent_max: f64,
        full_collections: f64,
        full_collections_before: Option<f64>,
        collection_percent: f64,
        throughput_change_percent: Option<f64>,
        /// Since the start of the run; `None`: it did not say that it ran out.
        out_of_memory_at_s: Option<f64>,
    },
    /// Threads stood still for collections.
    GcOverhead { source: Source, steps: Vec<u32>, step: u32, percent: f64, critical: bool },
    /// What stays after collections grows.
    LeakSuspected {
        source: Source,
        floors: u64,
        p: f64,
        bytes_per_day: f64,
        bytes_per_day_bounds_95: Option<Bounds>,
        capacity_bytes: f64,
        first_bytes: f64,
        last_bytes: f64,
        full_in_s: f64,
    },
    /// A server answered nothing while others did.
    InstanceLost {
        source: Source,
        step: u32,
        from_s: f64,
        /// `None`: it did not come back.
        to_s: Option<f64>,
        expected_requests: f64,
        servers: u32,
    },
    /// It began anew while it was under load.
    InstanceRestarted { source: Source, step: u32, at_s: f64 },
    /// From then to the end of the load no request succeeded.
    NothingSucceeds { step: u32, from_s: f64, requests: u64 },
    /// Servers of equal work did not do equally much of it.
    PeerSkew {
        of: PeerMeasure,
        steps: Vec<u32>,
        step: u32,
        high: Source,
        low: Source,
        high_value: f64,
        low_value: f64,
    },
    /// Servers of equal work are not equal.
    UnequalPeers { metric: String, values: Vec<(Source, f64)> },
    /// More came into a queue than was taken out.
    QueueGrows {
        queue: Queue,
        steps: Vec<u32>,
        step: u32,
        from_messages: f64,
        to_messages: f64,
        produced_per_s: Option<f64>,
        consumed_per_s: Option<f64>,
    },
    /// What still waited in a queue when the load ended, and how long that took to be taken. Times are since the start of the
    /// run, or since the end of the load.
    QueueDrained {
        queue: Queue,
        /// At most, from the first step on.
        peak_messages: f64,
        peak_s: f64,
        /// When the load ended.
        waiting_messages: f64,
        /// `None`: they were not gone at the end of the watching.
        drain_s: Option<f64>,
        watched_s: f64,
        /// At the end of the watching.
        left_messages: f64,
    },
    /// A step began before what the step before it left had been done.
    CarryOver { of: CarriedOver, step: u32, value: f64, idle: f64, drain_s: Option<f64> },
    /// Consumers without a partition.
    IdleConsumers { queue: Queue, members: u32, partitions: u32 },
    /// Events that were accepted did not arrive, or arrived more than once.
    EventsLost { name: String, steps: Vec<u32>, sent: u64, lost: u64, doubled: u64 },
    /// Consumers of one host, or one consumer, have most of the partitions, though others could share them.
    UnevenConsumers {
        queue: Queue,
        holder: String,
        is_host: bool,
        held: u32,
        partitions: u32,
        /// Consumers, or hosts, in all.
        holders: u32,
    },
    /// Still busy long after the load.
    NoRecovery { source: Source, before_percent: f64, after_percent: f64, watched_s: f64 },
    /// All connections of a pool were in use, or some waited for one.
    PoolExhausted {
        pool: Pool,
        steps: Vec<u32>,
        step: u32,
        size: f64,
        full_percent: f64,
        pending_max: Option<f64>,
    },
    /// By the times of use it must have been, though no reading saw it.
    PoolTooSmall { pool: Pool, step: u32, size: f64, in_use: f64 },
    /// A container was stopped at its CPU limit.
    Throttled { source: Source, steps: Vec<u32>, step: u32, percent: f64 },
    /// The hypervisor gave the cores to others.
    Steal { source: Source, steps: Vec<u32>, step: u32, percent: f64 },
    /// Memory was written to disk and read back.
    Swap { source: Source, steps: Vec<u32>, step: u32, per_s: f64, in_bytes: bool },
    /// Cores had nothing to do, for processes waited for a disk.
    IoWait { source: Source, steps: Vec<u32>, step: u32, percent: f64, blocked: Option<f64> },
    /// The step's figures still changed when it ended.
    NoSteadyState { step: u32, kind: Unsteady },
    /// The same work took longer and longer.
    DegradesInOrder(Degradation),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PeerMeasure {
    RequestShare,
    Cpu,
    ContainerCpu,
    CollectionShare,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum CarriedOver {
    Queue { queue: Queue },
    Cpu { source: Source },
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "unsteady", rename_all = "kebab-case")]
pub enum Unsteady {
    /// So much of the window is warm-up (MSER-5).
    WarmUp { percent: f64 },
    /// The mean response time of the second half against the first.
    Shift { percent: f64, first_us: f64, second_us: f64 },
}

/// A rising sequence of times of equal work.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Degradation {
    /// Empty: all requests.
    pub transaction: String,
    /// Places in the order in which they were done: steps of a run, or runs.
    pub over: Sequence,
    /// As it was measured, like the last.
    pub first_us: f64,
    pub last_us: f64,
    pub us_per_place: f64,
    pub n: u64,
    pub p: f64,
    /// The first time after the restart of a server that the sequence ends at; `None`: there was none.
    pub after_restart_us: Option<f64>,
    /// That time was nearer to the first of the sequence than to its last.
    pub reset_by_restart: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "over", rename_all = "kebab-case")]
pub enum Sequence {
    Steps {
        steps: Vec<u32>,
    },
    /// By their places in the report, from 0.
    Runs {
        runs: Vec<usize>,
    },
    /// One after another, by their numbers; the step is that of the first.
    Jobs {
        step: u32,
        jobs: Vec<u32>,
    },
}

impl ServerClaim {
    /// Of those that may be critical: whether it says something of this step.
    pub(super) fn is_about(&self, row: &StepRow) -> bool {
        match self {
            ServerClaim::HeapExhausted { step, .. } | ServerClaim::InstanceRestarted { step, .. } => {
                *step == row.number
            }
            ServerClaim::GcOverhead { steps, .. } | ServerClaim::EventsLost { steps, .. } => {
                steps.contains(&row.number)
            }
            ServerClaim::NothingSucceeds { from_s, .. } => span_s(row).1 > *from_s,
            ServerClaim::InstanceLost { from_s, to_s, .. } => {
                let (from, to) = span_s(row);
                *from_s < to && to_s.unwrap_or(f64::INFINITY) > from
            }
            _ => false,
        }
    }

    pub(crate) fn identity(&self) -> (&'static str, Severity) {
        use Severity::{Critical, Information, Warning};
        match self {
            ServerClaim::CpuSaturated { .. } => ("cpu-saturated", Information),
            ServerClaim::OtherWork { .. } => ("other-work", Warning),
            ServerClaim::HeapExhausted { .. } => ("heap-exhaustion", Critical),
            ServerClaim::GcOverhead { critical: true, .. } => ("gc-overhead", Critical),
            ServerClaim::GcOverhead { .. } => ("gc-overhead", Warning),
            ServerClaim::LeakSuspected { .. } => ("leak-suspected", Warning),
            ServerClaim::InstanceLost { .. } | ServerClaim::InstanceRestarted { .. } => {
                ("instance-lost", Critical)
            }
            ServerClaim::NothingSucceeds { .. } => ("nothing-succeeds", Critical),
            ServerClaim::PeerSkew { .. } => ("peer-skew", Warning),
            ServerClaim::UnequalPeers { .. } => ("unequal-peers", Warning),
            ServerClaim::QueueGrows { .. } => ("queue-not-keeping-up", Warning),
            ServerClaim::QueueDrained { drain_s: Some(_), .. } => ("drain-time", Information),
            ServerClaim::QueueDrained { .. } => ("drain-time", Warning),
            ServerClaim::CarryOver { .. } => ("carry-over", Warning),
            ServerClaim::IdleConsumers { .. } | ServerClaim::UnevenConsumers { .. } => {
                ("idle-consumers", Information)
            }
            ServerClaim::EventsLost { lost: 0, .. } => ("events-lost", Warning),
            ServerClaim::EventsLost { .. } => ("events-lost", Critical),
            ServerClaim::NoRecovery { .. } => ("no-recovery", Warning),
            ServerClaim::PoolExhausted { .. } | ServerClaim::PoolTooSmall { .. } => {
                ("pool-exhausted", Warning)
            }
            ServerClaim::Throttled { .. } => ("throttled", Warning),
            ServerClaim::Steal { .. } => ("steal", Warning),
            ServerClaim::Swap { .. } => ("swap", Warning),
            ServerClaim::IoWait { .. } => ("io-wait", Warning),
            ServerClaim::NoSteadyState { .. } => ("no-steady-state", Warning),
            ServerClaim::DegradesInOrder(_) => ("degrades-in-order", Warning),
        }
    }
}
