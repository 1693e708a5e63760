//! Durations of jobs against one another: sequences of long tasks that ran beside the load.

use super::caveat::ComparisonCaveat;
use super::effect;
use super::judgement::{Effect, Undecided, judge};
use super::row::ResamplingUnit;
use crate::statistics::{Estimate, Trend, mann_kendall, mean_difference, ratio_of_pairs, theil_sen};
use plimsoll_run::{At, Job, JobVerdict, Run, ServerEvent, ServerEventKind};
use serde::Serialize;

/// From so many jobs on, the first of a sequence is left out of the judgement: a system that was just started is slow once.
const WARM_UP_FROM: usize = 4;

/// Fewer jobs have no trend to speak of.
const TREND_JOBS_MIN: usize = 6;

const P_MAX: f64 = 0.05;

/// A job of the same name on both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobComparison {
    pub name: String,
    /// One duration per run; jobs that did not end well have none.
    pub before_s: Vec<f64>,
    pub after_s: Vec<f64>,
    /// Runs in which it failed, or took too long.
    pub before_failed: usize,
    pub after_failed: usize,
    /// Mean after less mean before, signed.
    pub difference_s: Option<f64>,
    pub change_percent: Option<f64>,
    /// Left out of the judgement.
    pub warm_up: bool,
    /// On one side it began after a server had restarted among the jobs, and on the other it did not: another state of the system. Left out, too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub after_restart: bool,
}

impl JobComparison {
    fn is_judged(&self) -> bool {
        !self.warm_up && !self.after_restart
    }

    fn means(&self) -> Option<(f64, f64)> {
        let mean =
            |values: &[f64]| (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64);
        mean(&self.before_s).zip(mean(&self.after_s))
    }
}

/// All jobs of a contrast together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobSummary {
    /// Jobs that ended well on both sides and are no warm-up.
    pub jobs: usize,
    /// Left out, as a server restarted before them on one side only.
    #[serde(skip_serializing_if = "is_zero")]
    pub after_restart: usize,
    /// Of all runs of a side; those that failed have no duration to compare.
    pub before: JobCount,
    pub after: JobCount,
    /// Per job, seconds.
    pub difference_s: Estimate,
    pub ratio: Estimate,
    pub p: Option<f64>,
    /// `Pairs`: single runs, the unit is the job; then how runs vary is not known. `Runs`: the mean of each run.
    pub unit: ResamplingUnit,
    pub effect: Effect,
    /// The difference with the warm-up in it, where one was left out.
    pub with_warm_up_s: Option<Estimate>,
    /// The job that alone keeps a difference from being shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outlier: Option<JobOutlier>,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A job that differs far more than the others: without it a difference is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobOutlier {
    pub job: String,
    pub difference_s: f64,
    /// Of the others, seconds.
    pub without_s: Estimate,
}

/// How the jobs of a side ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobCount {
    pub of: usize,
    /// Failed, or took too long.
    pub failed: usize,
}

impl JobCount {
    fn of(side: &[NamedRun]) -> JobCount {
        let all = || side.iter().flat_map(|(_, run)| &run.jobs);
        JobCount { of: all().count(), failed: all().filter(|job| has_failed(job)).count() }
    }
}

/// Durations that rise or fall job by job within a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobTrend {
    pub run: String,
    pub jobs: usize,
    pub trend: Trend,
    pub seconds_per_job: f64,
    pub percent_per_job: f64,
}

pub(super) type NamedRun<'a> = (&'a str, &'a Run);

pub(super) struct Jobs {
    pub rows: Vec<JobComparison>,
    pub summary: Option<JobSummary>,
    pub trends: Vec<JobTrend>,
    pub caveats: Vec<ComparisonCaveat>,
}

