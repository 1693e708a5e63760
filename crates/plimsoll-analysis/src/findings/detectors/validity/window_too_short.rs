//! `window-too-short`: less than 9 seconds were measured, which is less than steps of 10 s with a short ramp have. Whatever happens once a minute was not seen. Steps of one load
//! that follow each other, as background jobs under a steady load make them, are one window.

use crate::findings::prelude::*;

pub(crate) static DETECTOR: Detector = Detector {
    id: "window-too-short",
    severities: &[Severity::Warning],
    when: "< 9 s were measured; steps of one load that follow each other, as jobs make them, are one window",
    requires: "a request that succeeded",
    needs: &[Need::Successes],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("window-too-short", Limits {
    /// s that must be measured
    seconds = 9.0,
});

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WindowTooShort {
    pub steps: Vec<u32>,
    /// The shortest and the longest of them.
    pub measured_s_min: f64,
    pub measured_s_max: f64,
    pub min_s: f64,
}

impl Claimed for WindowTooShort {
    fn next_step(&self) -> NextStep {
        NextStep::MeasureLonger
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let min_s = Limits::of(evidence.settings()).seconds;
    let times = evidence.run.steps.chunk_by(|a, b| a.load().value() == b.load().value());
    let measured_s = |time: &&[StepRow]| time.iter().map(|row| row.measured_s).sum::<f64>();
    let rows = times.filter(|time| measured_s(time) < min_s).flatten();
    // Of what fails altogether a longer time says nothing else.
    let short: Vec<&StepRow> = rows.filter(|row| row.requests > row.errors + row.generator_errors).collect();
    if short.is_empty() {
        return Vec::new();
    }
    let lengths = || short.iter().map(|row| row.measured_s);
    let steps: Vec<u32> = short.iter().map(|row| row.number).collect();
    let items = evidence
        .items(&steps, |row| EvidenceItem::column(row, LoadMeasure::Measured, Unit::S, row.measured_s));
    let claim = WindowTooShort {
        steps,
        measured_s_min: lengths().fold(f64::INFINITY, f64::min),
        measured_s_max: lengths().fold(0.0, f64::max),
        min_s,
    };
    vec![Found::new(claim, items)]
}
