//! Moments at which a system stops, seen by those who came meanwhile: each waits for the rest of it. The slow requests of a step end in
//! few of its seconds; in these as many waited as must have come, of each transaction, some for long and some for less, and what would
//! have ended meanwhile is missing.

use super::window::Window;
use plimsoll_run::{Interval, Latencies, SECOND_US, TransactionKey, TransactionKind};
use std::collections::BTreeMap;
use std::ops::Range;

/// Slow is what takes so many times as long as the median of its transaction, and so much longer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlowFrom {
    pub times: f64,
    pub us: f64,
    /// Of the requests: with more of them these are no exception.
    pub most_share: f64,
    /// Stalls, at least.
    pub stalls: usize,
    /// Of a closed model: no more of them can wait.
    pub users: Option<f64>,
}

/// They are apart from one another, and alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stalls {
    pub count: u64,
    pub seconds: u64,
    /// Median of the longest waits.
    pub longest_us: u64,
    /// Median of all requests.
    pub usual_us: u64,
    /// The longest waits together, as a share of the time.
    pub share: f64,
}

/// Slow requests that end in one stall, at least: fewer may be by chance.
const TOGETHER: f64 = 3.0;
/// Of the slow requests, and of the stretches of seconds that have any.
const MOST: f64 = 0.7;
/// The longest wait of a stall may be so many times the median one, or that part of it: collections and the like differ.
const ALIKE: f64 = 2.5;
/// Times the least that is slow: the tail of a queue ends soon after that.
const FAR: f64 = 3.0;
/// Of the seconds, and of the time: with more there is hardly a time in between.
const SECONDS: f64 = 0.5;
/// What comes again and again is in each half of the step.
const OF_HALF: f64 = 0.25;
/// Shorter windows say little of what comes again.
const SECONDS_MIN: usize = 12;
/// Of the counts of the seconds.
const DISPERSION: f64 = 2.0;
/// Times what ends in seconds without one, and so many standard deviations of a Poisson count: with more, it is requests that came together.
const BURST: f64 = 1.1;
const CHANCE: f64 = 2.0;
/// Seconds without one that say what usually ends, at least.
const CALM_S: usize = 3;
/// Of the waits so many are nearer to the least that is slow than to the longest: who came later waited for less. Slow work takes what
/// it takes.
const SHORT: f64 = 0.25;
/// While it stood nothing ended: so much is missing of what would have, at least.
const MISSING: f64 = 0.5;
/// Of the requests that must have come while the system stood, so many waited; and of each transaction of so many of the requests so
/// much as of all, or it went on.
const OF_EXPECTED: f64 = 0.6;
const MANY: f64 = 0.1;

/// Of one second, or of several in a row.
#[derive(Clone, Copy, Default)]
struct Waits {
    slow: f64,
    longest_us: u64,
    ended: f64,
}

/// Slow requests of a transaction, in the whole window.
struct SlowShare<'a> {
    key: &'a TransactionKey,
    requests: f64,
    slow: f64,
    from_us: u64,
}

impl Stalls {
    pub fn of(window: &Window, from: SlowFrom) -> Option<Stalls> {
        let slow_of = slow_requests(window, from);
        if !may_stall(window, &slow_of, from) {
            return None;
        }
        let seconds = by_second(window, &slow_of);
        let stretches = stretches(&seconds);
        let clear: Vec<(&Range<usize>, Waits)> = stretches
            .iter()
            .map(|range| (range, Waits::sum(&seconds[range.clone()])))
            .filter(|(_, waits)| waits.slow >= TOGETHER)
            .collect();
        let longest_us = median(clear.iter().map(|(_, waits)| waits.longest_us).collect())?;
        let is_alike =
            |waits: &Waits| (1.0 / ALIKE..=ALIKE).contains(&(waits.longest_us as f64 / longest_us as f64));
        let alike: Vec<&(&Range<usize>, Waits)> = clear.iter().filter(|(_, waits)| is_alike(waits)).collect();
        let stopped_us: u64 = alike.iter().map(|(_, waits)| waits.longest_us).sum();
        let stalls = Stalls {
            count: alike.len() as u64,
            seconds: seconds.len() as u64,
            longest_us,
            usual_us: window.total.service().quantile_us(0.5).unwrap_or(0),
            share: stopped_us as f64 / SECOND_US as f64 / seconds.len() as f64,
        };
        let is_found = are_apart(&seconds, &stretches, &alike)
            && alike.len() >= from.stalls
            && stalls.share <= SECONDS
            && stalls.all_wait(window, &slow_of, (&alike, from))
            && stand(&seconds, &alike, from.users.is_none())
            && are_spread(window, &slow_of, &alike);
        is_found.then_some(stalls)
    }

