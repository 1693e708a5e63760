//! Definitions, how to run it again, and what became of each detector.

use crate::document::{Block, Cell, CellKind, ColumnSet, Section, Spans, Table, stored_name};
use crate::words::{self, Words};
use plimsoll_analysis::Analysis;
use plimsoll_analysis::findings::DetectorReport;

pub fn section<'a>(words: &Words, analysis: &'a Analysis) -> Section<'a> {
    let mut section = Section::new(words.text("label-appendix"));
    section.push(Block::heading(words.text("label-definitions")));
    let definitions = words::appendix::definitions(words).into_iter();
    let definitions = definitions.map(|(term, definition)| (Spans::from(term), definition.into()));
    section.push(Block::Definitions(definitions.collect()));
    let commands = analysis.runs.iter().map(|run| &run.header.command).filter(|command| !command.is_empty());
    let commands: Vec<Block<'_>> =
        commands.map(|command| Block::Preformatted(words::run::command(command))).collect();
    if !commands.is_empty() {
        section.push(Block::heading(words.text("label-again")));
        section.blocks.extend(commands);
    }
    section.blocks.extend(detector_lists(words, analysis));
    section.push(Block::note(words::appendix::seed(words, analysis.seed)));
    section
}

fn detector_lists<'a>(words: &Words, analysis: &Analysis) -> Vec<Block<'a>> {
    let several = analysis.runs.len() > 1;
    let mut blocks = vec![Block::heading_at("detectors", words.text("detector-list"))];
    for (i, run) in analysis.runs.iter().enumerate() {
        let (summary, id) = match several {
            true => (format!("{} {}", words.text("label-run"), i + 1), format!("run-{}-detectors", i + 1)),
            false => (words.text("detector-list"), "detectors".to_owned()),
        };
        blocks.push(Block::details(summary, vec![Block::Table(detectors(words, &id, &run.detectors))]));
    }
    if several {
        let table = detectors(words, "detectors", &analysis.detectors);
        blocks.push(Block::details(words.text("detector-across-runs"), vec![Block::Table(table)]));
    }
    blocks
}

/// `id`: of which run, or across runs.
fn detectors(words: &Words, id: &str, reports: &[DetectorReport]) -> Table {
    let state = |report: &&DetectorReport| {
        let said = words::detectors::state(words, report);
        let values = vec![stored_name(&report.state, Some("state")).into(), said.clone().into()];
        Cell::written(said).valued(values)
    };
    ColumnSet::new()
        .column(CellKind::Text, words.text("detector-id"), &["detector"], |report: &&DetectorReport| {
            Cell::text(report.id)
        })
        .column(CellKind::Text, words.text("detector-state"), &["state", "said"], state)
        .table(id, reports)
}
