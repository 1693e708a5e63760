//! What a detector needs to be able to look.

use super::evidence::{Evidence, MultiRun};
use crate::servers::readings::Readings;
use crate::servers::{cpu, heap, peers, pool, queue};
use crate::step::StepRow;
use plimsoll_run::metric;
use plimsoll_run::{Design, ImportedRows, LoadGeneratorKind, Note, NoteContent, StepProblem};
use serde::Serialize;

/// Something without which a detector can say nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Need {
    /// So many steps with figures.
    Steps(u32),
    /// So many valid steps of different load.
    Loads(u32),
    /// The same, whatever their mixes of transactions: each transaction is looked at by itself.
    LoadsOfAnyMix(u32),
    /// A watched signal.
    Watched(Signal),
    /// Any of these.
    WatchedAny(&'static [Signal]),
    /// So many servers of equal work.
    Peers,
    /// So many runs, to look at them together.
    Runs(u32),
    /// So many variants.
    Variants(u32),
    Requirements,
    /// Counts of events that arrived elsewhere.
    Completions,
    /// Counts or shares of errors; a table may be silent of them.
    Errors,
    /// Long tasks of the system under test.
    Jobs,
    /// Values of every second, for that is what varies.
    Seconds,
    /// A step that was measured for so long.
    StepOfSeconds(u32),
    /// An imported table of this kind.
    Imported(ImportedTableKind),
    /// A run that Plimsoll drove itself: of an imported one neither its plan nor the load generator's health is known.
    OwnMeasurement,
    /// A search for the highest rate at which the requirements hold.
    CapacitySearch,
    /// Some request succeeded.
    Successes,
    /// Checks that belong to no request: k6 has such.
    ScriptChecks,
}

/// What a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ImportedTableKind {
    Servers,
    Summaries,
    Means,
}

impl ImportedTableKind {
    fn is(self, rows: &ImportedRows) -> bool {
        match rows {
            ImportedRows::Steps(_) => false,
            ImportedRows::Servers(_) => self == ImportedTableKind::Servers,
            ImportedRows::Summaries(_) => self == ImportedTableKind::Summaries,
            ImportedRows::Means(_) => self == ImportedTableKind::Means,
        }
    }
}

/// What can be watched of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Signal {
    HostCpu,
    ContainerCpu,
    CpuSteal,
    IoWait,
    Paging,
    OldHeap,
    Collections,
    HeapAfterCollections,
    Pools,
    Lag,
    Consumers,
    Throttling,
    /// The busiest thread of a process.
    Threads,
    /// Of a process or a container.
    ProcessMemory,
    /// Of a database.
    RowsRead,
    /// Of a host's kernel.
    Tcp,
}

impl Signal {
    fn is_there(self, readings: Readings) -> bool {
        let metrics: &[&str] = match self {
            Signal::HostCpu => &[cpu::UTILIZATION, cpu::TIME],
            Signal::ContainerCpu => &[metric::CONTAINER_CPU_USAGE, metric::CONTAINER_CPU_TIME],
            Signal::CpuSteal => return has_mode(readings, "steal"),
            Signal::IoWait => return has_mode(readings, "iowait"),
            Signal::Paging => &[metric::SYSTEM_PAGING_IO, metric::SYSTEM_PAGING_OPERATIONS],
            Signal::OldHeap => {
                return [heap::USED, heap::UTILIZATION]
                    .iter()
                    .any(|metric| readings.metric(metric).any(|s| heap::is_old(&s.series)));
            }
            Signal::Collections => &[heap::COLLECTIONS],
            Signal::HeapAfterCollections => {
                return Signal::OldHeap.is_there(readings) || readings.metric(heap::AFTER).next().is_some();
            }
            Signal::Pools => &pool::PoolKind::ALL.map(pool::PoolKind::metric_max),
            Signal::Lag => &queue::LAGS,
            Signal::Consumers => &[queue::MEMBERS],
            Signal::Threads => &[metric::PROCESS_THREAD_CPU_UTILIZATION],
            Signal::RowsRead => &[metric::MYSQL_HANDLERS, metric::POSTGRESQL_TUP_RETURNED],
            Signal::ProcessMemory => &[metric::PROCESS_MEMORY_USAGE, metric::CONTAINER_MEMORY_USAGE],
            Signal::Tcp => {
                &[metric::SYSTEM_TCP_SEGMENTS_RETRANSMITTED, metric::SYSTEM_TCP_ACCEPT_QUEUE_OVERFLOWS]
            }
            Signal::Throttling => &[metric::CONTAINER_CPU_THROTTLING_DATA_PERIODS],
        };
        metrics.iter().any(|metric| readings.metric(metric).next().is_some())
    }
}

fn has_mode(readings: Readings, mode: &str) -> bool {
    readings
        .sources(&[cpu::UTILIZATION, cpu::TIME])
        .iter()
        .any(|source| !cpu::mode(readings, source, mode).is_empty())
}