    /// As many waited as must have come, of each transaction.
    fn all_wait(
        &self,
        window: &Window,
        slow_of: &[SlowShare],
        (alike, from): (&[&(&Range<usize>, Waits)], SlowFrom),
    ) -> bool {
        let all: f64 = slow_of.iter().map(|of| of.requests).sum();
        let slow: f64 = slow_of.iter().map(|of| of.slow).sum();
        let many = || slow_of.iter().filter(|of| of.requests >= MANY * all);
        let least_us = many().map(|of| of.from_us).max().unwrap_or(0) as f64;
        let of_each = many().all(|of| of.slow / of.requests >= OF_EXPECTED * slow / all);
        let expected = |waits: &Waits| {
            let came = all / window.duration_s() * (waits.longest_us as f64 - least_us) / SECOND_US as f64;
            came.min(from.users.unwrap_or(f64::INFINITY))
        };
        let (waited, expected) = alike
            .iter()
            .fold((0.0, 0.0), |(waited, all), (_, waits)| (waited + waits.slow, all + expected(waits)));
        self.longest_us as f64 >= FAR * least_us && of_each && waited >= OF_EXPECTED * expected
    }
}

/// Whether it is worth a pass over all seconds.
fn may_stall(window: &Window, slow_of: &[SlowShare], from: SlowFrom) -> bool {
    let (all, slow) = slow_of.iter().fold((0.0, 0.0), |(all, slow), of| (all + of.requests, slow + of.slow));
    window.whole_seconds_count() >= SECONDS_MIN
        && slow >= TOGETHER * from.stalls as f64
        && slow <= from.most_share * all
}

/// Nearly all slow requests are of stalls that are alike, in few of the seconds, all over the window.
fn are_apart(seconds: &[Waits], stretches: &[Range<usize>], alike: &[&(&Range<usize>, Waits)]) -> bool {
    let counts: Vec<f64> = seconds.iter().map(|second| second.slow).collect();
    let slow: f64 = counts.iter().sum();
    let in_alike: f64 = alike.iter().map(|(_, waits)| waits.slow).sum();
    let first_half = alike.iter().filter(|(range, _)| 2 * range.start < seconds.len()).count();
    let later_half = alike.len() - first_half;
    let covered: usize = stretches.iter().map(ExactSizeIterator::len).sum();
    in_alike >= MOST * slow
        && alike.len() as f64 >= MOST * stretches.len() as f64
        && covered as f64 <= SECONDS * seconds.len() as f64
        && first_half.min(later_half) as f64 >= OF_HALF * alike.len() as f64
        && dispersion(&counts) >= DISPERSION
}

fn slow_requests<'a>(window: &Window<'a>, from: SlowFrom) -> Vec<SlowShare<'a>> {
    let requests = window.transactions.iter().filter(|(key, _)| key.kind == TransactionKind::Request);
    let of = |(key, interval): (&&'a TransactionKey, &Interval)| {
        let (times, from_us) = (interval.service(), from.of(interval.service())?);
        let slow = times.count_above_us(from_us) as f64;
        Some(SlowShare { key, requests: times.count() as f64, slow, from_us })
    };
    requests.filter_map(of).collect()
}

impl SlowFrom {
    fn of(self, times: &Latencies) -> Option<u64> {
        let median_us = times.quantile_us(0.5)? as f64;
        Some((self.times * median_us).max(median_us + self.us) as u64)
    }
}

impl Waits {
    fn sum(seconds: &[Waits]) -> Waits {
        seconds.iter().fold(Waits::default(), |sum, second| Waits {
            slow: sum.slow + second.slow,
            longest_us: sum.longest_us.max(second.longest_us),
            ended: sum.ended + second.ended,
        })
    }
}

fn by_second(window: &Window, slow_of: &[SlowShare]) -> Vec<Waits> {
    let least = least_slow(slow_of);
    let mut seconds = vec![Waits::default(); window.whole_seconds_count()];
    for (at, second) in window.whole_seconds() {
        for (key, interval) in &second.transactions {
            let Some(least_us) = least.get(key) else { continue };
            let times = interval.service();
            let waits = &mut seconds[at];
            waits.slow += times.count_above_us(*least_us) as f64;
            // What always takes as long waits for nothing.
            let longest_us = times.max_us().filter(|us| us > least_us);
            waits.longest_us = waits.longest_us.max(longest_us.unwrap_or(0));
            waits.ended += interval.requests as f64;
        }
    }
    seconds
}

/// From when on it is slow, of each transaction.
fn least_slow<'a>(slow_of: &[SlowShare<'a>]) -> BTreeMap<&'a TransactionKey, u64> {
    slow_of.iter().map(|of| (of.key, of.from_us)).collect()
}

