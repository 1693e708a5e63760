//! Moments at which a system stops, seen by those who came meanwhile: each waits for the rest of it, so that the slow requests of a
//! step end in few of its seconds, and the longest of each such second is about as long as that of the others.

use super::window::Window;
use plimsoll_run::{Latencies, SECOND_US, TransactionKey, TransactionKind};
use std::collections::BTreeMap;
use std::ops::Range;

/// Slow is what takes so many times as long as the median of its transaction, and so much longer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlowFrom {
    pub times: f64,
    pub us: f64,
    /// Of the requests: with more of them these are no exception.
    pub most_share: f64,
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
const STALLS: usize = 4;
/// Of the slow requests, and of the stretches of seconds that have any.
const MOST: f64 = 0.7;
/// The longest wait of a stall may differ so much from the median one.
const ALIKE: f64 = 0.25;
/// Times the least that is slow: the tail of a queue ends soon after that.
const FAR: f64 = 3.0;
/// Of the seconds: with more there is hardly a time in between.
const SECONDS: f64 = 0.5;
/// What comes again and again is in each half of the step.
const OF_HALF: f64 = 0.25;
/// Variance of the counts of the seconds over their mean: about 1 where each comes by itself.
const DISPERSION: f64 = 2.0;
/// Times the mean: with more, it is requests that came together.
const BURST: f64 = 1.5;

/// Of one second, or of several in a row.
#[derive(Clone, Default)]
struct Waits {
    slow: f64,
    longest_us: u64,
    ended: f64,
}

