//! What failed: of the system, and of the load generator itself.

use super::figures::one;
use crate::document::{Block, Cell, CellKind, ColumnSet, Section, Table, stored_name};
use crate::evidence::SectionAnchor;
use crate::words::{self, Words};
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::step::ErrorCount;
use plimsoll_analysis::{RunAnalysis, StepRow};

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    if run.steps.is_empty() && run.is_imported() {
        return None;
    }
    let (system, own) = (errors(words, run, false), errors(words, run, true));
    let mut section = Section::new(words.text("label-errors")).at(SectionAnchor::Errors.name());
    if system.rows.is_empty() {
        let known = run.steps.iter().all(|step| run.errors_known(step));
        section.push(Block::paragraph(words.text(if known {
            "label-no-errors"
        } else {
            "label-errors-not-known"
        })));
    } else {
        section.blocks.extend(one(words, run, FigureKind::ErrorsOverTime));
        section.push(Block::Table(system));
    }
    if let Some(outside) = words::run::failures_outside(words, run) {
        section.push(Block::paragraph(outside));
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
    type Row<'a> = (&'a StepRow, &'a ErrorCount);
    let rows = run.steps.iter().flat_map(|step| {
        let shown = step.error_details.iter().filter(move |error| error.kind.is_generators() == own);
        shown.map(move |error| (step, error))
    });
    let said = |(_, error): &Row<'_>| {
        let values = vec![stored_name(&error.kind, None).into(), error.detail.as_str().into()];
        Cell::written(words::run::error(words, error)).valued(values)
    };
    let percent = |(step, error): &Row<'_>| {
        // A table that says how much failed says it more exactly than the whole requests that this came to.
        let percent = match step.is_from_table && step.errors > 0 {
            true => step.errors_percent * error.count as f64 / step.errors as f64,
            false => 100.0 * error.count as f64 / step.requests.max(1) as f64,
        };
        Cell::of(words.percent(percent), percent)
    };
    let text = |id| words.text(id);
    ColumnSet::new()
        .column(CellKind::Key, text("label-step"), &["step"], |row: &Row<'_>| Cell::key(row.0.number))
        .column(CellKind::Text, text("label-error"), &["error", "detail"], said)
        .column(CellKind::Number, text("label-count"), &["count"], |row| match run.header.lengths_made_up {
            true => Cell::missing(),
            false => Cell::count(words, row.1.count),
        })
        .column(CellKind::Number, text("label-percent-of-requests"), &["percent"], percent)
        .column(CellKind::Text, text("label-error-source"), &[], |row| {
            Cell::written(words::run::error_source(words, row.1))
        })
        .table(if own { "generator-errors" } else { "errors" }, rows)
}
