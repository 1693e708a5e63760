//! The lines of a panel for one source, the same in its figure and in the table by step.

use super::panel::{Line, Panel, PanelKind, Shape, is_in_pool};
use super::readings::ratio;
use super::shape::{sum, sum_of_rates, values};
use plimsoll_run::SeriesPoints;
use plimsoll_run::metric;
use std::collections::BTreeMap;

/// A line's name and its values: seconds of the run, and the unit of the panel.
pub(crate) type NamedLine = (String, Vec<(f64, f64)>);

/// `all`: what one source reported.
pub(crate) fn lines(panel: &Panel, all: &[&SeriesPoints]) -> Vec<NamedLine> {
    let named = unsmoothed(panel, all);
    match panel.kind {
        PanelKind::Collections => {
            named.into_iter().map(|(name, values)| (name, means(&values, COLLECTIONS_S))).collect()
        }
        _ => named,
    }
}

/// Each value as it was read.
pub(super) fn unsmoothed(panel: &Panel, all: &[&SeriesPoints]) -> Vec<NamedLine> {
    // Heap by pools is better than its sum; one of them is enough.
    if panel.kind == PanelKind::Heap && all.iter().any(|s| is_in_pool(&s.series, "old")) {
        return Vec::new();
    }
    // What the JVM says of itself is enough.
    let reported = |metric: &str| all.iter().any(|s| s.series.metric == metric);
    if panel.kind == PanelKind::ProcessCpuTime && reported(metric::JVM_CPU_RECENT_UTILIZATION)
        || panel.kind == PanelKind::ProcessCpu && !reported(metric::JVM_CPU_RECENT_UTILIZATION)
    {
        return Vec::new();
    }
    let mut named: Vec<NamedLine> = Vec::new();
    for line in panel.lines {
        for (name, values) in of_line(panel, line, all) {
            if !named.iter().any(|(other, _)| *other == name) {
                named.push((name, values));
            }
        }
    }
    match (panel.kind, named.as_slice()) {
        (PanelKind::RequestTimes, [(name, sum), (_, count)]) => vec![(name.clone(), ratio(sum, count))],
        (PanelKind::RequestTimes, _) => Vec::new(),
        _ => named,
    }
}

fn of_line(panel: &Panel, line: &Line, all: &[&SeriesPoints]) -> Vec<NamedLine> {
    let events = panel.kind.is_of_events();
    let mut found: BTreeMap<String, Vec<Vec<(f64, f64)>>> = BTreeMap::new();
    for series in all.iter().filter(|series| line.fits(&series.series)) {
        let lines = found.entry(line.name_of(&series.series)).or_default();
        // Two collectors may report the same thing: the first one counts.
        if line.sum || events || lines.is_empty() {
            lines.push(values(series, line.shape));
        }
    }
    let join = |lines| match line.shape {
        _ if events => in_order(lines),
        Shape::Growth(_) => sum_of_rates(lines),
        Shape::State(_) => sum(lines),
    };
    let mut named: Vec<NamedLine> = found.into_iter().map(|(name, lines)| (name, join(lines))).collect();
    if matches!(line.shape, Shape::Growth(_)) && !events {
        from_the_first(&mut named);
    }
    named.sort_by_cached_key(|(name, _)| by_numbers(name));
    named
}

/// Counters of what has not happened yet are not there: until then there was none, wherever others of the same kind were read.
fn from_the_first(named: &mut [NamedLine]) {
    let first = |values: &[(f64, f64)]| values.first().map(|(at, _)| *at);
    let Some(earliest) = named.iter().filter(|(_, values)| !values.is_empty()).min_by(|a, b| {
        let begins = |of: &NamedLine| first(&of.1).unwrap_or(f64::INFINITY);
        begins(a).total_cmp(&begins(b))
    }) else {
        return;
    };
    let read: Vec<f64> = earliest.1.iter().map(|(at, _)| *at).collect();
    for (_, values) in named {
        let begins = first(values).unwrap_or(f64::INFINITY);
        let before = read.iter().take_while(|at| **at < begins).map(|at| (*at, 0.0));
        let padded: Vec<(f64, f64)> = before.chain(values.iter().copied()).collect();
        *values = padded;
    }
}

/// One collection within a second is not sixty a minute.
const COLLECTIONS_S: f64 = 10.0;

