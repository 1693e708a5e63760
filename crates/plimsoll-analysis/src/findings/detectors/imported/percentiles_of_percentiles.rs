//! `percentiles-of-percentiles`: columns such as `p95_avg` and `p99_max` are means and maxima of percentiles of shorter times. They
//! are no percentiles of the run, and can't be turned into them.

use crate::findings::imported_tables::{item, summaries};
use crate::findings::prelude::*;

pub(crate) static DETECTOR: Detector = Detector {
    id: "percentiles-of-percentiles",
    severities: &[Severity::Warning],
    when: "imported columns are means or maxima of percentiles",
    requires: "summaries",
    needs: &[Need::Imported(ImportedTableKind::Summaries)],
    thresholds: &[],
    look: Look::Run(detect),
};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PercentilesOfPercentiles {
    pub file: String,
    pub columns: Vec<String>,
    pub rows: u64,
}

impl Claimed for PercentilesOfPercentiles {
    fn next_step(&self) -> NextStep {
        NextStep::ImportRaw
    }
}

const OF: [&str; 4] = ["_avg", "_mean", "_max", "_min"];

fn detect(evidence: &Evidence) -> Vec<Found> {
    let of_table = |(file, rows): (&str, &[plimsoll_run::ImportedSummary])| {
        let mut columns: Vec<String> = Vec::new();
        for (column, _) in rows.iter().flat_map(|row| &row.percentiles) {
            if OF.iter().any(|of| column.ends_with(of)) && !columns.contains(column) {
                columns.push(column.clone());
            }
        }
        let first = columns.first()?;
        let value = rows.iter().find_map(|row| row.percentile_us(first))?;
        let items = vec![item(file, first, Unit::Us, value).with_n(rows.len() as u64)];
        let rows = rows.len() as u64;
        let claim = PercentilesOfPercentiles { file: file.to_owned(), columns, rows };
        Some(Found::new(claim, items))
    };
    summaries(evidence).filter_map(of_table).collect()
}
