//! The figures of one run, for each load and transaction.

use crate::servers::Observations;
use crate::servers::attendance::servers_at_work;
use crate::statistics::{BATCHES, Bounds, Z_95, ratio_bounds};
use crate::step::{AppliedLoad, NodeLoad, ServersAtWork, StepRow, Window, imported_step, step_table, sum_us};
use crate::validity::TimingUncertainty;
use plimsoll_run::record::Second;
use plimsoll_run::{Interval, Latencies, LoadStep, Run, RunHeader, TransactionKey, TransactionKind};
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
    pub load: AppliedLoad,
    /// The step's name; empty where steps have none.
    pub step_name: String,
    /// `None`: all requests.
    pub transaction: Option<String>,
    /// It is no request, but several measured as one.
    pub group: bool,
}

/// Name, rate and users as bits (0: none): in the order of the rows. A table's mean of users is taken as it was written.
pub(super) type StepKey = (String, u64, u64);

/// The steps of a run at one load.
pub(super) struct MeasuredStep {
    pub load: AppliedLoad,
    pub measured_s: f64,
    pub invalid_steps: Vec<u32>,
    /// Steps with fewer servers than all.
    pub lost: Vec<(u32, ServersAtWork)>,
    /// Steps without some nodes of the fleet, and how many.
    pub absent: Vec<(u32, u32)>,
    /// Steps whose times are lower bounds, for the longest were still under way when the window ended.
    pub in_flight: Vec<u32>,
    /// Steps in which the load generator was late by more than a machine usually is.
    pub late: Vec<u32>,
    pub all: ComparedStep,
    pub transactions: BTreeMap<TransactionKey, ComparedStep>,
}

/// Figures with the errors that their own seconds imply.
#[derive(Clone, Debug, Default)]
pub(super) struct ComparedStep {
    pub throughput_per_s: FigureWithError,
    pub mean_us: Option<FigureWithError>,
    pub p95_us: Option<FigureWithError>,
    pub errors: u64,
    pub answered: u64,
    /// Their share, where the numbers of requests are made up.
    pub written_errors_percent: Option<f64>,
    pub uncertainty: Option<TimingUncertainty>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FigureWithError {
    pub value: f64,
    /// `None`: too few seconds, or seconds that are means.
    pub standard_error: Option<f64>,
    pub lateness: LatenessRange,
}

/// How far the load generator's lateness may have moved a figure, in its unit: what is true is between `value - down` and
/// `value + up`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct LatenessRange {
    pub down: f64,
    pub up: f64,
}

impl LatenessRange {
    fn of(metric: Metric, value: f64, uncertainty: TimingUncertainty) -> LatenessRange {
        let TimingUncertainty { times_us, mean_us, load, .. } = uncertainty;
        let (times_us, mean_us) = (times_us as f64, mean_us as f64);
        match metric {
            Metric::ThroughputPerS => {
                LatenessRange { down: 0.0, up: value / (1.0 - load.clamp(0.0, 0.99)) - value }
            }
            Metric::MeanUs => LatenessRange { down: mean_us, up: mean_us },
            Metric::P95Us => LatenessRange { down: times_us, up: mean_us },
            Metric::ErrorsPercent => LatenessRange::default(),
        }
    }
}

