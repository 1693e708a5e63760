//! One load judged by all requirements: by one window, or by several at the same load taken together.
//!
//! This is what a capacity search decides by, and what the report says of its windows: one function, so that
//! they agree. A share is judged more strictly than in a step of given load: Wilson's interval takes requests as
//! independent, but in a queue a slow one is followed by slow ones, and near saturation it is much too narrow. So
//! the interval of a stationary bootstrap over fifths of the windows must be on the same side of what is allowed,
//! and no window may by itself say the opposite. Windows in which the load generator was the limit are left out; a
//! load is inconclusive if none is left.

use super::measure::{judge_windows, shares_by_second};
use super::requirement::{Requirement, RequirementMetric};
use super::verdict::{Judgement, JudgementBasis};
use crate::statistics::{Bounds, ratio_bounds, wilson};
use crate::step::{StepRow, Window, step_row};
use crate::validity::{StepProblem, TimingUncertainty};
use plimsoll_run::record::Second;
use plimsoll_run::{Design, LoadStep, RunHeader};
use serde::Serialize;

/// A step with the seconds that were recorded in it. Its measured range (`measured_from_us`, `measured_to_us`)
/// says which of them count; a step can so be cut into several windows.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredWindow<'a> {
    pub step: &'a LoadStep,
    /// Those of other steps are ignored.
    pub seconds: &'a [Second],
}

/// What windows at one load say.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WindowVerdict {
    pub judgement: Judgement,
    pub reason: WindowReason,
    /// In at least one of the windows the load generator was the limit.
    pub generator_limited: bool,
    /// Each requirement by all valid windows together, in the order given; empty without a valid window.
    pub requirements: Vec<RequirementVerdict>,
}

impl WindowVerdict {
    /// What they say of one requirement.
    pub(crate) fn of(&self, requirement: &str) -> Option<&RequirementVerdict> {
        self.requirements.iter().find(|judged| judged.requirement == requirement)
    }
}

/// One requirement by the valid windows together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequirementVerdict {
    pub requirement: String,
    pub judgement: Judgement,
    pub evidence: JudgementBasis,
    /// A demand for throughput is no limit of load, and does not decide.
    pub decides: bool,
}

/// Why the judgement is what it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum WindowReason {
    EveryRequirementHolds,
    /// The first that fails, or if none does the first that could not be decided.
    Requirement {
        requirement: String,
        evidence: JudgementBasis,
    },
    /// In most windows the rate was not kept up: [`crate::step::ArrivalState::falls_behind`].
    FallsBehind {
        due: u64,
        started: u64,
        dropped: u64,
        waiting_at_end: u64,
        busy_at_end: u32,
    },
    /// No window is valid; this is the problem of the last.
    Invalid {
        problem: StepProblem,
    },
    /// There is no window, or no requirement that could decide.
    NothingToJudge,
}

/// Judges one load by one or several windows. `seed` is that of the resampling; the same windows and seed give
/// the same verdict.
pub fn judge_load(windows: &[MeasuredWindow], requirements: &[Requirement], seed: u64) -> WindowVerdict {
    let header = RunHeader { design: Design::Fixed, ..RunHeader::default() };
    let summed: Vec<Window> = windows
        .iter()
        .map(|measured| {
            let own = measured.seconds.iter().filter(|second| second.step == measured.step.number);
            Window::of_seconds(measured.step, &own.collect::<Vec<_>>())
        })
        .collect();
    let rows: Vec<StepRow> = summed.iter().map(|window| step_row(window, &header, seed)).collect();
    let parts: Vec<(&Window, &StepRow)> = summed.iter().zip(&rows).collect();
    judge_parts(&parts, requirements, seed)
}

