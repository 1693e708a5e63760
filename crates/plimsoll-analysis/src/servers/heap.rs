//! Heap and garbage collection of a JVM, whichever tool reported it.

use super::panel::Shape;
use super::readings::{Readings, Values, attribute, ratio};
use plimsoll_run::metric;
use plimsoll_run::{ReadingKind, Series, Source};

pub(crate) const USED: &str = metric::JVM_MEMORY_USED;
pub(crate) const COMMITTED: &str = metric::JVM_MEMORY_COMMITTED;
pub(crate) const LIMIT: &str = metric::JVM_MEMORY_LIMIT;
pub(crate) const UTILIZATION: &str = metric::JVM_MEMORY_UTILIZATION;
pub(crate) const AFTER: &str = metric::JVM_MEMORY_USED_AFTER_LAST_GC;
pub(crate) const COLLECTIONS: &str = metric::JVM_GC_DURATION;
const POOL: &str = metric::attribute::JVM_MEMORY_POOL_NAME;
/// Lines of one collection bear one moment.
const SAME_MOMENT_S: f64 = 0.05;

/// Names of HotSpot's collectors and of jstat.
pub(crate) fn is_old(series: &Series) -> bool {
    let pool = attribute(series, POOL);
    pool == "old" || pool.contains("Old") || pool.contains("Tenured")
}

pub(crate) fn is_whole_heap(series: &Series) -> bool {
    attribute(series, metric::attribute::JVM_MEMORY_TYPE) == "heap" && attribute(series, POOL).is_empty()
}

/// Size that the old generation can have: its maximum, or what it has now.
pub(crate) fn old_capacity(readings: Readings, source: &Source) -> Values {
    let limit = readings.total(source, LIMIT, is_old, Shape::State(1.0));
    let reported = limit.iter().any(|(_, bytes)| *bytes > 0.0);
    if reported { limit } else { readings.total(source, COMMITTED, is_old, Shape::State(1.0)) }
}

/// Of the old generation only the share that is used is known (`jstat -gcutil`).
pub(crate) fn knows_shares_only(readings: Readings, source: &Source) -> bool {
    let is_known = |metric: &str| !readings.total(source, metric, is_old, Shape::State(1.0)).is_empty();
    !is_known(USED) && is_known(UTILIZATION)
}

/// Bytes; where only shares are known these, of a size of 1.
fn old_used(readings: Readings, source: &Source) -> Values {
    let metric = if knows_shares_only(readings, source) { UTILIZATION } else { USED };
    readings.total(source, metric, is_old, Shape::State(1.0))
}

/// Its newest size, in the unit of what is used of it.
pub(crate) fn old_size(readings: Readings, source: &Source) -> Option<f64> {
    let size = newest(&old_capacity(readings, source));
    size.or_else(|| knows_shares_only(readings, source).then_some(1.0))
}

/// Used share of the old generation.
pub(crate) fn old_share(readings: Readings, source: &Source) -> Values {
    let used = readings.total(source, USED, is_old, Shape::State(1.0));
    if used.is_empty() {
        return readings.total(source, UTILIZATION, is_old, Shape::State(1.0));
    }
    ratio(&used, &old_capacity(readings, source))
}

/// Share of the time in which threads stood still for collections.
pub(crate) fn collection_share(readings: Readings, source: &Source) -> Values {
    let stops = |s: &Series| attribute(s, "statistic") == "sum" && !is_concurrent(s);
    readings.total(source, COLLECTIONS, stops, Shape::Growth(1.0))
}

/// Full collections per second.
pub(crate) fn full_collections(readings: Readings, source: &Source) -> Values {
    let full = |s: &Series| attribute(s, "statistic") == "count" && is_full(s);
    readings.total(source, COLLECTIONS, full, Shape::Growth(1.0))
}

