//! What failed: of the system, and of the load generator itself.

use super::figures::one;
use crate::document::{Block, Cell, CellKind, RowClass, Section, Table, TableColumn, stored_name};
use crate::evidence::SectionAnchor;
use crate::words::{self, Words};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::step::ErrorCount;

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let (system, own) = (errors(words, run, false), errors(words, run, true));
    let mut section = Section::new(words.text("label-errors")).at(SectionAnchor::Errors.name());
    if system.rows.is_empty() {
        section.push(Block::paragraph(words.text("label-no-errors")));
    } else {
        section.blocks.extend(one(words, run, FigureKind::ErrorsOverTime));
        section.push(Block::Table(system));
    }
    if !own.rows.is_empty() {
        section.push(Block::heading(words.text("label-errors-of-generator")));
        section.push(Block::Table(own));
        section.push(Block::note(words.text("label-errors-of-generator-note")));
    }
    Some(section)
}

/// Kinds of failure by step: the system's, or the load generator's own.
fn errors(words: &Words, run: &RunAnalysis, own: bool) -> Table {
    let id = if own { "generator-errors" } else { "errors" };
    let mut table = Table::new(
        id,
        vec![
            TableColumn::new(CellKind::Key, words.text("label-step"), &["step"]),
            TableColumn::new(CellKind::Text, words.text("label-error"), &["error", "detail"]),
            TableColumn::new(CellKind::Number, words.text("label-count"), &["count"]),
            TableColumn::new(CellKind::Number, words.text("label-percent-of-requests"), &["percent"]),
            TableColumn::new(CellKind::Text, words.text("label-whose"), &[]),
        ],
    );
    for step in &run.steps {
        let shown = |error: &&ErrorCount| error.kind.is_generators() == own;
        for error in step.error_details.iter().filter(shown) {
            let percent = 100.0 * error.count as f64 / step.requests.max(1) as f64;
            let cells = vec![
                Cell::key(step.number),
                Cell::written(words::run::error(words, error))
                    .valued(vec![stored_name(&error.kind, None).into(), error.detail.as_str().into()]),
                Cell::count(words, error.count),
                Cell::of(words.percent(percent), percent),
                Cell::written(words::run::whose(words, error.kind)),
            ];
            table.row(RowClass::Plain, cells);
        }
    }
    table
}
