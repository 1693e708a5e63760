//! Whether figures may be believed.

use super::Words;
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::StepRow;
use plimsoll_analysis::step::LittleCheck;
use plimsoll_analysis::validity::{
    BUSY_SECONDS_PERCENT_MAX, CPU_BUSY_PERCENT, GENERATOR_ERRORS_PERCENT_MAX, RUN_DELAY_PERCENT_DOUBT,
    RUN_DELAY_PERCENT_MAX, StepProblem, timing_doubt_us,
};

pub fn summary(words: &Words, run: &RunAnalysis) -> String {
    let invalid = &run.validity.invalid_steps;
    let none_valid = !invalid.is_empty() && invalid.len() == run.steps.len();
    match (run.validity.complete, invalid.is_empty()) {
        (true, true) => "The run is complete, and in no step was the load generator the limit.".to_owned(),
        (true, false) if none_valid => format!("No step is valid; {}.", unsupported(words, run)),
        (true, false) => {
            let is = if invalid.len() == 1 { "is" } else { "are" };
            let (steps, support) = (words.capitalised(&words.steps(invalid)), unsupported(words, run));
            format!("{steps} {is} not valid; {support}. The others are valid.")
        }
        (false, _) if run.steps.is_empty() => "Nothing was measured.".to_owned(),
        (false, true) => "The run did not end by itself. What was measured before that is valid.".to_owned(),
        (false, false) if none_valid => {
            format!("The run did not end by itself, and no step is valid; {}.", unsupported(words, run))
        }
        (false, false) => {
            format!(
                "The run did not end by itself, what was measured in {} is not valid.",
                words.steps(invalid)
            )
        }
    }
}

fn unsupported(words: &Words, run: &RunAnalysis) -> &'static str {
    if run.steps.iter().any(|step| !step.is_valid() && step.supports_verdicts()) {
        "where every request failed, requirements are judged, but there is no capacity"
    } else {
        "invalid steps support no verdict"
    }
}

/// In the box: one word and a reason.
pub fn word(words: &Words, run: &RunAnalysis) -> &'static str {
    let invalid = run.validity.invalid_steps.len();
    match (run.validity.complete, invalid) {
        (true, 0) => "Valid",
        (true, n) if n == run.steps.len() => "Invalid",
        (true, _) => "Partly invalid",
        (false, _) => "Incomplete",
    }
}

/// Completes "the step is invalid: …".
pub fn problem(words: &Words, problem: &StepProblem) -> String {
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
                words.fixed(CPU_BUSY_PERCENT, 0),
                words.percent(*busy_seconds_percent),
                words.fixed(BUSY_SECONDS_PERCENT_MAX, 0),
                words.fixed(*cpu_percent_max, 0),
                words.percent(*run_delay_percent_mean),
            )
        }
        StepProblem::GeneratorDelayed { worker, run_delay_percent_mean } => format!(
            "other work had the core of the load generator's worker {worker} for {}\u{a0}% of the time (allowed {}\u{a0}%)",
            words.percent(*run_delay_percent_mean),
            words.fixed(RUN_DELAY_PERCENT_MAX, 0)
        ),
        StepProblem::GeneratorNotSent { intended, not_sent } => format!(
            "the load generator did not begin {} of {} arrivals in time, although users were free ({}\u{a0}%, allowed \
             1\u{a0}%)",
            words.count(*not_sent),
            words.count(*intended),
            words.percent(100.0 * *not_sent as f64 / (*intended).max(1) as f64)
        ),
        StepProblem::GeneratorLateness { lateness_p99_us, limit_us, service_p50_us } => format!(
            "the load generator's timers were late by {} (p99; allowed {}), with a median service time of {}",
            words.time(*lateness_p99_us as f64),
            words.time(*limit_us as f64),
            words.time(*service_p50_us as f64)
        ),
        StepProblem::GeneratorTurns { turn_us_p90, turn_us_max, limit_us, service_p50_us } => format!(
            "answers waited in the load generator: in one of ten seconds or more a turn of its loop took {} (allowed {}; the \
             longest {}), with a median service time of {}",
            words.time(*turn_us_p90 as f64),
            words.time(*limit_us as f64),
            words.time(*turn_us_max as f64),
            words.time(*service_p50_us as f64)
        ),
        StepProblem::GeneratorErrors { count: failed, requests, detail } => {
            let detail = detail
                .as_ref()
                .map_or_else(String::new, |error| format!(": {}", super::run::error(words, error)));
            format!(
                "{} of {} requests failed in the load generator itself (allowed {}\u{a0}%){detail}",
                words.count(*failed),
                words.count(*requests),
                GENERATOR_ERRORS_PERCENT_MAX
            )
        }
        StepProblem::GeneratorDescriptors { connections, descriptors_max } => format!(
            "{} were open, of {} files that the load generator may have open",
            words.say("validity-connections", super::args![n = *connections]),
            words.count(*descriptors_max)
        ),
        StepProblem::GeneratorPorts { taken, ports_max } => format!(
            "connections and sockets in TIME-WAIT took {} of the load generator's {} local ports",
            words.count(*taken),
            words.count(*ports_max)
        ),
        StepProblem::CutShort { measured_s } => {
            format!("it was broken off after {} of measuring", words.length(*measured_s))
        }
        StepProblem::NoRequests => "no request ended in its measured window".to_owned(),
        StepProblem::NothingSucceeded { requests } => {
            format!("all of its {} requests failed", words.count(*requests))
        }
    }
}

