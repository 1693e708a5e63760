//! `leak-suspected`: what is left after collections of the old generation grows under a steady load: at least
//! eight such floors, Mann–Kendall p < 0.01, and at the rate of Theil and Sen's slope more than 10 % of the capacity in
//! a day. A restart begins a new sequence. The p is divided by the number of JVMs and times of steady load that are looked at
//! (Bonferroni). A growth that levels off (in the second half less than half of the slope) is a warm-up, unless the heap is
//! nearly full. Where a heap fills before it was collected so often, its old generation counts if it only rose, by a quarter
//! of its size or more, to 95 %, and full collections after that made it fall no more.

use crate::findings::prelude::*;
use crate::servers::heap;
use crate::servers::jvms::Jvm;
use crate::servers::readings::{Readings, Values, inside};
use crate::statistics::Bounds;
use crate::statistics::{mann_kendall, theil_sen};
use plimsoll_run::{At, ServerEventKind};

pub(crate) static DETECTOR: Detector = Detector {
    id: "leak-suspected",
    severities: &[Severity::Warning, Severity::Critical],
    when: "floors after collections of the old generation rise under a steady load: ≥ 8 of them, \
        Mann–Kendall (Hamed & Rao) p < 0.01 divided by the number of JVMs and times looked at, Theil–Sen \
        slope × 24 h > 10 % of the capacity, and the second half rises at least half as fast, unless the \
        heap is nearly full (90 %). Or the old generation only rose, in ≥ 8 steps and by ≥ 25 %, to ≥ 95 %, and a \
        full collection there freed < 3 %: critical, as it is full. A restart begins a new sequence. Time to full is reported",
    requires: "heap after collections, or used old generation (bytes, or the share of it alone)",
    needs: &[Need::Watched(Signal::HeapAfterCollections)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("leak-suspected", Limits {
    /// floors, at least
    floors = 8.0,
    /// p of the Mann–Kendall test
    p = 0.01,
    /// % of the capacity in 24 h
    percent_per_day = 10.0,
    /// % of the capacity that a collection must free for its low to be a floor
    freed_percent = 3.0,
    /// % of its size by which an old generation that only rose must have risen
    risen_percent = 25.0,
    /// % of its size at which such a one is full
    full_percent = 95.0,
});

/// What stays after collections grows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeakSuspected {
    pub source: Source,
    pub floors: u64,
    pub p: f64,
    pub bytes_per_day: f64,
    pub bytes_per_day_bounds_95: Option<Bounds>,
    pub capacity_bytes: f64,
    pub first_bytes: f64,
    pub last_bytes: f64,
    pub full_in_s: f64,
    /// It filled up, in that second of the run, before it was collected often: `floors` are readings of the old generation, each
    /// above the one before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_from_s: Option<f64>,
    /// Only shares of the old generation are known (`jstat -gcutil`): what is in bytes above is in parts of its size, which is 1.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_of_shares: bool,
    /// The capacity is that of the old generation, and not of the whole heap.
    pub is_of_old: bool,
    /// It is nearly full, and in the second half grew less than half as fast: nothing says when it is full.
    pub levels_off: bool,
}

impl Claimed for LeakSuspected {
    fn severity(&self) -> Option<Severity> {
        Some(if self.full_from_s.is_some() { Severity::Critical } else { Severity::Warning })
    }

    fn failed_in(&self) -> Option<FailedIn> {
        self.full_from_s.map(|from_s| FailedIn::Time { from_s, to_s: f64::INFINITY })
    }

    fn next_step(&self) -> NextStep {
        let empty_to_full_hours = 24.0 * self.capacity_bytes / self.bytes_per_day;
        let hours = match empty_to_full_hours {
            hours if hours < 2.0 => hours / 2.0,
            // A part of the time in which it fills, but a working day at most.
            _ => (self.full_in_s / 3_600.0 / 4.0).clamp(1.0, 12.0),
        };
        NextStep::SoakWithHeapDumps { hours }
    }
}

const DAY_S: f64 = 86_400.0;
/// A growth that has slowed to less than this share of the whole is a warm-up.
const LEVELLING_OFF: f64 = 0.5;
/// … but not when so much of the capacity is left by collections.
const NEARLY_FULL: f64 = 0.9;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let steady = spans(&evidence.run.steps);
    let mut looked_at: Vec<Growth> = Vec::new();
    for jvm in Jvm::all(readings) {
        let spans = between_restarts(&steady, &restarts_s(evidence, jvm.source()));
        // Metrics know how large the heap may become, a log only how large it is: they are asked first.
        let reported = jvm.sources.iter().rev().find_map(|source| {
            let (floors, capacity) = heap::floors(readings, source, limits.freed_percent / 100.0);
            let of_span = |span: &(f64, f64)| inside(&floors, span.0, span.1).to_vec();
            let enough = spans.iter().map(of_span).filter(|floors| floors.len() as f64 >= limits.floors);
            let enough: Vec<Values> = enough.collect();
            (!enough.is_empty()).then_some((*source, enough, capacity?))
        });
        if let Some((source, floors, capacity)) = reported {
            let of = |values| Growth { source, values, capacity, full_from_s: None };
            looked_at.extend(floors.into_iter().map(of));
        }
        looked_at.extend(filled(readings, &jvm, &spans, limits));
    }
    let strict = Limits { p: limits.p / looked_at.len().max(1) as f64, ..limits };
    let mut found: Vec<(&Source, Found)> = Vec::new();
    for growth in &looked_at {
        // One time of steady load is enough: the last counts.
        let is_of_shares = heap::knows_shares_only(readings, growth.source);
        let of_old = heap::old_size(readings, growth.source);
        if let Some(grown) = grows(growth, strict, (is_of_shares, of_old)) {
            if growth.full_from_s.is_some() && found.iter().any(|(other, _)| *other == growth.source) {
                continue;
            }
            found.retain(|(other, _)| *other != growth.source);
            found.push((growth.source, grown));
        }
    }
    found.into_iter().map(|(_, found)| found).collect()
}

