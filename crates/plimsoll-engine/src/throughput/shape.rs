//! A throughput that changes once a second, as a profile says (VariableThroughputTimer).

use plimsoll_plan::plan::ShapeStage;
use plimsoll_run::SECOND_US;
use std::sync::atomic::{AtomicU64, Ordering};

/// Requests per second in this second of the profile; `None` when it is over. The second at which a stage
/// ends is its last one.
pub fn rate(stages: &[ShapeStage], second: u64) -> Option<f64> {
    let mut left = second as f64;
    for stage in stages {
        let length = stage.length.as_secs_f64();
        if left <= length && length > 0.0 {
            return Some(stage.from_per_s + left * (stage.to_per_s - stage.from_per_s) / length);
        }
        left -= length;
    }
    None
}

/// How many seconds there are.
pub fn seconds(stages: &[ShapeStage]) -> u64 {
    stages.iter().map(|stage| stage.length.as_secs()).sum::<u64>() + 1
}

/// Turns given out so far: the second that is being filled, and how many of it are gone.
#[derive(Debug, Default)]
pub struct Front(AtomicU64);

impl Front {
    /// The next turn, microseconds from the profile's beginning; `None` when there is none any more. Turns of
    /// a second that were not taken in it are gone. Of `parts` that share the profile this is one.
    pub fn take(&self, stages: &[ShapeStage], now_us: u64, part: u64, parts: u64) -> Option<u64> {
        let mut found = None;
        let step = |packed: u64| {
            let (mut second, mut taken) = (packed >> 32, packed & u64::from(u32::MAX));
            if second < now_us / SECOND_US {
                (second, taken) = (now_us / SECOND_US, 0);
            }
            loop {
                let rate = rate(stages, second)?;
                let number = taken * parts + part;
                if (number as f64) < rate {
                    found = Some(second * SECOND_US + (number as f64 * SECOND_US as f64 / rate) as u64);
                    return Some(second << 32 | (taken + 1));
                }
                (second, taken) = (second + 1, 0);
            }
        };
        let result = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step);
        result.ok().and(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn stage(from_per_s: f64, to_per_s: f64, seconds: u64) -> ShapeStage {
        ShapeStage { from_per_s, to_per_s, length: Duration::from_secs(seconds) }
    }

    /// How many turns each second has for users who are always there.
    fn check(stages: &[ShapeStage], parts: u64, expected: &[u64]) {
        let mut turns = vec![0; seconds(stages) as usize];
        for part in 0..parts {
            let front = Front::default();
            while let Some(turn_us) = front.take(stages, 0, part, parts) {
                turns[(turn_us / SECOND_US) as usize] += 1;
            }
        }
        assert_eq!(turns, expected, "{stages:?}");
    }

    #[test]
    fn each_second_has_the_turns_of_its_rate() {
        check(&[stage(5.0, 5.0, 3)], 1, &[5, 5, 5, 5]);
        check(&[stage(2.0, 10.0, 4), stage(3.0, 3.0, 2)], 1, &[2, 4, 6, 8, 10, 3, 3]);
        check(&[stage(0.0, 0.0, 1), stage(4.0, 4.0, 1)], 1, &[0, 0, 4]);
        check(&[stage(0.5, 0.5, 1)], 1, &[1, 1]);
        check(&[stage(7.0, 7.0, 1)], 3, &[7, 7]);
    }

    #[test]
    fn turns_of_a_second_lie_evenly_and_are_gone_with_it() {
        let stages = [stage(4.0, 4.0, 9)];
        let front = Front::default();
        let take = |now_us| front.take(&stages, now_us, 0, 1);
        assert_eq!([take(0), take(0), take(900_000)], [Some(0), Some(250_000), Some(500_000)]);
        // Nobody came in second 1.
        assert_eq!([take(2_100_000), take(2_100_000)], [Some(2_000_000), Some(2_250_000)]);
        assert_eq!(take(10_000_000), None);
    }
}
