//! `window-too-short`: less than 10 seconds were measured. Whatever happens once a minute was not seen. Steps of one load
//! that follow each other, as jobs beside a steady load make them, are one window.

use super::thresholds::thresholds;
use super::{Claim, Evidence};
use crate::step::StepRow;

thresholds!("window-too-short", Limits {
    /// s that must be measured
    seconds = 10.0,
});

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let min_s = Limits::of(evidence.settings()).seconds;
    let times = evidence.run.steps.chunk_by(|a, b| a.load().value() == b.load().value());
    let measured_s = |time: &&[StepRow]| time.iter().map(|row| row.measured_s).sum::<f64>();
    let rows = times.filter(|time| measured_s(time) < min_s).flatten();
    let short: Vec<&StepRow> = rows.filter(|row| row.requests > 0).collect();
    if short.is_empty() {
        return Vec::new();
    }
    let lengths = || short.iter().map(|row| row.measured_s);
    vec![Claim::WindowTooShort {
        steps: short.iter().map(|row| row.number).collect(),
        measured_s_min: lengths().fold(f64::INFINITY, f64::min),
        measured_s_max: lengths().fold(0.0, f64::max),
        min_s,
    }]
}
