//! The seconds of a step that count.

use super::never_arrived;
use super::outside::{Outside, seconds_after};
use crate::statistics::{Estimate, ratio_bounds};
use plimsoll_run::record::Second;
use plimsoll_run::{
    GeneratorInterval, Interval, Latencies, LoadStep, Run, SECOND_US, TransactionKey, TransactionKind,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// More requests than arrivals by this factor are of arrivals that make several.
const SINGLE: f64 = 1.2;

/// What was measured in a step, summed over the seconds that count.
pub(crate) struct Window<'a> {
    pub step: &'a LoadStep,
    pub from_us: u64,
    pub to_us: u64,
    /// Recorded seconds, also those only partly inside where the window's edge is the step's.
    pub seconds: Vec<&'a Second>,
    /// Requests on the wire; groups are in `transactions` alone.
    pub total: Interval,
    pub transactions: BTreeMap<&'a TransactionKey, Interval>,
    pub generator: GeneratorInterval,
    /// Arrivals that waited for a free user when the window began.
    pub waiting_before: u64,
    /// Seconds of the step after the window, in which what was under way at its end ended.
    after: Vec<&'a Second>,
    /// Scenarios whose arrivals wait for a user: what is dropped of them is what still waited when the time was over.
    queueing: BTreeSet<&'a str>,
    /// Its seconds are means of longer times.
    means_only: bool,
    pub outside: Outside,
}