/// Means over so many seconds, each where the last of its values was.
fn means(values: &[(f64, f64)], width_s: f64) -> Vec<(f64, f64)> {
    let of = |inside: &[(f64, f64)]| {
        let sum: f64 = inside.iter().map(|(_, value)| value).sum();
        Some((inside.last()?.0, sum / inside.len() as f64))
    };
    let bucket = |at: f64| (at / width_s).floor();
    values.chunk_by(|a, b| bucket(a.0) == bucket(b.0)).filter_map(of).collect()
}

/// So that `2` stands before `10`.
fn by_numbers(name: &str) -> String {
    const DIGITS: usize = 20;
    let mut key = String::new();
    let mut rest = name;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(at);
        let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
        key.push_str(before);
        key.push_str(&format!("{:0>DIGITS$}", &number[..end]));
        rest = &number[end..];
    }
    key + rest
}

/// What happened, whatever series reported it.
fn in_order(lines: Vec<Vec<(f64, f64)>>) -> Vec<(f64, f64)> {
    let mut all = lines.concat();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

#[cfg(test)]
mod tests {
    use super::super::panel::PANELS;
    use super::*;
    use plimsoll_run::{Point, ReadingKind, Series, Source};
    use std::sync::Arc;

    fn series(metric: &'static str, attributes: &[(&'static str, &str)], value: f64) -> SeriesPoints {
        let attributes = attributes.iter().map(|(name, value)| ((*name).into(), (*value).to_owned()));
        let series = Series {
            source: Source::host("a"),
            metric: metric.into(),
            attributes: attributes.collect(),
            unit: "By".into(),
            kind: ReadingKind::Gauge,
        };
        SeriesPoints { series: Arc::new(series), points: vec![Point { at_us: 1_000_000, value }] }
    }

    /// Name and first value of each line, in the panel's unit.
    #[track_caller]
    fn check(kind: PanelKind, all: &[SeriesPoints], expected: &[(&str, f64)]) {
        let panel = PANELS.iter().find(|panel| panel.kind == kind).unwrap();
        let all: Vec<&SeriesPoints> = all.iter().collect();
        let found: Vec<(String, f64)> =
            lines(panel, &all).into_iter().map(|(name, values)| (name, values[0].1)).collect();
        let expected: Vec<(String, f64)> =
            expected.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        assert_eq!(found, expected);
    }

    const MIB: f64 = 1_048_576.0;

    fn pool(name: &str, mib: f64) -> SeriesPoints {
        series("jvm.memory.used", &[("jvm.memory.type", "heap"), ("jvm.memory.pool.name", name)], mib * MIB)
    }

    #[test]
    fn pools_are_known_by_the_names_of_every_collector() {
        for (eden, old) in [
            ("eden", "old"),
            ("Eden Space", "Tenured Gen"),
            ("PS Eden Space", "PS Old Gen"),
            ("G1 Eden Space", "G1 Old Gen"),
        ] {
            let all = [pool(eden, 3.0), pool(old, 7.0), pool("Survivor Space", 1.0)];
            check(PanelKind::YoungHeap, &all, &[("used", 3.0)]);
            check(PanelKind::OldHeap, &all, &[("used", 7.0)]);
            check(PanelKind::Heap, &all, &[]);
        }
    }

    #[test]
    fn heap_without_generations_is_its_total_or_the_sum_of_its_pools() {
        let pools = [pool("ZGC Young Generation", 3.0), pool("ZGC Elder", 7.0)];
        check(PanelKind::Heap, &pools, &[("used", 10.0)]);
        let whole = series("jvm.memory.used", &[("jvm.memory.type", "heap")], 11.0 * MIB);
        check(PanelKind::Heap, &[pools[0].clone(), whole, pools[1].clone()], &[("used", 11.0)]);
    }

    #[test]
    fn partitions_are_in_the_order_of_their_numbers_and_their_sum_is_there() {
        let lag = |partition: &str, messages: f64| {
            let group = ("messaging.consumer.group.name", "minlog");
            let attributes = [group, ("messaging.destination.partition.id", partition)];
            series("kafka.consumer_group.lag", &attributes, messages)
        };
        let all = ["10", "2", "0", "11", "1"].map(|partition| lag(partition, 3.0));
        check(PanelKind::Lag, &all, &["0", "1", "2", "10", "11"].map(|name| (name, 3.0)));
        check(PanelKind::LagTotal, &all, &[("minlog", 15.0)]);
    }

    #[test]
    fn mean_time_of_requests_is_their_time_divided_by_their_number() {
        let of = |statistic: &str, code: &str, per_s: f64| {
            let attributes = [("statistic", statistic), ("http.response.status_code", code)];
            let mut found = series("http.server.request.duration", &attributes, per_s);
            Arc::make_mut(&mut found.series).kind = ReadingKind::Rate;
            found
        };
        let all = [
            of("sum", "200", 1.5),
            of("sum", "503", 0.5),
            of("count", "200", 6.0),
            of("count", "503", 2.0),
            of("max", "200", 9.0),
        ];
        check(PanelKind::RequestTimes, &all, &[("mean", 250_000.0)]);
        check(PanelKind::RequestsServed, &all, &[("200", 6.0), ("503", 2.0)]);
        check(PanelKind::RequestTimes, &all[..2], &[]);
    }

    #[test]
    fn the_cpu_of_a_process_is_what_it_says_or_else_its_time() {
        let share = |metric: &'static str| series(metric, &[], 0.5);
        let mut time = series("process.cpu.time", &[], 0.25);
        Arc::make_mut(&mut time.series).kind = ReadingKind::Rate;
        let own = [share("jvm.cpu.recent_utilization"), share("system.cpu.utilization"), time.clone()];
        check(PanelKind::ProcessCpu, &own, &[("process", 50.0), ("machine", 50.0)]);
        check(PanelKind::ProcessCpuTime, &own, &[]);
        check(PanelKind::ProcessCpu, &own[1..], &[]);
        check(PanelKind::ProcessCpuTime, &own[1..], &[("CPU", 25.0)]);
    }

    #[test]
    fn collections_are_counted_over_some_seconds() {
        let attributes = [("statistic", "count"), ("jvm.gc.name", "young")];
        let mut all = series("jvm.gc.duration", &attributes, 0.0);
        Arc::make_mut(&mut all.series).kind = ReadingKind::Counter;
        all.points = (0..10).map(|s| Point { at_us: s * 1_000_000, value: f64::from(s >= 5) }).collect();
        // One within the nine seconds from the first reading to the last.
        check(PanelKind::Collections, &[all], &[("young", 60.0 / 9.0)]);
    }

    #[test]
    fn what_has_not_happened_yet_was_none() {
        let of = |code: &str, from_s: i64| {
            let attributes = [("statistic", "count"), ("http.response.status_code", code)];
            let mut found = series("http.server.request.duration", &attributes, 0.0);
            Arc::make_mut(&mut found.series).kind = ReadingKind::Counter;
            found.points =
                (from_s..10).map(|s| Point { at_us: s * 1_000_000, value: (s * 3) as f64 }).collect();
            found
        };
        let panel = PANELS.iter().find(|panel| panel.kind == PanelKind::RequestsServed).unwrap();
        let (fine, refused) = (of("200", 0), of("503", 5));
        let found = lines(panel, &[&fine, &refused]);
        let refused = &found.iter().find(|(name, _)| name == "503").expect("a line").1;
        assert_eq!((refused.len(), refused[0], refused[4]), (9, (1.0, 0.0), (5.0, 0.0)), "{refused:?}");
        assert_eq!(refused[8], (9.0, 3.0));
    }

    #[test]
    fn memory_next_to_the_heap_is_the_sum_of_its_pools() {
        let pool = |name: &str, mib: f64| {
            let attributes = [("jvm.memory.type", "non_heap"), ("jvm.memory.pool.name", name)];
            series("jvm.memory.used", &attributes, mib * MIB)
        };
        check(PanelKind::NonHeap, &[pool("Metaspace", 3.0), pool("CodeCache", 4.0)], &[("used", 7.0)]);
    }

    #[test]
    fn what_is_in_parts_is_added_up() {
        let network = |metric: &'static str, device: &str, direction: &str, bytes: f64| {
            let attributes = [("network.io.direction", direction), ("network.interface.name", device)];
            let mut found = series(metric, &attributes, bytes);
            Arc::make_mut(&mut found.series).kind = ReadingKind::Rate;
            found
        };
        for (kind, metric) in [
            (PanelKind::HostNetwork, "system.network.io"),
            (PanelKind::ContainerNetwork, "container.network.io"),
        ] {
            check(
                kind,
                &[
                    network(metric, "eth0", "receive", MIB),
                    network(metric, "eth0", "transmit", 4.0 * MIB),
                    network(metric, "eth1", "receive", 2.0 * MIB),
                ],
                &[("receive", 3.0), ("transmit", 4.0)],
            );
        }
    }
}
