//! `arrivals-not-started`: in a step with a rate, arrivals were dropped, or more than 1 % of them waited for a
//! free user, or waited at the end. All users were at work: the system did not answer fast enough for so many
//! arrivals, or there were too few users for the rate. Not the load generator's fault.

use crate::capacity::{Capacity, SlowerService};
use crate::findings::prelude::*;
use crate::step::ArrivalState;

pub(crate) static DETECTOR: Detector = Detector {
    id: "arrivals-not-started",
    severities: &[Severity::Warning],
    when: "arrivals were dropped, or > 1 % of them waited",
    requires: "a run that was not imported; a rate",
    needs: &[Need::OwnMeasurement],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("arrivals-not-started", Limits {
    /// % of the arrivals that waited for a user
    waited_percent = 1.0,
});

/// Users ran out: the system's limit, or that of the pool of users.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrivalsNotStarted {
    pub steps: Vec<u32>,
    pub due: u64,
    pub dropped: u64,
    /// Began, but only after waiting for a free user.
    pub waited: u64,
    /// At the end of a second, at most.
    pub waiting_max: u64,
    pub delay_us_max: Option<u64>,
    pub users: u32,
    /// At work at the end of a second, at most.
    pub busy_max: u32,
    pub pool_was_full: bool,
    /// All users were at work, as the system slowed down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slowed: Option<SlowerService>,
}

impl Claimed for ArrivalsNotStarted {
    fn next_step(&self) -> NextStep {
        match self.slowed {
            Some(_) => NextStep::WatchWhatTheyUse,
            None => NextStep::MoreUsers,
        }
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let found: Vec<(&StepRow, &ArrivalState)> = evidence
        .run
        .steps
        .iter()
        .filter_map(|row| Some((row, row.arrivals.as_ref()?)))
        .filter(|(_, arrivals)| delayed(arrivals, limits))
        .collect();
    if found.is_empty() {
        return Vec::new();
    }
    let arrivals = || found.iter().map(|(_, arrivals)| *arrivals);
    let sum = |figure: fn(&ArrivalState) -> u64| arrivals().map(figure).sum();
    let steps: Vec<u32> = found.iter().map(|(row, _)| row.number).collect();
    let items = evidence.items(&steps, |row| {
        let waited = row.arrivals.as_ref().map_or(0, |arrivals| arrivals.waited + arrivals.dropped);
        EvidenceItem::column(row, LoadMeasure::Waited, Unit::Count, waited as f64)
    });
    let full: Vec<&StepRow> =
        found.iter().filter(|(_, arrivals)| arrivals.pool_was_full()).map(|(row, _)| *row).collect();
    let claim = ArrivalsNotStarted {
        steps,
        due: sum(|a| a.due),
        dropped: sum(|a| a.dropped),
        waited: sum(|a| a.waited),
        waiting_max: arrivals().map(|a| a.waiting_max).max().unwrap_or(0),
        delay_us_max: arrivals().filter_map(|a| a.delay_max_us).max(),
        users: arrivals().map(|a| a.users).max().unwrap_or(0),
        busy_max: arrivals().map(|a| a.busy_max).max().unwrap_or(0),
        pool_was_full: !full.is_empty(),
        slowed: slowed(evidence, &full),
    };
    vec![Found::new(claim, items)]
}

/// As the capacity says, or, where it is of something else, in the step of the highest rate.
fn slowed(evidence: &Evidence, full: &[&StepRow]) -> Option<SlowerService> {
    if let Capacity::BelowAsked { slowed, .. } = &evidence.run.capacity {
        return *slowed;
    }
    let highest = full.iter().max_by(|a, b| a.load().value().total_cmp(&b.load().value()))?;
    SlowerService::of(highest, &evidence.run.steps)
}

fn delayed(arrivals: &ArrivalState, limits: Limits) -> bool {
    let few = arrivals.due as f64 * limits.waited_percent / 100.0;
    arrivals.dropped > 0 || arrivals.waited as f64 > few || arrivals.waiting_at_end as f64 > few
}
