//! Imported tables, as their detectors read them.

use super::evidence::Evidence;
use super::evidence_item::{EvidenceItem, LoadMeasure, Measure, Unit};
use plimsoll_run::{ImportedRows, ImportedSummary};

pub(super) fn item(file: &str, column: &str, unit: Unit, value: f64) -> EvidenceItem {
    let measure = Measure::Imported { file: file.to_owned(), column: column.to_owned() };
    EvidenceItem { measure, ..EvidenceItem::load(LoadMeasure::Throughput, unit, value) }
}

/// Tables of summaries, with their files.
pub(super) fn summaries<'a>(
    evidence: &Evidence<'a>,
) -> impl Iterator<Item = (&'a str, &'a [ImportedSummary])> {
    evidence.run.header.imported_tables.iter().filter_map(|table| match &table.rows {
        ImportedRows::Summaries(rows) => Some((table.file.as_str(), rows.as_slice())),
        _ => None,
    })
}
