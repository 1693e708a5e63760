//! Every recorded series by step, the ones that move with the load first: what no figure draws and no detector knows may be what a reader
//! looks for.

use super::panel::Shape;
use super::readings::{Observations, summary};
use super::shape::values;
use crate::statistics::mann_kendall;
use crate::step::StepRow;
use plimsoll_run::{ReadingKind, SeriesPoints, Source, metric};
use serde::Serialize;
use std::collections::BTreeMap;

/// Rows of the list; what moves least with the load is left out.
pub const RECORDED_ROWS_MAX: usize = 400;

/// One series at the lowest and the highest load: its mean in the step, of a total its growth per second.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordedSeries {
    pub source: Source,
    pub metric: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, String>,
    pub unit: String,
    /// A total: what is told is its growth.
    pub per_s: bool,
    /// `None`: that step has too few readings of it.
    pub lowest_load: Option<f64>,
    pub highest_load: Option<f64>,
    /// Of all steps' means.
    pub max: f64,
    /// Kendall's tau of the means over the loads, from −1 to 1; 0 for fewer than four loads.
    pub tau: f64,
}

impl RecordedSeries {
    /// By how much of its size it changes from the lowest to the highest load.
    fn change(&self) -> f64 {
        let (Some(lowest), Some(highest)) = (self.lowest_load, self.highest_load) else { return 0.0 };
        let size = lowest.abs().max(highest.abs()).max(self.max.abs());
        if size > 0.0 { (highest - lowest).abs() / size } else { 0.0 }
    }
}

pub(crate) fn recorded(observed: &Observations, rows: &[StepRow]) -> Vec<RecordedSeries> {
    let mut rows: Vec<&StepRow> = rows.iter().collect();
    rows.sort_by(|a, b| a.load().value().total_cmp(&b.load().value()));
    let is_derived = |series: &SeriesPoints| metric::DERIVED.contains(&series.series.metric.as_ref());
    let all = observed.points.iter().chain(&observed.others).filter(|series| !is_derived(series));
    let mut found: Vec<RecordedSeries> = all.filter_map(|series| one(series, &rows)).collect();
    found.sort_by(|a, b| {
        let moves = |series: &RecordedSeries| series.change() * (0.5 + 0.5 * series.tau.abs());
        moves(b).total_cmp(&moves(a)).then_with(|| (&a.source, &a.metric).cmp(&(&b.source, &b.metric)))
    });
    found.truncate(RECORDED_ROWS_MAX);
    found
}

/// `None`: no step has readings of it.
fn one(series: &SeriesPoints, rows: &[&StepRow]) -> Option<RecordedSeries> {
    let of = &series.series;
    let per_s = of.kind == ReadingKind::Counter;
    let line = values(series, if per_s { Shape::Growth(1.0) } else { Shape::State(1.0) });
    let by_step: Vec<Option<f64>> =
        rows.iter().map(|row| summary(&line, row.span_s()).map(|of| of.mean)).collect();
    let means: Vec<f64> = by_step.iter().copied().flatten().collect();
    if means.is_empty() {
        return None;
    }
    let attributes = of.attributes.iter().map(|(name, value)| (name.to_string(), value.clone()));
    Some(RecordedSeries {
        source: of.source.clone(),
        metric: of.metric.to_string(),
        attributes: attributes.collect(),
        unit: of.unit.to_string(),
        per_s,
        lowest_load: by_step.first().copied().flatten(),
        highest_load: by_step.last().copied().flatten(),
        max: means.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        tau: mann_kendall(&means).tau,
    })
}
