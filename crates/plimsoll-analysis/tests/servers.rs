//! Detectors of what servers did: what must trigger them, what comes near, and what must not.

#[path = "synthetic/lab.rs"]
mod lab;
#[expect(dead_code, reason = "made for other tests too")]
mod synthetic;

use lab::{Lab, container, host, jvm, on, service};
use plimsoll_analysis::analyse;
use plimsoll_analysis::findings::{Claim, ServerClaim};
use plimsoll_run::{DetectorSetting, End, EndReason, Job, JobVerdict, Run, ServerEventKind};
use std::collections::BTreeMap;
use synthetic::{Spec, each_second, request, run};

const MIB: f64 = 1024.0 * 1024.0;
const GIB: f64 = 1024.0 * MIB;

/// Three loads of 120 s; few requests, for the servers are what is looked at.
fn lab() -> Lab {
    lab_of(vec![(10, 1), (20, 1), (40, 1)], 120)
}

fn lab_of(loads: Vec<(u32, u32)>, measured_s: u32) -> Lab {
    Lab::new(run(&Spec { loads, measured_s, lambda: 0.5, ..Spec::default() }))
}

fn check(id: &str, expected: bool, lab: &Lab) {
    let analysis = analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1);
    let run = &analysis.runs[0];
    let found: Vec<&str> = run.findings.iter().map(|f| f.id).collect();
    let state = run.detectors.iter().find(|d| d.id == id).map(|d| &d.state);
    assert_eq!(found.contains(&id), expected, "{id} in {found:?}, {state:?}");
    for finding in run.findings.iter().filter(|f| f.id == id) {
        assert!(!finding.evidence.is_empty(), "{id} rests on nothing");
    }
}

/// In step 2 as given, elsewhere as in ordinary times.
fn in_second_step(lab: &Lab, value: f64, ordinary: f64) -> impl Fn(f64) -> f64 + use<> {
    let run = Run { steps: lab.run.steps.clone(), ..Run::default() };
    move |at| if Lab::step_at(&run, at) == Some(2) { value } else { ordinary }
}

/// Under load as given, else idle.
fn under_load(lab: &Lab, value: f64, idle: f64) -> impl Fn(f64) -> f64 + use<> {
    let run = Run { steps: lab.run.steps.clone(), ..Run::default() };
    move |at| if Lab::step_at(&run, at).is_some() { value } else { idle }
}

fn cpu(
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

#[test]
fn throttled() {
    let with = |share: f64| {
        let mut lab = lab();
        let (source, throttled) = (container("app1"), in_second_step(&lab, 10.0 * share, 0.1));
        lab.counter(&source, "container.cpu.throttling_data.periods", &[], |_| 10.0);
        lab.counter(&source, "container.cpu.throttling_data.throttled_periods", &[], throttled);
        lab
    };
    check("throttled", true, &with(0.08));
    check("throttled", false, &with(0.04));
    check("throttled", false, &with(0.0));
}

#[test]
fn steal_and_io_wait() {
    let with = |mode: &'static str, share: f64, blocked: Option<f64>| {
        let mut lab = lab();
        let share = in_second_step(&lab, share, 0.005);
        let source = host("app1");
        lab.gauge(&source, "system.cpu.utilization", &[("cpu.mode", "idle")], |_| 0.5);
        lab.gauge(&source, "system.cpu.utilization", &[("cpu.mode", mode)], share);
        if let Some(blocked) = blocked {
            lab.gauge(&source, "system.process.count", &[("system.process.status", "blocked")], move |_| {
                blocked
            });
        }
        lab
    };
    check("steal", true, &with("steal", 0.07, None));
    check("steal", false, &with("steal", 0.04, None));
    check("io-wait", true, &with("iowait", 0.25, Some(2.0)));
    check("io-wait", true, &with("iowait", 0.25, None));
    check("io-wait", false, &with("iowait", 0.25, Some(0.0)));
    check("io-wait", false, &with("iowait", 0.17, Some(2.0)));
    check("steal", false, &with("iowait", 0.25, None));
}

