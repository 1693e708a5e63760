//! Which delay each request gets, and what response times follow from that.

use std::fmt;
use std::time::Duration;

/// A programmed distribution of delays.
#[derive(Clone, Debug, PartialEq)]
pub enum Distribution {
    /// Every request gets the same.
    Constant(Duration),
    /// Exponential with this mean.
    Exponential { mean: Duration },
    /// Shares (they add up to 1) and their delays.
    Weighted(Vec<(f64, Duration)>),
}

#[derive(Debug, thiserror::Error, PartialEq)]
pub enum DistributionError {
    #[error("read the delays: there are none")]
    Empty,
    #[error("read the delays: their shares add up to {percent:.4} % instead of 100 %")]
    Sum { percent: f64 },
    #[error("read the delays: a share is not above 0 % and at most 100 %")]
    Share,
    #[error("read the delays: the longest possible delay is {} s", DELAY_MAX.as_secs())]
    TooLong,
    #[error("read the stall: it must be longer than 0 and shorter than the time from one to the next")]
    Stall,
}

/// Longest delay, and longest time from one stall to the next.
pub const DELAY_MAX: Duration = Duration::from_secs(600);
/// Shares are given with this error at most.
const SHARE_ERROR_MAX: f64 = 1e-6;

impl Distribution {
    /// Delays with their shares of all requests, which add up to 1.
    pub fn weighted(mut parts: Vec<(f64, Duration)>) -> Result<Distribution, DistributionError> {
        if parts.is_empty() {
            return Err(DistributionError::Empty);
        }
        if parts.iter().any(|(share, _)| !(*share > 0.0 && *share <= 1.0)) {
            return Err(DistributionError::Share);
        }
        let sum: f64 = parts.iter().map(|(share, _)| share).sum();
        if (sum - 1.0).abs() > SHARE_ERROR_MAX {
            return Err(DistributionError::Sum { percent: sum * 100.0 });
        }
        parts.sort_by_key(|(_, delay)| *delay);
        Ok(Distribution::Weighted(parts))
    }

    pub(crate) fn check(&self) -> Result<(), DistributionError> {
        let longest = match self {
            Distribution::Constant(delay) => *delay,
            Distribution::Exponential { mean } => mean.saturating_mul(10),
            Distribution::Weighted(parts) => parts.iter().map(|(_, delay)| *delay).max().unwrap_or_default(),
        };
        if longest > DELAY_MAX { Err(DistributionError::TooLong) } else { Ok(()) }
    }

