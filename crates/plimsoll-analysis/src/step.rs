//! The step table.

use crate::climb::{GOAL_DEFAULT, gain_percent, gain_percent_exact, goal_percent};
use crate::requirement::Named;
use crate::statistics::{Bounds, Estimate, ratio_bounds, wilson};
use crate::validity::{StepProblem, problems};
use crate::window::{SECOND_US, Window};
use plimsoll_run::{Design, ErrorKind, Interval, Latencies, RunHeader};
use serde::Serialize;

/// One step: what was asked, what was measured, and whether it may be believed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepRow {
    pub number: u32,
    /// Users per node.
    pub threads: u32,
    pub nodes: u32,
    /// In all.
    pub users: u32,
    pub started_unix_us: i64,
    pub ended_unix_us: Option<i64>,
    /// The part whose figures count, on the run's clock.
    pub measured_from_us: u64,
    pub measured_to_us: u64,
    pub measured_s: f64,
    pub cut_short: bool,
    /// In flight at the end and given up; in no figure.
    pub abandoned: u64,
    /// All that ended, failed ones too.
    pub requests: u64,
    pub throughput_per_s: Estimate,
    /// Against the best step before it; `None` for the first.
    pub growth: Option<Growth>,
    /// Failures that count against the server.
    pub errors: u64,
    pub errors_percent: f64,
    pub errors_percent_bounds_95: Bounds,
    /// Failures of the load generator itself; not in `errors`.
    pub generator_errors: u64,
    /// Most frequent first, at most [`ERROR_DETAILS_MAX`].
    pub error_details: Vec<ErrorCount>,
    /// Failed requests are in it.
    pub response: ResponseTimes,
    /// Percentiles of all requests that a requirement names, ascending.
    pub named_percentiles: Vec<NamedPercentile>,
    pub first_byte_p50_us: Option<u64>,
    pub first_byte_p95_us: Option<u64>,
    /// `None` when the load generator recorded no user time, and for windows under a second.
    pub little: Option<LittleCheck>,
    pub bytes_received_per_s: f64,
    pub bytes_sent_per_s: f64,
    pub generator: GeneratorState,
    /// Empty: the step is valid.
    pub problems: Vec<StepProblem>,
}

/// What a step gained over the best step before it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Growth {
    pub base_step: u32,
    pub gain_percent: i64,
    pub gain_percent_exact: f64,
    pub goal_percent: i64,
}

/// A kind of failure and how often it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorCount {
    pub kind: ErrorKind,
    pub detail: String,
    pub count: u64,
}

pub const ERROR_DETAILS_MAX: usize = 20;

/// A percentile of response times; `None` where nothing ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NamedPercentile {
    pub percent: f64,
    pub us: Option<u64>,
}

/// Response times in microseconds; `None` where nothing ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ResponseTimes {
    pub count: u64,
    pub mean_us: Option<f64>,
    pub min_us: Option<u64>,
    pub p50_us: Option<u64>,
    pub p95_us: Option<u64>,
    pub p98_us: Option<u64>,
    pub p99_us: Option<u64>,
    pub max_us: Option<u64>,
}

impl ResponseTimes {
    pub(crate) fn of(latencies: &Latencies) -> ResponseTimes {
        ResponseTimes {
            count: latencies.count(),
            mean_us: latencies.mean_us(),
            min_us: latencies.min_us(),
            p50_us: latencies.quantile_us(0.50),
            p95_us: latencies.quantile_us(0.95),
            p98_us: latencies.quantile_us(0.98),
            p99_us: latencies.quantile_us(0.99),
            max_us: latencies.max_us(),
        }
    }
}

/// N = X · (R + Z): the users that the recorded times account for, against the users that were meant to run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LittleCheck {
    pub users: u32,
    /// (time in requests + time thinking) / window.
    pub users_accounted: f64,
    pub ratio: f64,
    /// Within [`LITTLE_TOLERANCE_PERCENT`] after rounding to whole percent.
    pub ok: bool,
}

pub const LITTLE_TOLERANCE_PERCENT: i64 = 2;