#[test]
fn swap() {
    let with = |metric: &'static str, per_s: f64, always: bool| {
        let mut lab = lab();
        let (step, every) = (in_second_step(&lab, per_s, 0.0), f64::from(lab.every_s));
        // Seldom: one reading in twenty.
        let moved = move |at: f64| if always || (at / every) as i64 % 20 == 0 { step(at) } else { 0.0 };
        lab.counter(&host("app1"), metric, &[("system.paging.direction", "out")], moved);
        lab
    };
    check("swap", true, &with("system.paging.io", 200_000.0, true));
    check("swap", true, &with("system.paging.operations", 100.0, true));
    check("swap", false, &with("system.paging.io", 20_000.0, true));
    check("swap", false, &with("system.paging.io", 4e6, false));
    check("swap", false, &with("system.paging.operations", 10.0, true));
}

#[test]
fn cpu_saturated() {
    let with = |busy: f64| {
        let mut lab = lab();
        let busy = in_second_step(&lab, busy, 0.3);
        cpu(&mut lab, "app1", &busy, "iowait", |_| 0.01);
        lab
    };
    check("cpu-saturated", true, &with(0.95));
    check("cpu-saturated", false, &with(0.87));
    let limited = |cores: f64| {
        let mut lab = lab();
        let used = under_load(&lab, cores, 0.1);
        lab.gauge(&container("app1"), "container.cpu.usage", &[], used);
        lab.exact(&container("app1"), "container.cpu.limit", &[], |_| 2.0);
        lab
    };
    check("cpu-saturated", true, &limited(1.97));
    check("cpu-saturated", false, &limited(1.8));
}

#[test]
fn gc_overhead() {
    let counted = |share: f64| {
        let mut lab = lab();
        let share = in_second_step(&lab, share, 0.01);
        lab.counter(
            &jvm("app1"),
            "jvm.gc.duration",
            &[("jvm.gc.name", "young"), ("statistic", "sum")],
            share,
        );
        // Concurrent work stops nobody.
        let name = [("jvm.gc.name", "concurrent"), ("statistic", "sum")];
        lab.counter(&jvm("app1"), "jvm.gc.duration", &name, |_| 0.5);
        lab
    };
    check("gc-overhead", true, &counted(0.12));
    check("gc-overhead", false, &counted(0.08));
    let logged = |pause_s: f64| {
        let mut lab = lab();
        let pauses = (0..lab.end_s()).step_by(2).map(|at| (at as f64, pause_s));
        lab.points(&jvm("app1"), "jvm.gc.duration", &[("jvm.gc.action", "Pause Young")], pauses);
        lab
    };
    check("gc-overhead", true, &logged(0.25));
    check("gc-overhead", false, &logged(0.15));
}

/// Old generation so full in step 2, with so many full collections a minute in it, that take so much of the time.
fn full_heap(used: f64, collections_per_minute: f64, share: f64) -> Lab {
    let mut lab = lab();
    lab.noise = 0.001;
    let source = jvm("app1");
    let old = [("jvm.memory.pool.name", "old"), ("jvm.memory.type", "heap")];
    let (used, full, share) = (
        in_second_step(&lab, used * GIB, 0.4 * GIB),
        in_second_step(&lab, collections_per_minute / 60.0, 0.2 / 60.0),
        in_second_step(&lab, share, 0.01),
    );
    lab.gauge(&source, "jvm.memory.used", &old, used);
    lab.exact(&source, "jvm.memory.committed", &old, |_| GIB);
    lab.counter(&source, "jvm.gc.duration", &[("jvm.gc.name", "full"), ("statistic", "count")], full);
    lab.counter(&source, "jvm.gc.duration", &[("jvm.gc.name", "full"), ("statistic", "sum")], share);
    lab
}

#[test]
fn heap_exhaustion() {
    check("heap-exhaustion", true, &full_heap(0.995, 10.0, 0.3));
    // Full, but collections are few, or cost little; or many of them in a heap with room.
    check("heap-exhaustion", false, &full_heap(0.995, 3.0, 0.3));
    check("heap-exhaustion", false, &full_heap(0.995, 10.0, 0.1));
    check("heap-exhaustion", false, &full_heap(0.9, 10.0, 0.3));
    // The server's own requests show it too.
    let mut slower = full_heap(0.995, 10.0, 0.1);
    let second = in_second_step(&slower, 3.0, 10.0);
    slower.log(&service("app1", "http"), move |s| second(s as f64) as u64);
    check("heap-exhaustion", true, &slower);
}

/// By what, of which source, a finding of this id is; in order.
fn found(id: &str, lab: &Lab) -> Vec<plimsoll_analysis::findings::Finding> {
    let analysis = analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1);
    analysis.runs[0].findings.iter().filter(|finding| finding.id == id).cloned().collect()
}

