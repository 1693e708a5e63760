//! Runs of which an imported table has percentiles and no load that they could be a step of: as it has them.

use crate::document::{Block, Section};
use crate::styles;
use crate::words::Words;
use plimsoll_analysis::RunAnalysis;

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let tables = styles::summaries(words, run);
    let section = Section::new(words.text("run-imported-figures")).at("imported-figures");
    (!tables.is_empty()).then(|| section.with(tables.into_iter().map(Block::Table)))
}