impl LittleCheck {
    fn of(window: &Window) -> Option<LittleCheck> {
        let users = window.step.users();
        let occupied_us: u64 = window.generator.workers.values().map(|w| w.busy_us + w.think_us).sum();
        if users == 0 || occupied_us == 0 || window.to_us < window.from_us + SECOND_US {
            return None;
        }
        let users_accounted = occupied_us as f64 / (window.to_us - window.from_us) as f64;
        let ratio = users_accounted / f64::from(users);
        let off_percent = ((ratio - 1.0) * 100.0).round() as i64;
        Some(LittleCheck { users, users_accounted, ratio, ok: off_percent.abs() <= LITTLE_TOLERANCE_PERCENT })
    }
}

/// The load generator during a step.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GeneratorState {
    pub workers: Vec<WorkerLoad>,
    pub lateness_p99_us: Option<u64>,
    pub connects: u64,
    pub connect_p95_us: Option<u64>,
}

/// One worker during a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WorkerLoad {
    pub number: u32,
    pub cpu_percent_mean: f64,
    /// Of one second.
    pub cpu_percent_max: f64,
    /// Time in which the worker was ready to run and other work had its core.
    pub run_delay_percent_mean: f64,
    /// Share of the time in whose seconds it used or waited for more than [`crate::validity::CPU_BUSY_PERCENT`] of a core.
    pub busy_seconds_percent: f64,
}

impl GeneratorState {
    pub fn cpu_percent_max(&self) -> Option<f64> {
        self.workers.iter().map(|w| w.cpu_percent_max).reduce(f64::max)
    }

    /// The worker that waited for its core longest.
    pub(crate) fn most_delayed(&self) -> Option<&WorkerLoad> {
        self.workers.iter().max_by(|a, b| a.run_delay_percent_mean.total_cmp(&b.run_delay_percent_mean))
    }

    fn of(window: &Window) -> GeneratorState {
        let percent = |cpu_us: u64, wall_us: u64| 100.0 * cpu_us as f64 / wall_us as f64;
        let workers =
            window.generator.workers.iter().filter(|(_, sum)| sum.wall_us > 0).map(|(number, sum)| {
                // CPU, CPU with the waiting for it, and the time covered: a stall makes one row of several seconds.
                let rows: Vec<(f64, f64, u64)> = window
                    .seconds
                    .iter()
                    .filter_map(|s| s.generator.workers.get(number))
                    .filter(|w| w.wall_us > 0)
                    .map(|w| {
                        let wanted = percent(w.cpu_us + w.run_delay_us, w.wall_us);
                        (percent(w.cpu_us, w.wall_us), wanted, w.wall_us)
                    })
                    .collect();
                let limit = crate::validity::CPU_BUSY_PERCENT;
                let busy_us: u64 =
                    rows.iter().filter(|(_, wanted, _)| *wanted > limit).map(|(.., wall_us)| wall_us).sum();
                WorkerLoad {
                    number: *number,
                    cpu_percent_mean: percent(sum.cpu_us, sum.wall_us),
                    cpu_percent_max: rows.iter().map(|(used, ..)| *used).fold(0.0, f64::max),
                    run_delay_percent_mean: percent(sum.run_delay_us, sum.wall_us),
                    busy_seconds_percent: percent(busy_us, sum.wall_us),
                }
            });
        GeneratorState {
            workers: workers.collect(),
            lateness_p99_us: window.generator.lateness.quantile_us(0.99),
            connects: window.generator.connect.count(),
            connect_p95_us: window.generator.connect.quantile_us(0.95),
        }
    }
}

impl StepRow {
    pub fn is_valid(&self) -> bool {
        self.problems.is_empty()
    }

    /// Also where nothing succeeded: that is no capacity, but requirements fail by it.
    pub fn supports_verdicts(&self) -> bool {
        self.problems.iter().all(|problem| matches!(problem, StepProblem::NothingSucceeded { .. }))
    }

    /// One of the usual percentiles, or one that a requirement names.
    pub fn percentile_us(&self, percent: f64) -> Option<u64> {
        let named = || self.named_percentiles.iter().find(|named| named.percent == percent)?.us;
        match percent {
            50.0 => self.response.p50_us,
            95.0 => self.response.p95_us,
            98.0 => self.response.p98_us,
            99.0 => self.response.p99_us,
            _ => named(),
        }
    }