#[test]
fn a_jvm_with_a_log_is_one_jvm() {
    let watched = |names: &[&str]| {
        let mut lab = lab();
        for name in names {
            let share = in_second_step(&lab, 0.3, 0.01);
            let sum = [("jvm.gc.name", "young"), ("statistic", "sum")];
            let of = |name: String| on("app1", plimsoll_run::Instance::Process(name));
            lab.counter(&of((*name).to_owned()), "jvm.gc.duration", &sum, share);
            let pauses = (0..lab.end_s()).step_by(2).map(|at| (at as f64, 0.6));
            let action = [("jvm.gc.action", "Pause Young")];
            lab.points(&of(format!("GC log of {name}")), "jvm.gc.duration", &action, pauses);
        }
        found("gc-overhead", &lab).len()
    };
    assert_eq!(watched(&["app"]), 1);
    assert_eq!(watched(&["front", "back"]), 2);
}

/// An old generation that fills slowly until the JVM ends in step 2, as far as this before it does.
fn dying(used: f64, event: Option<ServerEventKind>) -> Lab {
    let mut lab = full_heap(used, 3.0, 0.1);
    let second = lab.run.steps[1].clone();
    if let Some(kind) = event {
        let log = on("app1", plimsoll_run::Instance::Process("GC log of app".to_owned()));
        let pauses = (0..lab.end_s()).step_by(5).map(|at| (at as f64, 0.1));
        lab.points(&log, "jvm.gc.duration", &[("jvm.gc.action", "Pause Full")], pauses);
        lab.event(&log, kind, second.measured_to_us.unwrap_or(0) as i64 / 1_000_000 - 2);
    }
    lab
}

#[test]
fn a_jvm_that_ran_out_of_memory_with_a_full_heap_exhausted_it() {
    check("heap-exhaustion", true, &dying(0.995, Some(ServerEventKind::OutOfMemory)));
    check("heap-exhaustion", false, &dying(0.995, None));
    check("heap-exhaustion", false, &dying(0.995, Some(ServerEventKind::LongPause)));
    // Not the heap: native memory, or an array that is too large.
    check("heap-exhaustion", false, &dying(0.6, Some(ServerEventKind::OutOfMemory)));
}

/// A heap that a collection of the old generation empties every minute, down to a floor.
fn sawtooth(floor_mib: impl Fn(f64) -> f64, minutes: u32) -> Lab {
    let mut lab = lab_of(vec![(10, 1)], minutes * 60);
    let mut random = fastrand::Rng::with_seed(3);
    let values: Vec<(f64, f64)> = (0..lab.end_s())
        .step_by(10)
        .map(|at| {
            let noise = 1.0 + 0.02 * synthetic::normal(&mut random);
            (at as f64, (floor_mib(at as f64) + (at % 60) as f64 * 5.0) * noise * MIB)
        })
        .collect();
    lab.points(
        &jvm("app1"),
        "jvm.memory.used_after_last_gc",
        &[("jvm.memory.type", "heap")],
        values.into_iter(),
    );
    lab.exact(&jvm("app1"), "jvm.memory.limit", &[("jvm.memory.type", "heap")], |_| GIB);
    lab
}

#[test]
fn leak_suspected() {
    // 2 MiB a minute: 2.8 times the heap in a day.
    check("leak-suspected", true, &sawtooth(|at| 200.0 + 2.0 * at / 60.0, 30));
    check("leak-suspected", false, &sawtooth(|_| 200.0, 30));
    // So slow that a day brings 5 %; so short that there are few floors; a cache that fills and is full.
    check("leak-suspected", false, &sawtooth(|at| 200.0 + 0.035 * at / 60.0, 30));
    check("leak-suspected", false, &sawtooth(|at| 200.0 + 2.0 * at / 60.0, 7));
    check("leak-suspected", false, &sawtooth(|at| 300.0 - 100.0 * (-at / 200.0).exp(), 30));
}

