//! Detectors of what tables told.

pub(super) mod count_as_share;
pub(super) mod implied_response;
pub(super) mod means_differ;
pub(super) mod over_limit;
pub(super) mod per_node_flat;
pub(super) mod percentiles_of_percentiles;
pub(super) mod pool_too_small;
pub(super) mod repeats_differ;

use super::evidence_item::{EvidenceItem, LoadMeasure, Measure, Unit};
use crate::findings::Evidence;
use plimsoll_run::{ImportedRows, ImportedSummary};

fn item(file: &str, column: &str, unit: Unit, value: f64) -> EvidenceItem {
    let measure = Measure::Imported { file: file.to_owned(), column: column.to_owned() };
    EvidenceItem { measure, ..EvidenceItem::load(LoadMeasure::Throughput, unit, value) }
}

/// Tables of summaries, with their files.
fn summaries<'a>(evidence: &Evidence<'a>) -> impl Iterator<Item = (&'a str, &'a [ImportedSummary])> {
    evidence.run.header.imported_tables.iter().filter_map(|table| match &table.rows {
        ImportedRows::Summaries(rows) => Some((table.file.as_str(), rows.as_slice())),
        _ => None,
    })
}