/// Seconds in a row in which slow requests ended.
fn stretches(seconds: &[Waits]) -> Vec<Range<usize>> {
    let has_slow: Vec<usize> = (0..seconds.len()).filter(|at| seconds[*at].slow > 0.0).collect();
    has_slow.chunk_by(|a, b| a + 1 == *b).map(|run| run[0]..run[run.len() - 1] + 1).collect()
}

fn median(mut values: Vec<u64>) -> Option<u64> {
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}

/// Variance over mean of the seconds' counts: about 1 where each comes by itself.
pub(crate) fn dispersion(counts: &[f64]) -> f64 {
    let n = counts.len().max(1) as f64;
    let mean = counts.iter().sum::<f64>() / n;
    let variance = counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / n;
    variance / mean.max(f64::MIN_POSITIVE)
}

/// Who came later in a stall waited for less.
fn are_spread(window: &Window, slow_of: &[SlowShare], stalls: &[&(&Range<usize>, Waits)]) -> bool {
    let longest_us: BTreeMap<usize, u64> = stalls
        .iter()
        .flat_map(|(range, waits)| (*range).clone().map(|second| (second, waits.longest_us)))
        .collect();
    let least = least_slow(slow_of);
    let mut short = 0.0;
    for (at, second) in window.whole_seconds() {
        let Some(longest_us) = longest_us.get(&at) else { continue };
        for (key, interval) in &second.transactions {
            let Some(least_us) = least.get(key) else { continue };
            let middle_us = u64::midpoint(*least_us, *longest_us).max(*least_us);
            let times = interval.service();
            short += (times.count_above_us(*least_us) - times.count_above_us(middle_us)) as f64;
        }
    }
    short >= SHORT * stalls.iter().map(|(_, waits)| waits.slow).sum::<f64>()
}

/// The longest slow request of each second that has any.
pub(crate) fn longest_waits_us(window: &Window, from: SlowFrom) -> Vec<u64> {
    let waits = by_second(window, &slow_requests(window, from)).into_iter();
    waits.map(|waits| waits.longest_us).filter(|us| *us > 0).collect()
}

