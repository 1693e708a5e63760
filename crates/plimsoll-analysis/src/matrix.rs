//! Several runs side by side: rows are loads, columns are variants, repeats are put together.

use crate::grid::{Grid, grid};
use crate::step::{AppliedLoad, ResponseTimes, ServersAtWork, StepRow, Window, imported_step};
use plimsoll_run::{Interval, Latencies, Run, TransactionKey, TransactionKind};
use serde::Serialize;
use std::collections::BTreeMap;

/// Loads × variants.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Matrix {
    /// In the order of the runs.
    pub variants: Vec<String>,
    pub rows: Vec<MatrixRow>,
    /// Of many variants of several factors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<Grid>,
}

impl Matrix {
    /// Users in some runs, rates in others.
    pub fn has_both_loads(&self) -> bool {
        let rates = self.rows.iter().filter(|row| row.rate_per_s.is_some()).count();
        rates > 0 && rates < self.rows.len()
    }

    /// As many users as another row has, on another number of nodes.
    pub fn differs_by_nodes(&self, row: &MatrixRow) -> bool {
        self.rows.iter().any(|other| other.load() == row.load() && other.nodes != row.nodes)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatrixRow {
    pub threads: u32,
    pub nodes: u32,
    pub users: u32,
    /// In place of `users`, where a table says a mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_users: Option<f64>,
    /// Arrivals per second that were asked for; `None` where the load is users.
    pub rate_per_s: Option<f64>,
    /// One per variant; `None`: this load was not run with it.
    pub cells: Vec<Option<MatrixCell>>,
}

impl MatrixRow {
    pub fn load(&self) -> AppliedLoad {
        AppliedLoad {
            users: self.users,
            mean_users: self.mean_users,
            rate_per_s: self.rate_per_s,
            ..AppliedLoad::default()
        }
    }
}

/// One load of one variant over its repeats.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatrixCell {
    pub repeats: u32,
    /// Mean over the repeats.
    pub throughput_per_s: f64,
    pub throughput_per_s_min: f64,
    pub throughput_per_s_max: f64,
    /// From the merged histograms of all repeats: percentiles are never averaged. Empty where nothing succeeded:
    /// how fast a server refuses is no response time to compare.
    pub response: ResponseTimes,
    /// From the actual start; `None`: the same as `response`.
    pub service: Option<ResponseTimes>,
    /// N/X − Z, mean over the repeats: what a request took on average, where the times of those that ended in the windows are
    /// only lower bounds, for the longest were still under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_with_in_flight_us: Option<f64>,
    pub errors: u64,
    pub errors_percent: f64,
    pub requests: u64,
    /// Every repeat of the step is valid.
    pub valid: bool,
    /// Where a server was lost in some repeat: the fewest. The figures are of another system then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servers: Option<ServersAtWork>,
    /// By name; empty where a single request is all there is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub transactions: Vec<CellTransaction>,
}

/// One transaction of a cell, its repeats together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellTransaction {
    pub name: String,
    pub kind: TransactionKind,
    pub requests: u64,
    /// Over the time of all repeats.
    pub throughput_per_s: f64,
    pub errors_percent: f64,
    /// From the merged histograms; a lower bound where the cell's is.
    pub response: ResponseTimes,
}

/// Rate as bits (0: none), users as bits, threads, nodes: in the order of the rows.
type LoadKey = (u64, u64, u32, u32);

#[derive(Default)]
struct Repeats {
    transactions: BTreeMap<TransactionKey, Interval>,
    measured_s: f64,
    throughputs: Vec<f64>,
    /// Of each run the sum of throughput times seconds, and the seconds: windows of a run may be of any length.
    by_run: BTreeMap<usize, (f64, f64)>,
    response: Latencies,
    service: Option<Latencies>,
    errors: u64,
    requests: u64,
    succeeded: u64,
    /// Requests but for the load generator's own failures.
    answered: u64,
    invalid: bool,
    servers: Vec<ServersAtWork>,
    /// Of each repeat the mean, with what was under way where that matters.
    means_us: Vec<f64>,
    in_flight: bool,
}

