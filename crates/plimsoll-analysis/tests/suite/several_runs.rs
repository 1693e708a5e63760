//! Detectors that look at several runs: what must trigger them, what comes near, and what must not.

use plimsoll_analysis::findings::{Claim, SharedCeiling};
use plimsoll_analysis::{Capacity, analyse};
use plimsoll_run::{ErrorKind, Run, ServerEventKind, Variant};
use plimsoll_testkit::synthetic::lab::{Lab, container};
use plimsoll_testkit::synthetic::{Spec, fail, request, run};

fn check(id: &str, expected: bool, labs: Vec<Lab>) {
    let (runs, observed): (Vec<_>, Vec<_>) = labs.into_iter().map(|lab| (lab.run, lab.observed)).unzip();
    let analysis = analyse(&runs, &observed, 1);
    let found: Vec<&str> = analysis.findings.iter().map(|f| f.id).collect();
    let capacities: Vec<_> = analysis.runs.iter().map(|run| &run.capacity).collect();
    assert_eq!(found.contains(&id), expected, "{id} in {found:?}, {capacities:?}");
}

/// A variant's run; the system carries about 80 requests a second and keeps to it.
fn saturated(name: &str, properties: &[(&str, &str)], per_s: f64) -> Run {
    // X(N) = λN / (1 + α(N − 1)) with α = λ / maximum.
    let spec = Spec {
        loads: vec![(20, 1), (40, 1), (80, 1), (160, 1)],
        measured_s: 30,
        lambda: 20.0,
        alpha: 20.0 / per_s,
        ..Spec::default()
    };
    variant(run(&spec), name, properties)
}

fn variant(mut run: Run, name: &str, properties: &[(&str, &str)]) -> Run {
    let properties = properties.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    run.header.variant = Variant { name: name.to_owned(), properties, ..Variant::default() };
    run
}

/// One load, at so long a time for an answer.
fn plain(name: &str, lambda: f64, measured_s: u32, seed: u64) -> Run {
    variant(run(&Spec { loads: vec![(10, 1)], lambda, measured_s, seed, ..Spec::default() }), name, &[])
}

/// In the order given, an hour apart.
fn in_order(mut runs: Vec<Run>) -> Vec<Lab> {
    for (i, run) in runs.iter_mut().enumerate() {
        run.header.started_unix_us += i as i64 * 3_600_000_000;
    }
    runs.into_iter().map(Lab::new).collect()
}

#[test]
fn shared_ceiling() {
    let pair = |cores: &str, of: f64| {
        in_order(vec![
            saturated("4 cores", &[("cores", "4")], 80.0),
            saturated("more", &[("cores", cores)], of),
        ])
    };
    check("shared-ceiling", true, pair("8", 80.0));
    check("shared-ceiling", true, pair("8", 81.0));
    // More of it brought more, or there was hardly more of it, or nothing is known of resources.
    check("shared-ceiling", false, pair("8", 90.0));
    check("shared-ceiling", false, pair("5", 80.0));
    let unnamed = vec![saturated("a", &[("port", "4")], 80.0), saturated("b", &[("port", "8")], 80.0)];
    check("shared-ceiling", false, in_order(unnamed));
    // Below its maximum every system carries what it is given.
    let idle = |name, cores| variant(run(&Spec::default()), name, &[("cores", cores)]);
    check("shared-ceiling", false, in_order(vec![idle("a", "4"), idle("b", "8")]));
    // Throughput falls from the lowest load on: what smaller loads bring is not known.
    let falling = |name, cores| {
        let spec = Spec {
            loads: vec![(40, 1), (80, 1)],
            measured_s: 30,
            lambda: 20.0,
            alpha: 0.25,
            ..Spec::default()
        };
        let spec = Spec { beta: 0.001, ..spec };
        variant(run(&spec), name, &[("cores", cores)])
    };
    let falling = in_order(vec![falling("a", "4"), falling("b", "8")]);
    let one = analyse(std::slice::from_ref(&falling[0].run), &[], 1).runs.remove(0);
    assert!(matches!(one.capacity, Capacity::LowerBound { .. }), "{:?}", one.capacity);
    assert!(one.findings.iter().any(|finding| finding.id == "retrograde"), "{:?}", one.findings);
    check("shared-ceiling", false, falling);
    // The limits of containers say it, too.
    let mut watched = in_order(vec![saturated("a", &[], 80.0), saturated("b", &[], 80.0)]);
    for (lab, cores) in watched.iter_mut().zip([4.0, 8.0]) {
        lab.exact(&container("app1"), "container.cpu.limit", &[], move |_| cores);
    }
    check("shared-ceiling", true, watched);
}

#[test]
fn a_shared_ceiling_is_found_between_cells_of_a_grid_that_differ_in_one_part() {
    let cell = |name: &str, mix: &str, passes: &str, per_s: f64| {
        saturated(name, &[("mix", mix), ("passes", passes)], per_s)
    };
    let cells = vec![
        cell("2 columns, morning, 20", "morning", "2", 80.0),
        cell("1 column, morning, 100", "morning", "10", 80.0),
        cell("2 columns, morning, 100", "morning", "10", 80.5),
        cell("1 column, midday, 100", "midday", "10", 81.0),
        cell("2 columns, midday, 100", "midday", "10", 81.0),
    ];
    let mut labs = in_order(cells);
    // Control groups without a limit say it with a number near the largest.
    labs.iter_mut().for_each(|lab| lab.exact(&container("app1"), "container.memory.limit", &[], |_| 9.2e18));
    for name in ["app2", "app3"] {
        labs[0].exact(&container(name), "container.memory.limit", &[], |_| 9.2e18);
    }
    let (runs, observed): (Vec<_>, Vec<_>) = labs.into_iter().map(|lab| (lab.run, lab.observed)).unzip();
    let claims: Vec<(String, String, String)> = analyse(&runs, &observed, 1)
        .findings
        .into_iter()
        .filter_map(|finding| match finding.claim {
            Claim::SharedCeiling(SharedCeiling { small, large, resource, .. }) => {
                Some((small, large, resource))
            }
            _ => None,
        })
        .collect();
    let pair =
        |mix: &str| (format!("1 column, {mix}, 100"), format!("2 columns, {mix}, 100"), "columns".to_owned());
    assert_eq!(claims, [pair("morning"), pair("midday")]);
}

