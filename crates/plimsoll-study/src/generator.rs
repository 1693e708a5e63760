//! Whoever puts load on.

use plimsoll_engine::{Control, RunClock};
use plimsoll_plan::Plan;
use plimsoll_run::{DataEnd, NoteContent, Second};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// One step's load, as a plan that already has the step's users and times.
pub struct StepLoad<'a> {
    pub plan: &'a Plan,
    /// What makes it of the plan as it was read.
    pub change: LoadChange,
    /// On how many machines, where they are many: of a load in threads and nodes.
    pub nodes: u32,
    pub properties: &'a BTreeMap<String, String>,
    pub clock: RunClock,
    pub seed: u64,
    /// Another process began it: it is to be gone on with.
    pub under_way: Option<StepUnderWay<'a>>,
}

/// A step that another process began, as far as it is in the run file.
#[derive(Clone, Copy, Debug)]
pub struct StepUnderWay<'a> {
    pub started_us: u64,
    /// Of its seconds those that are there; a node that is in one of them is in it whole.
    pub seconds: &'a [Second],
}

/// A plan's load, replaced; so others can make the same of the same plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoadChange {
    /// It stays.
    #[default]
    None,
    /// See [`Plan::with_users`] and [`Plan::with_passes`].
    Users { users: u32, ramp: Duration, hold: Duration, passes: Option<u32> },
    /// See [`Plan::with_rate`].
    Rate { per_s: f64, users: Option<u32>, ramp: Duration, hold: Duration, drops: bool },
}

impl LoadChange {
    pub fn of(self, plan: Plan) -> Plan {
        match self {
            LoadChange::None => plan,
            LoadChange::Users { users, ramp, hold, passes } => {
                let plan = plan.with_users(users, ramp, hold);
                match passes {
                    Some(passes) => plan.with_passes(passes, ramp),
                    None => plan,
                }
            }
            LoadChange::Rate { per_s, users, ramp, hold, drops } => {
                let mut plan = plan.with_rate(per_s, users, ramp, hold);
                if drops {
                    plan.drop_instead_of_abort();
                }
                plan
            }
        }
    }
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepOutcome {
    pub stopped_by_plan: bool,
    /// An arrival found no free user, and the plan ends the test then.
    pub overloaded: bool,
    /// When the last request ended.
    pub ended_us: u64,
    /// When the first user began.
    pub first_user_us: Option<u64>,
    /// How long after its planned moment the first arrival began; `None`: there was none.
    pub first_late_us: Option<u64>,
    pub abandoned: u64,
    /// Requests that were sent a second time.
    pub sent_again: u64,
    /// Files of data that had no more rows.
    pub data_ended: Vec<DataEnd>,
    /// The generator broke off; what it measured before counts.
    pub failure: Option<StepFailure>,
    /// How long workers waited for the sample log, all together.
    pub log_waited_us: u64,
    /// Samples that it did not take any more.
    pub log_lost: u64,
}

/// Why a generator broke off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// A generator that is no part of this crate.
    #[error("{0}")]
    Other(String),
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
