//! `errors`: surely (Wilson's lower bound) more than 1 % of a step's requests failed. Steps whose most frequent
//! failure is the same are one finding.

use crate::findings::prelude::*;
use crate::step::{CountsBySecond, ErrorCount, Window};
use plimsoll_run::SECOND_US;
use std::ops::Range;

pub(crate) static DETECTOR: Detector = Detector {
    id: "errors",
    severities: &[Severity::Warning],
    when: "surely (Wilson) > 1 % of a step's requests failed",
    requires: "",
    needs: &[Need::Errors],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("errors", Limits {
    /// % of the requests of a step
    percent = 1.0,
});

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HighErrors {
    pub steps: Vec<u32>,
    /// 0 of 0: a table has their share, and not their number.
    pub errors: u64,
    pub requests: u64,
    pub errors_percent_min: f64,
    pub errors_percent_max: f64,
    pub top: Vec<ErrorCount>,
    /// Nearly all of them came while nothing succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outage: Option<Outage>,
}

/// For so long nothing succeeded in a step, and before or after it much did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outage {
    pub step: u32,
    /// After the run's start.
    pub from_s: f64,
    pub duration_s: f64,
}

impl Claimed for HighErrors {
    fn next_step(&self) -> NextStep {
        NextStep::MendFailures
    }
}

/// Kinds and details named in the finding.
const TOP: usize = 3;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let mut groups: Vec<Vec<&StepRow>> = Vec::new();
    let failing = |row: &&StepRow| row.errors_percent_bounds_95.low > limits.percent;
    for row in evidence.run.steps.iter().filter(failing) {
        match groups.iter_mut().find(|group| worst(group[0]) == worst(row)) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    let found = |group: &Vec<&StepRow>| {
        let claim = HighErrors { outage: outage(evidence, group), ..claim(group) };
        let items = evidence.items(&claim.steps, EvidenceItem::errors);
        if !evidence.run.header.lengths_made_up {
            return Found::new(claim, items);
        }
        let of_table = |item: EvidenceItem| EvidenceItem { n: 0, bounds_95: None, ..item };
        let claim = HighErrors { errors: 0, requests: 0, top: Vec::new(), ..claim };
        Found::new(claim, items.into_iter().map(of_table).collect())
    };
    groups.iter().map(found).collect()
}

fn of_servers(row: &StepRow) -> impl Iterator<Item = &ErrorCount> {
    row.error_details.iter().filter(|error| !error.kind.is_generators())
}

/// The most frequent failure, without its count.
fn worst(row: &StepRow) -> Option<ErrorCount> {
    of_servers(row).next().map(|error| ErrorCount { count: 0, ..error.clone() })
}

fn claim(rows: &[&StepRow]) -> HighErrors {
    let percents = || rows.iter().map(|row| row.errors_percent);
    let mut top: Vec<ErrorCount> = Vec::new();
    for error in rows.iter().flat_map(|row| of_servers(row)) {
        match top.iter_mut().find(|found| (found.kind, &found.detail) == (error.kind, &error.detail)) {
            Some(found) => found.count += error.count,
            None => top.push(error.clone()),
        }
    }
    top.sort_by_key(|error| std::cmp::Reverse(error.count));
    top.truncate(TOP);
    HighErrors {
        steps: rows.iter().map(|row| row.number).collect(),
        errors: rows.iter().map(|row| row.errors).sum(),
        requests: rows.iter().map(|row| row.requests.saturating_sub(row.generator_errors)).sum(),
        errors_percent_min: percents().fold(f64::INFINITY, f64::min),
        errors_percent_max: percents().fold(0.0, f64::max),
        top,
        outage: None,
    }
}

/// Of the failures.
const IN_OUTAGE: f64 = 0.9;
/// Of what the median second brings: less is nothing.
const NOTHING: f64 = 0.05;
const OUTAGE_S: usize = 2;

/// Of failures in one step.
fn outage(evidence: &Evidence, rows: &[&StepRow]) -> Option<Outage> {
    let [row] = rows else { return None };
    let mut pairs = evidence.run.steps.iter().zip(evidence.windows);
    let (_, window) = pairs.find(|(of, _)| of.number == row.number)?;
    let dark = longest_dark(window)?;
    Some(Outage {
        step: row.number,
        from_s: (window.from_us.div_ceil(SECOND_US) + dark.start as u64) as f64,
        duration_s: dark.len() as f64,
    })
}

fn longest_dark(window: &Window) -> Option<Range<usize>> {
    let counts = CountsBySecond::of(window);
    let mut sorted = counts.succeeded.clone();
    sorted.sort_by(f64::total_cmp);
    let usual = sorted.get(sorted.len() / 2).copied().filter(|usual| *usual > 1.0)?;
    let is_dark = |at: &usize| counts.succeeded[*at] <= NOTHING * usual;
    let mut longest = 0..0;
    let mut at = 0;
    while at < counts.succeeded.len() {
        let length = (at..counts.succeeded.len()).take_while(is_dark).count();
        if length > longest.len() {
            longest = at..at + length;
        }
        at += length + 1;
    }
    // The seconds in which it begins and ends belong to it.
    let around = longest.start.saturating_sub(1)..(longest.end + 1).min(counts.failed.len());
    let inside: f64 = counts.failed[around].iter().sum();
    let is_all = inside >= IN_OUTAGE * counts.failed.iter().sum::<f64>();
    (longest.len() >= OUTAGE_S && is_all).then_some(longest)
}
