//! How often something is found where nothing is wrong.

#[path = "synthetic/healthy.rs"]
mod healthy;
#[path = "synthetic/lab.rs"]
#[expect(dead_code, reason = "healthy systems have no events")]
mod lab;
#[expect(dead_code, reason = "healthy systems make their own seconds")]
mod synthetic;

use healthy::Fault;
use plimsoll_analysis::analyse;

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
fn a_step_that_drifts_by_half_is_no_steady_state() {
    let drifting = (0..20).filter(|seed| {
        let lab = healthy::lab(*seed, Fault { drift: 0.5, ..Fault::default() });
        let analysis = analyse(&[lab.run], &[lab.observed], *seed);
        analysis.runs[0].findings.iter().any(|finding| finding.id == "no-steady-state")
    });
    assert_eq!(drifting.count(), 20);
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
    // The heap's pools and the members of consumer groups are not in it, and there are no requirements and no completions.
    let expected = ["requirement", "requirement-unreadable", "heap-exhaustion", "idle-consumers", "events-lost"];
    assert_eq!(idle, expected);
}

#[test]
fn zz_temp() {
    use plimsoll_run::DetectorSetting;
    for (p, shift) in [(0.0005, 5.0), (0.0005, 8.0), (0.001, 8.0), (0.002, 10.0)] {
        let count = |drift: f64, n: u64| (0..n).map(|seed| {
            let mut lab = healthy::lab(seed + 1000, Fault { drift, ..Fault::default() });
            lab.observed = Default::default();
            lab.run.header.detectors.insert("no-steady-state".into(), DetectorSetting::Thresholds([("p".to_string(), p), ("shift_percent".to_string(), shift)].into()));
            let analysis = analyse(&[lab.run], &[lab.observed], seed);
            let all: Vec<_> = analysis.runs[0].findings.iter().filter(|f| f.id == "no-steady-state").collect();
            if drift == 0.0 { for f in &all { eprintln!("{:?}", f.claim); } }
            usize::from(!all.is_empty())
        }).sum::<usize>();
        eprintln!("p {p} {shift}: healthy {} of 300; 0.3: {} of 30; 0.5: {} of 30", count(0.0, 300), count(0.3, 30), count(0.5, 30));
    }
}