#[test]
fn not_comparable_by_windows_failures_and_environment() {
    check("not-comparable", true, in_order(vec![plain("a", 2.0, 31, 1), plain("b", 2.0, 20, 2)]));
    check("not-comparable", false, in_order(vec![plain("a", 2.0, 23, 1), plain("b", 2.0, 20, 2)]));
    let failing = |failures: u64| {
        let mut other = plain("b", 2.0, 20, 2);
        fail(&mut other, 1, failures, ErrorKind::Status, "500", 10);
        in_order(vec![plain("a", 2.0, 20, 1), other])
    };
    check("not-comparable", true, failing(3));
    check("not-comparable", false, failing(0));
    let on = |fact: (&str, &str), other: (&str, &str)| {
        let with = |mut run: Run, (name, value): (&str, &str)| {
            run.header.environment = vec![(name.to_owned(), value.to_owned())];
            run
        };
        in_order(vec![with(plain("a", 2.0, 20, 1), fact), with(plain("b", 2.0, 20, 2), other)])
    };
    check("not-comparable", true, on(("cores", "2"), ("cores", "4")));
    check("not-comparable", false, on(("cores", "2"), ("cores", "2")));
    check("not-comparable", false, on(("load average at start", "0.1"), ("load average at start", "0.2")));
    check("not-comparable", false, on(("seed", "1"), ("seed", "2")));
}

#[test]
fn runs_of_one_variant_with_other_transactions_are_no_repeats() {
    let of = |variant: &str, name: &str| {
        let mut other = plain(variant, 2.0, 20, 2);
        for second in &mut other.seconds {
            let all: Vec<_> = std::mem::take(&mut second.transactions).into_values().collect();
            second.transactions = all.into_iter().take(1).map(|interval| (request(name), interval)).collect();
        }
        in_order(vec![plain("a", 2.0, 20, 1), other])
    };
    check("not-comparable", true, of("a", "POST /other"));
    check("not-comparable", false, of("b", "POST /other"));
}

/// A machine that something else keeps busy in so many of the run's three steps of one load.
fn with_other_work(name: &str, busy_steps: u32, seed: u64) -> Lab {
    let spec = Spec { loads: vec![(10, 1); 3], measured_s: 30, seed, ..Spec::default() };
    let mut lab = Lab::new(variant(run(&spec), name, &[]));
    lab.run.header.environment = vec![("cores".to_owned(), "2".to_owned())];
    lab.host("machine", "");
    let method = plimsoll_run::ClockMethod::SameMachine;
    lab.run.telemetry.hosts[0].clock =
        Some(plimsoll_run::ClockOffset { ahead_us: 0, uncertainty_us: 0, method });
    // As much of it before the load began.
    let before = plimsoll_run::environment::CPU_USED_BEFORE.to_owned();
    lab.run.header.environment.push((before, "95 %".to_owned()));
    let steps = Run { steps: lab.run.steps.clone(), ..Run::default() };
    let busy = move |at: f64| match Lab::step_at(&steps, at) {
        Some(step) if step <= busy_steps => 0.97,
        _ => 0.3,
    };
    crate::servers::watched::cpu(&mut lab, "machine", &busy, "iowait", |_| 0.01);
    lab.gauge(&container("machine"), "container.cpu.usage", &[], |_| 0.1);
    lab
}

#[test]
fn not_comparable_by_other_work_on_one_of_the_machines() {
    let pair = |a: u32, b: u32| {
        let mut labs = vec![with_other_work("a", a, 1), with_other_work("b", b, 2)];
        labs[1].run.header.started_unix_us += 3_600_000_000;
        labs
    };
    check("not-comparable", true, pair(3, 0));
    check("not-comparable", true, pair(3, 1));
    check("not-comparable", false, pair(3, 3));
    check("not-comparable", false, pair(0, 0));
}

#[test]
fn not_comparable_by_order() {
    let order = |names: &[&str]| {
        let runs = names.iter().zip(1..).map(|(name, seed)| plain(name, 2.0, 20, seed));
        in_order(runs.collect())
    };
    check("not-comparable", true, order(&["a", "a", "b", "b"]));
    check("not-comparable", false, order(&["a", "b", "a", "b"]));
    // Without repeats there is no other order.
    check("not-comparable", false, order(&["a", "b"]));
}

#[test]
fn runs_that_degrade_in_their_order() {
    let slower = |steps: &[f64]| {
        let runs = steps.iter().zip(1..).map(|(lambda, seed)| plain("a", *lambda, 20, seed));
        in_order(runs.collect())
    };
    check("degrades-in-order", true, slower(&[2.0, 1.9, 1.8, 1.7, 1.6, 1.5]));
    check("degrades-in-order", false, slower(&[2.0, 1.7, 1.9, 1.6, 1.8, 1.7]));
    check("degrades-in-order", false, slower(&[2.0, 1.8, 1.6, 1.4]));
    // A restart between the third and the fourth leaves two short sequences.
    let mut restarted = slower(&[2.0, 1.9, 1.8, 1.7, 1.6, 1.5]);
    restarted[3].event(&container("app1"), ServerEventKind::Restart, -60);
    check("degrades-in-order", false, restarted);
}
