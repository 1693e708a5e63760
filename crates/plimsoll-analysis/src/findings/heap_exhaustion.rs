//! `heap-exhaustion`: in a step the old generation was used to 98 % in three readings or more, full collections came five
//! times as often as in the step before and at least ten times, and it showed: that server's requests fell by 20 %, or
//! collections took more than 25 % of the time.

use super::by_step::span_s;
use super::detector::{Evidence, Found};
use super::exhibit::{Exhibit, Unit};
use super::server_claim::ServerClaim;
use super::thresholds::thresholds;
use crate::servers::heap;
use crate::servers::readings::inside;
use crate::step::StepRow;
use plimsoll_run::Source;

thresholds!("heap-exhaustion", Limits {
    /// % of the old generation in use
    used_percent = 98.0,
    /// readings of that
    readings = 3.0,
    /// full collections in the step
    full_collections = 10.0,
    /// times as often as in the step before
    times_as_often = 5.0,
    /// % that the server's requests fell by
    throughput_percent = 20.0,
    /// % of the time in collections
    collection_percent = 25.0,
});

pub(super) fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    heap::jvms(readings).into_iter().filter_map(|source| of_jvm(evidence, source, limits)).collect()
}

/// The first step in which it is so.
fn of_jvm(evidence: &Evidence, source: &Source, limits: Limits) -> Option<Found> {
    let used = heap::old_share(evidence.readings(), source);
    let rows = &evidence.run.steps;
    rows.iter().enumerate().find_map(|(i, row)| {
        let before = i.checked_sub(1).and_then(|i| rows.get(i));
        of_step(evidence, source, &used, (row, before), limits)
    })
}

fn of_step(
    evidence: &Evidence,
    source: &Source,
    used: &[(f64, f64)],
    (row, before): (&StepRow, Option<&StepRow>),
    limits: Limits,
) -> Option<Found> {
    let readings = evidence.readings();
    let (from, to) = span_s(row);
    let within = inside(used, from, to);
    let full = within.iter().filter(|(_, share)| 100.0 * share >= limits.used_percent).count();
    let collected = heap::collected(readings, source, from, to)?;
    let per_s_before = before.and_then(|row| {
        let (from, to) = span_s(row);
        Some(heap::collected(readings, source, from, to)?.full / (to - from))
    });
    // As many as the step before would have had in this time.
    let expected = per_s_before.map(|per_s| per_s * (to - from));
    let often = expected.is_none_or(|expected| collected.full >= limits.times_as_often * expected);
    let change = before.and_then(|before| throughput_change_percent(evidence, source, row, before));
    let shows = change.is_some_and(|percent| percent <= -limits.throughput_percent)
        || 100.0 * collected.share > limits.collection_percent;
    if (full as f64) < limits.readings || collected.full < limits.full_collections || !often || !shows {
        return None;
    }
    let used_percent_max = 100.0 * within.iter().map(|(_, share)| *share).fold(0.0, f64::max);
    let exhibits = vec![
        Exhibit::server(source, heap::USED, Unit::Percent, used_percent_max)
            .in_step(row.number)
            .with_n(within.len() as u64),
        Exhibit::server(source, heap::COLLECTIONS, Unit::Percent, 100.0 * collected.share)
            .in_step(row.number)
            .with_n(collected.readings),
        Exhibit::throughput(row),
    ];
    let claim = ServerClaim::HeapExhausted {
        source: source.clone(),
        step: row.number,
        used_percent_max,
        full_collections: collected.full.round(),
        full_collections_before: expected.map(f64::round),
        collection_percent: 100.0 * collected.share,
        throughput_change_percent: change,
    };
    Some(Found::new(claim, exhibits))
}

/// Of the requests that the source's host logged, per second; `None` where it logged none.
fn throughput_change_percent(
    evidence: &Evidence,
    source: &Source,
    row: &StepRow,
    before: &StepRow,
) -> Option<f64> {
    let of = |step: u32| {
        let steps = evidence.run.servers.server_steps.iter();
        let per_s: Vec<f64> =
            steps.filter(|s| s.step == step && s.source.host == source.host).map(|s| s.per_s).collect();
        (!per_s.is_empty()).then(|| per_s.iter().sum::<f64>())
    };
    let per_s = of(before.number).filter(|per_s| *per_s > 0.0)?;
    // A server that logged before and logs nothing now answered nothing.
    Some(100.0 * (of(row.number).unwrap_or(0.0) / per_s - 1.0))
}
