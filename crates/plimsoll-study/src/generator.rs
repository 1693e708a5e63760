//! Whoever puts load on.

use plimsoll_engine::{Control, RunClock};
use plimsoll_plan::Plan;
use plimsoll_run::{NoteContent, Second};
use std::collections::BTreeMap;

/// One step's load, as a plan that already has the step's users and times.
pub struct StepLoad<'a> {
    pub plan: &'a Plan,
    pub properties: &'a BTreeMap<String, String>,
    pub clock: RunClock,
    pub seed: u64,
}

/// What a generator tells while it works.
#[derive(Debug)]
pub enum GeneratorEvent {
    /// The load proper begins at this moment of the run's clock.
    Started {
        at_us: u64,
    },
    Second(Box<Second>),
    /// Something about the generator that the run file should hold.
    Note(NoteContent),
}

/// How a step ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepOutcome {
    pub stopped_by_plan: bool,
    /// An arrival found no free user, and the plan ends the test then.
    pub overloaded: bool,
    /// When the last request ended.
    pub ended_us: u64,
    pub abandoned: u64,
    /// Requests that were sent a second time.
    pub sent_again: u64,
    /// The generator broke off; what it measured before counts.
    pub failure: Option<StepFailure>,
    /// How long workers waited for the sample log, all together.
    pub log_waited_us: u64,
    /// Samples that it did not take any more.
    pub log_lost: u64,
}

/// Why a generator broke off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepFailure {
    pub why: String,
    /// It never began: the plan is not one that it can perform.
    pub refused: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum GeneratorError {
    #[error(transparent)]
    Engine(#[from] plimsoll_engine::EngineError),
    #[error(transparent)]
    Jmeter(#[from] crate::jmeter::ProcessError),
    #[error(transparent)]
    Tool(#[from] crate::tool::ToolError),
}

pub trait LoadGenerator {
    /// Performs one step; returns when it is over or has been stopped through `control`.
    fn perform(
        &mut self,
        load: &StepLoad<'_>,
        control: &Control,
        sink: &mut dyn FnMut(GeneratorEvent),
    ) -> Result<StepOutcome, GeneratorError>;
}
