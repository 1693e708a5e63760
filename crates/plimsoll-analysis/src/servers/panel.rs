//! Which metrics belong in one figure, and how they are drawn: a table.

use crate::figures::Quantity;
use plimsoll_run::Series;
use serde::Serialize;

/// A figure that every source has which knows its metrics; in the order of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PanelKind {
    Cpu,
    RunQueue,
    LoadAverage,
    DiskTraffic,
    DiskBusy,
    Paging,
    HostMemory,
    HostNetwork,
    ContainerCpu,
    ContainerMemory,
    ContainerNetwork,
    /// Of a process, as it or its JVM tells.
    ProcessCpu,
    /// The same from the CPU time that it used, where nothing else tells.
    ProcessCpuTime,
    YoungHeap,
    OldHeap,
    Heap,
    HeapAfterCollection,
    Collections,
    CollectionShare,
    CollectionPauses,
    /// Code, classes and what else a JVM keeps beside its heap.
    NonHeap,
    Threads,
    Uptime,
    /// Requests that a service counted itself.
    RequestsServed,
    /// Their mean time.
    RequestTimes,
    ConnectionPool,
    DatabaseThreads,
    DatabaseQueries,
    /// Of all partitions that a group of consumers reads.
    LagTotal,
    Lag,
    /// From a server's own log.
    Calls,
    ServerTimes,
}

impl PanelKind {
    /// Values that come when something happened, not at steady intervals.
    pub fn is_of_events(self) -> bool {
        matches!(self, PanelKind::HeapAfterCollection | PanelKind::CollectionPauses)
    }
}

/// What becomes of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// As it is, times a factor.
    State(f64),
    /// Growth of a total per second, times a factor.
    Growth(f64),
}

/// One kind of figure.
#[derive(Clone, Copy, Debug)]
pub struct Panel {
    pub kind: PanelKind,
    pub quantity: Quantity,
    pub lines: &'static [Line],
}

/// Series of one metric.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub metric: &'static str,
    /// Attributes that it must have.
    pub with: &'static [(&'static str, &'static str)],
    /// Attributes that it must not have: series that are a part of another one.
    pub without: &'static [&'static str],
    /// The attribute whose value names the line; empty: `name`.
    pub by: &'static str,
    pub name: &'static str,
    pub shape: Shape,
    /// All that fit are added up.
    pub sum: bool,
}

const LINE: Line =
    Line { metric: "", with: &[], without: &[], by: "", name: "", shape: Shape::State(1.0), sum: false };
const PERCENT: Shape = Shape::State(100.0);
const MIB: f64 = 1.0 / (1024.0 * 1024.0);

const fn state(metric: &'static str, by: &'static str, factor: f64) -> Line {
    Line { metric, by, shape: Shape::State(factor), ..LINE }
}

const fn growth(metric: &'static str, by: &'static str, factor: f64) -> Line {
    Line { metric, by, shape: Shape::Growth(factor), ..LINE }
}

const fn pool(
    metric: &'static str,
    pool: &'static [(&'static str, &'static str)],
    name: &'static str,
) -> Line {
    Line { metric, with: pool, name, shape: Shape::State(MIB), sum: true, ..LINE }
}

/// Where the JVM tells the whole heap, its pools would count it twice.
const fn whole_heap(metric: &'static str, name: &'static str) -> Line {
    Line { metric, with: HEAP, without: &[POOL], name, shape: Shape::State(MIB), ..LINE }
}

const POOL: &str = "jvm.memory.pool.name";
const EDEN: &[(&str, &str)] = &[(POOL, "eden")];
const OLD: &[(&str, &str)] = &[(POOL, "old")];
const COUNTS: &[(&str, &str)] = &[("statistic", "count")];
const SUMS: &[(&str, &str)] = &[("statistic", "sum")];
const HEAP: &[(&str, &str)] = &[("jvm.memory.type", "heap")];
const NON_HEAP: &[(&str, &str)] = &[("jvm.memory.type", "non_heap")];

