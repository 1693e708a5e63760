//! `means-differ`: imported mean times, each against the first variant of the table, signed; where there is one variant only, each
//! condition against the first. Neither counts nor spread are known, so that nobody can say what is chance.

use crate::findings::imported_tables::item;
use crate::findings::prelude::*;
use plimsoll_run::{ImportedMean, ImportedRows};

pub(crate) static DETECTOR: Detector = Detector {
    id: "means-differ",
    severities: &[Severity::Information],
    when: "imported means against the first variant's, or the first condition's, signed",
    requires: "means",
    needs: &[Need::Imported(ImportedTableKind::Means)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("means-differ", Limits {
    /// findings of a table, at most; those of the largest differences
    findings = 8.0,
});

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeansDiffer {
    pub transaction: String,
    /// Empty where the conditions are what is compared.
    pub condition: String,
    pub baseline: String,
    pub baseline_us: f64,
    pub others: Vec<MeanChange>,
}

impl Claimed for MeansDiffer {
    fn next_step(&self) -> NextStep {
        NextStep::ImportRaw
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeanChange {
    pub name: String,
    pub mean_us: f64,
    pub change_percent: f64,
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let mut found = Vec::new();
    for table in &evidence.run.header.imported_tables {
        let ImportedRows::Means(rows) = &table.rows else { continue };
        let has_variants = rows.iter().any(|row| row.variant != rows[0].variant);
        let of = |row: &ImportedMean| {
            let condition = if has_variants { row.condition.clone() } else { String::new() };
            (row.transaction.clone(), condition)
        };
        let mut groups: Vec<((String, String), Vec<&ImportedMean>)> = Vec::new();
        for row in rows {
            match groups.iter_mut().find(|(key, _)| *key == of(row)) {
                Some((_, group)) => group.push(row),
                None => groups.push((of(row), vec![row])),
            }
        }
        let name =
            |row: &ImportedMean| if has_variants { row.variant.clone() } else { row.condition.clone() };
        let mut own: Vec<(f64, Found)> =
            groups.into_iter().filter_map(|(key, rows)| of_group(&table.file, key, &rows, &name)).collect();
        own.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.extend(own.into_iter().take(limits.findings as usize).map(|(_, found)| found));
    }
    found
}

/// With the largest change, without its sign.
fn of_group(
    file: &str,
    (transaction, condition): (String, String),
    rows: &[&ImportedMean],
    name: &impl Fn(&ImportedMean) -> String,
) -> Option<(f64, Found)> {
    let (first, rest) = rows.split_first()?;
    let baseline_us = first.mean_us;
    if rest.is_empty() || baseline_us <= 0.0 {
        return None;
    }
    let change = |row: &&ImportedMean| MeanChange {
        name: name(row),
        mean_us: row.mean_us,
        change_percent: 100.0 * (row.mean_us / baseline_us - 1.0),
    };
    let others: Vec<MeanChange> = rest.iter().map(change).collect();
    let largest = others.iter().map(|other| other.change_percent.abs()).fold(0.0, f64::max);
    let items = rows.iter().map(|row| item(file, &row.condition, Unit::Us, row.mean_us)).collect();
    let baseline = name(first);
    let claim = MeansDiffer { transaction, condition, baseline, baseline_us, others };
    Some((largest, Found::new(claim, items)))
}
