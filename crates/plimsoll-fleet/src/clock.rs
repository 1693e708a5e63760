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

/// How far clocks may drift apart where nobody knows better: quartz keeps within it (microseconds per second).
const TOLERANCE: f64 = 100e-6;
/// The same where the drift itself is known (RFC 5905's PHI).
const WANDER: f64 = 15e-6;
/// What changes faster is no drift: the clock was set, or its machine stood still. The most that NTP corrects a clock by.
const DRIFT_MAX: f64 = 500e-6;
/// Looks over which a drift is measured: five minutes of them.
const DRIFT_LOOKS: usize = 10;

/// What was found of another clock, again and again, by the time on ours.
#[derive(Clone, Debug, Default)]
pub struct ClockLooks(Vec<(u64, Offset)>);

impl ClockLooks {
    pub fn add(&mut self, at_us: u64, found: Offset) {
        self.0.push((at_us, found));
    }

    /// The one that was found last.
    pub fn last(&self) -> Offset {
        self.0.last().map(|(_, found)| *found).unwrap_or_default()
    }

    /// At this time on our clock: between two looks as the drift from one to the other says; after the last one the drift is taken
    /// to go on, and how sure that is grows worse with its age.
    pub fn at(&self, us: u64) -> Offset {
        let after = self.0.partition_point(|(at_us, _)| *at_us <= us);
        let before = after.checked_sub(1).and_then(|before| self.0.get(before));
        match (before, self.0.get(after)) {
            (Some((from_us, from)), Some((to_us, to))) => {
                let (part, all) = ((us - from_us) as f64, (to_us - from_us) as f64);
                let change_us = to.ahead_us - from.ahead_us;
                let unsure_us = from.uncertainty_us.max(to.uncertainty_us);
                // When it changed so much is not known.
                let is_jump = change_us.unsigned_abs() as f64 > DRIFT_MAX * all + 2.0 * unsure_us as f64;
                Offset {
                    ahead_us: from.ahead_us + (part / all * change_us as f64).round() as i64,
                    uncertainty_us: unsure_us + if is_jump { change_us.unsigned_abs() } else { 0 },
                }
            }
            (Some((at_us, found)), None) => self.drifted(*found, (us - at_us) as f64),
            (None, Some((at_us, found))) => self.drifted(*found, us as f64 - *at_us as f64),
            (None, None) => Offset::default(),
        }
    }

    /// So long after this look; before it where that is negative.
    fn drifted(&self, found: Offset, age_us: f64) -> Offset {
        let (drift, unsure) = self.drift().unwrap_or((0.0, TOLERANCE));
        Offset {
            ahead_us: found.ahead_us + (drift * age_us).round() as i64,
            uncertainty_us: found.uncertainty_us + (unsure * age_us.abs()).ceil() as u64,
        }
    }

    /// How fast it drifts, and how sure that is; `None`: that is not known better than of any clock.
    fn drift(&self) -> Option<(f64, f64)> {
        let (to_us, to) = self.0.last()?;
        let (from_us, from) = self.0.get(self.0.len().saturating_sub(DRIFT_LOOKS))?;
        let span_us = (to_us - from_us) as f64;
        let unsure = (from.uncertainty_us + to.uncertainty_us) as f64 / span_us + WANDER;
        let drift = (to.ahead_us - from.ahead_us) as f64 / span_us;
        (span_us > 0.0 && unsure < TOLERANCE && drift.abs() < DRIFT_MAX).then_some((drift, unsure))
    }
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

    const SECOND: u64 = 1_000_000;

    /// A clock that goes too fast by so many microseconds a second, at which is looked every 30 s, each time with an error within
    /// what is said of it: at most so far off the truth, and at most so unsure, in any second of an hour.
    fn check(drift_us: i64, uncertainty_us: u64, worst: (u64, u64)) {
        let ahead_us = |us: u64| 5_000 + drift_us * us as i64 / SECOND as i64;
        let mut looks = ClockLooks::default();
        let mut random = fastrand::Rng::with_seed(1);
        let mut found = (0, 0);
        for second in 0..3_600 {
            let us = second * SECOND;
            if second % 30 == 0 {
                let error_us = random.i64(-(uncertainty_us as i64)..=uncertainty_us as i64);
                looks.add(us, Offset { ahead_us: ahead_us(us) + error_us, uncertainty_us });
            }
            // As a second is merged when it has come, and one that comes a minute late.
            for at_us in [us, us.saturating_sub(60 * SECOND)] {
                let Offset { ahead_us: said_us, uncertainty_us } = looks.at(at_us);
                let off_us = (said_us - ahead_us(at_us)).unsigned_abs();
                assert!(
                    off_us <= uncertainty_us + 1,
                    "{second} s: off by {off_us}, said to be {uncertainty_us}"
                );
                found = (off_us.max(found.0), uncertainty_us.max(found.1));
            }
        }
        assert!(found.0 <= worst.0 && found.1 <= worst.1, "{drift_us}, {uncertainty_us}: {found:?}");
    }

    #[test]
    fn a_drift_is_followed_from_look_to_look() {
        // Of the first 30 s nobody knows the drift: 100 µs a second at most.
        check(0, 100, (200, 3_100));
        check(50, 100, (1_600, 3_100));
        check(-90, 100, (2_800, 3_100));
        // A look that is this unsure says nothing of a drift until there are more of them.
        check(50, 20_000, (23_000, 23_000));
    }

    #[test]
    fn how_sure_an_old_look_is_grows_worse_with_its_age() {
        let mut looks = ClockLooks::default();
        assert_eq!((looks.last(), looks.at(7)), (Offset::default(), Offset::default()));
        looks.add(SECOND, Offset { ahead_us: 7, uncertainty_us: 50 });
        assert_eq!(looks.at(SECOND), Offset { ahead_us: 7, uncertainty_us: 50 });
        // A node that was away for ten minutes.
        assert_eq!(looks.at(601 * SECOND), Offset { ahead_us: 7, uncertainty_us: 60_050 });
        looks.add(601 * SECOND, Offset { ahead_us: 30_007, uncertainty_us: 80 });
        assert_eq!(looks.at(301 * SECOND), Offset { ahead_us: 15_007, uncertainty_us: 80 });
        assert_eq!(looks.at(0), Offset { ahead_us: -43, uncertainty_us: 66 });
    }

    #[test]
    fn a_clock_that_jumps_does_not_drift_on() {
        let mut looks = ClockLooks::default();
        let stood_us = |second: u64| if second < 45 { 0 } else { -10 * SECOND as i64 };
        for second in [0, 30, 60, 90] {
            looks.add(second * SECOND, Offset { ahead_us: stood_us(second), uncertainty_us: 50 });
        }
        assert_eq!(looks.at(15 * SECOND), Offset { ahead_us: 0, uncertainty_us: 50 });
        assert_eq!(looks.at(100 * SECOND), Offset { ahead_us: stood_us(100), uncertainty_us: 1_050 });
        // Between the two nobody knows which it was.
        for second in [31, 44, 46, 59] {
            let found = looks.at(second * SECOND);
            assert!(
                (found.ahead_us - stood_us(second)).unsigned_abs() <= found.uncertainty_us,
                "{second}: {found:?}"
            );
        }
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