pub const PANELS: &[Panel] = &[
    Panel {
        kind: PanelKind::Cpu,
        quantity: Quantity::PercentOfAllCpus,
        lines: &[Line { shape: PERCENT, ..state("system.cpu.utilization", "cpu.mode", 1.0) }],
    },
    Panel {
        kind: PanelKind::RunQueue,
        quantity: Quantity::Processes,
        lines: &[state("system.process.count", "system.process.status", 1.0)],
    },
    Panel {
        kind: PanelKind::LoadAverage,
        quantity: Quantity::Processes,
        lines: &[Line { name: "1 min", ..state("system.cpu.load_average.1m", "", 1.0) }],
    },
    Panel {
        kind: PanelKind::DiskTraffic,
        quantity: Quantity::MibPerS,
        lines: &[Line { without: &["system.device"], ..growth("system.disk.io", "disk.io.direction", MIB) }],
    },
    Panel {
        kind: PanelKind::DiskBusy,
        quantity: Quantity::PercentOfTime,
        lines: &[growth("system.disk.io_time", "system.device", 100.0)],
    },
    Panel {
        kind: PanelKind::Paging,
        quantity: Quantity::MibPerS,
        lines: &[growth("system.paging.io", "system.paging.direction", MIB)],
    },
    Panel {
        kind: PanelKind::HostMemory,
        quantity: Quantity::Mib,
        lines: &[state("system.memory.usage", "system.memory.state", MIB)],
    },
    Panel {
        kind: PanelKind::HostNetwork,
        quantity: Quantity::MibPerS,
        lines: &[Line { sum: true, ..growth("system.network.io", "network.io.direction", MIB) }],
    },
    Panel {
        kind: PanelKind::ContainerCpu,
        quantity: Quantity::CpuPercent,
        lines: &[
            Line { name: "CPU", ..state("container.cpu.usage", "", 100.0) },
            Line { name: "CPU", ..growth("container.cpu.time", "", 100.0) },
        ],
    },
    Panel {
        kind: PanelKind::ContainerMemory,
        quantity: Quantity::Mib,
        lines: &[
            Line { name: "used", ..state("container.memory.usage", "", MIB) },
            Line { name: "limit", ..state("container.memory.limit", "", MIB) },
        ],
    },
    Panel {
        kind: PanelKind::ContainerNetwork,
        quantity: Quantity::MibPerS,
        lines: &[Line { sum: true, ..growth("container.network.io", "network.io.direction", MIB) }],
    },
    Panel {
        kind: PanelKind::ProcessCpu,
        quantity: Quantity::PercentOfAllCpus,
        lines: &[
            Line { name: "process", ..state("jvm.cpu.recent_utilization", "", 100.0) },
            Line { name: "machine", without: &["cpu.mode"], ..state("system.cpu.utilization", "", 100.0) },
        ],
    },
    Panel {
        kind: PanelKind::ProcessCpuTime,
        quantity: Quantity::CpuPercent,
        lines: &[
            Line { name: "CPU", sum: true, ..growth("process.cpu.time", "", 100.0) },
            Line { name: "CPU", ..growth("jvm.cpu.time", "", 100.0) },
        ],
    },
    Panel {
        kind: PanelKind::YoungHeap,
        quantity: Quantity::Mib,
        lines: &[pool("jvm.memory.used", EDEN, "used"), pool("jvm.memory.committed", EDEN, "capacity")],
    },
    Panel {
        kind: PanelKind::OldHeap,
        quantity: Quantity::Mib,
        lines: &[pool("jvm.memory.used", OLD, "used"), pool("jvm.memory.committed", OLD, "capacity")],
    },
    Panel {
        kind: PanelKind::Heap,
        quantity: Quantity::Mib,
        lines: &[
            whole_heap("jvm.memory.used", "used"),
            whole_heap("jvm.memory.committed", "capacity"),
            whole_heap("jvm.memory.limit", "limit"),
            pool("jvm.memory.used", HEAP, "used"),
            pool("jvm.memory.committed", HEAP, "capacity"),
            pool("jvm.memory.limit", HEAP, "limit"),
        ],
    },
    Panel {
        kind: PanelKind::HeapAfterCollection,
        quantity: Quantity::Mib,
        lines: &[Line {
            with: HEAP,
            without: &[POOL],
            name: "after collection",
            ..state("jvm.memory.used_after_last_gc", "", MIB)
        }],
    },
    Panel {
        kind: PanelKind::Collections,
        quantity: Quantity::CollectionsPerMinute,
        lines: &[Line { with: COUNTS, ..growth("jvm.gc.duration", "jvm.gc.name", 60.0) }],
    },
    Panel {
        kind: PanelKind::CollectionShare,
        quantity: Quantity::PercentOfTime,
        lines: &[Line { with: SUMS, ..growth("jvm.gc.duration", "jvm.gc.name", 100.0) }],
    },
    Panel {
        kind: PanelKind::CollectionPauses,
        quantity: Quantity::PauseUs,
        lines: &[Line { without: &["statistic"], ..state("jvm.gc.duration", "jvm.gc.action", 1e6) }],
    },
    Panel {
        kind: PanelKind::NonHeap,
        quantity: Quantity::Mib,
        lines: &[
            Line { with: NON_HEAP, ..whole_heap("jvm.memory.used", "used") },
            Line { with: NON_HEAP, ..whole_heap("jvm.memory.committed", "capacity") },
            pool("jvm.memory.used", NON_HEAP, "used"),
            pool("jvm.memory.committed", NON_HEAP, "capacity"),
        ],
    },
    Panel {
        kind: PanelKind::Threads,
        quantity: Quantity::Threads,
        lines: &[Line { name: "threads", ..state("jvm.thread.count", "", 1.0) }],
    },
    Panel {
        kind: PanelKind::Uptime,
        quantity: Quantity::Seconds,
        lines: &[Line { name: "uptime", ..state("process.uptime", "", 1.0) }],
    },
    Panel {
        kind: PanelKind::RequestsServed,
        quantity: Quantity::PerS,
        lines: &[Line {
            with: COUNTS,
            sum: true,
            ..growth("http.server.request.duration", "http.response.status_code", 1.0)
        }],
    },
    // Seconds divided by requests: the lines are not drawn, but their ratio is.
    Panel {
        kind: PanelKind::RequestTimes,
        quantity: Quantity::ServerTimeUs,
        lines: &[
            Line { with: SUMS, sum: true, name: "mean", ..growth("http.server.request.duration", "", 1e6) },
            Line {
                with: COUNTS,
                sum: true,
                name: "requests",
                ..growth("http.server.request.duration", "", 1.0)
            },
        ],
    },
    Panel {
        kind: PanelKind::ConnectionPool,
        quantity: Quantity::Connections,
        lines: &[
            Line { sum: true, ..state("db.client.connection.count", "db.client.connection.state", 1.0) },
            Line { name: "pending", sum: true, ..state("db.client.connection.pending_requests", "", 1.0) },
            Line { name: "limit", sum: true, ..state("db.client.connection.max", "", 1.0) },
            Line { sum: true, ..state("http.client.connection.count", "http.client.connection.state", 1.0) },
            Line { name: "pending", sum: true, ..state("http.client.connection.pending_requests", "", 1.0) },
            Line { name: "limit", sum: true, ..state("http.client.connection.max", "", 1.0) },
        ],
    },
    Panel {
        kind: PanelKind::DatabaseThreads,
        quantity: Quantity::Connections,
        lines: &[
            state("mysql.threads", "kind", 1.0),
            Line { sum: true, ..state("postgresql.backends", "state", 1.0) },
        ],
    },
    Panel {
        kind: PanelKind::DatabaseQueries,
        quantity: Quantity::PerS,
        lines: &[
            Line { name: "queries", ..growth("mysql.query.count", "", 1.0) },
            Line { name: "commits", sum: true, ..growth("postgresql.commits", "", 1.0) },
            Line { name: "rollbacks", sum: true, ..growth("postgresql.rollbacks", "", 1.0) },
        ],
    },
    Panel {
        kind: PanelKind::LagTotal,
        quantity: Quantity::Messages,
        lines: &[Line {
            sum: true,
            ..state("kafka.consumer_group.lag", "messaging.consumer.group.name", 1.0)
        }],
    },
    Panel {
        kind: PanelKind::Lag,
        quantity: Quantity::Messages,
        lines: &[state("kafka.consumer_group.lag", "messaging.destination.partition.id", 1.0)],
    },
];

