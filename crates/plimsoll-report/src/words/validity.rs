//! Whether figures may be believed.

use super::number::{capitalised, count, fixed, percent, steps, time};
use super::time::length;
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::step::LittleCheck;
use plimsoll_analysis::validity::{
    BUSY_SECONDS_PERCENT_MAX, CPU_BUSY_PERCENT, RUN_DELAY_PERCENT_MAX, StepProblem,
};

pub fn summary(run: &RunAnalysis) -> String {
    let invalid = &run.validity.invalid_steps;
    let none_valid = !invalid.is_empty() && invalid.len() == run.steps.len();
    match (run.validity.complete, invalid.is_empty()) {
        (true, true) => "The run is complete, and in no step was the load generator the limit.".to_owned(),
        (true, false) if none_valid => format!("No step is valid; {}.", unsupported(run)),
        (true, false) => {
            let is = if invalid.len() == 1 { "is" } else { "are" };
            let (steps, support) = (capitalised(&steps(invalid)), unsupported(run));
            format!("{steps} {is} not valid; {support}. The others are valid.")
        }
        (false, _) if run.steps.is_empty() => "Nothing was measured.".to_owned(),
        (false, true) => "The run did not end by itself. What was measured before that is valid.".to_owned(),
        (false, false) if none_valid => {
            format!("The run did not end by itself, and no step is valid; {}.", unsupported(run))
        }
        (false, false) => {
            format!("The run did not end by itself, what was measured in {} is not valid.", steps(invalid))
        }
    }
}

fn unsupported(run: &RunAnalysis) -> &'static str {
    if run.steps.iter().any(|step| !step.is_valid() && step.supports_verdicts()) {
        "where every request failed, requirements are judged, but there is no capacity"
    } else {
        "invalid steps support no verdict"
    }
}

/// In the box: one word and a reason.
pub fn word(run: &RunAnalysis) -> &'static str {
    let invalid = run.validity.invalid_steps.len();
    match (run.validity.complete, invalid) {
        (true, 0) => "Valid",
        (true, n) if n == run.steps.len() => "Invalid",
        (true, _) => "Partly invalid",
        (false, _) => "Incomplete",
    }
}

/// Completes "the step is invalid: …".
pub fn problem(problem: &StepProblem) -> String {
    match problem {
        StepProblem::GeneratorCpu {
            worker,
            busy_seconds_percent,
            cpu_percent_max,
            run_delay_percent_mean,
        } => {
            format!(
                "the load generator's worker {worker} used or waited for more than {}\u{a0}% of a core in \
                 {}\u{a0}% of the time (allowed {}\u{a0}%); it used at most {}\u{a0}% and waited {}\u{a0}% \
                 of the time while other work had its core",
                fixed(CPU_BUSY_PERCENT, 0),
                percent(*busy_seconds_percent),
                fixed(BUSY_SECONDS_PERCENT_MAX, 0),
                fixed(*cpu_percent_max, 0),
                percent(*run_delay_percent_mean),
            )
        }
        StepProblem::GeneratorDelayed { worker, run_delay_percent_mean } => format!(
            "other work had the core of the load generator's worker {worker} for {}\u{a0}% of the time (allowed {}\u{a0}%)",
            percent(*run_delay_percent_mean),
            fixed(RUN_DELAY_PERCENT_MAX, 0)
        ),
        StepProblem::GeneratorLateness { lateness_p99_us, response_p50_us } => format!(
            "the load generator's timers were late by {} (p99), longer than half of the requests took ({})",
            time(*lateness_p99_us as f64),
            time(*response_p50_us as f64)
        ),
        StepProblem::GeneratorErrors { count: failed, requests, detail } => {
            let detail = detail.as_ref().map_or_else(String::new, |error| {
                format!(" ({}: {})", super::run::error_kind(error.kind), error.detail)
            });
            format!("{} of {} requests never reached the server{detail}", count(*failed), count(*requests))
        }
        StepProblem::CutShort { measured_s } => {
            format!("it was broken off after {} of measuring", length(*measured_s))
        }
        StepProblem::NoRequests => "no request ended in its measured window".to_owned(),
        StepProblem::NothingSucceeded { requests } => {
            format!("all of its {} requests failed", count(*requests))
        }
    }
}

pub fn step_problem(step: u32, problem: &StepProblem) -> String {
    format!("Step {step}: {}.", self::problem(problem))
}

/// `100 % ok`
pub fn little(check: &LittleCheck) -> String {
    format!("{}\u{a0}% {}", fixed(check.ratio * 100.0, 0), if check.ok { "ok" } else { "off" })
}

/// In a table cell.
pub fn step(problems: &[StepProblem]) -> &'static str {
    match problems.first() {
        None => "valid",
        Some(problem) if problem.is_generators() => "INVALID: generator",
        Some(StepProblem::CutShort { .. }) => "INVALID: cut short",
        Some(StepProblem::NothingSucceeded { .. }) => "INVALID: all failed",
        Some(_) => "INVALID: no requests",
    }
}

pub const GENERATOR_TABLE: &str = "CPU mean is over all workers, in percent of one core each; the maximum and the seconds \
    over 80 % are those of the busiest worker.";