/// The same in a few words, where the whole is said elsewhere.
pub fn short(words: &Words, problem: &StepProblem) -> &'static str {
    match problem {
        StepProblem::GeneratorCpu { .. } => "the load generator's cores were busy",
        StepProblem::GeneratorDelayed { .. } => "other work had the load generator's cores",
        StepProblem::GeneratorNotSent { .. } => "the load generator did not begin arrivals in time",
        StepProblem::GeneratorLateness { .. } => "the load generator's timers were late",
        StepProblem::GeneratorTurns { .. } => "answers waited in the load generator",
        StepProblem::GeneratorErrors { .. } => "requests failed in the load generator itself",
        StepProblem::GeneratorDescriptors { .. } => "the load generator had no file descriptors left",
        StepProblem::GeneratorPorts { .. } => "the load generator had no local ports left",
        StepProblem::CutShort { .. } => "it was broken off",
        StepProblem::NoRequests => "no request ended",
        StepProblem::NothingSucceeded { .. } => "all requests failed",
    }
}

pub fn step_problem(words: &Words, step: u32, problem: &StepProblem) -> String {
    format!("Step {step}: {}.", self::problem(words, problem))
}

/// `100 % ok`
pub fn little(words: &Words, check: &LittleCheck) -> String {
    format!("{}\u{a0}% {}", words.fixed(check.ratio * 100.0, 0), if check.ok { "ok" } else { "off" })
}

/// In a table cell.
pub fn step(words: &Words, problems: &[StepProblem]) -> &'static str {
    match problems.first() {
        None => "valid",
        Some(problem) if problem.is_generators() => "INVALID: generator",
        Some(StepProblem::CutShort { .. }) => "INVALID: cut short",
        Some(StepProblem::NothingSucceeded { .. }) => "INVALID: all failed",
        Some(_) => "INVALID: no requests",
    }
}

