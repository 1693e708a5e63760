//! What machines did: cores, the disk's and the host's part of them, swap; during the load and after it.

use crate::servers::watched::{MIB, check, cpu, found, in_second_step, lab, under_load};
use plimsoll_analysis::analyse;
use plimsoll_analysis::bottleneck::{LimitVerdict, NotKnown, Resource};
use plimsoll_analysis::findings::{Caveat, Claim, NextStep, Severity, Throttled};
use plimsoll_run::{ClockMethod, ClockOffset, End, EndReason, Instance, Run, ServerEventKind};
use plimsoll_testkit::synthetic::lab::{Lab, container, host, jvm, on, service};
use plimsoll_testkit::synthetic::{Spec, each_second, run};

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
    // Two counters are read one after the other.
    let Claim::Throttled(Throttled { percent, .. }) = found("throttled", &with(1.02)).remove(0).claim else {
        panic!("throttled")
    };
    assert_eq!(percent.round(), 100.0);
    assert!(percent <= 100.0);
}

#[test]
fn memory_that_multiplies_and_is_soon_used_up_is_critical() {
    let in_step = |step: usize, first_mib: f64, mib_per_s: f64, limit_mib: Option<f64>| {
        let mut lab = lab();
        let [from, to] = [lab.run.steps[step].measured_from_us, lab.run.steps[step].measured_to_us.unwrap()]
            .map(|us| us as f64 / 1e6);
        let grown = move |at: f64| (first_mib + mib_per_s * (at.min(to) - from).max(0.0)) * MIB;
        lab.exact(&container("app1"), "container.memory.usage", &[], grown);
        if let Some(limit) = limit_mib {
            lab.exact(&container("app1"), "container.memory.limit", &[], move |_| limit * MIB);
        }
        found("memory-grows", &lab).first().map(|found| found.severity)
    };
    let last = |first, per_s, limit| in_step(2, first, per_s, limit);
    assert_eq!(last(30.0, 8.0, None), Some(Severity::Critical), "8 GiB in a quarter of an hour");
    assert_eq!(last(30.0, 0.8, None), Some(Severity::Warning), "in three hours");
    assert_eq!(last(1_200.0, 8.0, None), Some(Severity::Warning), "by less than its size");
    assert_eq!(last(30.0, 0.8, Some(512.0)), Some(Severity::Critical), "full in ten minutes");
    assert_eq!(last(30.0, 0.0, Some(512.0)), None);
    assert_eq!(in_step(1, 30.0, 0.8, Some(512.0)), Some(Severity::Warning), "flat under more load");
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
fn waiting_for_disks_that_no_device_explains() {
    let next = |busy: Option<f64>| {
        let mut lab = lab();
        let waiting = in_second_step(&lab, 0.6, 0.005);
        lab.gauge(&host("app1"), "system.cpu.utilization", &[("cpu.mode", "iowait")], waiting);
        if let Some(busy) = busy {
            let busy = in_second_step(&lab, busy, 0.01);
            lab.gauge(&host("app1"), "system.disk.io_time", &[("system.device", "sda")], busy);
        }
        found("io-wait", &lab).remove(0).next
    };
    let host = || "app1".to_owned();
    assert_eq!(next(None), NextStep::FasterDisk { host: host() });
    assert_eq!(next(Some(0.98)), NextStep::FasterDisk { host: host() });
    assert_eq!(next(Some(0.05)), NextStep::RaiseDiskLimit { host: host() });
}

#[test]
fn what_tcp_sends_again_and_queues_of_connections_that_are_full() {
    let with = |metric: &'static str, per_s: f64| {
        let mut lab = lab();
        let counted = in_second_step(&lab, per_s, 0.0);
        lab.counter(&host("app1"), "system.tcp.segments.sent", &[], |_| 5_000.0);
        lab.counter(&host("app1"), metric, &[], counted);
        lab
    };
    let again = |per_s| with("system.tcp.segments.retransmitted", per_s);
    check("tcp-retransmissions", true, &again(30.0));
    check("tcp-retransmissions", false, &again(20.0));
    check("accept-queue-full", false, &again(30.0));
    // A larger share of fewer segments in another step takes nothing away.
    let mut few_elsewhere = lab();
    let (sent, lost) =
        (in_second_step(&few_elsewhere, 5_000.0, 4.0), in_second_step(&few_elsewhere, 30.0, 0.04));
    few_elsewhere.counter(&host("app1"), "system.tcp.segments.sent", &[], sent);
    few_elsewhere.counter(&host("app1"), "system.tcp.segments.retransmitted", &[], lost);
    check("tcp-retransmissions", true, &few_elsewhere);
    let full = |per_s| with("system.tcp.accept_queue.overflows", per_s);
    check("accept-queue-full", true, &full(1.0));
    check("accept-queue-full", false, &full(0.01));
    check("tcp-retransmissions", false, &full(30.0));
    let Claim::TcpRetransmissions(claim) = found("tcp-retransmissions", &again(30.0)).remove(0).claim else {
        panic!("tcp-retransmissions")
    };
    assert!((claim.percent - 0.6).abs() < 0.01, "{claim:?}");
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
        let busy = under_load(&lab, busy, 0.3);
        cpu(&mut lab, "app1", &busy, "iowait", |_| 0.01);
        lab
    };
    check("cpu-saturated", true, &with(0.95));
    check("cpu-saturated", false, &with(0.87));
    // The step after it brings more with less of it.
    let mut once = lab();
    let busy = in_second_step(&once, 0.95, 0.3);
    cpu(&mut once, "app1", &busy, "iowait", |_| 0.01);
    check("cpu-saturated", false, &once);
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

