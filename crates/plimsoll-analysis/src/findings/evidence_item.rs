//! What a finding rests on, as references that lead to a figure or a row.

use crate::statistics::{Bounds, Estimate};
use crate::step::StepRow;
use plimsoll_run::Source;
use serde::Serialize;

/// One measured value behind a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvidenceItem {
    pub measure: Measure,
    /// `None`: of no single step.
    pub step: Option<u32>,
    /// On the run's clock, microseconds; of the step's measured window where it is `None`.
    pub window_us: Option<(i64, i64)>,
    /// Readings, or requests, behind the value.
    pub n: u64,
    pub value: f64,
    pub unit: Unit,
    pub bounds_95: Option<Bounds>,
}

/// Of what.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// A watched series: the figures and tables of its source.
    Server { source: Source, metric: String },
    /// A column of a table that was imported.
    #[serde(rename = "imported")]
    Imported { file: String, column: String },
    /// A column of the step table.
    Load(LoadMeasure),
    /// Of several runs: which one, by its place in the report, from 0.
    Run { run: usize, of: LoadMeasure },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LoadMeasure {
    Throughput,
    ResponseMean,
    ResponseMedian,
    ResponseMax,
    /// Requests that took longer than a requirement allows, or failed.
    OverLimit,
    /// How long a job took.
    JobDuration,
    FailedMean,
    Errors,
    /// Of the events that were accepted.
    EventsLost,
    UsersAccountedFor,
    Measured,
    Waited,
    RunDelay,
    BytesPerS,
    AnswerSize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    Percent,
    Count,
    PerS,
    Bytes,
    BytesPerS,
    BytesPerDay,
    Us,
    S,
    /// A ratio, a probability.
    Plain,
}

impl EvidenceItem {
    pub(crate) fn server(source: &Source, metric: &str, unit: Unit, value: f64) -> EvidenceItem {
        let measure = Measure::Server { source: source.clone(), metric: metric.to_owned() };
        EvidenceItem { measure, step: None, window_us: None, n: 0, value, unit, bounds_95: None }
    }

    pub(crate) fn load(of: LoadMeasure, unit: Unit, value: f64) -> EvidenceItem {
        EvidenceItem {
            measure: Measure::Load(of),
            step: None,
            window_us: None,
            n: 0,
            value,
            unit,
            bounds_95: None,
        }
    }

    pub(crate) fn throughput(row: &StepRow) -> EvidenceItem {
        let Estimate { value, bounds_95 } = row.throughput_per_s;
        let of = EvidenceItem::load(LoadMeasure::Throughput, Unit::PerS, value)
            .in_step(row.number)
            .with_n(if row.is_from_table { 0 } else { row.requests });
        EvidenceItem { bounds_95, ..of }
    }

    /// Of a column of the step table.
    pub(crate) fn column(row: &StepRow, of: LoadMeasure, unit: Unit, value: f64) -> EvidenceItem {
        EvidenceItem::load(of, unit, value).in_step(row.number).with_n(row.requests)
    }

    pub(crate) fn errors(row: &StepRow) -> EvidenceItem {
        let of = EvidenceItem::column(row, LoadMeasure::Errors, Unit::Percent, row.errors_percent);
        EvidenceItem { bounds_95: Some(row.errors_percent_bounds_95), ..of }
    }

    /// Users whom the recorded times account for, in percent.
    pub(crate) fn users(row: &StepRow) -> EvidenceItem {
        let percent = row.little.map_or(0.0, |little| 100.0 * little.ratio);
        EvidenceItem::column(row, LoadMeasure::UsersAccountedFor, Unit::Percent, percent)
    }

    pub(crate) fn in_step(self, step: u32) -> EvidenceItem {
        EvidenceItem { step: Some(step), ..self }
    }

    pub(crate) fn between_s(self, from_s: f64, to_s: f64) -> EvidenceItem {
        EvidenceItem { window_us: Some(((from_s * 1e6) as i64, (to_s * 1e6) as i64)), ..self }
    }

    pub(crate) fn with_n(self, n: u64) -> EvidenceItem {
        EvidenceItem { n, ..self }
    }

    pub fn source(&self) -> Option<&Source> {
        match &self.measure {
            Measure::Server { source, .. } => Some(source),
            Measure::Imported { .. } | Measure::Load(_) | Measure::Run { .. } => None,
        }
    }
}
