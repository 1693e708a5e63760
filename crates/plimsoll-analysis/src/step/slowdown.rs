//! A window whose throughput changes once and for good: the system slows down under the same load, or the load itself moves.
//!
//! Levels of the seconds' counts are those of PELT. In a closed model N = X · (R + Z): where X falls since R rises, the system slowed
//! down; where Z makes the difference, a timer or pacing moved the load.

use super::counts_by_second::CountsBySecond;
use super::mix::{mix_differs, mix_of};
use super::window::{Window, users_reported};
use crate::statistics::segments;
use plimsoll_run::record::Second;
use plimsoll_run::{Interval, Latencies, SECOND_US, TransactionKey, TransactionKind};
use serde::Serialize;
use std::ops::Range;

/// From some second of a window on, to its end, fewer requests succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Slowdown {
    /// Seconds of the window before it.
    pub after_s: u32,
    /// The same, since the run's start.
    pub from_s: f64,
    /// Requests that succeeded, before it and later.
    pub first_per_s: f64,
    pub later_per_s: f64,
    /// Mean response times.
    pub first_us: f64,
    pub later_us: f64,
    /// Of the requests that ended.
    pub first_failed_percent: f64,
    pub later_failed_percent: f64,
    /// It fell all the time, and not in that second.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_gradual: bool,
}

/// As many users made another number of requests, and not because the system answered otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadMove {
    /// Requests that ended, of the first and the last level.
    pub least_per_s: f64,
    pub most_per_s: f64,
}

/// A level of throughput lasts for so many seconds or longer; where users wait for their answers a pause has to pass.
const LEVEL_S: usize = 5;
pub(super) const LEVEL_OF_USERS_S: usize = 10;
/// What changes by less is no other system, and no other load.
const CHANGED: f64 = 1.25;
/// Users who think for long at times change the load by less.
const MOVED: f64 = 1.5;
/// At its end a window is as it was since the change.
const END_S: usize = 5;
/// So much of what changed is the system's.
const OF_SYSTEM: f64 = 0.5;
/// So many of the seconds of a level are on its side.
const OF_LEVEL: f64 = 0.7;
/// A share of failures that grows by so much is not chance.
const FAILED_MORE_PERCENT: f64 = 5.0;

impl CountsBySecond {
    /// Of the last seconds, that something passed again.
    fn ends_below(&self, middle: f64) -> bool {
        let last = &self.succeeded[self.succeeded.len().saturating_sub(END_S)..];
        last.iter().sum::<f64>() < middle * last.len() as f64
    }

    fn levels(&self, counts: &[f64], length_s: usize) -> Vec<ThroughputLevel> {
        // Counts vary at least by chance.
        let mean = counts.iter().sum::<f64>() / counts.len().max(1) as f64;
        segments(counts, length_s, mean).into_iter().map(|part| ThroughputLevel::of(self, part)).collect()
    }
}

/// A level of less than this part of the highest is a pause, and no load.
pub(super) const PAUSE: f64 = 0.1;
/// What some seconds of a window hold.
struct ThroughputLevel {
    from: usize,
    seconds: f64,
    succeeded_per_s: f64,
    ended_per_s: f64,
    /// Of the seconds: what a pause leaves.
    median_ended: f64,
    mean_us: f64,
    failed_percent: f64,
}

impl ThroughputLevel {
    fn of(counts: &CountsBySecond, part: Range<usize>) -> ThroughputLevel {
        let sum = |values: &[f64]| values[part.clone()].iter().sum::<f64>();
        let (ended, seconds) = (sum(&counts.ended), part.len().max(1) as f64);
        let mut sorted = counts.ended[part.clone()].to_vec();
        sorted.sort_by(f64::total_cmp);
        ThroughputLevel {
            from: part.start,
            seconds,
            median_ended: sorted.get(sorted.len() / 2).copied().unwrap_or(0.0),
            succeeded_per_s: sum(&counts.succeeded) / seconds,
            ended_per_s: ended / seconds,
            mean_us: sum(&counts.times_us) / sum(&counts.timed).max(1.0),
            failed_percent: 100.0 * sum(&counts.failed) / ended.max(1.0),
        }
    }
}