/// Two cores are so busy in the three steps, and a container on them uses so many cores.
fn shared(busy: [f64; 3], own: [f64; 3], method: ClockMethod) -> Lab {
    let mut lab = lab();
    lab.run.header.environment = vec![("cores".to_owned(), "2".to_owned())];
    for name in ["machine", "docker01"] {
        lab.host(name, "");
    }
    let clock = |method| Some(ClockOffset { ahead_us: 0, uncertainty_us: 0, method });
    lab.run.telemetry.hosts[0].clock = clock(ClockMethod::SameMachine);
    lab.run.telemetry.hosts[1].clock = clock(method);
    let steps = Run { steps: lab.run.steps.clone(), ..Run::default() };
    let in_step = move |of: [f64; 3]| {
        let steps = Run { steps: steps.steps.clone(), ..Run::default() };
        move |at: f64| Lab::step_at(&steps, at).map_or(0.02, |step| of[step as usize - 1])
    };
    cpu(&mut lab, "machine", &in_step(busy), "iowait", |_| 0.01);
    lab.gauge(&container("docker01"), "container.cpu.usage", &[], in_step(own));
    lab
}

#[test]
fn other_work_on_the_machine_is_reported_and_not_taken_for_the_load() {
    use ClockMethod::{Asked, SameMachine};
    let expect = |others: bool, saturated: bool, lab: &Lab| {
        check("other-work", others, lab);
        check("cpu-saturated", saturated, lab);
    };
    let small = [0.05, 0.1, 0.2];
    expect(true, false, &shared([0.97, 0.97, 0.97], small, SameMachine));
    expect(true, false, &shared([0.97, 0.97, 0.2], small, SameMachine));
    // The system's own work, and work of a part that is not watched but follows the load.
    expect(false, true, &shared([0.5, 0.95, 0.96], [0.9, 1.8, 1.85], SameMachine));
    expect(false, true, &shared([0.25, 0.49, 0.97], small, SameMachine));
    // What is watched is on another machine.
    expect(false, true, &shared([0.97, 0.97, 0.97], small, Asked));
    expect(false, false, &shared([0.5, 0.5, 0.5], small, SameMachine));
}

#[test]
fn a_machine_by_several_names_is_one_finding() {
    let mut lab = shared([0.97, 0.97, 0.97], [0.05, 0.1, 0.2], ClockMethod::SameMachine);
    let steps = Run { steps: lab.run.steps.clone(), ..Run::default() };
    let busy = move |at: f64| Lab::step_at(&steps, at).map_or(0.02, |_| 0.97);
    cpu(&mut lab, "docker01", &busy, "iowait", |_| 0.01);
    let findings = found("other-work", &lab);
    let [Claim::OtherWork(work)] = &findings.iter().map(|of| of.claim.clone()).collect::<Vec<_>>()[..] else {
        panic!("{findings:?}")
    };
    let hosts: Vec<&str> = work.sources().map(|source| source.host.as_str()).collect();
    assert_eq!(hosts.len(), 2, "{hosts:?}");
    assert!(hosts.contains(&"machine") && hosts.contains(&"docker01"), "{hosts:?}");
    check("cpu-saturated", false, &lab);
}

