//! Definitions, how to run it again, and what became of each detector.

use super::author;
use crate::document::{Block, Cell, CellKind, ColumnSet, Section, Spans, Table, stored_name};
use crate::words::{self, Words};
use plimsoll_analysis::Analysis;
use plimsoll_analysis::findings::DetectorReport;

pub fn section<'a>(words: &Words, analysis: &'a Analysis) -> Section<'a> {
    let mut section = Section::new(words.text("label-appendix"));
    if author::has_glossary(analysis) {
        section.push(Block::heading(words.text("label-definitions")));
        let definitions = words::appendix::definitions(words).into_iter();
        let definitions = definitions.map(|(term, definition)| (Spans::from(term), definition.into()));
        section.push(Block::Definitions(definitions.collect()));
    }
    let commands = analysis.runs.iter().map(|run| &run.header.command).filter(|command| !command.is_empty());
    let mut commands: Vec<String> = commands.map(|command| words::run::command(command)).collect();
    commands.dedup();
    let commands: Vec<Block<'_>> = commands.into_iter().map(Block::Preformatted).collect();
    if !commands.is_empty() {
        section.push(Block::heading(words.text("label-again")));
        section.blocks.extend(commands);
    }
    section.blocks.extend(detector_lists(words, analysis));
    section.push(Block::note(words::appendix::seed(words, analysis.seed)));
    section
}

fn detector_lists<'a>(words: &Words, analysis: &Analysis) -> Vec<Block<'a>> {
    let runs: Vec<&[DetectorReport]> = analysis.runs.iter().map(|run| run.detectors.as_slice()).collect();
    let table = detectors(words, "detectors", &runs);
    let mut blocks = vec![
        Block::heading_at("detectors", words.text("detector-list")),
        Block::details(words.text("detector-state"), vec![Block::Table(table)]),
    ];
    if runs.len() > 1 {
        let table = detectors(words, "detectors-across-runs", &[&analysis.detectors]);
        blocks.push(Block::details(words.text("detector-across-runs"), vec![Block::Table(table)]));
    }
    blocks
}

/// What became of one detector, and in which runs, from 1.
struct DetectorOutcome<'a> {
    report: &'a DetectorReport,
    said: String,
    runs: Vec<usize>,
}

/// A row for each detector and what became of it: runs in which it came to the same share one.
fn detectors(words: &Words, id: &str, runs: &[&[DetectorReport]]) -> Table {
    let mut outcomes: Vec<DetectorOutcome<'_>> = Vec::new();
    let ids: Vec<&str> =
        runs.first().into_iter().flat_map(|reports| *reports).map(|report| report.id).collect();
    for id in ids {
        for (number, reports) in (1..).zip(runs) {
            for report in reports.iter().filter(|report| report.id == id) {
                let said = words::detectors::state(words, report);
                match outcomes.iter_mut().find(|known| known.report.id == id && known.said == said) {
                    Some(known) => known.runs.push(number),
                    None => outcomes.push(DetectorOutcome { report, said, runs: vec![number] }),
                }
            }
        }
    }
    let state = |row: &DetectorOutcome<'_>| {
        let values = vec![stored_name(&row.report.state, Some("state")).into(), row.said.clone().into()];
        Cell::written(row.said.clone()).valued(values)
    };
    let table = ColumnSet::new()
        .column(CellKind::Text, words.text("detector-id"), &["detector"], |row: &DetectorOutcome<'_>| {
            Cell::text(row.report.id)
        })
        .column(CellKind::Text, words.text("detector-state"), &["state", "said"], state);
    if runs.len() == 1 {
        return table.table(id, outcomes);
    }
    let in_runs = |row: &DetectorOutcome<'_>| {
        let numbers: Vec<String> = row.runs.iter().map(usize::to_string).collect();
        match row.runs.len() == runs.len() {
            true => Cell::of(words.text("label-all-runs"), numbers.join(" ")),
            false => Cell::of(numbers.join(", "), numbers.join(" ")),
        }
    };
    table.column(CellKind::Text, words.text("label-run"), &["runs"], in_runs).table(id, outcomes)
}
