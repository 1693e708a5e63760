//! How many arrivals per second over time (open model).

use std::time::Duration;

/// Arrivals over time for one scenario, from the scenario's start. One arrival is one iteration of the
/// scenario by a user that is free then.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrivalProfile {
    /// Before the first arrival.
    pub delay: Duration,
    pub stages: Vec<RateStage>,
    pub spacing: Spacing,
    /// `None`: each arrival at its own moment. Otherwise all arrivals of a tick go out together at its
    /// beginning, which costs less CPU time.
    pub tick: Option<Duration>,
    /// The most users that may be at work at the same time. A user is made when it is first needed.
    pub users: u32,
    /// What becomes of an arrival for which no user is free.
    pub overload: Overload,
    pub at_end: AtEnd,
}

/// One change of the rate and the time it is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateStage {
    /// Arrivals per second at the end of the ramp.
    pub per_s: f64,
    /// Time in which the rate goes evenly from the one before (at first 0) to `per_s`.
    pub ramp: Duration,
    pub hold: Duration,
    /// `None`: the profile's.
    pub spacing: Option<Spacing>,
}

/// How arrivals lie between each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// Equal gaps (at a constant rate).
    Even,
    /// Independent of each other, as many visitors are: exponential gaps, a Poisson process.
    Poisson,
    /// At random moments, too, but as many as the rate says: in each ramp and each hold their whole number is
    /// fixed (what is left of it is cut off) and their moments are independent (JMeter's `random_arrivals`).
    Random,
}

/// What becomes of what is under way when the time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtEnd {
    /// The request in flight is finished; nothing further begins.
    Finish,
    /// The request in flight is given up.
    GiveUp,
}

/// What becomes of an arrival for which no user is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overload {
    /// It waits; its response time runs from its intended start.
    Queue,
    /// It never begins, and is counted.
    Drop,
    /// The test is ended in order.
    Abort,
}

/// A piece of time in which the rate changes evenly.
#[derive(Clone, Copy, Debug)]
struct Piece {
    start_s: f64,
    length_s: f64,
    from_per_s: f64,
    to_per_s: f64,
    /// Arrivals before it.
    before: f64,
    spacing: Spacing,
}

/// A stretch of the expected count in which arrivals are spaced alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    pub from: f64,
    pub to: f64,
    pub spacing: Spacing,
}

impl Piece {
    fn count(&self) -> f64 {
        (self.from_per_s + self.to_per_s) / 2.0 * self.length_s
    }
}

/// Sums of rates are off by rounding; an arrival is not made or lost by that.
const ROUNDING: f64 = 1e-6;

impl ArrivalProfile {
    /// `per_s` reached within `ramp`, then held; each arrival at its own moment, waiting if it must.
    pub fn constant(per_s: f64, ramp: Duration, hold: Duration) -> Self {
        ArrivalProfile {
            delay: Duration::ZERO,
            stages: vec![RateStage { per_s, ramp, hold, spacing: None }],
            spacing: Spacing::Even,
            tick: None,
            users: ArrivalProfile::users_for(per_s),
            overload: Overload::Queue,
            at_end: AtEnd::Finish,
        }
    }

    /// Users for a rate where none are given: enough for answers that take 10 s, from 100 to 20,000.
    pub fn users_for(per_s: f64) -> u32 {
        (per_s * 10.0).clamp(100.0, 20_000.0) as u32
    }

    pub fn rate_per_s_max(&self) -> f64 {
        self.stages.iter().map(|stage| stage.per_s).fold(0.0, f64::max)
    }

    /// Arrivals per second at a time after the scenario's start.
    pub fn rate_at(&self, at: Duration) -> f64 {
        let (mut begins, mut rate) = (self.delay, 0.0);
        for stage in &self.stages {
            let into = at.checked_sub(begins);
            match into {
                None => return 0.0,
                Some(into) if into < stage.ramp => {
                    return rate + (stage.per_s - rate) * into.as_secs_f64() / stage.ramp.as_secs_f64();
                }
                Some(into) if into < stage.ramp + stage.hold => return stage.per_s,
                Some(_) => {}
            }
            (begins, rate) = (begins + stage.ramp + stage.hold, stage.per_s);
        }
        0.0
    }