/// `users`: of a closed model, where they are known.
pub(crate) fn changes(window: &Window, users: Option<f64>) -> (Option<Slowdown>, Option<LoadMove>) {
    let counts = CountsBySecond::of(window);
    let slowed = Slowdown::of(window, &counts, users);
    let moved = users.filter(|_| slowed.is_none()).and_then(|users| LoadMove::of(window, &counts, users));
    let is_same = |after_s: u32| {
        let (first, later) = halves(window, after_s);
        // Other work, or other users, are another load.
        let is_same_work = mix_differs(&mix_of(&first), &mix_of(&later)).is_none();
        let apart = users_reported(&first)
            .zip(users_reported(&later))
            .map_or(0.0, |(a, b)| (a - b).abs() / a.max(b).max(1.0));
        is_same_work && (!window.generator.arrivals.is_empty() || apart <= USERS_DIFFER)
    };
    let slowed = slowed.filter(|slowed| is_same(slowed.after_s));
    (slowed, moved.filter(|(_, after_s)| is_same(*after_s)).map(|(moved, _)| moved))
}

/// Users that came or went by so much are another load.
const USERS_DIFFER: f64 = 0.05;

/// Its seconds before and from so many seconds after its beginning on.
fn halves<'a>(window: &Window<'a>, after_s: u32) -> (Vec<&'a Second>, Vec<&'a Second>) {
    let from = window.from_us.div_ceil(SECOND_US) + u64::from(after_s);
    window.seconds.iter().copied().partition(|second| u64::from(second.second) < from)
}

fn requests<'a>(seconds: &[&'a Second]) -> impl Iterator<Item = (&'a TransactionKey, &'a Interval)> {
    let all = seconds.iter().flat_map(|second| &second.transactions).collect::<Vec<_>>();
    all.into_iter().filter(|(of, _)| of.kind == TransactionKind::Request)
}

/// Within which nine of ten requests were answered.
fn p90_us(seconds: &[&Second]) -> f64 {
    let mut all = Latencies::default();
    requests(seconds).for_each(|(_, found)| all.merge(&found.response));
    all.quantile_us(0.9).map_or(0.0, |us| us as f64)
}