pub(crate) fn judge_parts(
    parts: &[(&Window, &StepRow)],
    requirements: &[Requirement],
    seed: u64,
) -> WindowVerdict {
    let problems = || parts.iter().flat_map(|(_, row)| &row.problems);
    let generator_limited = problems().any(StepProblem::is_generators);
    let valid: Vec<(&Window, &StepRow)> =
        parts.iter().copied().filter(|(_, row)| row.supports_verdicts()).collect();
    if valid.is_empty() {
        let problem = parts
            .last()
            .and_then(|(_, row)| row.problems.iter().find(|p| p.is_generators()).or(row.problems.first()));
        let reason = problem.map_or(WindowReason::NothingToJudge, |problem| WindowReason::Invalid {
            problem: problem.clone(),
        });
        let judgement = Judgement::Inconclusive;
        return WindowVerdict { judgement, reason, generator_limited, requirements: Vec::new() };
    }
    let windows: Vec<&Window> = valid.iter().map(|(window, _)| *window).collect();
    // One report must not give two intervals of one figure.
    let throughput_per_s = match valid.as_slice() {
        [(_, row)] => Some(row.throughput_per_s),
        _ => None,
    };
    let uncertainty = TimingUncertainty::largest(valid.iter().filter_map(|(_, row)| row.uncertainty));
    let of_one = |requirement: &Requirement| {
        let (judgement, evidence) = judge_windows(requirement, &windows, throughput_per_s, uncertainty, seed);
        let sure = judgement == Judgement::Inconclusive || is_sure(requirement, judgement, &windows, seed);
        let judgement = if sure { judgement } else { Judgement::Inconclusive };
        let decides = requirement.measure != RequirementMetric::Throughput;
        RequirementVerdict { requirement: requirement.to_string(), judgement, evidence, decides }
    };
    let requirements: Vec<RequirementVerdict> = requirements.iter().map(of_one).collect();
    let (judgement, reason) = combined(&requirements, falls_behind(&valid));
    WindowVerdict { judgement, reason, generator_limited, requirements }
}

/// Whether the seconds, and each window by itself, bear out what all requests together say of a share.
fn is_sure(requirement: &Requirement, judgement: Judgement, windows: &[&Window], seed: u64) -> bool {
    let Some(allowed) = requirement.allowed_share().filter(|allowed| *allowed > 0.0) else { return true };
    let seconds: Vec<Vec<(f64, f64)>> =
        windows.iter().map(|window| shares_by_second(requirement, window)).collect();
    let contradicts = |bounds: Bounds| match judgement {
        Judgement::Pass => bounds.low > allowed,
        _ => bounds.high < allowed,
    };
    let agrees = |bounds: Bounds| match judgement {
        Judgement::Pass => bounds.high < allowed,
        _ => bounds.low > allowed,
    };
    let parts: Vec<(f64, f64)> = seconds.iter().flat_map(|window| in_parts(window)).collect();
    let of_window = |seconds: &Vec<(f64, f64)>| {
        let sum = |part: fn(&(f64, f64)) -> f64| seconds.iter().map(part).sum::<f64>() as u64;
        wilson(sum(|second| second.0), sum(|second| second.1))
    };
    // Too few parts: then there is nothing but Wilson's.
    ratio_bounds(&parts, seed).is_none_or(agrees) && !seconds.iter().map(of_window).any(contradicts)
}

/// A window is resampled in so many parts: near saturation times depend on each other over several seconds.
const PARTS: usize = 5;

fn in_parts(seconds: &[(f64, f64)]) -> impl Iterator<Item = (f64, f64)> {
    let sum =
        |part: &[(f64, f64)]| part.iter().fold((0.0, 0.0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
    seconds.chunks(seconds.len().div_ceil(PARTS).max(1)).map(sum)
}

fn combined(
    requirements: &[RequirementVerdict],
    falls_behind: Option<WindowReason>,
) -> (Judgement, WindowReason) {
    let mut deciding = requirements.iter().filter(|verdict| verdict.decides).peekable();
    if deciding.peek().is_none() && falls_behind.is_none() {
        return (Judgement::Inconclusive, WindowReason::NothingToJudge);
    }
    let deciding: Vec<&RequirementVerdict> = deciding.collect();
    let first = |judgement| {
        let found = deciding.iter().find(|verdict| verdict.judgement == judgement)?;
        let (requirement, evidence) = (found.requirement.clone(), found.evidence.clone());
        Some((judgement, WindowReason::Requirement { requirement, evidence }))
    };
    first(Judgement::Fail)
        .or_else(|| Some((Judgement::Fail, falls_behind?)))
        .or_else(|| first(Judgement::Inconclusive))
        .unwrap_or((Judgement::Pass, WindowReason::EveryRequirementHolds))
}

fn falls_behind(valid: &[(&Window, &StepRow)]) -> Option<WindowReason> {
    let arrivals = || valid.iter().filter_map(|(_, row)| row.arrivals.as_ref());
    let behind = arrivals().filter(|arrivals| arrivals.falls_behind()).count();
    (behind * 2 > valid.len()).then(|| WindowReason::FallsBehind {
        due: arrivals().map(|arrivals| arrivals.due).sum(),
        started: arrivals().map(|arrivals| arrivals.started).sum(),
        dropped: arrivals().map(|arrivals| arrivals.dropped).sum(),
        waiting_at_end: arrivals().map(|arrivals| arrivals.waiting_at_end).max().unwrap_or(0),
        busy_at_end: arrivals().map(|arrivals| arrivals.busy_at_end).max().unwrap_or(0),
    })
}