    /// The delay that this share of the requests (0 to 1) does not exceed.
    pub fn quantile(&self, share: f64) -> Duration {
        match self {
            Distribution::Constant(delay) => *delay,
            Distribution::Exponential { mean } => mean.mul_f64(-(1.0 - share.clamp(0.0, 1.0 - 1e-9)).ln()),
            Distribution::Weighted(parts) => {
                let mut below = 0.0;
                let part = parts.iter().find(|(part, _)| {
                    below += part;
                    share <= below + SHARE_ERROR_MAX
                });
                part.or(parts.last()).map_or(Duration::ZERO, |(_, delay)| *delay)
            }
        }
    }
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |delay: &Duration| delay.as_secs_f64() * 1e3;
        match self {
            Distribution::Constant(delay) => write!(f, "constant {} ms", ms(delay)),
            Distribution::Exponential { mean } => write!(f, "exponential {} ms", ms(mean)),
            Distribution::Weighted(parts) => {
                let part = |(share, delay): &(f64, Duration)| {
                    format!("{}% {} ms", (share * 1e8).round() / 1e6, ms(delay))
                };
                f.write_str(&parts.iter().map(part).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// A server that stops answering, again and again, as one that collects garbage does.
///
/// An answer that falls due in a stall is given at its end; the others are not affected. A stall begins
/// `(every - length) / 2` into each period, so it lies in the middle of it. The first period begins with
/// the first request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stall {
    pub length: Duration,
    pub every: Duration,
}

impl Stall {
    pub(crate) fn check(self) -> Result<(), DistributionError> {
        if self.length.is_zero() || self.length >= self.every || self.every > DELAY_MAX {
            return Err(DistributionError::Stall);
        }
        Ok(())
    }

    /// When an answer is given that is due at this moment after the first request, nanoseconds.
    pub fn release_ns(self, due_ns: u64) -> u64 {
        let (length, every) = (self.length.as_nanos() as u64, self.every.as_nanos() as u64);
        let begins = (every - length) / 2;
        let phase = due_ns % every;
        if (begins..begins + length).contains(&phase) { due_ns - phase + begins + length } else { due_ns }
    }
}

/// Requests in whose course every delay comes exactly as often as its share says.
pub const BLOCK: usize = 10_000;

/// The delay of each request by its number.
///
/// Request numbers are cut into blocks of [`BLOCK`]. In each of them the quantiles at (i + ½) / [`BLOCK`] come
/// once each, in an order that depends on the seed: so the quantiles of what was programmed are known
/// exactly after each block, and not only in the long run.
#[derive(Debug)]
pub struct Delays {
    shuffled_ns: Vec<u64>,
    seed: u64,
}

impl Delays {
    pub fn new(distribution: &Distribution, seed: u64) -> Delays {
        let mut shuffled_ns: Vec<u64> = strata_ns(distribution).collect();
        // Fisher and Yates; the remainder's bias of 10^-15 does not matter.
        for i in (1..BLOCK).rev() {
            shuffled_ns.swap(i, (random(seed, i as u64) % (i as u64 + 1)) as usize);
        }
        Delays { shuffled_ns, seed }
    }

    /// Of the request with this number, from 0.
    pub fn of_ns(&self, number: u64) -> u64 {
        let (block, place) = (number / BLOCK as u64, number % BLOCK as u64);
        let turned = random(!self.seed, block) % BLOCK as u64 + place;
        self.shuffled_ns[(turned % BLOCK as u64) as usize]
    }
}

fn strata_ns(distribution: &Distribution) -> impl Iterator<Item = u64> + '_ {
    (0..BLOCK).map(|i| distribution.quantile((i as f64 + 0.5) / BLOCK as f64).as_nanos() as u64)
}

/// The response time that a share (0 to 1) of requests does not exceed, when they arrive evenly over whole
/// periods of the stall whether answers come or not; nanoseconds.
///
/// With a stall of L every E, an answer with delay d falls due at any phase alike. So
/// `P(R > x | d) = 1` for `x < d`, `(L - (x - d)) / E` for `d <= x < d + L` and 0 above; the quantile
/// solves the mean of that over all delays.
pub fn expected_ns(distribution: &Distribution, stall: Option<Stall>, share: f64) -> u64 {
    let Some(stall) = stall else { return distribution.quantile(share).as_nanos() as u64 };
    let delays: Vec<u64> = strata_ns(distribution).collect();
    let (length, every) = (stall.length.as_nanos() as u64, stall.every.as_nanos() as f64);
    let over = |x: u64| -> f64 {
        let of = |d: &u64| match x.checked_sub(*d) {
            None => 1.0,
            Some(waited) => length.saturating_sub(waited) as f64 / every,
        };
        delays.iter().map(of).sum::<f64>() / BLOCK as f64
    };
    let (mut low, mut high) = (0, delays[BLOCK - 1] + length);
    while low < high {
        let middle = low + (high - low) / 2;
        if over(middle) <= 1.0 - share + 1e-12 { high = middle } else { low = middle + 1 }
    }
    low
}

/// A number that depends on the seed and the place alone (SplitMix64; Steele, Lea and Flood 2014).
fn random(seed: u64, place: u64) -> u64 {
    let mut z = seed.wrapping_add((place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn bimodal() -> Distribution {
        Distribution::weighted(vec![(0.05, 40 * MS), (0.95, 2 * MS)]).expect("shares of one")
    }

    #[test]
    fn each_block_has_every_delay_as_often_as_its_share_says_in_an_order_of_its_own() {
        let delays = Delays::new(&bimodal(), 7);
        let block =
            |n: u64| -> Vec<u64> { (0..BLOCK as u64).map(|i| delays.of_ns(n * BLOCK as u64 + i)).collect() };
        for n in [0, 1, 99] {
            assert_eq!(block(n).iter().filter(|ns| **ns == 40_000_000).count(), BLOCK / 20);
            assert_eq!(block(n).iter().filter(|ns| **ns == 2_000_000).count(), BLOCK * 19 / 20);
        }
        assert_ne!(block(0), block(1));
        assert_eq!(block(3), block(3));
        assert_ne!(Delays::new(&bimodal(), 8).shuffled_ns, delays.shuffled_ns);
    }

    #[test]
    fn quantiles_are_those_of_the_distribution() {
        let exponential = Distribution::Exponential { mean: 10 * MS };
        for (distribution, share, us) in [
            (&Distribution::Constant(5 * MS), 0.9999, 5_000),
            (&bimodal(), 0.95, 2_000),
            (&bimodal(), 0.951, 40_000),
            (&exponential, 0.5, 6_931),
            (&exponential, 0.99, 46_051),
        ] {
            assert_eq!(distribution.quantile(share).as_micros(), us, "{distribution} {share}");
        }
    }

    #[test]
    fn impossible_delays_are_refused() {
        let check = |parts: &[(f64, u32)], expected: DistributionError| {
            let parts = parts.iter().map(|(share, ms)| (*share, *ms * MS)).collect();
            assert_eq!(Distribution::weighted(parts), Err(expected));
        };
        check(&[], DistributionError::Empty);
        check(&[(0.5, 1), (0.4, 2)], DistributionError::Sum { percent: 90.0 });
        check(&[(0.0, 1), (1.0, 2)], DistributionError::Share);
        check(&[(f64::NAN, 1)], DistributionError::Share);
        assert_eq!(Distribution::Constant(DELAY_MAX + MS).check(), Err(DistributionError::TooLong));
        for (length, every) in [(0, 10), (10, 10), (10, 700_000)] {
            assert_eq!(
                (Stall { length: length * MS, every: every * MS }).check(),
                Err(DistributionError::Stall)
            );
        }
    }

    #[test]
    fn what_falls_due_in_a_stall_is_answered_at_its_end() {
        let stall = Stall { length: 1_000 * MS, every: 10_000 * MS };
        for (due_ms, released_ms) in
            [(0, 0), (4_499, 4_499), (4_500, 5_500), (5_499, 5_500), (14_600, 15_500)]
        {
            assert_eq!(stall.release_ns(due_ms * 1_000_000), released_ms * 1_000_000, "{due_ms}");
        }
    }

    /// The formula against every arrival of one period worked out.
    fn check_expected(distribution: &Distribution, stall: Stall) {
        let delays: Vec<u64> = strata_ns(distribution).step_by(BLOCK / 500).collect();
        let step = stall.every.as_nanos() as u64 / 2_000;
        let mut responses = Vec::new();
        for arrival in (0..2_000).map(|i| i * step) {
            for delay in &delays {
                responses.push(stall.release_ns(arrival + delay) - arrival);
            }
        }
        responses.sort_unstable();
        for share in [0.5, 0.9, 0.99, 0.999] {
            let worked_out = responses[(share * responses.len() as f64) as usize];
            let formula = expected_ns(distribution, Some(stall), share);
            assert!(
                formula.abs_diff(worked_out) <= step + worked_out / 50,
                "{distribution} {share}: {formula} {worked_out}"
            );
        }
    }

    #[test]
    fn the_response_times_of_a_stalling_server_follow_the_formula() {
        let stall = Stall { length: 1_000 * MS, every: 8_000 * MS };
        check_expected(&Distribution::Constant(5 * MS), stall);
        check_expected(&bimodal(), stall);
        check_expected(&Distribution::Exponential { mean: 20 * MS }, stall);
    }
}
