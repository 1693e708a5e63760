//! `carry-over`: a step began before what the step before it left had been done. Messages still waited (more than 100 above
//! the lag before the first step, and more than consumers take in 5 s); or, where there was a pause of 20 s or more, a
//! host's CPU was still ten points above what it was before the load.

use crate::findings::by_step::starts_s;
use crate::findings::prelude::*;
use crate::servers::readings::{Values, inside, mean, median};
use crate::servers::{Queue, cpu};

pub(crate) static DETECTOR: Detector = Detector {
    id: "carry-over",
    severities: &[Severity::Warning],
    when: "a step begins with > 100 messages more than before the load, which are > 5 s of work; or after a \
        pause ≥ 20 s with CPU 10 points above idle",
    requires: "two steps, and lag or CPU",
    needs: &[Need::Steps(2), Need::WatchedAny(&[Signal::Lag, Signal::HostCpu])],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("carry-over", Limits {
    /// messages above the lag before the first step
    messages = 100.0,
    /// s of work that wait
    work_s = 5.0,
    /// percentage points of CPU above idle
    points = 10.0,
    /// s of pause between two steps, for the CPU to be looked at
    pause_s = 20.0,
});

/// A step began before what the step before it left had been done.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CarryOver {
    pub of: CarriedOver,
    /// The one that the most waited for, and all of them.
    pub step: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<u32>,
    pub value: f64,
    pub idle: f64,
    pub drain_s: Option<f64>,
}

impl Claimed for CarryOver {
    fn next_step(&self) -> NextStep {
        NextStep::PauseBetweenSteps { pause_s: self.drain_s.unwrap_or(60.0).clamp(10.0, 3_600.0).ceil() }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum CarriedOver {
    Queue { queue: Queue },
    Cpu { source: Source },
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let queues = Queue::all(readings).into_iter().filter_map(|queue| of_queue(evidence, queue, limits));
    let hosts = readings.sources(&[cpu::UTILIZATION, cpu::TIME]);
    let cpus = hosts.into_iter().filter_map(|source| {
        let busy = cpu::busy(readings, source);
        let (step, value, idle) = of_cpu(evidence, &busy, limits)?;
        let item = EvidenceItem::server(source, cpu::UTILIZATION, Unit::Percent, 100.0 * value).in_step(step);
        let of = CarriedOver::Cpu { source: source.clone() };
        let (value, idle) = (100.0 * value, 100.0 * idle);
        let claim = CarryOver { of, step, steps: Vec::new(), value, idle, drain_s: None };
        Some(Found::new(claim, vec![item]))
    });
    queues.chain(cpus).collect()
}

fn of_queue(evidence: &Evidence, queue: Queue, limits: Limits) -> Option<Found> {
    if queue.is_of_service {
        // Requests that wait under load wait also when the next step begins.
        return None;
    }
    let readings = evidence.readings();
    let lag = queue.lag(readings);
    let rate = queue.consumed(readings);
    let starts = starts_s(evidence);
    let newest = |at: f64| inside(&lag, at - 30.0, at + 0.5).last().map(|(_, messages)| *messages);
    let idle = newest(starts.first()?.1).or_else(|| lag.first().map(|(_, messages)| *messages))?;
    let left = || starts.iter().skip(1).filter_map(|(step, at)| Some((*step, *at, newest(*at)?)));
    let (step, at, value) = left().max_by(|a, b| a.2.total_cmp(&b.2))?;
    // How fast it is emptied: while there was something to take before.
    let busy: Vec<(f64, f64)> =
        inside(&rate, at - 300.0, at).iter().copied().filter(|(_, per_s)| *per_s > 0.0).collect();
    let per_s = median(&busy);
    let drains_in = |value: f64| per_s.map(|per_s| (value - idle) / per_s);
    let is_much = |value: f64| {
        value - idle > limits.messages && drains_in(value).is_none_or(|drain_s| drain_s > limits.work_s)
    };
    if !is_much(value) {
        return None;
    }
    let (drain_s, steps) = (drains_in(value), left().filter(|of| is_much(of.2)).map(|of| of.0).collect());
    let item = EvidenceItem::server(&queue.source, queue.metric(), Unit::Count, value)
        .in_step(step)
        .between_s(at - 30.0, at);
    let claim = CarryOver { of: CarriedOver::Queue { queue }, step, steps, value, idle, drain_s };
    Some(Found::new(claim, vec![item]))
}

fn of_cpu(evidence: &Evidence, busy: &Values, limits: Limits) -> Option<(u32, f64, f64)> {
    let starts = starts_s(evidence);
    let first = starts.first()?.1;
    let before = inside(busy, first - 120.0, first);
    let idle = mean(before).filter(|_| before.len() >= 5)?;
    let ends: Vec<f64> = evidence.run.steps.iter().map(|row| row.span_s().1).collect();
    let paused = starts.iter().skip(1).zip(&ends).filter(|((_, start), end)| start - *end >= limits.pause_s);
    // The second half of the pause: what is busy then was not done in it.
    let left = paused.filter_map(|((step, start), end)| {
        let last = inside(busy, f64::midpoint(*start, *end), *start);
        Some((*step, mean(last).filter(|_| last.len() >= 2)?))
    });
    let (step, value) = left.max_by(|a, b| a.1.total_cmp(&b.1))?;
    (100.0 * (value - idle) > limits.points).then_some((step, value, idle))
}
