//! Pools of connections: their size, how many are in use, who waits.

use super::panel::Shape;
use super::readings::{Readings, Values, attribute};
use plimsoll_run::{Series, Source};
use serde::Serialize;
use std::collections::BTreeSet;

pub(crate) const COUNT: &str = "db.client.connection.count";
pub(crate) const MAX: &str = "db.client.connection.max";
pub(crate) const PENDING: &str = "db.client.connection.pending_requests";
pub(crate) const USE_TIME: &str = "db.client.connection.use_time";
const NAME: &str = "db.client.connection.pool.name";
const STATE: &str = "db.client.connection.state";

/// A client's pool, or a server's connections.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Pool {
    pub source: Source,
    /// Empty: it has no name.
    pub name: String,
    pub of: PoolKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PoolKind {
    /// Of a client, as HikariCP.
    Client,
    /// All connections that a MySQL or MariaDB lets in.
    Mysql,
    Postgresql,
}

impl Pool {
    pub(crate) fn all(readings: Readings) -> Vec<Pool> {
        let mut pools: BTreeSet<Pool> = BTreeSet::new();
        for (metric, of) in [
            (MAX, PoolKind::Client),
            ("mysql.connection.max", PoolKind::Mysql),
            ("postgresql.connection.max", PoolKind::Postgresql),
        ] {
            pools.extend(readings.metric(metric).map(|s| Pool {
                source: s.series.source.clone(),
                name: attribute(&s.series, NAME).to_owned(),
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
        readings.total(&self.source, metric, |s| attribute(s, NAME) == self.name && fits(s), shape)
    }

    pub(crate) fn size(&self, readings: Readings) -> Option<f64> {
        let metric = match self.of {
            PoolKind::Client => MAX,
            PoolKind::Mysql => "mysql.connection.max",
            PoolKind::Postgresql => "postgresql.connection.max",
        };
        let size = self.total(readings, metric, |_| true, Shape::State(1.0));
        size.last().map(|(_, size)| *size).filter(|size| *size > 0.0)
    }

    pub(crate) fn metric_in_use(&self) -> &'static str {
        match self.of {
            PoolKind::Client => COUNT,
            PoolKind::Mysql => "mysql.threads",
            PoolKind::Postgresql => "postgresql.backends",
        }
    }

    pub(crate) fn in_use(&self, readings: Readings) -> Values {
        let fits = |s: &Series| match self.of {
            PoolKind::Client => attribute(s, STATE) == "used",
            PoolKind::Mysql => attribute(s, "kind") == "connected",
            PoolKind::Postgresql => true,
        };
        self.total(readings, self.metric_in_use(), fits, Shape::State(1.0))
    }

    pub(crate) fn pending(&self, readings: Readings) -> Values {
        self.total(readings, PENDING, |_| true, Shape::State(1.0))
    }

    /// Connections in use on average, as the times of use say (X · R, Little 1961): also between two readings.
    pub(crate) fn in_use_by_time(&self, readings: Readings) -> Values {
        self.total(readings, USE_TIME, |s| attribute(s, "statistic") == "sum", Shape::Growth(1.0))
    }
}
