//! How busy the cores of a host are, whichever tool reported it.

use super::panel::Shape;
use super::readings::{Readings, Values, attribute};
use super::shape::{sum, values};
use plimsoll_run::Source;
use plimsoll_run::metric;
use std::collections::BTreeSet;

pub(crate) const UTILIZATION: &str = metric::SYSTEM_CPU_UTILIZATION;
pub(crate) const TIME: &str = metric::SYSTEM_CPU_TIME;

/// Share of all cores that did work: neither idle nor waiting for a disk. From 0 to 1.
pub(crate) fn busy(readings: Readings, source: &Source) -> Values {
    let plain = readings.total(
        source,
        UTILIZATION,
        |s| attribute(s, metric::attribute::CPU_MODE).is_empty(),
        Shape::State(1.0),
    );
    let idle = mode(readings, source, "idle");
    if idle.is_empty() {
        return plain;
    }
    let waiting = mode(readings, source, "iowait");
    let at_rest = if waiting.is_empty() { idle } else { sum(vec![idle, waiting]) };
    at_rest.into_iter().map(|(at, share)| (at, (1.0 - share).clamp(0.0, 1.0))).collect()
}

/// Share of the time of all cores that was spent so: `idle`, `iowait`, `steal`, ….
pub(crate) fn mode(readings: Readings, source: &Source, mode: &str) -> Values {
    let reported = readings.state(source, UTILIZATION, (metric::attribute::CPU_MODE, mode));
    if !reported.is_empty() {
        return reported;
    }
    let of_cores: Vec<_> = readings.metric(TIME).filter(|s| s.series.source == *source).collect();
    let cores: BTreeSet<&str> = of_cores.iter().map(|s| attribute(&s.series, "cpu.logical_number")).collect();
    let in_mode = of_cores.iter().filter(|s| attribute(&s.series, metric::attribute::CPU_MODE) == mode);
    let lines: Vec<Values> =
        in_mode.map(|s| values(s, Shape::Growth(1.0 / cores.len().max(1) as f64))).collect();
    sum(lines.into_iter().filter(|line| !line.is_empty()).collect())
}

/// Cores of a host, where its metrics tell them apart.
pub(crate) fn cores(readings: Readings, source: &Source) -> Option<usize> {
    let of_host = readings.metric(TIME).filter(|s| s.series.source == *source);
    let cores: BTreeSet<&str> = of_host.map(|s| attribute(&s.series, "cpu.logical_number")).collect();
    Some(cores.len()).filter(|n| *n > 1)
}

/// Cores that a container used.
pub(crate) fn container(readings: Readings, source: &Source) -> Values {
    let reported = readings.state(source, metric::CONTAINER_CPU_USAGE, ("", ""));
    if reported.is_empty() { readings.growth(source, metric::CONTAINER_CPU_TIME, ("", "")) } else { reported }
}