#[test]
fn a_heap_that_grows_with_the_load_is_no_leak() {
    let mut lab = lab_of(vec![(10, 1), (20, 1), (40, 1), (80, 1)], 300);
    let steps = Run { steps: lab.run.steps.clone(), ..Run::default() };
    let values: Vec<(f64, f64)> = (0..lab.end_s())
        .step_by(5)
        .map(|at| {
            let level = f64::from(Lab::step_at(&steps, at as f64).unwrap_or(1)) * 50.0;
            (at as f64, (level + (at % 30) as f64 * 5.0) * MIB)
        })
        .collect();
    lab.points(
        &jvm("app1"),
        "jvm.memory.used_after_last_gc",
        &[("jvm.memory.type", "heap")],
        values.into_iter(),
    );
    lab.exact(&jvm("app1"), "jvm.memory.limit", &[("jvm.memory.type", "heap")], |_| GIB);
    check("leak-suspected", false, &lab);
}

#[test]
fn instance_lost() {
    let with = |from: i64, to: i64| {
        let mut lab = lab();
        lab.log(&service("app1", "http"), |_| 10);
        lab.log(&service("app2", "http"), move |s| if (from..to).contains(&s) { 0 } else { 10 });
        lab
    };
    check("instance-lost", true, &with(150, 100_000));
    check("instance-lost", true, &with(150, 180));
    check("instance-lost", false, &with(150, 160));
    check("instance-lost", false, &with(0, 0));
    // One that answers little may be silent by chance.
    let mut seldom = lab();
    seldom.log(&service("app1", "http"), |_| 10);
    seldom.log(&service("app2", "http"), |s| u64::from(s % 23 == 0));
    check("instance-lost", false, &seldom);
    let mut restarted = lab();
    restarted.event(&jvm("app1"), ServerEventKind::Restart, 160);
    check("instance-lost", true, &restarted);
    // A log, an uptime and a total tell of one start, each when it is next read.
    let starts = |second: i64| {
        let mut lab = lab();
        lab.event(&jvm("app1"), ServerEventKind::JvmStart, 160);
        lab.event(&service("app1", "http://app1/metrics"), ServerEventKind::Restart, second);
        found("instance-lost", &lab).len()
    };
    assert_eq!((starts(164), starts(230)), (1, 2));
    let mut before = lab();
    before.event(&jvm("app1"), ServerEventKind::Restart, -30);
    check("instance-lost", false, &before);
}

#[test]
fn later_steps_are_those_of_fewer_servers() {
    let mut lab = lab();
    lab.log(&service("app1", "http"), |_| 10);
    lab.log(&service("app2", "http"), |s| if s < 200 { 10 } else { 0 });
    let analysis = analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1);
    let at_work: Vec<Option<(u32, u32)>> =
        analysis.runs[0].steps.iter().map(|row| row.servers.map(|s| (s.at_work, s.of))).collect();
    // Step 2 ends at 243.
    assert_eq!(at_work, [None, None, Some((1, 2))]);
}

#[test]
fn peer_skew() {
    let shares = |first: u64, second: u64| {
        let mut lab = lab();
        lab.log(&service("app1", "http"), move |_| first);
        lab.log(&service("app2", "http"), move |_| second);
        lab
    };
    check("peer-skew", true, &shares(13, 10));
    check("peer-skew", false, &shares(12, 10));
    check("peer-skew", false, &shares(10, 10));
    let busy = |role: &str, first: f64, second: f64| {
        let mut lab = lab();
        lab.host("app1", role);
        lab.host("app2", role);
        for (name, share) in [("app1", first), ("app2", second)] {
            let load = under_load(&lab, share, 0.05);
            cpu(&mut lab, name, &load, "iowait", |_| 0.01);
        }
        lab
    };
    check("peer-skew", true, &busy("application", 0.6, 0.4));
    check("peer-skew", false, &busy("application", 0.5, 0.42));
    // Twice as much, but of nearly nothing; and machines of other work.
    check("peer-skew", false, &busy("application", 0.08, 0.04));
    check("peer-skew", false, &busy("", 0.6, 0.4));
}

#[test]
fn unequal_peers() {
    let with = |metric: &'static str, first: f64, second: f64| {
        let mut lab = lab();
        lab.host("app1", "application");
        lab.host("app2", "application");
        lab.exact(&container("app1"), metric, &[], move |_| first);
        lab.exact(&container("app2"), metric, &[], move |_| second);
        lab
    };
    check("unequal-peers", true, &with("container.memory.limit", GIB, 2.0 * GIB));
    check("unequal-peers", true, &with("container.cpu.limit", 2.0, 4.0));
    check("unequal-peers", false, &with("container.memory.limit", GIB, 1.001 * GIB));
    // What is used is no limit.
    check("unequal-peers", false, &with("container.memory.usage", GIB, 2.0 * GIB));
    let mut growing = with("container.memory.limit", GIB, GIB);
    for (name, size) in [("app1", 1.0), ("app2", 2.0)] {
        let old = [("jvm.memory.pool.name", "old"), ("jvm.memory.type", "heap")];
        growing.gauge(&jvm(name), "jvm.memory.committed", &old, move |at| size * GIB * (1.0 + at / 1e4));
    }
    check("unequal-peers", false, &growing);
}

