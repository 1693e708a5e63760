//! What a run tells whoever watches it.

use crate::search::LoadLevel;
use plimsoll_run::{SearchEnd, StepReason};
use std::time::Duration;

/// What became of arrivals, all scenarios together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArrivalFigures {
    /// Their intended start was in this time.
    pub due: u64,
    /// They began in this time.
    pub started: u64,
    /// They never began.
    pub dropped: u64,
    /// For a free user, at the end.
    pub waiting: u64,
    /// Users at work, at the end.
    pub busy: u64,
}

/// One second of a step, in figures.
#[derive(Clone, Debug, PartialEq)]
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
    /// Of the step, where its load is a rate.
    pub rate_per_s: Option<f64>,
    pub arrivals: Option<ArrivalFigures>,
    /// By hand.
    pub paused: bool,
    /// By which the load was raised or lowered by hand.
    pub factor: f64,
}

impl Default for SecondFigures {
    fn default() -> Self {
        SecondFigures {
            step: 0,
            elapsed: Duration::ZERO,
            left: None,
            users: 0,
            requests: 0,
            errors: 0,
            p95_us: None,
            error: None,
            rate_per_s: None,
            arrivals: None,
            paused: false,
            factor: 1.0,
        }
    }
}

/// One finished step, in figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepFigures {
    pub step: u32,
    pub load: LoadLevel,
    pub throughput_per_s: f64,
    pub requests: u64,
    pub errors: u64,
    pub p95_us: Option<u64>,
    /// Percent, against the best step before; for climbs.
    pub gain: Option<f64>,
    pub goal: Option<i64>,
    /// Where the load is a rate.
    pub arrivals: Option<ArrivalFigures>,
}

/// Watches a run. Everything is optional.
pub trait Observer {
    fn step_started(&mut self, _step: u32, _load: LoadLevel, _why: &StepReason) {}
    fn second(&mut self, _figures: &SecondFigures) {}
    fn step_ended(&mut self, _figures: &StepFigures) {}
    fn pausing(&mut self, _pause: Duration) {}
    fn search_ended(&mut self, _why: &SearchEnd) {}
}

impl Observer for () {}
