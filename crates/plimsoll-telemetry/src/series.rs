//! Series that a reader has met.

use crate::problem::{Problem, ProblemKind};
use crate::reader::Output;
use plimsoll_run::{At, Attributes, Reading, ReadingKind, Series, ServerEvent, ServerEventKind, Source};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// Different series that one reader keeps; what belongs to further ones is reported once and left out.
pub const SERIES_MAX: usize = 100_000;

/// Name, unit and kind of a metric, and its fixed attributes: a row of a reader's table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MetricSpec {
    pub name: &'static str,
    pub unit: &'static str,
    pub kind: ReadingKind,
    pub attributes: &'static [(&'static str, &'static str)],
}

impl MetricSpec {
    pub const fn new(name: &'static str, unit: &'static str, kind: ReadingKind) -> MetricSpec {
        MetricSpec { name, unit, kind, attributes: &[] }
    }

    pub const fn with(mut self, attributes: &'static [(&'static str, &'static str)]) -> MetricSpec {
        self.attributes = attributes;
        self
    }

    /// The series of this metric, with attributes besides its fixed ones.
    pub fn of(&self, source: &Source, more: &[(&'static str, &str)]) -> Arc<Series> {
        let fixed = self.attributes.iter().copied();
        let attributes: Attributes = fixed
            .chain(more.iter().copied())
            .map(|(name, value)| (Cow::Borrowed(name), value.to_owned()))
            .collect();
        Arc::new(Series {
            source: source.clone(),
            metric: Cow::Borrowed(self.name),
            attributes,
            unit: Cow::Borrowed(self.unit),
            kind: self.kind,
        })
    }
}

/// Series by the text that named them in the input.
#[derive(Default)]
pub struct SeriesSet {
    known: HashMap<Box<[u8]>, Arc<Series>>,
    full: bool,
}

impl SeriesSet {
    /// The series of this key, made when it is new. `None` when there are too many.
    pub fn get(
        &mut self,
        key: &[u8],
        line: u64,
        out: &mut dyn Output,
        make: impl FnOnce() -> Arc<Series>,
    ) -> Option<Arc<Series>> {
        if let Some(series) = self.known.get(key) {
            return Some(series.clone());
        }
        if self.known.len() >= SERIES_MAX {
            if !self.full {
                self.full = true;
                out.problem(Problem { line, kind: ProblemKind::TooManySeries { max: SERIES_MAX } });
            }
            return None;
        }
        let series = make();
        self.known.insert(key.into(), series.clone());
        Some(series)
    }

    pub fn clear(&mut self) {
        self.known.clear();
    }
}

/// Gives a reading unless its value is not finite.
pub fn emit(out: &mut dyn Output, at: At, series: &Arc<Series>, value: f64) {
    if value.is_finite() && !plimsoll_run::reading::says_none(series, value) {
        out.reading(Reading { at, series: series.clone(), value });
    }
}

/// Whether a machine can have such a value: no share of more than one, nothing below zero, no more bytes or calls than
/// there are. Counters that overflowed are not; tools print them all the same.
pub fn is_possible(unit: &str, value: f64) -> bool {
    let max = match unit {
        // A tool that rounds each part says 100.01 %.
        "1" => 1.000_5,
        "s" => 86_400.0,
        "By" => 1e18,
        "By/s" => 1e13,
        _ => 1e10,
    };
    (0.0..=max).contains(&value)
}

/// As [`is_possible`]; a total grows beyond what a second can bring.
pub fn can_be(metric: &MetricSpec, value: f64) -> bool {
    match metric.kind {
        ReadingKind::Counter => (0.0..=1e15).contains(&value),
        ReadingKind::Gauge | ReadingKind::Rate => is_possible(metric.unit, value),
    }
}

/// A total that may only rise: tells when it falls.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResettableTotal(Option<f64>);

impl ResettableTotal {
    /// The value before, when the total was reset.
    pub fn fell(&mut self, value: f64) -> Option<f64> {
        let before = self.0.replace(value)?;
        plimsoll_run::reading::growth(before, value).reset.then_some(before)
    }
}

pub fn restart(at: At, source: &Source, text: String) -> ServerEvent {
    ServerEvent { at, source: source.clone(), kind: ServerEventKind::Restart, duration_us: None, text }
}