impl<'a> Window<'a> {
    /// A second that is only partly in the window counts only if the step did nothing outside the window
    /// in that second (no ramp before, no drain after): so it is for plans bound by iterations, whose
    /// windows are not whole seconds. Otherwise the window shrinks to whole seconds.
    pub fn of(run: &'a Run, step: &'a LoadStep) -> Window<'a> {
        let mut window = Window::of_seconds(step, &run.seconds_of(step.number).collect::<Vec<_>>());
        window.after.extend(seconds_after(run, step, window.to_us));
        never_arrived::count(&mut window, run);
        Window { means_only: run.header.means_only, ..window }
    }

    /// The same of the recorded seconds of one step.
    pub fn of_seconds(step: &'a LoadStep, recorded: &[&'a Second]) -> Window<'a> {
        let recorded_to_us =
            recorded.iter().map(|s| (u64::from(s.second) + 1) * SECOND_US).max().unwrap_or(0);
        let planned_to_us = step.measured_to_us.unwrap_or(u64::MAX);
        // A step that never ended was measured up to its last recorded second, whatever had been planned.
        let real_to_us =
            if step.ended_us.is_none() { planned_to_us.min(recorded_to_us) } else { planned_to_us };
        let (from_us, to_us) = edges(step, real_to_us.min(recorded_to_us.max(step.measured_from_us)));
        let inside = |s: &&Second| lies_in(s, from_us, to_us);
        let seconds: Vec<&Second> = recorded.iter().copied().filter(inside).collect();
        let before = recorded.iter().filter(|s| (u64::from(s.second) + 1) * SECOND_US <= from_us);
        let waiting_before = before.max_by_key(|s| s.second).map_or(0, |s| waiting(s));
        let is_after = |s: &&Second| u64::from(s.second) * SECOND_US >= to_us;
        let after = recorded.iter().copied().filter(is_after).collect();
        let outside = Outside::of(recorded, inside, to_us);
        let mut window = Window {
            step,
            from_us,
            to_us,
            seconds,
            total: Interval::default(),
            transactions: BTreeMap::new(),
            generator: GeneratorInterval::default(),
            waiting_before,
            after,
            queueing: queueing(recorded.iter().copied()),
            means_only: false,
            outside,
        };
        window.sum();
        window
    }

    /// Whether a second of its step counts.
    pub fn holds(&self, second: &Second) -> bool {
        lies_in(second, self.from_us, self.to_us)
    }

    /// Some of its whole seconds.
    pub fn part(&self, seconds: Range<u32>) -> Window<'a> {
        let first = self.from_us.div_ceil(SECOND_US);
        let from_us = (first + u64::from(seconds.start)) * SECOND_US;
        let to_us = (first + u64::from(seconds.end)) * SECOND_US;
        // Its last part is as long as the window is.
        let to_us = if to_us + SECOND_US > self.to_us { self.to_us } else { to_us };
        let starts_us = |second: &Second| u64::from(second.second) * SECOND_US;
        let before = self.seconds.iter().filter(|second| starts_us(second) < from_us);
        let is_in = |second: &&Second| (from_us..to_us).contains(&starts_us(second));
        let mut part = Window {
            step: self.step,
            from_us: from_us.min(self.to_us),
            to_us,
            seconds: self.seconds.iter().copied().filter(is_in).collect(),
            total: Interval::default(),
            transactions: BTreeMap::new(),
            generator: GeneratorInterval::default(),
            waiting_before: before.max_by_key(|second| second.second).map_or(0, |second| waiting(second)),
            after: self.after.clone(),
            queueing: self.queueing.clone(),
            means_only: self.means_only,
            outside: self.outside,
        };
        part.sum();
        part
    }

    fn sum(&mut self) {
        for second in &self.seconds {
            for (transaction, interval) in &second.transactions {
                self.transactions.entry(transaction).or_default().merge(interval);
            }
            self.generator.merge(&second.generator);
        }
        // Merging is free of order, and there are fewer transactions than seconds.
        let requests = self.transactions.iter().filter(|(t, _)| t.kind == TransactionKind::Request);
        requests.for_each(|(_, interval)| self.total.merge(interval));
        // What is asked of them again and again is found faster in the small form.
        self.transactions.values_mut().for_each(|interval| *interval = interval.packed());
        self.total = self.total.packed();
    }

    pub fn duration_s(&self) -> f64 {
        (self.to_us - self.from_us) as f64 / SECOND_US as f64
    }

    /// Since the run's start: when its `place`-th whole second begins.
    pub fn run_s(&self, place: usize) -> f64 {
        self.from_us.div_ceil(SECOND_US) as f64 + place as f64
    }

    /// A figure of every whole second of the window, 0 for silent ones; of one transaction, or of all requests.
    pub fn by_second(
        &self,
        transaction: Option<&TransactionKey>,
        figure: impl Fn(&Interval) -> f64,
    ) -> Vec<f64> {
        let counts = |found: &TransactionKey| match transaction {
            Some(wanted) => found == wanted,
            None => found.kind == TransactionKind::Request,
        };
        self.by_whole_second(|second| {
            let found = second.transactions.iter().filter(|(found, _)| counts(found));
            found.map(|(_, interval)| figure(interval)).sum()
        })
    }

    /// A figure of every whole second of the window, 0 for those that were not recorded.
    pub fn by_whole_second(&self, figure: impl Fn(&Second) -> f64) -> Vec<f64> {
        let mut figures = vec![0.0; self.whole_seconds_count()];
        for (at, second) in self.whole_seconds() {
            figures[at] += figure(second);
        }
        figures
    }

    /// Of every whole second of the window its place, and what was recorded of it; one may come twice, and a silent one not at all.
    pub fn whole_seconds(&self) -> impl Iterator<Item = (usize, &'a Second)> + '_ {
        let (first, count) = (self.from_us.div_ceil(SECOND_US), self.whole_seconds_count());
        let placed = move |second: &&'a Second| {
            let at = u64::from(second.second).checked_sub(first)? as usize;
            (at < count).then_some((at, *second))
        };
        self.seconds.iter().filter_map(placed)
    }

    pub fn whole_seconds_count(&self) -> usize {
        (self.to_us / SECOND_US).saturating_sub(self.from_us.div_ceil(SECOND_US)) as usize
    }

    /// The same for requests per second that succeeded, in the form that the bootstrap takes; none where seconds are
    /// means, which would look as if nothing varied.
    pub fn rates(&self, transaction: Option<&TransactionKey>) -> Vec<(f64, f64)> {
        if self.means_only {
            return Vec::new();
        }
        let whole = self.by_second(transaction, |i| i.succeeded() as f64).into_iter().map(|n| (n, 1.0));
        let [first, last] = self.partial_seconds(transaction);
        first.into_iter().chain(whole).chain(last).collect()
    }

    /// What succeeded in the window's edges that are no whole seconds, and how long they are: the value counts it too.
    fn partial_seconds(&self, transaction: Option<&TransactionKey>) -> [Option<(f64, f64)>; 2] {
        let of = |from_us: u64, to_us: u64| {
            let inside = self.seconds.iter().filter(|second| u64::from(second.second) == from_us / SECOND_US);
            let found =
                inside.flat_map(|second| &second.transactions).filter(|(found, _)| match transaction {
                    Some(wanted) => *found == wanted,
                    None => found.kind == TransactionKind::Request,
                });
            let succeeded: u64 = found.map(|(_, interval)| interval.succeeded()).sum();
            (to_us > from_us).then(|| (succeeded as f64, (to_us - from_us) as f64 / SECOND_US as f64))
        };
        let first_us = self.from_us.div_ceil(SECOND_US) * SECOND_US;
        let last_us = self.to_us / SECOND_US * SECOND_US;
        match first_us > last_us {
            true => [of(self.from_us, self.to_us), None],
            false => [of(self.from_us, first_us), of(last_us, self.to_us)],
        }
    }

    /// Arrivals that were dropped in a second, for want of a user.
    pub fn dropped_in(&self, second: &Second) -> u64 {
        dropped(second, &self.queueing)
    }

    pub fn dropped(&self) -> u64 {
        self.seconds.iter().map(|second| self.dropped_in(second)).sum()
    }

    /// Requests of arrivals that surely began in the window, had no answer when it ended, and took longer than that in the end or were
    /// given up after as long; but for as many as had begun before the window and took as long within it. Of all that ended in a
    /// second only those are sure that took longer than from the window's end to the end of that second; where an arrival makes one
    /// request and nobody thinks, none begins after the window, and to its beginning is enough.
    pub fn unanswered_over(&self, limit_us: f64) -> u64 {
        let started: u64 = self.generator.arrivals.values().map(|arrivals| arrivals.started).sum();
        if started == 0 {
            return 0;
        }
        // A load that goes on begins others after the window.
        let goes_on =
            self.after.iter().any(|second| second.generator.arrivals.values().any(|a| a.started > 0));
        let is_single =
            self.total.requests as f64 <= SINGLE * started as f64 && !self.outside.is_thinking && !goes_on;
        let sure_us = if is_single { 0 } else { SECOND_US };
        let took = |second: &Second, since_us: u64| over(second, since_us.max(limit_us.max(0.0) as u64));
        let late: u64 = self
            .after
            .iter()
            .map(|second| took(second, u64::from(second.second) * SECOND_US - self.to_us + sure_us))
            .sum();
        let waited_us = self.step.ended_us.unwrap_or(self.to_us).saturating_sub(self.to_us);
        let given_up = if is_single && waited_us as f64 > limit_us { self.step.abandoned } else { 0 };
        let early: u64 = self
            .seconds
            .iter()
            .filter(|_| self.step.started_us < self.from_us)
            .map(|second| took(second, (u64::from(second.second) + 1) * SECOND_US - self.from_us))
            .sum();
        (late + given_up).saturating_sub(early)
    }

    /// Requests that were under way when it ended, of a load that goes on no more than it has users.
    pub fn in_flight(&self) -> u64 {
        let ended_or_given_up = self.outside.ended_after + self.step.abandoned;
        match self.step.users() {
            0 => ended_or_given_up,
            users => ended_or_given_up.min(self.step.abandoned.max(u64::from(users))),
        }
    }

    /// Seconds in which what was under way at its end may have ended; others began in them.
    pub fn after(&self) -> &[&'a Second] {
        &self.after
    }

    /// Requests that took longer than the window and ended after it, as far as they ended at all: they began before it, or in its first
    /// second.
    pub fn under_way_throughout(&self) -> u64 {
        let of_second = |second: &&Second| -> u64 {
            let whole_us = (u64::from(second.second) * SECOND_US).saturating_sub(self.from_us);
            let requests = second.transactions.iter().filter(|(of, _)| of.kind == TransactionKind::Request);
            requests.map(|(_, interval)| interval.response.count_above_us(whole_us)).sum()
        };
        self.after
            .iter()
            .filter(|second| u64::from(second.second) * SECOND_US >= self.to_us)
            .map(of_second)
            .sum()
    }

    /// The longest that a request took which was under way in the step, also where it ended in the next one.
    pub fn longest_us(&self) -> u64 {
        let started_before = |second: &&Second| {
            let longest =
                second.transactions.values().filter_map(|interval| interval.response.max_us()).max();
            longest.filter(|us| *us > (u64::from(second.second) + 1) * SECOND_US - self.to_us)
        };
        let later = self.after.iter().filter_map(started_before).max();
        self.outside.longest_us.max(later.unwrap_or(0))
    }

    /// Arrivals that waited until the time was over.
    pub fn left_over(&self) -> u64 {
        self.generator.arrivals.values().map(|arrivals| arrivals.dropped).sum::<u64>() - self.dropped()
    }

    /// Requests but for the failures that are the load generator's own.
    pub fn answered(interval: &Interval) -> u64 {
        interval.requests.saturating_sub(Window::errors(interval).1)
    }

    /// Failures of the server, and failures that are the load generator's own.
    pub fn errors(interval: &Interval) -> (u64, u64) {
        let generators: u64 =
            interval.errors.iter().filter(|((kind, _), _)| kind.is_generators()).map(|(_, n)| n).sum();
        (interval.errors_total() - generators, generators)
    }
}

