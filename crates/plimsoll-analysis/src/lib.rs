//! [`Run`](plimsoll_run::Run)s to an [`Analysis`]: steps, verdicts, capacity, findings and figures, all typed
//! data with units, no prose.
//!
//! No clock, no I/O, no async, no random state of its own: the seed is passed in, and the same runs and
//! seed give the same result. Sentences are made of this data by `plimsoll-report`.
//!
//! Start reading at [`analyse`], then [`step`] (which seconds count, the step table), [`validity`] and [`requirements`].
//! A search judges its windows as the report does, by [`requirements::judge_load`].

pub mod advice;
mod analysis;
pub mod bottleneck;
pub mod capacity;
pub mod comparison;
pub mod conclusion;
mod exchange_selection;
pub mod experiment;
pub mod explanation;
pub mod figures;
pub mod findings;
pub mod follow_up;
pub mod grid;
pub mod matrix;
mod measured;
mod outcome;
pub mod prediction;
pub mod requirements;
mod run_analysis;
pub mod scalability;
pub mod servers;
pub mod statistics;
pub mod step;
pub mod validity;

pub use advice::{Advice, Sustained};
pub use analysis::{Analysis, analyse};
pub use bottleneck::LimitingFactor;
pub use capacity::{BoundReason, Capacity, Gain, OperatingPoint, Projection, RateCapacity};
pub use conclusion::Conclusion;
pub use explanation::Explanation;
pub use figures::Figure;
pub use findings::{Finding, Severity};
pub use follow_up::FollowUp;
pub use matrix::Matrix;
pub use measured::{MeasuredRun, Servers, Validity};
pub use outcome::{FAILED_PERCENT_MAX, FailingFrom, Outcome, OutsideWindows};
pub use requirements::{Judgement, Requirement, RequirementError, Verdict, WindowVerdict};
pub use run_analysis::{HigherLoad, RunAnalysis};
pub use scalability::Scalability;
pub use servers::Observations;
pub use step::{
    NodeLoad, RisingTimes, SaturatedTransaction, StepRow, TransactionRow, gain_percent, goal_percent,
};
