//! What became of the arrivals of a step.

use crate::progress::ArrivalFigures;
use plimsoll_run::GeneratorInterval;
use std::collections::BTreeMap;
use std::ops::Range;

/// By second of the run's clock, all scenarios together; empty where no scenario has a rate.
#[derive(Debug, Default)]
pub struct ArrivalCount {
    by_second: BTreeMap<u32, ArrivalFigures>,
}

impl ArrivalCount {
    pub fn add(&mut self, second: u32, generator: &GeneratorInterval) -> Option<ArrivalFigures> {
        if generator.arrivals.is_empty() {
            return None;
        }
        let now = self.by_second.entry(second).or_default();
        for scenario in generator.arrivals.values() {
            now.due += scenario.due;
            now.started += scenario.started;
            now.dropped += scenario.dropped;
            now.waiting += scenario.waiting;
            now.busy += u64::from(scenario.busy);
        }
        Some(*now)
    }

    /// Over these seconds; what waits and is busy is that of the last one.
    pub fn sum(&self, seconds: Range<u32>) -> Option<ArrivalFigures> {
        let all = self.by_second.range(seconds).map(|(_, figures)| *figures);
        all.reduce(|sum, second| ArrivalFigures {
            due: sum.due + second.due,
            started: sum.started + second.started,
            dropped: sum.dropped + second.dropped,
            ..second
        })
    }
}
