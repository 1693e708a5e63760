//! The log of a run.

use crate::document::{Block, Cell, CellKind, CellValue, ColumnSet, Section, Table, stored_name};
use crate::words::{self, Words};
use plimsoll_analysis::RunAnalysis;
use plimsoll_run::Note;

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let section = Section::new(words.text("label-log"));
    (!run.notes.is_empty()).then(|| section.with([Block::Table(notes(words, run))]))
}

fn notes(words: &Words, run: &RunAnalysis) -> Table {
    let time = |note: &&Note| {
        let at = run.header.started_unix_us.saturating_add_unsigned(note.at_us);
        Cell::of(words.clock(at, &run.header.time_zone), CellValue::Moment(at))
    };
    let kind =
        |note: &&Note| Cell::of(words::run::note_kind(words, note.kind), stored_name(&note.kind, None));
    let said = |note: &&Note| {
        let said = words::notes::content(words, &note.content);
        Cell::of(said.clone(), said.as_str())
    };
    ColumnSet::new()
        .column(CellKind::Key, words.text("label-time"), &["time"], time)
        .column(CellKind::Text, words.text("label-kind"), &["kind"], kind)
        .column(CellKind::Text, words.text("label-note"), &["note"], said)
        .table("log", &run.notes)
}
