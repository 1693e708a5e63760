//! When arrivals begin: a pure sequence of moments.

use plimsoll_plan::load::RateCurve;
use plimsoll_plan::{ArrivalProfile, Spacing};
use std::time::Duration;

/// One part of a scenario's arrivals. All parts together are the whole: evenly spaced arrivals are dealt out
/// in turn; a Poisson process is made of independent, slower ones.
#[derive(Debug)]
pub struct Schedule {
    curve: RateCurve,
    spacing: Spacing,
    tick_us: Option<u64>,
    random: fastrand::Rng,
    /// Of how many parts this is one.
    parts: u32,
    /// The expected number of arrivals, of all parts, at which the next one of this part comes.
    count: f64,
    /// When that is; asked for far more often than it changes.
    next_us: Option<u64>,
}

/// A rate of 0 would divide by it.
const FACTOR_MIN: f64 = 1e-9;

impl Schedule {
    /// Part `index` (from 0) of `parts`.
    pub fn new(profile: &ArrivalProfile, index: u32, parts: u32, seed: u64) -> Self {
        let mut schedule = Schedule {
            curve: profile.curve(),
            spacing: profile.spacing,
            tick_us: profile.tick.map(|tick| (tick.as_micros() as u64).max(1)),
            random: fastrand::Rng::with_seed(seed),
            parts,
            count: f64::from(index),
            next_us: None,
        };
        if profile.spacing == Spacing::Poisson {
            schedule.count = schedule.gap();
        }
        schedule.place();
        schedule
    }

    /// The next arrival, microseconds from the scenario's start; `None` after the last one.
    pub fn next_us(&self) -> Option<u64> {
        self.next_us
    }

    fn place(&mut self) {
        let at_us = self.curve.time_of(self.count).map(|at| (at.as_nanos() as u64 + 500) / 1_000);
        self.next_us = at_us.map(|at_us| self.tick_us.map_or(at_us, |tick| at_us / tick * tick));
    }

    /// Goes on to the arrival after it. `factor` multiplies the rate until then.
    pub fn advance(&mut self, factor: f64) {
        self.count += self.gap() / factor.max(FACTOR_MIN);
        self.place();
    }

    /// From `now_us` on the factor is another: what is left of the time to the next arrival changes with it.
    pub fn change(&mut self, now_us: u64, from: f64, to: f64) {
        let now = self.curve.count_at(Duration::from_micros(now_us));
        if self.count > now {
            self.count = now + (self.count - now) * from.max(FACTOR_MIN) / to.max(FACTOR_MIN);
            self.place();
        }
    }

    fn gap(&mut self) -> f64 {
        let parts = f64::from(self.parts);
        match self.spacing {
            Spacing::Even => parts,
            // 1 − U is never 0.
            Spacing::Poisson => -(1.0 - self.random.f64()).ln() * parts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(per_s: f64, seconds: u64) -> ArrivalProfile {
        ArrivalProfile::constant(per_s, Duration::ZERO, Duration::from_secs(seconds))
    }

    fn all(profile: &ArrivalProfile, parts: u32) -> Vec<u64> {
        let part = |index| {
            let mut schedule = Schedule::new(profile, index, parts, u64::from(index) + 7);
            std::iter::from_fn(move || {
                let next = schedule.next_us();
                schedule.advance(1.0);
                next
            })
        };
        let mut times: Vec<u64> = (0..parts).flat_map(part).collect();
        times.sort_unstable();
        times
    }

    #[test]
    fn even_parts_together_are_the_whole() {
        for parts in [1, 2, 3, 7] {
            let times = all(&profile(1_000.0, 2), parts);
            let expected: Vec<u64> = (0..2_000).map(|i| i * 1_000).collect();
            assert_eq!(times, expected, "{parts} parts");
        }
    }

    #[test]
    fn poisson_arrivals_have_the_mean_and_the_spread_of_their_law() {
        for parts in [1, 4] {
            let times = all(&ArrivalProfile { spacing: Spacing::Poisson, ..profile(1_000.0, 50) }, parts);
            let gaps: Vec<f64> = times.windows(2).map(|pair| (pair[1] - pair[0]) as f64).collect();
            let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
            let variance = gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / gaps.len() as f64;
            assert!((mean / 1_000.0 - 1.0).abs() < 0.02, "{mean}");
            // Exponential gaps spread as much as their mean.
            assert!((variance.sqrt() / mean - 1.0).abs() < 0.03, "{}", variance.sqrt() / mean);
        }
    }

    #[test]
    fn a_tick_gathers_its_arrivals() {
        let tick = Some(Duration::from_millis(1));
        let times = all(&ArrivalProfile { tick, ..profile(5_000.0, 1) }, 1);
        assert_eq!(times.len(), 5_000);
        assert!(times.iter().all(|at| at % 1_000 == 0));
        assert_eq!(times.iter().filter(|at| **at == 3_000).count(), 5);
    }

    #[test]
    fn a_factor_changes_the_rate_from_then_on() {
        let mut schedule = Schedule::new(&profile(100.0, 10), 0, 1, 1);
        let mut times = Vec::new();
        for factor in [1.0, 2.0, 0.5, 1.0] {
            times.push(schedule.next_us());
            schedule.advance(factor);
        }
        assert_eq!(times, [Some(0), Some(10_000), Some(15_000), Some(35_000)]);
    }

    #[test]
    fn a_factor_counts_at_once_and_not_only_after_the_next_arrival() {
        let mut schedule = Schedule::new(&profile(10.0, 10), 0, 1, 1);
        schedule.advance(0.0);
        assert_eq!(schedule.next_us(), None);
        // Two seconds later back to the planned rate: a whole gap is left.
        schedule.change(2_000_000, 0.0, 1.0);
        assert_eq!(schedule.next_us(), Some(2_100_000));
        schedule.change(2_050_000, 1.0, 2.0);
        assert_eq!(schedule.next_us(), Some(2_075_000));
    }
}
