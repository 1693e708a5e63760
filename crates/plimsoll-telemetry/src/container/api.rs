//! The Docker API's answer to `GET /containers/NAME/stats`, which is exact: whole bytes and nanoseconds.

use super::docker::{MEMORY, MEMORY_LIMIT, PROCESSES, READ, RECEIVED, TRANSMITTED, WRITTEN};
use crate::problem::ProblemKind;
use crate::reader::{InputLine, Output};
use crate::series::{MetricSpec, SeriesSet, emit};
use crate::time;
use plimsoll_run::ReadingKind::Counter;
use plimsoll_run::metric;
use plimsoll_run::{At, Instance, Source};
use serde_json::Value;

const CPU_TIME: MetricSpec = MetricSpec::new(metric::CONTAINER_CPU_TIME, "s", Counter);
const PERIODS: MetricSpec =
    MetricSpec::new(metric::CONTAINER_CPU_THROTTLING_DATA_PERIODS, "{period}", Counter);
const THROTTLED: MetricSpec =
    MetricSpec::new(metric::CONTAINER_CPU_THROTTLING_DATA_THROTTLED_PERIODS, "{period}", Counter);
const THROTTLED_TIME: MetricSpec =
    MetricSpec::new(metric::CONTAINER_CPU_THROTTLING_DATA_THROTTLED_TIME, "s", Counter);

pub(super) fn is_stats(value: &Value) -> bool {
    value.get("cpu_stats").is_some() && value.get("memory_stats").is_some()
}

pub(super) fn read(
    value: &Value,
    host: &str,
    line: &InputLine<'_>,
    series: &mut SeriesSet,
    out: &mut dyn Output,
) -> Result<(), ProblemKind> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let name = text("name").or_else(|| text("id")).unwrap_or("").trim_start_matches('/');
    let written = text("read").and_then(|read| time::iso(read.as_bytes()));
    let mut clock = time::WallClock::new(jiff::tz::TimeZone::UTC);
    let unix_us = written.and_then(|written| clock.unix_us(&written));
    let unix_us =
        unix_us.ok_or_else(|| ProblemKind::Time { value: text("read").unwrap_or("").to_owned() })?;
    let at = line.at(At::Wall(unix_us));
    let source = Source { host: host.to_owned(), instance: Instance::Container(name.to_owned()) };
    for (metric, value) in values(value) {
        let Some(value) = value else { continue };
        let key = format!("{name}\0{}\0{:?}", metric.name, metric.attributes);
        if let Some(series) = series.get(key.as_bytes(), line.number, out, || metric.of(&source, &[])) {
            emit(out, at, &series, value);
        }
    }
    Ok(())
}

fn values(stats: &Value) -> [(MetricSpec, Option<f64>); 11] {
    let number = |pointer: &str| stats.pointer(pointer).and_then(Value::as_f64);
    let seconds = |pointer: &str| number(pointer).map(|ns| ns / 1e9);
    // As `docker stats` does: what the kernel can drop at once is not counted (cgroup v2, then v1).
    let inactive = number("/memory_stats/stats/inactive_file")
        .or_else(|| number("/memory_stats/stats/total_inactive_file"))
        .unwrap_or(0.0);
    let memory = number("/memory_stats/usage").map(|usage| (usage - inactive).max(0.0));
    let network = |name: &str| {
        let all = stats.get("networks")?.as_object()?.values();
        Some(all.filter_map(|network| network.get(name)?.as_f64()).sum())
    };
    let disk = |wanted: &str| {
        let all = stats.pointer("/blkio_stats/io_service_bytes_recursive")?.as_array()?.iter();
        let of = |entry: &Value| {
            entry.get("op").and_then(Value::as_str).is_some_and(|op| op.eq_ignore_ascii_case(wanted))
        };
        Some(all.filter(|entry| of(entry)).filter_map(|entry| entry.get("value")?.as_f64()).sum())
    };
    [
        (CPU_TIME, seconds("/cpu_stats/cpu_usage/total_usage")),
        (PERIODS, number("/cpu_stats/throttling_data/periods")),
        (THROTTLED, number("/cpu_stats/throttling_data/throttled_periods")),
        (THROTTLED_TIME, seconds("/cpu_stats/throttling_data/throttled_time")),
        (MEMORY, memory),
        (MEMORY_LIMIT, number("/memory_stats/limit")),
        (RECEIVED, network("rx_bytes")),
        (TRANSMITTED, network("tx_bytes")),
        (READ, disk("read")),
        (WRITTEN, disk("write")),
        (PROCESSES, number("/pids_stats/current")),
    ]
}
