//! Durations of jobs beside each other, with signed differences from the first run: as FOLIO's reports print them, where the
//! signs are lost.

use super::cells::text;
use crate::document::{Cell, CellKind, RowClass, Table, TableColumn};
use crate::words::{Words, args};
use plimsoll_analysis::Analysis;
use plimsoll_analysis::experiment::JobRow;

pub fn table(words: &Words, analysis: &Analysis) -> Table {
    let mut columns = vec![TableColumn::new(CellKind::Name, words.text("style-job"), &["job"])];
    let named =
        analysis.runs.iter().zip(1_u32..).map(|(run, number)| match run.header.variant.name.as_str() {
            "" => words.say("style-run", args![number]),
            name => name.to_owned(),
        });
    for (place, name) in named.enumerate() {
        columns.push(TableColumn::new(CellKind::Number, name.clone(), &[&format!("run_{}_s", place + 1)]));
        if place > 0 {
            let head = words.say("style-difference", args![name]);
            columns.push(TableColumn::new(
                CellKind::Number,
                head,
                &[&format!("run_{}_difference_s", place + 1)],
            ));
        }
    }
    columns.push(TableColumn::new(CellKind::Text, words.text("style-note"), &["note"]));
    let mut names: Vec<&str> = Vec::new();
    for row in analysis.runs.iter().flat_map(|run| &run.experiment.jobs) {
        if !names.contains(&row.job.name.as_str()) {
            names.push(&row.job.name);
        }
    }
    let mut table = Table::new("jobs", columns);
    for name in names {
        table.row(RowClass::Plain, cells(analysis, name));
    }
    table
}

fn cells(analysis: &Analysis, name: &str) -> Vec<Cell> {
    let of_runs: Vec<Option<&JobRow>> =
        analysis.runs.iter().map(|run| run.experiment.jobs.iter().find(|row| row.job.name == name)).collect();
    let duration = |place: usize| of_runs[place].and_then(|row| row.duration_s);
    let mut cells = vec![text(name)];
    for place in 0..of_runs.len() {
        let own = duration(place);
        cells.push(Cell::of(own.map_or_else(String::new, clock), own));
        if place > 0 {
            let difference = own.zip(duration(0)).map(|(own, first)| own - first);
            cells.push(Cell::of(difference.map_or_else(String::new, signed), difference));
        }
    }
    let mut notes: Vec<&str> = of_runs.iter().flatten().map(|row| row.job.detail.as_str()).collect();
    notes.retain(|note| !note.is_empty());
    notes.dedup();
    cells.push(text(notes.join("; ")));
    cells
}

/// `01:05:10`
fn clock(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    format!("{:02}:{:02}:{:02}", whole / 3_600, whole / 60 % 60, whole % 60)
}

/// `+00:12:19`, `−00:00:13`
fn signed(seconds: f64) -> String {
    match seconds.round() {
        0.0 => clock(0.0),
        s if s < 0.0 => format!("−{}", clock(-s)),
        s => format!("+{}", clock(s)),
    }
}
