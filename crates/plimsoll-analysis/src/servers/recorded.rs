//! Every recorded series by step, the ones that move with the load first: what no figure draws and no detector knows may be what a reader
//! looks for.

use super::panel::Shape;
use super::readings::{Observations, inside, mean, summary};
use super::shape::values;
use crate::statistics::mann_kendall;
use crate::step::StepRow;
use plimsoll_run::{ReadingKind, SeriesPoints, Source, metric};
use serde::Serialize;
use std::collections::BTreeMap;

/// Rows of the list; what moves least with the load is left out.
const ROWS_MAX: usize = 400;
/// Places of the course of a series, from the first measured second to the last, at most.
const PLACES_MAX: usize = 48;
/// Readings for a place, so that none is without.
const READINGS: usize = 2;

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
    /// Means over equal parts of the run, in their order; `None`: no reading. A page draws it.
    #[serde(skip)]
    pub course: Vec<Option<f64>>,
}

impl RecordedSeries {
    /// By how much of its size it changes from the lowest to the highest load.
    fn change(&self) -> f64 {
        let (Some(lowest), Some(highest)) = (self.lowest_load, self.highest_load) else { return 0.0 };
        let size = lowest.abs().max(highest.abs()).max(self.max.abs());
        if size > 0.0 { (highest - lowest).abs() / size } else { 0.0 }
    }
}

/// The list, and how many series are not in it.
pub(crate) fn recorded(observed: &Observations, rows: &[StepRow]) -> (Vec<RecordedSeries>, usize) {
    let span_s = rows.iter().map(StepRow::span_s).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    let mut rows: Vec<&StepRow> = rows.iter().collect();
    rows.sort_by(|a, b| a.load().value().total_cmp(&b.load().value()));
    let is_derived = |series: &SeriesPoints| {
        let of = &series.series;
        metric::DERIVED.contains(&of.metric.as_ref())
            || of.attributes.contains_key(metric::attribute::RESOURCE_NAMED_BY)
    };
    let all = observed.points.iter().chain(&observed.others).filter(|series| !is_derived(series));
    let mut found: Vec<(RecordedSeries, &SeriesPoints)> =
        all.filter_map(|series| Some((one(series, &rows)?, series))).collect();
    found.sort_by(|(a, _), (b, _)| {
        let moves = |series: &RecordedSeries| series.change() * (0.5 + 0.5 * series.tau.abs());
        moves(b).total_cmp(&moves(a)).then_with(|| (&a.source, &a.metric).cmp(&(&b.source, &b.metric)))
    });
    let left_out = found.len().saturating_sub(ROWS_MAX);
    found.truncate(ROWS_MAX);
    let drawn = |(series, points): (RecordedSeries, &SeriesPoints)| {
        let course = span_s.map(|span_s| course(points, series.per_s, span_s)).unwrap_or_default();
        RecordedSeries { course, ..series }
    };
    (found.into_iter().map(drawn).collect(), left_out)
}

fn course(series: &SeriesPoints, per_s: bool, (from_s, to_s): (f64, f64)) -> Vec<Option<f64>> {
    let line = line(series, per_s);
    let places = (inside(&line, from_s, to_s).len() / READINGS).clamp(2, PLACES_MAX);
    let part_s = (to_s - from_s) / places as f64;
    let at = |part: usize| from_s + part as f64 * part_s;
    (0..places).map(|part| mean(inside(&line, at(part), at(part + 1)))).collect()
}

fn line(series: &SeriesPoints, per_s: bool) -> Vec<(f64, f64)> {
    values(series, if per_s { Shape::Growth(1.0) } else { Shape::State(1.0) })
}

/// `None`: no step has readings of it.
fn one(series: &SeriesPoints, rows: &[&StepRow]) -> Option<RecordedSeries> {
    let of = &series.series;
    let per_s = of.kind == ReadingKind::Counter;
    let line = line(series, per_s);
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
        course: Vec::new(),
    })
}
