//! Users of a closed model who wait long for an answer while others are served: a lock, a lost connection, a pool whose connections were
//! never given back. Requests hardly show it, for a user who waits sends nothing more; the users' time does.

use super::window::{Window, users_reported};
use plimsoll_run::record::Second;
use plimsoll_run::{Interval, Latencies, SECOND_US, TransactionKind};
use serde::Serialize;
use std::borrow::Cow;
use std::ops::Range;

/// So many users waited at one time of a window, each for an answer that took far longer than usual.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StuckUsers {
    /// The most of them that waited together for eight seconds.
    pub users: u32,
    /// Users that ran then.
    pub of_users: f64,
    /// From the run's start: the longest time around it in which half as many or more waited.
    pub from_s: f64,
    pub to_s: f64,
    /// The longest wait of that time, also where it ended after the window; of requests that were given up, their mean.
    pub longest_us: u64,
    /// Within which half of all requests that succeeded were answered.
    pub usual_us: u64,
    /// All such waits, of the users' time in the window.
    pub percent_of_time: f64,
}

/// A shorter wait is a slow answer.
const LONG_US: u64 = 10 * SECOND_US;
/// What succeeds after so many times its transaction's median is no property of the transaction; what fails, after so many times the
/// median of all that succeed.
const TIMES_MEDIAN: u64 = 20;
const TIMES_MEDIAN_FAILED: u64 = 10;
/// Of heavy-tailed times some are as long. Users who are stuck take so many times the time of waits that are up to four times shorter.
const TIMES_BETWEEN: f64 = 3.0;
const BETWEEN: u64 = 4;
/// Long answers that belong to the system begin all the time; so many times more than usual begin together within ten seconds where
/// something happened.
const TIMES_TOGETHER: f64 = 4.0;
const BEGIN_S: usize = 10;
/// Of a window: so much of it is nearly all.
const THROUGHOUT: f64 = 0.8;
/// Together for so long: ten seconds have eight whole ones wherever they begin.
const TOGETHER_S: usize = 8;
/// Of a window that is hardly longer than that: what lasts for so much of it.
const OF_SHORT_WINDOW: f64 = 0.7;
/// Fewer, a smaller part of the users, or of their time, are chance: a lost packet, a connection.
const USERS_MIN: f64 = 2.0;
const USERS_SHARE: f64 = 0.1;
const TIME_SHARE: f64 = 0.02;
/// More of the users' time makes the step one of another load.
const OTHER_LOAD_PERCENT: f64 = 10.0;

/// Requests that took long, by the second in which they ended: when they began and ended on the run's clock, in the window.
struct Wait {
    from_us: u64,
    to_us: u64,
    us: u64,
    count: f64,
}

impl Wait {
    fn of(window: &Window, ended_us: u64, us: u64, count: u64) -> Option<Wait> {
        let (from_us, to_us) = (ended_us.saturating_sub(us).max(window.from_us), ended_us.min(window.to_us));
        (from_us < to_us && count > 0).then_some(Wait { from_us, to_us, us, count: count as f64 })
    }

    fn users_us(&self) -> f64 {
        self.count * (self.to_us - self.from_us) as f64
    }
}

impl StuckUsers {
    /// `users`: of a closed model.
    pub(crate) fn of(window: &Window, users: f64) -> Option<StuckUsers> {
        let usual_us = succeeded(&window.total).quantile_us(0.5)?;
        let mut waits = failed_waits(window, usual_us);
        waits.extend(succeeded_waits(window));
        waits.extend(given_up(window, users, usual_us, &waits));
        let by_second = by_second(window, &waits);
        let (most, at) = most_together(&by_second)?;
        let most = most.min(users);
        let stretch = around(&by_second, at, most / 2.0);
        let of_users = users_in(window, &stretch).unwrap_or(users).max(most);
        let share_of_time = waits.iter().map(Wait::users_us).sum::<f64>()
            / (users * (window.to_us - window.from_us) as f64).max(1.0);
        let is_many = most >= USERS_MIN && most >= USERS_SHARE * of_users && share_of_time >= TIME_SHARE;
        let start_us = |second: usize| window.from_us + second as u64 * SECOND_US;
        let is_then =
            |wait: &&Wait| wait.from_us < start_us(stretch.end) && wait.to_us > start_us(stretch.start);
        is_many.then_some(StuckUsers {
            users: most.round() as u32,
            of_users,
            from_s: start_us(stretch.start) as f64 / SECOND_US as f64,
            to_s: start_us(stretch.end).min(window.to_us) as f64 / SECOND_US as f64,
            longest_us: waits.iter().filter(is_then).map(|wait| wait.us).max().unwrap_or(0),
            usual_us,
            percent_of_time: 100.0 * share_of_time.min(1.0),
        })
    }