/// What stays after collections, in a time of steady load.
struct Growth<'a> {
    source: &'a Source,
    values: Values,
    capacity: f64,
    full_from_s: Option<f64>,
}

/// The old generation of a JVM that never fell, and was full at the end although it was collected.
fn filled<'a>(readings: Readings, jvm: &Jvm<'a>, spans: &[(f64, f64)], limits: Limits) -> Option<Growth<'a>> {
    let of_source = |source: &'a Source| {
        let (shares, capacity) = (heap::old_share(readings, source), heap::old_size(readings, source)?);
        spans.iter().find_map(|(from, to)| {
            let within = inside(&shares, *from, *to);
            let falls = within.windows(2).any(|pair| pair[1].1 < pair[0].1 - limits.freed_percent / 100.0);
            let risen = within.last()?.1 - within.first()?.1;
            let (full_s, _) = within.iter().find(|(_, share)| 100.0 * share >= limits.full_percent)?;
            let (_, collected) = jvm.collected(readings, *full_s, *to)?;
            let rises = rises(within);
            let is_leak = !falls
                && collected.full >= 1.0
                && 100.0 * risen >= limits.risen_percent
                && rises.len() as f64 >= limits.floors;
            let values = rises.into_iter().map(|(at, share)| (at, share * capacity)).collect();
            is_leak.then_some(Growth { source, values, capacity, full_from_s: Some(*full_s) })
        })
    };
    jvm.sources.iter().rev().find_map(|source| of_source(source))
}

/// Readings that are above all before them.
fn rises(values: &[(f64, f64)]) -> Values {
    let mut highest = f64::NEG_INFINITY;
    let above = |(_, value): &&(f64, f64)| {
        let is_above = *value > highest;
        highest = highest.max(*value);
        is_above
    };
    values.iter().filter(above).copied().collect()
}

