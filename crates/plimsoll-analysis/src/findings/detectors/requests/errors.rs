//! `errors`: surely (Wilson's lower bound) more than 1 % of a step's requests failed. Steps whose most frequent
//! failure is the same are one finding.

use crate::findings::prelude::*;
use crate::step::{ErrorCount, Outage, Window};

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
    /// Nearly all of them came while nothing succeeded: then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outages: Vec<Outage>,
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
    for row in evidence.run.steps.iter().filter(|row| fails(row, limits)) {
        match groups.iter_mut().find(|group| worst(group[0]) == worst(row)) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    let found = |group: &Vec<&StepRow>| {
        let claim = HighErrors { outages: outages(evidence, group), ..claim(group) };
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

fn fails(row: &StepRow, limits: Limits) -> bool {
    row.errors_percent_bounds_95.low > limits.percent
}

/// Nearly all failures of the step came in an outage, and it is said of them.
pub(super) fn are_of_outage(evidence: &Evidence, row: &StepRow, window: &Window) -> bool {
    fails(row, Limits::of(evidence.settings())) && Outage::seconds_in(window).is_some()
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
        outages: Vec::new(),
    }
}

/// One in each of the steps, or one over the end of the first of two; none where others failed at another time.
fn outages(evidence: &Evidence, rows: &[&StepRow]) -> Vec<Outage> {
    let is_of = |row: &StepRow| rows.iter().any(|of| of.number == row.number);
    let pairs = evidence.run.steps.iter().zip(evidence.windows);
    let windows: Vec<&Window> = pairs.filter(|(row, _)| is_of(row)).map(|(_, window)| window).collect();
    let over_end = || Outage::of(&windows).filter(|of| of.to_step.is_some());
    let of_each = || windows.iter().map(|window| Outage::of(&[window])).collect::<Option<Vec<Outage>>>();
    over_end().map(|one| vec![one]).or_else(of_each).unwrap_or_default()
}
