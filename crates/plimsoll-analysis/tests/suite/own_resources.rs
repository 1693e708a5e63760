//! Limits that are no CPU of a host: one thread, a service's own pools and queues; and what is none.

use plimsoll_analysis::bottleneck::{Cause, Grade, LimitVerdict, Resource};
use plimsoll_analysis::findings::Claim;
use plimsoll_analysis::{Capacity, analyse, servers};
use plimsoll_run::{
    DeclaredResource, ErrorKind, Instance, ResourceKind, ResourceSize, Run, SeriesPattern, Source,
};
use plimsoll_testkit::synthetic::lab::{Lab, host, on, service};
use plimsoll_testkit::synthetic::{Spec, each_second, fail, run};

/// Stands at about 40 requests a second: steps of 9.5, 16, 24, 32, 37.
fn bending() -> Lab {
    let loads = vec![(10, 1), (20, 1), (40, 1), (80, 1), (160, 1)];
    let spec = Spec { loads, measured_s: 60, lambda: 1.0, alpha: 1.0 / 40.0, ..Spec::default() };
    Lab::new(run(&spec))
}

fn by_step(lab: &Lab, values: &'static [f64]) -> impl Fn(f64) -> f64 + use<> {
    let steps = Run { steps: lab.run.steps.clone(), ..Run::default() };
    move |at| Lab::step_at(&steps, at).and_then(|step| values.get(step as usize - 1)).copied().unwrap_or(0.0)
}

fn cpu(lab: &mut Lab, busy: &'static [f64]) {
    let busy = by_step(lab, busy);
    lab.gauge(&host("app"), "system.cpu.utilization", &[("cpu.mode", "idle")], move |at| 1.0 - busy(at));
}

/// As the program reads a run file: a service's own series become resources.
fn causes(lab: &Lab) -> Vec<Cause> {
    let mut observed = lab.observed.clone();
    observed.points.extend(servers::resources(&lab.observed.points, &lab.run.header.resources));
    let mut analysis = analyse(std::slice::from_ref(&lab.run), &[observed], 1);
    match analysis.runs.remove(0).limiting_factor.verdict {
        LimitVerdict::Causes { causes, .. } => causes,
        LimitVerdict::NotKnown { .. } => Vec::new(),
    }
}

fn first(lab: &Lab) -> Option<(Grade, Resource, String)> {
    causes(lab).into_iter().next().map(|cause| (cause.grade, cause.resource, cause.name))
}

fn findings(run: &Run) -> Vec<Claim> {
    let analysis = analyse(std::slice::from_ref(run), &[], 1).runs.remove(0);
    analysis.findings.into_iter().map(|finding| finding.claim).collect()
}

fn process() -> Source {
    on("app", Instance::Process("node".to_owned()))
}

const BUSIEST: [&[f64]; 2] = [&[0.25, 0.42, 0.63, 0.95, 0.98], &[0.05, 0.08, 0.11, 0.15, 0.17]];

#[test]
fn one_thread_that_uses_its_core_is_the_limit_of_many_cores() {
    let mut lab = bending();
    cpu(&mut lab, &[0.1, 0.15, 0.2, 0.25, 0.27]);
    let busiest = by_step(&lab, BUSIEST[0]);
    lab.gauge(&process(), "process.thread.cpu.utilization", &[], busiest);
    assert_eq!(first(&lab), Some((Grade::Strong, Resource::Thread, String::new())));
}

