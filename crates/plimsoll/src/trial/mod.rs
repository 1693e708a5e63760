//! A plan tried by one user: what is seen of each sample, as lines for a terminal and as `plimsoll_report::trial` has it.
//!
//! [`TrialWatcher`] observes the engine, `sample` makes of that what may be shown, `tree` shows it.

mod body;
mod comparison;
mod jmeter_comparison;
mod proposals;
mod raw;
mod sample;
mod tree;
mod watcher;

pub use comparison::TrialComparison;
pub use jmeter_comparison::JmeterComparison;
pub use proposals::proposals;
pub use raw::RawSamples;
pub use sample::phases_of;
pub use tree::lines;
pub use watcher::{TrialBounds, TrialView, TrialWatcher};
