//! Variants of one report against each other: all requests of each load, and capacity.

use super::caveat::ComparisonCaveat;
use super::compare::{Group, InOrder, at_load, in_order_of_load};
use super::effect;
use super::job::{self, JobSummary};
use super::judgement::{Effect, Undecided, judge, may_be_between_runs, p_max};
use super::measure::{MeasuredStep, StepKey, StepState, fewest, measure_whole};
use super::options::Options;
use super::order;
use super::row::{ResamplingUnit, Row, Side};
use crate::conclusion::{maximum, until_lost};
use crate::measured::MeasuredRun;
use crate::statistics::{Estimate, ratio_of_estimates};
use crate::step::Window;
use plimsoll_run::Run;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A run with what is known of it already.
pub(crate) struct RunWindows<'a> {
    pub run: &'a Run,
    pub windows: &'a [Window<'a>],
    pub analysis: &'a MeasuredRun,
}

/// One variant against another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariantDifference {
    /// Names of the variants.
    pub before: String,
    pub after: String,
    pub runs_before: usize,
    pub runs_after: usize,
    pub unit: ResamplingUnit,
    /// Where every run of both claims a maximum.
    pub capacity: Option<CapacityDifference>,
    /// Those that both have.
    pub loads: Vec<LoadDifference>,
    /// Loads that only one of them has.
    pub loads_of_one: usize,
    /// Durations of jobs that both have.
    pub jobs: Option<JobSummary>,
}

impl VariantDifference {
    /// Of some load, capacity or job there is more to say than that a single run gives no interval.
    pub fn is_tested(&self) -> bool {
        let of_loads = self.loads.iter().any(|load| load.verdict != DifferenceVerdict::Untested);
        let has_interval =
            |found: &CapacityDifference| found.effect != Effect::Unproven(Undecided::NoInterval);
        of_loads || self.jobs.is_some() || self.capacity.as_ref().is_some_and(has_interval)
    }
}

/// The highest throughputs of two variants.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CapacityDifference {
    /// Per second.
    pub before: Side,
    pub after: Side,
    /// after/before
    pub ratio: Estimate,
    pub p: Option<f64>,
    pub effect: Effect,
}

/// All requests at one load.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadDifference {
    pub verdict: DifferenceVerdict,
    /// Of the reasons why a load can't be compared: its measured windows differ in length; else some step is invalid.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub windows_differ: bool,
    /// Throughput, mean and 95th percentile of response time, and errors where there are any.
    pub rows: Vec<Row>,
}

/// What the figures of a load say together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceVerdict {
    /// Some figure surely differs, by more than the margin.
    Apart,
    /// Some figure surely differs, but it may be by less than the margin.
    Slightly,
    /// The intervals of all figures lie within the margin.
    Equal,
    /// Some figure surely differs between these two runs, but two runs of the same system may differ as much.
    BetweenRuns,
    /// They can't be distinguished; more can't be excluded.
    Not,
    /// A single run gives no interval.
    Untested,
    /// The measured windows differ, or a step is invalid.
    NotComparable,
}

impl DifferenceVerdict {
    fn of(rows: &[Row]) -> DifferenceVerdict {
        let no_interval = Effect::Unproven(Undecided::NoInterval);
        // A 95th percentile needs more requests for an interval than the others.
        let tested: Vec<Effect> = rows.iter().map(|row| row.effect).filter(|e| *e != no_interval).collect();
        if tested.is_empty() {
            DifferenceVerdict::Untested
        } else if tested.contains(&Effect::NotComparable) {
            DifferenceVerdict::NotComparable
        } else if tested.iter().any(|effect| matches!(effect, Effect::Better | Effect::Worse)) {
            DifferenceVerdict::Apart
        } else if tested.contains(&Effect::Unproven(Undecided::AboutTheMargin)) {
            DifferenceVerdict::Slightly
        } else if tested.contains(&Effect::Unproven(Undecided::BetweenRuns)) {
            DifferenceVerdict::BetweenRuns
        } else if tested.iter().all(|effect| *effect == Effect::Equivalent) {
            DifferenceVerdict::Equal
        } else {
            DifferenceVerdict::Not
        }
    }
}

/// Each pair, the variant before first. All figures of all pairs are one family of comparisons.
pub(crate) fn variant_differences(
    measured: &[RunWindows],
    pairs: &[(&Group, &Group)],
    options: Options,
) -> Vec<VariantDifference> {
    // How seconds vary is asked only where there is nothing else.
    let single = pairs.iter().any(|(before, after)| before.runs.len() == 1 && after.runs.len() == 1);
    let used: BTreeSet<usize> =
        pairs.iter().flat_map(|(a, b)| a.runs.iter().chain(&b.runs)).copied().collect();
    let steps: BTreeMap<usize, BTreeMap<StepKey, MeasuredStep>> = used
        .into_iter()
        .map(|place| {
            let RunWindows { run, windows, analysis } = measured[place];
            let state = |window: &Window| {
                let row = analysis.step(window.step.number);
                row.map_or_else(StepState::default, |row| StepState::of(row, row.servers))
            };
            let seconds = single && !run.header.means_only;
            (place, measure_whole(windows, &run.header, &state, seconds, options.seed))
        })
        .collect();
    let mut found: Vec<VariantDifference> =
        pairs.iter().map(|(before, after)| difference(measured, &steps, (before, after), options)).collect();
    correct_for_many(&mut found, options);
    for load in found.iter_mut().flat_map(|found| &mut found.loads) {
        load.verdict = DifferenceVerdict::of(&load.rows);
    }
    found
}

