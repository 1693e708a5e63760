//! How often something is found where nothing is wrong.

use plimsoll_analysis::analyse;
use plimsoll_testkit::synthetic::healthy::{self, Fault};

const RUNS: u64 = 200;
/// True of these runs: their loads are far below the maximum.
const RIGHT: [&str; 1] = ["maximum-not-found"];

fn wrong(seed: u64) -> Vec<String> {
    let lab = healthy::lab(seed, Fault::default());
    let analysis = analyse(&[lab.run], &[lab.observed], seed);
    let findings = analysis.runs[0].findings.iter().filter(|finding| !RIGHT.contains(&finding.id));
    findings.map(|finding| format!("{seed}: {} {:?}", finding.id, finding.claim)).collect()
}

#[test]
fn at_most_one_healthy_run_in_a_hundred_has_a_wrong_finding() {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let of_thread = |first: u64| (first..RUNS).step_by(threads as usize).map(wrong).collect::<Vec<_>>();
    let found: Vec<Vec<String>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|first| scope.spawn(move || of_thread(first))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic in a healthy run")).collect()
    });
    let bad: Vec<&Vec<String>> = found.iter().filter(|wrong| !wrong.is_empty()).collect();
    assert!(bad.len() as u64 * 100 <= RUNS, "{} of {RUNS} runs: {bad:#?}", bad.len());
}

#[test]
fn steps_that_drift_by_half_next_to_bursts_are_found() {
    let drifting = (0..20).filter(|seed| {
        let lab = healthy::lab(*seed, Fault { drift: 0.5, ..Fault::default() });
        let analysis = analyse(&[lab.run], &[lab.observed], *seed);
        let is_said = |id: &str| ["no-steady-state", "rising-response-times"].contains(&id);
        analysis.runs[0].findings.iter().any(|finding| is_said(finding.id))
    });
    let found = drifting.count();
    assert!(found >= 18, "{found} of 20");
}

#[test]
fn every_detector_of_servers_looks_at_a_healthy_run() {
    let lab = healthy::lab(1, Fault::default());
    let analysis = analyse(&[lab.run], &[lab.observed], 1);
    let idle: Vec<_> = analysis.runs[0]
        .detectors
        .iter()
        .filter(|report| {
            matches!(report.state, plimsoll_analysis::findings::DetectorState::NotApplicable { .. })
        })
        .map(|report| report.id)
        .collect();
    // The heap's pools, processes, databases' rows and the members of consumer groups are not in it, there are no requirements and no completions,
    // it is no search, and nothing was imported.
    let reported = [
        "over-limit",
        "count-as-share",
        "percentiles-of-percentiles",
        "pool-too-small",
        "repeats-differ",
        "means-differ",
    ];
    let expected = [
        "capacity-not-found",
        "requirement",
        "requirement-unreadable",
        "heap-exhaustion",
        "memory-grows",
        "rebalances",
        "idle-consumers",
        "thread-saturated",
        "rows-read",
        "events-lost",
        "checks-failed",
    ];
    assert_eq!(idle, [expected.as_slice(), reported.as_slice()].concat());
}
