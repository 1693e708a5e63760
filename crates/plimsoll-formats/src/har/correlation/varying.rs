//! What differs between two recordings.

use super::sent::SentValue;
use std::collections::BTreeSet;

/// Values of the first recording that the second one does not have there.
#[derive(Debug, Default)]
pub struct Varying(BTreeSet<(usize, String, String)>);

impl Varying {
    pub fn add(&mut self, step: usize, sent: SentValue) {
        self.0.insert((step, sent.name, sent.value));
    }

    pub fn contains(&self, step: usize, sent: &SentValue) -> bool {
        self.0.contains(&(step, sent.name.clone(), sent.value.clone()))
    }
}
