//! Every detector, in the order in which findings of equal severity are shown.

use super::detector::Look::{Claims, Run, Runs};
use super::detector::{Detector, DetectorReport, Evidence, Look};
use super::imported::{
    count_as_share, implied_response, means_differ, over_limit, per_node_flat, percentiles_of_percentiles,
    pool_too_small, repeats_differ,
};
use super::multi_run::{MultiRun, not_comparable, not_proportional, runs_in_order, shared_ceiling};
use super::need::Need::{
    self, Completions, Imported, Loads, Peers, Requirements, Seconds, Steps, Variants, Watched, WatchedAny,
};
use super::need::{Signal, TableKind};
use super::thresholds::Threshold;
use super::*;

const fn detector(
    id: &'static str,
    needs: &'static [Need],
    thresholds: &'static [Threshold],
    look: Look,
) -> Detector {
    Detector { id, needs, thresholds, look }
}

const NONE: &[Threshold] = &[];

pub static DETECTORS: [Detector; 57] = [
    detector("generator-limited", &[], NONE, Claims(generator_limited::detect)),
    detector("generator-delayed", &[], NONE, Claims(generator_delayed::detect)),
    detector("run-cut-off", &[], NONE, Claims(incomplete::detect)),
    detector("run-stopped", &[], NONE, Claims(incomplete::detect)),
    detector("capacity-not-found", &[], NONE, Claims(rate_search::detect)),
    detector("requirement", &[Requirements], NONE, Claims(requirement::detect)),
    detector("requirement-unreadable", &[Requirements], NONE, Claims(requirement::detect)),
    detector("nothing-succeeds", &[], nothing_succeeds::Limits::ALL, Run(nothing_succeeds::detect)),
    detector("instance-lost", &[], instance_lost::Limits::ALL, Run(instance_lost::detect)),
    detector(
        "heap-exhaustion",
        &[Watched(Signal::OldHeap), Watched(Signal::Collections)],
        heap_exhaustion::Limits::ALL,
        Run(heap_exhaustion::detect),
    ),
    detector(
        "gc-overhead",
        &[Watched(Signal::Collections)],
        gc_overhead::Limits::ALL,
        Run(gc_overhead::detect),
    ),
    detector(
        "leak-suspected",
        &[Watched(Signal::HeapAfterCollections)],
        leak_suspected::Limits::ALL,
        Run(leak_suspected::detect),
    ),
    detector(
        "pool-exhausted",
        &[Watched(Signal::Pools)],
        pool_exhausted::Limits::ALL,
        Run(pool_exhausted::detect),
    ),
    detector(
        "queue-not-keeping-up",
        &[Watched(Signal::Lag)],
        queue_growth::Limits::ALL,
        Run(queue_growth::detect),
    ),
    detector("drain-time", &[Watched(Signal::Lag)], queue_drain::Limits::ALL, Run(queue_drain::detect)),
    detector(
        "carry-over",
        &[Steps(2), WatchedAny(&[Signal::Lag, Signal::HostCpu])],
        carry_over::Limits::ALL,
        Run(carry_over::detect),
    ),
    detector(
        "idle-consumers",
        &[Watched(Signal::Lag), Watched(Signal::Consumers)],
        idle_consumers::Limits::ALL,
        Run(idle_consumers::detect),
    ),
    detector("no-recovery", &[Watched(Signal::HostCpu)], no_recovery::Limits::ALL, Run(no_recovery::detect)),
    detector("throttled", &[Watched(Signal::Throttling)], throttled::Limits::ALL, Run(throttled::detect)),
    detector("steal", &[Watched(Signal::CpuSteal)], steal::Limits::ALL, Run(steal::detect)),
    detector("swap", &[Watched(Signal::Paging)], swap::Limits::ALL, Run(swap::detect)),
    detector("io-wait", &[Watched(Signal::IoWait)], io_wait::Limits::ALL, Run(io_wait::detect)),
    detector("other-work", &[Watched(Signal::HostCpu)], other_work::Limits::ALL, Run(other_work::detect)),
    detector(
        "cpu-saturated",
        &[WatchedAny(&[Signal::HostCpu, Signal::ContainerCpu])],
        cpu_saturated::Limits::ALL,
        Run(cpu_saturated::detect),
    ),
    detector("peer-skew", &[Peers], peer_skew::Limits::ALL, Run(peer_skew::detect)),
    detector("unequal-peers", &[Peers], unequal_peers::Limits::ALL, Run(unequal_peers::detect)),
    detector(
        "arrivals-not-started",
        &[],
        arrivals_not_started::Limits::ALL,
        Claims(arrivals_not_started::detect),
    ),
    detector("errors", &[], errors::Limits::ALL, Claims(errors::detect)),
    detector("events-lost", &[Completions], events_lost::Limits::ALL, Run(events_lost::detect)),
    detector("jobs-failed", &[], NONE, Claims(jobs_failed::detect)),
    detector("fast-failures", &[], fast_failures::Limits::ALL, Claims(fast_failures::detect)),
    detector("little-mismatch", &[], NONE, Claims(little_mismatch::detect)),
    detector("requests-in-flight", &[], NONE, Claims(requests_in_flight::detect)),
    detector("window-too-short", &[], short_window::Limits::ALL, Claims(short_window::detect)),
    detector("no-steady-state", &[Seconds], no_steady_state::Limits::ALL, Run(no_steady_state::detect)),
    detector("maximum-not-found", &[], NONE, Claims(maximum_not_found::detect)),
    detector(
        "knee-below-range",
        &[Loads(2)],
        knee_below_range::Limits::ALL,
        Claims(knee_below_range::detect),
    ),
    detector("knee", &[Loads(2), Seconds], saturation::Limits::ALL, Claims(saturation::detect)),
    detector("plateau", &[Loads(2), Seconds], NONE, Claims(saturation::detect)),
    detector("retrograde", &[Loads(2), Seconds], NONE, Claims(saturation::detect)),
    detector("inversion", &[Loads(2)], inversion::Limits::ALL, Claims(inversion::detect)),
    detector("implied-response", &[Loads(2)], implied_response::Limits::ALL, Run(implied_response::detect)),
    detector("per-node-flat", &[Loads(2)], per_node_flat::Limits::ALL, Run(per_node_flat::detect)),
    detector("over-limit", &[Imported(TableKind::Servers)], over_limit::Limits::ALL, Run(over_limit::detect)),
    detector("count-as-share", &[Imported(TableKind::Summaries)], NONE, Run(count_as_share::detect)),
    detector(
        "percentiles-of-percentiles",
        &[Imported(TableKind::Summaries)],
        NONE,
        Run(percentiles_of_percentiles::detect),
    ),
    detector("pool-too-small", &[Imported(TableKind::Summaries)], NONE, Run(pool_too_small::detect)),
    detector(
        "repeats-differ",
        &[Imported(TableKind::Summaries)],
        repeats_differ::Limits::ALL,
        Run(repeats_differ::detect),
    ),
    detector(
        "means-differ",
        &[Imported(TableKind::Means)],
        means_differ::Limits::ALL,
        Run(means_differ::detect),
    ),
    detector("degrades-in-order", &[], degrades_in_order::Limits::ALL, Run(degrades_in_order::detect)),
    detector("elements-skipped", &[], NONE, Claims(plan::elements)),
    detector("elements-approximated", &[], NONE, Claims(plan::elements)),
    detector("certificates-not-verified", &[], NONE, Claims(plan::certificates)),
    detector("shared-ceiling", &[Variants(2)], shared_ceiling::Limits::ALL, Runs(shared_ceiling::detect)),
    detector(
        "not-proportional",
        &[Variants(2)],
        not_proportional::Limits::ALL,
        Runs(not_proportional::detect),
    ),
    detector("not-comparable", &[Need::Runs(2)], not_comparable::Limits::ALL, Runs(not_comparable::detect)),
    detector(
        "degrades-in-order",
        &[Need::Runs(2)],
        degrades_in_order::Limits::ALL,
        Runs(runs_in_order::detect),
    ),
];

/// The detector of this id; the first where one id looks at a run and at several.
pub fn detector_of(id: &str) -> Option<&'static Detector> {
    DETECTORS.iter().find(|detector| detector.id == id)
}

/// All findings of one run, the worst first, and what became of each detector.
pub(crate) fn find(evidence: &Evidence) -> (Vec<Finding>, Vec<DetectorReport>) {
    sorted(DETECTORS.iter().filter_map(|detector| detector.look_at(evidence)))
}

/// The same of all runs together.
pub(crate) fn find_in_runs(several: &MultiRun) -> (Vec<Finding>, Vec<DetectorReport>) {
    sorted(DETECTORS.iter().filter_map(|detector| detector.look_at_runs(several)))
}

fn sorted(
    looked: impl Iterator<Item = (DetectorReport, Vec<Finding>)>,
) -> (Vec<Finding>, Vec<DetectorReport>) {
    let (reports, findings): (Vec<_>, Vec<_>) = looked.unzip();
    let mut findings = findings.concat();
    findings.sort_by_key(|finding| finding.severity);
    (findings, reports)
}
