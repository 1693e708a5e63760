//! What the capacity comes to in an hour, a day and a week.

use crate::document::{Block, Cell, CellKind, ColumnSet, Section, Table};
use crate::words::{self, Words};
use plimsoll_analysis::{Projection, RunAnalysis};

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    // What ends in a restart is nothing to multiply out.
    if words::recommendation::needs_restarts(words, run) {
        return None;
    }
    let (projected, said) = projections(words, run)?;
    let mut section = Section::new(words.text("label-projections"));
    section.push(Block::Table(projected.laid_out("projections")));
    section.blocks.extend(said.into_iter().map(|text| Block::paragraph(format!("{text}."))));
    section.push(Block::note(words.text("capacity-projection-caveat")));
    Some(section)
}

/// Of the best step, of the recommended one where that is another, and of what consumers keep up with; with what is said of
/// expected use.
fn projections(words: &Words, run: &RunAnalysis) -> Option<(Table, Vec<String>)> {
    // The same point twice would be the same lines twice.
    let other = run.advice.projection_recommended.as_ref().filter(|_| {
        let per_s = |projection: &Option<Projection>| projection.map(|projection| projection.per_s);
        per_s(&run.advice.projection_best) != per_s(&run.advice.projection_recommended)
    });
    let named = [
        (words::capacity::kind(words, &run.capacity), "best", run.advice.projection_best.as_ref()),
        (words.text("label-recommended"), "recommended", other),
        (words.text("label-sustained"), "sustained", run.advice.projection_sustained.as_ref()),
    ];
    if named.iter().all(|(_, _, projection)| projection.is_none()) {
        return None;
    }
    let projected = || named.iter().filter_map(|(name, point, found)| Some((name, *point, (*found)?)));
    let said = projected().filter_map(|(.., found)| words::recommendation::headroom(words, found)).collect();
    let lines = projected().flat_map(|(name, point, of)| {
        let written = words::recommendation::arithmetic(words, of).into_iter().zip(values(of)).enumerate();
        // Of a table that tells no lengths nobody knows whether it was seconds that it measured.
        let shown = if run.header.lengths_made_up { 1 } else { usize::MAX };
        written.take(shown).map(move |(place, ((arithmetic, result), (seconds, requests)))| ProjectionLine {
            point: (name, point),
            is_first: place == 0,
            arithmetic: (arithmetic, of.per_s, seconds),
            result: (result, requests),
        })
    });
    let table = ColumnSet::new()
        .column(CellKind::Name, String::new(), &["point"], |line: &ProjectionLine<'_>| {
            Cell::of(line.point.0.clone(), line.point.1).joined(!line.is_first)
        })
        .column(CellKind::Line, words.text("label-arithmetic"), &["per_s", "seconds"], |line| {
            let (written, per_s, seconds) = &line.arithmetic;
            Cell::written(written.clone()).valued(vec![(*per_s).into(), (*seconds).into()])
        })
        .column(CellKind::Number, words.text("label-result"), &["requests"], |line| {
            Cell::of(line.result.0.clone(), line.result.1).strong()
        })
        .table("projections", lines);
    Some((table, said))
}

/// A product of a rate and a time: each as it is written, and its values.
struct ProjectionLine<'a> {
    point: (&'a String, &'static str),
    is_first: bool,
    arithmetic: (String, f64, u64),
    result: (String, f64),
}

fn values(projection: &Projection) -> [(u64, f64); 3] {
    [(3_600, projection.per_hour), (86_400, projection.per_day), (604_800, projection.per_week)]
}
