//! The figures of one run, for each load and transaction.

use crate::servers::Observations;
use crate::servers::attendance::servers_at_work;
use crate::statistics::{BATCHES, Bounds, Z_95, ratio_bounds};
use crate::step::{Load, ServersAtWork, StepRow, Window, step_table, sum_us};
use plimsoll_run::record::Second;
use plimsoll_run::{Interval, Latencies, Run, TransactionKey, TransactionKind};
use serde::Serialize;
use std::collections::BTreeMap;

/// What is compared. Times are microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Requests per second that succeeded.
    ThroughputPerS,
    MeanUs,
    P95Us,
    /// Share of the requests that failed.
    ErrorsPercent,
}

impl Metric {
    pub const ALL: [Metric; 4] =
        [Metric::ThroughputPerS, Metric::MeanUs, Metric::P95Us, Metric::ErrorsPercent];

    pub fn higher_is_better(self) -> bool {
        self == Metric::ThroughputPerS
    }

    pub fn is_time(self) -> bool {
        matches!(self, Metric::MeanUs | Metric::P95Us)
    }

    /// Compared by its difference, for a share may be 0.
    pub fn is_share(self) -> bool {
        self == Metric::ErrorsPercent
    }
}

/// Where a figure belongs: a load, what went on beside it, and a transaction.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Subject {
    pub load: Load,
    /// The step's name; empty where steps have none.
    pub step_name: String,
    /// `None`: all requests.
    pub transaction: Option<String>,
    /// It is no request, but several measured as one.
    pub group: bool,
}

/// Name, rate as bits (0: none), users: in the order of the rows.
pub(super) type StepKey = (String, u64, u32);

/// The steps of a run at one load.
pub(super) struct MeasuredStep {
    pub load: Load,
    pub measured_s: f64,
    pub invalid_steps: Vec<u32>,
    /// Steps with fewer servers than all.
    pub lost: Vec<(u32, ServersAtWork)>,
    /// Steps whose times are lower bounds, for the longest were still under way when the window ended.
    pub in_flight: Vec<u32>,
    pub all: Measured,
    pub transactions: BTreeMap<TransactionKey, Measured>,
}

/// Figures with the errors that their own seconds imply.
#[derive(Clone, Debug, Default)]
pub(super) struct Measured {
    pub throughput_per_s: Figure,
    pub mean_us: Option<Figure>,
    pub p95_us: Option<Figure>,
    pub errors: u64,
    pub answered: u64,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Figure {
    pub value: f64,
    /// `None`: too few seconds, or seconds that are means.
    pub standard_error: Option<f64>,
}

impl Measured {
    pub fn figure(&self, metric: Metric) -> Option<Figure> {
        match metric {
            Metric::ThroughputPerS => Some(self.throughput_per_s),
            Metric::MeanUs => self.mean_us,
            Metric::P95Us => self.p95_us,
            Metric::ErrorsPercent => (self.answered > 0).then(|| Figure {
                value: 100.0 * self.errors as f64 / self.answered as f64,
                standard_error: None,
            }),
        }
    }
}

impl MeasuredStep {
    /// Where a server was lost: the fewest of its steps.
    pub fn servers(&self) -> Option<ServersAtWork> {
        fewest(self.lost.iter().map(|(_, servers)| *servers))
    }
}

pub(super) fn fewest(of: impl Iterator<Item = ServersAtWork>) -> Option<ServersAtWork> {
    of.min_by_key(|servers| servers.at_work)
}

/// What is known of a step beside its figures.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StepState {
    pub valid: bool,
    /// Where they were fewer than all.
    pub servers: Option<ServersAtWork>,
    /// Its times are lower bounds.
    pub in_flight: bool,
}

impl StepState {
    pub fn of(row: &StepRow, servers: Option<ServersAtWork>) -> StepState {
        StepState { valid: row.is_valid(), servers, in_flight: row.mean_with_in_flight_us().is_some() }
    }
}

/// By name of the step and load. Steps of the same load are put together.
pub(super) fn measure(run: &Run, observed: &Observations, seed: u64) -> BTreeMap<StepKey, MeasuredStep> {
    let windows: Vec<Window> = run.steps.iter().map(|step| Window::of(run, step)).collect();
    let rows = step_table(&windows, &run.header, servers_at_work(observed, &windows), seed);
    let states: BTreeMap<u32, StepState> =
        rows.iter().map(|row| (row.number, StepState::of(row, row.servers))).collect();
    let state = |window: &Window| states[&window.step.number];
    let step = |windows: &[&Window]| {
        let one = |transaction: Option<&TransactionKey>, interval: &Interval| {
            measured(windows, !run.header.means_only, transaction, interval, seed)
        };
        let mut transactions: BTreeMap<&TransactionKey, Interval> = BTreeMap::new();
        for (transaction, interval) in windows.iter().flat_map(|window| &window.transactions) {
            transactions.entry(transaction).or_default().merge(interval);
        }
        MeasuredStep {
            transactions: transactions.iter().map(|(t, i)| ((*t).clone(), one(Some(t), i))).collect(),
            ..measured_step(windows, &state, one(None, &total(windows)))
        }
    };
    by_load(&windows).into_iter().map(|(key, windows)| (key, step(&windows))).collect()
}

/// The same of all requests only. `state` knows each window; how seconds vary is looked at only if `seconds`.
pub(super) fn measure_whole(
    windows: &[Window],
    state: &dyn Fn(&Window) -> StepState,
    seconds: bool,
    seed: u64,
) -> BTreeMap<StepKey, MeasuredStep> {
    let step = |windows: &[&Window]| {
        measured_step(windows, state, measured(windows, seconds, None, &total(windows), seed))
    };
    by_load(windows).into_iter().map(|(key, windows)| (key, step(&windows))).collect()
}