/// Why a detector could not look.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "missing", rename_all = "kebab-case")]
pub enum Missing {
    Steps {
        needed: u32,
        found: u32,
    },
    Loads {
        needed: u32,
        found: u32,
    },
    Watched {
        signals: Vec<Signal>,
    },
    Peers,
    Runs {
        needed: u32,
        found: u32,
    },
    Variants {
        needed: u32,
        found: u32,
    },
    Requirements,
    Completions,
    Errors,
    Jobs,
    Seconds,
    /// No step was measured for so long.
    StepOfSeconds {
        needed: u32,
    },
    /// The run was imported.
    OwnMeasurement,
    /// It is not known how many users there were.
    Users,
    /// The load was a ramp: it has no plateau.
    SteadyLoads,
    /// Steps are of different mixes of transactions: more load was also other work.
    SameMix,
    /// Response times rose in nearly every step while its load stayed the same.
    SteadyTimes,
    CapacitySearch,
    Successes,
    ScriptChecks,
    #[serde(rename = "imported")]
    Imported {
        kind: ImportedTableKind,
    },
}

impl Need {
    /// `None`: it is there.
    pub(super) fn missing(&self, evidence: &Evidence) -> Option<Missing> {
        let run = evidence.run;
        match *self {
            Need::Steps(needed) => {
                let found = run.steps.iter().filter(|row| row.requests > 0).count() as u32;
                (found < needed).then_some(Missing::Steps { needed, found })
            }
            Need::Loads(_) | Need::LoadsOfAnyMix(_) if matches!(run.header.design, Design::Ramp { .. }) => {
                Some(Missing::SteadyLoads)
            }
            Need::Loads(_) | Need::LoadsOfAnyMix(_) if run.rising.is_some() => Some(Missing::SteadyTimes),
            Need::Loads(_) if run.mixes_differ().is_some() => Some(Missing::SameMix),
            Need::Loads(_) | Need::LoadsOfAnyMix(_) if run.steps.iter().any(|row| row.is_at_work) => {
                Some(Missing::Users)
            }
            Need::OwnMeasurement => {
                // What failed in the load generator itself stands in its results too.
                let own_failures =
                    run.steps.iter().flat_map(|row| &row.problems).any(StepProblem::is_generators);
                (run.is_imported() && !own_failures).then_some(Missing::OwnMeasurement)
            }
            Need::Loads(needed) | Need::LoadsOfAnyMix(needed) => {
                let mut loads: Vec<f64> =
                    run.steps.iter().filter(|row| row.is_valid()).map(|row| row.load().value()).collect();
                loads.sort_by(f64::total_cmp);
                loads.dedup();
                let found = loads.len() as u32;
                (found < needed).then_some(Missing::Loads { needed, found })
            }
            Need::Watched(signal) => {
                (!signal.is_there(evidence.readings())).then(|| Missing::Watched { signals: vec![signal] })
            }
            Need::WatchedAny(signals) => {
                let any = signals.iter().any(|signal| signal.is_there(evidence.readings()));
                (!any).then(|| Missing::Watched { signals: signals.to_vec() })
            }
            Need::Peers => {
                let hosts = peers::hosts(&evidence.recorded.telemetry, evidence.observed);
                // A role alone is nothing to compare.
                let is_seen = |host: &&&str| {
                    let logs = evidence.observed.requests.iter().any(|second| second.source.host == **host);
                    logs || evidence.observed.points.iter().any(|of| of.series.source.host == **host)
                };
                let any = hosts.iter().any(|group| group.iter().filter(is_seen).count() > 1);
                let none = !any && peers::pools(evidence.readings()).is_empty();
                none.then_some(Missing::Peers)
            }
            Need::Requirements => run.header.requirements.is_empty().then_some(Missing::Requirements),
            Need::Completions => evidence.recorded.completions.is_empty().then_some(Missing::Completions),
            Need::Errors => {
                let known = run.steps.iter().any(|row| run.errors_known(row));
                (run.header.means_only && !known).then_some(Missing::Errors)
            }
            Need::Jobs => evidence.recorded.jobs.is_empty().then_some(Missing::Jobs),
            Need::Seconds => run.header.means_only.then_some(Missing::Seconds),
            Need::StepOfSeconds(needed) => {
                let is_long = |row: &StepRow| row.measured_s >= f64::from(needed);
                (!run.steps.iter().any(is_long)).then_some(Missing::StepOfSeconds { needed })
            }
            Need::Imported(kind) => {
                let any = run.header.imported_tables.iter().any(|table| kind.is(&table.rows));
                (!any).then_some(Missing::Imported { kind })
            }
            Need::CapacitySearch => run.rate_capacity().is_none().then_some(Missing::CapacitySearch),
            Need::Successes => {
                let some = run.steps.iter().any(|row| row.succeeded() > 0) || run.steps.is_empty();
                (!some).then_some(Missing::Successes)
            }
            Need::ScriptChecks => {
                let generator = &run.header.generator;
                let is_k6 = |name: &String| name.starts_with("k6");
                let of_k6 = generator.imported().is_some_and(|by| by.tools.iter().any(is_k6))
                    || matches!(generator, LoadGeneratorKind::Tool { name, .. } if is_k6(name));
                let is_check = |note: &Note| matches!(note.content, NoteContent::ChecksFailed { .. });
                let any = of_k6 || evidence.recorded.notes.iter().any(is_check);
                (!any).then_some(Missing::ScriptChecks)
            }
            Need::Runs(_) | Need::Variants(_) => None,
        }
    }

    pub(super) fn missing_in_runs(&self, several: &MultiRun) -> Option<Missing> {
        match *self {
            Need::Runs(needed) => {
                let found = several.runs.len() as u32;
                (found < needed).then_some(Missing::Runs { needed, found })
            }
            Need::Variants(needed) => {
                let found = several.variants().len() as u32;
                (found < needed).then_some(Missing::Variants { needed, found })
            }
            _ => None,
        }
    }
}
