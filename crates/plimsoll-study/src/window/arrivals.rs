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

/// More arrivals than this share must have begun, of those that were due.
const ACHIEVED_MIN: f64 = 0.99;

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

    /// Why the server does not keep up with the arrivals of these seconds, if it does not.
    ///
    /// Either fewer than 99 % of them began, for no user was free. Or users at work became more in the second
    /// half, by more than 1 % of its arrivals and more than chance (4 standard deviations of a Poisson
    /// count): they began, but their answers fall behind.
    pub fn falls_behind(&self, seconds: Range<u32>) -> Option<String> {
        let whole = self.sum(seconds.clone())?;
        let missing = whole.due.saturating_sub(whole.started);
        // One may be due at the end of the last second and begin in the next.
        if missing > 1 && (whole.started as f64) < ACHIEVED_MIN * whole.due as f64 {
            let achieved = 100.0 * whole.started as f64 / whole.due as f64;
            return Some(format!(
                "only {achieved:.1} % of the arrivals began: {} dropped, {} waiting at the end, {} users at work",
                whole.dropped, whole.waiting, whole.busy
            ));
        }
        let middle = seconds.start + (seconds.end - seconds.start) / 2;
        let first = self.sum(seconds.start..middle)?;
        let second = self.sum(middle..seconds.end)?;
        let grown = second.busy as f64 - first.busy as f64;
        let chance = 4.0 * ((first.busy + second.busy) as f64).sqrt();
        (grown > (1.0 - ACHIEVED_MIN) * second.due as f64 + chance).then(|| {
            format!(
                "users at work grow from {} to {} in half of the window: answers fall behind the arrivals",
                first.busy, second.busy
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::ArrivalInterval;

    /// Due, started, dropped, waiting and busy of each second.
    fn check(seconds: impl Iterator<Item = (u64, u64, u64, u64, u32)>, behind: Option<&str>) {
        let mut count = ArrivalCount::default();
        let mut end = 0;
        for (second, (due, started, dropped, waiting, busy)) in (0..).zip(seconds) {
            let arrivals =
                ArrivalInterval { due, started, dropped, waiting, busy, ..ArrivalInterval::default() };
            let arrivals = BTreeMap::from([("s".to_owned(), arrivals)]);
            count.add(second, &GeneratorInterval { arrivals, ..GeneratorInterval::default() });
            end = second + 1;
        }
        let found = count.falls_behind(0..end);
        match (behind, &found) {
            (Some(part), Some(text)) => assert!(text.contains(part), "{text}"),
            (None, None) => {}
            _ => panic!("{found:?}"),
        }
    }

    #[test]
    fn a_server_that_keeps_up_is_told_from_one_that_does_not() {
        check((0..20).map(|_| (100, 100, 0, 0, 12)), None);
        // The last arrival begins in the next second.
        check((0..20).map(|i| (3, if i == 19 { 2 } else { 3 }, 0, 1, 1)), None);
        check((0..20).map(|_| (100, 97, 3, 0, 500)), Some("97.0 % of the arrivals began: 60 dropped"));
        check((0..20).map(|i| (100, 80, 0, 20 * (i + 1), 500)), Some("400 waiting at the end"));
        // 100 arrive and 80 are answered each second.
        check((0..20).map(|i| (100, 100, 0, 0, 20 * (i + 1))), Some("grow from 200 to 400"));
        // Iterations of 5 s that the window has seen begin.
        check((0..20).map(|i| (100, 100, 0, 0, 100 * i.min(5))), None);
        // Chance.
        check((0..20).map(|i| (10, 10, 0, 0, 4 + 3 * (i % 2))), None);
        check(std::iter::empty(), None);
    }
}