/// `analysed` holds a run with its windows and the rows of their steps.
pub(crate) fn matrix(analysed: &[(&Run, &[Window], &[StepRow])]) -> Matrix {
    let mut variants: Vec<String> = Vec::new();
    let mut factors: Vec<&[(String, String)]> = Vec::new();
    let mut loads: BTreeMap<LoadKey, BTreeMap<usize, Repeats>> = BTreeMap::new();
    for (place, (run, windows, rows)) in analysed.iter().enumerate() {
        let name = &run.header.variant.name;
        let column = variants.iter().position(|v| v == name).unwrap_or_else(|| {
            variants.push(name.clone());
            factors.push(&run.header.variant.factors);
            variants.len() - 1
        });
        for (window, row) in windows.iter().zip(*rows) {
            let step = window.step;
            // The bits of positive numbers are in the order of the numbers.
            let rate = step.rate_per_s.map_or(0, f64::to_bits);
            let mean_users = imported_step(&run.header, step.number).and_then(|written| written.users);
            let users = mean_users.unwrap_or(f64::from(step.users()));
            let load = (rate, users.to_bits(), step.threads, step.nodes);
            let repeats = loads.entry(load).or_default().entry(column).or_default();
            repeats.measured_s += window.duration_s();
            for (transaction, interval) in &window.transactions {
                repeats.transactions.entry((*transaction).clone()).or_default().merge(interval);
            }
            repeats.throughputs.push(row.throughput_per_s.value);
            let of_run = repeats.by_run.entry(place).or_default();
            of_run.0 += row.throughput_per_s.value * window.duration_s();
            of_run.1 += window.duration_s();
            if window.total.service.is_some() || repeats.service.is_some() {
                let before = repeats.service.take().unwrap_or_else(|| repeats.response.clone());
                repeats.service.insert(before).merge(window.total.service());
            }
            repeats.response.merge(&window.total.response);
            repeats.answered += Window::answered(&window.total);
            repeats.errors += Window::errors(&window.total).0;
            repeats.requests += window.total.requests;
            repeats.succeeded += window.total.succeeded();
            repeats.invalid |= !row.is_valid();
            repeats.servers.extend(row.servers);
            repeats.in_flight |= row.mean_with_in_flight_us().is_some();
            repeats.means_us.extend(row.mean_of_all_us());
        }
    }
    let columns = variants.len();
    let row = |((rate, users, threads, nodes), mut found): (LoadKey, BTreeMap<usize, Repeats>)| MatrixRow {
        threads,
        nodes,
        users: f64::from_bits(users).round() as u32,
        mean_users: Some(f64::from_bits(users)).filter(|users| users.fract() != 0.0),
        rate_per_s: (rate > 0).then(|| f64::from_bits(rate)),
        cells: (0..columns).map(|column| found.remove(&column).map(cell)).collect(),
    };
    Matrix { grid: grid(&factors), variants, rows: loads.into_iter().map(row).collect() }
}

fn cell(repeats: Repeats) -> MatrixCell {
    let all = &repeats.throughputs;
    let shown = repeats.succeeded > 0;
    MatrixCell {
        repeats: all.len() as u32,
        throughput_per_s: mean(repeats.by_run.values()),
        throughput_per_s_min: all.iter().copied().fold(f64::INFINITY, f64::min),
        throughput_per_s_max: all.iter().copied().fold(0.0, f64::max),
        response: if shown { ResponseTimes::of(&repeats.response) } else { ResponseTimes::default() },
        service: repeats.service.as_ref().filter(|_| shown).map(ResponseTimes::of),
        mean_with_in_flight_us: (repeats.in_flight && shown)
            .then(|| repeats.means_us.iter().sum::<f64>() / repeats.means_us.len() as f64),
        errors: repeats.errors,
        errors_percent: 100.0 * repeats.errors as f64 / repeats.answered.max(1) as f64,
        requests: repeats.requests,
        valid: !repeats.invalid,
        transactions: transactions(&repeats.transactions, repeats.measured_s),
        servers: repeats.servers.into_iter().min_by_key(|servers| servers.at_work),
    }
}

/// Over the runs.
fn mean<'a>(runs: impl ExactSizeIterator<Item = &'a (f64, f64)>) -> f64 {
    let n = runs.len() as f64;
    runs.map(|(sum, seconds)| if *seconds > 0.0 { sum / seconds } else { 0.0 }).sum::<f64>() / n
}

fn transactions(found: &BTreeMap<TransactionKey, Interval>, measured_s: f64) -> Vec<CellTransaction> {
    let one = |(transaction, interval): (&TransactionKey, &Interval)| CellTransaction {
        name: transaction.name.clone(),
        kind: transaction.kind,
        requests: interval.requests,
        throughput_per_s: if measured_s > 0.0 { interval.succeeded() as f64 / measured_s } else { 0.0 },
        errors_percent: 100.0 * Window::errors(interval).0 as f64 / Window::answered(interval).max(1) as f64,
        response: ResponseTimes::of(&interval.response),
    };
    // A single request is what the cell itself tells.
    if found.len() < 2 { Vec::new() } else { found.iter().map(one).collect() }
}
