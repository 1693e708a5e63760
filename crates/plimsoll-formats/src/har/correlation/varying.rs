//! What differs between two recordings.

use super::sent::SentValue;
use std::collections::BTreeMap;

/// Values of the first recording that the second one does not have there, and what it has instead.
#[derive(Debug, Default)]
pub struct Varying(BTreeMap<(usize, String, String), Option<String>>);

impl Varying {
    pub fn add(&mut self, step: usize, sent: SentValue, instead: Option<String>) {
        self.0.insert((step, sent.name, sent.value), instead);
    }

    pub fn contains(&self, step: usize, sent: &SentValue) -> bool {
        self.0.contains_key(&key(step, sent))
    }

    pub fn instead(&self, step: usize, sent: &SentValue) -> Option<&str> {
        self.0.get(&key(step, sent))?.as_deref()
    }
}

fn key(step: usize, sent: &SentValue) -> (usize, String, String) {
    (step, sent.name.clone(), sent.value.clone())
}
