//! What a study measured beside its steps: things carried by calls, jobs, events that arrive elsewhere, and among how
//! many the capacity is shared.

use crate::step::{ResponseTimes, Window};
use plimsoll_run::{Completion, Interval, Job, Run, RunHeader, TransactionKind, WorkUnit};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Experiment {
    pub units: Vec<UnitRow>,
    /// Of the best step's throughput; of what consumers keep up with, where that step heaped up work for them.
    pub shares: Vec<CapacityShare>,
    pub jobs: Vec<JobRow>,
    /// All requests first, then each transaction.
    pub during_jobs: Vec<TimesDuringJob>,
    pub completions: Vec<CompletionRow>,
}

/// Things per second that a step's calls carried.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnitRow {
    pub step: u32,
    /// `registrations`
    pub name: String,
    /// Of calls that succeeded.
    pub calls_per_s: f64,
    pub per_s: f64,
}

/// One of many that share the capacity evenly.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CapacityShare {
    /// `municipality`
    pub name: String,
    pub count: f64,
    /// What is counted; `None`: calls.
    pub unit: Option<String>,
    pub per_hour: f64,
    /// `per_hour` over the whole expected use per hour; `None` without one.
    pub of_expected: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobRow {
    #[serde(flatten)]
    pub job: Job,
    pub duration_s: Option<f64>,
}

/// Response times while a job ran and while none did, over the measured windows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TimesDuringJob {
    /// `None`: all requests.
    pub transaction: Option<String>,
    /// A request or a controller; `None`: all requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<TransactionKind>,
    pub with_job: ResponseTimes,
    pub without_job: ResponseTimes,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompletionRow {
    #[serde(flatten)]
    pub completion: Completion,
    /// Accepted and never seen again.
    pub lost: u64,
}

impl Experiment {
    pub fn is_empty(&self) -> bool {
        *self == Experiment::default()
    }

    /// `shared_per_s`: calls per second to be shared.
    pub(crate) fn of(
        run: &Run,
        windows: &[Window],
        units: Vec<UnitRow>,
        shared_per_s: Option<f64>,
    ) -> Experiment {
        let duration_s = |job: &Job| job.duration_us().map(|us| us as f64 / 1e6);
        let jobs = run.jobs.iter().map(|job| JobRow { duration_s: duration_s(job), job: job.clone() });
        let lost = |c: &Completion| CompletionRow { lost: c.lost(), completion: c.clone() };
        Experiment {
            units,
            shares: shared_per_s.map(|per_s| shares(&run.header, per_s)).unwrap_or_default(),
            during_jobs: if run.jobs.is_empty() { Vec::new() } else { during_jobs(run, windows) },
            jobs: jobs.collect(),
            completions: run.completions.iter().map(lost).collect(),
        }
    }
}

pub(crate) fn units(run: &Run, windows: &[Window]) -> Vec<UnitRow> {
    windows.iter().flat_map(|w| run.header.units.iter().map(|unit| unit_row(w, unit))).collect()
}

fn unit_row(window: &Window, unit: &WorkUnit) -> UnitRow {
    let of_name = |name: &String| {
        let found = window.transactions.iter();
        let found = found.filter(|(t, _)| t.kind == TransactionKind::Request && t.name == *name);
        found.map(|(_, interval)| interval.succeeded()).sum::<u64>()
    };
    let calls = unit.transaction.as_ref().map_or_else(|| window.total.succeeded(), of_name);
    let duration_s = window.duration_s();
    let calls_per_s = if duration_s > 0.0 { calls as f64 / duration_s } else { 0.0 };
    let (step, name) = (window.step.number, unit.name.clone());
    UnitRow { step, name, calls_per_s, per_s: calls_per_s * unit.per_call }
}

fn shares(header: &RunHeader, per_s: f64) -> Vec<CapacityShare> {
    let Some(expected) = &header.expected else { return Vec::new() };
    let unit = expected.unit.as_ref().and_then(|name| header.units.iter().find(|unit| unit.name == *name));
    let per_hour = per_s * unit.map_or(1.0, |unit| unit.per_call) * 3_600.0;
    let share = |(name, count): &(String, f64)| CapacityShare {
        name: name.clone(),
        count: *count,
        unit: unit.map(|unit| unit.name.clone()),
        per_hour: per_hour / count,
        of_expected: (expected.per_s > 0.0).then(|| per_hour / count / (expected.per_s * 3_600.0)),
    };
    expected.shared_by.iter().filter(|(_, count)| *count > 0.0).map(share).collect()
}

fn during_jobs(run: &Run, windows: &[Window]) -> Vec<TimesDuringJob> {
    let in_job = |window: &Window| run.jobs.iter().any(|job| job.step == window.step.number);
    // Controllers before the requests that they are made of.
    let mut sums: BTreeMap<Option<(bool, &str)>, [Interval; 2]> = BTreeMap::new();
    for window in windows {
        let side = usize::from(!in_job(window));
        sums.entry(None).or_default()[side].merge(&window.total);
        for (transaction, interval) in &window.transactions {
            let is_request = match transaction.kind {
                TransactionKind::Request => true,
                TransactionKind::Group => false,
                _ => continue,
            };
            let key = Some((is_request, transaction.name.as_str()));
            sums.entry(key).or_default()[side].merge(interval);
        }
    }
    let kind = |is_request| if is_request { TransactionKind::Request } else { TransactionKind::Group };
    let row = |(of, [with, without]): (Option<(bool, &str)>, [Interval; 2])| TimesDuringJob {
        transaction: of.map(|(_, name)| name.to_owned()),
        kind: of.map(|(is_request, _)| kind(is_request)),
        with_job: ResponseTimes::of(&with.response),
        without_job: ResponseTimes::of(&without.response),
    };
    sums.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::ExpectedUse;

    /// The report on the municipalities' gateway: 60 requests per second are 216,000 per hour, for 98 municipalities; of
    /// 11,000 per hour that is a fifth for each.
    #[test]
    fn capacity_is_shared_evenly() {
        let unit = WorkUnit { name: "registrations".to_owned(), per_call: 500.0, transaction: None };
        let shared_by = vec![("municipality".to_owned(), 98.0)];
        let expected = |unit, per_s| Some(ExpectedUse { per_s, unit, shared_by: shared_by.clone() });
        let mut header = RunHeader { units: vec![unit], ..RunHeader::default() };
        header.expected = expected(None, 11_000.0 / 3_600.0);
        let share = &shares(&header, 60.0)[0];
        assert_eq!(share.per_hour.round(), 2_204.0);
        assert!(share.of_expected.is_some_and(|of| (of - 0.2).abs() < 0.001), "{share:?}");
        header.expected = expected(Some("registrations".to_owned()), 0.0);
        let share = &shares(&header, 6.0)[0];
        assert_eq!((share.per_hour.round(), share.of_expected), (110_204.0, None));
    }
}
