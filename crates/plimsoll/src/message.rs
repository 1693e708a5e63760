//! What is said on stderr. A closed pipe or a full disk there must not end a load test: what can't be said is not said.

use crate::exit::Failure;
use plimsoll_plan::{Diagnostic, Severity};
use std::io::Write;

/// A sentence of the conversation.
pub fn say(text: &str) {
    tell(&format!("{text}\n"));
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
    let hint = hint.map_or_else(String::new, |hint| format!("\nhint: {hint}\n\n"));
    tell(&format!("{label}: {text}\n{hint}"));
}

fn tell(text: &str) {
    // There is nobody else to tell.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