impl Slowdown {
    fn of(window: &Window, all: &CountsBySecond, users: Option<f64>) -> Option<Slowdown> {
        // Of the seconds in which something succeeded: an outage is none of the two levels.
        let (counts, places) = all.without_pauses();
        let counts = &counts;
        let is_open = !window.generator.arrivals.is_empty();
        let length_s = if is_open { LEVEL_S } else { LEVEL_OF_USERS_S };
        let levels = counts.levels(&counts.succeeded, length_s);
        let falls = |at: &usize| {
            let (before, after) = levels.split_at(*at);
            let least = before.iter().map(|level| level.succeeded_per_s).fold(f64::INFINITY, f64::min);
            let most = after.iter().map(|level| level.succeeded_per_s).fold(0.0, f64::max);
            least >= CHANGED * most && most > 0.0
        };
        let from = levels[(1..levels.len()).find(falls)?].from;
        let length = counts.succeeded.len();
        let first = ThroughputLevel::of(counts, 0..from);
        let later = ThroughputLevel::of(counts, from..length);
        let fails_more = later.failed_percent >= first.failed_percent + FAILED_MORE_PERCENT;
        // A few long ones in a closed model take the users from all others without any of these being slower.
        let place = *places.get(from)?;
        let (before, after) = halves(window, place as u32);
        // Not of logs without durations.
        let has_times = first.mean_us > 0.0;
        let is_slower = has_times
            && later.mean_us >= CHANGED * first.mean_us
            && p90_us(&after) >= CHANGED * p90_us(&before);
        let is_systems = match users {
            _ if is_open => {
                let due = window.by_whole_second(due);
                due_per_s(&due[place..]) * CHANGED >= due_per_s(&due[..place])
            }
            Some(users) => fails_more || is_slower && share_of_system(users, &first, &later) >= OF_SYSTEM,
            None => fails_more || is_slower,
        };
        // Until the first of the longest requests ended, users who were to make them made others.
        let is_start = window
            .total
            .response
            .quantile_us(0.99)
            .is_some_and(|longest_us| (from as u64) * SECOND_US < longest_us);
        let is_long = length - from >= length_s && from >= LEVEL_S && (is_open || !is_start);
        // A pause at the end lowers the mean of what came before it in the same level.
        let middle = (first.succeeded_per_s + later.succeeded_per_s) / 2.0;
        let below = counts.succeeded[from..].iter().filter(|count| **count < middle).count();
        let is_level = below as f64 >= OF_LEVEL * (length - from) as f64;
        let is_apart =
            is_beyond_chance((first.succeeded_per_s, first.seconds), (later.succeeded_per_s, later.seconds));
        let ends_so = counts.ends_below(middle) && !alternates(&counts.succeeded, from, &first, &later);
        (is_systems && is_long && is_level && is_apart && ends_so).then_some(Slowdown {
            after_s: place as u32,
            from_s: window.run_s(place),
            first_per_s: first.succeeded_per_s,
            later_per_s: later.succeeded_per_s,
            first_us: first.mean_us,
            later_us: later.mean_us,
            first_failed_percent: first.failed_percent,
            later_failed_percent: later.failed_percent,
            is_gradual: falls_within(&counts.succeeded[..from]) && falls_within(&counts.succeeded[from..]),
        })
    }
}

/// Visits to the other level, two seconds or longer each: one may be a pause.
const VISITS: usize = 2;
const VISIT_S: usize = 2;
/// They are as near to it, as a part of what lies between the levels, or beyond it.
const NEAR: f64 = 0.25;
/// Of the time of a level: what is less is chance, or a few pauses.
const VISITED: f64 = 0.15;

/// Both levels come again and again: the system did not change in that second.
fn alternates(succeeded: &[f64], from: usize, first: &ThroughputLevel, later: &ThroughputLevel) -> bool {
    let (high, low) = (first.succeeded_per_s, later.succeeded_per_s);
    let (middle, near) = ((high + low) / 2.0, NEAR * (high - low));
    let visits = |part: &[f64], is_other: &dyn Fn(f64) -> bool, is_near: &dyn Fn(f64) -> bool| {
        let mean = |run: &[f64]| run.iter().sum::<f64>() / run.len() as f64;
        let runs = part.chunk_by(|a, b| is_other(*a) == is_other(*b));
        let visits = runs.filter(|run| run.len() >= VISIT_S && is_other(run[0]) && is_near(mean(run)));
        let (n, seconds) = visits.fold((0, 0), |(n, seconds), run| (n + 1, seconds + run.len()));
        if seconds as f64 >= VISITED * part.len() as f64 { n } else { 0 }
    };
    // What leads over to the change is no visit.
    let before = from - succeeded[..from].iter().rev().take_while(|count| **count < middle).count();
    let of_first = visits(&succeeded[..before], &|count| count < middle, &|mean| mean <= low + near);
    let of_later = visits(&succeeded[from..], &|count| count > middle, &|mean| mean >= high - near);
    // The first level comes again, or the other one came often.
    of_first + of_later >= VISITS && (of_later > 0 || of_first > VISITS)
}

