//! `heap-exhaustion`: in a step the old generation was used to 98 % in three readings or more, full collections came five
//! times as often as in the step before and at least ten times, and it showed: that server's requests fell by 20 %, or
//! collections took more than 25 % of the time. Or the JVM said that it ran out of memory, with the old generation used to
//! 98 % in any reading of the minute before: a heap that fills step by step makes no sudden change of collections.

use crate::findings::prelude::*;
use crate::servers::heap;
use crate::servers::jvms::Jvm;
use crate::servers::panel::Shape;
use crate::servers::readings::{Values, inside, ratio};
use plimsoll_run::{At, ServerEventKind};

pub(crate) static DETECTOR: Detector = Detector {
    id: "heap-exhaustion",
    severities: &[Severity::Critical],
    when: "in one step the old generation is used to 98 % in three readings, full collections come ≥ 5 times as \
        often as in the step before and ≥ 10 times, and that server's requests fell by 20 % or collections \
        took > 25 % of the time. Or the JVM's log says `OutOfMemoryError` in a step, and a reading of the \
        minute before (jstat's, or what a collection in the log left) has the old generation at 98 %",
    requires: "old generation, collections",
    needs: &[Need::Watched(Signal::OldHeap), Need::Watched(Signal::Collections)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("heap-exhaustion", Limits {
    /// % of the old generation in use
    used_percent = 98.0,
    /// readings of that
    readings = 3.0,
    /// full collections in the step
    full_collections = 10.0,
    /// times as often as in the step before
    times_as_often = 5.0,
    /// s before an `OutOfMemoryError` in which a reading of that is enough
    before_s = 60.0,
    /// % that the server's requests fell by
    throughput_percent = 20.0,
    /// % of the time in collections
    collection_percent = 25.0,
});

/// The old generation was full, and collections no longer freed it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapExhausted {
    pub source: Source,
    pub step: u32,
    pub used_percent_max: f64,
    pub full_collections: f64,
    pub full_collections_before: Option<f64>,
    /// Of `collection_s`: the step, or its time until the JVM ran out of memory.
    pub collection_percent: f64,
    pub collection_s: f64,
    pub throughput_change_percent: Option<f64>,
    /// Since the start of the run; `None`: it did not say that it ran out.
    pub out_of_memory_at_s: Option<f64>,
}

impl Claimed for HeapExhausted {
    fn next_step(&self) -> NextStep {
        NextStep::DoubleHeap { host: self.source.host.clone() }
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Steps(vec![self.step]))
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    Jvm::all(readings).iter().filter_map(|jvm| of_jvm(evidence, jvm, limits)).collect()
}

/// The first step in which it is so.
fn of_jvm(evidence: &Evidence, jvm: &Jvm, limits: Limits) -> Option<Found> {
    let readings = evidence.readings();
    let mut shares = jvm.sources.iter().map(|source| (*source, heap::old_share(readings, source)));
    let (reported_by, used) =
        shares.rfind(|(_, used)| !used.is_empty()).unwrap_or((jvm.source(), Values::new()));
    let rows = &evidence.run.steps;
    rows.iter().enumerate().find_map(|(i, row)| {
        let before = i.checked_sub(1).and_then(|i| rows.get(i));
        Heap { evidence, jvm, reported_by, used: &used, limits }.in_step(row, before)
    })
}

/// A JVM's old generation, as a detector looks at it.
struct Heap<'a> {
    evidence: &'a Evidence<'a>,
    jvm: &'a Jvm<'a>,
    /// The source of `used`.
    reported_by: &'a Source,
    used: &'a [(f64, f64)],
    limits: Limits,
}

