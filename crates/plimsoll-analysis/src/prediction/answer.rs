//! The points of an answer, each with its interval.

use super::change::NetworkChange;
use super::fit::{FitLoad, PutOn};
use super::inputs::MeasuredRange;
use super::model::FittedModel;
use super::network::{QueueingNetwork, Station};
use super::question::{PredictedPoint, ThroughputBound};
use super::stations::WatchedStation;
use crate::statistics::{Bounds, Estimate};

const RESAMPLES: usize = 200;

/// Makes the points of an answer.
pub(super) struct PointPredictor<'a> {
    pub loads: &'a [FitLoad],
    pub model: Option<&'a FittedModel>,
    pub change: &'a NetworkChange<'a>,
    pub range: MeasuredRange,
    pub think_s: f64,
    /// Of arrivals and times of service, as of [`QueueingNetwork::response_of_arrivals_s`].
    pub variability: f64,
}

impl PointPredictor<'_> {
    /// The narrowest first: stations, and what was watched beside them.
    pub fn limits(&self) -> Vec<(Option<WatchedStation>, f64)> {
        let all = self.change.watched.iter().enumerate();
        let mut limits: Vec<(Option<WatchedStation>, f64)> = all
            .map(|(place, of)| {
                (Some(of.clone()), self.change.of_station(of.station, Some(place)).most_per_s())
            })
            .collect();
        if let Some(model) = self.model.filter(|model| model.own.is_empty()) {
            let stations = model.network.stations.iter();
            limits.extend(stations.map(|of| (None, self.change.of_station(*of, None).most_per_s())));
        }
        limits.sort_by(|a, b| a.1.total_cmp(&b.1));
        if self.change.is_none() {
            limits.iter_mut().for_each(|limit| limit.1 = limit.1.max(self.range.most_per_s));
        }
        limits
    }

    pub fn points(&self, is_answered: bool, seed: u64) -> Vec<PredictedPoint> {
        let asked = self.change.asked;
        let highest = self.loads.last();
        let mut put_on: Vec<PutOn> = asked.rates_per_s.iter().map(|rate| PutOn::Rate(*rate)).collect();
        put_on.extend(asked.users.iter().map(|users| PutOn::Users { users: *users, think_s: self.think_s }));
        if let (true, Some(highest)) = (put_on.is_empty(), highest) {
            // Nothing was asked: what was measured last, and twice that.
            put_on.extend([1, 2].map(|times| match highest.put_on {
                PutOn::Users { users, .. } => PutOn::Users { users: users * times, think_s: self.think_s },
                PutOn::Rate(rate) => PutOn::Rate(rate * f64::from(times)),
            }));
        }
        let networks = if is_answered { self.networks(seed) } else { Vec::new() };
        put_on.into_iter().map(|put_on| self.point(put_on, &networks)).collect()
    }

    /// As fitted, and as it might have come out, each with an error that a left-out step had (ln).
    fn networks(&self, seed: u64) -> Vec<(QueueingNetwork, f64)> {
        let Some(model) = self.model else { return Vec::new() };
        let changed = |network: &QueueingNetwork| self.change.of(network, &model.places);
        let mut random = fastrand::Rng::with_seed(seed);
        let mut networks = vec![(changed(&model.network), 0.0)];
        for _ in 0..RESAMPLES {
            let Some(drawn) = model.drawn(self.loads, &mut random) else { continue };
            let error = model.left_out[random.usize(..model.left_out.len())].error_percent;
            networks.push((changed(&drawn), -(error / 100.0).ln_1p()));
        }
        networks
    }

    fn point(&self, put_on: PutOn, networks: &[(QueueingNetwork, f64)]) -> PredictedPoint {
        let (users, rate) = match put_on {
            PutOn::Users { users, .. } => (Some(users), None),
            PutOn::Rate(rate) => (None, Some(rate)),
        };
        let of = |(network, error): &(QueueingNetwork, f64)| -> Option<(f64, f64)> {
            match put_on {
                PutOn::Users { users, think_s } => {
                    let most = network.most_per_s().min(f64::from(users) / think_s.max(1e-9));
                    let per_s = network.closed_throughput_per_s(users, think_s) * error.exp();
                    let per_s = per_s.min(most * error.exp().max(1.0));
                    Some((per_s, (f64::from(users) / per_s - think_s).max(0.0)))
                }
                PutOn::Rate(rate) => {
                    let response_s = network.response_of_arrivals_s(rate, self.variability)?;
                    Some((rate, response_s * error.exp()))
                }
            }
        };
        let answers: Vec<(f64, f64)> = networks.iter().filter_map(of).collect();
        // A rate that the fitted network does not carry has no answer, whatever some of the others say.
        let first = networks.first().and_then(of);
        let estimate = |pick: fn(&(f64, f64)) -> f64| {
            let value = pick(&first?);
            let mut all: Vec<f64> = answers.iter().skip(1).map(pick).collect();
            all.sort_by(f64::total_cmp);
            let rank = |share: f64| all.get((share * (all.len() as f64 - 1.0)).round() as usize).copied();
            let bounds_95 = rank(0.025)
                .zip(rank(0.975))
                .map(|(low, high)| Bounds { low: low.min(value), high: high.max(value) });
            Some(Estimate { value, bounds_95 })
        };
        let throughput_per_s = estimate(|answer| answer.0);
        let response_s = estimate(|answer| answer.1);
        let bound = self.bound(put_on).holding(throughput_per_s, response_s);
        let stations = networks.first().map(|(network, _)| network.stations.as_slice()).unwrap_or_default();
        let used = |station: &Station| throughput_per_s.map(|of| 100.0 * station.utilisation(of.value));
        let load = users.map(f64::from).or(rate).unwrap_or(0.0);
        let highest = match (put_on, self.loads.last().map(|load| load.put_on)) {
            (PutOn::Rate(_), Some(_)) => {
                let carried = self.loads.iter().map(|load| load.throughput_per_s);
                carried.fold(self.range.highest_rate_per_s.max(f64::MIN_POSITIVE), f64::max)
            }
            (_, Some(PutOn::Users { users, .. })) => f64::from(users),
            _ => load,
        };
        PredictedPoint {
            users,
            rate_per_s: rate,
            response_s: response_s.map(|of| bound.within(of)),
            bound,
            utilisation_percent: stations.iter().filter_map(used).collect(),
            throughput_per_s,
            beyond: load / highest,
            is_below: self.is_below(put_on),
        }
    }

    fn is_below(&self, put_on: PutOn) -> bool {
        match (put_on, self.loads.first().map(|load| load.put_on)) {
            (PutOn::Users { users, .. }, Some(PutOn::Users { users: lowest, .. })) => users < lowest,
            (PutOn::Rate(rate), Some(PutOn::Rate(lowest))) => rate < lowest,
            (PutOn::Rate(rate), Some(PutOn::Users { .. })) => {
                rate < self.loads.iter().map(|load| load.throughput_per_s).fold(f64::INFINITY, f64::min)
            }
            _ => false,
        }
    }

    fn bound(&self, put_on: PutOn) -> ThroughputBound {
        // Of a lower load than any that was measured it is not known how much shorter it is.
        let is_below = self.is_below(put_on);
        let known = |seconds: f64| Some(seconds).filter(|_| !is_below);
        let shortest_s = self.loads.iter().filter(|_| !is_below).map(|load| load.response_s).reduce(f64::min);
        let alone_s = shortest_s.unwrap_or(0.0) * self.change.mix.alone;
        let most_per_s = self.limits().first().map_or(f64::INFINITY, |(_, per_s)| *per_s);
        let most_per_s = if self.change.is_none() { self.range.limited(most_per_s) } else { most_per_s };
        match put_on {
            PutOn::Users { users, think_s } => {
                let at_most_per_s = most_per_s.min(f64::from(users) / (alone_s + think_s));
                let by_limit_s = f64::from(users) / most_per_s - think_s;
                ThroughputBound { at_most_per_s, response_s_at_least: known(alone_s.max(by_limit_s)) }
            }
            PutOn::Rate(rate) => {
                ThroughputBound { at_most_per_s: most_per_s.min(rate), response_s_at_least: known(alone_s) }
            }
        }
    }
}
