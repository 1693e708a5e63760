//! May a step's figures be believed? An invalid step supports no capacity, and no verdict either, unless it is
//! only invalid because nothing in it succeeded.
//!
//! One function per rule, each with its stable id, its trigger and why it is drawn there. Rules that begin with
//! `generator-` say that the load generator, not the system under test, was the limit; what to do about it is
//! in the report's words. Where a rule only puts figures in doubt, the finding `generator-delayed` says so.

mod cpu;
mod exhaustion;
mod problem;
mod requests;
mod timing;

pub use crate::step::CPU_BUSY_PERCENT;
pub use cpu::{BUSY_SECONDS_PERCENT_MAX, RUN_DELAY_PERCENT_DOUBT, RUN_DELAY_PERCENT_MAX};
pub use exhaustion::{DESCRIPTORS_PERCENT_MAX, GENERATOR_ERRORS_PERCENT_MAX, PORTS_PERCENT_MAX};
pub use problem::StepProblem;
pub use requests::{CUT_SHORT_SECONDS_MIN, NOT_SENT_PERCENT_MAX};
pub use timing::{
    TIMING_DOUBT_PERCENT, TIMING_DOUBT_US_MIN, TIMING_PERCENT_MAX, TIMING_US_MIN, timing_doubt_us,
};

use crate::step::StepRow;

type Rule = fn(&StepRow) -> Option<StepProblem>;

/// The most important first.
const RULES: [Rule; 10] = [
    requests::nothing,
    cpu::cpu,
    cpu::run_delay,
    requests::not_sent,
    timing::lateness,
    timing::turns,
    exhaustion::own_errors,
    exhaustion::descriptors,
    exhaustion::ports,
    requests::cut_short,
];

pub(crate) fn problems(row: &StepRow) -> Vec<StepProblem> {
    RULES.iter().filter_map(|check| check(row)).collect()
}
