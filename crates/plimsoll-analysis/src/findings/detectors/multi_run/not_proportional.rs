//! `not-proportional`: two variants that are equal in all but one resource have it 1.5× apart, and at the same load the larger one
//! brings less than a quarter of what would be in proportion. Whether they were saturated is not asked: `shared-ceiling` does.

use super::shared_ceiling::{amount, is_resource};
use crate::findings::prelude::*;
use crate::measured::MeasuredRun;

pub(crate) static DETECTOR: Detector = Detector {
    id: "not-proportional",
    severities: &[Severity::Information],
    when: "two runs equal in all properties but one resource, 1.5× apart, bring at the same number of users \
        less than a quarter of the gain in proportion",
    requires: "two variants",
    needs: &[Need::Variants(2)],
    thresholds: Limits::ALL,
    look: Look::Runs(detect),
};

thresholds!("not-proportional", Limits {
    /// ratio of the resource
    resource_ratio = 1.5,
    /// % of a proportional gain
    gain_percent = 25.0,
});

/// More of a resource, at the same load, and hardly more throughput.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotProportional {
    pub small: String,
    pub large: String,
    pub resource: String,
    pub small_amount: f64,
    pub large_amount: f64,
    pub small_per_s: f64,
    pub large_per_s: f64,
    pub change_percent: f64,
}

impl Claimed for NotProportional {
    fn next_step(&self) -> NextStep {
        NextStep::WatchShared
    }
}

fn detect(several: &MultiRun) -> Vec<Found> {
    let limits = Limits::of(several.settings());
    let mut found = Vec::new();
    for (i, a) in several.runs.iter().enumerate() {
        for (j, b) in several.runs.iter().enumerate().skip(i + 1) {
            found.extend(compared((i, a.measured), (j, b.measured), limits));
        }
    }
    found
}

type Numbered<'a> = (usize, &'a MeasuredRun);

/// The only property in which they differ, with its amounts.
fn resource(a: &MeasuredRun, b: &MeasuredRun) -> Option<(String, f64, f64)> {
    let (of_a, of_b) = (&a.header.variant.properties, &b.header.variant.properties);
    let mut names: Vec<&String> = of_a.keys().chain(of_b.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let mut differing = names.into_iter().filter(|name| of_a.get(*name) != of_b.get(*name));
    let (name, second) = (differing.next()?, differing.next());
    let amounts = (amount(of_a.get(name)?)?, amount(of_b.get(name)?)?);
    (second.is_none() && is_resource(name)).then(|| (name.clone(), amounts.0, amounts.1))
}

fn compared(a: Numbered, b: Numbered, limits: Limits) -> Option<Found> {
    let (name, of_a, of_b) = resource(a.1, b.1)?;
    let ratio = of_a.max(of_b) / of_a.min(of_b);
    let ((small, small_amount), (large, large_amount)) =
        if of_a < of_b { ((a, of_a), (b, of_b)) } else { ((b, of_b), (a, of_a)) };
    let (low, high) = same_load(small.1, large.1)?;
    let (small_per_s, large_per_s) = (low.throughput_per_s.value, high.throughput_per_s.value);
    let change_percent = 100.0 * (large_per_s / small_per_s - 1.0);
    let claim = NotProportional {
        small: small.1.header.variant.name.clone(),
        large: large.1.header.variant.name.clone(),
        resource: name,
        small_amount,
        large_amount,
        small_per_s,
        large_per_s,
        change_percent,
    };
    let items = [(small.0, low), (large.0, high)].map(|(run, row)| {
        let measure = Measure::Run { run, of: LoadMeasure::Throughput };
        EvidenceItem { measure, ..EvidenceItem::throughput(row) }
    });
    let little = change_percent < limits.gain_percent * (ratio - 1.0);
    (ratio >= limits.resource_ratio && little).then(|| Found::new(claim, items.to_vec()))
}

/// Of users, the highest that both had; with a rate throughput is what was asked for.
fn same_load<'a>(a: &'a MeasuredRun, b: &'a MeasuredRun) -> Option<(&'a StepRow, &'a StepRow)> {
    let closed = |row: &&StepRow| {
        row.is_valid()
            && row.rate_per_s.is_none()
            && row.arrivals.is_none()
            && row.throughput_per_s.value > 0.0
    };
    let of_a = a.steps.iter().filter(closed);
    let pairs =
        of_a.filter_map(|row| Some((row, b.steps.iter().filter(closed).find(|o| o.users == row.users)?)));
    pairs.max_by_key(|(row, _)| row.users)
}
