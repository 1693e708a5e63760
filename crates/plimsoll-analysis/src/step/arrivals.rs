use crate::window::{Window, waiting};
use plimsoll_run::{ArrivalInterval, Latencies};
use serde::Serialize;
use std::collections::BTreeMap;

/// What became of the arrivals of a step with a rate; of all its scenarios together.
///
/// An arrival is one iteration of a scenario by a user that is free then. One that waits for a user begins
/// later than intended, and its response time contains the waiting; one that is dropped is in no time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArrivalState {
    /// Intended starts that lay in the window.
    pub due: u64,
    pub started: u64,
    pub started_per_s: f64,
    /// Of those that began: had to wait for a free user.
    pub waited: u64,
    /// Never began: no user was free, or the time was over.
    pub dropped: u64,
    /// Waited for a free user when the window began, and when it ended.
    pub waiting_before: u64,
    pub waiting_at_end: u64,
    /// At the end of a second, at most.
    pub waiting_max: u64,
    /// Of the seconds, at whose end arrivals waited.
    pub waiting_seconds_percent: f64,
    /// Users at work at the end of the window, and at the end of a second at most.
    pub busy_at_end: u32,
    pub busy_max: u32,
    /// The most that may be at work.
    pub users: u32,
    /// From the intended to the actual start, of those that began.
    pub delay_p50_us: Option<u64>,
    pub delay_p99_us: Option<u64>,
    pub delay_max_us: Option<u64>,
    pub scenarios: Vec<ScenarioArrivals>,
}

/// Of what was due; see [`ArrivalState::falls_behind`].
pub const FALLS_BEHIND_PERCENT: f64 = 1.0;
const FALLS_BEHIND_SECONDS_PERCENT: f64 = 50.0;

/// The arrivals of one scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScenarioArrivals {
    pub name: String,
    pub due: u64,
    pub started: u64,
    pub waited: u64,
    pub dropped: u64,
}

impl ArrivalState {
    /// `None` where no scenario has a rate.
    pub(crate) fn of(window: &Window) -> Option<ArrivalState> {
        let by_scenario = &window.generator.arrivals;
        if by_scenario.is_empty() {
            return None;
        }
        let sum = |figure: fn(&ArrivalInterval) -> u64| by_scenario.values().map(figure).sum::<u64>();
        // What is true at the end of a second does not add up over seconds.
        let waiting: Vec<u64> = window.seconds.iter().map(|second| waiting(second)).collect();
        let busy: Vec<u32> = window
            .seconds
            .iter()
            .map(|second| second.generator.arrivals.values().map(|arrivals| arrivals.busy).sum())
            .collect();
        let mut delay = Latencies::default();
        by_scenario.values().for_each(|arrivals| delay.merge(&arrivals.delay));
        Some(ArrivalState {
            due: sum(|a| a.due),
            started: sum(|a| a.started),
            started_per_s: super::per_s(sum(|a| a.started), window),
            waited: sum(|a| a.waited),
            dropped: sum(|a| a.dropped),
            waiting_before: window.waiting_before,
            waiting_at_end: waiting.last().copied().unwrap_or(0),
            waiting_max: waiting.iter().copied().max().unwrap_or(0),
            waiting_seconds_percent: 100.0 * waiting.iter().filter(|n| **n > 0).count() as f64
                / waiting.len().max(1) as f64,
            busy_at_end: busy.last().copied().unwrap_or(0),
            busy_max: busy.iter().copied().max().unwrap_or(0),
            users: window.step.users(),
            delay_p50_us: delay.quantile_us(0.50),
            delay_p99_us: delay.quantile_us(0.99),
            delay_max_us: delay.max_us(),
            scenarios: scenarios(by_scenario),
        })
    }

    /// Arrivals that wait at the end beyond those that waited at the start: the rate is not kept up.
    pub fn backlog_growth(&self) -> u64 {
        self.waiting_at_end.saturating_sub(self.waiting_before)
    }

    /// The rate is not kept up: in more than half of the seconds arrivals waited, and those that wait grew by
    /// more than 1 % of what was due. Response times of so short a time do not show yet where that leads.
    pub fn falls_behind(&self) -> bool {
        self.waiting_seconds_percent > FALLS_BEHIND_SECONDS_PERCENT
            && self.backlog_growth() as f64 > self.due as f64 * FALLS_BEHIND_PERCENT / 100.0
    }

    /// At the end of some second every user was at work.
    pub fn pool_was_full(&self) -> bool {
        self.users > 0 && self.busy_max >= self.users
    }
}

fn scenarios(by_scenario: &BTreeMap<String, ArrivalInterval>) -> Vec<ScenarioArrivals> {
    let one = |(name, arrivals): (&String, &ArrivalInterval)| ScenarioArrivals {
        name: name.clone(),
        due: arrivals.due,
        started: arrivals.started,
        waited: arrivals.waited,
        dropped: arrivals.dropped,
    };
    by_scenario.iter().map(one).collect()
}
