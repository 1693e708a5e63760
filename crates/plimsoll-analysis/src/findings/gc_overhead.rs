//! `gc-overhead`: threads stood still for collections for more than 10 % of a step; critical from 25 %. A JVM that
//! is watched by its log and otherwise is one; the log counts.

use super::by_step::span_s;
use super::caveat::Caveat;
use super::detector::{Evidence, Found};
use super::evidence_item::{EvidenceItem, Unit};
use super::server_claim::ServerClaim;
use super::thresholds::thresholds;
use crate::servers::heap;
use crate::servers::jvms::Jvm;
use crate::step::StepRow;

thresholds!("gc-overhead", Limits {
    /// % of a step's time: a warning
    percent = 10.0,
    /// % of a step's time: critical
    critical_percent = 25.0,
});

pub(super) fn detect(evidence: &Evidence) -> Vec<Found> {
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
                let (from, to) = span_s(row);
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
        let (from, to) = span_s(row);
        let told_by = jvm.collected(readings, from, to).map_or(source, |(source, _)| source);
        let item = EvidenceItem::server(told_by, heap::COLLECTIONS, Unit::Percent, percent);
        let claim = ServerClaim::GcOverhead {
            source: source.clone(),
            steps: over.iter().map(|(row, _)| row.number).collect(),
            step: row.number,
            percent,
            critical: percent > limits.critical_percent,
        };
        let caveat = (!higher.is_empty()).then_some(Caveat::NotAtHigherLoad { steps: higher });
        let item = item.in_step(row.number).with_n(worst.readings);
        found.push(Found::new(claim, vec![item]).but(caveat));
    }
    found
}
