//! Stations whose demands were watched: what is used grows in a line with throughput (U = X · D, Denning & Buzen 1978).

use super::network::Station;
use crate::bottleneck::{LimitingFactor, Resource, Usage, resource_servers};
use crate::measured::MeasuredRun;
use crate::servers::Observations;
use plimsoll_run::Source;
use serde::Serialize;

/// Steps that a line needs.
const STEPS_MIN: usize = 3;
/// A line of use over throughput that fits worse than this is none.
const R_SQUARED_MIN: f64 = 0.8;

/// A resource with its demand.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WatchedStation {
    pub resource: Resource,
    pub source: Source,
    /// Of several of the kind on one source.
    pub name: String,
    /// `servers` is 1 for what is of no known width: its demand is that of the whole.
    pub station: Station,
    /// How well use follows throughput.
    pub r_squared: f64,
}

impl WatchedStation {
    /// Whether somebody who says `pool`, `shop` or `pool:shop` means this one.
    pub fn is_called(&self, name: &str) -> bool {
        let kind = match self.resource {
            Resource::Cpu => "cpu",
            Resource::ContainerCpu => "container-cpu",
            Resource::Disk => "disk",
            Resource::Thread => "thread",
            Resource::Pool => "pool",
            _ => "limit",
        };
        let of_host = format!("{kind}:{}", self.source.host);
        [kind, &of_host, &self.source.host].contains(&name) || (!name.is_empty() && self.name == name)
    }
}

/// The narrowest first.
pub(super) fn watched(
    run: &MeasuredRun,
    factor: &LimitingFactor,
    observed: &Observations,
) -> Vec<WatchedStation> {
    let is_counted = |usage: &&Usage| {
        use Resource::{ContainerCpu, Cpu, Disk, Limit, Pool, Thread};
        let counts = matches!(usage.resource, Cpu | ContainerCpu | Disk | Thread | Pool | Limit);
        counts && usage.source.is_some() && usage.utilisation_percent.is_some()
    };
    let mut rows: Vec<&Usage> = factor.table.iter().filter(is_counted).collect();
    rows.sort_by_key(|usage| usage.key());
    let mut stations: Vec<WatchedStation> = rows
        .chunk_by(|a, b| a.key() == b.key())
        .filter_map(|usages| station(run, usages, observed))
        .collect();
    stations.sort_by(|a, b| a.station.most_per_s().total_cmp(&b.station.most_per_s()));
    stations
}

fn station(run: &MeasuredRun, usages: &[&Usage], observed: &Observations) -> Option<WatchedStation> {
    let first = usages.first()?;
    let points: Vec<(f64, f64)> = usages
        .iter()
        .filter_map(|usage| {
            let row = run.step(usage.step).filter(|row| row.is_of_one_system())?;
            Some((row.throughput_per_s.value, usage.utilisation_percent?.mean / 100.0))
        })
        .filter(|(x, _)| *x > 0.0)
        .collect();
    let (per_request, idle, r_squared) = line(&points)?;
    // Nothing is in use below none: of loads that lie close together the line through no load is the surer one.
    let (per_request, idle) = if idle < 0.0 { (through_none(&points), 0.0) } else { (per_request, idle) };
    // What is in use without load is used by others.
    let most_per_s = (1.0 - idle.clamp(0.0, 0.9)) / per_request;
    let servers = resource_servers(observed, first).unwrap_or(1).max(1);
    Some(WatchedStation {
        resource: first.resource,
        source: first.source.clone()?,
        name: first.name.clone(),
        station: Station { servers, demand_s: f64::from(servers) / most_per_s },
        r_squared,
    })
}

/// Slope, intercept and r² of a line by least squares; `None`: there is none that rises.
fn line(points: &[(f64, f64)]) -> Option<(f64, f64, f64)> {
    let n = points.len() as f64;
    if points.len() < STEPS_MIN {
        return None;
    }
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|p| of(p.0 - x, p.1 - y)).sum::<f64>();
    let (xx, xy, yy) = (sum(&|a, _| a * a), sum(&|a, b| a * b), sum(&|_, b| b * b));
    if xx <= 0.0 || yy <= 0.0 || xy <= 0.0 {
        return None;
    }
    let (slope, r_squared) = (xy / xx, xy * xy / (xx * yy));
    (r_squared >= R_SQUARED_MIN).then_some((slope, y - slope * x, r_squared))
}

/// Slope of the line through (0, 0) by least squares.
fn through_none(points: &[(f64, f64)]) -> f64 {
    let sum = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>();
    sum(|(x, y)| x * y) / sum(|(x, _)| x * x)
}

/// Those that can be stations of one network: together a request is no longer at them than it takes. A pool whose
/// connections are in use while a CPU works holds the same time twice; the narrowest is taken.
pub(super) fn of_network(watched: &[WatchedStation], alone_s: f64) -> Vec<usize> {
    let mut left_s = alone_s * 1.05;
    let fits = |(place, of): (usize, &WatchedStation)| {
        let demand_s = of.station.demand_s;
        (demand_s <= left_s).then(|| {
            left_s -= demand_s;
            place
        })
    };
    watched.iter().enumerate().filter_map(fits).collect()
}
