//! A run whose servers were watched, and what a detector must find in it.

use plimsoll_analysis::analyse;
use plimsoll_analysis::findings::Finding;
use plimsoll_run::Run;
use plimsoll_testkit::synthetic::lab::{Lab, host};
use plimsoll_testkit::synthetic::{Spec, run};

pub const MIB: f64 = 1024.0 * 1024.0;

pub const GIB: f64 = 1024.0 * MIB;

/// Three loads of 120 s; few requests, for the servers are what is looked at.
pub fn lab() -> Lab {
    lab_of(vec![(10, 1), (20, 1), (40, 1)], 120)
}

pub fn lab_of(loads: Vec<(u32, u32)>, measured_s: u32) -> Lab {
    Lab::new(run(&Spec { loads, measured_s, lambda: 0.5, ..Spec::default() }))
}

pub fn check(id: &str, expected: bool, lab: &Lab) {
    let analysis = analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1);
    let run = &analysis.runs[0];
    let found: Vec<&str> = run.findings.iter().map(|f| f.id).collect();
    let state = run.detectors.iter().find(|d| d.id == id).map(|d| &d.state);
    assert_eq!(found.contains(&id), expected, "{id} in {found:?}, {state:?}");
    for finding in run.findings.iter().filter(|f| f.id == id) {
        assert!(!finding.evidence.is_empty(), "{id} rests on nothing");
    }
}

/// By what, of which source, a finding of this id is; in order.
pub fn found(id: &str, lab: &Lab) -> Vec<Finding> {
    let analysis = analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1);
    analysis.runs[0].findings.iter().filter(|finding| finding.id == id).cloned().collect()
}

/// In step 2 as given, elsewhere as in ordinary times.
pub fn in_second_step(lab: &Lab, value: f64, ordinary: f64) -> impl Fn(f64) -> f64 + use<> {
    let run = Run { steps: lab.run.steps.clone(), ..Run::default() };
    move |at| if Lab::step_at(&run, at) == Some(2) { value } else { ordinary }
}

/// Under load as given, else idle.
pub fn under_load(lab: &Lab, value: f64, idle: f64) -> impl Fn(f64) -> f64 + use<> {
    let run = Run { steps: lab.run.steps.clone(), ..Run::default() };
    move |at| if Lab::step_at(&run, at).is_some() { value } else { idle }
}

pub fn cpu(
    lab: &mut Lab,
    name: &str,
    busy: impl Fn(f64) -> f64 + Copy,
    mode: &'static str,
    share: impl Fn(f64) -> f64 + Copy,
) {
    let source = host(name);
    lab.gauge(&source, "system.cpu.utilization", &[("cpu.mode", "idle")], move |at| {
        1.0 - busy(at) - share(at)
    });
    lab.gauge(&source, "system.cpu.utilization", &[("cpu.mode", mode)], share);
}