impl ComparedStep {
    pub fn figure(&self, metric: Metric) -> Option<FigureWithError> {
        let figure = match metric {
            Metric::ThroughputPerS => Some(self.throughput_per_s),
            Metric::MeanUs => self.mean_us,
            Metric::P95Us => self.p95_us,
            Metric::ErrorsPercent => (self.answered > 0).then(|| FigureWithError {
                value: self
                    .written_errors_percent
                    .unwrap_or(100.0 * self.errors as f64 / self.answered as f64),
                ..FigureWithError::default()
            }),
        }?;
        let lateness =
            self.uncertainty.map(|uncertainty| LatenessRange::of(metric, figure.value, uncertainty));
        Some(FigureWithError { lateness: lateness.unwrap_or_default(), ..figure })
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
    pub uncertainty: Option<TimingUncertainty>,
    /// What a table, or a tool's summary, says itself: its seconds are made up.
    pub written: Option<WrittenFigures>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct WrittenFigures {
    measured_s: f64,
    per_s: f64,
    mean_us: Option<f64>,
    p95_us: Option<f64>,
    errors_percent: f64,
    /// Of how many requests is not known.
    counts_made_up: bool,
}

impl WrittenFigures {
    fn of(row: &StepRow) -> WrittenFigures {
        WrittenFigures {
            measured_s: row.measured_s,
            per_s: row.throughput_per_s.value,
            mean_us: row.response.mean_us,
            p95_us: row.response.p95_us.map(|us| us as f64),
            errors_percent: row.errors_percent,
            counts_made_up: row.errors_percent_bounds_95.low == row.errors_percent_bounds_95.high,
        }
    }

    /// Of steps of one load together, if all of them have such.
    fn together(windows: &[&Window], state: &dyn Fn(&Window) -> StepState) -> Option<WrittenFigures> {
        let all: Vec<WrittenFigures> =
            windows.iter().map(|window| state(window).written).collect::<Option<_>>()?;
        let measured_s: f64 = all.iter().map(|of| of.measured_s).sum();
        let requests: f64 = all.iter().map(|of| of.per_s * of.measured_s).sum();
        let times = all.iter().map(|of| Some(of.mean_us? * of.per_s * of.measured_s));
        let times_us: Option<f64> = times.sum();
        Some(WrittenFigures {
            measured_s,
            per_s: requests / measured_s,
            mean_us: times_us.map(|us| us / requests).filter(|us| us.is_finite()),
            // Percentiles of several have no common one.
            p95_us: all.first().filter(|_| all.len() == 1).and_then(|of| of.p95_us),
            errors_percent: all.iter().map(|of| of.errors_percent * of.measured_s).sum::<f64>() / measured_s,
            counts_made_up: all.iter().any(|of| of.counts_made_up),
        })
        .filter(|_| measured_s > 0.0)
    }
}

impl StepState {
    pub fn of(row: &StepRow, servers: Option<ServersAtWork>) -> StepState {
        StepState {
            valid: row.is_valid(),
            servers,
            in_flight: row.mean_with_in_flight_us().is_some(),
            uncertainty: row.uncertainty,
            written: row.is_from_table.then(|| WrittenFigures::of(row)),
        }
    }
}

/// By name of the step and load. Steps of the same load are put together.
pub(super) fn measure(run: &Run, observed: &Observations, seed: u64) -> BTreeMap<StepKey, MeasuredStep> {
    let windows: Vec<Window> = run.steps.iter().map(|step| Window::of(run, step)).collect();
    let at_work = servers_at_work(observed, &run.telemetry.events, &windows);
    let rows = step_table(&windows, &run.header, at_work, seed);
    let states: BTreeMap<u32, StepState> =
        rows.iter().map(|row| (row.number, StepState::of(row, row.servers))).collect();
    let state = |window: &Window| states[&window.step.number];
    let absent = |window: &Window| {
        let place = run.steps.iter().position(|step| step.number == window.step.number)?;
        let nodes = NodeLoad::absent(run, place).len() as u32;
        (nodes > 0).then_some((window.step.number, nodes))
    };
    let step = |windows: &[&Window]| {
        let uncertainty = uncertainty(windows, &state);
        let one = |transaction: Option<&TransactionKey>, interval: &Interval| ComparedStep {
            uncertainty,
            ..measured(windows, &state, !run.header.means_only, (transaction, interval), seed)
        };
        let mut transactions: BTreeMap<&TransactionKey, Interval> = BTreeMap::new();
        for (transaction, interval) in windows.iter().flat_map(|window| &window.transactions) {
            transactions.entry(transaction).or_default().merge(interval);
        }
        MeasuredStep {
            absent: windows.iter().filter_map(|window| absent(window)).collect(),
            transactions: transactions.iter().map(|(t, i)| ((*t).clone(), one(Some(t), i))).collect(),
            ..measured_step(windows, &run.header, &state, one(None, &total(windows)))
        }
    };
    by_load(&windows, &run.header).into_iter().map(|(key, windows)| (key, step(&windows))).collect()
}

/// The same of all requests only. `state` knows each window; how seconds vary is looked at only if `seconds`.
pub(super) fn measure_whole(
    windows: &[Window],
    header: &RunHeader,
    state: &dyn Fn(&Window) -> StepState,
    seconds: bool,
    seed: u64,
) -> BTreeMap<StepKey, MeasuredStep> {
    let step = |windows: &[&Window]| {
        measured_step(
            windows,
            header,
            state,
            measured(windows, state, seconds, (None, &total(windows)), seed),
        )
    };
    by_load(windows, header).into_iter().map(|(key, windows)| (key, step(&windows))).collect()
}

/// Users as a table says them, where they are a mean.
fn mean_users(header: &RunHeader, step: &LoadStep) -> Option<f64> {
    imported_step(header, step.number)?.users
}

fn by_load<'a, 'b>(windows: &'a [Window<'b>], header: &RunHeader) -> BTreeMap<StepKey, Vec<&'a Window<'b>>> {
    let mut found: BTreeMap<StepKey, Vec<&Window>> = BTreeMap::new();
    for window in windows {
        let step = window.step;
        // The bits of positive numbers are in the order of the numbers.
        let users = mean_users(header, step).unwrap_or(f64::from(step.users()));
        let key = (step.name.clone(), step.rate_per_s.map_or(0, f64::to_bits), users.to_bits());
        found.entry(key).or_default().push(window);
    }
    found
}

fn total(windows: &[&Window]) -> Interval {
    let mut total = Interval::default();
    windows.iter().for_each(|window| total.merge(&window.total));
    total
}

fn uncertainty(windows: &[&Window], state: &dyn Fn(&Window) -> StepState) -> Option<TimingUncertainty> {
    TimingUncertainty::largest(windows.iter().filter_map(|window| state(window).uncertainty))
}

/// Without transactions.
fn measured_step(
    windows: &[&Window],
    header: &RunHeader,
    state: &dyn Fn(&Window) -> StepState,
    all: ComparedStep,
) -> MeasuredStep {
    let step = windows[0].step;
    let invalid = windows.iter().filter(|window| !state(window).valid);
    let lost = windows.iter().filter_map(|window| Some((window.step.number, state(window).servers?)));
    MeasuredStep {
        load: AppliedLoad {
            users: step.users(),
            mean_users: mean_users(header, step),
            rate_per_s: step.rate_per_s,
            ..AppliedLoad::default()
        },
        measured_s: duration_s(windows, state),
        invalid_steps: invalid.map(|window| window.step.number).collect(),
        lost: lost.collect(),
        absent: Vec::new(),
        in_flight: windows.iter().filter(|w| state(w).in_flight).map(|w| w.step.number).collect(),
        late: windows.iter().filter(|w| state(w).uncertainty.is_some()).map(|w| w.step.number).collect(),
        all: ComparedStep { uncertainty: uncertainty(windows, state), ..all },
        transactions: BTreeMap::new(),
    }
}

fn duration_s(windows: &[&Window], state: &dyn Fn(&Window) -> StepState) -> f64 {
    let of = |window: &&Window| state(window).written.map_or(window.duration_s(), |of| of.measured_s);
    windows.iter().map(of).sum()
}

/// With errors from how `seconds` vary, or without.
fn measured(
    windows: &[&Window],
    state: &dyn Fn(&Window) -> StepState,
    seconds: bool,
    (transaction, interval): (Option<&TransactionKey>, &Interval),
    seed: u64,
) -> ComparedStep {
    let duration_s = duration_s(windows, state);
    let written = transaction.is_none().then(|| WrittenFigures::together(windows, state)).flatten();
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
    let mean = interval.response.mean_us().or_else(|| written?.mean_us);
    let p95 = interval.response.quantile_us(0.95).map(|us| us as f64).or_else(|| written?.p95_us);
    let per_s = if duration_s > 0.0 { interval.succeeded() as f64 / duration_s } else { 0.0 };
    ComparedStep {
        throughput_per_s: FigureWithError {
            value: written.map_or(per_s, |of| of.per_s),
            standard_error: error_of_ratio(&succeeded, seed),
            ..FigureWithError::default()
        },
        mean_us: mean.map(|value| FigureWithError {
            value,
            standard_error: error_of_ratio(&times, seed),
            ..FigureWithError::default()
        }),
        p95_us: p95.map(|value| FigureWithError {
            value,
            standard_error: p95_error,
            ..FigureWithError::default()
        }),
        errors: Window::errors(interval).0,
        answered: Window::answered(interval),
        written_errors_percent: written.filter(|of| of.counts_made_up).map(|of| of.errors_percent),
        uncertainty: None,
    }
}

/// Of Σ numerator / Σ denominator over correlated seconds: by batches of them, and by the bootstrap where batches would be
/// too short.
fn error_of_ratio(seconds: &[(f64, f64)], seed: u64) -> Option<f64> {
    let size = seconds.len() / BATCHES;
    if size < 2 {
        return ratio_bounds(seconds, seed).map(|Bounds { low, high }| (high - low) / (2.0 * Z_95));
    }
    let retained = &seconds[seconds.len() - size * BATCHES..];
    let sums = |part: &[(f64, f64)]| part.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let whole = sums(retained);
    if whole.1 <= 0.0 {
        return None;
    }
    let ratio = whole.0 / whole.1;
    let squares: f64 = retained
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
