//! The limiting factor: known systems, with a resource that limits them, or none.

use plimsoll_analysis::analyse;
use plimsoll_analysis::bottleneck::{Grade, LimitVerdict, NotKnown, OUTSIDE_DEVICES, Resource, Saturation};
use plimsoll_analysis::explanation::Objection;
use plimsoll_run::{ClockMethod, ClockOffset, ErrorKind, Latencies, Run};
use plimsoll_testkit::synthetic::lab::{self, Lab, container, host, service};
use plimsoll_testkit::synthetic::variant::variant;
use plimsoll_testkit::synthetic::{Spec, each_second, fail, run};
use std::cmp::Ordering;

/// Saturates at about 40 requests a second: steps of 9.5, 16, 24 and 32, 37.
pub fn bending() -> Lab {
    let spec = Spec {
        loads: vec![(10, 1), (20, 1), (40, 1), (80, 1), (160, 1)],
        measured_s: 60,
        lambda: 1.0,
        alpha: 1.0 / 40.0,
        ..Spec::default()
    };
    Lab::new(run(&spec))
}

/// Keeps growing in proportion to load.
pub fn growing() -> Lab {
    Lab::new(run(&Spec {
        loads: vec![(10, 1), (20, 1), (40, 1)],
        measured_s: 60,
        lambda: 0.5,
        ..Spec::default()
    }))
}

/// A value for each step, and one for the time between.
pub fn by_step(lab: &Lab, values: &'static [f64], between: f64) -> impl Fn(f64) -> f64 + use<> {
    let steps = Run { steps: lab.run.steps.clone(), ..Run::default() };
    move |at| {
        Lab::step_at(&steps, at).and_then(|step| values.get(step as usize - 1)).copied().unwrap_or(between)
    }
}

pub fn cpu(lab: &mut Lab, name: &str, busy: &'static [f64]) {
    let busy = by_step(lab, busy, 0.03);
    lab.gauge(&host(name), "system.cpu.utilization", &[("cpu.mode", "idle")], move |at| 1.0 - busy(at));
}

fn factor(lab: &Lab) -> plimsoll_analysis::LimitingFactor {
    let analysis = analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1);
    analysis.runs[0].limiting_factor.clone()
}

/// Grade, resource and host of each cause, the likeliest first.
fn check(expected: &[(Grade, Resource, &str)], lab: &Lab) {
    let factor = factor(lab);
    let LimitVerdict::Causes { causes, .. } = &factor.verdict else { panic!("{:?}", factor.verdict) };
    let found: Vec<(Grade, Resource, &str)> =
        causes.iter().map(|cause| (cause.grade, cause.resource, cause.source.host.as_str())).collect();
    assert_eq!(found, expected, "{causes:#?}");
}

fn ruled_out(lab: &Lab) -> Vec<Resource> {
    factor(lab).ruled_out.iter().map(|out| out.usage.resource).collect()
}

const FOLLOWS: &[f64] = &[0.26, 0.45, 0.65, 0.93, 0.97];

#[test]
fn a_cpu_that_is_used_up_where_throughput_has_its_knee_is_the_cause() {
    let mut lab = bending();
    cpu(&mut lab, "app1", FOLLOWS);
    cpu(&mut lab, "db", &[0.05, 0.08, 0.11, 0.15, 0.17]);
    check(&[(Grade::Strong, Resource::Cpu, "app1")], &lab);
    assert_eq!(ruled_out(&lab), [Resource::Generator, Resource::Cpu]);
}

#[test]
fn a_cpu_that_rises_with_the_load_and_has_room_is_none() {
    let mut lab = bending();
    cpu(&mut lab, "app1", &[0.1, 0.2, 0.3, 0.4, 0.45]);
    let factor = factor(&lab);
    assert!(
        matches!(factor.verdict, LimitVerdict::NotKnown { reason: NotKnown::NothingSaturated { .. } }),
        "{:?}",
        factor.verdict
    );
}

/// The CPU waits for disks, a device is busy, processes are blocked, and operations are at the device, so much in each step.
fn disks(waiting: &'static [f64], busy: f64, blocked: &'static [f64], at_device: f64) -> Lab {
    let mut lab = bending();
    cpu(&mut lab, "app1", &[0.02, 0.02, 0.03, 0.03, 0.03]);
    let app = host("app1");
    let waiting = by_step(&lab, waiting, 0.0);
    lab.gauge(&app, "system.cpu.utilization", &[("cpu.mode", "iowait")], waiting);
    let blocked = by_step(&lab, blocked, 0.0);
    lab.gauge(&app, "system.process.count", &[("system.process.status", "blocked")], blocked);
    lab.gauge(&app, "system.disk.io_time", &[("system.device", "sda")], move |_| busy);
    lab.gauge(&app, "system.disk.queue.length", &[("system.device", "sda")], move |_| at_device);
    lab
}