const PARTITION: [(&str, &str); 3] = [
    ("messaging.consumer.group.name", "readers"),
    ("messaging.destination.name", "events"),
    ("messaging.destination.partition.id", "0"),
];

fn queue(lag: impl Fn(f64) -> f64) -> Lab {
    let mut lab = lab();
    let kafka = service("broker", "kafka");
    let busy = under_load(&lab, 1.0, 0.0);
    let (produced, consumed) = (under_load(&lab, 200.0, 0.0), under_load(&lab, 200.0, 0.0));
    lab.gauge(&kafka, "kafka.consumer_group.lag", &PARTITION, lag);
    lab.counter(&kafka, "kafka.partition.current_offset", &PARTITION, move |at| produced(at) * busy(at));
    lab.counter(&kafka, "kafka.consumer_group.offset", &PARTITION, consumed);
    lab
}

#[test]
fn queue_not_keeping_up() {
    let rising = |per_s: f64| move |at: f64| 50.0 + per_s * (at - 125.0).clamp(0.0, 117.0);
    check("queue-not-keeping-up", true, &queue(rising(5.0)));
    check("queue-not-keeping-up", false, &queue(rising(0.5)));
    check("queue-not-keeping-up", false, &queue(|_| 2_000.0));
    // A blip that is worked off.
    check(
        "queue-not-keeping-up",
        false,
        &queue(|at| if (150.0..180.0).contains(&at) { 3_000.0 } else { 20.0 }),
    );
}

#[test]
fn carry_over() {
    // Step 2 ends at 243 s, step 3 starts at 246.
    let left = |messages: f64| move |at: f64| if (200.0..280.0).contains(&at) { messages } else { 10.0 };
    check("carry-over", true, &queue(left(5_000.0)));
    check("carry-over", false, &queue(left(80.0)));
    // Consumers take 200 a second: half a second of work.
    check("carry-over", false, &queue(left(300.0)));
    check("carry-over", false, &queue(left(10.0)));
}

/// Two steps of two minutes with a pause of a minute, in which the CPU is so busy.
fn paused(pause_busy: f64) -> Lab {
    let mut run =
        run(&Spec { loads: vec![(10, 1), (20, 1)], measured_s: 120, lambda: 0.5, ..Spec::default() });
    let pause = 60_000_000;
    let second = &mut run.steps[1];
    for at in [&mut second.started_us, &mut second.measured_from_us] {
        *at += pause;
    }
    second.measured_to_us = second.measured_to_us.map(|at| at + pause);
    second.ended_us = second.ended_us.map(|at| at + pause);
    each_second(&mut run, 2, |s| s.second += 60);
    run.end = Some(End { at_us: 310_000_000, reason: EndReason::Completed });
    let mut lab = Lab::new(run);
    let steps = Run { steps: lab.run.steps.clone(), ..Run::default() };
    let busy = move |at: f64| match Lab::step_at(&steps, at) {
        Some(_) => 0.6,
        None if at > 0.0 && at < 190.0 => pause_busy,
        None => 0.05,
    };
    cpu(&mut lab, "app1", &busy, "iowait", |_| 0.01);
    lab
}

#[test]
fn cpu_is_carried_over_a_pause() {
    check("carry-over", true, &paused(0.3));
    check("carry-over", false, &paused(0.12));
    check("carry-over", false, &paused(0.05));
}

#[test]
fn idle_consumers() {
    let with = |members: f64| {
        let mut lab = queue(|_| 10.0);
        let group = [("messaging.consumer.group.name", "readers")];
        lab.exact(&service("broker", "kafka"), "kafka.consumer_group.members", &group, move |_| members);
        lab.exact(&service("broker", "kafka"), "kafka.topic.partitions", &[PARTITION[1]], |_| 4.0);
        lab
    };
    check("idle-consumers", true, &with(5.0));
    check("idle-consumers", false, &with(4.0));
    check("idle-consumers", false, &with(2.0));
}

