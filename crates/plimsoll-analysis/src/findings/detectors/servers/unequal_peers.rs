//! `unequal-peers`: servers of equal work differ in a memory limit, cores, a CPU limit, the size of a pool, or (where it
//! never changes) the size of the old generation.

use crate::findings::prelude::*;
use crate::servers::panel::Shape;
use crate::servers::readings::Values;
use crate::servers::{cpu, heap, peers, pool};
use plimsoll_run::Series;
use plimsoll_run::metric;

pub(crate) static DETECTOR: Detector = Detector {
    id: "unequal-peers",
    severities: &[Severity::Warning],
    when: "servers of equal work differ in a memory limit, cores, CPU limit, pool size, or in an old generation \
        of constant size",
    requires: "two servers of equal work",
    needs: &[Need::Peers],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("unequal-peers", Limits {
    /// % by which a limit differs
    percent = 2.0,
});

/// Servers of equal work are not equal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnequalPeers {
    pub metric: String,
    pub values: Vec<(Source, f64)>,
}

impl Claimed for UnequalPeers {
    fn next_step(&self) -> NextStep {
        NextStep::EqualiseServers
    }
}

type Fits = fn(&Series) -> bool;

/// Limits that are gauges, with the series that count.
const LIMITS: [(&str, Fits); 7] = [
    (metric::CONTAINER_MEMORY_LIMIT, |_| true),
    (metric::CONTAINER_CPU_LIMIT, |_| true),
    (metric::SYSTEM_MEMORY_LIMIT, |_| true),
    (metric::JVM_CPU_COUNT, |_| true),
    (heap::LIMIT, heap::is_whole_heap),
    (heap::COMMITTED, heap::is_old),
    (pool::MAX, |_| true),
];

fn detect(evidence: &Evidence) -> Vec<Found> {
    let percent = Limits::of(evidence.settings()).percent;
    let readings = evidence.readings();
    let mut found = Vec::new();
    for hosts in peers::hosts(&evidence.recorded.telemetry, evidence.observed) {
        for (metric, fits) in LIMITS {
            let sources = peers::one_on_each(&hosts, &readings.sources(&[metric]));
            let of = |source: &&Source| {
                let line = readings.total(source, metric, fits, Shape::State(1.0));
                Some(((*source).clone(), constant(&line)?))
            };
            found.extend(unequal(metric, sources.iter().filter_map(of).collect(), percent));
        }
        let sources = peers::one_on_each(&hosts, &readings.sources(&[cpu::TIME]));
        let cores = |source: &&Source| Some(((*source).clone(), cpu::cores(readings, source)? as f64));
        found.extend(unequal(
            "system.cpu.logical.count",
            sources.iter().filter_map(cores).collect(),
            percent,
        ));
    }
    found
}

/// A limit that moves is none.
fn constant(line: &Values) -> Option<f64> {
    let (first, values) = (line.first()?.1, line.iter().map(|(_, value)| *value));
    let steady = values.clone().all(|value| (value - first).abs() <= 0.001 * first.abs());
    (steady && first > 0.0).then_some(first)
}

fn unequal(metric: &str, values: Vec<(Source, f64)>, percent: f64) -> Option<Found> {
    let least = values.iter().map(|(_, v)| *v).reduce(f64::min)?;
    let most = values.iter().map(|(_, v)| *v).reduce(f64::max)?;
    if most <= least * (1.0 + percent / 100.0) {
        return None;
    }
    let bytes = metric.contains("memory");
    let unit = if bytes { Unit::Bytes } else { Unit::Count };
    let items =
        values.iter().map(|(source, value)| EvidenceItem::server(source, metric, unit, *value)).collect();
    Some(Found::new(UnequalPeers { metric: metric.to_owned(), values }, items))
}
