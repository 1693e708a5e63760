//! One self-contained page.

mod appendix;
mod comparison;
mod details;
mod detectors;
mod evidence;
mod experiment;
mod findings;
mod generator;
mod limits;
mod page;
mod proof;
mod search;
mod servers;
mod setup;
mod steps;
mod verdict;
mod watched;

pub use page::html;
