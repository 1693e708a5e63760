//! The comparison of two sides, each of one run or more.

use super::caveat::{ComparisonCaveat, WINDOWS_DIFFER_MAX};
use super::configuration::{ConfigurationDifference, Setting, differences};
use super::effect;
use super::figure::forest;
use super::job::{self, JobComparison, JobSummary, JobTrend};
use super::judgement::{
    Effect, FAILED_APART_PERCENT, Judged, Undecided, correct_for_failures, correct_for_many, correct_for_mix,
    judge, overall,
};
use super::measure::{ComparedStep, MeasuredStep, Metric, StepKey, Subject, fewest, measure};
use super::options::Options;
use super::order;
use super::row::{ResamplingUnit, Row};
use crate::figures::Figure;
use crate::follow_up::FollowUp;
use crate::measured::ended_by_itself;
use crate::servers::Observations;
use crate::step::{RequestMix, ServersAtWork, Window, mix_differs_by};
use plimsoll_run::{Design, Run, TransactionKey, TransactionKind};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Runs that are taken together, by their place in the list of runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub name: String,
    pub runs: Vec<usize>,
}

/// Every pair of sides that was compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    pub judged: Judged,
    pub margin_percent: f64,
    pub errors_margin_points: f64,
    pub contrasts: Vec<Contrast>,
    /// Of runs that were made to decide a finding of another one of these: whether its claim holds. For whoever has the analysis of
    /// all of them; runs are their places in the order in which they were made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub follow_ups: Vec<FollowUp>,
}

impl Comparison {
    /// Whether every pair of sides has a figure of all requests with an interval, and none that is not comparable.
    pub fn is_compared(&self) -> bool {
        let is_compared = |contrast: &Contrast| {
            let rows = contrast.rows.iter().filter(|row| row.subject.transaction.is_none());
            let jobs = contrast.job_summary.as_ref().map(|summary| summary.effect);
            let effects: Vec<Effect> = rows.map(|row| row.effect).chain(jobs).collect();
            let has_interval = |effect: &Effect| *effect != Effect::Unproven(Undecided::NoInterval);
            effects.iter().any(has_interval) && !effects.contains(&Effect::NotComparable)
        };
        !self.contrasts.is_empty() && self.contrasts.iter().all(is_compared)
    }
}

/// One side against another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Contrast {
    pub before: ComparedGroup,
    pub after: ComparedGroup,
    pub judged: Judged,
    pub unit: ResamplingUnit,
    /// All requests of a load first, then its transactions.
    pub rows: Vec<Row>,
    pub jobs: Vec<JobComparison>,
    pub job_summary: Option<JobSummary>,
    pub job_trends: Vec<JobTrend>,
    pub configuration: Vec<ConfigurationDifference>,
    pub caveats: Vec<ComparisonCaveat>,
    pub figures: Vec<Figure>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedGroup {
    pub name: String,
    pub runs: Vec<ComparedRun>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedRun {
    /// As it was named to the comparison.
    pub name: String,
    pub variant: String,
    pub repeat: u32,
    pub started_unix_us: i64,
    pub time_zone: String,
}

/// Compares each pair of groups, the side before first. `names` are those of the runs, in their order.
/// `observed` holds what the servers of each run logged, in the same order; it may be shorter: nothing was then.
pub fn compare(
    runs: &[Run],
    observed: &[Observations],
    names: &[String],
    pairs: &[(Group, Group)],
    options: Options,
) -> Comparison {
    let nothing = Observations::default();
    let of_run = |i: usize| measure(&runs[i], observed.get(i).unwrap_or(&nothing), options.seed);
    let used: BTreeSet<usize> =
        pairs.iter().flat_map(|(a, b)| a.runs.iter().chain(&b.runs)).copied().collect();
    let measured: BTreeMap<usize, BTreeMap<StepKey, MeasuredStep>> =
        used.into_iter().map(|i| (i, of_run(i))).collect();
    let contrasts: Vec<Contrast> =
        pairs.iter().map(|(a, b)| contrast(runs, names, &measured, (a, b), options)).collect();
    Comparison {
        judged: contrasts.iter().map(|contrast| contrast.judged).max().unwrap_or(Judged::Undecided),
        margin_percent: 100.0 * options.margin,
        errors_margin_points: options.errors_margin_points,
        contrasts,
        follow_ups: Vec::new(),
    }
}

/// Runs of a contrast with their figures, in the order of their starts.
pub(super) struct InOrder<'a> {
    pub run: &'a Run,
    pub name: &'a str,
    pub after: bool,
    pub steps: &'a BTreeMap<StepKey, MeasuredStep>,
}