#[test]
fn a_machine_that_was_busy_before_the_load_speaks_against_its_cpu() {
    let mut lab = shared([0.6, 0.76, 0.95], [1.0, 1.2, 1.5], ClockMethod::SameMachine);
    let against = |lab: &Lab| format!("{:?}", found("cpu-saturated", lab)).contains("UsedBefore");
    assert!(!against(&lab));
    let fact = (plimsoll_run::environment::CPU_USED_BEFORE.to_owned(), "45 %".to_owned());
    lab.run.header.environment.push(fact);
    assert!(against(&lab));
}

/// Three steps of one load; a JVM says how busy its machine is, and how much of that is its own.
fn said_by_jvm(machine: [f64; 3], own: [f64; 3]) -> Lab {
    let loads = vec![(20, 1), (20, 1), (20, 1)];
    let mut lab = Lab::new(run(&Spec { loads, measured_s: 120, lambda: 1.0, ..Spec::default() }));
    let steps = Run { steps: lab.run.steps.clone(), ..Run::default() };
    let in_step = |of: [f64; 3]| {
        let steps = Run { steps: steps.steps.clone(), ..Run::default() };
        move |at: f64| Lab::step_at(&steps, at).map_or(0.02, |step| of[step as usize - 1])
    };
    lab.gauge(&service("lib", "jvm"), "system.cpu.utilization", &[], in_step(machine));
    lab.gauge(&service("lib", "jvm"), "jvm.cpu.recent_utilization", &[], in_step(own));
    lab
}

#[test]
fn what_the_same_throughput_did_without_is_other_work() {
    let expect = |others: bool, saturated: bool, lab: &Lab| {
        check("other-work", others, lab);
        check("cpu-saturated", saturated, lab);
    };
    expect(true, false, &said_by_jvm([0.12, 0.97, 0.96], [0.05, 0.04, 0.06]));
    expect(false, true, &said_by_jvm([0.95, 0.97, 0.96], [0.9, 0.91, 0.92]));
    // No step tells whether it is of the load.
    expect(false, true, &said_by_jvm([0.95, 0.97, 0.96], [0.05, 0.04, 0.06]));
}

#[test]
fn a_thread_that_only_few_users_fill_is_not_alone() {
    let with = |busy: [f64; 3]| {
        let loads = vec![(1, 1), (2, 1), (8, 1)];
        let mut lab = Lab::new(run(&Spec { loads, measured_s: 120, lambda: 1.0, ..Spec::default() }));
        let steps = Run { steps: lab.run.steps.clone(), ..Run::default() };
        let source = on("db", Instance::Process("db".to_owned()));
        lab.gauge(&source, "process.thread.cpu.utilization", &[], move |at| {
            Lab::step_at(&steps, at).map_or(0.0, |step| busy[step as usize - 1])
        });
        lab
    };
    check("thread-saturated", true, &with([0.97, 0.99, 0.99]));
    check("thread-saturated", false, &with([0.97, 0.92, 0.5]));
}

#[test]
fn pauses_that_no_response_shows_are_of_another_server() {
    let with = |pause_us: u64| {
        let mut lab = lab();
        let pauses = (0..lab.end_s()).step_by(10).map(|at| (at as f64, 3.0));
        lab.points(&jvm("app1"), "jvm.gc.duration", &[("jvm.gc.action", "Pause Full")], pauses);
        for at_s in (0..lab.end_s()).step_by(10) {
            lab.event(&jvm("app1"), ServerEventKind::LongPause, at_s);
        }
        lab.run.telemetry.events.iter_mut().for_each(|event| event.duration_us = Some(pause_us));
        found("gc-overhead", &lab).remove(0).against
    };
    let is_said = |against: &[Caveat]| against.iter().any(|of| matches!(of, Caveat::PauseNotSeen { .. }));
    assert!(is_said(&with(30_000_000)));
    assert!(!is_said(&with(20_000)));
}

#[test]
fn a_cpu_that_other_work_used_up_is_no_limit() {
    let lab = shared([0.97, 0.97, 0.97], [0.05, 0.1, 0.2], ClockMethod::SameMachine);
    let run = analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1).runs.remove(0);
    let found = run.limiting_factor;
    assert!(
        matches!(found.verdict, LimitVerdict::NotKnown { reason: NotKnown::NotReached { nearest: None } }),
        "{:?}",
        found.verdict
    );
    let other: Vec<u32> = found.other_work.iter().map(|usage| usage.step).collect();
    assert_eq!(other, [3]);
    let is_cpu = |usage: &plimsoll_analysis::bottleneck::Usage| usage.resource == Resource::Cpu;
    assert!(!found.ruled_out.iter().any(|out| is_cpu(&out.usage)), "{:?}", found.ruled_out);
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
