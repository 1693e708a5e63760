//! Every word a reader sees. Values come in typed; nothing here computes what it states.
//!
//! A function of this module chooses a message and its values; the sentences themselves are in `locales/`, a folder
//! for each language. [`Words`] says a message and writes numbers and times in the language's form.

mod catalogue;
pub(crate) mod claims;
mod language;

pub mod answer;
pub mod appendix;
pub mod capacity;
pub mod compare;
pub mod conclusion;
pub mod detectors;
pub mod differences;
pub mod evidence;
pub mod explanation;
pub mod figure;
pub mod finding;
pub mod follow_up;
mod import_notes;
pub mod limits;
pub mod load;
pub mod notes;
pub mod number;
pub mod panel;
pub mod prediction;
pub mod recommendation;
pub mod recorded;
pub mod run;
pub mod scalability;
pub mod search;
pub mod series;
pub mod servers;
mod sources;
pub mod step_verdict;
pub mod tested;
pub mod time;
pub mod validity;
pub mod verdict;

pub use catalogue::{Arg, Words};
pub(crate) use catalogue::{arg, args};
