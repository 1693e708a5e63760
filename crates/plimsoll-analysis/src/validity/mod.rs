//! May a step's figures be believed? An invalid step supports no capacity, and no verdict either, unless it is
//! only invalid because nothing in it succeeded. What fails altogether is judged before anything else: late timers
//! explain no refused connection.
//!
//! Lateness of the load generator is an interval first ([`TimingUncertainty`]), and makes a step invalid only where
//! too much of the load was not put on.
//!
//! One function per rule, each with its stable id, its trigger and why it is drawn there. Rules that begin with
//! `generator-` say that the load generator, not the system under test, was the limit; what to do about it is
//! in the report's words. Where a rule only widens figures, the finding `generator-delayed` says so.

mod cpu;
mod exhaustion;
mod requests;
mod timing;
mod uncertainty;

pub use crate::step::{CPU_BUSY_PERCENT, TimingUncertainty};
pub use cpu::{BUSY_SECONDS_PERCENT_MAX, RUN_DELAY_PERCENT_MAX, RUN_DELAY_PERCENT_UNCERTAIN};
pub use exhaustion::{DESCRIPTORS_PERCENT_MAX, GENERATOR_ERRORS_PERCENT_MAX, PORTS_PERCENT_MAX};
pub use plimsoll_run::StepProblem;
pub use requests::{CUT_SHORT_SECONDS_MIN, NOT_SENT_PERCENT_MAX};
pub use timing::{
    LOAD_LOST_PERCENT_MAX, STOPPED_PERCENT_MAX, TIMING_PERCENT_MAX, TIMING_UNCERTAIN_PERCENT,
    TIMING_UNCERTAINTY_US_MIN, TIMING_US_MIN, timing_uncertainty_us,
};
pub use uncertainty::STOPPED_US_MIN;

pub(crate) use uncertainty::timing_uncertainty;

use crate::step::{NodeLoad, StepRow};

type Rule = fn(&StepRow) -> Option<StepProblem>;

/// The most important first.
const RULES: [Rule; 15] = [
    requests::nothing,
    requests::hung,
    requests::failed_to_the_end,
    requests::mostly_failed,
    |row| NodeLoad::missing(&row.by_node),
    timing::stopped,
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

/// With the step's [`TimingUncertainty`] already in its row.
pub(crate) fn problems(row: &StepRow) -> Vec<StepProblem> {
    if requests::failed_altogether(row) {
        return requests::nothing(row).into_iter().collect();
    }
    let found: Vec<StepProblem> = RULES.iter().filter_map(|check| check(row)).collect();
    // Where most of it fails, or nothing comes back, that is the system's, however late the load generator's timers were.
    let of_system = found.iter().any(StepProblem::is_systems);
    found.into_iter().filter(|problem| !(of_system && problem.is_of_timing())).collect()
}
