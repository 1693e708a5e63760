//! One clock: where the times of an input lie that has none, or only its own. Pure; the reading and the storing are
//! the caller's.

pub mod correlation;
pub mod file_name;

pub use correlation::{Fit, Sampled, best_fit, best_interval};
pub use file_name::{Stamp, stamp_in};
