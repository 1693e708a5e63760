//! What databases say of the work that requests make for them.

use crate::limits::by_step;
use plimsoll_analysis::findings::Claim;
use plimsoll_analysis::{Severity, analyse};
use plimsoll_testkit::synthetic::lab::{Lab, service};
use plimsoll_testkit::synthetic::{Spec, run};

#[test]
fn rows_that_no_index_finds_are_counted_for_each_request() {
    let spec = Spec { loads: vec![(1, 1), (4, 1), (8, 1)], measured_s: 60, ..Spec::default() };
    let found = |mysql: bool, per_request: f64, fetched: f64| {
        let mut lab = Lab::new(run(&spec));
        lab.noise = 0.0;
        let rates: Vec<f64> = {
            let steps = analyse(std::slice::from_ref(&lab.run), &[], 1).runs.remove(0).measured.steps;
            steps.iter().map(|row| row.requests as f64 / row.measured_s).collect()
        };
        let rows =
            |each: f64| by_step(&lab, rates.iter().map(|rate| rate * each).collect::<Vec<_>>().leak(), 0.0);
        let (all, by_index) = (rows(per_request + fetched), rows(fetched));
        if mysql {
            lab.counter(&service("db", "mysql"), "mysql.handlers", &[("kind", "read_rnd_next")], all);
        } else {
            lab.counter(&service("db", "postgres"), "postgresql.tup_returned", &[], all);
            lab.counter(&service("db", "postgres"), "postgresql.tup_fetched", &[], by_index);
        }
        let finding = analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1).runs[0]
            .findings
            .iter()
            .find(|finding| finding.id == "rows-read")
            .cloned();
        finding.map(|finding| (finding.severity, finding.claim))
    };
    let check = |found: Option<(Severity, Claim)>, severity: Severity, per_request: f64| {
        let Some((as_found, Claim::RowsRead(claim))) = found else { panic!("{found:?}") };
        assert_eq!((as_found, claim.steps.len()), (severity, 3));
        assert!((claim.rows_per_request / per_request - 1.0).abs() < 0.05, "{claim:?}");
    };
    check(found(true, 63_000.0, 0.0), Severity::Warning, 63_000.0);
    check(found(false, 63_000.0, 5_000.0), Severity::Warning, 63_000.0);
    check(found(false, 8_000.0, 50_000.0), Severity::Information, 8_000.0);
    // A statement that watches reads some hundreds of rows each second, whatever the load.
    let few = Spec { loads: vec![(1, 1), (2, 1)], measured_s: 60, lambda: 0.01, ..Spec::default() };
    let mut idle = Lab::new(run(&few));
    idle.noise = 0.0;
    idle.counter(&service("db", "mysql"), "mysql.handlers", &[("kind", "read_rnd_next")], |_| 1_500.0);
    let found_idle = analyse(std::slice::from_ref(&idle.run), std::slice::from_ref(&idle.observed), 1);
    assert!(found_idle.runs[0].steps.iter().any(|row| row.requests as f64 / row.measured_s < 1.0));
    assert!(!found_idle.runs[0].findings.iter().any(|finding| finding.id == "rows-read"));
    // Whatever an index finds is no scan.
    assert_eq!(found(false, 100.0, 63_000.0), None);
    assert_eq!(found(true, 800.0, 0.0), None);
}
