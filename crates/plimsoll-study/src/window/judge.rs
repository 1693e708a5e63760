//! Judges the windows of a capacity search.

use crate::search::WindowAnswer;
use plimsoll_analysis::Judgement;
use plimsoll_analysis::requirements::{
    JudgementBasis, MeasuredWindow, Requirement, RequirementVerdict, WindowReason, WindowVerdict, judge_load,
};
use plimsoll_analysis::validity::StepProblem;
use plimsoll_run::record::Second;
use plimsoll_run::{LoadStep, MeasuredFigure, SECOND_US, WindowFigure, WindowProblem};
use std::ops::Range;

/// Of the bootstrap: the same windows give the same verdict.
const SEED: u64 = 1;

/// Of fewer arrivals none may have been answered by the end of the window, and the system works all the same.
const ARRIVALS_MIN: u64 = 5;

/// Judges as the report does, by the analysis.
pub struct WindowJudge {
    requirements: Vec<Requirement>,
    /// Valid windows that further ones may be judged together with. The search says how many are needed,
    /// and never more than its `repeats`.
    pooled: Vec<Window>,
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
        WindowJudge { requirements, pooled: Vec::new() }
    }

    /// The verdict on the window of an ended step, together with the `pooled` valid ones before it.
    pub fn judge(
        &mut self,
        step: &LoadStep,
        seconds: Vec<Second>,
        pooled: u32,
        touched: bool,
    ) -> WindowAnswer {
        let forget = self.pooled.len().saturating_sub(pooled as usize);
        self.pooled.drain(..forget);
        if touched {
            return WindowAnswer::Invalid(WindowProblem::Interfered);
        }
        let window = Window { step: step.clone(), seconds };
        let due: u64 = window.seconds.iter().flat_map(|s| s.generator.arrivals.values()).map(|a| a.due).sum();
        match self.verdict(std::slice::from_ref(&window)).reason {
            WindowReason::Invalid { problem: StepProblem::NoRequests } if due == 0 => {
                return WindowAnswer::Undecided(vec![WindowFigure::NoArrivalDue]);
            }
            // An answer that comes after the window is no failure yet.
            WindowReason::Invalid { problem: StepProblem::NoRequests } if due < ARRIVALS_MIN => {
                return WindowAnswer::Undecided(vec![WindowFigure::NoRequestEnded]);
            }
            WindowReason::Invalid { problem: StepProblem::NoRequests } => {
                return WindowAnswer::Fails(vec![WindowFigure::NoRequestEnded]);
            }
            WindowReason::Invalid { problem } => {
                let rate_per_s = step.rate_per_s;
                return WindowAnswer::Invalid(WindowProblem::Step { rate_per_s, problem });
            }
            _ => self.pooled.push(window),
        }
        answer(&self.verdict(&self.pooled))
    }

    fn verdict(&self, windows: &[Window]) -> WindowVerdict {
        let measured: Vec<MeasuredWindow> = windows
            .iter()
            .map(|window| MeasuredWindow { step: &window.step, seconds: &window.seconds })
            .collect();
        judge_load(&measured, &self.requirements, SEED)
    }
}

/// Whole seconds of the run's clock that lie in the measured window.
pub fn measured_seconds(step: &LoadStep) -> Range<u32> {
    let to_us = step.measured_to_us.unwrap_or(step.measured_from_us);
    let start = step.measured_from_us.div_ceil(SECOND_US) as u32;
    start..((to_us / SECOND_US) as u32).max(start)
}