/// A breaker that is open answers thousands a second: that takes a core, and limits nothing.
#[test]
fn what_answers_failures_is_no_limit_of_the_work() {
    let of = |failures: u64| {
        let mut lab = bending();
        cpu(&mut lab, &[0.1, 0.15, 0.2, 0.4, 0.4]);
        let busiest = by_step(&lab, &[0.1, 0.15, 0.2, 0.98, 0.99]);
        lab.gauge(&process(), "process.thread.cpu.utilization", &[], busiest);
        for step in [4, 5] {
            fail(&mut lab.run, step, failures, ErrorKind::Status, "status 503", 1_000);
        }
        first(&lab).map(|(grade, resource, _)| (grade, resource))
    };
    assert!(matches!(of(0), Some((Grade::Strong | Grade::Moderate, Resource::Thread))), "{:?}", of(0));
    assert!(of(400).is_none_or(|(grade, _)| grade == Grade::Weak), "{:?}", of(400));
}

#[test]
fn a_thread_with_room_is_none() {
    let mut lab = bending();
    cpu(&mut lab, &[0.1, 0.15, 0.2, 0.25, 0.27]);
    let busiest = by_step(&lab, BUSIEST[1]);
    lab.gauge(&process(), "process.thread.cpu.utilization", &[], busiest);
    assert_eq!(first(&lab), None);
}

/// Threads of an interpreter with one lock take turns; nothing but the shape of the whole says it.
#[test]
fn a_process_that_never_uses_more_than_one_core_is_one_thread_at_most_moderately() {
    let of = |cores: &'static [f64]| {
        let mut lab = bending();
        lab.noise = 0.005;
        let used = by_step(&lab, cores);
        lab.counter(&process(), "process.cpu.time", &[], used);
        first(&lab)
    };
    assert_eq!(of(&[0.3, 0.6, 0.97, 1.0, 1.0]), Some((Grade::Weak, Resource::Thread, "all".to_owned())));
    assert_eq!(of(&[0.3, 0.6, 0.97, 1.3, 1.5]), None, "more than one");
    assert_eq!(of(&[0.2, 0.4, 0.6, 0.7, 0.7]), None, "less");
}

const IN_USE: &[f64] = &[0.8, 1.6, 2.4, 3.0, 3.0];
const WAITING: &[f64] = &[0.0, 0.0, 0.0, 13.0, 40.0];

