//! Loads that were given.

use super::load::LoadLevel;
use super::next::{Next, Observed, StepSearch};
use plimsoll_run::StepReason;

/// Given loads in the given order.
#[derive(Clone, Debug)]
pub struct FixedSearch {
    loads: Vec<LoadLevel>,
}

impl FixedSearch {
    pub fn new(loads: Vec<LoadLevel>) -> Self {
        FixedSearch { loads }
    }
}

impl StepSearch for FixedSearch {
    fn next(&self, history: &[Observed]) -> Next {
        match self.loads.get(history.len()) {
            Some(load) => Next::Probe { load: *load, why: StepReason::Given, pooled: 0 },
            None => Next::Done,
        }
    }
}
