//! Pools of connections: their size, how many are in use, who waits.

use super::panel::Shape;
use super::readings::{Readings, Values, attribute};
use plimsoll_run::{Series, Source};
use serde::Serialize;
use std::collections::BTreeSet;

/// The size of a client's pool of connections to a database.
pub(crate) const MAX: &str = "db.client.connection.max";

/// What the metrics of one kind of pool are called; empty: there is none.
struct Names {
    count: &'static str,
    /// The attribute by which those in use are told, and its value.
    in_use: (&'static str, &'static str),
    max: &'static str,
    pending: &'static str,
    use_time: &'static str,
    name: &'static str,
}

/// A client's pool, or a server's connections.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pool {
    pub source: Source,
    /// Empty: it has no name.
    pub name: String,
    pub of: PoolKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PoolKind {
    /// Of a client of a database, as HikariCP.
    Client,
    /// Of a client of other services over HTTP.
    Http,
    /// Threads, not connections.
    Threads,
    /// All connections that a MySQL or MariaDB lets in.
    Mysql,
    Postgresql,
}

impl PoolKind {
    pub(crate) const ALL: [PoolKind; 5] =
        [PoolKind::Client, PoolKind::Http, PoolKind::Threads, PoolKind::Mysql, PoolKind::Postgresql];

    pub(crate) const fn metric_max(self) -> &'static str {
        self.names().max
    }

    const fn names(self) -> Names {
        match self {
            PoolKind::Client => Names {
                count: "db.client.connection.count",
                in_use: ("db.client.connection.state", "used"),
                max: MAX,
                pending: "db.client.connection.pending_requests",
                use_time: "db.client.connection.use_time",
                name: "db.client.connection.pool.name",
            },
            PoolKind::Http => Names {
                count: "http.client.connection.count",
                in_use: ("http.client.connection.state", "used"),
                max: "http.client.connection.max",
                pending: "http.client.connection.pending_requests",
                use_time: "",
                name: "http.client.connection.pool.name",
            },
            PoolKind::Threads => Names {
                count: "executor.thread.count",
                in_use: ("executor.thread.state", "used"),
                max: "executor.thread.max",
                pending: "executor.task.pending",
                use_time: "executor.task.duration",
                name: "executor.name",
            },
            PoolKind::Mysql => Names {
                count: "mysql.threads",
                in_use: ("kind", "connected"),
                max: "mysql.connection.max",
                pending: "",
                use_time: "",
                name: "",
            },
            PoolKind::Postgresql => Names {
                count: "postgresql.backends",
                in_use: ("", ""),
                max: "postgresql.connection.max",
                pending: "",
                use_time: "",
                name: "",
            },
        }
    }
}

impl Pool {
    pub(crate) fn all(readings: Readings) -> Vec<Pool> {
        let mut pools: BTreeSet<Pool> = BTreeSet::new();
        for of in PoolKind::ALL {
            let names = of.names();
            pools.extend(readings.metric(names.max).map(|s| Pool {
                source: s.series.source.clone(),
                name: attribute(&s.series, names.name).to_owned(),
                of,
            }));
        }
        pools.into_iter().collect()
    }

    fn total(
        &self,
        readings: Readings,
        metric: &str,
        fits: impl Fn(&Series) -> bool,
        shape: Shape,
    ) -> Values {
        let name = self.of.names().name;
        readings.total(&self.source, metric, |s| attribute(s, name) == self.name && fits(s), shape)
    }

    pub(crate) fn size(&self, readings: Readings) -> Option<f64> {
        let size = self.total(readings, self.of.metric_max(), |_| true, Shape::State(1.0));
        size.last().map(|(_, size)| *size).filter(|size| *size > 0.0)
    }

    pub(crate) fn metric_in_use(&self) -> &'static str {
        self.of.names().count
    }

    pub(crate) fn metric_pending(&self) -> &'static str {
        self.of.names().pending
    }

    pub(crate) fn metric_use_time(&self) -> &'static str {
        self.of.names().use_time
    }

    pub(crate) fn in_use(&self, readings: Readings) -> Values {
        let (key, value) = self.of.names().in_use;
        self.total(readings, self.metric_in_use(), |s| attribute(s, key) == value, Shape::State(1.0))
    }

    pub(crate) fn pending(&self, readings: Readings) -> Values {
        self.total(readings, self.metric_pending(), |_| true, Shape::State(1.0))
    }

    /// Connections in use on average, as the times of use say (X · R, Little 1961): also between two readings.
    pub(crate) fn in_use_by_time(&self, readings: Readings) -> Values {
        let sum = |s: &Series| attribute(s, "statistic") == "sum";
        self.total(readings, self.metric_use_time(), sum, Shape::Growth(1.0))
    }
}