impl Stalls {
    pub fn of(window: &Window, from: SlowFrom) -> Option<Stalls> {
        let least: BTreeMap<&TransactionKey, u64> = window
            .transactions
            .iter()
            .filter(|(key, _)| key.kind == TransactionKind::Request)
            .filter_map(|(key, interval)| Some((*key, from.of(interval.service())?)))
            .collect();
        let seconds = by_second(window, &least);
        let stretches = stretches(&seconds);
        let of = |range: &Range<usize>| Waits::sum(&seconds[range.clone()]);
        let clear: Vec<(&Range<usize>, Waits)> = stretches
            .iter()
            .map(|range| (range, of(range)))
            .filter(|(_, waits)| waits.slow >= TOGETHER)
            .collect();
        let longest_us = median(clear.iter().map(|(_, waits)| waits.longest_us).collect())?;
        let is_alike = |waits: &Waits| (waits.longest_us as f64 / longest_us as f64 - 1.0).abs() <= ALIKE;
        let alike: Vec<&(&Range<usize>, Waits)> = clear.iter().filter(|(_, waits)| is_alike(waits)).collect();
        let least_us = *least.values().max()? as f64;
        let slow: f64 = seconds.iter().map(|second| second.slow).sum();
        let in_alike: f64 = alike.iter().map(|(_, waits)| waits.slow).sum();
        let first_half = alike.iter().filter(|(range, _)| 2 * range.start < seconds.len()).count();
        let later_half = alike.len() - first_half;
        let covered: usize = stretches.iter().map(ExactSizeIterator::len).sum();
        let is_found = alike.len() >= STALLS
            && in_alike >= MOST * slow
            && alike.len() as f64 >= MOST * stretches.len() as f64
            && longest_us as f64 >= FAR * least_us
            && slow <= from.most_share * window.total.service().count() as f64
            && covered as f64 <= SECONDS * seconds.len() as f64
            && first_half.min(later_half) as f64 >= OF_HALF * alike.len() as f64
            && dispersion(&seconds) >= DISPERSION
            && !come_together(&seconds, &alike);
        let stopped_us: u64 = alike.iter().map(|(_, waits)| waits.longest_us).sum();
        is_found.then(|| Stalls {
            count: alike.len() as u64,
            seconds: seconds.len() as u64,
            longest_us,
            usual_us: window.total.service().quantile_us(0.5).unwrap_or(0),
            share: stopped_us as f64 / SECOND_US as f64 / seconds.len() as f64,
        })
    }
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

fn by_second(window: &Window, least: &BTreeMap<&TransactionKey, u64>) -> Vec<Waits> {
    let mut seconds = vec![Waits::default(); window.whole_seconds_count()];
    for (at, second) in window.whole_seconds() {
        for (key, interval) in &second.transactions {
            let Some(least_us) = least.get(key) else { continue };
            let times = interval.service();
            let waits = &mut seconds[at];
            waits.slow += times.count_above_us(*least_us) as f64;
            waits.longest_us = waits.longest_us.max(times.max_us().unwrap_or(0));
            waits.ended += interval.requests as f64;
        }
    }
    seconds
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

fn dispersion(seconds: &[Waits]) -> f64 {
    let n = seconds.len().max(1) as f64;
    let mean = seconds.iter().map(|second| second.slow).sum::<f64>() / n;
    let variance = seconds.iter().map(|second| (second.slow - mean).powi(2)).sum::<f64>() / n;
    variance / mean.max(f64::MIN_POSITIVE)
}

/// More requests than usual ended in those seconds and those in which they waited: it is they that made the others wait.
fn come_together(seconds: &[Waits], stalls: &[&(&Range<usize>, Waits)]) -> bool {
    let mean = Waits::sum(seconds).ended / seconds.len().max(1) as f64;
    let (ended, length) = stalls.iter().fold((0.0, 0), |(ended, length), (range, waits)| {
        let start = range.start.saturating_sub(waits.longest_us.div_ceil(SECOND_US) as usize);
        (ended + Waits::sum(&seconds[start..range.end]).ended, length + range.end - start)
    });
    ended > BURST * mean * length as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::Interval;
    use plimsoll_testkit::synthetic::{Spec, request, run};

    const FROM: SlowFrom = SlowFrom { times: 5.0, us: 50_000.0, most_share: 0.45 };

    /// 40 requests a second that take 10 ms, and these in that second.
    fn found(waits_us: impl Fn(usize) -> Vec<u64>, others: impl Fn(usize) -> u64) -> Option<Stalls> {
        let mut run = run(&Spec { loads: vec![(8, 1)], measured_s: 40, ..Spec::default() });
        for (at, second) in run.seconds.iter_mut().enumerate() {
            let (waits, others) = (waits_us(at), others(at));
            let requests = waits.len() as u64 + others;
            let times = waits.into_iter().map(|us| (us, 1)).chain([(10_000, others)]);
            let interval =
                Interval { requests, response: Latencies::from_counts(times), ..Interval::default() };
            second.transactions = [(request("GET /"), interval)].into();
        }
        Stalls::of(&Window::of(&run, &run.steps[0]), FROM)
    }

    /// Of those who come evenly while a system stands for so long.
    fn rest_of(us: u64, n: u64) -> Vec<u64> {
        (1..=n).map(|at| us * at / n).collect()
    }

    #[test]
    fn who_comes_while_a_system_stands_waits_for_the_rest() {
        let stalls = found(|at| if at % 5 == 0 { rest_of(900_000, 9) } else { Vec::new() }, |_| 31);
        let stalls = stalls.expect("stalls");
        assert!((7..=8).contains(&stalls.count) && stalls.longest_us / 10_000 == 90, "{stalls:?}");
        assert!((0.15..0.21).contains(&stalls.share) && stalls.usual_us / 1_000 == 10, "{stalls:?}");
        let uneven = [3, 5, 12, 19, 21, 30, 38];
        let by_chance =
            found(|at| if uneven.contains(&at) { rest_of(300_000, 6) } else { Vec::new() }, |_| 34);
        assert!(by_chance.is_some(), "no period is needed");
    }

    #[test]
    fn neither_a_tail_nor_a_burst_nor_a_beginning() {
        let tail = [60_000, 70_000, 100_000, 65_000, 90_000, 130_000];
        assert_eq!(found(|at| if at % 5 == 0 { tail.to_vec() } else { Vec::new() }, |_| 34), None, "a tail");
        let each =
            |at: usize| if at % 2 == 0 { vec![300_000 + 50_000 * (at as u64 % 12)] } else { Vec::new() };
        assert_eq!(found(each, |_| 39), None, "each by itself");
        let others = |at: usize| if at % 5 == 0 { 400 } else { 30 };
        let burst = |at: usize| if at % 5 == 0 { rest_of(900_000, 40) } else { Vec::new() };
        assert_eq!(found(burst, others), None, "a burst of requests");
        assert_eq!(
            found(|at| if at < 12 && at % 2 == 0 { rest_of(500_000, 5) } else { Vec::new() }, |_| 35),
            None
        );
        let lengths = [200_000, 2_000_000, 700_000, 4_000_000, 350_000];
        let unlike = |at: usize| if at % 5 == 0 { rest_of(lengths[at / 5 % 5], 6) } else { Vec::new() };
        assert_eq!(found(unlike, |_| 34), None, "of other lengths each time");
    }
}