/// Times in which the load stood still: steps of equal load that follow each other are one.
fn spans(rows: &[StepRow]) -> Vec<(f64, f64)> {
    let mut spans: Vec<(f64, f64, f64)> = Vec::new();
    for row in rows {
        let ((from, to), load) = (row.span_s(), row.load().value());
        match spans.last_mut() {
            Some(last) if last.2 == load => last.1 = to,
            _ => spans.push((from, to, load)),
        }
    }
    spans.into_iter().map(|(from, to, _)| (from, to)).collect()
}

/// Moments at which the JVM, or something on its host, restarted: its heap was empty then.
fn restarts_s(evidence: &Evidence, source: &Source) -> Vec<f64> {
    use ServerEventKind::{JvmStart, OomKill, Restart};
    let own = evidence.recorded.telemetry.events.iter().filter(|event| event.source.host == source.host);
    let restarts = own.filter(|event| matches!(event.kind, Restart | JvmStart | OomKill));
    restarts
        .filter_map(|event| if let At::Run(us) = event.at { Some(us as f64 / 1e6) } else { None })
        .collect()
}

fn between_restarts(spans: &[(f64, f64)], restarts_s: &[f64]) -> Vec<(f64, f64)> {
    let parts = |(from, to): &(f64, f64)| {
        let within = restarts_s.iter().copied().filter(|at| at > from && at < to);
        let mut bounds: Vec<f64> = [*from, *to].into_iter().chain(within).collect();
        bounds.sort_by(f64::total_cmp);
        bounds.windows(2).map(|part| (part[0], part[1])).collect::<Vec<_>>()
    };
    spans.iter().flat_map(parts).collect()
}

/// With whether only shares are known, and how large the old generation is.
fn grows(growth: &Growth, limits: Limits, (is_of_shares, old_size): (bool, Option<f64>)) -> Option<Found> {
    let Growth { source, values: floors, capacity, full_from_s } = growth;
    let (source, capacity, full_from_s) = (*source, *capacity, *full_from_s);
    let values: Vec<f64> = floors.iter().map(|(_, bytes)| *bytes).collect();
    let trend = mann_kendall(&values);
    let slope = theil_sen(floors)?;
    let per_day = slope.slope * DAY_S;
    let second_half: Values = floors[floors.len() / 2..].to_vec();
    let goes_on = theil_sen(&second_half).is_some_and(|half| half.slope >= LEVELLING_OFF * slope.slope);
    let last = values.last().copied().unwrap_or_default();
    // What has no room left to grow into levels off too.
    let is_nearly_full = last >= NEARLY_FULL * capacity;
    let much = per_day > limits.percent_per_day / 100.0 * capacity;
    if trend.p >= limits.p || trend.s <= 0.0 || !much || !(goes_on || is_nearly_full) {
        return None;
    }
    let (first_bytes, last_bytes) = (*values.first()?, *values.last()?);
    let bounds = Bounds { low: slope.bounds_95.low * DAY_S, high: slope.bounds_95.high * DAY_S };
    let claim = LeakSuspected {
        source: source.clone(),
        floors: floors.len() as u64,
        p: trend.p,
        bytes_per_day: per_day,
        bytes_per_day_bounds_95: Some(bounds),
        capacity_bytes: capacity,
        first_bytes,
        last_bytes,
        full_in_s: ((capacity - last_bytes) / slope.slope).max(0.0),
        full_from_s,
        is_of_shares,
        is_of_old: old_size.is_some_and(|size| (size / capacity - 1.0).abs() < 1e-6),
        levels_off: !goes_on,
    };
    let item = match is_of_shares {
        true => EvidenceItem::server(source, heap::UTILIZATION, Unit::Percent, 100.0 * last_bytes),
        false => EvidenceItem {
            bounds_95: Some(bounds),
            ..EvidenceItem::server(source, heap::AFTER, Unit::BytesPerDay, per_day)
        },
    };
    let item = item.between_s(floors[0].0, floors[floors.len() - 1].0).with_n(floors.len() as u64);
    Some(Found::new(claim, vec![item]))
}