/// Nothing ended while others waited; and no more requests than usual came, which would have made the others wait. `arrive`: as many come
/// whether it stands or not.
fn stand(seconds: &[Waits], stalls: &[&(&Range<usize>, Waits)], arrive: bool) -> bool {
    let mut is_calm = vec![true; seconds.len()];
    for (range, waits) in stalls {
        let start = range.start.saturating_sub(waits.longest_us.div_ceil(SECOND_US) as usize);
        is_calm[start..range.end].fill(false);
    }
    let of = |calm: bool| seconds.iter().zip(&is_calm).filter(move |(_, is_calm)| **is_calm == calm);
    let sum = |calm: bool, figure: fn(&Waits) -> f64| of(calm).map(|(waits, _)| figure(waits)).sum::<f64>();
    let (calm_s, length_s) = (of(true).count(), of(false).count() as f64);
    let per_s = match calm_s >= CALM_S {
        true => sum(true, |waits| waits.ended) / calm_s as f64,
        false if arrive => Waits::sum(seconds).ended / seconds.len().max(1) as f64,
        false => return false,
    };
    let stood_s = stalls.iter().map(|(_, waits)| waits.longest_us).sum::<u64>() as f64 / SECOND_US as f64;
    let fast = sum(false, |waits| waits.ended - waits.slow);
    let ended = sum(false, |waits| waits.ended);
    let usual = per_s * length_s;
    fast <= usual - MISSING * stood_s * per_s && ended <= BURST * usual + CHANCE * usual.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::Interval;
    use plimsoll_testkit::synthetic::{Spec, request, run};

    const FROM: SlowFrom = SlowFrom { times: 5.0, us: 50_000.0, most_share: 0.45, stalls: 4, users: None };
    /// The last is of those that take so long always.
    const NAMES: [&str; 3] = ["GET /", "GET /other", "GET /report"];
    const REPORT_S: f64 = 3.0;
    const STALLS: [(f64, f64); 6] =
        [(3.2, 4.1), (8.5, 9.3), (15.0, 15.9), (20.3, 21.3), (27.6, 28.4), (34.0, 35.0)];
    const FAST_S: f64 = 0.01;

    /// Of requests that begin at so many seconds, and take so many.
    fn found(requests: impl IntoIterator<Item = (f64, f64)>) -> Option<Stalls> {
        let mut run = run(&Spec { loads: vec![(8, 1)], measured_s: 40, ..Spec::default() });
        let mut ended: BTreeMap<(u32, usize), Vec<u64>> = BTreeMap::new();
        for (place, (start_s, took_s)) in requests.into_iter().enumerate() {
            ended
                .entry(((start_s + took_s) as u32, if took_s == REPORT_S { 2 } else { place % 2 }))
                .or_default()
                .push((took_s * 1e6) as u64);
        }
        for second in &mut run.seconds {
            let of = |place: usize| {
                let times = ended.remove(&(second.second, place)).unwrap_or_default();
                let requests = times.len() as u64;
                let response = Latencies::from_counts(times.into_iter().map(|us| (us, 1)));
                (request(NAMES[place]), Interval { requests, response, ..Interval::default() })
            };
            second.transactions = [0, 1, 2].map(of).into();
        }
        Stalls::of(&Window::of(&run, &run.steps[0]), FROM)
    }

    /// Forty begin in each second.
    fn evenly(took_s: impl Fn(usize, f64) -> f64) -> Vec<(f64, f64)> {
        (0..1_640).map(|place| (place as f64 / 40.0, took_s(place, place as f64 / 40.0))).collect()
    }

    /// What is left of a stall at that moment.
    fn rest_of(stalls: &[(f64, f64)], at_s: f64) -> f64 {
        let stall = stalls.iter().find(|(from, to)| (*from..*to).contains(&at_s));
        stall.map_or(0.0, |(_, to)| to - at_s)
    }

    #[test]
    fn who_comes_while_a_system_stands_waits_for_the_rest() {
        let stalls = found(evenly(|_, at_s| FAST_S + rest_of(&STALLS, at_s))).expect("stalls");
        assert!(stalls.count == 6 && (85..=95).contains(&(stalls.longest_us / 10_000)), "{stalls:?}");
        assert!((0.11..0.15).contains(&stalls.share) && stalls.usual_us / 1_000 == 10, "{stalls:?}");
        let other_lengths = [(3.2, 3.7), (8.5, 9.9), (15.0, 15.6), (20.3, 21.6), (27.6, 28.3), (34.0, 35.0)];
        assert!(found(evenly(|_, at_s| FAST_S + rest_of(&other_lengths, at_s))).is_some());
    }

    #[test]
    fn what_always_takes_as_long_hides_no_stall() {
        let with_report = |place: usize, at_s: f64| match place % 40 {
            7 => REPORT_S,
            _ => FAST_S + rest_of(&STALLS, at_s),
        };
        assert!(found(evenly(with_report)).is_some_and(|stalls| stalls.longest_us < 1_100_000));
    }

    #[test]
    fn what_goes_on_meanwhile_is_no_system_that_stands() {
        let of = |is_hit: &dyn Fn(usize) -> bool| {
            found(evenly(|place, at_s| FAST_S + if is_hit(place) { rest_of(&STALLS, at_s) } else { 0.0 }))
        };
        assert_eq!(of(&|place| place % 2 == 0), None, "one of two transactions");
        assert_eq!(of(&|place| place / 2 % 2 == 0), None, "one of two nodes");
        assert_eq!(of(&|place| place / 2 % 4 == 0), None, "one of four nodes");
        let rows = |place: usize, _| if place % 200 < 12 { 0.6 + (place % 7) as f64 / 20.0 } else { FAST_S };
        assert_eq!(found(evenly(rows)), None, "slow rows of data that lie together");
    }

    #[test]
    fn neither_a_tail_nor_a_burst_nor_a_beginning() {
        let tail = |place: usize, _| FAST_S + if place % 50 < 8 { (place % 8) as f64 / 50.0 } else { 0.0 };
        assert_eq!(found(evenly(tail)), None, "a tail");
        let each = |place: usize, _| if place * 7_919 % 101 < 4 { 0.9 } else { FAST_S };
        assert_eq!(found(evenly(each)), None, "each by itself");
        let first: Vec<(f64, f64)> = (1..6).map(|n| (2.0 * f64::from(n), 2.0 * f64::from(n) + 0.8)).collect();
        assert_eq!(found(evenly(|_, at_s| FAST_S + rest_of(&first, at_s))), None, "in the first half only");
        // Sixty come at once to a server of 15 ms, and all others wait behind them.
        let bursts: Vec<(f64, f64)> =
            (1..8).map(|n| (5.0 * f64::from(n), 5.0 * f64::from(n) + 0.9)).collect();
        let own = bursts.iter().flat_map(|(from, _)| (1..=60).map(|n| (*from, 0.015 * f64::from(n))));
        let others = evenly(|_, at_s| FAST_S + rest_of(&bursts, at_s));
        assert_eq!(found(own.chain(others)), None, "bursts of requests");
    }
}