fn answer(verdict: &WindowVerdict) -> WindowAnswer {
    let nothing = |one: &&RequirementVerdict| matches!(one.evidence, JudgementBasis::NothingSucceeded { .. });
    if let Some(one) = verdict.requirements.iter().find(nothing) {
        return WindowAnswer::Fails(figure(one).into_iter().collect());
    }
    let of = |wanted: Judgement| -> Vec<WindowFigure> {
        let of_these = verdict.requirements.iter().filter(|one| one.decides && one.judgement == wanted);
        of_these.filter_map(figure).collect()
    };
    match (&verdict.reason, verdict.judgement) {
        (WindowReason::FallsBehind { due, started, dropped, waiting_at_end, busy_at_end }, _) => {
            WindowAnswer::Fails(vec![WindowFigure::FallsBehind {
                due: *due,
                started: *started,
                dropped: *dropped,
                waiting_at_end: *waiting_at_end,
                busy_at_end: *busy_at_end,
            }])
        }
        (WindowReason::NothingToJudge, _) => WindowAnswer::Holds(vec![WindowFigure::EveryArrivalStarted]),
        (_, Judgement::Pass) => WindowAnswer::Holds(of(Judgement::Pass)),
        (_, Judgement::Fail) => WindowAnswer::Fails(of(Judgement::Fail)),
        (_, Judgement::Inconclusive) => WindowAnswer::Undecided(of(Judgement::Inconclusive)),
    }
}

/// `None`: the window is invalid, which is said before.
fn figure(one: &RequirementVerdict) -> Option<WindowFigure> {
    let measured = match &one.evidence {
        JudgementBasis::Share {
            percent, percent_bounds_95: bounds, measured_us, failed: Some(_), ..
        } => MeasuredFigure::Percentile {
            measured_us: *measured_us,
            over_percent: *percent,
            low_percent: bounds.low,
            high_percent: bounds.high,
        },
        JudgementBasis::Share { percent, percent_bounds_95: bounds, .. } => {
            MeasuredFigure::Errors { percent: *percent, low_percent: bounds.low, high_percent: bounds.high }
        }
        JudgementBasis::Mean { mean_us, .. } => MeasuredFigure::Mean { mean_us: mean_us.value },
        JudgementBasis::Throughput { per_s, .. } => MeasuredFigure::Throughput { per_s: per_s.value },
        JudgementBasis::Max { max_us, over, .. } => MeasuredFigure::Max { max_us: *max_us, over: *over },
        JudgementBasis::NothingSucceeded { .. } => MeasuredFigure::NothingSucceeded,
        JudgementBasis::UnknownTransaction { name, .. } => {
            MeasuredFigure::UnknownTransaction { name: name.clone() }
        }
        JudgementBasis::NoRequests
        | JudgementBasis::NoTimes
        | JudgementBasis::IterationsDropped { .. }
        | JudgementBasis::NothingAnswered { .. }
        | JudgementBasis::FromTable { .. }
        | JudgementBasis::FromPercentiles { .. } => MeasuredFigure::NoRequests,
        JudgementBasis::InvalidStep => return None,
    };
    Some(WindowFigure::Requirement { requirement: one.requirement.clone(), measured })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::ArrivalInterval;

    /// A window of 5 s in which so many arrivals were due, and nothing ended.
    fn judged(due: u64) -> WindowAnswer {
        let to_us = 5 * SECOND_US;
        let step =
            LoadStep { number: 1, measured_to_us: Some(to_us), ended_us: Some(to_us), ..LoadStep::default() };
        let mut second = Second { second: 2, step: 1, ..Second::default() };
        let arrivals = ArrivalInterval { due, started: due, ..ArrivalInterval::default() };
        second.generator.arrivals.insert("users".to_owned(), arrivals);
        WindowJudge::new(&["p95 <= 1 s".to_owned()]).judge(&step, vec![second], 0, false)
    }

    #[test]
    fn a_window_of_hardly_an_arrival_fails_nothing() {
        assert_eq!(judged(0), WindowAnswer::Undecided(vec![WindowFigure::NoArrivalDue]));
        assert_eq!(judged(1), WindowAnswer::Undecided(vec![WindowFigure::NoRequestEnded]));
        assert_eq!(judged(50), WindowAnswer::Fails(vec![WindowFigure::NoRequestEnded]));
    }
}
