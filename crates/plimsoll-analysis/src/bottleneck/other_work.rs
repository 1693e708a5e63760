//! Where something else than this load had the CPU: what it used up is no limit of the system.

use super::factor::{LimitVerdict, SharedMachine};
use super::lost::WithFindings;
use super::usage::{Resource, Usage};
use crate::findings::{Claim, OtherWork};

/// The CPU of a host that something else than this load used up in that step.
pub(super) fn has_used(known: &WithFindings, usage: &Usage) -> bool {
    usage.resource == Resource::Cpu
        && in_step(known, usage.step).any(|work| work.sources().any(|s| usage.source.as_ref() == Some(s)))
}

/// A machine on which something else had the CPU, where the host of the first cause may be that machine by another name: its clock
/// was not compared with the run's.
pub(super) fn may_share(known: &WithFindings, verdict: &LimitVerdict) -> Option<SharedMachine> {
    let LimitVerdict::Causes { at_step, causes, .. } = verdict else { return None };
    let host = &causes.first()?.usage.source.as_ref()?.host;
    let hosts = &known.measured.recorded.telemetry.hosts;
    let is_placed = hosts.iter().any(|known| known.name == *host && known.clock.is_some());
    let mut others = in_step(known, *at_step).filter(|work| work.sources().all(|other| other.host != *host));
    let work = others.next().filter(|_| !is_placed)?;
    Some(SharedMachine { host: host.clone(), machine: work.source.host.clone() })
}

fn in_step<'a>(known: &WithFindings<'a>, step: u32) -> impl Iterator<Item = &'a OtherWork> {
    let claims = known.findings.iter().map(|finding| &finding.claim);
    claims.filter_map(move |claim| match claim {
        Claim::OtherWork(work) if work.steps.contains(&step) => Some(work),
        _ => None,
    })
}