fn contrast(
    runs: &[Run],
    names: &[String],
    measured: &BTreeMap<usize, BTreeMap<StepKey, MeasuredStep>>,
    (before, after): (&Group, &Group),
    options: Options,
) -> Contrast {
    let entry = |after: bool| move |i: &usize| (after, *i);
    let places = before.runs.iter().map(entry(false)).chain(after.runs.iter().map(entry(true)));
    let mut ordered: Vec<InOrder> = places
        .map(|(after, i)| InOrder { run: &runs[i], name: &names[i], after, steps: &measured[&i] })
        .collect();
    ordered.sort_by_key(|one| one.run.header.started_unix_us);
    let order: Vec<bool> = ordered.iter().map(|one| one.after).collect();
    let unit = order::unit(&order);
    let side = |after: bool| -> Vec<(&str, &Run)> {
        ordered.iter().filter(|one| one.after == after).map(|one| (one.name, one.run)).collect()
    };
    let (side_before, side_after) = (side(false), side(true));
    let plain = |side: &[(&str, &Run)]| -> Vec<ComparedRun> {
        side.iter().map(|(name, run)| compared(name, run)).collect()
    };
    let only = |after: bool| -> Vec<&Run> {
        ordered.iter().filter(|one| one.after == after).map(|one| one.run).collect()
    };
    let configuration = differences(&only(false), &only(true));
    let mut caveats = general(&ordered, &order, &configuration);
    let mut rows = Vec::new();
    let keys: BTreeSet<&StepKey> = ordered.iter().flat_map(|one| one.steps.keys()).collect();
    for key in in_order_of_load(keys) {
        let found = at_load(&ordered, key, unit, options, &mut caveats);
        rows.extend(found);
    }
    correct_for_failures(&mut rows);
    if caveats.iter().any(|caveat| matches!(caveat, ComparisonCaveat::MixesDiffer { .. })) {
        correct_for_mix(&mut rows);
    }
    correct_for_many(&mut rows, options);
    let jobs = job::compare(&side_before, &side_after, options.margin);
    caveats.extend(jobs.caveats);
    Contrast {
        before: ComparedGroup { name: before.name.clone(), runs: plain(&side_before) },
        after: ComparedGroup { name: after.name.clone(), runs: plain(&side_after) },
        judged: overall(&rows, jobs.summary.as_ref().map(|summary| summary.effect)),
        unit,
        figures: forest(&rows, options.margin).into_iter().collect(),
        rows,
        jobs: jobs.rows,
        job_summary: jobs.summary,
        job_trends: jobs.trends,
        configuration,
        caveats,
    }
}

fn compared(name: &str, run: &Run) -> ComparedRun {
    ComparedRun {
        name: name.to_owned(),
        variant: run.header.variant.name.clone(),
        repeat: run.header.repeat,
        started_unix_us: run.header.started_unix_us,
        time_zone: run.header.time_zone.clone(),
    }
}

/// Steps in the order of their loads; of the same load by name.
pub(super) fn in_order_of_load(keys: BTreeSet<&StepKey>) -> Vec<&StepKey> {
    let mut keys: Vec<&StepKey> = keys.into_iter().collect();
    // Names that end in numbers are in the order of these.
    keys.sort_by(|a, b| (a.1, a.2, name_and_number(&a.0)).cmp(&(b.1, b.2, name_and_number(&b.0))));
    keys
}

/// `job 10` comes after `job 9`: the name without its number, and the number.
fn name_and_number(name: &str) -> (&str, u128, &str) {
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (base, name[base.len()..].parse().unwrap_or(0), name)
}

