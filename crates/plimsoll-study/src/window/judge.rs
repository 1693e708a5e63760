//! Judges the windows of a capacity search.

use super::arrivals::ArrivalCount;
use super::share::{BATCHES, Batch, judge_share};
use crate::search::{PerSecond, WindowVerdict, significant};
use plimsoll_analysis::requirement::{Measure, Requirement};
use plimsoll_analysis::statistics::Bounds;
use plimsoll_analysis::validity::StepProblem;
use plimsoll_analysis::verdict::Evidence;
use plimsoll_analysis::{Judgement, RunAnalysis, Verdict, analyse};
use plimsoll_run::record::Second;
use plimsoll_run::{Design, End, EndReason, Run, RunHeader, Step};
use std::ops::Range;

const SECOND_US: u64 = 1_000_000;
/// Of the bootstrap: the same windows give the same verdict.
const SEED: u64 = 1;

/// Judges as the report does: by the analysis of a run that has nothing but these windows.
pub struct WindowJudge {
    requirements: Vec<String>,
    /// Valid windows that further ones may be judged together with. The search says how many are needed,
    /// and never more than its `repeats`.
    kept: Vec<Window>,
}

struct Window {
    step: Step,
    /// Only whole seconds of the measured window, with packed histograms.
    seconds: Vec<Second>,
}

impl WindowJudge {
    /// Throughput is no requirement on a window of a given rate: it is judged at the end.
    pub fn new(requirements: &[String]) -> Self {
        let of_windows = |text: &&String| {
            !Requirement::parse(text).is_ok_and(|requirement| requirement.measure == Measure::Throughput)
        };
        WindowJudge {
            requirements: requirements.iter().filter(of_windows).cloned().collect(),
            kept: Vec::new(),
        }
    }

    /// The verdict on the window of an ended step, together with the `pooled` valid ones before it.
    pub fn judge(
        &mut self,
        step: &Step,
        seconds: Vec<Second>,
        arrivals: &ArrivalCount,
        pooled: u32,
        touched: bool,
    ) -> WindowVerdict {
        let forget = self.kept.len().saturating_sub(pooled as usize);
        self.kept.drain(..forget);
        let measured = measured_seconds(step);
        let mut seconds = seconds;
        seconds.retain(|second| measured.contains(&second.second));
        let window = Window { step: step.clone(), seconds };
        if touched {
            return WindowVerdict::Invalid("somebody interfered with the window".to_owned());
        }
        let alone = self.analysis(std::slice::from_ref(&window));
        if let Some(reason) = invalid(&alone, step) {
            return WindowVerdict::Invalid(reason);
        }
        self.kept.push(window);
        if arrivals.sum(measured.clone()).is_some_and(|figures| figures.due == 0) {
            return WindowVerdict::Undecided("no arrival was due".to_owned());
        }
        let judged = match nothing_done(&alone) {
            Some(reason) => WindowVerdict::Fails(reason),
            None => self.verdict(),
        };
        match arrivals.falls_behind(measured) {
            Some(reason) if !matches!(judged, WindowVerdict::Fails(_)) => WindowVerdict::Fails(reason),
            _ => judged,
        }
    }

    /// Of one step with all windows' seconds, one after another.
    fn analysis(&self, windows: &[Window]) -> Option<RunAnalysis> {
        let mut made = MadeRun::default();
        windows.iter().for_each(|window| made.add(&window.seconds, measured_seconds(&window.step), true));
        made.end_step(&windows.last()?.step);
        analyse(&[made.run(&self.requirements)], SEED).runs.pop()
    }

    /// For each requirement on a share, how many requests of each batch of each window were over.
    fn batches(&self, windows: &[Window]) -> Vec<Vec<Vec<Batch>>> {
        let mut made = MadeRun::default();
        let mut counts = Vec::new();
        for window in windows {
            let measured = measured_seconds(&window.step);
            let length = (measured.end - measured.start).div_ceil(BATCHES).max(1);
            let starts = measured.clone().step_by(length as usize);
            counts.push(starts.len());
            for start in starts {
                let part = start..(start + length).min(measured.end);
                made.add(&window.seconds, part, false);
                made.end_step(&window.step);
            }
        }
        let analysis = analyse(&[made.run(&self.requirements)], SEED).runs.pop();
        let verdicts = analysis.map(|analysis| analysis.verdicts).unwrap_or_default();
        let of_requirement = |verdict: &Verdict| {
            let mut all = verdict.steps.iter().map(|step| match step.evidence {
                Evidence::Share { over, of, .. } => (over, of),
                _ => (0, 0),
            });
            counts.iter().map(|count| all.by_ref().take(*count).collect()).collect()
        };
        verdicts.iter().map(of_requirement).collect()
    }

