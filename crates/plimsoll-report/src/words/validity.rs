//! Whether figures may be believed.

use super::run::error;
use super::servers::source;
use super::{Words, args};
use plimsoll_analysis::StepRow;
use plimsoll_analysis::findings::Claim;
use plimsoll_analysis::step::LittleCheck;
use plimsoll_analysis::validity::{
    BUSY_SECONDS_PERCENT_MAX, CPU_BUSY_PERCENT, GENERATOR_ERRORS_PERCENT_MAX, RUN_DELAY_PERCENT_MAX,
    STOPPED_PERCENT_MAX, StepProblem,
};
use plimsoll_analysis::{Judgement, RunAnalysis};
use plimsoll_run::node::WORKERS_OF_NODE;
use plimsoll_run::{ErrorKind, LoadGeneratorKind, MeasurementSource, Source};
use std::collections::BTreeSet;

/// With what had the machine beside the load.
pub fn summary(words: &Words, run: &RunAnalysis) -> String {
    let mut hosts: Vec<(&[u32], Vec<String>)> = Vec::new();
    for (host, steps) in other_work(run) {
        match hosts.iter_mut().find(|(same, _)| *same == steps) {
            Some((_, names)) => names.push(source(words, host)),
            None => hosts.push((steps, vec![source(words, host)])),
        }
    }
    let others = hosts.iter().map(|(steps, names)| {
        words.say("validity-other-work", args![source = words.listed(names), steps = words.steps(steps)])
    });
    std::iter::once(of_generator(words, run)).chain(others).collect::<Vec<_>>().join(" ")
}

/// Hosts whose CPU other work used up, and in which steps.
fn other_work(run: &RunAnalysis) -> impl Iterator<Item = (&Source, &[u32])> {
    let found = run.findings.iter().filter_map(|finding| match &finding.claim {
        Claim::OtherWork(work) => Some(work),
        _ => None,
    });
    found.flat_map(|work| work.sources().map(|source| (source, work.steps.as_slice())))
}

fn of_generator(words: &Words, run: &RunAnalysis) -> String {
    let invalid = &run.validity.invalid_steps;
    let none_valid = !invalid.is_empty() && invalid.len() == run.steps.len();
    let supported = |id: &str| words.say(id, args![support = support(words, run)]);
    match (run.validity.complete, invalid.is_empty()) {
        (true, true) => match run.header.generator.imported().map(|by| by.source) {
            Some(MeasurementSource::LoadGenerator) => words.text("validity-imported"),
            Some(MeasurementSource::ServerLogs) => words.text("validity-imported-logs"),
            Some(MeasurementSource::Table) => words.text("validity-imported-table"),
            None => match external(run) {
                Some(name) => words.say("validity-complete-external", args![name]),
                None => words.text("validity-complete"),
            },
        },
        (true, false) if none_valid => supported("validity-no-step-valid"),
        (true, false) => {
            let (steps, support) = (words.steps_start(invalid), support(words, run));
            if run.is_imported() {
                return words.say("validity-some-invalid-imported", args![steps, support]);
            }
            words.say("validity-some-invalid", args![n = invalid.len(), steps, support])
        }
        (false, _) if run.steps.is_empty() => words.text("validity-nothing-measured"),
        (false, true) => words.text("validity-not-ended"),
        (false, false) if none_valid => supported("validity-not-ended-no-step-valid"),
        (false, false) => words.say("validity-not-ended-some-invalid", args![steps = words.steps(invalid)]),
    }
}

/// Another load generator's name: of its own health little is known.
fn external(run: &RunAnalysis) -> Option<&str> {
    match &run.header.generator {
        LoadGeneratorKind::Jmeter { .. } => Some("JMeter"),
        LoadGeneratorKind::Tool { name, .. } => Some(name),
        LoadGeneratorKind::Engine | LoadGeneratorKind::Imported(_) => None,
    }
}