/// What to do about it.
pub fn remedy(words: &Words, problem: &StepProblem) -> &'static str {
    match problem {
        StepProblem::GeneratorCpu { .. } => {
            "Give the load generator more cores or more nodes, and nothing else on them; leave out of the plan what \
             costs it most (checks on whole bodies, new connections for each request)."
        }
        StepProblem::GeneratorDelayed { .. } => {
            "Give the load generator cores of its own: not the server's, and no other work on them."
        }
        StepProblem::GeneratorNotSent { .. } => {
            "Run this rate again with more cores or more nodes for the load generator, and do not change the rate by hand \
             within a step."
        }
        StepProblem::GeneratorLateness { .. } => {
            "Run this load again with nothing else on the load generator's machine, or with more cores for it; a tick of \
             the plan that sends arrivals together makes it late by itself."
        }
        StepProblem::GeneratorTurns { .. } => {
            "Use more workers (cores) or nodes, so that each has fewer connections; large answers and costly checks make \
             turns long."
        }
        StepProblem::GeneratorErrors { .. } => {
            "Mend what the errors say: raise the limit of open files, keep connections alive, or correct the plan's names \
             and addresses."
        }
        StepProblem::GeneratorDescriptors { .. } => {
            "Raise the limit of open files (ulimit -n), use fewer users, or more nodes."
        }
        StepProblem::GeneratorPorts { .. } => {
            "Keep connections alive, widen net.ipv4.ip_local_port_range, or use more nodes or more addresses of the server."
        }
        StepProblem::CutShort { .. } => "Run it again to its end.",
        StepProblem::NoRequests => {
            "Check that the plan sends requests, and measure for longer than one of them takes."
        }
        StepProblem::NothingSucceeded { .. } => "Mend the failures first; then measure again.",
    }
}

/// Of the whole run.
pub fn generator_summary(words: &Words, run: &RunAnalysis) -> String {
    let with = |wanted: &str| -> Vec<u32> {
        run.steps.iter().filter(|step| limit(words, step) == wanted).map(|step| step.number).collect()
    };
    let (limited, doubtful) = (with("YES"), with("in doubt"));
    match (limited.is_empty(), doubtful.is_empty()) {
        _ if run.steps.is_empty() => "Nothing was measured.".to_owned(),
        (true, true) => "No, in no step.".to_owned(),
        (true, false) => format!("No; but in {} its figures are in doubt.", words.steps(&doubtful)),
        (false, true) => format!("Yes, in {}: invalid, and in no verdict.", words.steps(&limited)),
        (false, false) => format!(
            "Yes, in {}: invalid, and in no verdict. In {} its figures are in doubt.",
            words.steps(&limited),
            words.steps(&doubtful)
        ),
    }
}

/// The answer to "was the load generator the limit?" for one step.
pub fn limit(words: &Words, step: &StepRow) -> &'static str {
    if step.problems.iter().any(StepProblem::is_generators) {
        "YES"
    } else if in_doubt(words, step) {
        "in doubt"
    } else {
        "no"
    }
}

fn in_doubt(words: &Words, step: &StepRow) -> bool {
    let state = &step.generator;
    let delayed =
        state.most_delayed().is_some_and(|worker| worker.run_delay_percent_mean > RUN_DELAY_PERCENT_DOUBT);
    let above = |us: Option<u64>| us.zip(timing_doubt_us(step)).is_some_and(|(us, limit)| us > limit);
    delayed || above(state.lateness_p99_us) || above(state.turn_us_p90)
}

pub const GENERATOR_TIMES: &str = "CPU and waiting are those of the busiest worker, in percent of one core; waiting is time \
    in which it was ready to run and other work had its core. Late: how much later than intended starts, arrivals, think \
    times and a beat of the generator's own were. Turn: each worker's longest turn of its loop in a second; an answer that \
    came during it was seen at its end. In doubt: waiting for more than 5\u{a0}% of the time, or late (p99) or turns (p90) above \
    a tenth of the median service time and 1\u{a0}ms. Above 10\u{a0}%, or above half of it and 2\u{a0}ms, the step is invalid.";

pub const GENERATOR_RESOURCES: &str = "Connections: open at the end of a second, at most. Ports: own connections and sockets \
    in TIME-WAIT, of the local ports that there are for one address. Sockets: of the whole machine, a server on it included. \
    Own errors: requests that failed in the load generator itself; they count in no rate of errors, no percentile requirement \
    and no verdict, and more than 0.1\u{a0}% of them make a step invalid.";
