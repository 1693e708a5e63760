//! `instance-lost`: a server logged no request for three intervals (of 5 s) in which others did and it would have had at
//! least 50 (one interval, and 10, where it had run out of memory); or a server said that it restarted while it was under load. The steps after it are those of fewer servers:
//! the step table says so.

use crate::findings::Claim;
use crate::findings::prelude::*;
use crate::servers::attendance::{Absence, AbsenceRule, Attendance};
use crate::servers::cpu;
use crate::servers::readings::inside;
use plimsoll_run::metric;
use plimsoll_run::{At, ServerEvent, ServerEventKind};

pub(crate) static DETECTOR: Detector = Detector {
    id: "instance-lost",
    severities: &[Severity::Critical],
    when: "a server logs no request for three intervals of 5 s (one, after it ran out of memory) while others do; or a restart, a JVM's start or \
        an OOM kill falls into a step (those of one host within a minute are one). Later steps are marked \
        \"n of m servers\" in the step table",
    requires: "request logs of two servers, or server events",
    needs: &[],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("instance-lost", Limits {
    /// intervals without a request
    intervals = 3.0,
    /// s, the length of an interval
    interval_s = 5.0,
    /// requests that it would have had, by its share before
    expected = 50.0,
});

/// A server answered nothing while others did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InstanceLost {
    pub source: Source,
    pub step: u32,
    pub from_s: f64,
    /// `None`: it did not come back.
    pub to_s: Option<f64>,
    pub expected_requests: f64,
    pub servers: u32,
}

impl Claimed for InstanceLost {
    fn next_step(&self) -> NextStep {
        NextStep::RunWithAllServers { host: self.source.host.clone() }
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Time { from_s: self.from_s, to_s: self.to_s.unwrap_or(f64::INFINITY) })
    }
}

/// It restarted while it was under load.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InstanceRestarted {
    pub source: Source,
    pub step: u32,
    pub at_s: f64,
}

impl Claimed for InstanceRestarted {
    fn next_step(&self) -> NextStep {
        NextStep::RunWithAllServers { host: self.source.host.clone() }
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Steps(vec![self.step]))
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let rule = AbsenceRule {
        interval_s: limits.interval_s.max(1.0) as i64,
        intervals: limits.intervals.max(1.0) as i64,
        expected_min: limits.expected,
    };
    let attendance = Attendance::of(
        evidence.observed,
        &evidence.recorded.telemetry.events,
        evidence.windows,
        rule.interval_s,
    );
    let absences = attendance.absences(rule);
    let mut found: Vec<Found> =
        absences.iter().map(|absence| absent(evidence, absence, attendance.servers() as u32)).collect();
    for event in &evidence.recorded.telemetry.events {
        let lost = absences.iter().any(|absence| absence.source.host == event.source.host);
        if let Some(restart) = restarted(evidence, event).filter(|_| !lost)
            && !found.iter().any(|other| is_same(&other.claim, &restart.claim))
        {
            found.push(restart);
        }
    }
    found
}

/// One start is told by a log, an uptime and several totals, each when it is next read.
const ONE_START_S: f64 = 60.0;

fn is_same(a: &Claim, b: &Claim) -> bool {
    match (a, b) {
        (Claim::InstanceRestarted(a), Claim::InstanceRestarted(b)) => {
            a.source.host == b.source.host && (a.at_s - b.at_s).abs() < ONE_START_S
        }
        _ => false,
    }
}

fn absent(evidence: &Evidence, absence: &Absence, servers: u32) -> Found {
    let (from_s, source) = (absence.from_s as f64, absence.source);
    let to_s = absence.to_s.map(|s| s as f64);
    let end = to_s.unwrap_or(f64::INFINITY);
    let item = EvidenceItem::server(source, metric::HTTP_SERVER_REQUEST_DURATION, Unit::Count, 0.0)
        .between_s(from_s, end.min(evidence.run.steps.last().map_or(end, |row| row.span_s().1)));
    let claim = InstanceLost {
        source: source.clone(),
        step: step_from(evidence, from_s).unwrap_or(0),
        from_s,
        to_s,
        expected_requests: absence.expected.round(),
        servers,
    };
    let measured = still_busy(evidence, source, from_s, end).map(|source| Caveat::StillMeasured { source });
    Found::new(claim, vec![item]).but(measured)
}

/// A source on the same host whose CPU went on as before: the log may be what ended, not the server.
fn still_busy(evidence: &Evidence, source: &Source, from_s: f64, to_s: f64) -> Option<Source> {
    let readings = evidence.readings();
    let on_host =
        readings.sources(&[cpu::UTILIZATION, cpu::TIME]).into_iter().find(|s| s.host == source.host)?;
    let busy = cpu::busy(readings, on_host);
    let mean = |from: f64, to: f64| crate::servers::readings::mean(inside(&busy, from, to));
    let (before, after) = (mean(from_s - 60.0, from_s)?, mean(from_s + 5.0, to_s.min(from_s + 65.0))?);
    (after > 0.8 * before && before > 0.05).then(|| on_host.clone())
}

fn restarted(evidence: &Evidence, event: &ServerEvent) -> Option<Found> {
    let is_restart =
        matches!(event.kind, ServerEventKind::Restart | ServerEventKind::JvmStart | ServerEventKind::OomKill);
    let At::Run(at_us) = event.at else { return None };
    let at_s = at_us as f64 / 1e6;
    let step = step_at(evidence, at_s).filter(|_| is_restart)?;
    let item = EvidenceItem::server(&event.source, event.kind.name(), Unit::Count, 1.0)
        .in_step(step)
        .between_s(at_s, at_s);
    Some(Found::new(InstanceRestarted { source: event.source.clone(), step, at_s }, vec![item]))
}

/// The step at this moment, or the next one: between steps nobody answers.
fn step_from(evidence: &Evidence, at_s: f64) -> Option<u32> {
    evidence.run.steps.iter().find(|row| at_s < row.span_s().1).map(|row| row.number)
}

fn step_at(evidence: &Evidence, at_s: f64) -> Option<u32> {
    let within = |row: &&crate::step::StepRow| {
        let (from, to) = row.span_s();
        at_s >= from && at_s < to
    };
    evidence.run.steps.iter().find(within).map(|row| row.number)
}
