//! Figures of a table that vary without order once throughput stands: which of them is highest is then partly chance.

use crate::step::StepRow;
use serde::Serialize;

/// As much of the highest belongs to where throughput stands.
const STANDS_SHARE: f64 = 0.8;
/// Fewer figures show no scatter.
const STEPS_MIN: usize = 4;
/// Throughput turns at least so often, ...
const TURNS_MIN: usize = 2;
/// ... and varies from step to step by so much of its mean (%).
const DEVIATION_MIN_PERCENT: f64 = 2.0;

/// Throughput of the steps between two that both belong to where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scatter {
    pub from_step: u32,
    pub to_step: u32,
    pub steps: usize,
    pub low_per_s: f64,
    pub high_per_s: f64,
    pub mean_per_s: f64,
    /// Standard deviation, from the differences of neighbours (von Neumann 1941), in percent of the mean.
    pub deviation_percent: f64,
}

/// Of valid steps. The first steps that belong to it may still be growth: differences of neighbours hardly know a slow one.
pub(super) fn scatter(valid: &[&StepRow], best: &StepRow) -> Option<Scatter> {
    let mut rows = valid.to_vec();
    rows.sort_by(|a, b| a.load().value().total_cmp(&b.load().value()));
    let stands = |row: &&StepRow| row.throughput_per_s.value >= STANDS_SHARE * best.throughput_per_s.value;
    let (from, to) = (rows.iter().position(stands)?, rows.iter().rposition(stands)?);
    let rows = &rows[from..=to];
    let values: Vec<f64> = rows.iter().map(|row| row.throughput_per_s.value).collect();
    let changes: Vec<f64> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let turns = changes.windows(2).filter(|pair| pair[0] * pair[1] < 0.0).count();
    if rows.len() < STEPS_MIN || turns < TURNS_MIN {
        return None;
    }
    let mean_per_s = values.iter().sum::<f64>() / values.len() as f64;
    let variance = changes.iter().map(|change| change * change).sum::<f64>() / (2 * changes.len()) as f64;
    let deviation_percent = 100.0 * variance.sqrt() / mean_per_s;
    (deviation_percent >= DEVIATION_MIN_PERCENT).then(|| Scatter {
        from_step: rows[0].number,
        to_step: rows[rows.len() - 1].number,
        steps: rows.len(),
        low_per_s: values.iter().copied().fold(f64::INFINITY, f64::min),
        high_per_s: values.iter().copied().fold(0.0, f64::max),
        mean_per_s,
        deviation_percent,
    })
}
