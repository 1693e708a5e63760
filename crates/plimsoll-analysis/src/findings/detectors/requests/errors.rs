//! `errors`: surely (Wilson's lower bound) more than 1 % of a step's requests failed. Steps whose most frequent
//! failure is the same are one finding.

use crate::findings::prelude::*;
use crate::step::{ErrorCount, Outage, RunSeconds, Window};
use std::ops::Range;

pub(crate) static DETECTOR: Detector = Detector {
    id: "errors",
    severities: &[Severity::Warning],
    when: "surely (Wilson) > 1 % of a step's requests failed. With the outages in which 90 % of a step's failures or more came: hardly anything (5 % of the median second's at most) \
        succeeded for two seconds or longer; one may go on over the end of a step into the next",
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
    /// When hardly anything succeeded, if nearly all of them came then.
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
    let groups = groups(evidence);
    let outages = outages(evidence, &groups);
    let found = |(group, outages): (&Vec<&StepRow>, Vec<Outage>)| {
        let claim = HighErrors { outages, ..claim(group) };
        let items = evidence.items(&claim.steps, EvidenceItem::errors);
        if !evidence.run.header.lengths_made_up {
            return Found::new(claim, items);
        }
        let of_table = |item: EvidenceItem| EvidenceItem { n: 0, bounds_95: None, ..item };
        let claim = HighErrors { errors: 0, requests: 0, top: Vec::new(), ..claim };
        Found::new(claim, items.into_iter().map(of_table).collect())
    };
    groups.iter().zip(outages).map(found).collect()
}

/// Failing steps of the same most frequent failure.
fn groups<'a>(evidence: &'a Evidence) -> Vec<Vec<&'a StepRow>> {
    let limits = Limits::of(evidence.settings());
    let mut groups: Vec<Vec<&StepRow>> = Vec::new();
    for row in evidence.run.steps.iter().filter(|row| fails(row, limits)) {
        match groups.iter_mut().find(|group| worst(group[0]) == worst(row)) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups
}

fn fails(row: &StepRow, limits: Limits) -> bool {
    row.errors_percent_bounds_95.low > limits.percent
}

/// Those that are said of failures, to which other detectors leave what they changed.
pub(in crate::findings::detectors) fn all_outages(evidence: &Evidence) -> Vec<Outage> {
    outages(evidence, &groups(evidence)).concat()
}

/// Those of each failing step by itself: what they changed in it is no change of the system.
pub(in crate::findings::detectors) fn outages_of_steps(evidence: &Evidence) -> Vec<Outage> {
    let each: Vec<Vec<&StepRow>> = groups(evidence).concat().into_iter().map(|row| vec![row]).collect();
    outages(evidence, &each).concat()
}

/// The seconds of a step in which these were.
pub(in crate::findings::detectors) fn seconds_out(
    outages: &[Outage],
    row: &StepRow,
    window: &Window,
) -> Vec<Range<u32>> {
    let is_in = |of: &&Outage| (of.step..=of.to_step.unwrap_or(of.step)).contains(&row.number);
    let seconds = outages.iter().filter(is_in).map(|of| of.seconds_in(window));
    seconds.filter(|seconds| !seconds.is_empty()).collect()
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

/// Of each group, where nearly all of its failures came in them; none of made-up seconds.
fn outages(evidence: &Evidence, groups: &[Vec<&StepRow>]) -> Vec<Vec<Outage>> {
    if groups.is_empty() || evidence.run.header.means_only || evidence.run.header.lengths_made_up {
        return vec![Vec::new(); groups.len()];
    }
    let seconds = RunSeconds::of(evidence.windows, &evidence.recorded.seconds);
    let pairs = || evidence.run.steps.iter().zip(evidence.windows);
    let of_group = |group: &Vec<&StepRow>| {
        let is_of = |row: &StepRow| group.iter().any(|of| of.number == row.number);
        seconds.outages(&pairs().filter(|(row, _)| is_of(row)).collect::<Vec<_>>())
    };
    groups.iter().map(of_group).collect()
}
