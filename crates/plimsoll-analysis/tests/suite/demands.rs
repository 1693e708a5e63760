//! Service demands: a host whose CPU follows known demands of two transactions.

use plimsoll_analysis::analyse;
use plimsoll_analysis::scalability::DemandsProblem;
use plimsoll_run::Interval;
use plimsoll_testkit::synthetic::lab::{Lab, host};
use plimsoll_testkit::synthetic::{Spec, each_second, request, run};

/// Seconds of the whole host's CPU.
const LIGHT_S: f64 = 0.002;
const HEAVY_S: f64 = 0.010;

/// Requests per second of both in each step; the host does 5 % beside.
fn watched(mixes: [(u64, u64); 4]) -> Lab {
    let spec = Spec { loads: vec![(10, 1); 4], ramp_s: 0, measured_s: 60, ..Spec::default() };
    let mut made = run(&spec);
    for (step, (light, heavy)) in (1..).zip(mixes) {
        each_second(&mut made, step, |second| {
            let of = |requests| Interval { requests, ..Interval::default() };
            second.transactions = [(request("light"), of(light)), (request("heavy"), of(heavy))].into();
        });
    }
    let mut lab = Lab::new(made);
    lab.host("db", "");
    let busy = move |at: f64| {
        let step = ((at - 0.001) / 60.0).floor();
        if !(0.0..4.0).contains(&step) {
            return 0.05;
        }
        let (light, heavy) = mixes[step as usize];
        0.05 + light as f64 * LIGHT_S + heavy as f64 * HEAVY_S
    };
    lab.gauge(&host("db"), "system.cpu.utilization", &[("cpu.mode", "idle")], move |at| 1.0 - busy(at));
    lab
}

#[test]
fn demands_are_found_where_the_mix_changes() {
    let lab = watched([(100, 10), (100, 40), (200, 10), (50, 60)]);
    let analysis = analyse(&[lab.run], &[lab.observed], 7);
    let [found] = analysis.runs[0].demands.as_slice() else { panic!("one host") };
    assert_eq!(
        (found.host.as_str(), found.transactions.as_slice()),
        ("db", &["heavy".to_owned(), "light".to_owned()][..])
    );
    let demands = found.demands.as_ref().unwrap_or_else(|| panic!("{found:?}"));
    for (estimate, truth) in demands.demands_s.iter().zip([HEAVY_S, LIGHT_S]) {
        assert!((estimate.value / truth - 1.0).abs() < 0.15, "{estimate:?} for {truth}");
    }
    assert!((demands.idle.value - 0.05).abs() < 0.05, "{:?}", demands.idle);
}

#[test]
fn a_mix_that_stays_the_same_shows_no_demands() {
    let lab = watched([(50, 10), (100, 20), (150, 30), (200, 40)]);
    let analysis = analyse(&[lab.run], &[lab.observed], 7);
    assert_eq!(analysis.runs[0].demands[0].problem, Some(DemandsProblem::MixTooConstant));
}
