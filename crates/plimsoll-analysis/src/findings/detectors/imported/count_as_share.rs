//! `count-as-share`: figures of errors without a sign of percent, of which one is above 100: they are counts, whatever the
//! column is called. The share is the count over the rate times the length of the run.

use crate::findings::imported_tables::{item, summaries};
use crate::findings::prelude::*;
use plimsoll_run::{ImportedError, ImportedSummary};

pub(crate) static DETECTOR: Detector = Detector {
    id: "count-as-share",
    severities: &[Severity::Warning],
    when: "an imported figure of errors above 100 without a percent sign: a count, set against rate × time",
    requires: "summaries",
    needs: &[Need::Imported(ImportedTableKind::Summaries)],
    thresholds: &[],
    look: Look::Run(detect),
};

/// A number that is called a share and is a count.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountAsShare {
    pub file: String,
    pub stated: f64,
    pub requests: f64,
    pub share_percent: f64,
}

impl Claimed for CountAsShare {
    fn next_step(&self) -> NextStep {
        NextStep::ImportRaw
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    summaries(evidence).filter_map(|(file, rows)| of_table(file, rows)).collect()
}

fn of_table(file: &str, rows: &[ImportedSummary]) -> Option<Found> {
    let counts = rows.iter().filter_map(|row| match row.error {
        Some(ImportedError::Bare(stated)) if stated > 100.0 && row.requests() >= stated => {
            Some((row, stated))
        }
        _ => None,
    });
    let share = |(row, stated): &(&ImportedSummary, f64)| 100.0 * stated / row.requests();
    let worst = counts.max_by(|a, b| share(a).total_cmp(&share(b)))?;
    let claim = CountAsShare {
        file: file.to_owned(),
        stated: worst.1,
        requests: worst.0.requests(),
        share_percent: share(&worst),
    };
    Some(Found::new(claim, vec![item(file, "error", Unit::Plain, worst.1)]))
}