/// Scenarios of which an arrival ever waited: the others drop those for which no user is free.
pub(crate) fn queueing<'a>(seconds: impl Iterator<Item = &'a Second>) -> BTreeSet<&'a str> {
    let arrivals = seconds.flat_map(|second| &second.generator.arrivals);
    let waiting = arrivals.filter(|(_, arrivals)| arrivals.waited > 0 || arrivals.waiting > 0);
    waiting.map(|(scenario, _)| scenario.as_str()).collect()
}

/// What the scenarios dropped that do not queue.
pub(crate) fn dropped(second: &Second, queueing: &BTreeSet<&str>) -> u64 {
    let arrivals = second.generator.arrivals.iter();
    arrivals.filter(|(name, _)| !queueing.contains(name.as_str())).map(|(_, arrivals)| arrivals.dropped).sum()
}

/// Users that the load generator reported, on average; `None`: it reported none.
pub(crate) fn users_reported(seconds: &[&Second]) -> Option<f64> {
    let known: Vec<f64> = (seconds.iter())
        .filter(|second| !second.generator.workers.is_empty())
        .map(|second| f64::from(second.generator.users()))
        .collect();
    (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
}

/// Arrivals of all scenarios that waited for a free user when the second ended.
pub(crate) fn waiting(second: &Second) -> u64 {
    second.generator.arrivals.values().map(|arrivals| arrivals.waiting).sum()
}

/// Requests that ended in the second and took longer.
fn over(second: &Second, us: u64) -> u64 {
    let requests = second.transactions.iter().filter(|(t, _)| t.kind == TransactionKind::Request);
    requests.map(|(_, interval)| interval.response.count_above_us(us)).sum()
}

pub(crate) fn sum_us(latencies: &Latencies) -> f64 {
    latencies.mean_us().map_or(0.0, |mean| mean * latencies.count() as f64)
}

/// Requests per second of the windows that succeeded, with the bootstrap interval over their whole seconds.
/// `interval` is what the windows hold of the transaction; `None`: of all requests.
pub(crate) fn throughput_of(
    windows: &[&Window],
    interval: &Interval,
    transaction: Option<&TransactionKey>,
    seed: u64,
) -> Estimate {
    let rates: Vec<(f64, f64)> = windows.iter().flat_map(|window| window.rates(transaction)).collect();
    let duration_s: f64 = windows.iter().map(|window| window.duration_s()).sum();
    let value = if duration_s > 0.0 { interval.succeeded() as f64 / duration_s } else { 0.0 };
    Estimate { value, bounds_95: ratio_bounds(&rates, seed) }
}

pub(crate) fn per_s(count: u64, window: &Window) -> f64 {
    if window.to_us > window.from_us {
        count as f64 * SECOND_US as f64 / (window.to_us - window.from_us) as f64
    } else {
        0.0
    }
}

/// With a part of it at least.
fn lies_in(second: &Second, from_us: u64, to_us: u64) -> bool {
    let start_us = u64::from(second.second) * SECOND_US;
    start_us < to_us && start_us + SECOND_US > from_us
}

fn edges(step: &LoadStep, to_us: u64) -> (u64, u64) {
    let from_us = step.measured_from_us;
    let floor = |us: u64| us / SECOND_US * SECOND_US;
    let ceil = |us: u64| us.div_ceil(SECOND_US) * SECOND_US;
    let ramp_in_first_second = step.started_us < from_us;
    let drain_in_last_second = step.ended_us.is_some_and(|ended| ended >= ceil(to_us));
    let low = if ramp_in_first_second { ceil(from_us) } else { from_us };
    let high = if drain_in_last_second { floor(to_us) } else { to_us };
    if low < high { (low, high) } else { (from_us, to_us.max(from_us)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(started: u64, from: u64, to: u64, ended: u64, expected: (u64, u64)) {
        let step = LoadStep {
            started_us: started,
            measured_from_us: from,
            measured_to_us: Some(to),
            ended_us: Some(ended),
            ..LoadStep::default()
        };
        assert_eq!(edges(&step, to), expected);
    }

    #[test]
    fn whole_windows_stay_as_they_are() {
        check(0, 2_000_000, 62_000_000, 62_400_000, (2_000_000, 62_000_000));
    }

    #[test]
    fn a_plan_bound_by_iterations_counts_to_its_last_request() {
        check(300_000, 300_000, 3_456_789, 3_456_900, (300_000, 3_456_789));
    }

    #[test]
    fn ramp_and_drain_do_not_leak_in_through_partial_seconds() {
        check(0, 1_500_000, 61_500_000, 63_000_000, (2_000_000, 61_000_000));
    }

    #[test]
    fn the_interval_of_a_throughput_is_of_the_same_seconds_as_the_throughput() {
        // 400 requests in the first second of 6.3 s, and one at the end.
        let key = TransactionKey { name: "a".to_owned(), kind: TransactionKind::Request };
        let second = |second: u32, requests: u64| Second {
            second,
            step: 1,
            transactions: [(key.clone(), Interval { requests, ..Interval::default() })].into(),
            ..Second::default()
        };
        let seconds: Vec<Second> =
            [400, 0, 0, 0, 0, 0, 1].into_iter().zip(0..).map(|(n, s)| second(s, n)).collect();
        let step = LoadStep {
            number: 1,
            measured_to_us: Some(6_300_000),
            ended_us: Some(6_300_000),
            ..LoadStep::default()
        };
        let window = Window::of_seconds(&step, &seconds.iter().collect::<Vec<_>>());
        let rates = window.rates(None);
        let lasts: f64 = rates.iter().map(|(_, seconds)| seconds).sum();
        let count: f64 = rates.iter().map(|(count, _)| count).sum();
        assert!((lasts - 6.3).abs() < 1e-9 && count == 401.0, "{rates:?}");
        let found = throughput_of(&[&window], &window.total, None, 1);
        let bounds = found.bounds_95.expect("an interval");
        assert!(bounds.low <= found.value && found.value <= bounds.high, "{found:?}");
    }

    #[test]
    fn a_window_inside_one_second_is_retained() {
        check(0, 1_200_000, 1_800_000, 9_000_000, (1_200_000, 1_800_000));
    }
}
