//! The table: a resource in a step.

use crate::servers::ReadingSummary;
use crate::servers::queue::floors;
use crate::servers::readings::{Values, inside, summary};
use crate::step::StepRow;
use plimsoll_run::Source;
use serde::Serialize;

/// Something that work waits for when it is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Resource {
    /// The load generator's workers.
    Generator,
    Cpu,
    ContainerCpu,
    /// Of a container, against its limit; of a host, by what it pages.
    Memory,
    Heap,
    Disk,
    Network,
    /// One thread, which can use one core however many there are: an event loop, a single-threaded service.
    Thread,
    /// A pool of connections.
    Pool,
    /// Files and connections that a process may have open.
    Descriptors,
    /// Places in which work waits for those who do it.
    WorkQueue,
    /// Something else of a service's own of which there is only so much.
    Limit,
    /// Locks in a database.
    Locks,
    /// Consumers of a queue.
    Queue,
}

/// One resource in one step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Usage {
    pub resource: Resource,
    /// `None`: the load generator.
    pub source: Option<Source>,
    /// Of several of the kind on one source: a pool, a device, a group of consumers. Empty: there is one.
    pub name: String,
    pub step: u32,
    /// Busy share of what there is, percent; `None`: not watched, or of no known size.
    pub utilisation_percent: Option<ReadingSummary>,
    pub saturation: Option<Saturation>,
    /// Per second, or in all, as the resource counts them.
    pub errors: Option<f64>,
}

/// Work that waits, in the measure of the resource.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "of", content = "value", rename_all = "kebab-case")]
pub enum Saturation {
    /// Processes that were ready to run, for each core where the cores are known.
    Runnable(ReadingSummary),
    /// % of the periods in which a container was stopped.
    ThrottledPercent(ReadingSummary),
    /// % of the time in which threads stood still for collections.
    CollectingPercent(ReadingSummary),
    /// Operations that waited for a device.
    DiskQueue(ReadingSummary),
    /// % of the CPU time in which everything waited for a disk.
    IoWaitPercent(ReadingSummary),
    /// Processes that were blocked by a disk, as % of the requests that were under way.
    BlockedPercent(ReadingSummary),
    /// Bytes or pages per second, in and out.
    Paging(ReadingSummary),
    /// Who waited for a connection.
    Pending(ReadingSummary),
    /// Who waited for a lock.
    LockWaits(ReadingSummary),
    /// Messages that wait, more at the end of the step than at its beginning.
    LagGrowth(ReadingSummary),
    /// % of the time in which a worker waited for its core.
    RunDelayPercent(ReadingSummary),
}

impl Saturation {
    pub fn measured(&self) -> ReadingSummary {
        match self {
            Saturation::Runnable(m)
            | Saturation::ThrottledPercent(m)
            | Saturation::CollectingPercent(m)
            | Saturation::DiskQueue(m)
            | Saturation::IoWaitPercent(m)
            | Saturation::BlockedPercent(m)
            | Saturation::Paging(m)
            | Saturation::Pending(m)
            | Saturation::LockWaits(m)
            | Saturation::LagGrowth(m)
            | Saturation::RunDelayPercent(m) => *m,
        }
    }

    /// More waits than can be chance.
    pub fn is_high(&self) -> bool {
        let mean = self.measured().mean;
        match self {
            Saturation::Runnable(_) => mean > 2.0,
            Saturation::ThrottledPercent(_) => mean > 5.0,
            Saturation::CollectingPercent(_) => mean > 10.0,
            Saturation::DiskQueue(_) => mean > 2.0,
            Saturation::IoWaitPercent(_) => mean > 20.0,
            // Most of them.
            Saturation::BlockedPercent(_) => mean > 50.0,
            Saturation::Paging(_) => mean > 65_536.0,
            Saturation::Pending(_) | Saturation::LockWaits(_) => mean > 0.5,
            Saturation::LagGrowth(_) => mean > 100.0,
            Saturation::RunDelayPercent(_) => mean > 5.0,
        }
    }
}

/// The name of a [`Resource::Thread`] that is all threads of a process: none is busy alone, and together they use one core.
pub const ALL_THREADS: &str = "all";

/// The name of a [`Resource::Disk`] that is waited for while the host's devices have little to do.
pub const OUTSIDE_DEVICES: &str = "outside";

/// Above this a resource is used up: queues in front of it grow without bound near 100 %.
pub(super) const FULL_PERCENT: f64 = 90.0;

impl Usage {
    /// Used up, or work waits for it.
    pub fn is_saturated(&self) -> bool {
        self.saturation.is_some_and(|s| s.is_high()) || self.is_full()
    }

    pub(super) fn is_full(&self) -> bool {
        // A full heap is an ordinary one: only collections tell.
        let counts = !matches!(self.resource, Resource::Heap | Resource::Memory);
        counts && self.utilisation_percent.is_some_and(|u| u.mean > FULL_PERCENT)
    }

    pub fn key(&self) -> (Resource, Option<Source>, String) {
        (self.resource, self.source.clone(), self.name.clone())
    }
}

/// Values of what waits, and how they are said.
pub(super) type Saturated = (fn(ReadingSummary) -> Saturation, Values);

/// One resource over the whole time.
pub(super) struct ResourceLine {
    pub resource: Resource,
    pub source: Source,
    pub name: String,
    /// From 0 to 1; empty: not known.
    pub utilisation: Values,
    pub saturation: Option<Saturated>,
    pub errors: Values,
    /// What it is was told by its name, or by the shape of its use, alone: no strong claim rests on it.
    pub is_guessed: bool,
}

/// By how much more waits at the end of a step, as the finding counts it; not the mean, which is of a step half done.
fn grown(row: &StepRow, values: &[(f64, f64)], measured: ReadingSummary) -> ReadingSummary {
    let (from, to) = row.span_s();
    let last = floors(inside(values, from, to)).last().copied();
    ReadingSummary { mean: last.unwrap_or(measured.mean), ..measured }
}

/// All lines in all steps in which they were read.
pub(super) fn table(rows: &[StepRow], lines: &[ResourceLine]) -> Vec<Usage> {
    let of = |row: &StepRow, line: &[(f64, f64)], factor: f64| -> Option<ReadingSummary> {
        let step = summary(line, row.span_s())?;
        Some(ReadingSummary { mean: step.mean * factor, max: step.max * factor, n: step.n })
    };
    let mut table = Vec::new();
    for line in lines {
        for row in rows {
            let usage = Usage {
                resource: line.resource,
                source: Some(line.source.clone()),
                name: line.name.clone(),
                step: row.number,
                utilisation_percent: of(row, &line.utilisation, 100.0),
                saturation: line.saturation.as_ref().and_then(|(make, values)| {
                    let measured = of(row, values, 1.0)?;
                    Some(make(if line.resource == Resource::Queue {
                        grown(row, values, measured)
                    } else {
                        measured
                    }))
                }),
                errors: of(row, &line.errors, 1.0).map(|m| m.mean),
            };
            if usage.utilisation_percent.is_some() || usage.saturation.is_some() || usage.errors.is_some() {
                table.push(usage);
            }
        }
    }
    table
}
