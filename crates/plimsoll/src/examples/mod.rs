//! Exchanges that a run kept as examples: chosen, as lines for a terminal, and as HAR.

mod har;
mod shown;

pub use har::har;
pub use shown::lines;

use plimsoll_run::{ErrorKind, ExampleReason, ExchangeExample, Run};

/// Which of them.
#[derive(Debug, Default)]
pub struct ExampleChoice {
    pub transaction: Option<String>,
    pub kind: Option<ErrorKind>,
    pub is_slowest: bool,
    pub is_failed: bool,
    pub step: Option<u32>,
}

impl ExampleChoice {
    pub fn of<'a>(&self, run: &'a Run) -> Vec<&'a ExchangeExample> {
        run.exchanges.iter().filter(|example| self.has(example)).collect()
    }

    fn has(&self, example: &ExchangeExample) -> bool {
        let is_kind = match (self.kind, example.reason) {
            (Some(wanted), reason) => reason == ExampleReason::Failed(wanted),
            (None, ExampleReason::Slow) => !self.is_failed,
            (None, ExampleReason::Failed(_)) => !self.is_slowest,
        };
        is_kind
            && self.transaction.as_ref().is_none_or(|name| *name == example.transaction)
            && self.step.is_none_or(|step| step == example.step)
    }
}
