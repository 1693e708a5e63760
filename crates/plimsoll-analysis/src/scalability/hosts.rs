use super::demands::{DemandSample, DemandsProblem, ServiceDemands, service_demands};
use crate::servers::Observations;
use crate::step::Window;
use plimsoll_run::SECOND_US;
use plimsoll_run::metric;
use plimsoll_run::{Instance, Point, SeriesPoints, TransactionKey, TransactionKind};
use serde::Serialize;
use std::collections::BTreeSet;

/// Stretches of the measured windows that are samples: long enough that a request's work lies in the same one.
const STRETCH_S: usize = 10;
/// More transactions than this are not distinguished by a run's few hundred samples.
const TRANSACTIONS_MAX: usize = 12;

/// What one request of each transaction costs a watched host's CPU.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostDemands {
    pub host: String,
    pub transactions: Vec<String>,
    /// Stretches of 10 s, or of one reading where these are further apart.
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

/// A reading tells of the time since the one before it: stretches begin and end with readings.
fn samples(window: &Window, transactions: &BTreeSet<&TransactionKey>, idle: &[Point]) -> Vec<DemandSample> {
    let (first, end) = (window.from_us.div_ceil(SECOND_US) as usize, (window.to_us / SECOND_US) as usize);
    let requests: Vec<Vec<f64>> =
        transactions.iter().map(|t| window.by_second(Some(t), |interval| interval.requests as f64)).collect();
    let second = |point: &Point| (point.at_us as f64 / SECOND_US as f64).round() as usize;
    let is_inside = |point: &&Point| point.at_us >= 0 && (first..=end).contains(&second(point));
    let inside: Vec<&Point> = idle.iter().filter(is_inside).collect();
    let mut apart: Vec<usize> =
        inside.windows(2).map(|pair| second(pair[1]).saturating_sub(second(pair[0]))).collect();
    apart.sort_unstable();
    let Some(interval) = apart.get(apart.len() / 2).copied().map(|seconds| seconds.max(1)) else {
        return Vec::new();
    };
    let readings = STRETCH_S.div_ceil(interval);
    // When each began, and the last ended; what the first one tells of may have begun before the window.
    let mut inside = inside.as_slice();
    let mut edges: Vec<usize> = inside.iter().map(|point| second(point)).collect();
    match edges[0].checked_sub(interval).filter(|start| *start >= first) {
        Some(start) => edges.insert(0, start),
        None => inside = &inside[1..],
    }
    let sample = |start: usize| {
        let part = &inside[start..start + readings];
        let (from, to) = (edges[start] - first, edges[start + readings].saturating_sub(first));
        let is_whole = to > from && to - from < 2 * readings * interval;
        let per_s = |counts: &Vec<f64>| Some(counts.get(from..to)?.iter().sum::<f64>() / (to - from) as f64);
        let busy = part.iter().map(|point| 1.0 - point.value).sum::<f64>() / readings as f64;
        let throughputs_per_s = requests.iter().map(per_s).collect::<Option<Vec<f64>>>().filter(|_| is_whole);
        throughputs_per_s.map(|throughputs_per_s| DemandSample { throughputs_per_s, busy })
    };
    (0..(inside.len() + 1).saturating_sub(readings)).step_by(readings).filter_map(sample).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::{Interval, Latencies};
    use plimsoll_testkit::synthetic::{Spec, request, run};

    /// One request of `a` takes 10 ms of the CPU, one of `b` 1 ms; how many of each there are changes every ten seconds.
    #[test]
    fn readings_that_are_far_apart_say_what_requests_cost_wherever_they_lie() {
        let mut made = run(&Spec { loads: vec![(4, 1)], measured_s: 300, ..Spec::default() });
        let count = |second: u32| [(20, 50), (45, 20), (10, 90), (30, 10), (5, 40)][second as usize / 10 % 5];
        for second in &mut made.seconds {
            let (a, b) = count(second.second);
            let interval = |n| Interval {
                requests: n,
                response: Latencies::from_counts([(10_000, n)]),
                ..Interval::default()
            };
            second.transactions = [(request("a"), interval(a)), (request("b"), interval(b))].into();
        }
        let window = Window::of(&made, &made.steps[0]);
        let keys: Vec<TransactionKey> = ["a", "b"].map(request).to_vec();
        let transactions: BTreeSet<&TransactionKey> = keys.iter().collect();
        for (interval, offset) in [(1, 0), (5, 3), (10, 4), (10, 7), (15, 2)] {
            let reading = |at: u32| {
                let busy: f64 =
                    (at - interval..at).map(count).map(|(a, b)| a as f64 * 0.010 + b as f64 * 0.001).sum();
                Point { at_us: i64::from(at) * 1_000_000, value: 1.0 - busy / f64::from(interval) }
            };
            let times = (interval + offset..310).step_by(interval as usize);
            let idle: Vec<Point> = times.map(reading).collect();
            let found = service_demands(&samples(&window, &transactions, &idle), 1).expect("demands");
            let (a, b) = (found.demands_s[0].value, found.demands_s[1].value);
            assert!((a / 0.010 - 1.0).abs() < 0.05 && (b / 0.001 - 1.0).abs() < 0.2, "{interval} s: {a} {b}");
        }
    }
}
