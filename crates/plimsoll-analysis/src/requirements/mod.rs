//! Requirements: how a user writes them, and how they are judged, step by step and for the run.
//!
//! A failed request counts as over any limit of time, however fast it failed, and so does an arrival that was
//! dropped; a mean is that of the successful requests. A share over a limit is judged by its Wilson interval, a mean
//! or a rate by its bootstrap interval: the requirement holds or fails only when the whole interval is on one
//! side, with what the load generator's own lateness may have added to times. An invalid step supports no verdict, unless
//! it is only invalid because nothing succeeded, or because too little load was put on, which could not change the verdict.
//! Failures of the load generator itself count nowhere. A throughput as high as the arrivals that were asked for holds, too, where each
//! of them was served.

mod iterations;
mod judge;
mod measure;
mod percentiles;
mod requirement;
mod served;
mod spelling;
mod verdict;
mod window_verdict;

pub use requirement::{FORMS, Relation, Requirement, RequirementError, RequirementMetric};
pub use verdict::{JudgedAt, Judgement, JudgementBasis, LoadVerdict, StepVerdict, Verdict};
pub use window_verdict::{MeasuredWindow, RequirementVerdict, WindowReason, WindowVerdict, judge_load};

pub(crate) use iterations::with_iterations_dropped;
pub(crate) use judge::{judge_run, worst};
pub(crate) use measure::{judge_windows, measured_in};
pub(crate) use requirement::Named;
pub(crate) use window_verdict::judge_parts;
