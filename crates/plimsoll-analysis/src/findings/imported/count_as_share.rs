//! `count-as-share`: figures of errors without a sign of percent, of which one is above 100: they are counts, whatever the
//! column is called. The share is the count over the rate times the length of the run.

use super::super::evidence_item::Unit;
use super::{item, summaries};
use crate::findings::detector::{Evidence, Found};
use crate::findings::told_claim::ToldClaim;
use plimsoll_run::{ImportedError, ImportedSummary};

pub(in crate::findings) fn detect(evidence: &Evidence) -> Vec<Found> {
    summaries(evidence).filter_map(|(file, rows)| of_table(file, rows)).collect()
}

fn of_table(file: &str, rows: &[ImportedSummary]) -> Option<Found> {
    let counts = rows.iter().filter_map(|row| match row.error {
        Some(ImportedError::Bare(told)) if told > 100.0 && row.requests() >= told => Some((row, told)),
        _ => None,
    });
    let share = |(row, told): &(&ImportedSummary, f64)| 100.0 * told / row.requests();
    let worst = counts.max_by(|a, b| share(a).total_cmp(&share(b)))?;
    let claim = ToldClaim::CountAsShare {
        file: file.to_owned(),
        told: worst.1,
        requests: worst.0.requests(),
        share_percent: share(&worst),
    };
    Some(Found::new(claim, vec![item(file, "error", Unit::Plain, worst.1)]))
}
