//! What is said on stderr.
#![expect(clippy::print_stderr, reason = "this is where the program speaks")]

use crate::exit::Failure;
use plimsoll_plan::{Diagnostic, Severity};

/// A sentence of the conversation.
pub fn say(text: &str) {
    eprintln!("{text}");
}

pub fn warning(text: &str, hint: Option<&str>) {
    labelled("warning", text, hint);
}

pub fn failure(failure: &Failure) {
    let last = failure.messages.len().saturating_sub(1);
    for (i, message) in failure.messages.iter().enumerate() {
        labelled("error", message, failure.hint.as_deref().filter(|_| i == last));
    }
}

pub fn diagnostic(diagnostic: &Diagnostic) {
    let label = match diagnostic.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    labelled(label, &diagnostic.to_string(), diagnostic.hint.as_deref());
}

fn labelled(label: &str, text: &str, hint: Option<&str>) {
    eprintln!("{label}: {text}");
    if let Some(hint) = hint {
        eprintln!("\nhint: {hint}\n");
    }
}
