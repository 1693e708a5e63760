//! What each claim says, in a file for each area of the detectors.

mod alternating_levels;
pub(super) mod answer_sizes;
mod capacity;
mod data;
mod errors;
mod fleet;
mod imported;
pub(crate) mod jvm;
mod machine;
mod multi_run;
mod queues;
mod requests;
mod requirement;
pub(super) mod rising_response_times;
mod sent_again;
pub(super) mod servers;
mod short_stalls;
mod slow_minority;
mod times;
mod transaction_saturated;
mod validity;
