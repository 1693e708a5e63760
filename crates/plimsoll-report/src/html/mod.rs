//! One self-contained page.

mod appendix;
mod compare_page;
mod comparison;
mod conclusion;
mod details;
mod detectors;
mod evidence;
mod experiment;
mod findings;
mod generator;
mod limits;
mod page;
mod proof;
mod scalability;
mod search;
mod servers;
mod setup;
mod steps;
mod table;
mod verdict;
mod watched;

pub use compare_page::{comparison_html, history_html};
pub use page::html;