fn support(words: &Words, run: &RunAnalysis) -> String {
    let invalid = || run.steps.iter().filter(|step| !step.is_valid());
    let is_judged = |step: &&StepRow| step.supports_verdicts() || run.fails_unanswered(step);
    let failed = invalid().any(|step| is_judged(&step));
    let all_failed = |step: &StepRow| {
        step.problems.iter().all(|problem| matches!(problem, StepProblem::NothingSucceeded { .. }))
    };
    // What fails under less load than was asked for fails.
    let decided = |step: &StepRow| {
        let mut of_step =
            run.verdicts.iter().flat_map(|verdict| &verdict.steps).filter(|s| s.step == step.number);
        of_step.any(|s| s.judgement != Judgement::Inconclusive)
    };
    if failed && !invalid().filter(is_judged).all(all_failed) {
        let problems: Vec<&StepProblem> =
            invalid().filter(is_judged).flat_map(|step| &step.problems).collect();
        // That nothing ended is said already where nothing ended any more.
        let hangs = problems.iter().any(|problem| matches!(problem, StepProblem::Hung { .. }));
        let is_new = |problem: &&&StepProblem| !(hangs && matches!(problem, StepProblem::NoRequests));
        let mut reasons: Vec<String> =
            problems.iter().filter(is_new).map(|problem| reason(words, problem)).collect();
        let mut seen = BTreeSet::new();
        reasons.retain(|reason| seen.insert(reason.clone()));
        return words.say("validity-failed-support", args![reasons = words.listed(&reasons)]);
    }
    words.text(match failed {
        true => "validity-all-failed-support",
        false if invalid().any(decided) => "validity-less-load-support",
        false => "validity-no-support",
    })
}

/// In the box: one word and a reason.
pub fn word(words: &Words, run: &RunAnalysis) -> String {
    let invalid = run.validity.invalid_steps.len();
    words.text(match (run.validity.complete, invalid) {
        (true, 0) if other_work(run).next().is_some() => "validity-with-caveat",
        (true, 0) if run.is_imported() => "validity-not-known",
        (true, 0) => "validity-valid",
        (true, n) if n == run.steps.len() => "validity-invalid",
        (true, _) => "validity-partly-invalid",
        (false, _) => "validity-incomplete",
    })
}

/// Of a fleet with the node's number before it: `2/0`.
pub fn worker_name(worker: u32) -> String {
    match worker / WORKERS_OF_NODE {
        0 => worker.to_string(),
        node => format!("{node}/{}", worker % WORKERS_OF_NODE),
    }
}

