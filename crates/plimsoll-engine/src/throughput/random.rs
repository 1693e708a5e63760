//! Random moments of a schedule, a fixed number in each period (ConstantPoissonProcessGenerator).

use plimsoll_plan::plan::RandomThroughput;
use std::sync::Arc;

/// Java's `java.util.Random`: a linear congruential generator of 48 bits (Knuth, volume 2, 3.2.1), so that a
/// seed gives the moments that JMeter has.
#[derive(Clone, Copy, Debug)]
struct JavaRandom {
    state: u64,
}

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const MASK: u64 = (1 << 48) - 1;

impl JavaRandom {
    fn new(seed: i64) -> Self {
        JavaRandom { state: (seed as u64 ^ MULTIPLIER) & MASK }
    }

    fn bits(&mut self, count: u32) -> u64 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(0xB) & MASK;
        self.state >> (48 - count)
    }

    fn next_f64(&mut self) -> f64 {
        ((self.bits(26) << 27) + self.bits(27)) as f64 / (1_u64 << 53) as f64
    }
}

/// The moments of one period after the other; microseconds from the schedule's beginning, rising.
#[derive(Debug)]
pub struct RandomMoments {
    timer: RandomThroughput,
    seed: i64,
    random: JavaRandom,
    /// Which period is at hand; `None` before the first one.
    period: Option<u64>,
    moments: Arc<[u64]>,
}

impl RandomMoments {
    pub fn new(timer: RandomThroughput, seed: i64) -> Self {
        RandomMoments { timer, seed, random: JavaRandom::new(seed), period: None, moments: Arc::new([]) }
    }

    /// Those of a period. Going back costs all periods from the first one on.
    pub fn of(&mut self, period: u64) -> Arc<[u64]> {
        if self.period.is_some_and(|at| at > period) {
            *self = RandomMoments::new(self.timer, self.seed);
        }
        while self.period != Some(period) {
            let next = self.period.map_or(0, |at| at + 1);
            let length_us = self.timer.period.as_micros() as u64;
            let random = &mut self.random;
            let mut moments: Vec<u64> = (0..self.timer.moments())
                .map(|_| next * length_us + (random.next_f64() * length_us as f64) as u64)
                .collect();
            moments.sort_unstable();
            (self.period, self.moments) = (Some(next), moments.into());
        }
        Arc::clone(&self.moments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn random_numbers_are_those_of_java() {
        // new java.util.Random(42).nextDouble(), twice.
        let mut random = JavaRandom::new(42);
        assert_eq!([random.next_f64(), random.next_f64()], [0.7275636800328681, 0.6832234717598454]);
    }

    #[test]
    fn every_period_has_its_number_of_moments_in_itself() {
        let timer = RandomThroughput { per_s: 2.5, period: Duration::from_secs(3), batch: 1, seed: 7 };
        let mut moments = RandomMoments::new(timer, 7);
        let first = moments.of(0);
        let third = moments.of(2);
        assert_eq!((first.len(), third.len()), (8, 8));
        assert!(first.iter().all(|at| *at < 3_000_000) && first.is_sorted());
        assert!(third.iter().all(|at| (6_000_000..9_000_000).contains(at)));
        assert_eq!(moments.of(0), first);
        let paired = RandomThroughput { batch: 2, ..timer };
        assert_eq!(RandomMoments::new(paired, 7).of(0).len(), 4);
    }
}
