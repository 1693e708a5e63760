//! `degrades-in-order`: the same work took longer and longer: jobs of one name, steps of one load, or runs of one variant, in
//! their order (Mann–Kendall p < 0.05, and 8 % from first to last by Theil and Sen's slope). A restart of a server begins a
//! new sequence. Of six and more it is also looked at without the first, with the p of both looks doubled.

use crate::findings::prelude::*;
use crate::statistics::{mann_kendall, theil_sen};
use plimsoll_run::{At, Job, JobVerdict, ServerEventKind, Telemetry};

pub(crate) static DETECTOR: Detector = Detector {
    id: "degrades-in-order",
    severities: &[Severity::Warning],
    when: "jobs of one name, steps of one load, or runs of one variant take longer and longer: Mann–Kendall p < \
        0.05 and 8 % from first to last by Theil and Sen's slope; the first and the last time are reported as measured. A restart begins a new sequence; of six and more also without the first, p of both looks \
        doubled",
    requires: "five in a row",
    needs: &[Need::Runs(2)],
    thresholds: Limits::ALL,
    look: Look::Both(detect, detect_in_runs),
};

thresholds!("degrades-in-order", Limits {
    /// p of the Mann–Kendall test
    p = 0.05,
    /// times in a row, at least
    times = 5.0,
    /// % that the last is slower than the first, by the slope
    percent = 8.0,
});

/// A rising sequence of times of equal work.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DegradesInOrder {
    /// Empty: all requests.
    pub transaction: String,
    /// Places in the order in which they were done: steps of a run, or runs.
    pub over: Sequence,
    /// As it was measured, like the last.
    pub first_us: f64,
    pub last_us: f64,
    pub us_per_place: f64,
    pub n: u64,
    pub p: f64,
    /// The first time after the restart of a server that the sequence ends at; `None`: there was none.
    pub after_restart_us: Option<f64>,
    /// That time was nearer to the first of the sequence than to its last.
    pub reset_by_restart: bool,
    /// The first after a start was left out, or was slower than the middle of the line: it is slow by itself.
    pub begins_slowly: bool,
    /// The first time, where the others are looked at without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out_us: Option<f64>,
}

impl Claimed for DegradesInOrder {
    fn next_step(&self) -> NextStep {
        NextStep::RestartBetween
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "over", rename_all = "kebab-case")]
pub enum Sequence {
    Steps {
        steps: Vec<u32>,
    },
    /// By their places in the report, from 0.
    Runs {
        runs: Vec<usize>,
    },
    /// One after another, by their numbers; the step is that of the first.
    Jobs {
        step: u32,
        jobs: Vec<u32>,
    },
}

/// One time: its place, when it began on the run's clock, how long it took.
#[derive(Clone, Copy, Debug)]
struct Done {
    place: u32,
    at_us: i64,
    us: f64,
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let restarts = restarts_us(&evidence.recorded.telemetry);
    let mut found = Vec::new();
    for (name, jobs) in jobs(&evidence.recorded.jobs) {
        let step_of =
            |place: u32| jobs.iter().find(|(_, done)| done.place == place).map_or(0, |(step, _)| *step);
        let done: Vec<Done> = jobs.iter().map(|(_, done)| *done).collect();
        let over = |part: &[Done]| Sequence::Jobs {
            step: part.first().map_or(0, |first| step_of(first.place)),
            jobs: part.iter().map(|done| done.place).collect(),
        };
        let degradation = rising(&done, &restarts, limits, &name, over);
        found.extend(degradation.map(|d| found_of(d, LoadMeasure::JobDuration, step_of)));
    }
    for done in steps(evidence) {
        let over = |part: &[Done]| Sequence::Steps { steps: part.iter().map(|done| done.place).collect() };
        let degradation = rising(&done, &restarts, limits, "", over);
        found.extend(degradation.map(|d| found_of(d, LoadMeasure::ResponseMean, |place| place)));
    }
    found
}

/// With the first and the last time of the sequence.
fn found_of(degradation: DegradesInOrder, of: LoadMeasure, step_of: impl Fn(u32) -> u32) -> Found {
    let places = match &degradation.over {
        Sequence::Jobs { jobs: places, .. } | Sequence::Steps { steps: places } => places.as_slice(),
        Sequence::Runs { .. } => &[],
    };
    let ends = [places.first(), places.last()].into_iter().flatten();
    let items = ends
        .zip([degradation.first_us, degradation.last_us])
        .map(|(place, us)| EvidenceItem::load(of, Unit::Us, us).in_step(step_of(*place)))
        .collect();
    Found::new(degradation, items)
}

/// The mean response time of one variant's runs, at the same load.
fn detect_in_runs(several: &MultiRun) -> Vec<Found> {
    let limits = Limits::of(several.settings());
    several.variants().into_iter().filter_map(|variant| of_variant(several, variant, limits)).collect()
}

fn of_variant(several: &MultiRun, variant: &str, limits: Limits) -> Option<Found> {
    let first = several.runs.first()?.header.started_unix_us;
    let mut restarts: Vec<i64> = Vec::new();
    let mut all: Vec<(u64, Done)> = Vec::new();
    for (place, run) in several.runs.iter().enumerate() {
        let offset = run.header.started_unix_us - first;
        restarts.extend(restarts_us(run.telemetry).into_iter().map(|us| us + offset));
        if run.header.variant.name != variant {
            continue;
        }
        for row in run.steps.iter().filter(|row| row.is_valid()) {
            let Some(us) = row.response.mean_us else { continue };
            let at_us = row.measured_from_us as i64 + offset;
            all.push((row.load().value().to_bits(), Done { place: place as u32, at_us, us }));
        }
    }
    let mut loads: Vec<u64> = all.iter().map(|(load, _)| *load).collect();
    loads.sort_unstable();
    loads.dedup();
    loads.into_iter().find_map(|load| {
        let mut done: Vec<Done> = all.iter().filter(|(of, _)| *of == load).map(|(_, done)| *done).collect();
        // Once in a run; steps that a run repeats are looked at in that run.
        done.dedup_by_key(|done| done.place);
        let over =
            |part: &[Done]| Sequence::Runs { runs: part.iter().map(|done| done.place as usize).collect() };
        let degradation = rising(&done, &restarts, limits, "", over)?;
        let items = done.iter().map(|done| {
            let measure = Measure::Run { run: done.place as usize, of: LoadMeasure::ResponseMean };
            EvidenceItem { measure, ..EvidenceItem::load(LoadMeasure::ResponseMean, Unit::Us, done.us) }
        });
        Some(Found::new(degradation, items.collect()))
    })
}

