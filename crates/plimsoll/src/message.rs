//! What is said on stderr. A closed pipe or a full disk there must not end a load test: what can't be said is not said.

use crate::charset;
use crate::exit::Failure;
use plimsoll_plan::{Diagnostic, DiagnosticSeverity};
use plimsoll_run::{Secrets, visible};
use std::io::Write;
use std::sync::{LazyLock, PoisonError, RwLock};

/// What no message says.
static SECRETS: LazyLock<RwLock<Secrets>> = LazyLock::new(Default::default);

/// From now on nothing that is said or printed holds them.
pub fn keep_secret(secrets: &Secrets) {
    SECRETS.write().unwrap_or_else(PoisonError::into_inner).extend(secrets);
}

/// A text as it goes to stdout and stderr, the one way there: without secrets, and with what would command a terminal shown
/// instead of sent.
pub fn shown(text: &str) -> String {
    let secrets = SECRETS.read().unwrap_or_else(PoisonError::into_inner);
    visible(&secrets.text(text)).into_owned()
}

/// Why the command line can't be understood, in clap's words.
pub fn usage(error: &clap::Error) {
    print_error(&error.render().to_string());
}

/// A sentence of the conversation.
pub fn say(text: &str) {
    print_error(&format!("{text}\n"));
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
        DiagnosticSeverity::Note => "note",
        DiagnosticSeverity::Warning => "warning",
        DiagnosticSeverity::Error => "error",
    };
    labelled(label, &diagnostic.to_string(), diagnostic.hint.as_deref());
}

fn labelled(label: &str, text: &str, hint: Option<&str>) {
    let hint = hint.map_or_else(String::new, |hint| format!("\nhint: {hint}\n\n"));
    print_error(&format!("{label}: {text}\n{hint}"));
}

fn print_error(text: &str) {
    // There is nobody else to tell.
    let mut err = std::io::stderr().lock();
    let text = shown(text);
    let _ = err.write_all(charset::for_stream(&text, &err).as_bytes());
}
