//! When arrivals begin: a pure sequence of moments.

use plimsoll_plan::load::{RateCurve, Segment};
use plimsoll_plan::{ArrivalProfile, Spacing};
use std::time::Duration;

/// One part of a scenario's arrivals. All parts together are the whole: evenly spaced arrivals are dealt out
/// in turn; a Poisson process is made of independent, slower ones; of a fixed number each part has its share.
#[derive(Debug)]
pub struct Schedule {
    curve: RateCurve,
    segments: Vec<Segment>,
    segment: usize,
    /// Of a fixed number in this segment: how many are still to come after the next one.
    left: u64,
    tick_us: Option<u64>,
    random: fastrand::Rng,
    /// Which part this is, of how many.
    index: u32,
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
        let curve = profile.curve();
        let mut schedule = Schedule {
            segments: curve.segments(),
            curve,
            segment: 0,
            left: 0,
            tick_us: profile.tick.map(|tick| (tick.as_micros() as u64).max(1)),
            random: fastrand::Rng::with_seed(seed),
            index,
            parts,
            count: 0.0,
            next_us: None,
        };
        schedule.enter();
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
        self.go_on(factor);
        self.place();
    }

    fn go_on(&mut self, factor: f64) {
        if factor != 1.0 {
            self.count += self.gap() / factor.max(FACTOR_MIN);
            return self.find_segment();
        }
        let Some(segment) = self.segments.get(self.segment).copied() else { return };
        match (segment.spacing, self.left) {
            (Spacing::Random, 0) => self.count = segment.to,
            (Spacing::Random, left) => {
                self.count += (segment.to - self.count) * self.first_of(left);
                self.left -= 1;
            }
            _ => self.count += self.gap(),
        }
        // Beyond the last one there is nothing, but a changed factor may bring the next arrival back into it.
        if !segment.has(self.count) && self.segment + 1 < self.segments.len() {
            self.segment += 1;
            self.enter();
        }
    }

    /// From `now_us` on the factor is another: what is left of the time to the next arrival changes with it.
    pub fn change(&mut self, now_us: u64, from: f64, to: f64) {
        let now = self.curve.count_at(Duration::from_micros(now_us));
        if self.count > now {
            self.count = now + (self.count - now) * from.max(FACTOR_MIN) / to.max(FACTOR_MIN);
            self.find_segment();
            self.place();
        }
    }

    /// The first arrival of the segment at hand, or of one after it.
    fn enter(&mut self) {
        while let Some(segment) = self.segments.get(self.segment).copied() {
            self.left = 0;
            self.count = segment.from
                + match segment.spacing {
                    Spacing::Even => f64::from(self.index),
                    Spacing::Poisson => self.gap(),
                    Spacing::Random => {
                        let (whole, parts) = (segment.arrivals(), u64::from(self.parts));
                        let ours = whole / parts + u64::from(u64::from(self.index) < whole % parts);
                        self.left = ours.saturating_sub(1);
                        let length = segment.to - segment.from;
                        if ours == 0 { length } else { length * self.first_of(ours) }
                    }
                };
            if segment.has(self.count) || self.segment + 1 == self.segments.len() {
                return;
            }
            self.segment += 1;
        }
    }

    /// Where the expected count is after a jump.
    fn find_segment(&mut self) {
        if let Some(segment) = self.segments.iter().position(|segment| segment.has(self.count)) {
            self.segment = segment;
            let left = (self.segments[segment].to - self.count) / f64::from(self.parts);
            self.left = left.max(0.0) as u64;
        }
    }

    fn gap(&mut self) -> f64 {
        let parts = f64::from(self.parts);
        match self.segments.get(self.segment).map(|segment| segment.spacing) {
            Some(Spacing::Even) | None => parts,
            // 1 − U is never 0.
            Some(Spacing::Poisson | Spacing::Random) => -(1.0 - self.random.f64()).ln() * parts,
        }
    }

    /// The least of so many independent moments of [0, 1): 1 − U^(1/n), the smallest order statistic of a
    /// uniform sample (David and Nagaraja, Order Statistics, 2.1). Those that are left are uniform behind it.
    fn first_of(&mut self, moments: u64) -> f64 {
        1.0 - (1.0 - self.random.f64()).powf(1.0 / moments as f64)
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

    #[test]
    fn random_arrivals_are_exactly_as_many_as_the_rate_says() {
        use plimsoll_plan::RateStage;
        let s = Duration::from_secs;
        let stage = |per_s, ramp, hold| RateStage { per_s, ramp: s(ramp), hold: s(hold), spacing: None };
        let random = ArrivalProfile {
            stages: vec![stage(10.0, 10, 5), stage(0.0, 0, 3), stage(2.5, 0, 3)],
            spacing: Spacing::Random,
            ..profile(1.0, 1)
        };
        for parts in [1, 3] {
            let times = all(&random, parts);
            let within = |from: u64, to: u64| {
                times.iter().filter(|at| (from * 1_000_000..to * 1_000_000).contains(at)).count()
            };
            // 50 in the ramp, more of them in its second half; of 7.5 the half is cut off.
            assert_eq!([within(0, 10), within(10, 15), within(15, 18), within(18, 21)], [50, 50, 0, 7]);
            assert!(within(5, 10) > 30, "{}", within(5, 10));
        }
    }

    #[test]
    fn stages_may_be_spaced_each_in_its_own_way() {
        use plimsoll_plan::RateStage;
        let stage =
            |spacing| RateStage { per_s: 4.0, ramp: Duration::ZERO, hold: Duration::from_secs(2), spacing };
        let mixed = ArrivalProfile {
            stages: vec![stage(None), stage(Some(Spacing::Random)), stage(None)],
            ..profile(1.0, 1)
        };
        let times = all(&mixed, 1);
        assert_eq!(times.len(), 24);
        assert_eq!(times[..8], [0, 1, 2, 3, 4, 5, 6, 7].map(|i| i * 250_000));
        assert_eq!(times[16..], [0, 1, 2, 3, 4, 5, 6, 7].map(|i| 4_000_000 + i * 250_000));
    }
}
