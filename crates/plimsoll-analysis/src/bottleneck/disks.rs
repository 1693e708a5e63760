//! Disks as resources: each device, and what waits for disks outside of the devices' own use.

use super::resources::line;
use super::usage::{OUTSIDE_DEVICES, Resource, ResourceLine, Saturated, Saturation};
use crate::measured::Measured;
use crate::servers::readings::{Readings, Values, summary};
use crate::servers::{cpu, disk};
use crate::step::StepRow;
use plimsoll_run::{Source, metric};

/// Every device of its own; where only the CPU's waiting is known, the host's disks as one.
pub(super) fn lines(measured: &Measured) -> Vec<ResourceLine> {
    let readings = measured.readings();
    let of_devices = readings.sources(&[metric::SYSTEM_DISK_IO_TIME]);
    let mut lines: Vec<ResourceLine> =
        of_devices.iter().flat_map(|source| devices(readings, source)).collect();
    for source in readings.sources(&[cpu::UTILIZATION, cpu::TIME]) {
        if of_devices.iter().any(|reporting| reporting.host == source.host) {
            lines.extend(outside(readings, source, &measured.run.steps));
            continue;
        }
        let waiting = percent(cpu::mode(readings, source, "iowait"));
        if !waiting.is_empty() {
            let waits: Saturated = (Saturation::IoWaitPercent, waiting);
            lines.push(line(Resource::Disk, source, "", Values::new(), Some(waits)));
        }
    }
    lines
}

fn devices(readings: Readings, source: &Source) -> Vec<ResourceLine> {
    let of = |device: &str| {
        let own = (metric::attribute::SYSTEM_DEVICE, device);
        let busy = readings.growth(source, metric::SYSTEM_DISK_IO_TIME, own);
        let queue = readings.state(source, metric::SYSTEM_DISK_QUEUE_LENGTH, own);
        line(Resource::Disk, source, device, busy, Some((Saturation::DiskQueue, queue)))
    };
    disk::devices(readings, source).into_iter().map(of).collect()
}

/// A limit of operations or bytes per second (of a control group, of a volume) lets work wait in front of a device that has little to do;
/// so does a file system that is on another machine. The CPU's waiting says it, or, where that is a small part of many cores, processes
/// that are blocked. `None`: no step has either.
fn outside(readings: Readings, source: &Source, rows: &[StepRow]) -> Option<ResourceLine> {
    let waiting: Saturated = (Saturation::IoWaitPercent, percent(disk::waiting_outside(readings, source)));
    let blocked: Saturated =
        (Saturation::BlockedPercent, of_requests(&disk::blocked_outside(readings, source), rows));
    let is_high = |(make, values): &Saturated| {
        rows.iter().filter_map(|row| summary(values, row.span_s())).any(|measured| make(measured).is_high())
    };
    let shown = [waiting, blocked].into_iter().find(is_high)?;
    Some(line(Resource::Disk, source, OUTSIDE_DEVICES, Values::new(), Some(shown)))
}

fn percent(shares: Values) -> Values {
    shares.into_iter().map(|(at, share)| (at, 100.0 * share)).collect()
}

/// In each step, of the requests that are under way on average (L = λ·W, Little 1961).
fn of_requests(processes: &[(f64, f64)], rows: &[StepRow]) -> Values {
    let in_step = |at: f64| rows.iter().find(|row| (row.span_s().0..row.span_s().1).contains(&at));
    let under_way = |row: &StepRow| {
        let per_s = row.requests as f64 / row.measured_s.max(1.0);
        Some(per_s * row.mean_of_all_us()? / 1e6).filter(|requests| *requests > 0.0)
    };
    let share = |(at, n): &(f64, f64)| Some((*at, 100.0 * n / under_way(in_step(*at)?)?));
    processes.iter().filter_map(share).collect()
}
