//! A command that ends by itself and is run again and again.

use crate::sources::{Access, TelemetrySource};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandSource {
    pub command: String,
    /// The reader's name; empty means found out from its lines.
    pub format: String,
}

impl TelemetrySource for CommandSource {
    fn name(&self) -> &str {
        "command"
    }

    fn format(&self) -> Option<&str> {
        Some(self.format.as_str()).filter(|format| !format.is_empty())
    }

    fn access(&self, every: Duration) -> Access {
        again(&self.command, every)
    }
}

/// Whole seconds between two runs of a command.
pub fn again(command: &str, every: Duration) -> Access {
    let seconds = every.as_secs().max(1);
    Access::Script(format!("while :; do {command} || exit; sleep {seconds}; done"))
}
