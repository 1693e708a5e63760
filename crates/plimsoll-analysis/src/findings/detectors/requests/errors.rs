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
    let found = |(group, outages): (Vec<&StepRow>, Vec<Outage>)| {
        let claim = HighErrors { outages, ..claim(&group) };
        let items = evidence.items(&claim.steps, EvidenceItem::errors);
        if !evidence.run.header.lengths_made_up {
            return Found::new(claim, items);
        }
        let of_table = |item: EvidenceItem| EvidenceItem { n: 0, bounds_95: None, ..item };
        let claim = HighErrors { errors: 0, requests: 0, top: Vec::new(), ..claim };
        Found::new(claim, items.into_iter().map(of_table).collect())
    };
    with_outages(evidence).into_iter().map(found).collect()
}

/// A group with outages; where it has none, for steps of it fail all the time, its other steps are a group of their own.
fn with_outages<'a>(evidence: &'a Evidence) -> Vec<(Vec<&'a StepRow>, Vec<Outage>)> {
    let groups = groups(evidence);
    let found = outages(evidence, &groups);
    let apart = |(group, outages_of): (Vec<&'a StepRow>, Vec<Outage>)| {
        if group.len() == 1 || !outages_of.is_empty() {
            return vec![(group, outages_of)];
        }
        let each = outages(evidence, &group.iter().map(|row| vec![*row]).collect::<Vec<_>>());
        let (out, others): (Vec<_>, Vec<_>) =
            group.into_iter().zip(each).partition(|(_, outages)| !outages.is_empty());
        let of_each: Vec<Outage> =
            out.iter().flat_map(|(_, outages): &(_, Vec<Outage>)| outages.clone()).collect();
        let rows = |part: Vec<(&'a StepRow, Vec<Outage>)>| -> Vec<&'a StepRow> {
            part.into_iter().map(|(row, _)| row).collect()
        };
        let (out, others) = (rows(out), rows(others));
        // One that goes on from one of them into the next is one.
        let together = outages(evidence, std::slice::from_ref(&out)).concat();
        let together = if together.is_empty() { of_each } else { together };
        [(others, Vec::new()), (out, together)].into_iter().filter(|(rows, _)| !rows.is_empty()).collect()
    };
    groups.into_iter().zip(found).flat_map(apart).collect()
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
    with_outages(evidence).into_iter().flat_map(|(_, outages)| outages).collect()
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

#[cfg(test)]
mod tests {
    use crate::findings::Claim;
    use plimsoll_run::{ErrorKind, Interval, Latencies};
    use plimsoll_testkit::synthetic::{Spec, request, run};

    #[test]
    fn a_step_that_fails_all_the_time_hides_no_outage_of_another() {
        let mut made = run(&Spec { loads: vec![(4, 1), (8, 1)], measured_s: 20, ..Spec::default() });
        let begins: Vec<u64> =
            made.steps.iter().map(|step| step.measured_from_us.div_ceil(1_000_000)).collect();
        for second in &mut made.seconds {
            let at = u64::from(second.second);
            let failed = match second.step {
                1 if (begins[0] + 5..begins[0] + 11).contains(&at) => 100,
                2 => 30,
                _ => 0,
            };
            let mut interval = Interval {
                requests: 100,
                response: Latencies::from_counts([(10_000, 100)]),
                ..Interval::default()
            };
            if failed > 0 {
                interval.errors.insert((ErrorKind::Status, "503".to_owned()), failed);
                interval.failed = Latencies::from_counts([(10_000, failed)]);
            }
            second.transactions = [(request("GET /"), interval)].into();
        }
        let analysis = crate::analyse(&[made], &[], 42);
        let found: Vec<(Vec<u32>, usize)> = (analysis.runs[0].findings.iter())
            .filter_map(|finding| match &finding.claim {
                Claim::HighErrors(of) => Some((of.steps.clone(), of.outages.len())),
                _ => None,
            })
            .collect();
        assert_eq!(found, [(vec![2], 0), (vec![1], 1)]);
    }
}