/// Completes "the step is invalid: …".
pub fn problem(words: &Words, problem: &StepProblem) -> String {
    let whole = |percent: f64| words.with_percent_sign(words.fixed(percent, 0));
    let exact = |percent: f64| words.with_percent_sign(words.percent(percent));
    let time = |us: u64| words.time(us as f64);
    match problem {
        StepProblem::GeneratorCpu {
            worker,
            busy_seconds_percent,
            cpu_percent_max,
            run_delay_percent_mean,
        } => words.say(
            "validity-generator-cpu",
            args![
                worker = worker_name(*worker),
                busy = whole(CPU_BUSY_PERCENT),
                share = exact(*busy_seconds_percent),
                allowed = whole(BUSY_SECONDS_PERCENT_MAX),
                cpu = whole(*cpu_percent_max),
                waited = exact(*run_delay_percent_mean),
            ],
        ),
        StepProblem::GeneratorDelayed { worker, run_delay_percent_mean } => {
            let (waited, allowed) = (exact(*run_delay_percent_mean), whole(RUN_DELAY_PERCENT_MAX));
            words.say("validity-generator-delayed", args![worker = worker_name(*worker), waited, allowed])
        }
        StepProblem::GeneratorStopped { stopped_us, measured_us } => {
            let (stopped, measured) = (time(*stopped_us), words.length(*measured_us as f64 / 1e6));
            let allowed = whole(STOPPED_PERCENT_MAX);
            words.say("validity-generator-stopped", args![stopped, measured, allowed])
        }
        StepProblem::GeneratorNotSent { intended, not_sent } => {
            let share = exact(100.0 * *not_sent as f64 / (*intended).max(1) as f64);
            let (intended, not_sent, allowed) = (*intended, *not_sent, whole(1.0));
            words.say("validity-generator-not-sent", args![not_sent, intended, share, allowed])
        }
        StepProblem::GeneratorLateness { lateness_p99_us, limit_us, service_p50_us } => {
            let (late, allowed, service) = (time(*lateness_p99_us), time(*limit_us), time(*service_p50_us));
            words.say("validity-generator-lateness", args![late, allowed, service])
        }
        StepProblem::GeneratorTurns { turn_us_p90, turn_us_max, limit_us, service_p50_us } => {
            let (turn, longest) = (time(*turn_us_p90), time(*turn_us_max));
            let (allowed, service) = (time(*limit_us), time(*service_p50_us));
            words.say("validity-generator-turns", args![turn, allowed, longest, service])
        }
        StepProblem::GeneratorErrors { count, requests, detail } => {
            let allowed = words.with_percent_sign(words.written(GENERATOR_ERRORS_PERCENT_MAX));
            let (failed, requests) = (*count, *requests);
            match detail {
                Some(detail) => {
                    let detail = error(words, detail);
                    words.say("validity-generator-errors-detail", args![failed, requests, allowed, detail])
                }
                None => words.say("validity-generator-errors", args![failed, requests, allowed]),
            }
        }
        StepProblem::RequestsNotMade { count, requests, detail } => {
            let allowed = words.with_percent_sign(words.written(GENERATOR_ERRORS_PERCENT_MAX));
            let (failed, requests, detail) = (*count, *requests, error(words, detail));
            words.say("validity-requests-not-made", args![failed, requests, allowed, detail])
        }
        StepProblem::GeneratorDescriptors { connections, descriptors_max } => words.say(
            "validity-generator-descriptors",
            args![connections = *connections, descriptors = *descriptors_max],
        ),
        StepProblem::GeneratorPorts { taken, ports_max } => {
            words.say("validity-generator-ports", args![taken = *taken, ports = *ports_max])
        }
        StepProblem::NodesMissing { seconds, nodes, of } => {
            words.say("validity-nodes-missing", args![seconds = *seconds, nodes = *nodes, of = *of])
        }
        StepProblem::CutShort { measured_s } => {
            words.say("validity-cut-short", args![measured = words.length(*measured_s)])
        }
        StepProblem::NoRequests => words.text("validity-no-requests"),
        StepProblem::BacklogBefore { step } => {
            words.say("validity-backlog-before", args![before = words.count(u64::from(*step))])
        }
        // How many they are is not known of every table.
        StepProblem::MostlyFailed { requests, failed } => {
            let percent = 100.0 * *failed as f64 / (*requests).max(1) as f64;
            let share = words.with_percent_sign(words.percent(percent));
            words.say("validity-mostly-failed", args![share])
        }
        StepProblem::Hung { from_s, to_s, users } => {
            let (from, lasted) = (words.length(*from_s), words.length(to_s - from_s));
            words.say("validity-hung", args![from, lasted, users = *users])
        }
        StepProblem::FailedToTheEnd { from_s, to_s, failed } => {
            let (from, lasted) = (words.length(*from_s), words.length(to_s - from_s));
            words.say("validity-failed-to-the-end", args![from, lasted, failed = *failed])
        }
        StepProblem::NothingSucceeded { .. } => words.text("validity-nothing-succeeded"),
    }
}

