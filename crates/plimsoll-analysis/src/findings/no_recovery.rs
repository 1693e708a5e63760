//! `no-recovery`: a minute and more after the load ended a host's CPU was still above what it was before the load: by ten
//! points, and by three standard deviations of what it was before. Needs readings from before and after the load.

use super::by_step::{load_ends_s, starts_s};
use super::detector::{Evidence, Found};
use super::evidence_item::{EvidenceItem, Unit};
use super::server_claim::ServerClaim;
use super::thresholds::thresholds;
use crate::servers::cpu;
use crate::servers::readings::{inside, mean, median};
use plimsoll_run::Source;

thresholds!("no-recovery", Limits {
    /// s after the end of the load
    seconds = 60.0,
    /// percentage points of CPU above the time before the load
    points = 10.0,
});

const READINGS_MIN: usize = 5;

pub(super) fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let sources = evidence.readings().sources(&[cpu::UTILIZATION, cpu::TIME]);
    sources.into_iter().filter_map(|source| of_host(evidence, source, limits)).collect()
}

fn of_host(evidence: &Evidence, source: &Source, limits: Limits) -> Option<Found> {
    let (begins, ends) = (starts_s(evidence).first()?.1, load_ends_s(evidence.run)?);
    let busy = cpu::busy(evidence.readings(), source);
    let before = inside(&busy, begins - 300.0, begins);
    let after = inside(&busy, ends + limits.seconds, ends + limits.seconds + 300.0);
    let between = inside(&busy, ends + 2.0, ends + limits.seconds);
    if before.len() < READINGS_MIN || after.len() < READINGS_MIN {
        return None;
    }
    let (base, now) = (mean(before)?, median(after)?);
    let variance = before.iter().map(|(_, v)| (v - base).powi(2)).sum::<f64>() / before.len() as f64;
    let limit = base + (limits.points / 100.0).max(3.0 * variance.sqrt());
    let all_the_time = median(between).is_none_or(|value| value > limit);
    if now <= limit || !all_the_time {
        return None;
    }
    let watched_s = after.last().map_or(0.0, |(at, _)| at - ends);
    let item = EvidenceItem::server(source, cpu::UTILIZATION, Unit::Percent, 100.0 * now)
        .between_s(ends + limits.seconds, ends + watched_s)
        .with_n(after.len() as u64);
    let claim = ServerClaim::NoRecovery {
        source: source.clone(),
        before_percent: 100.0 * base,
        after_percent: 100.0 * now,
        watched_s,
    };
    Some(Found::new(claim, vec![item]))
}