const WAITING: &[f64] = &[0.1, 0.2, 0.5, 0.9, 0.95];
const BLOCKED: &[f64] = &[5.0, 10.0, 30.0, 70.0, 150.0];
const NONE_BLOCKED: &[f64] = &[0.5, 0.5, 0.5, 0.5, 0.5];

#[test]
fn what_waits_for_disks_while_no_device_is_busy_is_a_cause_of_its_own() {
    let lab = disks(WAITING, 0.04, BLOCKED, 0.1);
    check(&[(Grade::Strong, Resource::Disk, "app1")], &lab);
    let LimitVerdict::Causes { causes, .. } = factor(&lab).verdict else { panic!("the disk") };
    assert_eq!(causes[0].name, OUTSIDE_DEVICES);
    assert!(matches!(causes[0].usage.saturation, Some(Saturation::IoWaitPercent(_))));
    // On many cores it is little of their time.
    let of_many = disks(&[0.01, 0.01, 0.03, 0.06, 0.12], 0.01, BLOCKED, 0.1);
    let LimitVerdict::Causes { causes, .. } = factor(&of_many).verdict else { panic!("the disk") };
    assert!(matches!(causes[0].usage.saturation, Some(Saturation::BlockedPercent(_))), "{causes:#?}");
}

#[test]
fn what_waits_for_a_device_is_explained_by_its_use() {
    let named = |lab: &Lab| match factor(lab).verdict {
        LimitVerdict::Causes { causes, .. } => causes.into_iter().map(|cause| cause.name).collect(),
        LimitVerdict::NotKnown { .. } => Vec::new(),
    };
    // The device is busy for as long as somebody waits for it.
    assert_eq!(named(&disks(WAITING, 0.97, BLOCKED, 150.0)), ["sda"]);
    assert_eq!(named(&disks(&[0.1, 0.2, 0.4, 0.5, 0.5], 0.6, NONE_BLOCKED, 0.6)), Vec::<String>::new());
    // A few that are blocked are not what all requests wait for.
    assert_eq!(named(&disks(&[0.01; 5], 0.01, NONE_BLOCKED, 0.0)), Vec::<String>::new());
}