/// Seconds at the beginning of a window in which the system was slower and fewer requests succeeded than later, and the mean response
/// times before and later. Only of a closed model.
pub(crate) fn slow_start(window: &Window, users: f64) -> Option<(u32, f64, f64)> {
    if !window.generator.arrivals.is_empty() {
        return None;
    }
    let counts = CountsBySecond::of(window);
    let levels = counts.levels(&counts.succeeded, LEVEL_S);
    let rises = |at: &usize| {
        let (before, after) = levels.split_at(*at);
        let most = before.iter().map(|level| level.succeeded_per_s).fold(0.0, f64::max);
        let least = after.iter().map(|level| level.succeeded_per_s).fold(f64::INFINITY, f64::min);
        least >= CHANGED * most
    };
    let from = levels[(1..levels.len()).rfind(rises)?].from;
    let length = counts.succeeded.len();
    let first = ThroughputLevel::of(&counts, 0..from);
    let later = ThroughputLevel::of(&counts, from..length);
    let is_slower = first.mean_us >= CHANGED * later.mean_us;
    let is_start = from >= LEVEL_S && 2 * from <= length;
    (is_start && is_slower && share_of_system(users, &later, &first) >= OF_SYSTEM).then_some((
        from as u32,
        first.mean_us,
        later.mean_us,
    ))
}

impl LoadMove {
    /// From the first level to the last, and the second in which that begins.
    fn of(window: &Window, counts: &CountsBySecond, users: f64) -> Option<(LoadMove, u32)> {
        // Users whose requests take so long, and may end after the window only, are no users of whom the load moved.
        let is_stuck = window.longest_us() >= LEVEL_OF_USERS_S as u64 * SECOND_US;
        if !window.generator.arrivals.is_empty() || is_stuck {
            return None;
        }
        let levels = counts.levels(&counts.ended, LEVEL_OF_USERS_S);
        let (first, last) = (levels.first()?, levels.last()?);
        let (low, high) = if first.median_ended < last.median_ended { (first, last) } else { (last, first) };
        // By medians: a burst or a pause is no level.
        let differ =
            low.median_ended > PAUSE * high.median_ended && high.median_ended >= MOVED * low.median_ended;
        let fail_alike = (low.failed_percent - high.failed_percent).abs() < FAILED_MORE_PERCENT;
        let apart = is_beyond_chance((high.ended_per_s, high.seconds), (low.ended_per_s, low.seconds));
        // Users who are mostly in requests are not moved by what lies between these; where answers take longer as fewer come, it is
        // not the load alone that moved.
        let between_us = users * SECOND_US as f64 / low.ended_per_s.max(1e-9) - low.mean_us;
        let is_between = between_us > low.mean_us && low.mean_us < CHANGED * high.mean_us;
        let is_moved = is_between
            && apart
            && differ
            && fail_alike
            && share_of_system(users, high, low) < 1.0 - OF_SYSTEM;
        let moved = LoadMove { least_per_s: low.ended_per_s, most_per_s: high.ended_per_s };
        is_moved.then_some((moved, last.from as u32))
    }
}

/// Standard deviations of two Poisson counts' rates: levels are picked for being apart.
const CHANCE: f64 = 5.0;

/// Rates over so many seconds.
fn is_beyond_chance(high: (f64, f64), low: (f64, f64)) -> bool {
    let error = (high.0 / high.1.max(1.0) + low.0 / low.1.max(1.0)).sqrt();
    high.0 - low.0 > CHANCE * error
}

/// So much less, by more than chance, in its second half.
const FELL: f64 = 1.1;

fn falls_within(counts: &[f64]) -> bool {
    let (first, later) = counts.split_at(counts.len() / 2);
    let rate = |part: &[f64]| (part.iter().sum::<f64>() / part.len().max(1) as f64, part.len() as f64);
    let (first, later) = (rate(first), rate(later));
    first.0 >= FELL * later.0 && is_beyond_chance(first, later)
}

/// Which part of what a user's requests lie further apart is longer response time: ΔR of Δ(N/X).
fn share_of_system(users: f64, fast: &ThroughputLevel, slow: &ThroughputLevel) -> f64 {
    let apart_us = |level: &ThroughputLevel| users * SECOND_US as f64 / level.ended_per_s.max(1e-9);
    (slow.mean_us - fast.mean_us) / (apart_us(slow) - apart_us(fast)).max(1.0)
}