/// The same in a few words, where the whole is said elsewhere.
pub fn short(words: &Words, problem: &StepProblem) -> String {
    words.text(match problem {
        StepProblem::GeneratorCpu { .. } => "validity-short-cpu",
        StepProblem::GeneratorDelayed { .. } => "validity-short-delayed",
        StepProblem::GeneratorStopped { .. } => "validity-short-stopped",
        StepProblem::GeneratorNotSent { .. } => "validity-short-not-sent",
        StepProblem::GeneratorLateness { .. } => "validity-short-lateness",
        StepProblem::GeneratorTurns { .. } => "validity-short-turns",
        StepProblem::GeneratorErrors { .. } => "validity-short-errors",
        StepProblem::RequestsNotMade { .. } => "validity-short-not-made",
        StepProblem::GeneratorDescriptors { .. } => "validity-short-descriptors",
        StepProblem::GeneratorPorts { .. } => "validity-short-ports",
        StepProblem::NodesMissing { .. } => "validity-short-nodes",
        StepProblem::CutShort { .. } => "validity-short-cut",
        StepProblem::NoRequests => "validity-short-no-requests",
        StepProblem::Hung { .. } => "validity-short-hung",
        StepProblem::FailedToTheEnd { .. } => "validity-short-failed-to-the-end",
        StepProblem::BacklogBefore { .. } => "validity-short-backlog-before",
        StepProblem::MostlyFailed { .. } => "validity-short-mostly-failed",
        StepProblem::NothingSucceeded { .. } => "validity-short-all-failed",
    })
}

/// The same as a sentence of its own.
fn reason(words: &Words, problem: &StepProblem) -> String {
    match problem {
        StepProblem::BacklogBefore { .. } => words.text("validity-reason-backlog-before"),
        problem => short(words, problem),
    }
}

pub fn step_problem(words: &Words, step: u32, problem: &StepProblem) -> String {
    words.say("validity-step-problem", args![step, problem = self::problem(words, problem)])
}

/// `100 % ok`
pub fn little(words: &Words, check: &LittleCheck) -> String {
    let share = words.with_percent_sign(words.fixed(check.ratio * 100.0, 0));
    let id = match check {
        LittleCheck { ok: true, .. } => "validity-little-ok",
        LittleCheck { explained: true, .. } => "validity-little-in-flight",
        LittleCheck { judged: false, .. } => return share,
        _ => "validity-little-off",
    };
    words.say(id, args![share])
}

/// In a table cell.
pub fn step(words: &Words, problems: &[StepProblem]) -> String {
    words.text(match problems.first() {
        None => "validity-cell-valid",
        Some(problem) if problem.is_generators() => "validity-cell-generator",
        Some(StepProblem::NodesMissing { .. }) => "validity-cell-nodes",
        Some(StepProblem::CutShort { .. }) => "validity-cell-cut",
        Some(StepProblem::Hung { .. }) => "validity-cell-hung",
        Some(StepProblem::FailedToTheEnd { .. }) => "validity-cell-failed-to-the-end",
        Some(StepProblem::BacklogBefore { .. }) => "validity-cell-backlog-before",
        Some(StepProblem::MostlyFailed { .. }) => "validity-cell-mostly-failed",
        Some(StepProblem::NothingSucceeded { .. }) => "validity-cell-all-failed",
        Some(StepProblem::RequestsNotMade { .. }) => "validity-cell-not-made",
        Some(_) => "validity-cell-no-requests",
    })
}