    pub fn ends_at(&self) -> Duration {
        self.delay + self.stages.iter().map(|stage| stage.ramp + stage.hold).sum::<Duration>()
    }

    /// The time from the start to the end of the last ramp, `delay` included.
    pub fn ramp_end(&self) -> Duration {
        self.ends_at() - self.stages.last().map_or(Duration::ZERO, |stage| stage.hold)
    }

    /// Arrivals in all (their mean number, for [`Spacing::Poisson`]).
    pub fn total(&self) -> u64 {
        self.curve().total()
    }

    /// The rate over time, from the scenario's start.
    pub fn curve(&self) -> RateCurve {
        RateCurve { delay: self.delay, pieces: self.pieces() }
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::with_capacity(self.stages.len() * 2);
        let (mut start_s, mut before, mut rate) = (0.0, 0.0, 0.0);
        for stage in &self.stages {
            for (length, from, to) in
                [(stage.ramp, rate, stage.per_s), (stage.hold, stage.per_s, stage.per_s)]
            {
                if length.is_zero() {
                    continue;
                }
                let length_s = length.as_secs_f64();
                let spacing = stage.spacing.unwrap_or(self.spacing);
                let piece = Piece { start_s, length_s, from_per_s: from, to_per_s: to, before, spacing };
                (start_s, before) = (start_s + length_s, before + piece.count());
                pieces.push(piece);
            }
            rate = stage.per_s;
        }
        pieces
    }
}

impl Segment {
    /// How many arrivals it has (their mean number, for [`Spacing::Poisson`]).
    pub fn arrivals(&self) -> u64 {
        let count = self.to - self.from;
        match self.spacing {
            Spacing::Random => (count + ROUNDING).floor() as u64,
            Spacing::Even | Spacing::Poisson => (count - ROUNDING).ceil().max(0.0) as u64,
        }
    }

    /// Whether an arrival at this expected count belongs to it.
    pub fn has(&self, count: f64) -> bool {
        count < self.to - ROUNDING
    }
}

/// A rate over time, made of pieces in which it changes evenly.
#[derive(Clone, Debug)]
pub struct RateCurve {
    delay: Duration,
    pieces: Vec<Piece>,
}

impl RateCurve {
    pub fn total(&self) -> u64 {
        self.segments().iter().map(Segment::arrivals).sum()
    }

    /// The stretches of equal spacing. Each ramp and each hold of [`Spacing::Random`] is one of its own.
    pub fn segments(&self) -> Vec<Segment> {
        let mut segments: Vec<Segment> = Vec::new();
        for piece in &self.pieces {
            let (from, to) = (piece.before, piece.before + piece.count());
            match segments.last_mut() {
                Some(last) if last.spacing == piece.spacing && piece.spacing != Spacing::Random => {
                    last.to = to
                }
                _ => segments.push(Segment { from, to, spacing: piece.spacing }),
            }
        }
        segments
    }

    /// When the expected number of arrivals since the start reaches `count`: the inverse of the rate's
    /// integral. `None` after the last one. Evenly spaced arrival i (from 0) comes at `time_of(i)`; a
    /// Poisson process of rate 1 is mapped by it to one of this rate (Çinlar 1975, time change).
    pub fn time_of(&self, count: f64) -> Option<Duration> {
        let piece = self.pieces.iter().find(|piece| count < piece.before + piece.count() - ROUNDING)?;
        let left = (count - piece.before).max(0.0);
        // left = from·t + (to − from)·t²/(2·length), solved for t without cancellation.
        let slope = (piece.to_per_s - piece.from_per_s) / piece.length_s;
        let root = (piece.from_per_s * piece.from_per_s + 2.0 * slope * left).max(0.0).sqrt();
        let time_s = if left == 0.0 { 0.0 } else { 2.0 * left / (piece.from_per_s + root) };
        Some(self.delay + Duration::from_secs_f64(piece.start_s + time_s.min(piece.length_s)))
    }

    /// The expected number of arrivals from the start to a moment: the rate's integral.
    pub fn count_at(&self, time: Duration) -> f64 {
        let at_s = time.saturating_sub(self.delay).as_secs_f64();
        let started = self.pieces.iter().take_while(|piece| piece.start_s < at_s);
        started.last().map_or(0.0, |piece| {
            let in_piece_s = (at_s - piece.start_s).min(piece.length_s);
            let slope = (piece.to_per_s - piece.from_per_s) / piece.length_s;
            piece.before + piece.from_per_s * in_piece_s + slope * in_piece_s * in_piece_s / 2.0
        })
    }

