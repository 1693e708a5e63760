//! What waits for disks, and how much of it the devices' own use explains.

use super::cpu;
use super::panel::Shape;
use super::readings::{Readings, Values, attribute, difference, total};
use plimsoll_run::metric::{self, attribute::SYSTEM_DEVICE};
use plimsoll_run::{SeriesPoints, Source};
use std::collections::BTreeSet;

/// Of a source, those whose use is reported.
pub(crate) fn devices<'a>(readings: Readings<'a>, source: &Source) -> BTreeSet<&'a str> {
    let own = readings.metric(metric::SYSTEM_DISK_IO_TIME).filter(|s| s.series.source == *source);
    own.map(|s| attribute(&s.series, SYSTEM_DEVICE)).collect()
}

/// Share of the time in which some device of the host was busy, at most: those of all devices added up.
pub(crate) fn busy(readings: Readings, host: &str) -> Values {
    let lines = of_host(readings, host, metric::SYSTEM_DISK_IO_TIME, Shape::Growth(1.0));
    lines.into_iter().map(|(at, share)| (at, share.min(1.0))).collect()
}

/// Share of the CPU's time in which it waited for disks while no device was busy. A core waits for a device only as long as that one
/// has something to do: on average it can't wait for more of the time than some device is busy. What is more is waited for in front of
/// the devices, or elsewhere. A reading may be below 0, for the two are not read at the same moment. Empty: one of them is not known.
pub(crate) fn waiting_outside(readings: Readings, source: &Source) -> Values {
    difference(&cpu::mode(readings, source, "iowait"), &busy(readings, &source.host))
}

/// The same of processes: those that are blocked, without the operations that are at the devices. Each that waits for a device has one
/// there.
pub(crate) fn blocked_outside(readings: Readings, source: &Source) -> Values {
    let status = metric::attribute::SYSTEM_PROCESS_STATUS;
    let blocked = readings.state(source, metric::SYSTEM_PROCESS_COUNT, (status, "blocked"));
    let at_devices = of_host(readings, &source.host, metric::SYSTEM_DISK_QUEUE_LENGTH, Shape::State(1.0));
    difference(&blocked, &at_devices)
}

fn of_host(readings: Readings, host: &str, metric: &str, shape: Shape) -> Values {
    let of = |series: &&SeriesPoints| series.series.source.host == host;
    let sources: BTreeSet<&Source> = readings.metric(metric).filter(of).map(|s| &s.series.source).collect();
    total(sources.into_iter().map(|source| readings.total(source, metric, |_| true, shape)).collect())
}
