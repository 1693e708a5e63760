//! The first failure of each transaction and kind.

use super::Seconds;
use plimsoll_run::answers::EXAMPLES_MAX;
use plimsoll_run::{ErrorExample, ErrorKind};
use plimsoll_telemetry::{RequestKind, RequestRow};
use std::collections::BTreeMap;

/// By transaction and kind, with when it ended since 1970.
pub(super) type FirstExamples = BTreeMap<(u32, ErrorKind), (i64, ErrorExample)>;

impl Seconds {
    /// Keeps a failed row if it is the first of its transaction and kind; of a row that stands for several nothing is known.
    pub(super) fn put_example(
        &mut self,
        transaction: u32,
        (kind, detail): (ErrorKind, &str),
        request: &RequestRow<'_>,
        ended_us: i64,
    ) {
        let known = self.examples.get(&(transaction, kind));
        let has_room = known.is_some() || self.examples.len() < EXAMPLES_MAX;
        let is_first = known.is_none_or(|(first_us, _)| ended_us < *first_us);
        if !is_first || !has_room || request.kind != RequestKind::Request || request.samples > 1 {
            return;
        }
        let status = match kind {
            ErrorKind::Status => format!("{} {}", request.status, request.message),
            _ if request.status_code().is_some() => request.status.to_owned(),
            _ => String::new(),
        };
        let example = ErrorExample::new((request.label, kind, detail), 0, request.target, status.trim(), "");
        self.examples.insert((transaction, kind), (ended_us, example));
    }

    /// The first failure of each transaction and kind, by second; `first` is the run's first second since 1970.
    pub fn examples(&self, first: i64) -> BTreeMap<u64, Vec<ErrorExample>> {
        let mut found: BTreeMap<u64, Vec<ErrorExample>> = BTreeMap::new();
        for (ended_us, example) in self.examples.values() {
            let Ok(at_us) = u64::try_from(ended_us - first * 1_000_000) else { continue };
            found.entry(at_us / 1_000_000).or_default().push(ErrorExample { at_us, ..example.clone() });
        }
        found
    }

    /// Of another one, whose transactions have these ids here.
    pub(super) fn merge_examples(&mut self, others: FirstExamples, ids: &[u32]) {
        for ((transaction, kind), theirs) in others {
            let key = (ids[transaction as usize], kind);
            let is_first = self.examples.get(&key).is_none_or(|(first_us, _)| theirs.0 < *first_us);
            if is_first && (self.examples.contains_key(&key) || self.examples.len() < EXAMPLES_MAX) {
                self.examples.insert(key, theirs);
            }
        }
    }
}