/// Client id, host and partitions of each consumer.
fn consumers(partitions: u32, members: &[(&str, &str, f64)]) -> Lab {
    let mut lab = queue(|_| 10.0);
    let kafka = service("broker", "kafka");
    let group = ("messaging.consumer.group.name", "readers");
    // Not more than partitions, for that is told already.
    lab.exact(&kafka, "kafka.consumer_group.members", &[group], |_| 1.0);
    lab.exact(&kafka, "kafka.topic.partitions", &[PARTITION[1]], |_| f64::from(partitions));
    for (client, host, held) in members {
        let of = [group, PARTITION[1], ("messaging.client.id", *client), ("client.address", *host)];
        lab.exact(&kafka, "kafka.consumer_group.member.partitions", &of, |_| *held);
    }
    lab
}

#[test]
fn consumers_of_one_host_have_most_partitions() {
    let (a, b) = ("10.0.0.1", "10.0.0.2");
    check("idle-consumers", true, &consumers(12, &[("c-1", a, 6.0), ("c-2", a, 6.0), ("c-1", b, 0.0)]));
    check("idle-consumers", true, &consumers(12, &[("c-1", a, 8.0), ("c-1", b, 4.0)]));
    check("idle-consumers", false, &consumers(12, &[("c-1", a, 7.0), ("c-1", b, 5.0)]));
    // An even share of three partitions, and one that can't be shared.
    check("idle-consumers", false, &consumers(3, &[("c-1", a, 2.0), ("c-1", b, 1.0)]));
    check("idle-consumers", false, &consumers(1, &[("c-1", a, 1.0), ("c-1", b, 0.0)]));
    // All on one machine: by the processes that their names tell.
    let (one, two) = ("bo-docker01-1", "bo-docker02-1");
    check("idle-consumers", true, &consumers(12, &[(one, a, 6.0), ("bo-docker01-2", a, 6.0), (two, a, 0.0)]));
    check("idle-consumers", false, &consumers(12, &[(one, a, 6.0), (two, a, 6.0)]));
    check("idle-consumers", false, &consumers(12, &[("consumer-g-1", a, 9.0), ("consumer-g-2", a, 3.0)]));
}

#[test]
fn a_host_is_called_by_the_client_id_that_is_its_own() {
    let holder = |members: &[(&str, &str, f64)]| {
        let claims = found("idle-consumers", &consumers(12, members)).into_iter().map(|found| found.claim);
        let holder = claims.filter_map(|claim| match claim {
            Claim::Server(ServerClaim::UnevenConsumers { holder, is_host, .. }) => Some((holder, is_host)),
            _ => None,
        });
        holder.collect::<Vec<_>>()
    };
    let (a, b) = ("10.0.0.1", "10.0.0.2");
    let called = |name: &str, is_host| vec![(name.to_owned(), is_host)];
    assert_eq!(holder(&[("bo-1-1", a, 6.0), ("bo-1-2", a, 6.0), ("bo-2-1", b, 0.0)]), called("bo-1", false));
    assert_eq!(holder(&[("c-1", a, 12.0), ("c-2", b, 0.0)]), called(a, true));
    // One of two hosts has two names.
    assert_eq!(holder(&[("x-1", a, 6.0), ("y-1", a, 6.0), ("z-1", b, 0.0)]), called(a, true));
}

#[test]
fn no_recovery() {
    let with = |after: f64, for_s: f64| {
        let mut lab = lab();
        let (load, end) = (under_load(&lab, 0.7, 0.05), lab.end_s() as f64);
        let busy = move |at: f64| if at >= end && at < end + for_s { after } else { load(at) };
        cpu(&mut lab, "app1", &busy, "iowait", |_| 0.01);
        lab
    };
    check("no-recovery", true, &with(0.5, 1_000.0));
    check("no-recovery", false, &with(0.5, 45.0));
    check("no-recovery", false, &with(0.12, 1_000.0));
    check("no-recovery", false, &with(0.05, 0.0));
}

