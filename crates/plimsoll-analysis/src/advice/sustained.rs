//! What can be kept up where requests only put work into a queue: no more than its consumers take out.

use crate::findings::{Claim, Finding, QueueGrows};
use crate::measured::Measured;
use crate::servers::Queue;
use crate::servers::readings::{inside, mean};
use crate::step::StepRow;
use serde::Serialize;

/// A message is one of a study's units where as many came as calls carried, within this share.
const SAME_WITHIN: f64 = 0.2;

/// Calls per second that the slowest consumers keep up with.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sustained {
    pub queue: Queue,
    /// Messages that were taken, on average over the steps in which they did not keep up.
    pub consumed_per_s: f64,
    /// By the study's unit where a message is one, else as counted in the steps in which nothing before the queue fell behind.
    pub messages_per_call: f64,
    /// The study's name of what a call carries, where a message is one of them.
    pub unit: Option<String>,
    /// `consumed_per_s / messages_per_call`
    pub calls_per_s: f64,
}

/// Of the queue that allows the fewest calls; `None`: all consumers kept up, or it is not known how many messages a call makes.
pub(super) fn sustained(measured: &Measured, findings: &[Finding]) -> Option<Sustained> {
    let of_finding = |claim: &Claim| match claim {
        Claim::QueueGrows(QueueGrows { queue, steps, .. }) => of_queue(measured, findings, queue, steps),
        _ => None,
    };
    let found = findings.iter().filter_map(|finding| of_finding(&finding.claim));
    found.min_by(|a, b| a.calls_per_s.total_cmp(&b.calls_per_s))
}

fn of_queue(measured: &Measured, findings: &[Finding], queue: &Queue, behind: &[u32]) -> Option<Sustained> {
    let (produced, consumed) = (queue.produced(measured.readings()), queue.consumed(measured.readings()));
    let in_step = |line: &[(f64, f64)], row: &StepRow| {
        let (from, to) = row.span_s();
        mean(inside(line, from, to))
    };
    let rows = || measured.run.steps.iter();
    let taken = rows().filter(|row| behind.contains(&row.number));
    let consumed_per_s = pooled(taken.filter_map(|row| Some((in_step(&consumed, row)?, row.measured_s))))?;
    // A queue before this one that falls behind lets fewer messages come to it than the calls made.
    let let_through = || rows().filter(|row| row.is_valid() && !others_behind(findings, queue, row.number));
    let came = pooled(let_through().filter_map(|row| Some((in_step(&produced, row)?, row.measured_s))))?;
    let counted = let_through()
        .filter(|row| in_step(&produced, row).is_some())
        .map(|row| (row.throughput_per_s.value, row.measured_s));
    let calls = pooled(counted).filter(|calls| *calls > 0.0)?;
    let unit = measured.recorded.header.units.iter().find_map(|unit| {
        let of_step = |row: &StepRow| {
            let own = measured.units.iter().find(|u| u.step == row.number && u.name == unit.name);
            Some((own?.per_s, row.measured_s)).filter(|_| in_step(&produced, row).is_some())
        };
        let per_s = pooled(let_through().filter_map(of_step))?;
        ((came / per_s - 1.0).abs() <= SAME_WITHIN).then(|| (unit.name.clone(), per_s / calls))
    });
    let (unit, messages_per_call) =
        unit.map_or((None, came / calls), |(name, per_call)| (Some(name), per_call));
    let calls_per_s = consumed_per_s / messages_per_call;
    let known = messages_per_call > 0.0 && calls_per_s > 0.0 && calls_per_s.is_finite();
    known.then(|| Sustained { queue: queue.clone(), consumed_per_s, messages_per_call, unit, calls_per_s })
}

/// Consumers of another queue did not keep up in this step.
fn others_behind(findings: &[Finding], queue: &Queue, step: u32) -> bool {
    findings.iter().any(|finding| match &finding.claim {
        Claim::QueueGrows(QueueGrows { queue: other, steps, .. }) => other != queue && steps.contains(&step),
        _ => false,
    })
}

/// The mean of rates, by how long each was measured.
fn pooled(rates: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let (sum, seconds) = rates.fold((0.0, 0.0), |(sum, all), (per_s, s)| (sum + per_s * s, all + s));
    (seconds > 0.0).then(|| sum / seconds)
}