/// Pauses one by one, from a log: moment of the end and length in seconds.
pub(crate) fn pauses(readings: Readings, source: &Source, only_full: bool) -> Values {
    let of_log = readings.metric(COLLECTIONS).filter(|s| {
        let series = &s.series;
        series.source == *source
            && series.kind == ReadingKind::Gauge
            && attribute(series, "statistic").is_empty()
            && (!only_full || is_full(series))
    });
    let points = of_log.flat_map(|s| &s.points);
    let mut all: Values = points.map(|p| (p.at_us as f64 / super::shape::US, p.value)).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

/// Seconds that collections took within a time, and how many full ones there were; `None` where nobody told.
pub(crate) fn collected(readings: Readings, source: &Source, from_s: f64, to_s: f64) -> Option<Collected> {
    use super::readings::inside;
    let length_s = to_s - from_s;
    let share = collection_share(readings, source);
    if !share.is_empty() {
        let within = inside(&share, from_s, to_s);
        let full = full_collections(readings, source);
        let mean_full = super::readings::mean(inside(&full, from_s, to_s)).unwrap_or(0.0);
        let readings = within.len() as u64;
        let share = super::readings::mean(within)?;
        return Some(Collected { share, full: mean_full * length_s, readings });
    }
    let pauses = pauses(readings, source, false);
    if pauses.is_empty() {
        return None;
    }
    let within = inside(&pauses, from_s, to_s);
    let full = self::pauses(readings, source, true);
    Some(Collected {
        share: within.iter().map(|(_, s)| s).sum::<f64>() / length_s,
        full: inside(&full, from_s, to_s).len() as f64,
        readings: within.len() as u64,
    })
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Collected {
    /// Of the time, from 0 to 1.
    pub share: f64,
    pub full: f64,
    pub readings: u64,
}

/// What was left after collections that reach the old generation: moments and bytes. Values between two such
/// collections contain garbage and say nothing of a leak.
///
/// After-collection values of the old pool change only by such a collection, and so do those of the heap where they change
/// as seldom as full collections come (Micrometer's live data size). A log tells the heap after each of them, by its full pauses; of what else it tells (and of
/// the used old generation itself) only the lows count from which it then rose, and to which it had fallen, by `rise` of
/// the capacity.
pub(crate) fn floors(readings: Readings, source: &Source, rise: f64) -> (Values, Option<f64>) {
    let (found, capacity) = floors_by_pool(readings, source, rise);
    let after_full = after_full_collections(readings, source);
    // A collector that seldom makes a full collection frees the old generation without one.
    if after_full.len() > found.len() {
        return (after_full, heap_capacity(readings, source));
    }
    // Collections that free nothing leave no low: what is there when one is counted is what it left.
    let counted = after_counted_collections(readings, source);
    if counted.len() > found.len() { (counted, old_size(readings, source)) } else { (found, capacity) }
}

/// What the old generation held at the first reading after a collection of it was counted: a full one, or a concurrent one, of which two
/// pauses are counted.
fn after_counted_collections(readings: Readings, source: &Source) -> Values {
    let reaches_old = |s: &Series| attribute(s, "statistic") == "count" && (is_full(s) || is_concurrent(s));
    let collected = readings.total(source, COLLECTIONS, reaches_old, Shape::Growth(1.0));
    let used = old_used(readings, source);
    let left = |(at, _): &(f64, f64)| {
        let next = used.partition_point(|(moment, _)| *moment < at - SAME_MOMENT_S);
        used.get(next).map(|(_, bytes)| (*at, *bytes))
    };
    collected.iter().filter(|(_, per_s)| *per_s > 0.0).filter_map(left).collect()
}

fn floors_by_pool(readings: Readings, source: &Source, rise: f64) -> (Values, Option<f64>) {
    let old_capacity = || old_size(readings, source);
    let logged = !pauses(readings, source, false).is_empty();
    let distinct = |mut values: Values| {
        values.dedup_by(|next, before| next.1 == before.1);
        values
    };
    let old = readings.total(source, AFTER, is_old, Shape::State(1.0));
    if !old.is_empty() {
        let (capacity, distinct) = (old_capacity(), distinct(old));
        // A log has a value for every young collection too: then lows alone are floors.
        let lows = lows(&distinct, rise * capacity.unwrap_or_else(|| highest(&distinct)));
        return (if logged { lows } else { distinct }, capacity);
    }
    let heap = readings.total(source, AFTER, is_whole_heap, Shape::State(1.0));
    let of_full = distinct(heap.clone());
    // It changed no more often than full collections came: it is of these alone.
    if !heap.is_empty() && of_full.len() as f64 <= full_collections_in_all(readings, source) + 1.5 {
        return (of_full, old_capacity().or_else(|| heap_capacity(readings, source)));
    }
    let (line, capacity) = if heap.is_empty() {
        (old_used(readings, source), old_capacity())
    } else {
        (heap, heap_capacity(readings, source))
    };
    let size = capacity.unwrap_or_else(|| highest(&line));
    (lows(&line, rise * size), capacity)
}

/// By their counter; none where there is no counter.
fn full_collections_in_all(readings: Readings, source: &Source) -> f64 {
    let per_s = full_collections(readings, source);
    per_s.windows(2).map(|pair| pair[1].1 * (pair[1].0 - pair[0].0)).sum()
}

/// What a log says is left of the heap at the end of each full pause.
fn after_full_collections(readings: Readings, source: &Source) -> Values {
    let heap = readings.total(source, AFTER, is_whole_heap, Shape::State(1.0));
    let left = |(end, _): &(f64, f64)| {
        let after = heap.partition_point(|(at, _)| *at < end - SAME_MOMENT_S);
        heap.get(after).filter(|(at, _)| *at <= end + SAME_MOMENT_S).map(|(_, bytes)| (*end, *bytes))
    };
    pauses(readings, source, true).iter().filter_map(left).collect()
}

fn heap_capacity(readings: Readings, source: &Source) -> Option<f64> {
    let of = |metric: &str| newest(&readings.total(source, metric, is_whole_heap, Shape::State(1.0)));
    of(LIMIT).filter(|bytes| *bytes > 0.0).or_else(|| of(COMMITTED))
}

fn newest(values: &[(f64, f64)]) -> Option<f64> {
    values.last().map(|(_, value)| *value)
}

fn highest(values: &[(f64, f64)]) -> f64 {
    values.iter().map(|(_, value)| *value).fold(0.0, f64::max)
}

/// Lows that lie at least `rise` below the highs on both sides.
fn lows(values: &[(f64, f64)], rise: f64) -> Values {
    let mut found = Vec::new();
    let (mut high, mut low) = (f64::NEG_INFINITY, (0.0, f64::INFINITY));
    let mut falling = false;
    for (at, value) in values {
        if falling {
            if *value < low.1 {
                low = (*at, *value);
            } else if *value >= low.1 + rise {
                found.push(low);
                (falling, high) = (false, *value);
            }
        } else if *value > high {
            high = *value;
        } else if *value <= high - rise {
            (falling, low) = (true, (*at, *value));
        }
    }
    found
}

fn is_full(series: &Series) -> bool {
    let name = attribute(series, metric::attribute::JVM_GC_NAME);
    let action = attribute(series, metric::attribute::JVM_GC_ACTION);
    name == "full"
        || ["Old Generation", "MarkSweep"].iter().any(|part| name.contains(part))
        || ["Full", "major"].iter().any(|part| action.contains(part))
}

fn is_concurrent(series: &Series) -> bool {
    let name = attribute(series, metric::attribute::JVM_GC_NAME);
    name == "concurrent" || name.contains("Concurrent") || name.contains("Cycles")
}

/// JVMs of which heap or collections are known.
pub(crate) fn jvms(readings: Readings<'_>) -> Vec<&Source> {
    readings.sources(&[USED, UTILIZATION, AFTER, COLLECTIONS])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[f64], rise: f64, expected: &[f64]) {
        let line: Values = values.iter().enumerate().map(|(at, v)| (at as f64, *v)).collect();
        let found: Vec<f64> = lows(&line, rise).into_iter().map(|(_, v)| v).collect();
        assert_eq!(found, expected, "{values:?}");
    }

    #[test]
    fn a_floor_is_a_low_between_two_highs() {
        check(&[1.0, 5.0, 2.0, 6.0, 3.0, 7.0], 2.0, &[2.0, 3.0]);
        check(&[1.0, 5.0, 2.0, 3.0, 1.5, 6.0], 2.0, &[1.5]);
        check(&[1.0, 2.0, 3.0, 4.0], 1.0, &[]);
        check(&[5.0, 1.0, 1.2, 1.1], 2.0, &[]);
        check(&[], 2.0, &[]);
    }
}
