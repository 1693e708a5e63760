//! Which finding is to be followed first.

use crate::bottleneck::{Cause, LimitVerdict, Resource};
use crate::findings::{Finding, Measure};
use crate::run_analysis::RunAnalysis;

/// All findings of the run, that of the limiting factor first; then the gravest.
pub fn proposals(run: &RunAnalysis) -> Vec<&Finding> {
    let first = of_limit(run);
    let others = (0..run.findings.len()).filter(|place| Some(*place) != first);
    first.into_iter().chain(others).map(|place| &run.findings[place]).collect()
}

/// The place of the finding on what limits the system.
fn of_limit(run: &RunAnalysis) -> Option<usize> {
    let LimitVerdict::Causes { causes, .. } = &run.limiting_factor.verdict else { return None };
    let cause = causes.first()?;
    let of_kind = |finding: &&(usize, &Finding)| ids(cause.resource).contains(&finding.1.id);
    let all: Vec<(usize, &Finding)> = run.findings.iter().enumerate().collect();
    let about = all.iter().filter(of_kind).find(|(_, finding)| is_about(finding, cause));
    about.or_else(|| all.iter().find(of_kind)).map(|(place, _)| *place)
}

fn is_about(finding: &Finding, cause: &Cause) -> bool {
    let is_its =
        |measure: &Measure| matches!(measure, Measure::Server { source, .. } if *source == cause.source);
    finding.evidence.iter().any(|item| is_its(&item.measure))
}

/// Of the findings that say that this is used up.
fn ids(resource: Resource) -> &'static [&'static str] {
    match resource {
        Resource::Generator => &["generator-limited", "node-limited", "generator-delayed"],
        Resource::Cpu => &["cpu-saturated"],
        Resource::ContainerCpu => &["throttled", "cpu-saturated"],
        Resource::Memory => &["swap", "memory-grows"],
        Resource::Heap => &["gc-overhead", "heap-exhaustion"],
        Resource::Disk => &["io-wait"],
        Resource::Thread => &["thread-saturated"],
        Resource::Pool => &["pool-exhausted"],
        Resource::Queue => &["queue-not-keeping-up"],
        Resource::Network
        | Resource::Descriptors
        | Resource::WorkQueue
        | Resource::Limit
        | Resource::Locks => &["station-width"],
    }
}