pub(super) fn compare(before: &[NamedRun], after: &[NamedRun], margin: f64) -> Jobs {
    let mut names: Vec<&str> = Vec::new();
    for job in before.iter().chain(after).flat_map(|(_, run)| &run.jobs) {
        if !names.contains(&job.name.as_str()) {
            names.push(&job.name);
        }
    }
    let durations = |side: &[NamedRun], name: &str| -> Vec<f64> {
        side.iter()
            .filter_map(|(_, run)| run.jobs.iter().find(|job| job.name == name))
            .filter_map(duration_s)
            .collect()
    };
    let mut rows: Vec<JobComparison> = names
        .iter()
        .map(|name| {
            let (before_s, after_s) = (durations(before, name), durations(after, name));
            let row = JobComparison {
                name: (*name).to_owned(),
                before_s,
                after_s,
                before_failed: failures(before, name),
                after_failed: failures(after, name),
                difference_s: None,
                change_percent: None,
                warm_up: false,
                after_restart: after_restart(before, name) != after_restart(after, name),
            };
            let means = row.means();
            JobComparison {
                difference_s: means.map(|(a, b)| b - a),
                change_percent: means.filter(|(a, _)| *a > 0.0).map(|(a, b)| 100.0 * (b / a - 1.0)),
                ..row
            }
        })
        .collect();
    if rows.len() >= WARM_UP_FROM {
        rows[0].warm_up = true;
    }
    Jobs {
        summary: summary(before, after, &rows, margin),
        trends: before.iter().chain(after).filter_map(trend).collect(),
        caveats: caveats(before, after, &names),
        rows,
    }
}

/// In some run of the side a server restarted after the first job had begun and before this one did.
fn after_restart(side: &[NamedRun], name: &str) -> bool {
    let is_start =
        |event: &ServerEvent| matches!(event.kind, ServerEventKind::Restart | ServerEventKind::JvmStart);
    side.iter().any(|(_, run)| {
        let first_us = run.jobs.iter().map(|job| job.started_us).min().unwrap_or(0);
        let began_us = run.jobs.iter().find(|job| job.name == name).map(|job| job.started_us);
        let is_between = |event: &ServerEvent| match (event.at, began_us) {
            (At::Run(at_us), Some(began_us)) => at_us > first_us as i64 && at_us <= began_us as i64,
            _ => false,
        };
        run.telemetry.events.iter().any(|event| is_start(event) && is_between(event))
    })
}

/// Where a run was ended by somebody, its jobs did not fail.
fn has_failed(job: &Job) -> bool {
    matches!(job.verdict, JobVerdict::Failed | JobVerdict::TimedOut)
}

fn failures(side: &[NamedRun], name: &str) -> usize {
    let of_name = |run: &Run| run.jobs.iter().find(|job| job.name == name).is_some_and(has_failed);
    side.iter().filter(|(_, run)| of_name(run)).count()
}

fn duration_s(job: &Job) -> Option<f64> {
    (job.verdict == JobVerdict::Done).then(|| job.duration_us()).flatten().map(|us| us as f64 / 1e6)
}

fn summary(
    before: &[NamedRun],
    after: &[NamedRun],
    rows: &[JobComparison],
    margin: f64,
) -> Option<JobSummary> {
    let pairs = |warm_up: bool| -> Vec<(f64, f64)> {
        let judged = rows.iter().filter(|row| row.is_judged() || warm_up && !row.after_restart);
        judged.filter_map(JobComparison::means).collect()
    };
    let counted = pairs(false);
    if counted.is_empty() {
        return None;
    }
    let difference = |pairs: &[(f64, f64)]| {
        let all: Vec<f64> = pairs.iter().map(|(a, b)| b - a).collect();
        let value = all.iter().sum::<f64>() / all.len() as f64;
        mean_difference(&[], &all).unwrap_or(Estimate { value, bounds_95: None })
    };
    let warmed = rows.iter().any(|row| row.warm_up && !row.after_restart && row.means().is_some());
    let (unit, difference_s, ratio, p) = if before.len() > 1 || after.len() > 1 {
        let common: Vec<&str> = rows
            .iter()
            .filter(|row| {
                row.is_judged() && row.before_s.len() == before.len() && row.after_s.len() == after.len()
            })
            .map(|row| row.name.as_str())
            .collect();
        let (a, b) = (run_means(before, &common)?, run_means(after, &common)?);
        let found = effect::of_runs(ResamplingUnit::Runs, &a, &b);
        (ResamplingUnit::Runs, found.difference, found.ratio?, found.p)
    } else {
        let found = ratio_of_pairs(&counted);
        let (a, b) = counted.iter().fold((0.0, 0.0), |(a, b), pair| (a + pair.0, b + pair.1));
        let ratio = found.map_or(Estimate { value: b / a, bounds_95: None }, |found| Estimate {
            value: found.ratio,
            bounds_95: found.bounds_95,
        });
        (ResamplingUnit::Pairs, difference(&counted), ratio, found.and_then(|found| found.p))
    };
    let effect = judge(&ratio, 1.0, margin, false);
    let has_failures = before.iter().chain(after).any(|(_, run)| run.jobs.iter().any(has_failed));
    let is_uncertain = effect == Effect::Unproven(Undecided::TooUncertain);
    let is_open = unit == ResamplingUnit::Pairs && is_uncertain && !has_failures;
    Some(JobSummary {
        outlier: is_open.then(|| outlier(rows)).flatten(),
        jobs: counted.len(),
        after_restart: rows.iter().filter(|row| row.after_restart && row.means().is_some()).count(),
        before: JobCount::of(before),
        after: JobCount::of(after),
        difference_s,
        ratio,
        p,
        unit,
        effect,
        with_warm_up_s: warmed.then(|| difference(&pairs(true))),
    })
}

