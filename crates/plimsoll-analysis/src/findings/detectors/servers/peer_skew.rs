//! `peer-skew`: between servers of equal work, the largest share of the requests is more than 1.2 times the smallest,
//! beyond chance; or the CPU that they used, the time that their collections took, or the use of a pool of one name, differs by a
//! factor of 1.3 and by ten points.

use crate::findings::by_step::of_steps;
use crate::findings::prelude::*;
use crate::servers::readings::Values;
use crate::servers::{Pool, cpu, heap, peers};
use crate::statistics::wilson;
use plimsoll_run::metric;

pub(crate) static DETECTOR: Detector = Detector {
    id: "peer-skew",
    severities: &[Severity::Warning],
    when: "between servers of equal work the largest share of requests is surely (Wilson) > 1.2 times the \
        smallest; or CPU, time in collections or use of a pool differs by a factor of 1.3 and ten points",
    requires: "two servers of equal work (same role, both log requests, or one host and the same metrics)",
    needs: &[Need::Peers],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("peer-skew", Limits {
    /// ratio of the shares of requests
    share_ratio = 1.2,
    /// ratio of resources
    resource_ratio = 1.3,
    /// percentage points by which resources differ at least
    points = 10.0,
});

/// Servers of equal work did not do equally much of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PeerSkew {
    pub of: PeerMeasure,
    /// That is used unequally.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pool: Option<Pool>,
    pub steps: Vec<u32>,
    pub step: u32,
    pub high: Source,
    pub low: Source,
    pub high_value: f64,
    pub low_value: f64,
    /// Both logged as many requests: the same work cost more on one of them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub equal_requests: bool,
}

