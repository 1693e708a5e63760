//! `no-recovery`: a minute and more after the load ended a host's CPU was still above what it was before the load: by ten
//! points, and by three standard deviations of what it was before. Needs readings from before and after the load.

use crate::findings::by_step::{load_ends_s, starts_s};
use crate::findings::prelude::*;
use crate::servers::cpu;
use crate::servers::readings::{inside, mean, median};

pub(crate) static DETECTOR: Detector = Detector {
    id: "no-recovery",
    severities: &[Severity::Warning],
    when: "a minute and more after the load a host's CPU is ten points (and three standard deviations) above \
        what it was before",
    requires: "CPU from before and after the load",
    needs: &[Need::Watched(Signal::HostCpu)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("no-recovery", Limits {
    /// s after the end of the load
    seconds = 60.0,
    /// percentage points of CPU above the time before the load
    points = 10.0,
});

/// Still busy long after the load.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoRecovery {
    pub source: Source,
    pub before_percent: f64,
    pub after_percent: f64,
    pub watched_s: f64,
}

impl Claimed for NoRecovery {
    fn next_step(&self) -> NextStep {
        NextStep::ProfileAfterLoad { host: self.source.host.clone() }
    }
}

const READINGS_MIN: usize = 5;

fn detect(evidence: &Evidence) -> Vec<Found> {
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
    let claim = NoRecovery {
        source: source.clone(),
        before_percent: 100.0 * base,
        after_percent: 100.0 * now,
        watched_s,
    };
    Some(Found::new(claim, vec![item]))
}
