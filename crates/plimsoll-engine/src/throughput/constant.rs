//! A constant throughput by delays, as JMeter reckons it: in whole milliseconds, and what was missed is not
//! caught up with (ConstantThroughputTimer).

use std::sync::atomic::{AtomicU64, Ordering};

const MS_PER_MIN: f64 = 60_000.0;
/// Longest interval: over 30 years.
const INTERVAL_MS_MAX: f64 = 1e12;

/// The time between two requests of a throughput, times a number of users; milliseconds.
pub fn interval_ms(per_min: f64, users: f64) -> u64 {
    let interval = (MS_PER_MIN / per_min * users).round();
    // A throughput of 0, or none, never lets anything through.
    if interval.is_finite() { interval.clamp(0.0, INTERVAL_MS_MAX) as u64 } else { INTERVAL_MS_MAX as u64 }
}

/// How long a user has to wait whose turn came at `previous_ms` (0: never) and comes again after the
/// interval. Moves that on.
pub fn delay_ms(previous_ms: &mut u64, now_ms: u64, interval_ms: u64) -> u64 {
    let target_ms = *previous_ms + interval_ms;
    if *previous_ms == 0 || now_ms > target_ms {
        *previous_ms = now_ms;
        return 0;
    }
    *previous_ms = target_ms;
    target_ms - now_ms
}

/// The same for all users of one row, one interval after the other: how far ahead the row is now.
pub fn shared_delay_ms(last_ms: &AtomicU64, now_ms: u64, interval_ms: u64) -> u64 {
    let next = |last_ms: u64| now_ms.max(last_ms.saturating_add(interval_ms));
    let before = last_ms.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(next(last)));
    next(before.unwrap_or_else(|last| last)) - now_ms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_in_time_waits_and_a_late_one_does_not_catch_up() {
        let mut previous = 0;
        let mut waits = Vec::new();
        for now in [1_000, 1_010, 1_150, 1_900, 1_950] {
            waits.push(delay_ms(&mut previous, now, 100));
        }
        assert_eq!(waits, [0, 90, 50, 0, 50]);
    }

    #[test]
    fn intervals_are_whole_milliseconds() {
        for (per_min, users, expected) in [
            (60.0, 1.0, 1_000),
            (7_000.0, 1.0, 9),
            (600.0, 3.0, 300),
            (200_000.0, 1.0, 0),
            (0.0, 1.0, 1_000_000_000_000),
        ] {
            assert_eq!(interval_ms(per_min, users), expected, "{per_min}");
        }
    }

    #[test]
    fn users_of_a_row_come_one_interval_apart() {
        let last = AtomicU64::new(0);
        let waits: Vec<u64> = [5_000, 5_000, 5_010, 9_000].map(|now| shared_delay_ms(&last, now, 100)).into();
        assert_eq!(waits, [0, 100, 190, 0]);
    }
}
