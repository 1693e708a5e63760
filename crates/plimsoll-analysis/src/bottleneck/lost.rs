//! Servers that were gone, or restarted, when throughput bent: what they lacked is seen in their last step, not in that one.

use super::factor::LostServer;
use super::usage::{Resource, ResourceLine};
use crate::findings::{Claim, Finding, HeapExhausted, InstanceLost, InstanceRestarted};
use crate::measured::Measured;
use crate::servers::jvms::Jvm;
use crate::step::StepRow;
use plimsoll_run::{At, ServerEventKind};
use std::ops::Deref;

/// What was measured, and what was found in it.
pub(super) struct WithFindings<'a> {
    pub measured: &'a Measured<'a>,
    pub findings: &'a [Finding],
}

impl<'a> Deref for WithFindings<'a> {
    type Target = Measured<'a>;

    fn deref(&self) -> &Measured<'a> {
        self.measured
    }
}

/// By the findings, in their order.
pub(super) fn lost(known: &WithFindings, knee: u32) -> Vec<LostServer> {
    let run = known.run;
    let Some(at_knee) = run.step(knee) else { return Vec::new() };
    let (knee_from, knee_to) = at_knee.span_s();
    let middle = |row: &StepRow| row.span_s().0.midpoint(row.span_s().1);
    let of_claim = |claim: &Claim| {
        let (source, from_s, restarted, last_step) = match claim {
            Claim::InstanceLost(InstanceLost { source, from_s, to_s, .. }) => {
                let gone = *from_s < knee_to && to_s.is_none_or(|to_s| to_s > knee_from);
                let last = run.steps.iter().rfind(|row| middle(row) < *from_s).filter(|_| gone)?;
                (source, *from_s, false, last.number)
            }
            Claim::InstanceRestarted(InstanceRestarted { source, step, at_s }) if *step == knee => {
                (source, *at_s, true, *step)
            }
            _ => return None,
        };
        Some(LostServer { source: source.clone(), from_s, restarted, last_step, servers: at_knee.servers })
    };
    known.findings.iter().filter_map(|finding| of_claim(&finding.claim)).collect()
}

/// That a resource was exhausted in a step, by more than its readings: the heap by its finding, a container's memory by the
/// kernel that killed for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Exhaustion {
    /// Not before.
    pub at_s: f64,
    /// It ended the process.
    pub was_fatal: bool,
}

pub(super) fn exhaustion(known: &WithFindings, line: &ResourceLine, step: u32) -> Option<Exhaustion> {
    match line.resource {
        Resource::Heap => known.findings.iter().find_map(|finding| of_heap(known, line, step, finding)),
        Resource::Memory => killed(known, line, step),
        _ => None,
    }
}

fn of_heap(known: &WithFindings, line: &ResourceLine, step: u32, finding: &Finding) -> Option<Exhaustion> {
    let Claim::HeapExhausted(HeapExhausted { source, step: own, out_of_memory_at_s, .. }) = &finding.claim
    else {
        return None;
    };
    let same = Jvm::all(known.readings()).iter().any(|jvm| {
        jvm.source() == source && jvm.sources.iter().any(|reported_by| **reported_by == line.source)
    });
    let row = known.run.step(*own).filter(|_| same && *own == step)?;
    let at_s = row.span_s().0;
    Some(Exhaustion {
        at_s,
        was_fatal: out_of_memory_at_s.is_some() || ended_after(known, &source.host, at_s),
    })
}

/// The host's server was lost, or restarted, after this moment.
fn ended_after(known: &WithFindings, host: &str, at_s: f64) -> bool {
    known.findings.iter().any(|finding| match &finding.claim {
        Claim::InstanceLost(InstanceLost { source, from_s: end_s, .. })
        | Claim::InstanceRestarted(InstanceRestarted { source, at_s: end_s, .. }) => {
            source.host == host && *end_s > at_s
        }
        _ => false,
    })
}

/// The kernel ended a process of the host for want of memory, in this step or, where its readings end with it, by the end of the next one.
fn killed(known: &WithFindings, line: &ResourceLine, step: u32) -> Option<Exhaustion> {
    let run = known.run;
    let (from, to) = run.step(step)?.span_s();
    let next = run.steps.iter().find(|row| row.span_s().0 >= to).map_or(f64::INFINITY, |row| row.span_s().1);
    let of_host = known
        .recorded
        .telemetry
        .events
        .iter()
        .filter(|event| event.kind == ServerEventKind::OomKill && event.source.host == line.source.host);
    let moments = of_host.filter_map(|event| match event.at {
        At::Run(us) => Some(us as f64 / 1e6),
        _ => None,
    });
    let at_s = moments.into_iter().find(|at_s| (from..next).contains(at_s))?;
    // The host's paging and the container's limit are both its memory: only a limit can be exceeded.
    (!line.utilisation.is_empty()).then_some(Exhaustion { at_s, was_fatal: true })
}
