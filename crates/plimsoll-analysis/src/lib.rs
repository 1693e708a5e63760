//! [`Run`](plimsoll_run::Run)s to an [`Analysis`]: steps, verdicts, capacity, findings and figures, all typed
//! data with units, no prose.
//!
//! No clock, no I/O, no async, no random state of its own: the seed is passed in, and the same runs and
//! seed give the same result. Sentences are made of this data by `plimsoll-report`.
//!
//! Start reading at [`analyse`], then `window` (which seconds count), [`step`], [`validity`] and [`verdict`].
//! A search judges its windows as the report does, by [`window_verdict`].

pub mod analysis;
pub mod capacity;
pub mod change_points;
pub mod climb;
pub mod comparison;
pub mod conclusion;
pub mod experiment;
pub mod figures;
pub mod findings;
pub mod grid;
pub mod limits;
pub mod matrix;
pub mod rate_capacity;
mod recommendation;
pub mod requirement;
pub mod scalability;
pub mod servers;
pub mod statistics;
pub mod step;
pub mod sustained;
pub mod transaction;
pub mod validity;
pub mod verdict;
mod window;
pub mod window_verdict;

pub use analysis::{Analysis, Outcome, RunAnalysis, Validity, analyse};
pub use capacity::{BoundReason, Capacity, Gain, OperatingPoint, Projection};
pub use climb::{gain_percent, goal_percent};
pub use conclusion::Conclusion;
pub use figures::Figure;
pub use findings::{Finding, Severity};
pub use limits::LimitingFactor;
pub use matrix::Matrix;
pub use rate_capacity::RateCapacity;
pub use requirement::{Requirement, RequirementError};
pub use scalability::Scalability;
pub use servers::{Observations, Servers};
pub use step::StepRow;
pub use sustained::Sustained;
pub use transaction::TransactionRow;
pub use verdict::{Judgement, Verdict};
pub use window_verdict::WindowVerdict;
