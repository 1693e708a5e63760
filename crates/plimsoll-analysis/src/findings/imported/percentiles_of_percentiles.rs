//! `percentiles-of-percentiles`: columns such as `p95_avg` and `p99_max` are means and maxima of percentiles of shorter times. They
//! are no percentiles of the run, and can't be turned into them.

use super::super::evidence_item::Unit;
use super::{item, summaries};
use crate::findings::detector::{Evidence, Found};
use crate::findings::told_claim::ToldClaim;

const OF: [&str; 4] = ["_avg", "_mean", "_max", "_min"];

pub(in crate::findings) fn detect(evidence: &Evidence) -> Vec<Found> {
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
        let claim = ToldClaim::PercentilesOfPercentiles { file: file.to_owned(), columns, rows };
        Some(Found::new(claim, items))
    };
    summaries(evidence).filter_map(of_table).collect()
}
