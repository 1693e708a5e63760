//! The lines of a panel for one source, the same in its figure and in the table by step.

use super::panel::{Line, Panel, PanelKind, is_in_pool};
use super::shape::{sum, values};
use plimsoll_run::SeriesPoints;
use std::collections::BTreeMap;

/// A line's name and its values: seconds of the run, and the unit of the panel.
pub(super) type Named = (String, Vec<(f64, f64)>);

/// `all`: what one source told.
pub(super) fn lines(panel: &Panel, all: &[&SeriesPoints]) -> Vec<Named> {
    // Heap by pools is better than its sum; one of them is enough.
    if panel.kind == PanelKind::Heap && all.iter().any(|s| is_in_pool(&s.series, "old")) {
        return Vec::new();
    }
    let mut named: Vec<Named> = Vec::new();
    for line in panel.lines {
        for (name, values) in of_line(panel, line, all) {
            if !named.iter().any(|(other, _)| *other == name) {
                named.push((name, values));
            }
        }
    }
    named
}

fn of_line(panel: &Panel, line: &Line, all: &[&SeriesPoints]) -> Vec<Named> {
    let events = panel.kind.is_of_events();
    let mut found: BTreeMap<String, Vec<Vec<(f64, f64)>>> = BTreeMap::new();
    for series in all.iter().filter(|series| line.fits(&series.series)) {
        let lines = found.entry(line.name_of(&series.series)).or_default();
        // Two collectors may tell the same thing: the first one counts.
        if line.sum || events || lines.is_empty() {
            lines.push(values(series, line.shape));
        }
    }
    let join = |lines| if events { in_order(lines) } else { sum(lines) };
    found.into_iter().map(|(name, lines)| (name, join(lines))).collect()
}

/// What happened, whatever series told it.
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
