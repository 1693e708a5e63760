//! One thread as a resource: however many cores a machine has, an event loop or a single-threaded service can use one of them.

use super::resources::line;
use super::usage::{ALL_THREADS, FULL_PERCENT, Resource, ResourceLine};
use crate::measured::Measured;
use crate::servers::cpu;
use crate::servers::readings::{Readings, Values, summary};
use crate::step::StepRow;
use plimsoll_run::{Instance, Source, metric};

/// One core, as the counters of a second tell it: from so many to so many of them.
const ONE_CORE: (f64, f64) = (0.94, 1.06);
/// A host's cores do other work, too.
const ONE_CORE_OF_HOST: (f64, f64) = (0.94, 1.15);
/// Loads of so many times each other, in which it stays one core.
const LOADS_APART: f64 = 1.5;

/// The busiest thread of each process, where it is watched; else processes that use one core and never more. A host's CPU says it only
/// where no process of it is watched.
pub(super) fn lines(measured: &Measured) -> Vec<ResourceLine> {
    let (readings, rows) = (measured.readings(), measured.run.steps.as_slice());
    let by_thread = readings.sources(&[metric::PROCESS_THREAD_CPU_UTILIZATION]);
    let processes = readings.sources(&[metric::PROCESS_CPU_TIME]);
    let by_shape: Vec<ResourceLine> = processes
        .iter()
        .filter_map(|source| {
            let cores = readings.growth(source, metric::PROCESS_CPU_TIME, ("", ""));
            one_core(source, cores, rows, ONE_CORE)
        })
        .collect();
    // Threads that take turns, as those of an interpreter with one lock, are none of them busy: together they are one.
    let takes_turns = |source: &Source| by_shape.iter().any(|line| line.source == *source);
    let is_busy = |source: &Source| {
        let busiest = readings.state(source, metric::PROCESS_THREAD_CPU_UTILIZATION, ("", ""));
        rows.iter().filter_map(|row| summary(&busiest, row.span_s())).any(|of| 100.0 * of.mean > FULL_PERCENT)
    };
    let of_threads = by_thread.iter().filter(|source| is_busy(source) || !takes_turns(source));
    let mut lines: Vec<ResourceLine> = of_threads.map(|source| of_thread(readings, source)).collect();
    let known: Vec<Source> = lines.iter().map(|line| line.source.clone()).collect();
    lines.extend(by_shape.into_iter().filter(|line| !known.contains(&line.source)));
    let is_seen = |host: &str| {
        by_thread.iter().chain(&processes).any(|source| source.host == host)
            || readings
                .sources(&[metric::CONTAINER_CPU_USAGE, metric::CONTAINER_CPU_TIME])
                .iter()
                .any(|s| s.host == host)
    };
    let hosts = readings.sources(&[cpu::UTILIZATION, cpu::TIME]);
    for source in
        hosts.into_iter().filter(|source| source.instance == Instance::Host && !is_seen(&source.host))
    {
        let Some(count) = cpu::cores(readings, source).map(|count| count as f64) else { continue };
        let cores = cpu::busy(readings, source).into_iter().map(|(at, share)| (at, share * count)).collect();
        lines.extend(one_core(source, cores, rows, ONE_CORE_OF_HOST));
    }
    lines
}

fn of_thread(readings: Readings, source: &Source) -> ResourceLine {
    let busiest = readings.state(source, metric::PROCESS_THREAD_CPU_UTILIZATION, ("", ""));
    line(Resource::Thread, source, "", busiest, None)
}

/// `None`: it used more than one core in some step, or less in all of them, or one load alone shows it.
fn one_core(
    source: &Source,
    cores: Values,
    rows: &[StepRow],
    (least, most): (f64, f64),
) -> Option<ResourceLine> {
    let of_step = |row: &StepRow| Some((row.load().value(), summary(&cores, row.span_s())?.mean));
    let used: Vec<(f64, f64)> = rows.iter().filter_map(of_step).collect();
    if used.iter().any(|(_, cores)| *cores > most) {
        return None;
    }
    let loads = || used.iter().filter(|(_, cores)| *cores >= least).map(|(load, _)| *load);
    let (low, high) = (loads().reduce(f64::min)?, loads().reduce(f64::max)?);
    let stays = high >= LOADS_APART * low;
    let utilisation = cores.into_iter().map(|(at, cores)| (at, cores.min(1.0))).collect();
    stays.then(|| ResourceLine {
        is_guessed: true,
        ..line(Resource::Thread, source, ALL_THREADS, utilisation, None)
    })
}
