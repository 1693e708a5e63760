//! `repeats-differ`: imported runs of the same condition differ by a factor of 1.5 in their median (else their mean).

use crate::findings::imported_tables::{item, summaries};
use crate::findings::prelude::*;
use plimsoll_run::ImportedSummary;

pub(crate) static DETECTOR: Detector = Detector {
    id: "repeats-differ",
    severities: &[Severity::Warning],
    when: "imported repeats of one condition differ by a factor of 1.5 in the median, else the mean",
    requires: "summaries",
    needs: &[Need::Imported(ImportedTableKind::Summaries)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("repeats-differ", Limits {
    /// the largest over the smallest
    ratio = 1.5,
});

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RepeatsDiffer {
    pub condition: String,
    pub column: String,
    pub us: Vec<f64>,
    pub ratio: f64,
}

impl Claimed for RepeatsDiffer {
    fn next_step(&self) -> NextStep {
        NextStep::RepeatEqual
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let mut found = Vec::new();
    for (file, rows) in summaries(evidence) {
        for repeats in rows.chunk_by(|a, b| a.condition == b.condition) {
            found.extend(of_condition(file, repeats, limits));
        }
    }
    found
}

fn of_condition(file: &str, repeats: &[ImportedSummary], limits: Limits) -> Option<Found> {
    let first = repeats.first()?;
    let is_median = |name: &str| name.starts_with("p50") && !name.ends_with("_max");
    let column = first.percentiles.iter().map(|(name, _)| name).find(|name| is_median(name));
    let value = |row: &ImportedSummary| match column {
        Some(column) => row.percentile_us(column),
        None => row.mean_us,
    };
    let us: Vec<f64> = repeats.iter().filter_map(value).collect();
    let (low, high) =
        us.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), us| (low.min(*us), high.max(*us)));
    let differ = us.len() > 1 && low > 0.0 && high >= limits.ratio * low;
    let name = column.map_or("mean", String::as_str);
    let condition: Vec<String> =
        first.condition.iter().map(|(name, text)| format!("{name} {text}")).collect();
    let items = us.iter().map(|us| item(file, name, Unit::Us, *us)).collect();
    let claim =
        RepeatsDiffer { condition: condition.join(", "), column: name.to_owned(), ratio: high / low, us };
    differ.then(|| Found::new(claim, items))
}