impl Claimed for PeerSkew {
    fn next_step(&self) -> NextStep {
        if self.equal_requests { NextStep::EqualiseServers } else { NextStep::BalanceLoad }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PeerMeasure {
    RequestShare,
    Cpu,
    ContainerCpu,
    CollectionShare,
    PoolUse,
}

struct Skew<'a> {
    step: u32,
    high: (&'a Source, f64),
    low: (&'a Source, f64),
}

impl Skew<'_> {
    fn ratio(&self) -> f64 {
        self.high.1 / self.low.1.max(f64::MIN_POSITIVE)
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let mut found = Vec::new();
    for hosts in peers::hosts(&evidence.recorded.telemetry, evidence.observed) {
        let skews =
            evidence.run.steps.iter().filter_map(|row| requests(evidence, &hosts, row, limits.share_ratio));
        found.extend(claim(evidence, PeerMeasure::RequestShare, None, skews.collect()));
        found.extend(resources(evidence, &hosts, limits));
    }
    found.extend(
        peers::pools(evidence.readings()).iter().filter_map(|pools| of_pools(evidence, pools, limits)),
    );
    found
}

/// One of them is full of work while another has little.
fn of_pools(evidence: &Evidence, pools: &[Pool], limits: Limits) -> Option<Found> {
    let used = |pool: &Pool| {
        let size = pool.size(evidence.readings())?;
        let steps = of_steps(&evidence.run.steps, &pool.in_use(evidence.readings()));
        Some((pool.source.clone(), steps.iter().map(|s| (s.step, s.mean / size)).collect()))
    };
    let (sources, values): (Vec<Source>, Vec<_>) = pools.iter().filter_map(used).unzip();
    let rows = evidence.run.steps.iter();
    let skews = rows.filter_map(|row| skewed(row.number, &sources, &values, limits)).collect();
    claim(evidence, PeerMeasure::PoolUse, pools.first(), skews)
}

/// One finding of all steps in which a measure is skewed.
fn claim(evidence: &Evidence, of: PeerMeasure, pool: Option<&Pool>, skews: Vec<Skew>) -> Option<Found> {
    let worst = skews.iter().max_by(|a, b| a.ratio().total_cmp(&b.ratio()))?;
    let (metric, unit) = match of {
        PeerMeasure::RequestShare => (metric::HTTP_SERVER_REQUEST_DURATION, Unit::Percent),
        PeerMeasure::Cpu => (cpu::UTILIZATION, Unit::Percent),
        PeerMeasure::ContainerCpu => (metric::CONTAINER_CPU_USAGE, Unit::Percent),
        PeerMeasure::CollectionShare => (heap::COLLECTIONS, Unit::Percent),
        PeerMeasure::PoolUse => (pool?.metric_in_use(), Unit::Percent),
    };
    let item = |(source, value): (&Source, f64)| {
        EvidenceItem::server(source, metric, unit, value).in_step(worst.step)
    };
    let claim = PeerSkew {
        of,
        pool: pool.cloned(),
        steps: skews.iter().map(|skew| skew.step).collect(),
        step: worst.step,
        high: worst.high.0.clone(),
        low: worst.low.0.clone(),
        high_value: worst.high.1,
        low_value: worst.low.1,
        // What holds a connection for how long, a log of requests does not say.
        equal_requests: of != PeerMeasure::PoolUse && answered_as_many(evidence, worst),
    };
    Some(Found::new(claim, vec![item(worst.high), item(worst.low)]))
}

/// Two logs with so many times as many requests, at the most, are of as much work.
const AS_MANY: f64 = 1.1;
/// Of fewer requests nothing is known.
const AS_MANY_OF: u64 = 50;

/// The two hosts that differ most logged as many requests in that step.
fn answered_as_many(evidence: &Evidence, skew: &Skew) -> bool {
    let of_host = |source: &Source| -> u64 {
        let steps = evidence.servers.server_steps.iter();
        steps.filter(|of| of.step == skew.step && of.source.host == source.host).map(|of| of.requests).sum()
    };
    let (a, b) = (of_host(skew.high.0), of_host(skew.low.0));
    a.min(b) >= AS_MANY_OF && a.max(b) as f64 <= AS_MANY * a.min(b) as f64
}

/// A server that answered nothing at all in a step is lost, not skewed.
fn requests<'a>(evidence: &'a Evidence, hosts: &[&str], row: &StepRow, ratio: f64) -> Option<Skew<'a>> {
    let servers = evidence.servers.server_steps.iter();
    let of_peers: Vec<_> =
        servers.filter(|s| s.step == row.number && hosts.contains(&s.source.host.as_str())).collect();
    let lost = row.servers.is_some();
    let (high, low) =
        (of_peers.iter().max_by_key(|s| s.requests)?, of_peers.iter().min_by_key(|s| s.requests)?);
    let both = high.requests + low.requests;
    // The share of the two that the larger one has, surely above that ratio.
    let sure = wilson(high.requests, both).low > ratio / (1.0 + ratio);
    (!lost && low.requests > 0 && sure).then_some(Skew {
        step: row.number,
        high: (&high.source, high.share_percent),
        low: (&low.source, low.share_percent),
    })
}

fn resources(evidence: &Evidence, hosts: &[&str], limits: Limits) -> Vec<Found> {
    let readings = evidence.readings();
    let lines = |metrics: &[&str], line: &dyn Fn(&Source) -> Values| {
        let sources = peers::one_on_each(hosts, &readings.sources(metrics));
        sources
            .into_iter()
            .map(|source| (source, line(source)))
            .filter(|(_, l)| !l.is_empty())
            .collect::<Vec<_>>()
    };
    let host = lines(&[cpu::UTILIZATION, cpu::TIME], &|source| cpu::busy(readings, source));
    let container = lines(&[metric::CONTAINER_CPU_USAGE, metric::CONTAINER_CPU_TIME], &|source| {
        cpu::container(readings, source)
    });
    let mut collecting = Vec::new();
    for source in peers::one_on_each(hosts, &readings.sources(&[heap::COLLECTIONS])) {
        let share = |row: &StepRow| {
            let (from, to) = row.span_s();
            Some((row.number, heap::collected(readings, source, from, to)?.share))
        };
        collecting.push((source, evidence.run.steps.iter().filter_map(share).collect::<Vec<_>>()));
    }
    let of_lines = |lines: &[(&'_ Source, Values)]| -> Vec<Vec<(u32, f64)>> {
        let means =
            |line: &Values| of_steps(&evidence.run.steps, line).iter().map(|s| (s.step, s.mean)).collect();
        lines.iter().map(|(_, line)| means(line)).collect()
    };
    let sources = |lines: &[(&'_ Source, Values)]| {
        lines.iter().map(|(source, _)| (*source).clone()).collect::<Vec<_>>()
    };
    let measures = [
        (PeerMeasure::Cpu, sources(&host), of_lines(&host)),
        (PeerMeasure::ContainerCpu, sources(&container), of_lines(&container)),
        (
            PeerMeasure::CollectionShare,
            collecting.iter().map(|(source, _)| (*source).clone()).collect(),
            collecting.into_iter().map(|(_, shares)| shares).collect(),
        ),
    ];
    let found = measures.iter().filter_map(|(of, sources, values)| {
        let rows = evidence.run.steps.iter().filter(|row| row.servers.is_none());
        let skews = rows.filter_map(|row| skewed(row.number, sources, values, limits)).collect();
        claim(evidence, *of, None, skews)
    });
    found.collect()
}

/// Values from 0 to 1 (of containers: cores), by source and step.
fn skewed<'a>(
    step: u32,
    sources: &'a [Source],
    values: &[Vec<(u32, f64)>],
    limits: Limits,
) -> Option<Skew<'a>> {
    let value =
        |of: &[(u32, f64)]| of.iter().find(|(number, _)| *number == step).map(|(_, value)| 100.0 * value);
    let all: Vec<(&Source, f64)> =
        sources.iter().zip(values).filter_map(|(s, of)| Some((s, value(of)?))).collect();
    let high = all.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let low = all.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let skewed = high.1 > limits.resource_ratio * low.1 && high.1 - low.1 > limits.points;
    skewed.then_some(Skew { step, high: *high, low: *low })
}