    /// The rate at a moment from the start, arrivals per second.
    pub fn rate_at(&self, time: Duration) -> f64 {
        let at_s = time.saturating_sub(self.delay).as_secs_f64();
        let piece = self.pieces.iter().find(|piece| at_s < piece.start_s + piece.length_s);
        piece.map_or(0.0, |piece| {
            let share = (at_s - piece.start_s) / piece.length_s;
            piece.from_per_s + share * (piece.to_per_s - piece.from_per_s)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn profile(stages: &[(f64, u64, u64)]) -> ArrivalProfile {
        let stages = stages.iter().map(|(per_s, ramp, hold)| RateStage {
            per_s: *per_s,
            ramp: s(*ramp),
            hold: s(*hold),
            spacing: None,
        });
        ArrivalProfile { stages: stages.collect(), ..ArrivalProfile::constant(1.0, s(0), s(1)) }
    }

    /// Arrivals in each whole second.
    fn per_second(profile: &ArrivalProfile) -> Vec<usize> {
        let curve = profile.curve();
        let times: Vec<u64> =
            (0..).map_while(|i| curve.time_of(f64::from(i))).map(|time| time.as_secs()).collect();
        assert_eq!(times.len() as u64, profile.total());
        (0..profile.ends_at().as_secs())
            .map(|second| times.iter().filter(|t| **t == second).count())
            .collect()
    }

    #[test]
    fn arrivals_follow_the_rate() {
        for (stages, expected) in [
            (vec![(10.0, 0, 3)], vec![10, 10, 10]),
            (vec![(10.0, 0, 1), (50.0, 0, 1), (10.0, 0, 1)], vec![10, 50, 10]),
            // From 0 to 40 in 4 s: 5, 15, 25, 35.
            (vec![(40.0, 4, 1)], vec![5, 15, 25, 35, 40]),
            (vec![(20.0, 0, 1), (0.0, 2, 1)], vec![20, 15, 5, 0]),
            (vec![(0.0, 0, 2), (3.0, 0, 1)], vec![0, 0, 3]),
        ] {
            assert_eq!(per_second(&profile(&stages)), expected, "{stages:?}");
        }
    }

    #[test]
    fn even_arrivals_have_equal_gaps() {
        let curve = profile(&[(5_000.0, 0, 2)]).curve();
        for i in 0..9_999u32 {
            let (this, next) = (curve.time_of(f64::from(i)), curve.time_of(f64::from(i + 1)));
            let gap = next.expect("there is a next one") - this.expect("there is one");
            assert!(gap.as_nanos().abs_diff(200_000) < 10, "{gap:?}");
        }
    }

    #[test]
    fn the_rate_is_the_derivative_of_the_count() {
        let profile = profile(&[(40.0, 4, 1), (10.0, 2, 1)]);
        assert_eq!(profile.curve().rate_at(s(2)), 20.0);
        assert_eq!(profile.curve().rate_at(Duration::from_millis(4_500)), 40.0);
        assert_eq!(profile.curve().rate_at(s(6)), 25.0);
        assert_eq!(profile.curve().rate_at(s(60)), 0.0);
        assert_eq!((profile.ramp_end(), profile.ends_at()), (s(7), s(8)));
    }

    #[test]
    fn counting_is_the_inverse_of_timing() {
        let curve = profile(&[(40.0, 4, 1), (10.0, 2, 1), (0.0, 0, 1), (30.0, 0, 1)]).curve();
        for count in 0..curve.total() {
            let time = curve.time_of(count as f64).expect("it comes");
            assert!((curve.count_at(time) - count as f64).abs() < 1e-3, "{count}");
        }
        assert!((curve.count_at(s(60)) - curve.total() as f64).abs() < 1e-6);
    }

    #[test]
    fn nothing_arrives_before_the_delay() {
        let profile = ArrivalProfile { delay: s(3), ..profile(&[(2.0, 0, 1)]) };
        assert_eq!(profile.curve().time_of(0.0), Some(s(3)));
        assert_eq!(profile.ends_at(), s(4));
    }
}
