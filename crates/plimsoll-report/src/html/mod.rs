//! One self-contained page.

mod appendix;
mod comparison;
mod details;
mod findings;
mod generator;
mod page;
mod proof;
mod scalability;
mod search;
mod servers;
mod setup;
mod steps;
mod verdict;
mod watched;

pub use page::html;