impl Heap<'_> {
    fn in_step(&self, row: &StepRow, before: Option<&StepRow>) -> Option<Found> {
        let (readings, limits) = (self.evidence.readings(), self.limits);
        let (from, to) = row.span_s();
        let within = inside(self.used, from, to);
        let full = within.iter().filter(|(_, share)| 100.0 * share >= limits.used_percent).count();
        // After that it collects nothing any more, and may be gone.
        let ended_s = self.said_out_of_memory_s().find(|at| (from + 1.0..to).contains(at));
        let until = |at: f64| Some((at, self.jvm.collected(readings, from, at)?));
        let until_end = ended_s.and_then(until).filter(|(_, (_, collected))| collected.readings > 0);
        let (end, (collections_of, collected)) = until_end.or_else(|| until(to))?;
        let per_s_before = before.and_then(|row| {
            let (from, to) = row.span_s();
            Some(self.jvm.collected(readings, from, to)?.1.full / (to - from))
        });
        // As many as the step before would have had in this time.
        let expected = per_s_before.map(|per_s| per_s * (end - from));
        let often = expected.is_none_or(|expected| collected.full >= limits.times_as_often * expected);
        let source = self.jvm.source();
        let change = before.and_then(|before| throughput_change_percent(self.evidence, source, row, before));
        let shows = change.is_some_and(|percent| percent <= -limits.throughput_percent)
            || 100.0 * collected.share > limits.collection_percent;
        let by_collections =
            full as f64 >= limits.readings && collected.full >= limits.full_collections && often && shows;
        let ended = self.out_of_memory(row);
        if !by_collections && ended.is_none() {
            return None;
        }
        let highest = within.iter().map(|(_, share)| 100.0 * share).fold(0.0, f64::max);
        let used_percent_max = highest.max(ended.map_or(0.0, |(_, used_percent)| used_percent));
        let items = vec![
            EvidenceItem::server(self.reported_by, heap::USED, Unit::Percent, used_percent_max)
                .in_step(row.number)
                .with_n(within.len() as u64),
            EvidenceItem::server(collections_of, heap::COLLECTIONS, Unit::Percent, 100.0 * collected.share)
                .in_step(row.number)
                .with_n(collected.readings),
            EvidenceItem::throughput(row),
        ];
        let claim = HeapExhausted {
            source: source.clone(),
            step: row.number,
            used_percent_max,
            full_collections: collected.full.round(),
            full_collections_before: expected.map(f64::round),
            collection_percent: 100.0 * collected.share,
            collection_s: end - from,
            throughput_change_percent: change,
            out_of_memory_at_s: ended.map(|(at_s, _)| at_s).or_else(|| self.died_at_s(row)),
        };
        Some(Found::new(claim, items))
    }

    /// When the JVM said so in this step, and the highest use (%) of the old generation before, where that was full.
    fn out_of_memory(&self, row: &StepRow) -> Option<(f64, f64)> {
        let step = self.evidence.recorded.steps.iter().find(|step| step.number == row.number)?;
        let ended_us = step.ended_us.unwrap_or(row.measured_to_us);
        let (from, to) = (step.started_us as f64 / 1e6, ended_us as f64 / 1e6);
        let at_s = self.said_out_of_memory_s().find(|at| (from..to).contains(at))?;
        let used_percent = self.highest_use_percent(at_s - self.limits.before_s, at_s + 1.0);
        (used_percent >= self.limits.used_percent).then_some((at_s, used_percent))
    }

    /// When it said so after the beginning of a step in which it did little but collect, and no later than in the next.
    fn died_at_s(&self, row: &StepRow) -> Option<f64> {
        let next = self.evidence.run.steps.iter().find(|step| step.number == row.number + 1).unwrap_or(row);
        let (from, to) = (row.span_s().0, next.span_s().1);
        self.said_out_of_memory_s().find(|at| (from..to).contains(at))
    }

    fn said_out_of_memory_s(&self) -> impl Iterator<Item = f64> {
        let own = self.evidence.recorded.telemetry.events.iter().filter(|event| {
            event.kind == ServerEventKind::OutOfMemory && self.jvm.sources.contains(&&event.source)
        });
        own.filter_map(|event| if let At::Run(us) = event.at { Some(us as f64 / 1e6) } else { None })
    }

    /// By any source; a log says what collections left.
    fn highest_use_percent(&self, from_s: f64, to_s: f64) -> f64 {
        let readings = self.evidence.readings();
        let of = |source: &&Source| {
            let left = readings.total(source, heap::AFTER, heap::is_old, Shape::State(1.0));
            let left = ratio(&left, &heap::old_capacity(readings, source));
            let used = heap::old_share(readings, source);
            let all = inside(&left, from_s, to_s).iter().chain(inside(&used, from_s, to_s));
            all.map(|(_, share)| 100.0 * share).fold(0.0, f64::max)
        };
        self.jvm.sources.iter().map(of).fold(0.0, f64::max)
    }
}

/// Of the requests that the source's host logged, per second; `None` where it logged none.
fn throughput_change_percent(
    evidence: &Evidence,
    source: &Source,
    row: &StepRow,
    before: &StepRow,
) -> Option<f64> {
    let of = |step: u32| {
        let steps = evidence.servers.server_steps.iter();
        let per_s: Vec<f64> =
            steps.filter(|s| s.step == step && s.source.host == source.host).map(|s| s.per_s).collect();
        (!per_s.is_empty()).then(|| per_s.iter().sum::<f64>())
    };
    let per_s = of(before.number).filter(|per_s| *per_s > 0.0)?;
    // A server that logged before and logs nothing now answered nothing.
    Some(100.0 * (of(row.number).unwrap_or(0.0) / per_s - 1.0))
}