fn own(lab: &mut Lab, names: [&'static str; 3]) {
    let (in_use, waiting) = (by_step(lab, IN_USE), by_step(lab, WAITING));
    lab.exact(&service("app", "metrics"), names[0], &[], in_use);
    lab.exact(&service("app", "metrics"), names[1], &[], |_| 3.0);
    lab.exact(&service("app", "metrics"), names[2], &[], waiting);
}

#[test]
fn a_pool_by_the_names_of_its_metrics_is_a_moderate_cause() {
    let mut lab = bending();
    cpu(&mut lab, &[0.1, 0.15, 0.2, 0.25, 0.27]);
    own(&mut lab, ["orders_pool_in_use", "orders_pool_max", "orders_pool_waiting"]);
    assert_eq!(first(&lab), Some((Grade::Moderate, Resource::Pool, "orders_pool".to_owned())));
}

#[test]
fn a_pool_that_the_study_declares_may_be_a_strong_one() {
    let mut lab = bending();
    own(&mut lab, ["app_alpha", "app_beta", "app_gamma"]);
    assert_eq!(first(&lab), None, "these names tell nothing");
    let pattern = |metric: &str| SeriesPattern { metric: metric.to_owned(), ..SeriesPattern::default() };
    lab.run.header.resources = vec![DeclaredResource {
        host: "app".to_owned(),
        kind: ResourceKind::Pool,
        name: "sessions".to_owned(),
        used: Some(pattern("app_alpha")),
        max: Some(ResourceSize::Number(3.0)),
        waiting: Some(pattern("app_gamma")),
    }];
    let found = first(&lab).expect("a cause");
    assert_eq!((found.0, found.1, found.2.as_str()), (Grade::Strong, Resource::Pool, "sessions"));
}

#[test]
fn open_files_run_out_against_the_limit_of_their_process() {
    let mut lab = bending();
    let open = by_step(&lab, &[8.0, 12.0, 20.0, 33.0, 33.0]);
    lab.exact(&process(), "process.open_file_descriptor.count", &[], open);
    lab.exact(&process(), "process.open_file_descriptor.limit", &[], |_| 32.0);
    assert!(matches!(first(&lab), Some((_, Resource::Descriptors, _))), "{:?}", first(&lab));
}

/// 99.7 % at a tenth of the load and 90.8 % at the full one: it has nothing to do with it. The pool was free then.
#[test]
fn a_cpu_that_was_as_full_at_a_low_load_comes_after_what_the_load_used_up() {
    let mut lab = bending();
    cpu(&mut lab, &[0.997, 0.97, 0.95, 0.92, 0.908]);
    own(&mut lab, ["orders_pool_in_use", "orders_pool_max", "orders_pool_waiting"]);
    let found = causes(&lab);
    assert_eq!(found[0].resource, Resource::Pool, "{found:#?}");
    assert!(
        found.iter().filter(|cause| cause.resource == Resource::Cpu).all(|cause| cause.grade == Grade::Weak)
    );
}

#[test]
fn a_step_that_mostly_fails_is_no_capacity() {
    let mut run = run(&Spec { loads: vec![(10, 1), (20, 1), (40, 1)], measured_s: 30, ..Spec::default() });
    fail(&mut run, 3, 900, ErrorKind::Status, "503", 1_000);
    let analysis = analyse(&[run], &[], 1).runs.remove(0);
    assert_eq!(analysis.capacity.best().map(|best| best.step), Some(2), "{:?}", analysis.capacity);
}

#[test]
fn where_every_step_mostly_fails_no_capacity_is_known() {
    let mut run = run(&Spec { loads: vec![(10, 1), (20, 1)], measured_s: 30, ..Spec::default() });
    (1..=2).for_each(|step| fail(&mut run, step, 900, ErrorKind::Status, "503", 1_000));
    assert_eq!(analyse(&[run], &[], 1).runs.remove(0).capacity, Capacity::Unknown);
}

/// The median of fast failures, and a first step that was warming up.
#[test]
fn failures_and_a_first_step_make_no_inversion() {
    let inverts = |run: &Run| findings(run).iter().any(|claim| matches!(claim, Claim::Inversion(_)));
    let spec = || Spec { loads: vec![(10, 1), (20, 1), (40, 1)], measured_s: 30, ..Spec::default() };
    let slow = |run: &mut Run, step: u32| {
        each_second(run, step, |second| {
            second.transactions.values_mut().for_each(|interval| {
                let count = interval.requests;
                interval.response = plimsoll_run::Latencies::from_counts([(900_000, count)]);
            });
        });
    };
    let mut warming = run(&spec());
    slow(&mut warming, 1);
    assert!(!inverts(&warming), "the first step");
    let mut inverted = run(&spec());
    slow(&mut inverted, 2);
    assert!(inverts(&inverted), "a later one");
    fail(&mut inverted, 3, 100, ErrorKind::Status, "503", 1_000);
    assert!(!inverts(&inverted), "failures");
}

#[test]
fn a_fall_of_less_than_three_percent_is_no_retrograde() {
    let falls_by = |percent: u64| {
        let spec = Spec { loads: vec![(50, 1), (100, 1)], measured_s: 60, lambda: 20.0, ..Spec::default() };
        let mut run = run(&spec);
        for step in [1, 2] {
            let per_s = if step == 1 { 1_000 } else { 1_000 - 10 * percent };
            let mut odd = 0;
            each_second(&mut run, step, |second| {
                odd = 1 - odd;
                second.transactions.values_mut().for_each(|interval| {
                    interval.requests = per_s + odd;
                    interval.response = plimsoll_run::Latencies::from_counts([(50_000, per_s + odd)]);
                });
            });
        }
        findings(&run).iter().any(|claim| matches!(claim, Claim::Retrograde(_)))
    };
    assert!(!falls_by(1));
    assert!(falls_by(10));
}
