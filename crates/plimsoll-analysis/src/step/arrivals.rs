use super::window::{Window, per_s, waiting};
use plimsoll_run::record::Second;
use plimsoll_run::{ArrivalInterval, Latencies};
use serde::Serialize;
use std::collections::BTreeMap;

/// What became of the arrivals of a step with a rate; of all its scenarios together.
///
/// An arrival is one iteration of a scenario by a user that is free then. One that waits for a user begins
/// later than intended, and its response time contains the waiting; one that is dropped is in no time.
// Flat, for each field is a column of the table of arrivals and of its CSV.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrivalState {
    /// What the asked rate comes to in the window; `None` where a plan's own load may vary.
    pub asked: Option<f64>,
    /// Intended starts that lay in the window.
    pub due: u64,
    pub started: u64,
    pub started_per_s: f64,
    /// Of those that began: had to wait for a free user.
    pub waited: u64,
    /// Never began, for no user was free.
    pub dropped: u64,
    /// Waited for a free user when the window began, and when it ended (or the time was over).
    pub waiting_before: u64,
    pub waiting_at_end: u64,
    /// At the end of a second, at most.
    pub waiting_max: u64,
    pub due_in_second_half: u64,
    /// Users at work at the end of the first second, in the middle of the window, at its end, and at the end of a second at most.
    pub busy_at_start: u32,
    pub busy_at_middle: u32,
    pub busy_at_end: u32,
    pub busy_max: u32,
    /// The least at the ends of the seconds before the middle of the window, and of its last ones (an eighth, 2 to 8): what is only a stall is worked off.
    #[serde(skip)]
    pub(crate) busy_low: (u32, u32),
    /// The most that may be at work.
    pub users: u32,
    /// From the intended to the actual start, of those that began.
    pub delay_p50_us: Option<u64>,
    pub delay_p99_us: Option<u64>,
    pub delay_max_us: Option<u64>,
    /// Users think between their requests: who is at work is not all that waits for the system.
    #[serde(skip)]
    pub(crate) is_thinking: bool,
    pub scenarios: Vec<ScenarioArrivals>,
}

/// Of what was due; see [`ArrivalState::falls_behind`].
const STARTED_MIN: f64 = 0.99;
const CHANCE: f64 = 4.0;

/// The arrivals of one scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScenarioArrivals {
    pub name: String,
    pub due: u64,
    pub started: u64,
    pub waited: u64,
    /// Never began: no user was free, or the time was over.
    pub dropped: u64,
}

impl ArrivalState {
    /// `None` where no scenario has a rate. `own_load`: the load is the plan's, which may vary within the window.
    pub(crate) fn of(window: &Window, own_load: bool) -> Option<ArrivalState> {
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
        let middle = window.seconds.len() / 2;
        let few = if window.seconds.len() < 4 { 1 } else { (window.seconds.len() / 8).clamp(2, 8) };
        let low = |until: usize| busy[until.saturating_sub(few)..until].iter().copied().min().unwrap_or(0);
        let second_half = &window.seconds[middle..];
        let due = |second: &Second| second.generator.arrivals.values().map(|a| a.due).sum::<u64>();
        let mut delay = Latencies::default();
        by_scenario.values().for_each(|arrivals| delay.merge(&arrivals.delay));
        Some(ArrivalState {
            asked: window.step.rate_per_s.filter(|_| !own_load).map(|rate| rate * window.duration_s()),
            due: sum(|a| a.due),
            started: sum(|a| a.started),
            started_per_s: per_s(sum(|a| a.started), window),
            waited: sum(|a| a.waited),
            dropped: window.dropped(),
            waiting_before: window.waiting_before,
            waiting_at_end: waiting.last().copied().unwrap_or(0) + window.left_over(),
            waiting_max: waiting.iter().copied().max().unwrap_or(0),
            due_in_second_half: second_half.iter().map(|second| due(second)).sum(),
            busy_at_start: busy.first().copied().unwrap_or(0),
            busy_at_middle: busy[..middle].last().copied().unwrap_or(0),
            busy_at_end: busy.last().copied().unwrap_or(0),
            busy_max: busy.iter().copied().max().unwrap_or(0),
            busy_low: (low(middle), low(busy.len())),
            users: window.step.users(),
            delay_p50_us: delay.quantile_us(0.50),
            delay_p99_us: delay.quantile_us(0.99),
            delay_max_us: delay.max_us(),
            is_thinking: window.generator.workers.values().any(|worker| worker.think_us > 0),
            scenarios: scenarios(by_scenario),
        })
    }

    /// The rate is not kept up, whatever the times of so short a window show yet. Either fewer than 99 % of the
    /// arrivals that were due began, for no user was free. Or users at work became more in the second half, by
    /// more than 1 % of its arrivals and more than chance (4 standard deviations of a Poisson count): arrivals
    /// began, but their answers fall behind. Their least number over an eighth of the window (2 to 8 s) counts: what waited for a stall is worked off.
    pub fn falls_behind(&self) -> bool {
        // One may be due at the end of the last second and begin in the next.
        let missing = self.due.saturating_sub(self.started) > 1;
        if missing && (self.started as f64) < STARTED_MIN * self.due as f64 {
            return true;
        }
        self.busy_grows()
    }

    /// What arrives is answered later and later, to the end of the window.
    pub(crate) fn backlog_grows(&self) -> bool {
        self.waiting_at_end > self.waiting_before && self.falls_behind() || self.busy_grows()
    }

    fn busy_grows(&self) -> bool {
        let (at_middle, at_end) = (f64::from(self.busy_low.0), f64::from(self.busy_low.1));
        let grown = at_end - at_middle;
        let chance = CHANCE * (at_end + at_middle).sqrt();
        grown > (1.0 - STARTED_MIN) * self.due_in_second_half as f64 + chance
    }

    /// Of the iterations that began as much as were done with: the others only became more that wait.
    pub(crate) fn share_finished(&self) -> f64 {
        let grown = f64::from(self.busy_at_end.saturating_sub(self.busy_at_start));
        if self.started == 0 { 1.0 } else { (1.0 - grown / self.started as f64).clamp(0.0, 1.0) }
    }

    /// It began with more under way and waiting than it ended with: what the step before left was answered in it.
    pub(crate) fn works_off_backlog(&self) -> bool {
        let at_start = f64::from(self.busy_at_start) + self.waiting_before as f64;
        let at_end = f64::from(self.busy_at_end) + self.waiting_at_end as f64;
        at_start - at_end > (1.0 - STARTED_MIN) * self.due as f64 + CHANCE * (at_start + at_end).sqrt()
    }

    /// At the end of some second every user was at work; or so many arrivals were dropped for want of one that it was no moment.
    pub fn pool_was_full(&self) -> bool {
        let is_short = self.dropped as f64 > (1.0 - STARTED_MIN) * self.due as f64;
        self.users > 0 && (self.busy_max >= self.users || is_short)
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