/// What concerns runs as a whole.
fn general(
    ordered: &[InOrder],
    order: &[bool],
    configuration: &[ConfigurationDifference],
) -> Vec<ComparisonCaveat> {
    let mut caveats = Vec::new();
    let after = order.iter().filter(|after| **after).count();
    let before = order.len() - after;
    if before == 1 || after == 1 {
        caveats.push(ComparisonCaveat::SingleRuns { before, after });
    }
    // Where all began at the same time no order is known.
    let began = |one: &InOrder| one.run.header.started_unix_us;
    let is_ordered = ordered.windows(2).any(|pair| began(&pair[0]) != began(&pair[1]));
    caveats.extend(order::confounded(order).filter(|_| is_ordered));
    let differs = |setting: Setting| configuration.iter().filter(move |found| found.setting == setting);
    let names: Vec<String> = differs(Setting::Environment).map(|found| found.name.clone()).collect();
    if !names.is_empty() {
        caveats.push(ComparisonCaveat::EnvironmentDiffers { names });
    }
    if differs(Setting::Plan).any(|found| found.name == "text") {
        caveats.push(ComparisonCaveat::PlanDiffers);
    }
    if differs(Setting::Generator).next().is_some() {
        caveats.push(ComparisonCaveat::GeneratorDiffers);
    }
    caveats.extend(mixes_differ(ordered));
    caveats.extend(failures_differ(ordered));
    for one in ordered {
        let searched = matches!(one.run.header.design, Design::Capacity { .. });
        if !one.run.end.as_ref().is_some_and(|end| ended_by_itself(&end.reason, searched)) {
            caveats.push(ComparisonCaveat::Incomplete { run: one.name.to_owned() });
        }
        let steps: BTreeSet<u32> = one.steps.values().flat_map(|step| &step.invalid_steps).copied().collect();
        if !steps.is_empty() {
            caveats.push(ComparisonCaveat::InvalidSteps {
                run: one.name.to_owned(),
                steps: steps.into_iter().collect(),
            });
        }
        caveats.extend(servers_lost(one));
        caveats.extend(nodes_absent(one));
        let steps: BTreeSet<u32> = one.steps.values().flat_map(|step| &step.in_flight).copied().collect();
        if !steps.is_empty() {
            let steps = steps.into_iter().collect();
            caveats.push(ComparisonCaveat::TimesAreLowerBounds { run: one.name.to_owned(), steps });
        }
        caveats.extend(lateness(one));
    }
    caveats
}

/// Figures are compared within 5 %: a mix that shifts by less than that moves them, too.
const MIX_APART: f64 = 0.03;

/// Of the windows of all runs of a side.
fn mixes_differ(ordered: &[InOrder]) -> Option<ComparisonCaveat> {
    let mix = |after: bool| {
        let mut mix = RequestMix::new();
        let runs = ordered.iter().filter(|one| one.after == after).map(|one| one.run);
        for window in runs.flat_map(|run| run.steps.iter().map(|step| Window::of(run, step))) {
            for (of, interval) in window.transactions {
                if of.kind == TransactionKind::Request {
                    *mix.entry(of.name.as_str()).or_default() += interval.requests;
                }
            }
        }
        mix
    };
    Some(ComparisonCaveat::MixesDiffer { percent: mix_differs_by(&mix(false), &mix(true), MIX_APART)? })
}

fn failures_differ(ordered: &[InOrder]) -> Option<ComparisonCaveat> {
    let percent = |after: bool| {
        let runs = ordered.iter().filter(|one| one.after == after).map(|one| one.run);
        let windows = runs.flat_map(|run| run.steps.iter().map(|step| Window::of(run, step)));
        let (failed, answered) = windows.fold((0, 0), |(failed, answered), window| {
            (failed + Window::errors(&window.total).0, answered + Window::answered(&window.total))
        });
        100.0 * failed as f64 / answered.max(1) as f64
    };
    let (before_percent, after_percent) = (percent(false), percent(true));
    ((before_percent - after_percent).abs() >= FAILED_APART_PERCENT)
        .then_some(ComparisonCaveat::FailuresDiffer { before_percent, after_percent })
}

