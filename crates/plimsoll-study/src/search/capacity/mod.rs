//! The highest arrival rate at which every requirement holds.

mod decisions;
mod search;
#[cfg(test)]
mod tests;

pub use search::{CapacitySearch, CapacitySpec};