    fn verdict(&self) -> WindowVerdict {
        let Some(analysis) = self.analysis(&self.kept) else {
            return WindowVerdict::Undecided("nothing was measured".to_owned());
        };
        let batches = self.batches(&self.kept);
        let mut judged: Vec<(Judgement, String)> = Vec::new();
        for (verdict, batches) in analysis.verdicts.iter().zip(batches) {
            let Some(step) = verdict.steps.first() else { continue };
            let judgement = match step.evidence {
                Evidence::Share { allowed_percent, .. } if allowed_percent > 0.0 => {
                    let robust = judge_share(&batches, allowed_percent / 100.0);
                    if robust == step.judgement { robust } else { Judgement::Inconclusive }
                }
                _ => step.judgement,
            };
            judged.push((judgement, figures(&verdict.requirement, &step.evidence)));
        }
        let texts = |wanted: Judgement| {
            let of_these = judged.iter().filter(|(judgement, _)| *judgement == wanted);
            of_these.map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(", ")
        };
        let any = |wanted| judged.iter().any(|(judgement, _)| *judgement == wanted);
        if any(Judgement::Fail) {
            WindowVerdict::Fails(texts(Judgement::Fail))
        } else if any(Judgement::Inconclusive) {
            WindowVerdict::Undecided(texts(Judgement::Inconclusive))
        } else if judged.is_empty() {
            WindowVerdict::Holds("every arrival began".to_owned())
        } else {
            WindowVerdict::Holds(texts(Judgement::Pass))
        }
    }
}

/// A run put together of seconds that were measured.
#[derive(Default)]
struct MadeRun {
    steps: Vec<Step>,
    seconds: Vec<Second>,
    /// Where the step began that is being made, and where it goes on.
    from: u32,
    next: u32,
}

impl MadeRun {
    /// Adds `part` of the seconds to the step being made. Without the generator's own figures no problem
    /// of it is found: a whole window has been looked at for that.
    fn add(&mut self, seconds: &[Second], part: Range<u32>, with_generator: bool) {
        for second in seconds.iter().filter(|second| part.contains(&second.second)) {
            let generator = if with_generator { second.generator.clone() } else { Default::default() };
            self.seconds.push(Second {
                step: self.steps.len() as u32 + 1,
                second: self.next + (second.second - part.start),
                transactions: second.transactions.clone(),
                generator,
            });
        }
        self.next += part.end - part.start;
    }

    fn end_step(&mut self, like: &Step) {
        let (from_us, to_us) = (u64::from(self.from) * SECOND_US, u64::from(self.next) * SECOND_US);
        self.steps.push(Step {
            number: self.steps.len() as u32 + 1,
            started_us: from_us,
            measured_from_us: from_us,
            measured_to_us: Some(to_us),
            ended_us: Some(to_us),
            abandoned: 0,
            ..like.clone()
        });
        self.from = self.next;
    }

    fn run(self, requirements: &[String]) -> Run {
        let at_us = u64::from(self.next) * SECOND_US;
        Run {
            header: RunHeader {
                design: Design::Fixed,
                requirements: requirements.to_vec(),
                ..RunHeader::default()
            },
            steps: self.steps,
            seconds: self.seconds,
            notes: Vec::new(),
            end: Some(End { at_us, reason: EndReason::Completed }),
        }
    }
}

/// Whole seconds of the run's clock that lie in the measured window.
pub fn measured_seconds(step: &Step) -> Range<u32> {
    let to_us = step.measured_to_us.unwrap_or(step.measured_from_us);
    let start = step.measured_from_us.div_ceil(SECOND_US) as u32;
    start..((to_us / SECOND_US) as u32).max(start)
}

/// Why a window says nothing about the system.
fn invalid(analysis: &Option<RunAnalysis>, step: &Step) -> Option<String> {
    let Some(row) = analysis.as_ref().and_then(|analysis| analysis.steps.first()) else {
        return Some("nothing was measured".to_owned());
    };
    let at = step.rate_per_s.map_or_else(String::new, |per_s| format!(" at {}", PerSecond(per_s)));
    let about_system = |problem: &&StepProblem| {
        matches!(problem, StepProblem::NoRequests | StepProblem::NothingSucceeded { .. })
    };
    let problem = row.problems.iter().find(|problem| !about_system(problem))?;
    Some(match problem {
        problem if problem.is_generators() => {
            format!("the load generator was the limit{at} ({})", generator_problem(problem))
        }
        StepProblem::CutShort { measured_s } => {
            format!("the window{at} was broken off after {measured_s:.0} s")
        }
        _ => format!("the window{at} supports no verdict"),
    })
}

fn generator_problem(problem: &StepProblem) -> String {
    match problem {
        StepProblem::GeneratorCpu { worker, busy_seconds_percent, .. } => {
            format!("worker {worker} was busy in {busy_seconds_percent:.0} % of the time")
        }
        StepProblem::GeneratorDelayed { worker, run_delay_percent_mean } => {
            format!("worker {worker} waited for its core in {run_delay_percent_mean:.0} % of the time")
        }
        StepProblem::GeneratorLateness { lateness_p99_us, .. } => {
            format!("its timers were up to {} late", time(*lateness_p99_us as f64))
        }
        StepProblem::GeneratorErrors { count, requests, .. } => {
            format!("{count} of {requests} requests never left it")
        }
        _ => "see the report".to_owned(),
    }
}

fn nothing_done(analysis: &Option<RunAnalysis>) -> Option<String> {
    let problems = &analysis.as_ref()?.steps.first()?.problems;
    problems.iter().find_map(|problem| match problem {
        StepProblem::NoRequests => Some("no request ended".to_owned()),
        StepProblem::NothingSucceeded { requests } => Some(format!("all {requests} requests failed")),
        _ => None,
    })
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
