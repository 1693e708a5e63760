//! What the time is on another machine's clock: the quickest of several round trips tells best.

/// One question for the time: asked and answered on our clock, and what the other clock read meanwhile. Microseconds.
#[derive(Clone, Copy, Debug)]
pub struct RoundTrip {
    pub asked_us: u64,
    pub answered_us: u64,
    pub theirs_us: u64,
}

/// By how much another clock is ahead of ours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offset {
    pub ahead_us: i64,
    /// Half the quickest round trip: the answer may have been given at any moment of it.
    pub uncertainty_us: u64,
}

/// As in NTP's clock filter (RFC 5905, section 10): of the samples the one of least delay.
pub fn offset(trips: &[RoundTrip]) -> Option<Offset> {
    let quickest = trips.iter().min_by_key(|trip| trip.answered_us.saturating_sub(trip.asked_us))?;
    let delay_us = quickest.answered_us.saturating_sub(quickest.asked_us);
    let middle_us = quickest.asked_us + delay_us / 2;
    Some(Offset {
        ahead_us: quickest.theirs_us as i64 - middle_us as i64,
        uncertainty_us: delay_us.div_ceil(2),
    })
}

/// This machine's time of day, microseconds since 1970.
pub fn day_us() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_micros() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quickest_round_trip_counts() {
        let trip = |asked_us, answered_us, theirs_us| RoundTrip { asked_us, answered_us, theirs_us };
        let slow = trip(1_000, 9_000, 500_000);
        let quick = trip(20_000, 20_200, 520_101);
        let found = offset(&[slow, quick, trip(30_000, 31_000, 0)]).expect("an offset");
        assert_eq!(found, Offset { ahead_us: 500_001, uncertainty_us: 100 });
        assert_eq!(offset(&[]), None);
    }

    #[test]
    fn the_truth_lies_within_the_uncertainty() {
        // Theirs is 77 ms behind; the way there takes `there`, the way back `back`.
        for (there, back) in [(10, 400), (400, 10), (200, 200), (0, 0)] {
            let asked_us = 1_000_000;
            let trip = RoundTrip {
                asked_us,
                answered_us: asked_us + there + back,
                theirs_us: asked_us + there - 77_000,
            };
            let found = offset(&[trip]).expect("an offset");
            assert!((found.ahead_us + 77_000).unsigned_abs() <= found.uncertainty_us + 1);
        }
    }
}
