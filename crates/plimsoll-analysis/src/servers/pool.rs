//! Pools: of connections, of threads, of descriptors, of whatever a service counts itself. Their size, how many are in use, who waits.

use super::panel::Shape;
use super::readings::{Readings, Values, attribute};
use super::resources::NAMED_BY_METRIC;
use plimsoll_run::metric;
use plimsoll_run::{ResourceKind, Series, Source};
use serde::Serialize;
use std::collections::BTreeSet;

/// The size of a client's pool of connections to a database.
pub(crate) const MAX: &str = metric::DB_CLIENT_CONNECTION_MAX;

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
    /// Files and connections that a process may have open.
    Descriptors,
    /// A service's own, as its study or its names say it.
    OwnPool,
    /// … of places in which work waits.
    OwnQueue,
    /// … of something else of which there is only so much.
    OwnLimit,
}

impl PoolKind {
    pub(crate) const ALL: [PoolKind; 9] = [
        PoolKind::Client,
        PoolKind::Http,
        PoolKind::Threads,
        PoolKind::Mysql,
        PoolKind::Postgresql,
        PoolKind::Descriptors,
        PoolKind::OwnPool,
        PoolKind::OwnQueue,
        PoolKind::OwnLimit,
    ];

    /// That of a service's own.
    fn own(self) -> Option<ResourceKind> {
        match self {
            PoolKind::OwnPool => Some(ResourceKind::Pool),
            PoolKind::OwnQueue => Some(ResourceKind::Queue),
            PoolKind::OwnLimit => Some(ResourceKind::Limit),
            _ => None,
        }
    }

    /// Series of other kinds bear the same metrics.
    fn is_of(self, series: &Series) -> bool {
        self.own().is_none_or(|kind| attribute(series, metric::attribute::RESOURCE_KIND) == kind.name())
    }

    pub(crate) const fn metric_max(self) -> &'static str {
        self.names().max
    }

    const fn names(self) -> Names {
        match self {
            PoolKind::Client => Names {
                count: metric::DB_CLIENT_CONNECTION_COUNT,
                in_use: (metric::attribute::DB_CLIENT_CONNECTION_STATE, "used"),
                max: MAX,
                pending: metric::DB_CLIENT_CONNECTION_PENDING_REQUESTS,
                use_time: metric::DB_CLIENT_CONNECTION_USE_TIME,
                name: metric::attribute::DB_CLIENT_CONNECTION_POOL_NAME,
            },
            PoolKind::Http => Names {
                count: metric::HTTP_CLIENT_CONNECTION_COUNT,
                in_use: (metric::attribute::HTTP_CLIENT_CONNECTION_STATE, "used"),
                max: metric::HTTP_CLIENT_CONNECTION_MAX,
                pending: metric::HTTP_CLIENT_CONNECTION_PENDING_REQUESTS,
                use_time: "",
                name: metric::attribute::HTTP_CLIENT_CONNECTION_POOL_NAME,
            },
            PoolKind::Threads => Names {
                count: metric::EXECUTOR_THREAD_COUNT,
                in_use: (metric::attribute::EXECUTOR_THREAD_STATE, "used"),
                max: metric::EXECUTOR_THREAD_MAX,
                pending: metric::EXECUTOR_TASK_PENDING,
                use_time: metric::EXECUTOR_TASK_DURATION,
                name: metric::attribute::EXECUTOR_NAME,
            },
            PoolKind::Mysql => Names {
                count: metric::MYSQL_THREADS,
                in_use: ("kind", "connected"),
                max: metric::MYSQL_CONNECTION_MAX,
                pending: "",
                use_time: "",
                name: "",
            },
            PoolKind::Postgresql => Names {
                count: metric::POSTGRESQL_BACKENDS,
                in_use: ("", ""),
                max: metric::POSTGRESQL_CONNECTION_MAX,
                pending: "",
                use_time: "",
                name: "",
            },
            PoolKind::Descriptors => Names {
                count: metric::PROCESS_OPEN_FILE_DESCRIPTOR_COUNT,
                in_use: ("", ""),
                max: metric::PROCESS_OPEN_FILE_DESCRIPTOR_LIMIT,
                pending: "",
                use_time: "",
                name: "",
            },
            PoolKind::OwnPool | PoolKind::OwnQueue | PoolKind::OwnLimit => Names {
                count: metric::RESOURCE_USED,
                in_use: ("", ""),
                max: metric::RESOURCE_LIMIT,
                pending: metric::RESOURCE_WAITING,
                use_time: "",
                name: metric::attribute::RESOURCE_NAME,
            },
        }
    }
}

impl Pool {
    pub(crate) fn all(readings: Readings) -> Vec<Pool> {
        let mut pools: BTreeSet<Pool> = BTreeSet::new();
        for of in PoolKind::ALL {
            let names = of.names();
            pools.extend(readings.metric(names.max).filter(|s| of.is_of(&s.series)).map(|s| Pool {
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
        let is_own = |s: &Series| attribute(s, name) == self.name && self.of.is_of(s);
        readings.total(&self.source, metric, |s| is_own(s) && fits(s), shape)
    }

    pub(crate) fn size(&self, readings: Readings) -> Option<f64> {
        let size = self.total(readings, self.of.metric_max(), |_| true, Shape::State(1.0));
        let size = size.last().map(|(_, size)| *size).filter(|size| *size > 0.0)?;
        // One of them is who watches, unless it was let in beyond the maximum, as an administrator is.
        let is_beyond = || self.all_in_use(readings).iter().any(|(_, n)| *n > size);
        Some(if self.of == PoolKind::Mysql && size > 1.0 && !is_beyond() { size - 1.0 } else { size })
    }

    fn all_in_use(&self, readings: Readings) -> Values {
        let (key, value) = self.of.names().in_use;
        self.total(readings, self.metric_in_use(), |s| attribute(s, key) == value, Shape::State(1.0))
    }

    /// Nobody said that it is a pool but the names of its series.
    pub(crate) fn is_by_name(&self, readings: Readings) -> bool {
        let named_by = metric::attribute::RESOURCE_NAMED_BY;
        let own = readings.metric(self.of.metric_max()).filter(|s| s.series.source == self.source);
        let mut own = own.filter(|s| attribute(&s.series, self.of.names().name) == self.name);
        own.any(|s| attribute(&s.series, named_by) == NAMED_BY_METRIC)
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

    /// But for the connection of who watches, which MySQL counts.
    pub(crate) fn in_use(&self, readings: Readings) -> Values {
        let watching = f64::from(u8::from(self.of == PoolKind::Mysql));
        self.all_in_use(readings).into_iter().map(|(at, n)| (at, (n - watching).max(0.0))).collect()
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
