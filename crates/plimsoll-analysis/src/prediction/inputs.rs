//! Steps of runs as loads that a network can be fitted to.

use super::fit::{FitLoad, PutOn};
use crate::capacity::Capacity;
use crate::run_analysis::RunAnalysis;
use crate::step::{MixDifference, StepRow, steps_of_different_mixes};

/// More failures than this make a step one of another system.
const FAILED_PERCENT_MAX: f64 = 5.0;

/// Ascending; steps of other kinds of load than the first are left out.
pub(super) fn loads(runs: &[&RunAnalysis]) -> Vec<FitLoad> {
    let rows = runs.iter().flat_map(|run| &run.steps);
    let mut loads: Vec<FitLoad> = rows.filter_map(load).collect();
    loads.sort_by(|a, b| a.value().total_cmp(&b.value()));
    let is_open = |load: &FitLoad| matches!(load.put_on, PutOn::Rate(_));
    let kind = loads.first().map(is_open);
    loads.retain(|load| Some(is_open(load)) == kind);
    loads
}

/// What was measured of the system as it was, also in steps that no network can be fitted to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MeasuredRange {
    /// The highest throughput.
    pub most_per_s: f64,
    /// The highest throughput that it may have, where a maximum was found.
    pub ceiling_per_s: Option<f64>,
    /// The highest rate that was asked for, whether it was carried or not.
    pub highest_rate_per_s: f64,
}

impl MeasuredRange {
    pub fn of(runs: &[&RunAnalysis]) -> MeasuredRange {
        let valid = || runs.iter().flat_map(|run| &run.steps).filter(|row| row.is_of_one_system());
        let ceiling = |run: &&RunAnalysis| match &run.capacity {
            Capacity::Maximum { best, .. }
            | Capacity::BelowAsked { best, pool_may_limit: false, .. }
            | Capacity::Refused { best, .. } => {
                let of = best.throughput_per_s;
                Some(of.bounds_95.map_or(of.value, |bounds| bounds.high))
            }
            _ => None,
        };
        MeasuredRange {
            most_per_s: valid().map(|row| row.throughput_per_s.value).fold(0.0, f64::max),
            ceiling_per_s: runs.iter().filter_map(ceiling).reduce(f64::max),
            highest_rate_per_s: valid().filter_map(|row| row.rate_per_s).fold(0.0, f64::max),
        }
    }

    /// What was measured is no less than what can be, and what can be no more than the maximum.
    pub fn limited(&self, most_per_s: f64) -> f64 {
        most_per_s.min(self.ceiling_per_s.unwrap_or(f64::INFINITY)).max(self.most_per_s)
    }
}

/// Two steps of a run that a network would be fitted to, whose requests are of different transactions.
pub(super) fn mixes_differ(runs: &[&RunAnalysis]) -> Option<MixDifference> {
    runs.iter().find_map(|run| {
        let sound: Vec<u32> =
            run.steps.iter().filter(|row| load(row).is_some()).map(|row| row.number).collect();
        steps_of_different_mixes(&run.transactions, &sound)
    })
}

/// Normal quantile of 95 %.
const Z_OF_95: f64 = 1.645;

/// Squared coefficient of variation of the times at the lowest load, where hardly anybody waits, as of a lognormal distribution with
/// their median and 95th percentile: e^σ² − 1, σ = ln(p95/p50)/1.645. 1 where they are not known.
pub(super) fn service_variability(runs: &[&RunAnalysis]) -> f64 {
    let rows = runs.iter().flat_map(|run| &run.steps).filter(|row| load(row).is_some());
    let lowest = rows.min_by(|a, b| a.load().value().total_cmp(&b.load().value()));
    let sigma = lowest.and_then(|row| {
        let times = row.service();
        Some((times.p95_us? as f64 / (times.p50_us? as f64).max(1.0)).ln() / Z_OF_95)
    });
    sigma.map_or(1.0, |sigma| (sigma * sigma).exp_m1())
}

fn load(row: &StepRow) -> Option<FitLoad> {
    let is_sound = row.is_of_one_system() && row.errors_percent <= FAILED_PERCENT_MAX && !row.is_at_work;
    let throughput_per_s = row.throughput_per_s.value;
    let response_s = row.mean_of_all_us()? / 1e6;
    if !is_sound || throughput_per_s <= 0.0 || response_s <= 0.0 {
        return None;
    }
    let put_on = match row.rate_per_s {
        // What was not carried is no point of an open network, which would never come to rest.
        Some(rate) if !is_carried(row, rate) => return None,
        Some(_) => PutOn::Rate(throughput_per_s),
        None => {
            let users = row.mean_users.unwrap_or(f64::from(row.users));
            let think_s = (users / throughput_per_s - response_s).max(0.0);
            // Of a few percent of a response time nobody knows whether it is thinking.
            let think_s = if think_s < 0.05 * response_s { 0.0 } else { think_s };
            PutOn::Users { users: (users.round() as u32).max(1), think_s }
        }
    };
    let relative_error = row.throughput_per_s.standard_error().unwrap_or(0.0) / throughput_per_s;
    Some(FitLoad { step: row.number, put_on, throughput_per_s, relative_error, response_s })
}

/// Of a table only the rates are known, and a request is an arrival.
fn is_carried(row: &StepRow, rate_per_s: f64) -> bool {
    match &row.arrivals {
        Some(arrivals) => !arrivals.falls_behind(),
        None => row.throughput_per_s.value >= 0.97 * rate_per_s,
    }
}