/// Of fewer jobs none is an outlier.
const OUTLIER_JOBS_MIN: usize = 6;

/// So many times as far from the median as half of the others, at least.
const OUTLIER_TIMES: f64 = 8.0;

/// The job whose difference is farthest from the median of all, where the others without it surely differ.
fn outlier(rows: &[JobComparison]) -> Option<JobOutlier> {
    let counted = || rows.iter().filter(|row| row.is_judged());
    let mut all: Vec<f64> = counted().filter_map(|row| row.difference_s).collect();
    if all.len() < OUTLIER_JOBS_MIN {
        return None;
    }
    all.sort_by(f64::total_cmp);
    let median = all[all.len() / 2];
    let distance =
        |row: &&JobComparison| row.difference_s.map_or(0.0, |difference| (difference - median).abs());
    let farthest = counted().max_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    let others: Vec<f64> =
        counted().filter(|row| row.name != farthest.name).filter_map(|row| row.difference_s).collect();
    let mut scatter: Vec<f64> = others.iter().map(|difference| (difference - median).abs()).collect();
    scatter.sort_by(f64::total_cmp);
    if distance(&farthest) <= OUTLIER_TIMES * scatter[scatter.len() / 2] {
        return None;
    }
    let without_s = mean_difference(&[], &others)?;
    let is_shown = without_s.bounds_95.is_some_and(|bounds| bounds.low > 0.0 || bounds.high < 0.0);
    is_shown.then(|| JobOutlier {
        job: farthest.name.clone(),
        difference_s: farthest.difference_s.unwrap_or(0.0),
        without_s,
    })
}

/// Mean duration of these jobs, for each run; `None` without jobs.
fn run_means(side: &[NamedRun], names: &[&str]) -> Option<Vec<f64>> {
    let mean = |(_, run): &NamedRun| {
        let of = run.jobs.iter().filter(|job| names.contains(&job.name.as_str())).filter_map(duration_s);
        of.sum::<f64>() / names.len() as f64
    };
    (!names.is_empty()).then(|| side.iter().map(mean).collect())
}

fn trend((name, run): &NamedRun) -> Option<JobTrend> {
    let durations: Vec<f64> = run.jobs.iter().skip(1).filter_map(duration_s).collect();
    if durations.len() < TREND_JOBS_MIN {
        return None;
    }
    let points: Vec<(f64, f64)> = durations.iter().enumerate().map(|(i, s)| (i as f64, *s)).collect();
    let slope = theil_sen(&points)?.slope;
    let trend = mann_kendall(&durations);
    let mean = durations.iter().sum::<f64>() / durations.len() as f64;
    (trend.p < P_MAX).then(|| JobTrend {
        run: (*name).to_owned(),
        jobs: durations.len(),
        trend,
        seconds_per_job: slope,
        percent_per_job: 100.0 * slope / mean,
    })
}

fn caveats(before: &[NamedRun], after: &[NamedRun], names: &[&str]) -> Vec<ComparisonCaveat> {
    let mut caveats = Vec::new();
    for (name, run) in before.iter().chain(after) {
        let failed = run.jobs.iter().filter(|job| duration_s(job).is_none());
        caveats.extend(failed.map(|job| ComparisonCaveat::JobFailed {
            run: (*name).to_owned(),
            job: job.name.clone(),
            verdict: job.verdict,
        }));
    }
    let has = |side: &[NamedRun], name: &str| {
        side.iter().any(|(_, run)| run.jobs.iter().any(|job| job.name == name))
    };
    for name in names {
        let (in_before, in_after) = (has(before, name), has(after, name));
        if in_before != in_after {
            caveats.push(ComparisonCaveat::JobMissing { job: (*name).to_owned(), missing_after: in_before });
        }
    }
    caveats
}
