//! What a step does while it runs.

use crate::generator::StepOutcome;
use crate::progress::{SecondFigures, StepFigures};
use crate::search::{LoadLevel, Observed, Users, best};
use crate::window::{ArrivalCount, measured_seconds};
use plimsoll_analysis::step::{gain_percent_exact, goal_percent};
use plimsoll_plan::Plan;
use plimsoll_run::{Design, Interval, LoadStep, Second, TransactionKey, TransactionKind};
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
    by_second: BTreeMap<u32, Interval>,
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
            by_second: BTreeMap::new(),
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
        self.by_second.entry(second.second).or_default().merge(&total);
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

    /// The figures of the measured window; what the search decides by.
    pub fn figures(&self, step: &LoadStep, design: &Design, history: &[Observed]) -> StepFigures {
        let (from_us, to_us) = (step.measured_from_us, step.measured_to_us.unwrap_or(step.measured_from_us));
        let mut total = Interval::default();
        for (second, interval) in &self.by_second {
            let begins_us = u64::from(*second) * 1_000_000;
            if begins_us + 1_000_000 > from_us && begins_us < to_us {
                total.merge(interval);
            }
        }
        let errors = total.errors_total();
        let seconds = (to_us - from_us) as f64 / 1e6;
        // Failures are no throughput: a server that refuses quickly does not carry more.
        let throughput_per_s = if seconds > 0.0 { total.succeeded() as f64 / seconds } else { 0.0 };
        // Of the same load there is nothing to gain.
        let best = best(history).filter(|best| best.load != self.load);
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
            errors,
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