/// What to do about it.
pub fn remedy(words: &Words, problem: &StepProblem) -> String {
    words.text(match problem {
        StepProblem::GeneratorCpu { .. } => "validity-remedy-cpu",
        StepProblem::GeneratorDelayed { .. } => "validity-remedy-delayed",
        StepProblem::GeneratorStopped { .. } => "validity-remedy-stopped",
        StepProblem::GeneratorNotSent { .. } => "validity-remedy-not-sent",
        StepProblem::GeneratorLateness { .. } => "validity-remedy-lateness",
        StepProblem::GeneratorTurns { .. } => "validity-remedy-turns",
        StepProblem::GeneratorErrors { detail: Some(_), .. } => "validity-remedy-resources",
        StepProblem::GeneratorErrors { detail: None, .. } => "validity-remedy-errors",
        StepProblem::RequestsNotMade { detail, .. } => match detail.kind {
            ErrorKind::NameResolution => "validity-remedy-names",
            _ => "validity-remedy-plan",
        },
        StepProblem::GeneratorDescriptors { .. } => "validity-remedy-descriptors",
        StepProblem::GeneratorPorts { .. } => "validity-remedy-ports",
        StepProblem::NodesMissing { .. } => "validity-remedy-nodes",
        StepProblem::CutShort { .. } => "validity-remedy-again",
        StepProblem::NoRequests => "validity-remedy-no-requests",
        StepProblem::BacklogBefore { .. } => "validity-remedy-backlog-before",
        StepProblem::Hung { .. }
        | StepProblem::FailedToTheEnd { .. }
        | StepProblem::MostlyFailed { .. }
        | StepProblem::NothingSucceeded { .. } => "validity-remedy-failures",
    })
}

/// The answer to "was the load generator the limit?".
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    Yes,
    Uncertain,
    /// Most of it failed, or hung: that is the system's.
    NotAsked,
    No,
}

fn limit_of(step: &StepRow) -> Limit {
    if step.problems.iter().any(StepProblem::is_generators) {
        Limit::Yes
    } else if step.problems.iter().any(StepProblem::is_systems) {
        Limit::NotAsked
    } else if step.uncertainty.is_some() {
        Limit::Uncertain
    } else {
        Limit::No
    }
}

/// Of the whole run.
pub fn generator_summary(words: &Words, run: &RunAnalysis) -> String {
    let with = |wanted: Limit| -> Vec<u32> {
        run.steps.iter().filter(|step| limit_of(step) == wanted).map(|step| step.number).collect()
    };
    let failed = with(Limit::NotAsked);
    if !failed.is_empty() && failed.len() == run.steps.len() {
        return words.text("validity-generator-not-asked-at-all");
    }
    let said = of_limits(words, run, &with(Limit::Yes), &with(Limit::Uncertain));
    match failed.is_empty() {
        true => said,
        false => {
            let failed = words.say("validity-generator-not-asked", args![failed = words.steps(&failed)]);
            format!("{said} {failed}")
        }
    }
}

fn of_limits(words: &Words, run: &RunAnalysis, limited: &[u32], late: &[u32]) -> String {
    match (limited.is_empty(), late.is_empty()) {
        _ if run.steps.is_empty() && !run.is_imported() => words.text("validity-nothing-measured"),
        (true, true) if run.is_imported() => {
            words.text(match run.header.generator.imported().map(|by| by.source) {
                Some(MeasurementSource::ServerLogs) => "validity-generator-of-logs",
                Some(MeasurementSource::Table) => "validity-generator-of-table",
                _ => "validity-generator-unknown",
            })
        }
        (true, true) => match external(run) {
            Some(name) => words.say("validity-generator-not-seen", args![name]),
            None => words.text("validity-generator-no"),
        },
        (true, false) => words
            .say("validity-generator-late", args![late = words.steps(late), verdicts = run.verdicts.len()]),
        (false, true) => words.say("validity-generator-yes", args![limited = words.steps(limited)]),
        (false, false) => words.say(
            "validity-generator-yes-and-late",
            args![limited = words.steps(limited), late = words.steps(late), verdicts = run.verdicts.len()],
        ),
    }
}

/// For one step.
pub fn limit(words: &Words, step: &StepRow) -> String {
    words.text(match limit_of(step) {
        Limit::Yes => "validity-limit-yes",
        Limit::Uncertain => "validity-limit-late",
        Limit::NotAsked => "validity-limit-not-asked",
        Limit::No => "validity-limit-no",
    })
}
