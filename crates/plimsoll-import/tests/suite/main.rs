//! Folders of other tools' files, imported whole.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod accounting;
mod every_import;
mod folder;
mod repeated_hour;
mod seeds;
mod servers;
mod styles;
mod threads;
mod together;
mod tools;
mod words;

use plimsoll_import::ImportOutcome;
use plimsoll_report::{Language, Words, notes};

/// What the command says of an import, and the run's report.
fn notes_of(outcome: &ImportOutcome) -> Vec<String> {
    let words = Words::new(Language::English);
    let said = outcome.notes.iter().map(|note| notes::import_note(&words, note));
    outcome.said_of_script.iter().cloned().chain(said).collect()
}
