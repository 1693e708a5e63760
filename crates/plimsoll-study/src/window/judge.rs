//! Judges the windows of a capacity search.

use crate::search::{PerSecond, WindowVerdict, significant};
use plimsoll_analysis::Judgement;
use plimsoll_analysis::requirements::{
    self, Evidence, MeasuredWindow, Requirement, RequirementVerdict, WindowReason,
};
use plimsoll_analysis::statistics::Bounds;
use plimsoll_analysis::validity::StepProblem;
use plimsoll_run::record::Second;
use plimsoll_run::{LoadStep, SECOND_US};
use std::ops::Range;

/// Of the bootstrap: the same windows give the same verdict.
const SEED: u64 = 1;

/// Judges as the report does, by the analysis.
pub struct WindowJudge {
    requirements: Vec<Requirement>,
    /// Valid windows that further ones may be judged together with. The search says how many are needed,
    /// and never more than its `repeats`.
    kept: Vec<Window>,
}

struct Window {
    step: LoadStep,
    /// With packed histograms.
    seconds: Vec<Second>,
}

impl WindowJudge {
    pub fn new(requirements: &[String]) -> Self {
        // What can't be read was refused before.
        let requirements = requirements.iter().flat_map(|text| Requirement::parse(text)).collect();
        WindowJudge { requirements, kept: Vec::new() }
    }

    /// The verdict on the window of an ended step, together with the `pooled` valid ones before it.
    pub fn judge(
        &mut self,
        step: &LoadStep,
        seconds: Vec<Second>,
        pooled: u32,
        touched: bool,
    ) -> WindowVerdict {
        let forget = self.kept.len().saturating_sub(pooled as usize);
        self.kept.drain(..forget);
        if touched {
            return WindowVerdict::Invalid("somebody interfered with the window".to_owned());
        }
        let window = Window { step: step.clone(), seconds };
        let due: u64 = window.seconds.iter().flat_map(|s| s.generator.arrivals.values()).map(|a| a.due).sum();
        match self.verdict(std::slice::from_ref(&window)).reason {
            WindowReason::Invalid { problem: StepProblem::NoRequests } if due == 0 => {
                return WindowVerdict::Undecided("no arrival was due".to_owned());
            }
            WindowReason::Invalid { problem: StepProblem::NoRequests } => {
                return WindowVerdict::Fails("no request ended".to_owned());
            }
            WindowReason::Invalid { problem } => return WindowVerdict::Invalid(invalid(&problem, step)),
            _ => self.kept.push(window),
        }
        told(&self.verdict(&self.kept))
    }

    fn verdict(&self, windows: &[Window]) -> requirements::WindowVerdict {
        let measured: Vec<MeasuredWindow> = windows
            .iter()
            .map(|window| MeasuredWindow { step: &window.step, seconds: &window.seconds })
            .collect();
        requirements::judge_load(&measured, &self.requirements, SEED)
    }
}

/// Whole seconds of the run's clock that lie in the measured window.
pub fn measured_seconds(step: &LoadStep) -> Range<u32> {
    let to_us = step.measured_to_us.unwrap_or(step.measured_from_us);
    let start = step.measured_from_us.div_ceil(SECOND_US) as u32;
    start..((to_us / SECOND_US) as u32).max(start)
}

/// Why a window says nothing about the system.
fn invalid(problem: &StepProblem, step: &LoadStep) -> String {
    let at = step.rate_per_s.map_or_else(String::new, |per_s| format!(" at {}", PerSecond(per_s)));
    match problem {
        StepProblem::CutShort { measured_s } => {
            format!("the window{at} was broken off after {measured_s:.0} s")
        }
        problem if problem.is_generators() => {
            format!("the load generator was the limit{at} ({})", generator_problem(problem))
        }
        problem => format!("the window{at} supports no verdict ({})", problem.id()),
    }
}

