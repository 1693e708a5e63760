//! What a search sees and what it answers.

use super::load::LoadLevel;
use plimsoll_analysis::statistics::Estimate;
use plimsoll_run::{SearchEnd, StepReason, WindowFigure, WindowProblem};

/// What a step gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    pub load: LoadLevel,
    /// Requests that succeeded.
    pub throughput_per_s: Estimate,
    /// Whether the requirements hold; only for a search that asks for it. Together with the windows before
    /// it that [`Next::Probe`] names.
    pub answer: Option<WindowAnswer>,
}

/// Do the requirements hold at a rate, and by which figures?
#[derive(Clone, Debug, PartialEq)]
pub enum WindowAnswer {
    Holds(Vec<WindowFigure>),
    Fails(Vec<WindowFigure>),
    /// There is too little data to say.
    Undecided(Vec<WindowFigure>),
    /// The window says nothing about the system.
    Invalid(WindowProblem),
}

/// What to do after the steps so far.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Put this load on. So many of the last windows that were not invalid are judged together with this one.
    Probe { load: LoadLevel, why: StepReason, pooled: u32 },
    /// The search is over: the maximum, or the capacity, was found.
    Converged(SearchEnd),
    /// The search is over: there is no more load to add, and throughput still grew or the requirements
    /// still held.
    Exhausted(SearchEnd),
    /// All loads that were asked for are done.
    Done,
    /// There is nothing to search with, or no load that meets the requirements.
    Impossible(SearchEnd),
    /// The search is over without an answer.
    Inconclusive(SearchEnd),
}

/// The step of highest throughput; of equals the first.
pub fn best(history: &[Observed]) -> Option<&Observed> {
    history.iter().reduce(
        |best, step| {
            if step.throughput_per_s.value > best.throughput_per_s.value { step } else { best }
        },
    )
}

pub trait StepSearch {
    /// Depends on nothing but `history`.
    fn next(&self, history: &[Observed]) -> Next;
}
