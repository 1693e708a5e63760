//! What a step does while it runs.

use crate::generator::StepOutcome;
use crate::progress::{SecondFigures, StepFigures};
use crate::search::{LoadLevel, Observed, Users, best};
use crate::window::{ArrivalCount, measured_seconds};
use plimsoll_analysis::step::{gain_percent_exact, goal_percent};
use plimsoll_plan::Plan;
use plimsoll_run::{
    Design, Interval, Latencies, LoadStep, SECOND_US, Second, TransactionKey, TransactionKind,
};
use std::collections::BTreeMap;
use std::time::Duration;

/// Which part of a step is measured, from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedWindow {
    pub ramp: Duration,
    pub end: Option<Duration>,
}

impl PlannedWindow {
    /// The ramp is left out where the plan holds its load for at least a second after it. Ramps and ends
    /// are on whole seconds, so that whole intervals fit.
    pub fn of(plan: &Plan) -> PlannedWindow {
        let end = plan.main().map(|s| s.load.ends_at()).collect::<Option<Vec<_>>>();
        let end = end.and_then(|ends| ends.into_iter().max()).map(|end| Duration::from_secs(end.as_secs()));
        let ramp = plan.main().map(|s| s.load.ramp_end()).max().unwrap_or_default();
        let ramp = Duration::from_secs(ramp.as_micros().div_ceil(1_000_000) as u64);
        match end {
            Some(end) if end >= ramp + Duration::from_secs(1) && !plan.scenarios_in_order => {
                PlannedWindow { ramp, end: Some(end) }
            }
            _ => PlannedWindow { ramp: Duration::ZERO, end: None },
        }
    }
}

/// Seconds that are counted one by one.
const SECONDS_PENDING: usize = 3;

/// Requests of any number of seconds.
#[derive(Clone, Default)]
struct Tally {
    requests: u64,
    errors: u64,
    response: Latencies,
}

impl Tally {
    fn add(&mut self, total: &Interval) {
        self.requests += total.requests;
        self.errors += total.errors_total();
        self.response.merge(&total.response);
    }

    fn merge(&mut self, other: &Tally) {
        self.requests += other.requests;
        self.errors += other.errors;
        self.response.merge(&other.response);
    }
}

/// Counts what a step does while it runs.
pub struct StepCount {
    pub number: u32,
    pub load: LoadLevel,
    users: Users,
    window: PlannedWindow,
    /// From its start to its end.
    pub step: Option<LoadStep>,
    /// Seconds of set-up scenarios, before the step has its start.
    pub early: Vec<Second>,
    /// The last few seconds; where the window ends is known when they are over.
    pending: BTreeMap<u32, Interval>,
    /// Of those before them, before the window and in it: sums, so that a long step takes no more memory than a short one.
    ramp: Tally,
    measured: Tally,
    pub arrivals: ArrivalCount,
    keeps_seconds: bool,
    /// Everything, with packed histograms, where it is kept.
    pub seconds: Vec<Second>,
}

impl StepCount {
    pub fn new(
        number: u32,
        load: LoadLevel,
        users: Users,
        window: PlannedWindow,
        keeps_seconds: bool,
    ) -> Self {
        StepCount {
            number,
            load,
            users,
            window,
            step: None,
            early: Vec::new(),
            pending: BTreeMap::new(),
            ramp: Tally::default(),
            measured: Tally::default(),
            arrivals: ArrivalCount::default(),
            keeps_seconds,
            seconds: Vec::new(),
        }
    }

    pub fn start(&mut self, at_us: u64) -> LoadStep {
        let moment = |offset: Duration| at_us + offset.as_micros() as u64;
        let step = LoadStep {
            number: self.number,
            threads: self.users.threads,
            nodes: self.users.nodes,
            rate_per_s: self.load.rate_per_s(),
            started_us: at_us,
            measured_from_us: moment(self.window.ramp),
            measured_to_us: self.window.end.map(moment),
            ..LoadStep::default()
        };
        self.step = Some(step.clone());
        step
    }

    /// The step with its end as it really was.
    pub fn end(&mut self, outcome: &StepOutcome) -> Option<LoadStep> {
        let mut step = self.step.take()?;
        let planned_us = step.measured_to_us;
        let ended_us = outcome.ended_us.max(step.started_us + 1);
        let planned_us = planned_us.filter(|_| outcome.ended_us > 0);
        step.cut_short = planned_us.is_some_and(|planned| ended_us < planned);
        let to_us = planned_us.map_or(ended_us, |planned| planned.min(ended_us));
        if to_us <= step.measured_from_us {
            // It ended within its ramp: then the ramp is all there is.
            step.measured_from_us = step.started_us;
            let ramp = std::mem::take(&mut self.ramp);
            self.measured.merge(&ramp);
        }
        step.measured_to_us = Some(to_us.max(step.measured_from_us + 1));
        step.ended_us = Some(ended_us);
        step.abandoned = outcome.abandoned;
        Some(step)
    }

