//! The log of a run.

use crate::document::{Block, Cell, CellKind, CellValue, RowClass, Section, Table, TableColumn, stored_name};
use crate::words::{self, Words};
use plimsoll_analysis::RunAnalysis;

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let section = Section::new(words.text("label-log"));
    (!run.notes.is_empty()).then(|| section.with([Block::Table(notes(words, run))]))
}

fn notes(words: &Words, run: &RunAnalysis) -> Table {
    let columns = vec![
        TableColumn::new(CellKind::Key, words.text("label-time"), &["time"]),
        TableColumn::new(CellKind::Text, words.text("label-kind"), &["kind"]),
        TableColumn::new(CellKind::Text, words.text("label-note"), &["note"]),
    ];
    let mut table = Table::new("log", columns);
    for note in &run.notes {
        let at = run.header.started_unix_us.saturating_add_unsigned(note.at_us);
        let cells = vec![
            Cell::of(words.clock(at, &run.header.time_zone), CellValue::Moment(at)),
            Cell::of(words::run::note_kind(words, note.kind), stored_name(&note.kind, None)),
            Cell::of(words::recorded::note(words, &note.text), note.text.as_str()),
        ];
        table.row(RowClass::Plain, cells);
    }
    table
}
