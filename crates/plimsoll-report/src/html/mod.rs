//! One self-contained page.

mod appendix;
mod comparison;
mod details;
mod findings;
mod page;
mod proof;
mod setup;
mod steps;
mod verdict;

pub use page::html;