fn lateness(one: &InOrder) -> Option<ComparisonCaveat> {
    let steps: BTreeSet<u32> = one.steps.values().flat_map(|step| &step.late).copied().collect();
    let times_us =
        one.steps.values().filter_map(|step| step.all.uncertainty).map(|found| found.times_us).max()?;
    let (run, steps) = (one.name.to_owned(), steps.into_iter().collect());
    Some(ComparisonCaveat::LatenessAdded { run, steps, times_us })
}

/// With the fewest of its nodes.
fn nodes_absent(one: &InOrder) -> Option<ComparisonCaveat> {
    let found: BTreeMap<u32, u32> = one.steps.values().flat_map(|step| &step.absent).copied().collect();
    let of = one.run.header.fleet.as_ref()?.nodes.len() as u32;
    let nodes = of.saturating_sub(*found.values().max()?);
    Some(ComparisonCaveat::NodesAbsent {
        run: one.name.to_owned(),
        steps: found.into_keys().collect(),
        nodes,
        of,
    })
}

/// For each number of servers that were left.
fn servers_lost(one: &InOrder) -> Vec<ComparisonCaveat> {
    let mut found: BTreeMap<u32, (ServersAtWork, BTreeSet<u32>)> = BTreeMap::new();
    for (step, servers) in one.steps.values().flat_map(|step| &step.lost) {
        found.entry(servers.at_work).or_insert((*servers, BTreeSet::new())).1.insert(*step);
    }
    let caveat = |(servers, steps): (ServersAtWork, BTreeSet<u32>)| ComparisonCaveat::ServersLost {
        run: one.name.to_owned(),
        steps: steps.into_iter().collect(),
        servers,
    };
    found.into_values().map(caveat).collect()
}

pub(super) fn at_load(
    ordered: &[InOrder],
    key: &StepKey,
    unit: ResamplingUnit,
    options: Options,
    caveats: &mut Vec<ComparisonCaveat>,
) -> Vec<Row> {
    let found: Vec<(bool, &MeasuredStep)> =
        ordered.iter().filter_map(|one| Some((one.after, one.steps.get(key)?))).collect();
    let of = |after: bool| -> Vec<&MeasuredStep> {
        found.iter().filter(|(side, _)| *side == after).map(|(_, step)| *step).collect()
    };
    let (before, after) = (of(false), of(true));
    let Some((_, first)) = found.first() else { return Vec::new() };
    let (load, step_name) = (first.load, key.0.clone());
    if before.is_empty() || after.is_empty() {
        caveats.push(ComparisonCaveat::LoadMissing { load, step_name, missing_after: after.is_empty() });
        return Vec::new();
    }
    let mean_s = |side: &[&MeasuredStep]| side.iter().map(|s| s.measured_s).sum::<f64>() / side.len() as f64;
    let (before_s, after_s) = (mean_s(&before), mean_s(&after));
    // A window beside a job is as long as the job takes: that is a result.
    let during_job = ordered.iter().any(|one| one.run.jobs.iter().any(|job| job.name == step_name));
    let windows_differ =
        !during_job && (before_s - after_s).abs() > WINDOWS_DIFFER_MAX * before_s.max(after_s);
    if windows_differ {
        caveats.push(ComparisonCaveat::WindowsDiffer {
            load,
            step_name: step_name.clone(),
            before_s,
            after_s,
        });
    }
    let invalid = found.iter().any(|(_, step)| !step.invalid_steps.is_empty());
    let unit = match (before.len(), after.len()) {
        (1, 1) => ResamplingUnit::Seconds,
        (a, b) if a != b || found.len() < ordered.len() => ResamplingUnit::Runs,
        _ => unit,
    };
    // A lower bound against another says nothing of which is the longer.
    let lower_bounds = found.iter().any(|(_, step)| !step.in_flight.is_empty());
    let compared = |metric: &&Metric| !(lower_bounds && metric.is_time());
    for metric in [Metric::ThroughputPerS, Metric::MeanUs].iter().filter(compared).copied() {
        let all: Vec<(bool, &ComparedStep)> = found.iter().map(|(side, step)| (*side, &step.all)).collect();
        caveats.extend(order::drift(metric, load, &step_name, &all));
    }
    let are_other = are_other_requests(&before, &after);
    let mut rows = Vec::new();
    for transaction in transactions(&before, &after) {
        let subject = Subject {
            load,
            step_name: step_name.clone(),
            transaction: transaction.map(|t| t.name.clone()),
            group: transaction.is_some_and(|t| t.kind != TransactionKind::Request),
        };
        let side = |steps: &[&'_ MeasuredStep]| -> Vec<ComparedStep> {
            let get = |step: &&MeasuredStep| match transaction {
                Some(transaction) => step.transactions.get(transaction).cloned(),
                None => Some(step.all.clone()),
            };
            steps.iter().filter_map(get).collect()
        };
        let (a, b) = (side(&before), side(&after));
        let (a, b): (Vec<&ComparedStep>, Vec<&ComparedStep>) = (a.iter().collect(), b.iter().collect());
        rows.extend(Metric::ALL.iter().filter(compared).filter_map(|metric| {
            row(
                &subject,
                *metric,
                unit,
                (&a, &b),
                options,
                windows_differ || invalid || (are_other && transaction.is_none()),
            )
        }));
    }
    let servers = |side: &[&MeasuredStep]| fewest(side.iter().filter_map(|step| step.servers()));
    for row in &mut rows {
        (row.before.servers, row.after.servers) = (servers(&before), servers(&after));
    }
    rows
}

