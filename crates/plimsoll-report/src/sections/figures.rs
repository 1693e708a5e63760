//! Figures of a run: its throughput and its response times.

use crate::document::{Block, ReportFigure, Section};
use crate::evidence::figure_anchor;
use crate::words::{self, Words};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::figures::{Figure, FigureKind};

pub fn throughput<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    use FigureKind::{ArrivalsOverTime, ThroughputByLoad, ThroughputOverTime};
    if run.steps.is_empty() && run.is_imported() {
        return None;
    }
    section(words, run, "label-throughput", &[ThroughputByLoad, ThroughputOverTime, ArrivalsOverTime])
}

pub fn response_times<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    if run.header.means_only && run.steps.iter().all(|step| step.response.count == 0) {
        return None;
    }
    let kinds = [
        FigureKind::ResponseByLoad,
        FigureKind::ResponseByThroughput,
        FigureKind::ResponseOverTime,
        FigureKind::ServiceOverTime,
        FigureKind::PercentileCurves,
        FigureKind::LatencyHeat,
    ];
    section(words, run, "label-response-times", &kinds)
}

fn section<'a>(
    words: &Words,
    run: &'a RunAnalysis,
    title: &str,
    kinds: &[FigureKind],
) -> Option<Section<'a>> {
    let blocks: Vec<Block<'a>> = kinds.iter().filter_map(|kind| one(words, run, *kind)).collect();
    (!blocks.is_empty()).then(|| Section::new(words.text(title)).with(blocks))
}

/// A figure of a run, if it has it.
pub fn one<'a>(words: &Words, run: &'a RunAnalysis, kind: FigureKind) -> Option<Block<'a>> {
    let found = run.figures.iter().find(|figure| figure.kind == kind)?;
    Some(Block::Figure(ReportFigure::of(words, found, Some(run))))
}

impl<'a> ReportFigure<'a> {
    /// `run`: the one that it is of, if it is of one.
    pub fn of(words: &Words, figure: &'a Figure, run: Option<&RunAnalysis>) -> ReportFigure<'a> {
        ReportFigure {
            anchor: figure_anchor(figure),
            figure,
            caption: words::figure::title(words, figure, run),
            note: words::figure::note(words, figure),
        }
    }
}
