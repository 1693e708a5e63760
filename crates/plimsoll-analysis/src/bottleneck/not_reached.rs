//! Where no load shows that throughput stops growing: what is nearest to its limit.

use super::factor::NotKnown;
use super::knee::highest_load;
use super::lost::WithFindings;
use super::usage::{Resource, Usage};
use crate::capacity::{BoundReason, Capacity};
use crate::findings::{Claim, LeakSuspected, MemoryGrows};
use crate::measured::MeasuredRun;
use plimsoll_run::Design;

pub(super) fn not_reached(known: &WithFindings, table: &[Usage]) -> NotKnown {
    let (run, nearest) = (known.run, nearest(known, table));
    let no_loads =
        matches!(run.header.design, Design::Ramp { .. }) || run.steps.iter().any(|row| row.is_at_work);
    match has_one_load(run) {
        _ if no_loads => NotKnown::NoSteadyLoads { nearest },
        true => NotKnown::OneLoad { nearest },
        false => NotKnown::NotReached { nearest },
    }
}

/// What is nearest to its limit at the highest load.
fn nearest(known: &WithFindings, table: &[Usage]) -> Option<Box<Usage>> {
    let run = known.run;
    let highest = highest_load(run).map_or(0, |row| row.number);
    let load = |step: u32| run.step(step).filter(|row| row.is_valid()).map(|row| row.load().value());
    let of_step = table.iter().filter(|u| load(u.step) == load(highest) && u.resource != Resource::Generator);
    let used = |usage: &Usage| usage.utilisation_percent.map_or(0.0, |u| u.mean);
    let counts = of_step.filter(|u| !matches!(u.resource, Resource::Heap | Resource::Memory));
    let nearest =
        counts.max_by(|a, b| used(a).total_cmp(&used(b))).filter(|u| u.utilisation_percent.is_some());
    // A heap that fills for good gets there under this very load, whatever else is used more; one that is collected all the
    // time has got there.
    let is_full = |u: &&Usage| fills(known, u) || u.resource == Resource::Heap && u.is_saturated();
    // Of steps of that load the one in which it was used most: it fills with time.
    let of_load = table.iter().filter(|u| load(u.step) == load(highest));
    let filling = of_load.filter(is_full).max_by(|a, b| used(a).total_cmp(&used(b)));
    filling.filter(|u| u.utilisation_percent.is_some()).or(nearest).cloned().map(Box::new)
}

/// The highest load brought what it was to bring, whatever a lower one did.
pub(super) fn grows_on(run: &MeasuredRun) -> bool {
    match &run.capacity {
        Capacity::LowerBound { reason: BoundReason::StillGrowing { gain }, .. } => {
            gain.growth().gain_percent >= gain.goal_percent
        }
        _ => false,
    }
}

fn has_one_load(run: &MeasuredRun) -> bool {
    let mut loads = run.steps.iter().filter(|row| row.is_valid()).map(|row| row.load().value());
    let first = loads.next();
    loads.all(|load| Some(load) == first)
}

/// What collections leave of that heap grows; or the memory of something on that host.
pub(super) fn fills(known: &WithFindings, usage: &Usage) -> bool {
    let Some(own) = &usage.source else { return false };
    known.findings.iter().any(|finding| match (&finding.claim, usage.resource) {
        (Claim::LeakSuspected(LeakSuspected { source, .. }), Resource::Heap) => own == source,
        (Claim::MemoryGrows(MemoryGrows { source, .. }), Resource::Memory) => own.host == source.host,
        _ => false,
    })
}