    /// So many were missing that the step is not one of its load.
    pub fn is_other_load(&self) -> bool {
        self.percent_of_time >= OTHER_LOAD_PERCENT
    }
}

/// Every second in which a request may have ended that was under way in the window, and its requests.
fn ended<'w>(window: &'w Window) -> impl Iterator<Item = (u64, &'w Interval)> {
    let seconds = window.seconds.iter().chain(window.after());
    seconds.flat_map(|second| {
        let ended_us = (u64::from(second.second) + 1) * SECOND_US;
        let requests = second.transactions.iter().filter(|(of, _)| of.kind == TransactionKind::Request);
        requests.map(move |(_, interval)| (ended_us, interval))
    })
}

fn failed_waits(window: &Window, usual_us: u64) -> Vec<Wait> {
    let long_us = LONG_US.max(TIMES_MEDIAN_FAILED.saturating_mul(usual_us));
    let of_second = |(ended_us, interval): (u64, &Interval)| {
        let long = interval.failed.buckets().filter(|(us, _)| *us >= long_us);
        long.filter_map(|(us, count)| Wait::of(window, ended_us, us, count)).collect::<Vec<_>>()
    };
    ended(window).flat_map(of_second).collect()
}

/// Only where there is hardly anything between usual answers and such ones, and they began together.
fn succeeded_waits(window: &Window) -> Vec<Wait> {
    let mut all = Vec::new();
    let requests = window.transactions.iter().filter(|(of, _)| of.kind == TransactionKind::Request);
    for (transaction, interval) in requests {
        let Some(median_us) = succeeded(interval).quantile_us(0.5) else { continue };
        let long_us = LONG_US.max(TIMES_MEDIAN.saturating_mul(median_us));
        let (mut waits, mut between_us) = (Vec::new(), 0.0);
        for second in window.seconds.iter().chain(window.after()) {
            let Some(interval) = second.transactions.get(*transaction) else { continue };
            let ended_us = (u64::from(second.second) + 1) * SECOND_US;
            for (us, count) in succeeded(interval).buckets().filter(|(us, _)| *us >= long_us / BETWEEN) {
                match us >= long_us {
                    true => waits.extend(Wait::of(window, ended_us, us, count)),
                    false => between_us += (us * count) as f64,
                }
            }
        }
        let waited_us: f64 = waits.iter().map(Wait::users_us).sum();
        if waited_us >= TIMES_BETWEEN * between_us && begin_together(window, &waits) {
            all.extend(waits);
        }
    }
    all
}

fn begin_together(window: &Window, waits: &[Wait]) -> bool {
    let length = seconds(window);
    let mut begin = vec![0.0; length];
    for wait in waits {
        let second = ((wait.from_us - window.from_us) / SECOND_US) as usize;
        begin[second.min(length - 1)] += wait.count;
    }
    let all: f64 = begin.iter().sum();
    let usual = all * BEGIN_S as f64 / length.max(BEGIN_S) as f64;
    let most = begin.windows(BEGIN_S.min(length)).map(|part| part.iter().sum::<f64>()).fold(0.0, f64::max);
    // Those that last for nearly all of it began together, before it or at its beginning.
    let window_us = (window.to_us - window.from_us) as f64;
    let are_throughout =
        waits.iter().all(|wait| (wait.to_us - wait.from_us) as f64 >= THROUGHOUT * window_us);
    if all >= USERS_MIN && are_throughout {
        return true;
    }
    // Of a short window most is usual: what begins in half of it.
    most >= TIMES_TOGETHER * usual || most >= USERS_MIN && most > 0.9 * all && length >= 2 * BEGIN_S
}

/// Response times of the requests that succeeded.
fn succeeded(interval: &Interval) -> Cow<'_, Latencies> {
    if interval.failed.is_empty() {
        return Cow::Borrowed(&interval.response);
    }
    let failed: std::collections::BTreeMap<u64, u64> = interval.failed.buckets().collect();
    let without = |(us, n): (u64, u64)| (us, n.saturating_sub(failed.get(&us).copied().unwrap_or(0)));
    let left = interval.response.buckets().map(without).filter(|(_, n)| *n > 0);
    Cow::Owned(Latencies::from_counts(left))
}

