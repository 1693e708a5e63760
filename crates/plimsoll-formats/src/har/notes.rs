//! What of a recording is for somebody to look at.

use super::chosen::Chosen;
use super::entry::{Entry, pairs};
use super::file::{CONTENT_BYTES_MAX, LEFT_OUT};
use plimsoll_plan::document::Node;
use plimsoll_plan::{Diagnostic, DiagnosticSeverity};
use std::collections::BTreeSet;

fn note(file: &str, line: u32, message: String, hint: &str) -> Diagnostic {
    Diagnostic {
        severity: DiagnosticSeverity::Note,
        ..Diagnostic::warning(file, line, "entry", message).with_hint(hint)
    }
}

pub fn failed(file: &str, chosen: &[Chosen]) -> Vec<Diagnostic> {
    let of_its_page = chosen.iter().filter(|chosen| chosen.place.is_of_its_page);
    of_its_page
        .filter_map(|chosen| {
            let (entry, status) = (chosen.entry, chosen.status());
            let (what, hint) = match status {
                0 => (
                    "was not answered when it was recorded".to_owned(),
                    "remove the request where it is not meant",
                ),
                status if chosen.refusal().is_some() => (
                    format!("was answered {status} when it was recorded, and that is what the plan expects"),
                    "remove the request, or its check, where that is not meant",
                ),
                400.. => (
                    format!("was answered {status} when it was recorded"),
                    "a status from 400 counts as failed; remove the request, or check for its status",
                ),
                _ => return None,
            };
            Some(note(file, entry.line, format!("{} {what}", entry.name()), hint))
        })
        .collect()
}

/// Cookies from before the recording: no user will have them.
pub fn cookies(file: &str, entries: &[&Entry]) -> Vec<Diagnostic> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut notes = Vec::new();
    for entry in entries {
        let sent = pairs(entry.json.at(&["request", "cookies"])).map(|(name, _)| name.to_owned());
        let in_header = entry.header("cookie").unwrap_or_default().split(';');
        let in_header = in_header.filter_map(|pair| Some(pair.split_once('=')?.0.trim().to_owned()));
        for name in sent.chain(in_header).collect::<BTreeSet<_>>() {
            if known.insert(name.clone()) {
                let message = format!("the cookie `{name}` was there before the recording");
                let hint = "record in a private window; or preset it under `cookies:`";
                notes.push(note(file, entry.line, message, hint));
            }
        }
        let set = entry.answered_headers().filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        // Firefox puts several into one value, a line each.
        let lines = set.flat_map(|(_, value)| value.lines());
        known.extend(lines.filter_map(|line| Some(line.split_once('=')?.0.trim().to_owned())));
    }
    notes
}

/// Answers that were not held: values are not searched for in them.
pub fn left_out(file: &str, entries: &[&Node]) -> Option<Diagnostic> {
    let left_out =
        entries.iter().filter(|entry| entry.at(&["response", "content", LEFT_OUT]).is_some()).count();
    let (all, room) = (entries.len(), CONTENT_BYTES_MAX >> 20);
    let text = format!(
        "the answers to {left_out} of {all} requests were not searched for values that later requests send: the first {room} MiB of all answers are"
    );
    (left_out > 0).then(|| {
        Diagnostic::warning(file, 0, CORRELATION, text)
            .with_hint("record less at a time, or leave large answers out of it")
    })
}

/// What notes of values that were correlated are about.
pub const CORRELATION: &str = "correlation";

/// Of a value that is not the same for all users.
pub fn correlated(file: &str, line: u32, text: String, hint: &str) -> Diagnostic {
    let note = Diagnostic {
        severity: DiagnosticSeverity::Note,
        ..Diagnostic::warning(file, line, CORRELATION, text)
    };
    if hint.is_empty() { note } else { note.with_hint(hint) }
}