#[test]
fn pool_exhausted() {
    let pool = [("db.client.connection.pool.name", "main")];
    let used = [("db.client.connection.pool.name", "main"), ("db.client.connection.state", "used")];
    let with = |in_use: f64, pending: f64| {
        let mut lab = lab();
        let (in_use, pending) = (in_second_step(&lab, in_use, 3.0), in_second_step(&lab, pending, 0.0));
        let source = service("app1", "hikari");
        lab.exact(&source, "db.client.connection.max", &pool, |_| 16.0);
        lab.exact(&source, "db.client.connection.count", &used, in_use);
        lab.exact(&source, "db.client.connection.pending_requests", &pool, pending);
        lab
    };
    check("pool-exhausted", true, &with(16.0, 0.0));
    check("pool-exhausted", true, &with(15.0, 2.0));
    check("pool-exhausted", false, &with(15.0, 0.0));
    let by_time = |busy: f64| {
        let mut lab = lab();
        let busy = in_second_step(&lab, busy, 3.0);
        let sum = [("db.client.connection.pool.name", "main"), ("statistic", "sum")];
        lab.exact(&service("app1", "hikari"), "db.client.connection.max", &pool, |_| 16.0);
        lab.counter(&service("app1", "hikari"), "db.client.connection.use_time", &sum, busy);
        lab
    };
    // X · R = 20.1 with 16 connections.
    check("pool-exhausted", true, &by_time(20.1));
    check("pool-exhausted", false, &by_time(14.0));
    let server = |connected: f64| {
        let mut lab = lab();
        lab.exact(&service("db", "mysql"), "mysql.connection.max", &[], |_| 151.0);
        let connected = under_load(&lab, connected, 5.0);
        lab.exact(&service("db", "mysql"), "mysql.threads", &[("kind", "connected")], connected);
        lab
    };
    check("pool-exhausted", true, &server(151.0));
    check("pool-exhausted", false, &server(150.0));
}

/// Response times of one step of 300 s, by a factor of their usual ones.
fn factored(factor: impl Fn(f64) -> f64) -> Lab {
    let mut run = run(&Spec { loads: vec![(10, 1)], measured_s: 300, lambda: 0.5, ..Spec::default() });
    let mut random = fastrand::Rng::with_seed(5);
    each_second(&mut run, 1, |second| {
        let factor = factor(f64::from(second.second));
        let interval = second.transactions.entry(request("GET /lookup")).or_default();
        interval.response = plimsoll_run::Latencies::default();
        for _ in 0..interval.requests {
            let us = 200_000.0 * factor * (0.2 * synthetic::normal(&mut random)).exp();
            interval.response.record_us(us as u64);
        }
        second.transactions.retain(|transaction, _| transaction.name == "GET /lookup");
    });
    Lab::new(run)
}

#[test]
fn no_steady_state() {
    check("no-steady-state", true, &factored(|at| 1.0 + at / 600.0));
    check("no-steady-state", false, &factored(|_| 1.0));
    check("no-steady-state", false, &factored(|at| 1.0 + at / 30_000.0));
    // A warm-up of half a minute, and a burst, are not the rest.
    check("no-steady-state", false, &factored(|at| 1.0 + (-at / 15.0).exp()));
    check("no-steady-state", false, &factored(|at| if (200.0..210.0).contains(&at) { 3.0 } else { 1.0 }));
}

/// Bursts of 5 s, each so many times slower, at 40, 110 and 205 s.
fn burst(at: f64) -> f64 {
    let within = [40.0, 110.0, 205.0].into_iter().any(|from| (from..from + 5.0).contains(&at));
    if within { 4.0 } else { 1.0 }
}

#[test]
fn bursts_do_not_hide_a_drift() {
    check("no-steady-state", true, &factored(|at| burst(at) * (1.0 + at / 600.0)));
    check("no-steady-state", true, &factored(|at| burst(at) * if at < 150.0 { 1.0 } else { 1.3 }));
    check("no-steady-state", true, &factored(|at| burst(at) * (1.5 - at / 600.0)));
    check("no-steady-state", false, &factored(burst));
    check("no-steady-state", false, &factored(|at| burst(at) * (1.0 + at / 30_000.0)));
}

#[test]
fn events_lost() {
    let sent = |sent: u64, arrived: u64, doubled: u64| {
        let mut lab = lab();
        let name = "registration".to_owned();
        lab.run.completions.push(plimsoll_run::Completion {
            step: 2,
            name,
            sent,
            failed: 3,
            arrived,
            doubled,
        });
        lab
    };
    check("events-lost", true, &sent(1_000, 998, 0));
    check("events-lost", true, &sent(1_000, 1_000, 2));
    check("events-lost", false, &sent(1_000, 1_000, 0));
    // Events of requests that failed may arrive all the same.
    check("events-lost", false, &sent(1_000, 1_002, 0));
    let severity = |lab: &Lab| found("events-lost", lab)[0].severity;
    assert_eq!(severity(&sent(1_000, 998, 2)), plimsoll_analysis::Severity::Critical);
    assert_eq!(severity(&sent(1_000, 1_000, 2)), plimsoll_analysis::Severity::Warning);
}

