//! `cpu-saturated`: a host's cores did work for more than 90 % of a step, or a container used more than 95 % of the CPU
//! that it may have; not where other work used them (`other-work`). Not an error: it is what a limiting resource looks like.

use super::other_work::{is_generators, other_work, percent_before};
use crate::findings::by_step::{OfStep, of_step, of_steps, over};
use crate::findings::prelude::*;
use crate::servers::cpu;
use crate::servers::readings::ratio;
use crate::validity::StepProblem;
use plimsoll_run::metric;

pub(crate) static DETECTOR: Detector = Detector {
    id: "cpu-saturated",
    severities: &[Severity::Information],
    when: "a host's cores > 90 % in a step (not by other work, nor where as much load or more brought more throughput with less of it), or a container > 95 % of its CPU limit",
    requires: "CPU",
    needs: &[Need::WatchedAny(&[Signal::HostCpu, Signal::ContainerCpu])],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("cpu-saturated", Limits {
    /// % of all cores of a host, mean of a step
    percent = 90.0,
    /// % of a container's CPU limit, mean of a step
    container_percent = 95.0,
});

/// The cores of a host, or the limit of a container, were in use.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CpuSaturated {
    pub source: Source,
    pub steps: Vec<u32>,
    pub step: u32,
    pub percent: f64,
    pub waiting: Option<f64>,
}

impl Claimed for CpuSaturated {
    fn next_step(&self) -> NextStep {
        NextStep::VaryCores { host: self.source.host.clone() }
    }
}

const PROCESSES: &str = metric::SYSTEM_PROCESS_COUNT;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let hosts = readings.sources(&[cpu::UTILIZATION, cpu::TIME]);
    let hosts = hosts.into_iter().filter_map(|source| host(evidence, source, limits.percent));
    let containers = readings.sources(&[metric::CONTAINER_CPU_LIMIT]);
    let containers =
        containers.into_iter().filter_map(|source| container(evidence, source, limits.container_percent));
    hosts.chain(containers).collect()
}

fn host(evidence: &Evidence, source: &Source, percent: f64) -> Option<Found> {
    let readings = evidence.readings();
    let others = steps_of_other_work(evidence, source);
    let all = of_steps(&evidence.run.steps, &cpu::busy(readings, source));
    let per_s = |step: u32| evidence.run.step(step).map_or(0.0, |row| row.throughput_per_s.value);
    // More was brought with less of it under as much load or more: it was not the load that used it up.
    let load = |step: u32| evidence.run.step(step).filter(|row| row.is_valid()).map(|row| row.load().value());
    let had_room_with_more = |full: &OfStep| {
        all.iter().any(|other| {
            load(other.step).zip(load(full.step)).is_some_and(|(other, full)| other >= full)
                && per_s(other.step) >= MORE * per_s(full.step)
                && other.mean <= LESS * full.mean
        })
    };
    // Where most requests failed, it went into failing, on both sides.
    let fails = |step: u32| {
        evidence.run.step(step).is_some_and(|row| row.problems.iter().any(StepProblem::is_systems))
    };
    let full: Vec<&OfStep> = all
        .iter()
        .filter(|step| 100.0 * step.mean > percent && !others.contains(&step.step) && !fails(step.step))
        .filter(|step| !had_room_with_more(step))
        .collect();
    let worst = *full.iter().max_by(|a, b| a.mean.total_cmp(&b.mean))?;
    let steps: Vec<u32> = full.iter().map(|step| step.step).collect();
    let running = readings.state(source, PROCESSES, (metric::attribute::SYSTEM_PROCESS_STATUS, "running"));
    let waiting = evidence.run.step(worst.step).and_then(|row| of_step(row, &running));
    let mut items = vec![worst.item(source, cpu::UTILIZATION, Unit::Percent, 100.0)];
    items.extend(waiting.map(|waiting| waiting.item(source, PROCESSES, Unit::Count, 1.0)));
    let claim = CpuSaturated {
        source: source.clone(),
        steps,
        step: worst.step,
        percent: 100.0 * worst.mean,
        waiting: waiting.map(|waiting| waiting.mean),
    };
    let unknown = waiting.is_none().then(|| Caveat::NotWatched { metric: PROCESSES.to_owned() });
    let before = percent_before(evidence, &source.host)
        .map(|percent| Caveat::UsedBefore { host: source.host.clone(), percent });
    Some(Found::new(claim, items).but(unknown).but(before))
}

/// Throughput that is more, and CPU that is less.
const MORE: f64 = 1.05;
const LESS: f64 = 0.85;

/// By whatever name the machine is watched.
fn steps_of_other_work(evidence: &Evidence, source: &Source) -> Vec<u32> {
    let here = is_generators(evidence, &source.host);
    let is_same = |of: &&Source| of.host == source.host || here && is_generators(evidence, &of.host);
    let sources = evidence.readings().sources(&[cpu::UTILIZATION, cpu::TIME]).into_iter().filter(is_same);
    sources.filter_map(|of| other_work(evidence, of)).flat_map(|of| of.steps).collect()
}

fn container(evidence: &Evidence, source: &Source, percent: f64) -> Option<Found> {
    let readings = evidence.readings();
    let share = ratio(
        &cpu::container(readings, source),
        &readings.state(source, metric::CONTAINER_CPU_LIMIT, ("", "")),
    );
    let (steps, worst) = over(evidence, &share, percent / 100.0)?;
    let item = worst.item(source, metric::CONTAINER_CPU_USAGE, Unit::Percent, 100.0);
    let claim = CpuSaturated {
        source: source.clone(),
        steps,
        step: worst.step,
        percent: 100.0 * worst.mean,
        waiting: None,
    };
    Some(Found::new(claim, vec![item]))
}
