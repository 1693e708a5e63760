//! What a search sees and what it answers.

use super::load::LoadLevel;

/// What a step gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    pub load: LoadLevel,
    /// Requests that succeeded.
    pub throughput_per_s: f64,
    /// Whether the requirements hold; only for a search that asks for it. Together with the windows before
    /// it that [`Next::Probe`] names.
    pub verdict: Option<WindowVerdict>,
}

/// Do the requirements hold at a rate? The texts say by which figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WindowVerdict {
    Holds(String),
    Fails(String),
    /// There is too little data to tell.
    Undecided(String),
    /// The window says nothing about the system: the load generator was the limit, say.
    Invalid(String),
}

/// What to do after the steps so far.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Put this load on; the text says why. So many of the last windows that were not invalid are judged
    /// together with this one.
    Probe { load: LoadLevel, why: String, pooled: u32 },
    /// The search is over: the maximum, or the capacity, was found.
    Converged(String),
    /// The search is over: there is no more load to add, and throughput still grew or the requirements
    /// still held.
    Exhausted(String),
    /// All loads that were asked for are done.
    Done,
    /// There is nothing to search with, or no load that meets the requirements.
    Impossible(String),
    /// The search is over without an answer.
    Inconclusive(String),
}

/// The step of highest throughput; of equals the first.
pub fn best(history: &[Observed]) -> Option<&Observed> {
    history.iter().reduce(
        |best, step| {
            if step.throughput_per_s > best.throughput_per_s { step } else { best }
        },
    )
}

pub trait StepSearch {
    /// Depends on nothing but `history`.
    fn next(&self, history: &[Observed]) -> Next;
}