/// What was given up at the end is recorded nowhere: it took what is missing of the users' time.
fn given_up(window: &Window, users: f64, usual_us: u64, waits: &[Wait]) -> Option<Wait> {
    let count = window.step.abandoned;
    let workers = || window.generator.workers.values();
    let occupied_us: u64 = workers().map(|worker| worker.busy_us + worker.think_us).sum();
    if count == 0 || occupied_us == 0 {
        return None;
    }
    let late = waits.iter().filter(|wait| wait.to_us >= window.to_us);
    let late_us = late.map(Wait::users_us).sum::<f64>() as u64;
    let all_us = (users * (window.to_us - window.from_us) as f64) as u64;
    let missing_us = all_us.saturating_sub(occupied_us + late_us);
    let length_us = window.to_us - window.from_us;
    let long_us = LONG_US.min((OF_SHORT_WINDOW * length_us as f64) as u64);
    let long_us = long_us.max(TIMES_MEDIAN_FAILED.saturating_mul(usual_us));
    // Some of them had just begun, as always.
    let answered_us = window.total.response.mean_us().unwrap_or(0.0) * window.total.requests as f64;
    let usual = (answered_us / length_us.max(1) as f64).ceil() as u64;
    // Of a request that is under way at any time half of the mean of its time's square over its mean is past.
    let (sum, squares) = window.total.response.buckets().fold((0.0, 0.0), |(sum, squares), (us, n)| {
        let (us, n) = (us as f64, n as f64);
        (sum + n * us, squares + n * us * us)
    });
    let usual_us = if sum > 0.0 { (usual as f64 * squares / (2.0 * sum)) as u64 } else { 0 };
    let all = (count, missing_us);
    let others = (count.saturating_sub(usual).max(1), missing_us.saturating_sub(usual_us));
    let of_each = [all, others].map(|(count, us)| (count, (us / count).min(length_us)));
    let (count, each_us) = of_each.into_iter().find(|(_, each_us)| *each_us >= long_us)?;
    Wait::of(window, window.to_us, each_us, count)
}

fn seconds(window: &Window) -> usize {
    ((window.to_us - window.from_us).div_ceil(SECOND_US) as usize).max(1)
}

/// Users who waited in each second of the window.
fn by_second(window: &Window, waits: &[Wait]) -> Vec<f64> {
    let mut users = vec![0.0; seconds(window)];
    for wait in waits {
        let (from, to) = (wait.from_us - window.from_us, wait.to_us - window.from_us);
        for place in from / SECOND_US..to.div_ceil(SECOND_US) {
            let inside_us = to.min((place + 1) * SECOND_US) - from.max(place * SECOND_US);
            if let Some(users) = users.get_mut(place as usize) {
                *users += wait.count * inside_us as f64 / SECOND_US as f64;
            }
        }
    }
    users
}

/// The most that waited in each of some seconds in a row, and the first of them.
fn most_together(users: &[f64]) -> Option<(f64, usize)> {
    let least = |seconds: &[f64]| seconds.iter().copied().fold(f64::INFINITY, f64::min);
    let all = users.windows(TOGETHER_S).map(least).zip(0..);
    all.max_by(|(a, at), (b, other)| a.total_cmp(b).then(other.cmp(at)))
}

/// Seconds around that one in which as many or more waited.
fn around(users: &[f64], at: usize, least: f64) -> Range<usize> {
    let is_less = |users: &f64| *users < least;
    let from = users[..at].iter().rposition(is_less).map_or(0, |before| before + 1);
    let to = users[at..].iter().position(is_less).map_or(users.len(), |after| at + after);
    from..to
}