/// Whether it is of that pool, by jstat's name (`eden`, `old`) or the JVM's own: `G1 Eden Space`, `PS Old Gen`,
/// `Tenured Gen`.
pub(super) fn is_in_pool(series: &Series, pool: &str) -> bool {
    let Some(name) = series.attributes.get(POOL) else { return false };
    match pool {
        "eden" => name == "eden" || name.contains("Eden"),
        "old" => name == "old" || name == "Tenured Gen" || name.contains("Old Gen"),
        _ => name == pool,
    }
}

impl Line {
    pub fn fits(&self, series: &Series) -> bool {
        series.metric == self.metric
            && self.with.iter().all(|(name, value)| match *name {
                POOL => is_in_pool(series, value),
                _ => series.attributes.get(*name).is_some_and(|v| v == value),
            })
            && !self.without.iter().any(|name| series.attributes.contains_key(*name))
            && (self.by.is_empty() || series.attributes.contains_key(self.by))
    }

    /// What the line is called in its figure.
    pub fn name_of(&self, series: &Series) -> String {
        match self.by {
            "" => self.name.to_owned(),
            by => series.attributes.get(by).cloned().unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_read_from_the_file() {
        for line in PANELS.iter().flat_map(|panel| panel.lines) {
            assert!(plimsoll_run::metric::ANALYSED.contains(&line.metric), "{}", line.metric);
        }
    }
}