#[test]
fn connections_that_waited_to_be_accepted_are_said_where_nothing_else_is_known() {
    let waits = |step: u32| {
        let mut lab = bending();
        cpu(&mut lab, "app1", &[0.1, 0.2, 0.3, 0.4, 0.45]);
        each_second(&mut lab.run, step, |second| {
            for interval in second.transactions.values_mut() {
                let fast = interval.requests.saturating_sub(2);
                interval.response = Latencies::from_counts([(20_000, fast), (1_010_000, 2)]);
            }
        });
        match factor(&lab).verdict {
            LimitVerdict::NotKnown { reason: NotKnown::NothingSaturated { connections_wait, .. } } => {
                connections_wait
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((waits(5), waits(1)), (true, false));
}

#[test]
fn what_is_used_up_within_one_reading_of_the_knee_is_used_up_with_it() {
    let mut idle = bending();
    cpu(&mut idle, "app1", &[0.1, 0.2, 0.3, 0.4, 0.45]);
    let LimitVerdict::NotKnown { reason: NotKnown::NothingSaturated { at_step: knee, .. } } =
        factor(&idle).verdict
    else {
        panic!("it bends")
    };
    // Readings are 5 s apart.
    let lead = |after_s: f64| {
        let mut lab = bending();
        let begins = lab.run.steps[knee as usize - 1].measured_from_us as f64 / 1e6;
        let busy = by_step(&lab, FOLLOWS, 0.03);
        let full = move |at: f64| if at >= begins + after_s { 0.97 } else { busy(at).min(0.8) };
        lab.gauge(&host("app1"), "system.cpu.utilization", &[("cpu.mode", "idle")], move |at| 1.0 - full(at));
        let LimitVerdict::Causes { at_step, causes, .. } = factor(&lab).verdict else {
            panic!("a CPU was used up")
        };
        assert_eq!(at_step, knee);
        causes[0].lead_s.map(|lead| lead.total_cmp(&0.0))
    };
    assert_eq!(lead(0.0), Some(Ordering::Equal));
    assert_eq!(lead(-20.0), Some(Ordering::Greater));
    assert_eq!(lead(20.0), Some(Ordering::Less));
}

#[test]
fn a_heap_has_room_while_collections_take_little_time() {
    let with = |share: f64| {
        let mut lab = bending();
        let (old, sum) = (
            [("jvm.memory.pool.name", "old"), ("jvm.memory.type", "heap")],
            [("jvm.gc.name", "young"), ("statistic", "sum")],
        );
        lab.gauge(&lab::jvm("app1"), "jvm.memory.used", &old, |_| 0.9e9);
        lab.exact(&lab::jvm("app1"), "jvm.memory.committed", &old, |_| 1e9);
        lab.counter(&lab::jvm("app1"), "jvm.gc.duration", &sum, move |_| share);
        ruled_out(&lab).contains(&Resource::Heap)
    };
    assert!(with(0.02));
    assert!(!with(0.08));
}

#[test]
fn a_pool_in_front_of_idle_servers_is_the_cause() {
    let mut lab = bending();
    cpu(&mut lab, "app1", &[0.1, 0.15, 0.22, 0.3, 0.3]);
    let source = service("app1", "hikari");
    let name = [("db.client.connection.pool.name", "main")];
    let used = [("db.client.connection.pool.name", "main"), ("db.client.connection.state", "used")];
    let (in_use, pending) =
        (by_step(&lab, &[2.5, 4.3, 6.2, 8.0, 10.0], 0.0), by_step(&lab, &[0.0, 0.0, 1.0, 30.0, 110.0], 0.0));
    lab.exact(&source, "db.client.connection.max", &name, |_| 10.0);
    lab.exact(&source, "db.client.connection.count", &used, in_use);
    lab.exact(&source, "db.client.connection.pending_requests", &name, pending);
    let factor = factor(&lab);
    let LimitVerdict::Causes { causes, .. } = &factor.verdict else { panic!("{:?}", factor.verdict) };
    assert_eq!((causes[0].grade, causes[0].resource), (Grade::Strong, Resource::Pool), "{causes:#?}");
    assert!(ruled_out(&lab).contains(&Resource::Cpu));
}

#[test]
fn what_is_saturated_only_later_or_throttled_late_is_weak() {
    let mut lab = bending();
    cpu(&mut lab, "app1", &[0.1, 0.15, 0.2, 0.25, 0.3]);
    let throttled = by_step(&lab, &[0.0, 0.0, 0.0, 0.0, 3.0], 0.0);
    lab.counter(&container("app1"), "container.cpu.throttling_data.periods", &[], |_| 10.0);
    lab.counter(&container("app1"), "container.cpu.throttling_data.throttled_periods", &[], throttled);
    check(&[(Grade::Weak, Resource::ContainerCpu, "app1")], &lab);
}

/// Throughput still grows, and a pool is full so often in the highest step, with so many waiting.
fn filling(full: f64, waiting: f64) -> Lab {
    let mut lab = growing();
    cpu(&mut lab, "app1", &[0.2, 0.35, 0.6]);
    let source = service("app1", "http");
    let name = [("db.client.connection.pool.name", "main")];
    let used = [("db.client.connection.pool.name", "main"), ("db.client.connection.state", "used")];
    let steps = lab.run.steps.clone();
    let last = move |at: f64| at * 1e6 >= steps[2].started_us as f64;
    let often = move |at: f64| (at / 5.0) % 10.0 < 10.0 * full;
    let (in_use, pending) = (last.clone(), last);
    lab.exact(&source, "db.client.connection.max", &name, |_| 16.0);
    lab.exact(
        &source,
        "db.client.connection.count",
        &used,
        move |at| {
            if in_use(at) && often(at) { 16.0 } else { 9.0 }
        },
    );
    lab.exact(&source, "db.client.connection.pending_requests", &name, move |at| {
        if pending(at) && often(at) { waiting } else { 0.0 }
    });
    lab
}

#[test]
fn a_pool_that_runs_out_in_the_highest_step_is_a_cause_though_throughput_grows() {
    let is_cause = |lab: &Lab| match factor(lab).verdict {
        LimitVerdict::Causes { bent: false, causes, .. } => {
            causes[0].resource == Resource::Pool && causes[0].grade <= Grade::Moderate
        }
        _ => false,
    };
    assert!(is_cause(&filling(0.4, 2.0)));
    assert!(is_cause(&filling(1.0, 20.0)));
    assert!(!is_cause(&filling(0.0, 0.0)));
}

/// The highest rate is refused in part: growth ended there, and the report must not say that throughput still grew.
#[test]
fn a_rate_that_was_not_carried_is_where_throughput_bent() {
    let mut lab = filling(1.0, 20.0);
    let loads: Vec<f64> = lab.run.steps.iter().map(|step| f64::from(step.threads) / 2.0).collect();
    lab.run.steps.iter_mut().zip(loads).for_each(|(step, rate)| step.rate_per_s = Some(rate));
    fail(&mut lab.run, 3, 1, ErrorKind::Status, "503 Service Unavailable", 1_000);
    let verdict = factor(&lab).verdict;
    assert!(matches!(verdict, LimitVerdict::Causes { at_step: 3, bent: true, .. }), "{verdict:?}");
}

#[test]
fn where_no_limit_was_reached_the_nearest_is_reported() {
    let mut lab = growing();
    cpu(&mut lab, "app1", &[0.2, 0.35, 0.6]);
    cpu(&mut lab, "db", &[0.05, 0.1, 0.15]);
    let LimitVerdict::NotKnown { reason: NotKnown::NotReached { nearest: Some(usage) } } =
        factor(&lab).verdict
    else {
        panic!("{:?}", factor(&lab).verdict)
    };
    assert_eq!(usage.source.map(|source| source.host).as_deref(), Some("app1"));
}

#[test]
fn one_load_shows_no_limit() {
    let mut lab = Lab::new(run(&Spec { loads: vec![(10, 1); 3], measured_s: 60, ..Spec::default() }));
    cpu(&mut lab, "app1", &[0.2, 0.25, 0.2]);
    let LimitVerdict::NotKnown { reason: NotKnown::OneLoad { nearest: Some(usage) } } = factor(&lab).verdict
    else {
        panic!("{:?}", factor(&lab).verdict)
    };
    assert_eq!(usage.source.map(|source| source.host).as_deref(), Some("app1"));
}

/// A lag that grows from the second load on; throughput bends at the fourth.
fn falling_behind(mut lab: Lab) -> Lab {
    let source = service("kafka", "kafka");
    let attributes = [("messaging.consumer.group.name", "minlog"), ("messaging.destination.name", "minlog")];
    let steps = Run { steps: lab.run.steps.clone(), ..Run::default() };
    let started = move |at: f64| {
        let step = Lab::step_at(&steps, at).filter(|step| *step > 1)?;
        Some(at - steps.steps[step as usize - 1].started_us as f64 / 1e6)
    };
    lab.exact(&source, "kafka.consumer_group.lag", &attributes, move |at| {
        started(at).map_or(0.0, |s| 50.0 * s)
    });
    lab
}

#[test]
fn consumers_that_fall_behind_hold_nobody_back() {
    let found = factor(&falling_behind(bending()));
    let behind: Vec<&str> =
        found.behind.iter().filter_map(|usage| Some(usage.source.as_ref()?.host.as_str())).collect();
    assert_eq!(behind, ["kafka"]);
    assert!(
        matches!(
            found.verdict,
            LimitVerdict::NotKnown { reason: NotKnown::NothingSaturated { at_step: 4, .. } }
        ),
        "{:?}",
        found.verdict
    );
    // What holds requests back is named all the same.
    let mut lab = falling_behind(bending());
    cpu(&mut lab, "app1", FOLLOWS);
    check(&[(Grade::Strong, Resource::Cpu, "app1")], &lab);
    assert_eq!(factor(&lab).behind.len(), 1);
    assert!(factor(&bending()).behind.is_empty());
}

/// By the least of the tenths of a step, as the finding counts it: 50 messages a second for 54 of 60 s.
#[test]
fn the_table_shows_how_much_more_waits_at_the_end_of_a_step() {
    let table = factor(&falling_behind(bending())).table;
    let grown = table.iter().find(|usage| usage.resource == Resource::Queue && usage.step == 2);
    let Some(Saturation::LagGrowth(grown)) = grown.and_then(|usage| usage.saturation) else {
        panic!("{table:?}")
    };
    let whole = grown.max;
    assert!((0.8 * whole..whole).contains(&grown.mean), "{grown:?}");
}

#[test]
fn where_nothing_was_watched_nothing_is_known() {
    let nothing = factor(&bending()).verdict;
    assert_eq!(nothing, LimitVerdict::NotKnown { reason: NotKnown::NothingWatched });
}

/// Two readings in each window are telemetry, and too few; those of another day are none of these windows.
#[test]
fn few_readings_are_too_few_and_those_of_another_time_are_none() {
    let read = |moments: &dyn Fn(f64) -> Vec<f64>| {
        let mut lab = bending();
        let moments = lab.run.steps.iter().flat_map(|step| moments(step.measured_from_us as f64 / 1e6));
        let idle: Vec<(f64, f64)> = moments.map(|at| (at, 0.5)).collect();
        lab.points(&host("app"), "system.cpu.utilization", &[("cpu.mode", "idle")], idle.into_iter());
        let LimitVerdict::NotKnown { reason } = factor(&lab).verdict else { panic!("a cause") };
        reason
    };
    assert_eq!(read(&|from| vec![from + 10.0, from + 30.0]), NotKnown::TooFewReadings { fewer_than: 3 });
    assert_eq!(read(&|from| vec![from + 86_400.0, from + 86_420.0]), NotKnown::OtherTime);
    assert!(!matches!(
        read(&|from| vec![from + 10.0, from + 20.0, from + 30.0]),
        NotKnown::TooFewReadings { .. } | NotKnown::OtherTime
    ));
}

/// In the list of all series, too: a step with too few readings has no value, and borrows none of another.
#[test]
fn a_series_without_readings_at_the_highest_load_has_no_value_there() {
    let mut lab = growing();
    let ends = lab.run.steps.iter().map(|step| step.measured_from_us as f64 / 1e6);
    let read: Vec<(f64, f64)> =
        ends.take(2).flat_map(|from| (1..9).map(move |i| (from + f64::from(i), from))).collect();
    let (lowest, middle) = (read[0].1, read[8].1);
    lab.points(&host("app"), "of.its.own", &[], read.into_iter());
    let analysis = analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1);
    let recorded = &analysis.runs[0].servers.recorded;
    let found = recorded.iter().find(|series| series.metric == "of.its.own").expect("the series");
    assert_eq!((found.lowest_load, found.highest_load, found.max), (Some(lowest), None, middle));
}

/// What is nearest to its limit is said of the longest of steps with equal loads, not of the last.
#[test]
fn of_equal_loads_the_longest_step_speaks() {
    let mut lab = Lab::new(run(&Spec { loads: vec![(10, 1), (10, 1)], measured_s: 60, ..Spec::default() }));
    cpu(&mut lab, "app", &[0.7, 0.2]);
    let last = lab.run.steps.last_mut().expect("a step");
    last.measured_to_us = Some(last.measured_from_us + 20_000_000);
    let reason = factor(&lab).verdict;
    let LimitVerdict::NotKnown { reason: NotKnown::OneLoad { nearest: Some(nearest) } } = &reason else {
        panic!("{reason:?}")
    };
    assert_eq!((nearest.step, nearest.resource), (1, Resource::Cpu));
}

#[test]
fn a_load_generator_at_its_limit_hides_the_system() {
    let mut lab = bending();
    cpu(&mut lab, "app1", FOLLOWS);
    for step in 1..=5 {
        each_second(&mut lab.run, step, |s| {
            s.generator.workers.values_mut().for_each(|w| w.cpu_us = 950_000)
        });
    }
    let verdict = factor(&lab).verdict;
    assert!(matches!(verdict, LimitVerdict::NotKnown { reason: NotKnown::Generator { .. } }), "{verdict:?}");
}

#[test]
fn another_variant_refutes_a_cause_that_carried_more_there() {
    let found = |other: &[(&str, &str)], alpha: f64| {
        let one = variant("pool 8", &[("pool", "8"), ("cpus", "2")], 1.0 / 40.0);
        let two = variant("pool 16", other, alpha);
        let analysis = analyse(&[one.run, two.run], &[one.observed, two.observed], 1);
        let factor = analysis.runs[0].limiting_factor.clone();
        let is_named = matches!(factor.verdict, LimitVerdict::Causes { .. });
        let refuted: Vec<(Resource, String)> =
            factor.refuted.iter().map(|one| (one.cause.resource, one.by.variant.clone())).collect();
        // The one that carried more is refuted by nothing.
        assert_eq!(analysis.runs[1].limiting_factor.refuted, []);
        (is_named, refuted)
    };
    let of_cpu = vec![(Resource::Cpu, "pool 16".to_owned())];
    assert_eq!(found(&[("pool", "16"), ("cpus", "2")], 1.0 / 80.0), (false, of_cpu));
    // More of the same resource, other work of each request, another kind of pool, or hardly more carried: nothing is refuted.
    assert_eq!(found(&[("pool", "hikari"), ("cpus", "2")], 1.0 / 80.0), (true, Vec::new()));
    assert_eq!(found(&[("pool", "8"), ("cpus", "4")], 1.0 / 80.0), (true, Vec::new()));
    assert_eq!(found(&[("pool", "8"), ("cpus", "2"), ("cache", "on")], 1.0 / 80.0), (true, Vec::new()));
    assert_eq!(found(&[("pool", "16"), ("cpus", "2")], 1.0 / 42.0), (true, Vec::new()));
}

#[test]
fn memory_that_only_grows_had_no_room() {
    let with = |per_s: f64| {
        let mut lab = bending();
        cpu(&mut lab, "app1", &[0.1, 0.2, 0.3, 0.4, 0.45]);
        lab.exact(&host("app1"), "system.paging.operations", &[("system.paging.direction", "in")], |_| 0.0);
        lab.gauge(&service("app1", "app"), "process.memory.usage", &[], move |at| 1e8 + per_s * at);
        lab
    };
    let has_memory = |lab: &Lab| ruled_out(lab).contains(&Resource::Memory);
    assert_eq!((has_memory(&with(0.0)), has_memory(&with(1e6))), (true, false));
}

/// One user has nobody to wait for: a lock shows itself at two.
#[test]
fn what_one_user_can_not_show_is_looked_for_at_the_next_load() {
    let spec = Spec {
        loads: vec![(1, 1), (4, 1), (8, 1), (16, 1)],
        measured_s: 60,
        lambda: 90.0,
        alpha: 1.0,
        ..Spec::default()
    };
    let mut lab = Lab::new(run(&spec));
    let waits = by_step(&lab, &[0.0, 3.0, 7.0, 15.0], 0.0);
    lab.exact(&service("db", "postgresql"), "postgresql.locks.waiting", &[], waits);
    let LimitVerdict::Causes { at_step, causes, .. } = factor(&lab).verdict else {
        panic!("{:?}", factor(&lab))
    };
    assert_eq!((at_step, causes[0].resource, causes[0].usage.step), (2, Resource::Locks, 2));
    assert!(causes[0].usage.is_saturated() && causes[0].grade == Grade::Strong, "{:?}", causes[0]);
}

/// The CPU of the collector's host is the cause, while other work has the machine of the load generator.
#[test]
fn a_host_whose_clock_is_not_known_may_be_the_machine_with_the_other_work() {
    let may_share = |method: Option<ClockMethod>, others: &'static [f64]| {
        let mut lab = bending();
        lab.run.header.environment = vec![("cores".to_owned(), "2".to_owned())];
        let clock = |method| ClockOffset { ahead_us: 0, uncertainty_us: 1_000, method };
        for (place, name) in ["machine", "collector"].into_iter().enumerate() {
            lab.host(name, "");
            let method = if place == 0 { Some(ClockMethod::SameMachine) } else { method };
            lab.run.telemetry.hosts[place].clock = method.map(clock);
        }
        cpu(&mut lab, "machine", others);
        lab.gauge(&container("machine"), "container.cpu.usage", &[], |_| 0.1);
        cpu(&mut lab, "collector", FOLLOWS);
        let analysis = analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1);
        let run = &analysis.runs[0];
        let LimitVerdict::Causes { causes, .. } = &run.limiting_factor.verdict else { panic!("no cause") };
        assert_eq!(causes[0].source.host, "collector");
        let named = |of: &Objection| match of {
            Objection::MayShareMachine { host, machine } => Some((host.clone(), machine.clone())),
            _ => None,
        };
        run.explanation.against.iter().find_map(named)
    };
    const FULL: &[f64] = &[0.97; 5];
    let expected = Some(("collector".to_owned(), "machine".to_owned()));
    assert_eq!(may_share(None, FULL), expected);
    assert_eq!(may_share(Some(ClockMethod::Asked), FULL), None);
    assert_eq!(may_share(None, &[0.5; 5]), None);
}
