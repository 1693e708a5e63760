//! `gc-overhead`: threads were paused for collections for more than 10 % of a step; critical from 25 %. A JVM that
//! is watched by its log and otherwise is one; the log counts.

use crate::findings::prelude::*;
use crate::servers::heap;
use crate::servers::jvms::Jvm;
use plimsoll_run::{At, ServerEvent, ServerEventKind};

pub(crate) static DETECTOR: Detector = Detector {
    id: "gc-overhead",
    severities: &[Severity::Warning, Severity::Critical],
    when: "threads were paused for collections (concurrent ones do not count) for > 10 % of a step, critical > \
        25 %. jstat and the log of one JVM (of one host, whose names contain one another, or the only ones \
        of it) are one; the log counts",
    requires: "collections: totals or a log",
    needs: &[Need::Watched(Signal::Collections)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("gc-overhead", Limits {
    /// % of a step's time: a warning
    percent = 10.0,
    /// % of a step's time: critical
    critical_percent = 25.0,
});

/// Threads stood still for collections.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GcOverhead {
    pub source: Source,
    pub steps: Vec<u32>,
    pub step: u32,
    pub percent: f64,
    pub critical: bool,
}

impl Claimed for GcOverhead {
    fn severity(&self) -> Option<Severity> {
        Some(if self.critical { Severity::Critical } else { Severity::Warning })
    }

    fn next_step(&self) -> NextStep {
        NextStep::DoubleHeap { host: self.source.host.clone() }
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Steps(self.steps.clone()))
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let mut found = Vec::new();
    for jvm in Jvm::all(readings) {
        let source = jvm.source();
        let shares: Vec<(&StepRow, heap::Collected)> = evidence
            .run
            .steps
            .iter()
            .filter_map(|row| {
                let (from, to) = row.span_s();
                Some((row, jvm.collected(readings, from, to)?.1))
            })
            .collect();
        let over: Vec<_> = shares.iter().filter(|(_, c)| 100.0 * c.share > limits.percent).collect();
        let Some((row, worst)) = over.iter().max_by(|a, b| a.1.share.total_cmp(&b.1.share)) else { continue };
        let percent = 100.0 * worst.share;
        let load = row.load().value();
        let under = shares
            .iter()
            // A server that was gone had nothing to collect.
            .filter(|(other, _)| other.servers.is_none())
            .filter(|(other, c)| 100.0 * c.share < limits.percent / 2.0 && other.load().value() > load);
        let higher: Vec<u32> = under.map(|(other, _)| other.number).collect();
        let (from, to) = row.span_s();
        let reported_by = jvm.collected(readings, from, to).map_or(source, |(source, _)| source);
        let item = EvidenceItem::server(reported_by, heap::COLLECTIONS, Unit::Percent, percent);
        let claim = GcOverhead {
            source: source.clone(),
            steps: over.iter().map(|(row, _)| row.number).collect(),
            step: row.number,
            percent,
            critical: percent > limits.critical_percent,
        };
        let caveat = (!higher.is_empty()).then_some(Caveat::NotAtHigherLoad { steps: higher });
        let caveat = caveat.or_else(|| pause_not_seen(evidence, source, row));
        let item = item.in_step(row.number).with_n(worst.readings);
        found.push(Found::new(claim, vec![item]).but(caveat));
    }
    found
}

/// Who asks again at once waits out each pause of the server that answers.
fn pause_not_seen(evidence: &Evidence, source: &Source, row: &StepRow) -> Option<Caveat> {
    let (from_us, to_us) = (row.measured_from_us as i64, row.measured_to_us as i64);
    let is_within = |event: &&ServerEvent| matches!(event.at, At::Run(us) if us >= from_us && us < to_us);
    let events = evidence.recorded.telemetry.events.iter();
    let own = events.filter(|e| e.source.host == source.host && e.kind == ServerEventKind::LongPause);
    let pause_us = own.filter(is_within).filter_map(|event| event.duration_us).max()?;
    let longest_us = row.response.max_us?;
    (2 * longest_us < pause_us).then_some(Caveat::PauseNotSeen { step: row.number, pause_us, longest_us })
}
