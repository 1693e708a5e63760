//! `thread-saturated`: the busiest thread of a process used a whole core in a step, or a process that never uses more than one core did.
//! However many cores are idle beside it, an event loop or a single-threaded service can use no more.

use crate::findings::by_step::over;
use crate::findings::prelude::*;
use plimsoll_run::metric;

pub(crate) static DETECTOR: Detector = Detector {
    id: "thread-saturated",
    severities: &[Severity::Information],
    when: "one thread of a watched process used > 90 % of a core in a step, on average",
    requires: "a process (`process:`)",
    needs: &[Need::Watched(Signal::Threads)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("thread-saturated", Limits {
    /// % of one core that the busiest thread used, mean of a step
    percent = 90.0,
});

/// One thread had all the work that one core can do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThreadSaturated {
    pub source: Source,
    pub steps: Vec<u32>,
    pub step: u32,
    pub percent: f64,
}

impl Claimed for ThreadSaturated {
    fn next_step(&self) -> NextStep {
        NextStep::MoreProcesses { host: self.source.host.clone() }
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let of = |source: &Source| {
        let busiest = readings.state(source, metric::PROCESS_THREAD_CPU_UTILIZATION, ("", ""));
        let (steps, worst) = over(evidence, &busiest, limits.percent / 100.0)?;
        // Few users have as few requests at a time; more users, and no thread is used up: there are others.
        let rows = || evidence.run.steps.iter().filter(|row| row.is_valid() && row.rate_per_s.is_none());
        let full = |row: &&StepRow| steps.contains(&row.number);
        let highest = rows().filter(full).map(|row| row.users).max();
        if highest.is_some_and(|highest| rows().any(|row| row.users > highest && !full(&row))) {
            return None;
        }
        let item = worst.item(source, metric::PROCESS_THREAD_CPU_UTILIZATION, Unit::Percent, 100.0);
        let claim =
            ThreadSaturated { source: source.clone(), steps, step: worst.step, percent: 100.0 * worst.mean };
        Some(Found::new(claim, vec![item]))
    };
    readings.sources(&[metric::PROCESS_THREAD_CPU_UTILIZATION]).into_iter().filter_map(of).collect()
}