fn by_load<'a, 'b>(windows: &'a [Window<'b>]) -> BTreeMap<StepKey, Vec<&'a Window<'b>>> {
    let mut found: BTreeMap<StepKey, Vec<&Window>> = BTreeMap::new();
    for window in windows {
        let step = window.step;
        // The bits of positive numbers are in the order of the numbers.
        let key = (step.name.clone(), step.rate_per_s.map_or(0, f64::to_bits), step.users());
        found.entry(key).or_default().push(window);
    }
    found
}

fn total(windows: &[&Window]) -> Interval {
    let mut total = Interval::default();
    windows.iter().for_each(|window| total.merge(&window.total));
    total
}

/// Without transactions.
fn measured_step(windows: &[&Window], state: &dyn Fn(&Window) -> StepState, all: Measured) -> MeasuredStep {
    let step = windows[0].step;
    let invalid = windows.iter().filter(|window| !state(window).valid);
    let lost = windows.iter().filter_map(|window| Some((window.step.number, state(window).servers?)));
    MeasuredStep {
        load: Load { users: step.users(), rate_per_s: step.rate_per_s },
        measured_s: windows.iter().map(|window| window.duration_s()).sum(),
        invalid_steps: invalid.map(|window| window.step.number).collect(),
        lost: lost.collect(),
        in_flight: windows.iter().filter(|w| state(w).in_flight).map(|w| w.step.number).collect(),
        all,
        transactions: BTreeMap::new(),
    }
}

/// With errors from how `seconds` vary, or without.
fn measured(
    windows: &[&Window],
    seconds: bool,
    transaction: Option<&TransactionKey>,
    interval: &Interval,
    seed: u64,
) -> Measured {
    let duration_s: f64 = windows.iter().map(|window| window.duration_s()).sum();
    let per_second = |figure: &dyn Fn(&Interval) -> f64| -> Vec<f64> {
        windows.iter().flat_map(|window| window.by_second(transaction, figure)).collect()
    };
    let (mut succeeded, mut times, mut p95_error) = (Vec::new(), Vec::new(), None);
    if seconds {
        succeeded = per_second(&|i| i.succeeded() as f64).into_iter().map(|n| (n, 1.0)).collect();
        let sums = per_second(&|i| sum_us(&i.response));
        times = sums.into_iter().zip(per_second(&|i| i.response.count() as f64)).collect();
        p95_error = error_of_p95(windows, transaction);
    }
    let mean = interval.response.mean_us();
    Measured {
        throughput_per_s: Figure {
            value: if duration_s > 0.0 { interval.succeeded() as f64 / duration_s } else { 0.0 },
            standard_error: error_of_ratio(&succeeded, seed),
        },
        mean_us: mean.map(|value| Figure { value, standard_error: error_of_ratio(&times, seed) }),
        p95_us: interval
            .response
            .quantile_us(0.95)
            .map(|us| Figure { value: us as f64, standard_error: p95_error }),
        errors: Window::errors(interval).0,
        answered: Window::answered(interval),
    }
}

/// Of Σ numerator / Σ denominator over correlated seconds: by batches of them, and by the bootstrap where batches would be
/// too short.
fn error_of_ratio(seconds: &[(f64, f64)], seed: u64) -> Option<f64> {
    let size = seconds.len() / BATCHES;
    if size < 2 {
        return ratio_bounds(seconds, seed).map(|Bounds { low, high }| (high - low) / (2.0 * Z_95));
    }
    let kept = &seconds[seconds.len() - size * BATCHES..];
    let sums = |part: &[(f64, f64)]| part.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let whole = sums(kept);
    if whole.1 <= 0.0 {
        return None;
    }
    let ratio = whole.0 / whole.1;
    let squares: f64 = kept
        .chunks_exact(size)
        .map(|batch| {
            let (above, below) = sums(batch);
            (above - ratio * below).powi(2)
        })
        .sum();
    let batches = BATCHES as f64;
    // Linearised: the errors of the batches' sums about the common ratio.
    Some((squares / (batches - 1.0) * batches).sqrt() / whole.1)
}

/// Requests that a batch must have for a 95th percentile of its own.
const BATCH_REQUESTS_MIN: u64 = 60;

/// From how much the 95th percentile differs between ten batches of seconds. Only the error: the percentile itself is
/// that of all requests.
fn error_of_p95(windows: &[&Window], transaction: Option<&TransactionKey>) -> Option<f64> {
    const PARTS: usize = 10;
    let seconds: Vec<&Second> = windows.iter().flat_map(|window| window.seconds.iter().copied()).collect();
    let size = seconds.len() / PARTS;
    if size == 0 {
        return None;
    }
    let wanted = |found: &TransactionKey| match transaction {
        Some(wanted) => found == wanted,
        None => found.kind == TransactionKind::Request,
    };
    let mut percentiles = Vec::with_capacity(PARTS);
    for batch in seconds[seconds.len() - size * PARTS..].chunks_exact(size) {
        let mut merged = Latencies::default();
        let found = batch.iter().flat_map(|second| &second.transactions).filter(|(found, _)| wanted(found));
        found.for_each(|(_, interval)| merged.merge(&interval.response));
        if merged.count() < BATCH_REQUESTS_MIN {
            return None;
        }
        percentiles.push(merged.quantile_us(0.95)? as f64);
    }
    let parts = PARTS as f64;
    let mean = percentiles.iter().sum::<f64>() / parts;
    let squares: f64 = percentiles.iter().map(|p| (p - mean).powi(2)).sum();
    Some((squares / (parts - 1.0) / parts).sqrt())
}