/// That were due, per second.
fn due_per_s(due: &[f64]) -> f64 {
    due.iter().sum::<f64>() / due.len().max(1) as f64
}

fn due(second: &Second) -> f64 {
    second.generator.arrivals.values().map(|arrivals| arrivals.due as f64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::LoadStep;

    /// Of seconds with so many requests, of which so many failed, that took so long.
    fn of<T>(levels: &[(usize, u64, u64, u64)], look: impl Fn(&Window) -> T) -> T {
        let noise = |i: usize| [0, 2, 1, 3, 1][i % 5];
        let all = levels.iter().flat_map(|level| std::iter::repeat_n(*level, level.0));
        let seconds: Vec<Second> = all
            .enumerate()
            .map(|(i, (_, count, failed, us))| {
                let requests = if count > 10 { count + noise(i) } else { count };
                let mut interval = Interval { requests, ..Interval::default() };
                // 0: how long they took is not known.
                (0..requests).filter(|_| us > 0).for_each(|_| interval.response.record_us(us));
                if failed > 0 {
                    interval.errors.insert((plimsoll_run::ErrorKind::Status, "500".to_owned()), failed);
                }
                let key = TransactionKey { name: "a".to_owned(), kind: TransactionKind::Request };
                Second {
                    second: i as u32,
                    step: 1,
                    transactions: [(key, interval)].into(),
                    ..Second::default()
                }
            })
            .collect();
        let to_us = seconds.len() as u64 * SECOND_US;
        let step =
            LoadStep { number: 1, measured_to_us: Some(to_us), ended_us: Some(to_us), ..LoadStep::default() };
        look(&Window::of_seconds(&step, &seconds.iter().collect::<Vec<_>>()))
    }

    fn slowed(levels: &[(usize, u64, u64, u64)], users: f64) -> Option<u32> {
        of(levels, |window| changes(window, Some(users)).0).map(|slowed| slowed.after_s)
    }

    fn moved(levels: &[(usize, u64, u64, u64)], users: f64) -> Option<(f64, f64)> {
        let round = |moved: LoadMove| (moved.least_per_s.round(), moved.most_per_s.round());
        of(levels, |window| changes(window, Some(users)).1).map(round)
    }

    #[test]
    fn a_system_that_slows_down_is_no_load_that_falls() {
        // 60 users: 100/s are 600 ms apart, 50/s 1.2 s.
        assert_eq!(slowed(&[(60, 100, 0, 100_000), (60, 50, 0, 700_000)], 60.0), Some(60));
        assert_eq!(slowed(&[(60, 100, 0, 100_000), (60, 50, 0, 100_000)], 60.0), None, "a timer");
        assert_eq!(slowed(&[(60, 100, 0, 100_000), (60, 110, 60, 80_000)], 60.0), Some(60), "failures");
        assert_eq!(slowed(&[(120, 100, 0, 100_000)], 60.0), None, "steady");
        assert_eq!(slowed(&[(60, 100, 0, 100_000), (20, 40, 0, 900_000), (60, 100, 0, 100_000)], 60.0), None);
        let again = [(100, 100, 0, 100_000), (20, 40, 0, 900_000), (6, 100, 0, 100_000)];
        assert_eq!(slowed(&again, 60.0), None, "it passed");
        assert_eq!(slowed(&[(100, 100, 0, 100_000), (6, 50, 0, 700_000)], 60.0), None, "a pause at the end");
        let (fast, slow) = ((5, 100, 0, 100_000), (3, 40, 0, 900_000));
        let in_turn = [fast, slow, fast, slow, fast, (12, 40, 0, 900_000)];
        assert_eq!(slowed(&in_turn, 60.0), None, "levels in turn, of which the last is long");
        let once = [(20, 100, 0, 100_000), slow, (20, 100, 0, 100_000), (40, 40, 0, 900_000)];
        assert_eq!(slowed(&once, 60.0), Some(43), "one pause before it");
        let pause = (2, 0, 0, 0);
        let twice = [(100, 100, 0, 100_000), pause, (100, 100, 0, 100_000), pause, (90, 100, 0, 100_000)];
        let twice: Vec<_> = twice.into_iter().chain([(300, 40, 0, 900_000)]).collect();
        assert_eq!(slowed(&twice, 60.0), Some(294), "two pauses before it");
    }

    #[test]
    fn an_outage_is_neither_of_the_two_levels() {
        let out = (12, 0, 0, 0);
        let rates = |levels: &[(usize, u64, u64, u64)]| {
            let found = of(levels, |window| changes(window, Some(60.0)).0);
            found.map(|of| (of.after_s, of.first_per_s.round(), of.later_per_s.round()))
        };
        let lower = rates(&[(40, 100, 0, 100_000), out, (40, 75, 0, 300_000)]);
        assert_eq!(lower, Some((52, 101.0, 76.0)));
        assert_eq!(rates(&[(40, 100, 0, 100_000), out, (40, 100, 0, 100_000)]), None, "it came back");
        let to_end = rates(&[(60, 100, 0, 100_000), (30, 4, 0, 9_000_000)]);
        assert_eq!(to_end.map(|(after_s, ..)| after_s), Some(60), "it did not");
    }

    #[test]
    fn what_falls_all_the_time_did_not_change_in_one_second() {
        let is_gradual = |levels: &[(usize, u64, u64, u64)]| {
            of(levels, |window| changes(window, Some(60.0)).0).map(|slowed| slowed.is_gradual)
        };
        assert_eq!(is_gradual(&[(60, 100, 0, 100_000), (60, 50, 0, 700_000)]), Some(false));
        // 60 users: N / X − 0.5 s.
        let falling: Vec<(usize, u64, u64, u64)> =
            (0..12).map(|part| 110 - 6 * part).map(|n| (10, n, 0, 60_000_000 / n - 500_000)).collect();
        assert_eq!(is_gradual(&falling), Some(true));
    }

    #[test]
    fn a_load_that_moves_is_no_system_that_slows_down() {
        assert_eq!(moved(&[(60, 100, 0, 100_000), (60, 50, 0, 100_000)], 60.0), Some((51.0, 101.0)));
        assert_eq!(moved(&[(60, 100, 0, 100_000), (60, 50, 0, 700_000)], 60.0), None);
        let stuck = [(60, 100, 0, 100_000), (60, 50, 0, 100_000), (1, 1, 1, 60_000_000)];
        assert_eq!(moved(&stuck, 60.0), None, "half of the users got no answer");
        assert_eq!(
            moved(&[(60, 100, 0, 100_000), (12, 0, 0, 0), (60, 100, 0, 100_000)], 60.0),
            None,
            "a pause"
        );
    }

    #[test]
    fn a_slow_start_is_of_the_system() {
        let start = |levels: &[(usize, u64, u64, u64)]| of(levels, |window| slow_start(window, 4.0));
        let found = start(&[(8, 16, 0, 250_000), (14, 180, 0, 22_000)]);
        assert_eq!(found.map(|(seconds, ..)| seconds), Some(8), "{found:?}");
        assert_eq!(start(&[(8, 16, 0, 22_000), (14, 180, 0, 22_000)]), None, "users came later");
        assert_eq!(start(&[(22, 180, 0, 22_000)]), None);
    }

    #[test]
    fn the_end_of_a_log_without_durations_is_no_slower_system() {
        assert_eq!(of(&[(60, 40, 0, 0), (30, 15, 0, 0)], |window| changes(window, None).0), None);
        let failing = of(&[(60, 40, 0, 0), (30, 40, 25, 0)], |window| changes(window, None).0);
        assert_eq!(failing.map(|slowed| slowed.after_s), Some(60));
    }
}
