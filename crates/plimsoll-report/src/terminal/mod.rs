//! A report for a terminal: plain text, no colour, no line wider than it is.

mod comparison;
mod conclusion;
mod lines;
mod summary;
mod table;
mod tables;

pub use comparison::{comparison_terminal, history_terminal, series_terminal};
pub use summary::terminal;
