//! May a step's figures be believed? An invalid step supports no capacity, and no verdict either, unless it is
//! only invalid because nothing in it succeeded.
//!
//! One rule per file, each with its stable id, its trigger and why it is drawn there. Rules that begin with
//! `generator-` say that the load generator, not the system under test, was the limit; what to do about it is
//! in the report's words. Where a rule only puts figures in doubt, the finding `generator-delayed` says so.

mod cpu;
mod cut_short;
mod descriptors;
mod lateness;
mod not_sent;
mod nothing;
mod own_errors;
mod ports;
mod run_delay;
mod timing;
mod turns;

pub use cpu::{BUSY_SECONDS_PERCENT_MAX, CPU_BUSY_PERCENT};
pub use cut_short::CUT_SHORT_SECONDS_MIN;
pub use descriptors::DESCRIPTORS_PERCENT_MAX;
pub use not_sent::NOT_SENT_PERCENT_MAX;
pub use own_errors::GENERATOR_ERRORS_PERCENT_MAX;
pub use plimsoll_run::StepProblem;
pub use ports::PORTS_PERCENT_MAX;
pub use run_delay::{RUN_DELAY_PERCENT_DOUBT, RUN_DELAY_PERCENT_MAX};
pub use timing::{
    TIMING_DOUBT_PERCENT, TIMING_DOUBT_US_MIN, TIMING_PERCENT_MAX, TIMING_US_MIN, timing_doubt_us,
};

use crate::step::StepRow;

type Rule = fn(&StepRow) -> Option<StepProblem>;

/// The most important first.
const RULES: [Rule; 10] = [
    nothing::check,
    cpu::check,
    run_delay::check,
    not_sent::check,
    lateness::check,
    turns::check,
    own_errors::check,
    descriptors::check,
    ports::check,
    cut_short::check,
];

pub(crate) fn problems(row: &StepRow) -> Vec<StepProblem> {
    RULES.iter().filter_map(|check| check(row)).collect()
}