fn generator_problem(problem: &StepProblem) -> String {
    match problem {
        StepProblem::GeneratorCpu { worker, busy_seconds_percent, .. } => {
            format!("worker {worker} was busy in {busy_seconds_percent:.0} % of the time")
        }
        StepProblem::GeneratorDelayed { worker, run_delay_percent_mean } => {
            format!("worker {worker} waited for its core in {run_delay_percent_mean:.0} % of the time")
        }
        StepProblem::GeneratorNotSent { intended, not_sent } => {
            format!("{not_sent} of {intended} arrivals were not sent")
        }
        StepProblem::GeneratorLateness { lateness_p99_us, .. } => {
            format!("its timers were up to {} late", time(*lateness_p99_us as f64))
        }
        StepProblem::GeneratorTurns { turn_us_p90, .. } => {
            format!("its workers took up to {} for a turn", time(*turn_us_p90 as f64))
        }
        StepProblem::GeneratorErrors { count, requests, .. } => {
            format!("{count} of {requests} requests never left it")
        }
        StepProblem::GeneratorDescriptors { .. } => "it had no file descriptors left".to_owned(),
        StepProblem::GeneratorPorts { .. } => "it had no local ports left".to_owned(),
        other => other.id().to_owned(),
    }
}

fn told(verdict: &requirements::WindowVerdict) -> WindowVerdict {
    let nothing = |one: &RequirementVerdict| matches!(one.evidence, Evidence::NothingSucceeded { .. });
    if let Some(one) = verdict.requirements.iter().find(|one| nothing(one)) {
        return WindowVerdict::Fails(figures(&one.requirement, &one.evidence));
    }
    let texts = |wanted: Judgement| {
        let of_these = verdict.requirements.iter().filter(|one| one.decides && one.judgement == wanted);
        of_these.map(|one| figures(&one.requirement, &one.evidence)).collect::<Vec<_>>().join(", ")
    };
    match (&verdict.reason, verdict.judgement) {
        (WindowReason::FallsBehind { .. }, _) => WindowVerdict::Fails(verdict.reason.to_string()),
        (WindowReason::NothingToJudge, _) => WindowVerdict::Holds("every arrival began".to_owned()),
        (_, Judgement::Pass) => WindowVerdict::Holds(texts(Judgement::Pass)),
        (_, Judgement::Fail) => WindowVerdict::Fails(texts(Judgement::Fail)),
        (_, Judgement::Inconclusive) => WindowVerdict::Undecided(texts(Judgement::Inconclusive)),
    }
}

/// `p95 <= 250 ms: 180 ms, 1.2 % over (0.8–1.7)`.
fn figures(requirement: &str, evidence: &Evidence) -> String {
    let bounds = |b: Bounds| format!("{}–{}", number(b.low), number(b.high));
    let text = match evidence {
        Evidence::Share { percent, percent_bounds_95, measured_us, failed: Some(_), .. } => {
            let measured = measured_us.map_or_else(String::new, |us| format!("{}, ", time(us as f64)));
            format!("{measured}{} % over ({})", number(*percent), bounds(*percent_bounds_95))
        }
        Evidence::Share { percent, percent_bounds_95, .. } => {
            format!("{} % ({})", number(*percent), bounds(*percent_bounds_95))
        }
        Evidence::Mean { mean_us, .. } => time(mean_us.value),
        Evidence::Throughput { per_s, .. } => format!("{}/s", number(per_s.value)),
        Evidence::Max { max_us, over, .. } => format!("{}, {over} over", time(*max_us as f64)),
        Evidence::NothingSucceeded { .. } => "nothing succeeded".to_owned(),
        Evidence::UnknownTransaction { name, .. } => format!("there is no \"{name}\""),
        Evidence::NoRequests => "no request of that name ended".to_owned(),
        Evidence::InvalidStep => "the window is invalid".to_owned(),
    };
    format!("{requirement}: {text}")
}

fn number(value: f64) -> String {
    significant(value, 2).to_string()
}

fn time(us: f64) -> String {
    let (value, unit) = match us {
        us if us >= 1e6 => (us / 1e6, "s"),
        us if us >= 1e3 => (us / 1e3, "ms"),
        us => (us, "µs"),
    };
    format!("{} {unit}", significant(value, 3))
}
