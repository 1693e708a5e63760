use super::demands::{DemandSample, DemandsProblem, ServiceDemands, service_demands};
use crate::servers::Observations;
use crate::step::Window;
use plimsoll_run::SECOND_US;
use plimsoll_run::metric;
use plimsoll_run::{Instance, Point, SeriesPoints, TransactionKey, TransactionKind};
use serde::Serialize;
use std::collections::BTreeSet;

/// Stretches of the measured windows that are samples: long enough that a request's work lies in the same one.
const STRETCH_S: u64 = 10;
/// More transactions than this are not distinguished by a run's few hundred samples.
const TRANSACTIONS_MAX: usize = 12;

/// What one request of each transaction costs a watched host's CPU.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostDemands {
    pub host: String,
    pub transactions: Vec<String>,
    /// Stretches of 10 s.
    pub samples: usize,
    /// Seconds of the host's whole CPU, all cores together.
    pub demands: Option<ServiceDemands>,
    /// Why there are none.
    pub problem: Option<DemandsProblem>,
}

/// Of each host that told how much of its CPU was idle; nothing for a single transaction, which is the whole load.
pub(crate) fn host_demands(windows: &[Window], observed: &Observations, seed: u64) -> Vec<HostDemands> {
    let transactions: BTreeSet<&TransactionKey> = windows
        .iter()
        .flat_map(|window| window.transactions.keys().copied())
        .filter(|transaction| transaction.kind == TransactionKind::Request)
        .collect();
    if !(2..=TRANSACTIONS_MAX).contains(&transactions.len()) {
        return Vec::new();
    }
    let of_host = |series: &SeriesPoints| {
        let samples: Vec<DemandSample> =
            windows.iter().flat_map(|window| samples(window, &transactions, &series.points)).collect();
        let found = service_demands(&samples, seed);
        HostDemands {
            host: series.series.source.host.clone(),
            transactions: transactions.iter().map(|transaction| transaction.name.clone()).collect(),
            samples: samples.len(),
            problem: found.as_ref().err().copied(),
            demands: found.ok(),
        }
    };
    let mut seen = BTreeSet::new();
    let idle = observed.points.iter().filter(|found| {
        let series = &found.series;
        series.metric == metric::SYSTEM_CPU_UTILIZATION
            && series.source.instance == Instance::Host
            && series.attributes.get(metric::attribute::CPU_MODE).is_some_and(|mode| mode == "idle")
            && seen.insert(series.source.host.clone())
    });
    idle.map(of_host).collect()
}

fn samples(window: &Window, transactions: &BTreeSet<&TransactionKey>, idle: &[Point]) -> Vec<DemandSample> {
    let (first, end) = (window.from_us.div_ceil(SECOND_US), window.to_us / SECOND_US);
    let stretches = end.saturating_sub(first) / STRETCH_S;
    let requests: Vec<Vec<f64>> =
        transactions.iter().map(|t| window.by_second(Some(t), |interval| interval.requests as f64)).collect();
    let sample = |stretch: u64| {
        let from = first + stretch * STRETCH_S;
        // A reading tells of the time before it.
        let inside = |point: &&Point| {
            point.at_us > (from * SECOND_US) as i64 && point.at_us <= ((from + STRETCH_S) * SECOND_US) as i64
        };
        let values: Vec<f64> = idle.iter().filter(inside).map(|point| 1.0 - point.value).collect();
        let at = (stretch * STRETCH_S) as usize;
        let per_s =
            |counts: &Vec<f64>| counts[at..at + STRETCH_S as usize].iter().sum::<f64>() / STRETCH_S as f64;
        (!values.is_empty()).then(|| DemandSample {
            throughputs_per_s: requests.iter().map(per_s).collect(),
            busy: values.iter().sum::<f64>() / values.len() as f64,
        })
    };
    (0..stretches).filter_map(sample).collect()
}