fn jobs(durations_s: &[f64], restart_after: Option<usize>) -> Lab {
    let mut lab = lab();
    for (i, duration) in durations_s.iter().enumerate() {
        let started_us = i as u64 * 40_000_000;
        lab.run.jobs.push(Job {
            number: i as u32 + 1,
            name: format!("import {}", i + 1),
            step: 1,
            started_us,
            ended_us: Some(started_us + (duration * 1e6) as u64),
            verdict: JobVerdict::Done,
            detail: String::new(),
        });
        if restart_after == Some(i) {
            lab.event(&container("app1"), ServerEventKind::Restart, i as i64 * 40 + 39);
        }
    }
    lab
}

#[test]
fn degrades_in_order() {
    check("degrades-in-order", true, &jobs(&[10.0, 10.5, 10.9, 11.6, 12.2, 12.9], None));
    check("degrades-in-order", false, &jobs(&[10.0, 10.5, 9.9, 10.6, 10.1, 9.8], None));
    check("degrades-in-order", false, &jobs(&[10.0, 11.0, 12.0, 13.0], None));
    check("degrades-in-order", false, &jobs(&[10.0, 10.01, 10.02, 10.03, 10.04, 10.05], None));
    // A restart begins a new sequence: two of three are too few, five are enough.
    check("degrades-in-order", false, &jobs(&[10.0, 11.0, 12.0, 10.0, 11.0, 12.0], Some(2)));
    check("degrades-in-order", true, &jobs(&[10.0, 11.0, 12.0, 13.0, 14.0, 10.0, 11.0], Some(4)));
}

#[test]
fn a_drift_that_begins_slowly_is_told_from_no_time_below_the_shortest() {
    let lab = jobs(&[1.1, 1.6, 1.6, 2.1, 2.4, 2.6, 2.9, 2.9, 4.4, 7.5, 7.8, 9.3], None);
    let first = found("degrades-in-order", &lab).into_iter().find_map(|finding| match finding.claim {
        Claim::Server(ServerClaim::DegradesInOrder(degradation)) => Some(degradation.first_us),
        _ => None,
    });
    assert_eq!(first, Some(1_100_000.0));
}

#[test]
fn a_restart_resets_a_drift_or_does_not() {
    let reset = |after_s: f64| {
        let lab = jobs(&[10.0, 11.0, 12.0, 13.0, 14.0, after_s, after_s], Some(4));
        let claims = found("degrades-in-order", &lab).into_iter().map(|finding| finding.claim);
        let degradation = claims.filter_map(|claim| match claim {
            Claim::Server(ServerClaim::DegradesInOrder(degradation)) => Some(degradation),
            _ => None,
        });
        degradation.map(|d| (d.after_restart_us, d.reset_by_restart)).next()
    };
    assert_eq!(reset(10.0), Some((Some(10_000_000.0), true)));
    assert_eq!(reset(14.5), Some((Some(14_500_000.0), false)));
}

#[test]
fn thresholds_can_be_changed_and_detectors_turned_off() {
    let with = |setting: Option<DetectorSetting>| {
        let mut lab = jobs(&[10.0, 11.0, 12.0, 13.0], None);
        let settings = setting.map(|setting| ("degrades-in-order".to_owned(), setting));
        lab.run.header.detectors = settings.into_iter().collect();
        lab
    };
    let thresholds = |values: &[(&str, f64)]| {
        let values: BTreeMap<String, f64> = values.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect();
        Some(DetectorSetting::Thresholds(values))
    };
    check("degrades-in-order", false, &with(None));
    check("degrades-in-order", true, &with(thresholds(&[("times", 4.0), ("p", 0.1)])));
    check("degrades-in-order", false, &with(thresholds(&[("times", 4.0)])));
    let mut off = with(thresholds(&[("times", 4.0), ("p", 0.1)]));
    off.run.header.detectors.insert("degrades-in-order".to_owned(), DetectorSetting::Off);
    check("degrades-in-order", false, &off);
}
