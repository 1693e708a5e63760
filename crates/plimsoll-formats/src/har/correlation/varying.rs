//! What differs between two recordings.

use super::sent::SentValue;
use std::collections::BTreeMap;

/// Values of the first recording that the second one does not have there, and what it has instead.
#[derive(Debug, Default)]
pub struct Varying {
    values: BTreeMap<(usize, String, String), Option<String>>,
    /// Nothing is known of a second recording: each value may be another one.
    is_all: bool,
}

impl Varying {
    pub fn all() -> Self {
        Varying { is_all: true, ..Varying::default() }
    }

    pub fn add(&mut self, step: usize, sent: SentValue, instead: Option<String>) {
        self.values.insert((step, sent.name, sent.value), instead);
    }

    pub fn contains(&self, step: usize, sent: &SentValue) -> bool {
        self.is_all || self.values.contains_key(&key(step, sent))
    }

    pub fn instead(&self, step: usize, sent: &SentValue) -> Option<&str> {
        self.values.get(&key(step, sent))?.as_deref()
    }
}

fn key(step: usize, sent: &SentValue) -> (usize, String, String) {
    (step, sent.name.clone(), sent.value.clone())
}