/// Moments at which a server restarted.
fn restarts_us(telemetry: &Telemetry) -> Vec<i64> {
    let restarts = telemetry.events.iter().filter(|event| {
        matches!(event.kind, ServerEventKind::Restart | ServerEventKind::JvmStart | ServerEventKind::OomKill)
    });
    restarts.filter_map(|event| if let At::Run(us) = event.at { Some(us) } else { None }).collect()
}

/// Jobs that were done, by their name without its number.
fn jobs(jobs: &[Job]) -> Vec<(String, Vec<(u32, Done)>)> {
    let mut found: Vec<(String, Vec<(u32, Done)>)> = Vec::new();
    for job in jobs.iter().filter(|job| job.verdict == JobVerdict::Done) {
        let Some(us) = job.duration_us() else { continue };
        let name = job.name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
        let name = if name.is_empty() { job.name.as_str() } else { name };
        let done = Done { place: job.number, at_us: job.started_us as i64, us: us as f64 };
        match found.iter_mut().find(|(other, _)| other == name) {
            Some((_, all)) => all.push((job.step, done)),
            None => found.push((name.to_owned(), vec![(job.step, done)])),
        }
    }
    found
}

/// Valid steps of the same load, one sequence each.
fn steps(evidence: &Evidence) -> Vec<Vec<Done>> {
    let mut found: Vec<(f64, Vec<Done>)> = Vec::new();
    if evidence.run.rate_capacity().is_some() {
        return Vec::new();
    }
    for row in evidence.run.steps.iter().filter(|row| row.is_valid()) {
        let Some(us) = row.response.mean_us else { continue };
        let done = Done { place: row.number, at_us: row.measured_from_us as i64, us };
        let load = row.load().value();
        match found.iter_mut().find(|(other, _)| *other == load) {
            Some((_, all)) => all.push(done),
            None => found.push((load, vec![done])),
        }
    }
    found.into_iter().map(|(_, done)| done).collect()
}

/// The first part between two restarts that rises.
fn rising(
    done: &[Done],
    restarts_us: &[i64],
    limits: Limits,
    transaction: &str,
    over: impl Fn(&[Done]) -> Sequence,
) -> Option<DegradesInOrder> {
    let restarts_before = |done: &Done| restarts_us.iter().filter(|at| **at <= done.at_us).count();
    let parts: Vec<&[Done]> = done.chunk_by(|a, b| restarts_before(a) == restarts_before(b)).collect();
    parts.iter().enumerate().find_map(|(i, part)| {
        if (part.len() as f64) < limits.times {
            return None;
        }
        // What was just started is slow once. Two looks need twice the certainty (Bonferroni).
        let looks: &[&[Done]] = if part.len() as f64 > limits.times { &[part, &part[1..]] } else { &[part] };
        let chances = looks.len() as f64;
        let next = parts.get(i + 1).and_then(|next| next.first());
        looks.iter().enumerate().find_map(|(left_out, part)| {
            let trend = trend(part, limits, chances)?;
            let after_restart_us = next.map(|done| done.us);
            let middle_us = (trend.first_us + trend.last_us) / 2.0;
            Some(DegradesInOrder {
                transaction: transaction.to_owned(),
                over: over(part),
                after_restart_us,
                reset_by_restart: after_restart_us.is_some_and(|us| us < middle_us),
                begins_slowly: left_out > 0 || trend.begins_slowly,
                left_out_us: parts[i].first().map(|first| first.us).filter(|_| left_out > 0),
                ..trend
            })
        })
    })
}

/// `None`: it does not surely rise.
fn trend(part: &[Done], limits: Limits, chances: f64) -> Option<DegradesInOrder> {
    let values: Vec<f64> = part.iter().map(|done| done.us).collect();
    let trend = mann_kendall(&values);
    let points: Vec<(f64, f64)> = values.iter().enumerate().map(|(i, us)| (i as f64, *us)).collect();
    let slope = theil_sen(&points)?;
    // The line of a curve that rises at last begins below everything that was measured.
    let least_us = values.iter().copied().fold(f64::INFINITY, f64::min);
    let line_ends_us = slope.intercept + slope.slope * (values.len() - 1) as f64;
    let line_begins_us = slope.intercept.max(least_us);
    let slower = line_ends_us > line_begins_us * (1.0 + limits.percent / 100.0);
    let (first_us, last_us) = (*values.first()?, *values.last()?);
    let p = (trend.p * chances).min(1.0);
    (p < limits.p && trend.s > 0.0 && slower).then(|| DegradesInOrder {
        transaction: String::new(),
        over: Sequence::Jobs { step: 0, jobs: Vec::new() },
        first_us,
        last_us,
        us_per_place: slope.slope,
        n: values.len() as u64,
        p,
        after_restart_us: None,
        reset_by_restart: false,
        begins_slowly: first_us > (line_begins_us + line_ends_us) / 2.0,
        left_out_us: None,
    })
}