    pub(crate) fn of(window: &Window, header: &RunHeader, seed: u64) -> StepRow {
        let (step, total) = (window.step, &window.total);
        let (errors, generator_errors) = Window::errors(total);
        let answered = total.requests.saturating_sub(generator_errors);
        let share = wilson(errors, answered);
        let unix_us = |at: u64| header.started_unix_us.saturating_add_unsigned(at);
        let mut row = StepRow {
            number: step.number,
            threads: step.threads,
            nodes: step.nodes,
            users: step.users(),
            started_unix_us: unix_us(step.started_us),
            ended_unix_us: step.ended_us.map(unix_us),
            measured_from_us: window.from_us,
            measured_to_us: window.to_us,
            measured_s: window.duration_s(),
            cut_short: step.cut_short,
            abandoned: step.abandoned,
            requests: total.requests,
            throughput_per_s: throughput(window, seed),
            growth: None,
            errors,
            errors_percent: if answered == 0 { 0.0 } else { 100.0 * errors as f64 / answered as f64 },
            errors_percent_bounds_95: Bounds { low: 100.0 * share.low, high: 100.0 * share.high },
            generator_errors,
            error_details: error_details(total),
            response: ResponseTimes::of(&total.response),
            named_percentiles: named_percentiles(total, header),
            first_byte_p50_us: total.first_byte.quantile_us(0.50),
            first_byte_p95_us: total.first_byte.quantile_us(0.95),
            little: LittleCheck::of(window),
            bytes_received_per_s: per_s(total.bytes_received, window),
            bytes_sent_per_s: per_s(total.bytes_sent, window),
            generator: GeneratorState::of(window),
            problems: Vec::new(),
        };
        row.problems = problems(&row);
        row
    }
}

fn named_percentiles(total: &Interval, header: &RunHeader) -> Vec<NamedPercentile> {
    let percents = Named::of(&header.requirements).percentiles.into_iter();
    percents
        .map(|percent| NamedPercentile { percent, us: total.response.quantile_us(percent / 100.0) })
        .collect()
}

/// Every step together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Total {
    pub requests: u64,
    pub errors: u64,
    /// Of all requests, not a mean of the steps' shares.
    pub errors_percent: f64,
}

impl Total {
    pub(crate) fn of(rows: &[StepRow]) -> Total {
        let sum = |figure: fn(&StepRow) -> u64| rows.iter().map(figure).sum::<u64>();
        let (requests, errors) = (sum(|row| row.requests), sum(|row| row.errors));
        let answered = requests.saturating_sub(sum(|row| row.generator_errors));
        Total { requests, errors, errors_percent: 100.0 * errors as f64 / answered.max(1) as f64 }
    }
}

/// Requests per second of the window that succeeded, with the bootstrap interval over its whole seconds.
fn throughput(window: &Window, seed: u64) -> Estimate {
    Estimate {
        value: per_s(window.total.succeeded(), window),
        bounds_95: ratio_bounds(&window.rates(None), seed),
    }
}

pub(crate) fn per_s(count: u64, window: &Window) -> f64 {
    if window.to_us > window.from_us {
        count as f64 * SECOND_US as f64 / (window.to_us - window.from_us) as f64
    } else {
        0.0
    }
}

pub(crate) fn error_details(interval: &Interval) -> Vec<ErrorCount> {
    let mut details: Vec<ErrorCount> = interval
        .errors
        .iter()
        .map(|((kind, detail), count)| ErrorCount { kind: *kind, detail: detail.clone(), count: *count })
        .collect();
    details.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| (a.kind, &a.detail).cmp(&(b.kind, &b.detail))));
    details.truncate(ERROR_DETAILS_MAX);
    details
}

/// Fills in gain and goal; the base is the best step so far, in the order the steps were run.
pub(crate) fn add_growth(rows: &mut [StepRow], design: &Design) {
    let goal = goal_of(design);
    let mut best: Option<usize> = None;
    for i in 0..rows.len() {
        if let Some(base) = best.map(|b| &rows[b]) {
            let (x, base_x) = (rows[i].throughput_per_s.value, base.throughput_per_s.value);
            rows[i].growth = Some(Growth {
                base_step: base.number,
                gain_percent: gain_percent(x, base_x),
                gain_percent_exact: gain_percent_exact(x, base_x),
                goal_percent: goal_percent(rows[i].users, base.users, goal),
            });
        }
        if best.is_none_or(|b| rows[i].throughput_per_s.value > rows[b].throughput_per_s.value) {
            best = Some(i);
        }
    }
}

pub(crate) fn goal_of(design: &Design) -> f64 {
    match design {
        Design::Climb { goal } => *goal,
        Design::Fixed | Design::Single | Design::Capacity { .. } => GOAL_DEFAULT,
    }
}
