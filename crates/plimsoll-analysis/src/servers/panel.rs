//! Which metrics belong in one figure, and how they are drawn: a table.

use crate::figures::Quantity;
use plimsoll_run::Series;
use plimsoll_run::metric;
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
    /// Segments that were sent again, and connections that found a queue full.
    HostTcp,
    ContainerCpu,
    ContainerMemory,
    ContainerNetwork,
    /// Of a process, as it or its JVM reports.
    ProcessCpu,
    /// The same from the CPU time that it used, where nothing else has it.
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
    /// What waits in queues of a service's own.
    Backlog,
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

const POOL: &str = metric::attribute::JVM_MEMORY_POOL_NAME;
const EDEN: &[(&str, &str)] = &[(POOL, "eden")];
const OLD: &[(&str, &str)] = &[(POOL, "old")];
const COUNTS: &[(&str, &str)] = &[("statistic", "count")];
const SUMS: &[(&str, &str)] = &[("statistic", "sum")];
const HEAP: &[(&str, &str)] = &[(metric::attribute::JVM_MEMORY_TYPE, "heap")];
const NON_HEAP: &[(&str, &str)] = &[(metric::attribute::JVM_MEMORY_TYPE, "non_heap")];

pub const PANELS: &[Panel] = &[
    Panel {
        kind: PanelKind::Cpu,
        quantity: Quantity::PercentOfAllCpus,
        lines: &[Line {
            shape: PERCENT,
            ..state(metric::SYSTEM_CPU_UTILIZATION, metric::attribute::CPU_MODE, 1.0)
        }],
    },
    Panel {
        kind: PanelKind::RunQueue,
        quantity: Quantity::Processes,
        lines: &[state(metric::SYSTEM_PROCESS_COUNT, metric::attribute::SYSTEM_PROCESS_STATUS, 1.0)],
    },
    Panel {
        kind: PanelKind::LoadAverage,
        quantity: Quantity::Processes,
        lines: &[Line { name: "1 min", ..state(metric::SYSTEM_CPU_LOAD_AVERAGE_1M, "", 1.0) }],
    },
    Panel {
        kind: PanelKind::DiskTraffic,
        quantity: Quantity::MibPerS,
        lines: &[Line {
            without: &[metric::attribute::SYSTEM_DEVICE],
            ..growth(metric::SYSTEM_DISK_IO, metric::attribute::DISK_IO_DIRECTION, MIB)
        }],
    },
    Panel {
        kind: PanelKind::DiskBusy,
        quantity: Quantity::PercentOfTime,
        lines: &[growth(metric::SYSTEM_DISK_IO_TIME, metric::attribute::SYSTEM_DEVICE, 100.0)],
    },
    Panel {
        kind: PanelKind::Paging,
        quantity: Quantity::MibPerS,
        lines: &[growth(metric::SYSTEM_PAGING_IO, metric::attribute::SYSTEM_PAGING_DIRECTION, MIB)],
    },
    Panel {
        kind: PanelKind::HostMemory,
        quantity: Quantity::Mib,
        lines: &[state(metric::SYSTEM_MEMORY_USAGE, metric::attribute::SYSTEM_MEMORY_STATE, MIB)],
    },
    Panel {
        kind: PanelKind::HostNetwork,
        quantity: Quantity::MibPerS,
        lines: &[Line {
            sum: true,
            ..growth(metric::SYSTEM_NETWORK_IO, metric::attribute::NETWORK_IO_DIRECTION, MIB)
        }],
    },
    Panel {
        kind: PanelKind::HostTcp,
        quantity: Quantity::PerS,
        lines: &[
            Line { name: "sent again", ..growth(metric::SYSTEM_TCP_SEGMENTS_RETRANSMITTED, "", 1.0) },
            Line { name: "queue full", ..growth(metric::SYSTEM_TCP_ACCEPT_QUEUE_OVERFLOWS, "", 1.0) },
        ],
    },
    Panel {
        kind: PanelKind::ContainerCpu,
        quantity: Quantity::CpuPercent,
        lines: &[
            Line { name: "CPU", ..state(metric::CONTAINER_CPU_USAGE, "", 100.0) },
            Line { name: "CPU", ..growth(metric::CONTAINER_CPU_TIME, "", 100.0) },
        ],
    },
    Panel {
        kind: PanelKind::ContainerMemory,
        quantity: Quantity::Mib,
        lines: &[
            Line { name: "used", ..state(metric::CONTAINER_MEMORY_USAGE, "", MIB) },
            Line { name: "limit", ..state(metric::CONTAINER_MEMORY_LIMIT, "", MIB) },
        ],
    },
    Panel {
        kind: PanelKind::ContainerNetwork,
        quantity: Quantity::MibPerS,
        lines: &[Line {
            sum: true,
            ..growth(metric::CONTAINER_NETWORK_IO, metric::attribute::NETWORK_IO_DIRECTION, MIB)
        }],
    },
    Panel {
        kind: PanelKind::ProcessCpu,
        quantity: Quantity::PercentOfAllCpus,
        lines: &[
            Line { name: "process", ..state(metric::JVM_CPU_RECENT_UTILIZATION, "", 100.0) },
            Line {
                name: "machine",
                without: &[metric::attribute::CPU_MODE],
                ..state(metric::SYSTEM_CPU_UTILIZATION, "", 100.0)
            },
        ],
    },
    Panel {
        kind: PanelKind::ProcessCpuTime,
        quantity: Quantity::CpuPercent,
        lines: &[
            Line { name: "CPU", sum: true, ..growth(metric::PROCESS_CPU_TIME, "", 100.0) },
            Line { name: "CPU", ..growth(metric::JVM_CPU_TIME, "", 100.0) },
        ],
    },
    Panel {
        kind: PanelKind::YoungHeap,
        quantity: Quantity::Mib,
        lines: &[
            pool(metric::JVM_MEMORY_USED, EDEN, "used"),
            pool(metric::JVM_MEMORY_COMMITTED, EDEN, "capacity"),
        ],
    },
    Panel {
        kind: PanelKind::OldHeap,
        quantity: Quantity::Mib,
        lines: &[
            pool(metric::JVM_MEMORY_USED, OLD, "used"),
            pool(metric::JVM_MEMORY_COMMITTED, OLD, "capacity"),
        ],
    },
    Panel {
        kind: PanelKind::Heap,
        quantity: Quantity::Mib,
        lines: &[
            whole_heap(metric::JVM_MEMORY_USED, "used"),
            whole_heap(metric::JVM_MEMORY_COMMITTED, "capacity"),
            whole_heap(metric::JVM_MEMORY_LIMIT, "limit"),
            pool(metric::JVM_MEMORY_USED, HEAP, "used"),
            pool(metric::JVM_MEMORY_COMMITTED, HEAP, "capacity"),
            pool(metric::JVM_MEMORY_LIMIT, HEAP, "limit"),
        ],
    },
    Panel {
        kind: PanelKind::HeapAfterCollection,
        quantity: Quantity::Mib,
        lines: &[Line {
            with: HEAP,
            without: &[POOL],
            name: "after collection",
            ..state(metric::JVM_MEMORY_USED_AFTER_LAST_GC, "", MIB)
        }],
    },
    Panel {
        kind: PanelKind::Collections,
        quantity: Quantity::CollectionsPerMinute,
        lines: &[Line {
            with: COUNTS,
            ..growth(metric::JVM_GC_DURATION, metric::attribute::JVM_GC_NAME, 60.0)
        }],
    },
    Panel {
        kind: PanelKind::CollectionShare,
        quantity: Quantity::PercentOfTime,
        lines: &[Line {
            with: SUMS,
            ..growth(metric::JVM_GC_DURATION, metric::attribute::JVM_GC_NAME, 100.0)
        }],
    },
    Panel {
        kind: PanelKind::CollectionPauses,
        quantity: Quantity::PauseUs,
        lines: &[Line {
            without: &["statistic"],
            ..state(metric::JVM_GC_DURATION, metric::attribute::JVM_GC_ACTION, 1e6)
        }],
    },
    Panel {
        kind: PanelKind::NonHeap,
        quantity: Quantity::Mib,
        lines: &[
            Line { with: NON_HEAP, ..whole_heap(metric::JVM_MEMORY_USED, "used") },
            Line { with: NON_HEAP, ..whole_heap(metric::JVM_MEMORY_COMMITTED, "capacity") },
            pool(metric::JVM_MEMORY_USED, NON_HEAP, "used"),
            pool(metric::JVM_MEMORY_COMMITTED, NON_HEAP, "capacity"),
        ],
    },
    Panel {
        kind: PanelKind::Threads,
        quantity: Quantity::Threads,
        lines: &[Line { name: "threads", ..state(metric::JVM_THREAD_COUNT, "", 1.0) }],
    },
    Panel {
        kind: PanelKind::Uptime,
        quantity: Quantity::Seconds,
        lines: &[Line { name: "uptime", ..state(metric::PROCESS_UPTIME, "", 1.0) }],
    },
    Panel {
        kind: PanelKind::RequestsServed,
        quantity: Quantity::PerS,
        lines: &[Line {
            with: COUNTS,
            sum: true,
            ..growth(metric::HTTP_SERVER_REQUEST_DURATION, metric::attribute::HTTP_RESPONSE_STATUS_CODE, 1.0)
        }],
    },
    // Seconds divided by requests: the lines are not drawn, but their ratio is.
    Panel {
        kind: PanelKind::RequestTimes,
        quantity: Quantity::ServerTimeUs,
        lines: &[
            Line {
                with: SUMS,
                sum: true,
                name: "mean",
                ..growth(metric::HTTP_SERVER_REQUEST_DURATION, "", 1e6)
            },
            Line {
                with: COUNTS,
                sum: true,
                name: "requests",
                ..growth(metric::HTTP_SERVER_REQUEST_DURATION, "", 1.0)
            },
        ],
    },
    Panel {
        kind: PanelKind::ConnectionPool,
        quantity: Quantity::Connections,
        lines: &[
            Line {
                sum: true,
                ..state(
                    metric::DB_CLIENT_CONNECTION_COUNT,
                    metric::attribute::DB_CLIENT_CONNECTION_STATE,
                    1.0,
                )
            },
            Line {
                name: "pending",
                sum: true,
                ..state(metric::DB_CLIENT_CONNECTION_PENDING_REQUESTS, "", 1.0)
            },
            Line { name: "limit", sum: true, ..state(metric::DB_CLIENT_CONNECTION_MAX, "", 1.0) },
            Line {
                sum: true,
                ..state(
                    metric::HTTP_CLIENT_CONNECTION_COUNT,
                    metric::attribute::HTTP_CLIENT_CONNECTION_STATE,
                    1.0,
                )
            },
            Line {
                name: "pending",
                sum: true,
                ..state(metric::HTTP_CLIENT_CONNECTION_PENDING_REQUESTS, "", 1.0)
            },
            Line { name: "limit", sum: true, ..state(metric::HTTP_CLIENT_CONNECTION_MAX, "", 1.0) },
        ],
    },
    Panel {
        kind: PanelKind::DatabaseThreads,
        quantity: Quantity::Connections,
        lines: &[
            state(metric::MYSQL_THREADS, "kind", 1.0),
            Line { sum: true, ..state(metric::POSTGRESQL_BACKENDS, "state", 1.0) },
        ],
    },
    Panel {
        kind: PanelKind::DatabaseQueries,
        quantity: Quantity::PerS,
        lines: &[
            Line { name: "queries", ..growth(metric::MYSQL_QUERY_COUNT, "", 1.0) },
            Line { name: "commits", sum: true, ..growth(metric::POSTGRESQL_COMMITS, "", 1.0) },
            Line { name: "rollbacks", sum: true, ..growth(metric::POSTGRESQL_ROLLBACKS, "", 1.0) },
        ],
    },
    Panel {
        kind: PanelKind::LagTotal,
        quantity: Quantity::Messages,
        lines: &[Line {
            sum: true,
            ..state(metric::KAFKA_CONSUMER_GROUP_LAG, metric::attribute::MESSAGING_CONSUMER_GROUP_NAME, 1.0)
        }],
    },
    Panel {
        kind: PanelKind::Lag,
        quantity: Quantity::Messages,
        lines: &[state(
            metric::KAFKA_CONSUMER_GROUP_LAG,
            metric::attribute::MESSAGING_DESTINATION_PARTITION_ID,
            1.0,
        )],
    },
    Panel {
        kind: PanelKind::Backlog,
        quantity: Quantity::Messages,
        lines: &[state(metric::RESOURCE_BACKLOG, metric::attribute::MESSAGING_DESTINATION_NAME, 1.0)],
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
    fn what_is_drawn_is_read_from_the_file_or_made_of_what_is() {
        let known = [metric::ANALYSED, metric::DERIVED].concat();
        for line in PANELS.iter().flat_map(|panel| panel.lines) {
            assert!(known.contains(&line.metric), "{}", line.metric);
        }
    }
}
