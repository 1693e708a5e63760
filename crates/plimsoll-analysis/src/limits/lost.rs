//! Servers that were gone, or began anew, when throughput bent: what they lacked is seen in their last step, not in that one.

use super::resources::ResourceLine;
use super::usage::Resource;
use crate::analysis::RunAnalysis;
use crate::findings::by_step::span_s;
use crate::findings::{Claim, HeapExhausted, InstanceLost, InstanceRestarted};
use crate::servers::ServersAtWork;
use crate::servers::jvms::Jvm;
use crate::servers::readings::Readings;
use crate::step::StepRow;
use plimsoll_run::{At, ServerEventKind, Source};
use serde::Serialize;

/// A server that answered nothing, or began anew, in the step in which throughput bent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LostServer {
    pub source: Source,
    /// Since the start of the run.
    pub from_s: f64,
    /// It came back within the same step: it began anew.
    pub restarted: bool,
    /// The last step that it answered for more than half of, or in which it began anew.
    pub last_step: u32,
    /// Of the step in which throughput bent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servers: Option<ServersAtWork>,
}

/// By the findings, in their order.
pub(super) fn lost(run: &RunAnalysis, bend: u32) -> Vec<LostServer> {
    let Some(at_bend) = run.step(bend) else { return Vec::new() };
    let (bend_from, bend_to) = span_s(at_bend);
    let middle = |row: &StepRow| span_s(row).0.midpoint(span_s(row).1);
    let of_claim = |claim: &Claim| {
        let (source, from_s, restarted, last_step) = match claim {
            Claim::InstanceLost(InstanceLost { source, from_s, to_s, .. }) => {
                let gone = *from_s < bend_to && to_s.is_none_or(|to_s| to_s > bend_from);
                let last = run.steps.iter().rfind(|row| middle(row) < *from_s).filter(|_| gone)?;
                (source, *from_s, false, last.number)
            }
            Claim::InstanceRestarted(InstanceRestarted { source, step, at_s }) if *step == bend => {
                (source, *at_s, true, *step)
            }
            _ => return None,
        };
        Some(LostServer { source: source.clone(), from_s, restarted, last_step, servers: at_bend.servers })
    };
    run.findings.iter().filter_map(|finding| of_claim(&finding.claim)).collect()
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

pub(super) fn exhaustion(
    run: &RunAnalysis,
    readings: Readings,
    line: &ResourceLine,
    step: u32,
) -> Option<Exhaustion> {
    match line.resource {
        Resource::Heap => run.findings.iter().find_map(|finding| of_heap(run, readings, line, step, finding)),
        Resource::Memory => killed(run, line, step),
        _ => None,
    }
}

fn of_heap(
    run: &RunAnalysis,
    readings: Readings,
    line: &ResourceLine,
    step: u32,
    finding: &crate::findings::Finding,
) -> Option<Exhaustion> {
    let Claim::HeapExhausted(HeapExhausted { source, step: own, out_of_memory_at_s, .. }) = &finding.claim
    else {
        return None;
    };
    let same = Jvm::all(readings)
        .iter()
        .any(|jvm| jvm.source() == source && jvm.sources.iter().any(|told_by| **told_by == line.source));
    let row = run.step(*own).filter(|_| same && *own == step)?;
    let at_s = span_s(row).0;
    Some(Exhaustion { at_s, was_fatal: out_of_memory_at_s.is_some() || ended_after(run, &source.host, at_s) })
}

/// The host's server was lost, or began anew, after this moment.
fn ended_after(run: &RunAnalysis, host: &str, at_s: f64) -> bool {
    run.findings.iter().any(|finding| match &finding.claim {
        Claim::InstanceLost(InstanceLost { source, from_s: end_s, .. })
        | Claim::InstanceRestarted(InstanceRestarted { source, at_s: end_s, .. }) => {
            source.host == host && *end_s > at_s
        }
        _ => false,
    })
}

/// The kernel ended a process of the host for want of memory, in this step or, where its readings end with it, by the end of the next one.
fn killed(run: &RunAnalysis, line: &ResourceLine, step: u32) -> Option<Exhaustion> {
    let (from, to) = span_s(run.step(step)?);
    let next = run.steps.iter().find(|row| span_s(row).0 >= to).map_or(f64::INFINITY, |row| span_s(row).1);
    let of_host = run
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
