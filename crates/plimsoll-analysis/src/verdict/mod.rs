//! Requirements judged, step by step and for the run.
//!
//! A failed request counts as over any limit of time, however fast it failed, and so does an arrival that was
//! dropped; a mean is that of the successful requests. A share over a limit is judged by its Wilson interval, a mean
//! or a rate by its bootstrap interval: the requirement holds or fails only when the whole interval is on one
//! side. An invalid step supports no verdict, unless it is only invalid because nothing succeeded. Failures of
//! the load generator itself count nowhere.

mod evidence;
mod measure;
mod run;

pub use evidence::{Evidence, JudgedAt, Judgement, StepVerdict, Verdict};

pub(crate) use measure::{judge_windows, measured_in, shares_by_second};
pub(crate) use run::judge;
