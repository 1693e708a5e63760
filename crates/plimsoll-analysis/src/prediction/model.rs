//! A fitted network, and how well it predicts steps that it was not fitted to.

use super::fit::{FitLoad, PutOn, StationSource, fit, normal};
use super::network::{QueueingNetwork, Station};
use super::question::FittedStep;
use super::stations::{self, WatchedStation};

/// Loads that differ, of which each is left out once to see how well the others predict it.
const DISTINCT_MIN: usize = 3;
/// A rate that is made again differs by chance.
const SAME_LOAD: f64 = 0.03;

/// A network with what it is worth.
pub(super) struct FittedModel {
    pub network: QueueingNetwork,
    /// Of each of its stations: which one of those that were watched it is.
    pub places: Vec<Option<usize>>,
    /// Empty: one that is inferred.
    pub own: Vec<Station>,
    pub left_out: Vec<FittedStep>,
    pub error_percent: f64,
}

impl FittedModel {
    /// The stations that were watched, or one that throughput alone shows: whichever predicts steps better that were left out.
    pub fn best(loads: &[FitLoad], watched: &[WatchedStation]) -> Option<FittedModel> {
        let alone_s = loads.first()?.response_s;
        let places = stations::of_network(watched, alone_s);
        let own: Vec<Station> = places.iter().map(|place| watched[*place].station).collect();
        let by_watching = (!own.is_empty())
            .then(|| FittedModel::of(loads, own, places.into_iter().map(Some).collect()))
            .flatten();
        let inferred = FittedModel::of(loads, Vec::new(), vec![None]);
        let models = by_watching.into_iter().chain(inferred);
        models.min_by(|a, b| a.error_percent.total_cmp(&b.error_percent))
    }

    /// `own` is empty for a station that is inferred.
    fn of(loads: &[FitLoad], own: Vec<Station>, places: Vec<Option<usize>>) -> Option<FittedModel> {
        // The same load again shows no more of a station.
        let mut values: Vec<f64> = loads.iter().map(FitLoad::value).collect();
        values.dedup_by(|a, b| *a <= *b * (1.0 + SAME_LOAD));
        if own.is_empty() && values.len() < DISTINCT_MIN {
            return None;
        }
        let network = fit(loads, source(&own, None))?;
        let mut left_out = Vec::new();
        for at in 0..loads.len() {
            let others: Vec<FitLoad> =
                loads.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, load)| *load).collect();
            // Without the load that shows the station there is none to predict by.
            if let Some(found) = fit(&others, source(&own, None)) {
                left_out.push(fitted(&loads[at], &found));
            }
        }
        let errors: Vec<f64> = left_out.iter().map(|step| step.error_percent.abs()).collect();
        let error_percent = errors.iter().sum::<f64>() / errors.len().max(1) as f64;
        (!errors.is_empty()).then_some(FittedModel { network, places, own, left_out, error_percent })
    }

    /// The same fitted to loads as they may have come out; the number of servers stays near.
    pub fn drawn(&self, loads: &[FitLoad], random: &mut fastrand::Rng) -> Option<QueueingNetwork> {
        let drawn: Vec<FitLoad> = loads.iter().map(|load| load.drawn(random)).collect();
        let servers = self.network.stations.first().map(|station| station.servers);
        // What was watched was watched in the same steps.
        let squares: f64 = loads.iter().map(|load| load.relative_error.powi(2)).sum();
        let error = (squares / loads.len().max(1) as f64).sqrt();
        let mut own = self.own.clone();
        own.iter_mut().for_each(|of| of.demand_s *= (1.0 + error * normal(random)).max(0.1));
        fit(&drawn, source(&own, servers))
    }
}

fn source(own: &[Station], servers: Option<u32>) -> StationSource<'_> {
    if own.is_empty() { StationSource::Inferred(servers) } else { StationSource::Watched(own) }
}

fn fitted(load: &FitLoad, network: &QueueingNetwork) -> FittedStep {
    let (users, predicted_per_s, predicted_response_s) = match load.put_on {
        PutOn::Users { users, think_s } => {
            let per_s = network.closed_throughput_per_s(users, think_s);
            (Some(users), per_s, (f64::from(users) / per_s - think_s).max(0.0))
        }
        PutOn::Rate(rate) => (None, rate, network.open_response_s(rate).unwrap_or(f64::MAX)),
    };
    FittedStep {
        step: load.step,
        users,
        measured_per_s: load.throughput_per_s,
        measured_response_s: load.response_s,
        predicted_per_s,
        predicted_response_s,
        error_percent: 100.0 * load.off(network).exp_m1(),
    }
}
