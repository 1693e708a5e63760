//! `degrades-in-order`: the same work took longer and longer: jobs of one name, or steps of one load, in their
//! order (Mann–Kendall p < 0.05, and 8 % from first to last by Theil and Sen's slope). A restart of a server begins a
//! new sequence. Of six and more it is also looked at without the first, with the p of both looks doubled.

use super::detector::{Evidence, Found};
use super::evidence_item::{EvidenceItem, LoadMeasure, Unit};
use super::server_claim::{Degradation, Sequence, ServerClaim};
use super::thresholds::thresholds;
use crate::statistics::{mann_kendall, theil_sen};
use plimsoll_run::{At, Job, JobVerdict, ServerEventKind, Telemetry};

thresholds!("degrades-in-order", Limits {
    /// p of the Mann–Kendall test
    p = 0.05,
    /// times in a row, at least
    times = 5.0,
    /// % that the last is slower than the first, by the slope
    percent = 8.0,
});

/// One time: its place, when it began on the run's clock, how long it took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Done {
    pub place: u32,
    pub at_us: i64,
    pub us: f64,
}

pub(super) fn detect(evidence: &Evidence) -> Vec<Found> {
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
fn found_of(degradation: Degradation, of: LoadMeasure, step_of: impl Fn(u32) -> u32) -> Found {
    let places = match &degradation.over {
        Sequence::Jobs { jobs: places, .. } | Sequence::Steps { steps: places } => places.as_slice(),
        Sequence::Runs { .. } => &[],
    };
    let ends = [places.first(), places.last()].into_iter().flatten();
    let items = ends
        .zip([degradation.first_us, degradation.last_us])
        .map(|(place, us)| EvidenceItem::load(of, Unit::Us, us).in_step(step_of(*place)))
        .collect();
    Found::new(ServerClaim::DegradesInOrder(degradation), items)
}

/// Moments at which a server began anew.
pub(super) fn restarts_us(telemetry: &Telemetry) -> Vec<i64> {
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
pub(super) fn rising(
    done: &[Done],
    restarts_us: &[i64],
    limits: Limits,
    transaction: &str,
    over: impl Fn(&[Done]) -> Sequence,
) -> Option<Degradation> {
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
        looks.iter().find_map(|part| {
            let trend = trend(part, limits, chances)?;
            let after_restart_us = next.map(|done| done.us);
            let middle_us = (trend.first_us + trend.last_us) / 2.0;
            Some(Degradation {
                transaction: transaction.to_owned(),
                over: over(part),
                after_restart_us,
                reset_by_restart: after_restart_us.is_some_and(|us| us < middle_us),
                ..trend
            })
        })
    })
}

/// `None`: it does not surely rise.
fn trend(part: &[Done], limits: Limits, chances: f64) -> Option<Degradation> {
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
    (p < limits.p && trend.s > 0.0 && slower).then(|| Degradation {
        transaction: String::new(),
        over: Sequence::Jobs { step: 0, jobs: Vec::new() },
        first_us,
        last_us,
        us_per_place: slope.slope,
        n: values.len() as u64,
        p,
        after_restart_us: None,
        reset_by_restart: false,
    })
}
