//! What the tables of all styles are made of.

use crate::document::Cell;
use crate::words::Words;
use plimsoll_run::{ImportedRows, ImportedStep, RunHeader};

/// What a table told of a step; nothing of steps that were measured.
pub fn imported_step(header: &RunHeader, number: u32) -> ImportedStep {
    let steps = header.imported_tables.iter().find_map(|table| match &table.rows {
        ImportedRows::Steps(steps) => steps.iter().find(|step| step.step == number),
        _ => None,
    });
    steps.cloned().unwrap_or_default()
}

/// So many decimals at most, and none that are 0; thousands are not separated.
pub fn shortest(words: &Words, value: f64, decimals: i32) -> String {
    let factor = 10_f64.powi(decimals);
    let mark = if words.fixed(0.5, 1).contains(',') { "," } else { "." };
    ((value * factor).round() / factor).to_string().replace('.', mark)
}

/// Without a value behind it.
pub fn text(text: impl Into<String>) -> Cell {
    Cell::text(text)
}