fn difference(
    measured: &[RunWindows],
    steps: &BTreeMap<usize, BTreeMap<StepKey, MeasuredStep>>,
    (before, after): (&Group, &Group),
    options: Options,
) -> VariantDifference {
    let entry = |after: bool| move |place: &usize| (after, *place);
    let places = before.runs.iter().map(entry(false)).chain(after.runs.iter().map(entry(true)));
    let mut ordered: Vec<InOrder> = places
        .map(|(after, place)| InOrder { run: measured[place].run, name: "", after, steps: &steps[&place] })
        .collect();
    ordered.sort_by_key(|one| one.run.header.started_unix_us);
    let order: Vec<bool> = ordered.iter().map(|one| one.after).collect();
    let unit = order::unit(&order);
    let keys: BTreeSet<&StepKey> = ordered.iter().flat_map(|one| one.steps.keys()).collect();
    let (mut loads, mut loads_of_one) = (Vec::new(), 0);
    for key in in_order_of_load(keys) {
        // What is to be said of the order and of windows is a finding across runs already.
        let mut caveats = Vec::new();
        let rows = at_load(&ordered, key, unit, options, &mut caveats);
        let is_of_windows =
            |caveat: &ComparisonCaveat| matches!(caveat, ComparisonCaveat::WindowsDiffer { .. });
        let windows_differ = caveats.iter().any(is_of_windows);
        match rows.is_empty() {
            true => loads_of_one += 1,
            false => loads.push(LoadDifference { verdict: DifferenceVerdict::Not, windows_differ, rows }),
        }
    }
    VariantDifference {
        before: before.name.clone(),
        after: after.name.clone(),
        runs_before: before.runs.len(),
        runs_after: after.runs.len(),
        unit,
        capacity: capacity(measured, (before, after), unit, options),
        jobs: jobs(&ordered, options),
        loads,
        loads_of_one,
    }
}

fn jobs(ordered: &[InOrder], options: Options) -> Option<JobSummary> {
    let side = |after: bool| -> Vec<(&str, &Run)> {
        ordered.iter().filter(|one| one.after == after).map(|one| (one.name, one.run)).collect()
    };
    job::compare(&side(false), &side(true), options.margin).summary
}

fn capacity(
    measured: &[RunWindows],
    (before, after): (&Group, &Group),
    unit: ResamplingUnit,
    options: Options,
) -> Option<CapacityDifference> {
    let maxima = |group: &Group| -> Option<Vec<Estimate>> {
        group.runs.iter().map(|place| maximum(&measured[*place].analysis.capacity)).collect()
    };
    let (a, b) = (maxima(before)?, maxima(after)?);
    let values = |of: &[Estimate]| of.iter().map(|one| one.value).collect::<Vec<f64>>();
    let (x, y) = (values(&a), values(&b));
    let (ratio, p) = if unit == ResamplingUnit::Seconds {
        let errors = a[0].standard_error().zip(b[0].standard_error());
        let found = errors.and_then(|(error_a, error_b)| ratio_of_estimates(x[0], error_a, y[0], error_b));
        let plain = Estimate { value: y[0] / x[0], bounds_95: None };
        found.map_or((plain, None), |f| (Estimate { value: f.ratio, bounds_95: f.bounds_95 }, f.p))
    } else {
        let found = effect::of_runs(unit, &x, &y);
        (found.ratio?, found.p)
    };
    let effect = judge(&ratio, 1.0, options.margin, true);
    let lost = |group: &Group| {
        let of_run = |place: &usize| until_lost(&measured[*place].analysis.capacity);
        fewest(group.runs.iter().filter_map(of_run))
    };
    let side = |values: &[f64], group: &Group| Side { servers: lost(group), ..Side::of(values) };
    Some(CapacityDifference { before: side(&x, before), after: side(&y, after), ratio, p, effect })
}

/// Takes back what stands out only because so much was compared, also where it is about the margin: what is said here
/// is that variants differ. Of single runs, which by themselves differ by some percent, only what surely differs by more
/// than the margin is left.
fn correct_for_many(found: &mut [VariantDifference], options: Options) {
    let rows = found.iter().flat_map(|one| &one.loads).flat_map(|load| &load.rows);
    let comparable = rows.filter(|row| row.effect != Effect::NotComparable).filter_map(|row| row.p);
    let of_capacity = found.iter().filter_map(|one| one.capacity.as_ref()?.p);
    let of_jobs = found.iter().filter_map(|one| one.jobs.as_ref()?.p);
    let p_max = p_max(comparable.chain(of_capacity).chain(of_jobs).collect());
    let correct = |effect: &mut Effect, p: Option<f64>, within: bool| {
        let about = Effect::Unproven(Undecided::AboutTheMargin);
        let stands_out = matches!(*effect, Effect::Better | Effect::Worse) || *effect == about;
        if stands_out && p.is_some_and(|p| p > p_max) {
            *effect = Effect::Unproven(Undecided::OneOfMany);
        } else if stands_out && within {
            *effect = Effect::Unproven(Undecided::BetweenRuns);
        }
    };
    for one in found {
        let single =
            if one.runs_before == 1 && one.runs_after == 1 { ResamplingUnit::Seconds } else { one.unit };
        if let Some(jobs) = &mut one.jobs {
            let within = may_be_between_runs(single, jobs.ratio, 1.0, options.margin);
            correct(&mut jobs.effect, jobs.p, within);
        }
        for row in one.loads.iter_mut().flat_map(|load| &mut load.rows) {
            let within = row.may_be_between_runs(options);
            correct(&mut row.effect, row.p, within);
        }
        if let Some(capacity) = &mut one.capacity {
            let within = may_be_between_runs(one.unit, capacity.ratio, 1.0, options.margin);
            correct(&mut capacity.effect, capacity.p, within);
        }
    }
}