/// That ran in these seconds of the window, as the load generator reported.
fn users_in(window: &Window, part: &Range<usize>) -> Option<f64> {
    let start_us = |second: usize| window.from_us + second as u64 * SECOND_US;
    let times = start_us(part.start)..start_us(part.end);
    let is_in = |second: &&Second| times.contains(&(u64::from(second.second) * SECOND_US));
    users_reported(&window.seconds.iter().copied().filter(is_in).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::{LoadStep, TransactionKey, WorkerInterval};

    const LENGTH_S: u32 = 120;

    /// 20 users for two minutes; `long`: answers that came in a second, how many and after which time; an odd one is a failure.
    fn of(long: &[(u32, u64, u64)], abandoned: u64, occupied_us: u64) -> Option<StuckUsers> {
        let key = TransactionKey { name: "a".to_owned(), kind: TransactionKind::Request };
        let second = |second: u32| {
            let mut interval = Interval::default();
            let usual = if second < LENGTH_S { 100 } else { 0 };
            (0..usual).for_each(|_| interval.response.record_us(20_000));
            for (_, count, us) in long.iter().filter(|(at, ..)| *at == second) {
                (0..*count).for_each(|_| interval.response.record_us(*us));
                (0..*count).filter(|_| *us % 2 == 1).for_each(|_| interval.failed.record_us(*us));
            }
            interval.requests = interval.response.count();
            let mut found = Second { second, step: 1, ..Second::default() };
            found.transactions.insert(key.clone(), interval);
            let worker = WorkerInterval { users: 20, busy_us: occupied_us, ..WorkerInterval::default() };
            found.generator.workers.insert(0, worker);
            found
        };
        let seconds: Vec<Second> = (0..2 * LENGTH_S).map(second).collect();
        let step = LoadStep {
            number: 1,
            abandoned,
            measured_to_us: Some(u64::from(LENGTH_S) * SECOND_US),
            ended_us: Some(2 * u64::from(LENGTH_S) * SECOND_US),
            ..LoadStep::default()
        };
        StuckUsers::of(&Window::of_seconds(&step, &seconds.iter().collect::<Vec<_>>()), 20.0)
    }

    #[test]
    fn users_who_wait_for_one_answer_are_counted_by_their_time() {
        // 17 users from second 40 on, of whom the last is answered a minute after the window.
        let found = of(&[(100, 8, 60_000_000), (160, 9, 120_000_000)], 0, 0).expect("stuck");
        assert_eq!((found.users, found.of_users, found.from_s, found.to_s), (17, 20.0, 41.0, 120.0));
        assert!(
            (found.percent_of_time - 100.0 * (8.0 * 60.0 + 9.0 * 79.0) / 2_400.0).abs() < 0.5,
            "{found:?}"
        );
        assert!(found.is_other_load() && found.usual_us.abs_diff(20_000) < 100, "{found:?}");
    }

    #[test]
    fn a_slow_answer_or_two_are_no_users_who_are_stuck() {
        assert_eq!(of(&[(60, 1, 12_000_000), (90, 1, 12_000_000)], 0, 0), None, "one after the other");
        assert_eq!(of(&[(60, 17, 9_000_000)], 0, 0), None, "not for long");
        assert_eq!(of(&[(200, 17, 70_000_000)], 0, 0), None, "they began after the window");
    }

    #[test]
    fn users_who_wait_through_a_whole_window_are_stuck_however_short_it_is() {
        // 4 of 20 users wait from before the window until after it.
        let found = of(&[(121, 4, 125_000_000)], 0, 0).expect("stuck");
        assert_eq!((found.users, found.from_s), (4, 0.0));
    }

    #[test]
    fn long_answers_that_come_all_the_time_are_the_systems_and_failures_are_not() {
        let all = |us: u64| (1..8).map(|n| (n * 15, 3, us)).collect::<Vec<_>>();
        assert_eq!(of(&all(14_000_000), 0, 0), None, "a kind of answer that takes so long");
        let failed = of(&all(14_000_001), 0, 0).expect("time-outs");
        assert_eq!(failed.users, 3);
        // Of each transaction that hangs for all who call it, nothing else is known.
        let mut between: Vec<(u32, u64, u64)> = (1..100).map(|n| (n, 1, 6_000_000)).collect();
        between.push((100, 5, 50_000_000));
        assert_eq!(of(&between, 0, 0), None, "the end of a tail");
    }

    #[test]
    fn what_was_given_up_took_what_is_missing_of_the_users_time() {
        // 3 of 20 users go on; the others wait from second 60 on.
        let found = of(&[], 17, 11_500_000).expect("stuck");
        assert_eq!((found.users, found.to_s), (17, 120.0));
        assert!((found.from_s - 60.0).abs() < 2.0, "{found:?}");
        assert_eq!(of(&[], 17, 20_000_000), None, "all of their time is known");
        // 16 of 20 go on, four wait all the time; two more had just begun.
        let found = of(&[], 6, 16_000_000).expect("stuck");
        assert!(found.users >= 4 && found.is_other_load(), "{found:?}");
    }
}