    /// Counts a second, and tells its figures.
    pub fn add(&mut self, second: &Second) -> SecondFigures {
        let mut total = Interval::default();
        requests(second).for_each(|interval| total.merge(interval));
        let pending = self.pending.entry(second.second).or_default();
        pending.merge(&total);
        if self.step.is_none() {
            *pending = pending.packed();
        }
        while self.step.is_some() && self.pending.len() > SECONDS_PENDING {
            let Some((second, total)) = self.pending.pop_first() else { break };
            self.tally(second, &total);
        }
        let arrivals = self.arrivals.add(second.second, &second.generator);
        if self.keeps_seconds {
            let packed = |(t, interval): (&TransactionKey, &Interval)| (t.clone(), interval.packed());
            let transactions = second.transactions.iter().map(packed).collect();
            self.seconds.push(Second { transactions, generator: second.generator.packed(), ..*second });
        }
        let now_us = (u64::from(second.second) + 1) * 1_000_000;
        let since = |start: u64| Duration::from_micros(now_us.saturating_sub(start));
        let step = self.step.as_ref();
        SecondFigures {
            step: self.number,
            elapsed: step.map_or(Duration::ZERO, |step| since(step.started_us)),
            left: step
                .and_then(|step| step.measured_to_us)
                .map(|end| Duration::from_micros(end.saturating_sub(now_us))),
            users: second.generator.users(),
            rate_per_s: self.load.rate_per_s(),
            arrivals,
            requests: total.requests,
            errors: total.errors_total(),
            p95_us: total.response.quantile_us(0.95),
            error: total
                .errors
                .iter()
                .max_by_key(|(_, count)| **count)
                .map(|((kind, detail), _)| format!("{kind}: {detail}")),
            ..SecondFigures::default()
        }
    }

    /// To what the step has of its window; what lies beyond the planned end is in no figure.
    fn tally(&mut self, second: u32, total: &Interval) {
        let Some(step) = &self.step else { return };
        let begins_us = u64::from(second) * SECOND_US;
        let ends_us = begins_us + SECOND_US;
        if begins_us >= step.measured_to_us.unwrap_or(u64::MAX) {
            return;
        }
        match (ends_us > step.measured_from_us, ends_us > step.started_us) {
            (true, _) => self.measured.add(total),
            (false, true) => self.ramp.add(total),
            (false, false) => {}
        }
    }

    /// The figures of the measured window; what the search decides by.
    pub fn figures(&self, step: &LoadStep, design: &Design, history: &[Observed]) -> StepFigures {
        let (from_us, to_us) = (step.measured_from_us, step.measured_to_us.unwrap_or(step.measured_from_us));
        let mut total = self.measured.clone();
        for (second, interval) in &self.pending {
            let begins_us = u64::from(*second) * SECOND_US;
            if begins_us + SECOND_US > from_us && begins_us < to_us {
                total.add(interval);
            }
        }
        let seconds = (to_us - from_us) as f64 / 1e6;
        // Failures are no throughput: a server that refuses quickly does not carry more.
        let throughput_per_s =
            if seconds > 0.0 { (total.requests - total.errors) as f64 / seconds } else { 0.0 };
        // By the same load, or less, there is nothing to gain.
        let best = best(history).filter(|best| best.load.users().count() < self.users.count());
        let (gain, goal) = match (design, best) {
            (Design::Climb { goal }, Some(best)) => (
                Some(gain_percent_exact(throughput_per_s, best.throughput_per_s.value)),
                Some(goal_percent(self.users.count(), best.load.users().count(), *goal)),
            ),
            _ => (None, None),
        };
        StepFigures {
            step: self.number,
            load: self.load,
            throughput_per_s,
            requests: total.requests,
            errors: total.errors,
            p95_us: total.response.quantile_us(0.95),
            gain,
            goal,
            arrivals: self.arrivals.sum(measured_seconds(step)),
        }
    }
}

/// The intervals that count in totals: requests, not the transactions made of them.
fn requests(second: &Second) -> impl Iterator<Item = &Interval> {
    let requests = second.transactions.iter().filter(|(t, _)| t.kind == TransactionKind::Request);
    requests.map(|(_, interval)| interval)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(number: u32) -> Second {
        let mut interval = Interval { requests: 10, ..Interval::default() };
        (0..10).for_each(|_| interval.response.record_us(1_000));
        let key = TransactionKey { name: "GET /".to_owned(), kind: TransactionKind::Request };
        Second { second: number, transactions: [(key, interval)].into(), ..Second::default() }
    }

    /// Of a step from second 2 on with a ramp of 10 s that is to end after 60 s, and ends at `ended_s`.
    fn requests_of(ended_s: u64) -> u64 {
        let users = Users { threads: 1, nodes: 1 };
        let window = PlannedWindow { ramp: Duration::from_secs(10), end: Some(Duration::from_secs(60)) };
        let mut count = StepCount::new(1, LoadLevel::Users(users), users, window, false);
        // Of a scenario before it.
        (0..2).for_each(|number| drop(count.add(&second(number))));
        count.start(2 * SECOND_US);
        (2..ended_s as u32 + 3).for_each(|number| drop(count.add(&second(number))));
        assert!(count.pending.len() <= SECONDS_PENDING, "a long step takes no more memory than a short one");
        let outcome = StepOutcome { ended_us: ended_s * SECOND_US, ..StepOutcome::default() };
        let step = count.end(&outcome).expect("a step");
        let figures = count.figures(&step, &Design::Single, &[]);
        assert_eq!(figures.p95_us.map(|us| us / 10), Some(100));
        figures.requests
    }

    #[test]
    fn what_lies_in_the_measured_window_counts() {
        assert_eq!(requests_of(70), 500, "seconds 12 to 61");
        assert_eq!(requests_of(30), 180, "broken off: seconds 12 to 29");
        assert_eq!(requests_of(8), 60, "within its ramp, which is all there is");
    }
}
