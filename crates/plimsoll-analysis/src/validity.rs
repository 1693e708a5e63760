//! May a step's figures be believed? An invalid step supports no capacity, and no verdict either, unless it is
//! only invalid because nothing in it succeeded.

use crate::step::{ErrorCount, StepRow};
use plimsoll_run::ErrorKind;
use serde::Serialize;

/// A worker's second counts as busy when it used, or waited for, more than this share of one core.
pub const CPU_BUSY_PERCENT: f64 = 80.0;
/// More busy seconds than this, and the worker was the limit.
pub const BUSY_SECONDS_PERCENT_MAX: f64 = 10.0;
/// Waiting for its core longer than this on average, and other work on the machine was the limit.
pub const RUN_DELAY_PERCENT_MAX: f64 = 10.0;
/// More than this, and the figures are in doubt.
pub const RUN_DELAY_PERCENT_DOUBT: f64 = 5.0;
/// Timers are never called late below this: it is what the operating system's timers deliver.
pub const LATENESS_US_MIN: u64 = 2_000;
/// Of what was to be sent, more than this must have been sent (sent/intended ≥ 0.99).
pub const GENERATOR_ERRORS_PERCENT_MAX: f64 = 1.0;
/// A step that was broken off needs at least this much to say anything.
pub const CUT_SHORT_SECONDS_MIN: f64 = 10.0;

/// Why a step is invalid.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "problem", rename_all = "kebab-case")]
pub enum StepProblem {
    /// A worker was above [`CPU_BUSY_PERCENT`] for too long.
    GeneratorCpu {
        worker: u32,
        busy_seconds_percent: f64,
        cpu_percent_max: f64,
        /// Ready to run while other work had the core: the machine is shared, with the server perhaps.
        run_delay_percent_mean: f64,
    },
    /// A worker waited for its core for more than [`RUN_DELAY_PERCENT_MAX`] of the time.
    GeneratorDelayed { worker: u32, run_delay_percent_mean: f64 },
    /// Timers fired later than half of the requests took.
    GeneratorLateness { lateness_p99_us: u64, response_p50_us: u64 },
    /// More than [`GENERATOR_ERRORS_PERCENT_MAX`] of the requests never reached the server; `detail` is the most
    /// frequent reason.
    GeneratorErrors { count: u64, requests: u64, detail: Option<ErrorCount> },
    /// Broken off before it had measured for [`CUT_SHORT_SECONDS_MIN`].
    CutShort { measured_s: f64 },
    /// Nothing ended in the window.
    NoRequests,
    /// Every request failed: that says nothing about how much the system can carry, but requirements are
    /// judged by it.
    NothingSucceeded { requests: u64 },
}

impl StepProblem {
    /// The load generator was the limit, not the system under test.
    pub fn is_generators(&self) -> bool {
        matches!(
            self,
            StepProblem::GeneratorCpu { .. }
                | StepProblem::GeneratorDelayed { .. }
                | StepProblem::GeneratorLateness { .. }
                | StepProblem::GeneratorErrors { .. }
        )
    }
}

/// The most important first.
pub(crate) fn problems(row: &StepRow) -> Vec<StepProblem> {
    let mut problems = Vec::new();
    let nothing_succeeded = row.requests > 0 && row.errors + row.generator_errors >= row.requests;
    if row.requests == 0 {
        problems.push(StepProblem::NoRequests);
    } else if nothing_succeeded {
        problems.push(StepProblem::NothingSucceeded { requests: row.requests });
    }
    // Users who are refused at once come back at once: that a core is busy with it says nothing more.
    if !(nothing_succeeded && row.error_details.iter().all(|error| before_connected(error.kind))) {
        problems.extend(busy(row).or_else(|| delayed(row)));
    }
    if let (Some(late), Some(p50)) = (row.generator.lateness_p99_us, row.response.p50_us)
        && late > p50
        && late > LATENESS_US_MIN
    {
        problems.push(StepProblem::GeneratorLateness { lateness_p99_us: late, response_p50_us: p50 });
    }
    if row.generator_errors as f64 > row.requests as f64 * GENERATOR_ERRORS_PERCENT_MAX / 100.0 {
        let detail = row.error_details.iter().find(|e| e.kind.is_generators()).cloned();
        let (count, requests) = (row.generator_errors, row.requests);
        problems.push(StepProblem::GeneratorErrors { count, requests, detail });
    }
    let broken_off = row.cut_short || row.ended_unix_us.is_none();
    if row.requests > 0 && !nothing_succeeded && broken_off && row.measured_s < CUT_SHORT_SECONDS_MIN {
        problems.push(StepProblem::CutShort { measured_s: row.measured_s });
    }
    problems
}

fn busy(row: &StepRow) -> Option<StepProblem> {
    let busiest = row
        .generator
        .workers
        .iter()
        .filter(|w| w.busy_seconds_percent > BUSY_SECONDS_PERCENT_MAX)
        .max_by(|a, b| a.busy_seconds_percent.total_cmp(&b.busy_seconds_percent))?;
    Some(StepProblem::GeneratorCpu {
        worker: busiest.number,
        busy_seconds_percent: busiest.busy_seconds_percent,
        cpu_percent_max: busiest.cpu_percent_max,
        run_delay_percent_mean: busiest.run_delay_percent_mean,
    })
}

fn delayed(row: &StepRow) -> Option<StepProblem> {
    let worker = row.generator.most_delayed()?;
    let run_delay_percent_mean = worker.run_delay_percent_mean;
    (run_delay_percent_mean > RUN_DELAY_PERCENT_MAX)
        .then_some(StepProblem::GeneratorDelayed { worker: worker.number, run_delay_percent_mean })
}

fn before_connected(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::NameResolution
            | ErrorKind::ConnectRefused
            | ErrorKind::ConnectFailed
            | ErrorKind::ConnectTimeout
    )
}