/// Several on a side, and none of them on the other, too: what all of them took says nothing of each other. A single one may have been
/// renamed.
fn are_other_requests(before: &[&MeasuredStep], after: &[&MeasuredStep]) -> bool {
    let of = |side: &[&MeasuredStep]| -> BTreeSet<TransactionKey> {
        let all = side.iter().flat_map(|step| step.transactions.keys());
        all.filter(|key| key.kind == TransactionKind::Request).cloned().collect()
    };
    let (a, b) = (of(before), of(after));
    let are_known = !a.is_empty() && !b.is_empty() && a.len().max(b.len()) > 1;
    are_known && a.is_disjoint(&b)
}

/// All requests, then what both sides have; a single request is the same as all.
fn transactions<'a>(
    before: &[&'a MeasuredStep],
    after: &[&'a MeasuredStep],
) -> Vec<Option<&'a TransactionKey>> {
    let of = |side: &[&'a MeasuredStep]| -> BTreeSet<&'a TransactionKey> {
        side.iter().flat_map(|step| step.transactions.keys()).collect()
    };
    let (a, b) = (of(before), of(after));
    let mut found = vec![None];
    if a.len() > 1 || b.len() > 1 {
        found.extend(a.intersection(&b).map(|transaction| Some(*transaction)));
    }
    found
}

fn row(
    subject: &Subject,
    metric: Metric,
    unit: ResamplingUnit,
    (before, after): (&[&ComparedStep], &[&ComparedStep]),
    options: Options,
    not_comparable: bool,
) -> Option<Row> {
    let found = effect::of_figures(metric, unit, before, after)?;
    let judged = match found.ratio {
        Some(ratio) => judge(&ratio, 1.0, options.margin, metric.higher_is_better()),
        None if metric.is_share() => judge(&found.difference, 0.0, options.errors_margin_points, false),
        None => Effect::Unproven(super::judgement::Undecided::NoInterval),
    };
    // Requests that fail do so however long the windows are, and are what makes a step invalid.
    let fails_more = metric.is_share() && judged == Effect::Worse;
    let effect = if not_comparable && !fails_more { Effect::NotComparable } else { judged };
    Some(Row {
        subject: subject.clone(),
        metric,
        unit,
        before: found.before,
        after: found.after,
        difference: found.difference,
        ratio: found.ratio,
        p: found.p,
        rank: found.rank,
        smallest_effect_percent: found.smallest_effect.map(|share| 100.0 * share),
        effect,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_of_one_size_are_in_the_order_of_their_numbers() {
        let mut names = ["job 10", "job 2", "after", "job 1", "job"];
        names.sort_by(|a, b| name_and_number(a).cmp(&name_and_number(b)));
        assert_eq!(names, ["after", "job", "job 1", "job 2", "job 10"]);
    }
}
