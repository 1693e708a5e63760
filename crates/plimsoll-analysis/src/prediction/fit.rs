//! A network fitted to measured loads.

use super::network::{QueueingNetwork, Station};

/// What was measured at one load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FitLoad {
    pub step: u32,
    pub put_on: PutOn,
    pub throughput_per_s: f64,
    /// Of throughput, relative; 0: not known.
    pub relative_error: f64,
    pub response_s: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PutOn {
    Users { users: u32, think_s: f64 },
    Rate(f64),
}

impl FitLoad {
    /// For the order of loads.
    pub fn value(&self) -> f64 {
        match self.put_on {
            PutOn::Users { users, .. } => f64::from(users),
            PutOn::Rate(rate) => rate,
        }
    }

    /// A user's whole cycle.
    pub fn cycle_s(&self) -> f64 {
        match self.put_on {
            PutOn::Users { think_s, .. } => self.response_s + think_s,
            PutOn::Rate(_) => self.response_s,
        }
    }

    /// ln of predicted over measured: of throughput for users, of response time for a rate, which is its own throughput.
    pub fn off(&self, network: &QueueingNetwork) -> f64 {
        match self.put_on {
            PutOn::Users { users, think_s } => {
                (network.closed_throughput_per_s(users, think_s) / self.throughput_per_s).ln()
            }
            PutOn::Rate(rate) => {
                network.open_response_s(rate).map_or(UNSTABLE, |s| (s / self.response_s).ln())
            }
        }
    }

    fn with_throughput(self, throughput_per_s: f64) -> FitLoad {
        let response_s = match self.put_on {
            PutOn::Users { users, think_s } => {
                (f64::from(users) / throughput_per_s - think_s).max(self.response_s / 10.0)
            }
            PutOn::Rate(_) => self.response_s * throughput_per_s / self.throughput_per_s,
        };
        FitLoad { throughput_per_s, response_s, ..self }
    }

    /// As another measurement of the same load may have come out.
    pub fn drawn(self, random: &mut fastrand::Rng) -> FitLoad {
        self.with_throughput(self.throughput_per_s * (1.0 + self.relative_error * normal(random)).max(0.1))
    }
}

/// Of mean 0 and variance 1: the sum of twelve uniform numbers (Irwin–Hall).
pub(super) fn normal(random: &mut fastrand::Rng) -> f64 {
    (0..12).map(|_| random.f64()).sum::<f64>() - 6.0
}

/// Of a rate that a network does not carry, and that was carried.
const UNSTABLE: f64 = 1.0;
/// Servers of a station that is inferred, at most.
const SERVERS_MAX: u32 = 512;
/// Throughput of the highest load below this part of what it would be without waiting shows a station.
const SEEN_BELOW: f64 = 0.8;

/// Where the stations come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum StationSource<'a> {
    /// Their demands are what was watched.
    Watched(&'a [Station]),
    /// One station, inferred from throughput alone; its servers, where they are known.
    Inferred(Option<u32>),
}

/// `loads` ascending. `None`: nothing can be fitted.
pub(super) fn fit(loads: &[FitLoad], stations: StationSource) -> Option<QueueingNetwork> {
    let lowest = loads.first()?;
    match stations {
        StationSource::Watched(stations) => Some(with_delay(lowest, stations.to_vec())),
        StationSource::Inferred(servers) => inferred(loads, servers),
    }
}

/// The delay that makes the lowest load come out as measured.
fn with_delay(lowest: &FitLoad, stations: Vec<Station>) -> QueueingNetwork {
    let with = |delay_s: f64| QueueingNetwork { delay_s, stations: stations.clone() };
    let is_slower = |network: &QueueingNetwork| match lowest.put_on {
        PutOn::Users { .. } => lowest.off(network) < 0.0,
        PutOn::Rate(_) => lowest.off(network) > 0.0,
    };
    let (mut low, mut high) = (0.0, lowest.response_s);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if is_slower(&with(middle)) { high = middle } else { low = middle }
    }
    with(f64::midpoint(low, high))
}

/// More load brought less than it would without waiting.
fn is_seen(loads: &[FitLoad]) -> bool {
    let (Some(first), Some(last)) = (loads.first(), loads.last()) else { return false };
    match last.put_on {
        PutOn::Users { users, .. } => last.throughput_per_s < SEEN_BELOW * f64::from(users) / first.cycle_s(),
        PutOn::Rate(_) => first.response_s < SEEN_BELOW * last.response_s,
    }
}

fn inferred(loads: &[FitLoad], servers: Option<u32>) -> Option<QueueingNetwork> {
    if !is_seen(loads) {
        return None;
    }
    let lowest = loads.first()?;
    let highest_per_s = loads.iter().map(|load| load.throughput_per_s).fold(0.0, f64::max);
    let is_open = matches!(lowest.put_on, PutOn::Rate(_));
    // A rate that was carried may be far from what could be; users at a plateau are at it.
    let factors: &[f64] =
        if is_open { &[1.02, 1.05, 1.1, 1.2, 1.35, 1.6, 2.0] } else { &[0.98, 1.0, 1.03, 1.1] };
    // A request that takes longer at the station than in all can't be.
    let widest = (highest_per_s * 2.0 * lowest.response_s).ceil().max(1.0) as u32;
    let counts = match servers {
        Some(servers) => servers..=servers,
        None => 1..=widest.min(SERVERS_MAX),
    };
    let of = |servers: u32, factor: f64| {
        let demand_s = f64::from(servers) / (highest_per_s * factor);
        (demand_s <= 1.1 * lowest.response_s)
            .then(|| with_delay(lowest, vec![Station { servers, demand_s }]))
            .map(|network| (squares(loads, &network), servers, factor, network))
    };
    let all = counts.flat_map(|servers| factors.iter().filter_map(move |factor| of(servers, *factor)));
    let (_, servers, factor, _) = all.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let near = (-8..=8).filter_map(|step| of(servers, factor * (1.0 + f64::from(step) * 0.005)));
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(.., network)| network)
}

fn squares(loads: &[FitLoad], network: &QueueingNetwork) -> f64 {
    loads.iter().map(|load| load.off(network).powi(2)).sum()
}
