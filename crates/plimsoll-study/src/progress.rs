//! What a run tells whoever watches it.

use crate::search::Load;
use std::time::Duration;

/// One second of a step, in figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SecondFigures {
    pub step: u32,
    pub elapsed: Duration,
    /// Of the step, where it has a planned end.
    pub left: Option<Duration>,
    pub users: u32,
    pub requests: u64,
    pub errors: u64,
    pub p95_us: Option<u64>,
    /// The most frequent failure: its kind and detail.
    pub error: Option<String>,
}

/// One finished step, in figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepFigures {
    pub step: u32,
    pub load: Load,
    pub throughput_per_s: f64,
    pub requests: u64,
    pub errors: u64,
    pub p95_us: Option<u64>,
    /// Percent, against the best step before; for climbs.
    pub gain: Option<i64>,
    pub goal: Option<i64>,
}

/// Watches a run. Everything is optional.
pub trait Observer {
    fn step_started(&mut self, _step: u32, _load: Load, _why: &str) {}
    fn second(&mut self, _figures: &SecondFigures) {}
    fn step_ended(&mut self, _figures: &StepFigures) {}
    fn pausing(&mut self, _pause: Duration) {}
    fn search_ended(&mut self, _why: &str) {}
}

impl Observer for () {}
