//! Threads × kinds of requests, a block for each configuration: as Apinizer's load tests print them.

use super::cells::{imported_step, shortest, text};
use crate::document::{Cell, CellKind, RowClass, Table, TableColumn};
use crate::words::Words;
use plimsoll_analysis::{Analysis, RunAnalysis, StepRow};

/// Of the runs' variants: `request` is the kind, the first other property the configuration.
pub fn table(words: &Words, analysis: &Analysis) -> Table {
    let mut kinds: Vec<&str> = Vec::new();
    let mut loads: Vec<(&str, u32)> = Vec::new();
    for run in &analysis.runs {
        put(&mut kinds, kind(run));
        run.steps.iter().for_each(|step| put(&mut loads, (configuration(run), step.users)));
    }
    loads.sort_unstable();
    kinds.sort_by_key(|kind| natural(kind));
    let mut columns = vec![
        TableColumn::new(CellKind::Name, words.text("style-number"), &["configuration"]),
        TableColumn::new(CellKind::Key, words.text("style-thread-count"), &["threads"]),
    ];
    for kind in &kinds {
        let of = |id, name: &str| {
            let column = TableColumn::new(CellKind::Number, words.text(id), &[&format!("{kind}_{name}")]);
            column.within(&kind.replace('_', " "))
        };
        columns.extend([of("style-matrix-throughput", "per_s"), of("style-average", "avg_ms")]);
    }
    let mut table = Table::new("matrix", columns);
    let mut before = None;
    for (of, users) in loads {
        let mut cells = vec![text(of).joined(before == Some(of)), Cell::key(users)];
        if before == Some(of) {
            cells[0].text.clear();
        }
        before = Some(of);
        for kind in &kinds {
            cells.extend(pair(words, found(analysis, of, kind, users)));
        }
        table.row(RowClass::Plain, cells);
    }
    table
}

/// `post5k` before `post50k`, whatever the order of the runs.
fn natural(kind: &str) -> (&str, u64) {
    let digits = kind.find(|c: char| c.is_ascii_digit()).unwrap_or(kind.len());
    let number: String = kind[digits..].chars().take_while(char::is_ascii_digit).collect();
    (&kind[..digits], number.parse().unwrap_or(0))
}

fn put<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if !all.contains(&one) {
        all.push(one);
    }
}

fn kind(run: &RunAnalysis) -> &str {
    run.header.variant.properties.get("request").map_or("", String::as_str)
}

fn configuration(run: &RunAnalysis) -> &str {
    let mut others = run.header.variant.properties.iter().filter(|(name, _)| *name != "request");
    let named = run.header.variant.properties.get("config");
    named.or_else(|| others.next().map(|(_, value)| value)).map_or(&run.header.variant.name, |value| value)
}

fn found<'a>(
    analysis: &'a Analysis,
    of: &str,
    of_kind: &str,
    users: u32,
) -> Option<(&'a RunAnalysis, &'a StepRow)> {
    let mut runs = analysis.runs.iter().filter(|run| configuration(run) == of && kind(run) == of_kind);
    runs.find_map(|run| Some((run, run.steps.iter().find(|step| step.users == users)?)))
}

/// Whole numbers, as told or measured.
fn pair(words: &Words, found: Option<(&RunAnalysis, &StepRow)>) -> [Cell; 2] {
    let none = || Cell { text: "-".to_owned(), ..Cell::missing() };
    let Some((run, step)) = found else { return [none(), none()] };
    let reported = imported_step(&run.header, step.number);
    let per_s = reported.throughput_per_s.unwrap_or(step.throughput_per_s.value);
    let mean_ms = reported.mean_us.or(step.response.mean_us).map(|us| us / 1e3);
    let mean = mean_ms.map_or_else(none, |ms| Cell::of(shortest(words, ms, 0), ms));
    [Cell::of(shortest(words, per_s, 0), per_s), mean]
}
