//! What JVMs did with their memory.

use crate::limits::growing;
use crate::servers::watched::{GIB, MIB, check, found, in_second_step, lab, lab_of};
use plimsoll_analysis::analyse;
use plimsoll_analysis::bottleneck::{LimitVerdict, NotKnown, Resource};
use plimsoll_analysis::findings::Claim;
use plimsoll_run::{Run, ServerEventKind};
use plimsoll_testkit::synthetic;
use plimsoll_testkit::synthetic::lab::{Lab, host, jvm, on, service};

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

#[test]
fn a_share_of_collections_is_the_same_in_the_table_of_resources() {
    // Pauses that come closer together towards the end, so that tens of seconds differ from the whole.
    let mut lab = lab();
    let pauses = (0..lab.end_s()).filter(|at| at % 60 > 17).map(|at| (at as f64 + 0.3, 0.41));
    lab.points(&jvm("app1"), "jvm.gc.duration", &[("jvm.gc.action", "Pause Young")], pauses);
    let run = analyse(&[lab.run], &[lab.observed], 1).runs.remove(0);
    let claim = run.findings.iter().find_map(|finding| match &finding.claim {
        Claim::GcOverhead(claim) => Some((claim.step, claim.percent)),
        _ => None,
    });
    let (step, percent) = claim.expect("they take much of the time");
    let table = run.limiting_factor.table.iter();
    let mut heap = table.filter(|usage| usage.resource == Resource::Heap && usage.step == step);
    let shown = heap.next().and_then(|usage| usage.saturation).expect("its collections").measured().mean;
    assert!((shown - percent).abs() < 1e-9, "{shown} {percent}");
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
fn a_leak_that_has_filled_its_heap_is_not_said_to_fill_it_some_time() {
    let leak = |lab: Lab| {
        let run = analyse(&[lab.run], &[lab.observed], 1).runs.remove(0);
        let mut leaks = run.findings.iter().filter_map(|finding| match &finding.claim {
            Claim::LeakSuspected(leak) => Some(leak.levels_off),
            _ => None,
        });
        leaks.next()
    };
    assert_eq!(leak(sawtooth(|at| 200.0 + 2.0 * at / 60.0, 30)), Some(false));
    assert_eq!(leak(sawtooth(|at| 970.0 - 700.0 * (-at / 200.0).exp(), 30)), Some(true));
}

/// `jstat -gcutil`: the share of the old generation that is used, which a collection lowers each minute to a floor.
fn shares(floor: impl Fn(f64) -> f64) -> Lab {
    let mut lab = lab_of(vec![(10, 1)], 30 * 60);
    let old = [("jvm.memory.pool.name", "old"), ("jvm.memory.type", "heap")];
    let used =
        (0..lab.end_s()).step_by(10).map(|at| (at as f64, floor(at as f64) + (at % 60) as f64 * 0.004));
    let used: Vec<(f64, f64)> = used.collect();
    lab.points(&jvm("app1"), "jvm.memory.utilization", &old, used.into_iter());
    lab
}

#[test]
fn a_leak_is_found_by_the_share_of_the_old_generation_alone() {
    check("leak-suspected", true, &shares(|at| 0.2 + 0.5 * at / 1_800.0));
    check("leak-suspected", false, &shares(|_| 0.2));
    let leaking = shares(|at| 0.2 + 0.5 * at / 1_800.0);
    let analysis = analyse(&[leaking.run], &[leaking.observed], 1);
    let leak = analysis.runs[0].findings.iter().find_map(|finding| match &finding.claim {
        Claim::LeakSuspected(leak) => Some(leak),
        _ => None,
    });
    let leak = leak.expect("a leak");
    assert!(leak.is_of_shares && leak.capacity_bytes == 1.0, "{leak:?}");
    assert!((0.2..0.3).contains(&leak.first_bytes) && (0.65..0.75).contains(&leak.last_bytes), "{leak:?}");
    assert!((23.0..25.0).contains(&leak.bytes_per_day), "half of it in half an hour: {leak:?}");
}

/// An old generation that rises every 3 s, from a fifth to so much of its size after 45 s, and is then collected so often in vain.
fn filling(to: f64, full_collections_per_s: f64, falls: bool) -> Lab {
    let mut lab = lab_of(vec![(10, 1)], 60);
    let source = jvm("app1");
    let old = [("jvm.memory.pool.name", "old"), ("jvm.memory.type", "heap")];
    let used = (0..lab.end_s()).map(|at| {
        let risen = ((at / 3 * 3) as f64 / 45.0).min(1.0);
        let fallen = if falls && at > 30 { 0.3 } else { 0.0 };
        (at as f64, (0.2 + (to - 0.2) * risen - fallen) * GIB)
    });
    let used: Vec<(f64, f64)> = used.collect();
    lab.points(&source, "jvm.memory.used", &old, used.into_iter());
    lab.exact(&source, "jvm.memory.committed", &old, |_| GIB);
    let full = |at: f64| if at > 46.0 { full_collections_per_s } else { 0.0 };
    lab.counter(&source, "jvm.gc.duration", &[("jvm.gc.name", "full"), ("statistic", "count")], full);
    lab.counter(&source, "jvm.gc.duration", &[("jvm.gc.name", "full"), ("statistic", "sum")], |_| 0.01);
    lab
}

#[test]
fn a_heap_that_fills_within_a_step_and_is_collected_in_vain_is_a_leak() {
    check("leak-suspected", true, &filling(0.99, 0.5, false));
    // Not collected yet: it may all be garbage. Not full. It fell once.
    check("leak-suspected", false, &filling(0.99, 0.0, false));
    check("leak-suspected", false, &filling(0.7, 0.5, false));
    check("leak-suspected", false, &filling(0.99, 0.5, true));
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

/// A heap of 200 MiB, of which each of so many full collections, one in 20 s, leaves so many MiB; told by metrics that keep the
/// value until the next collection, as Micrometer's live data size does.
fn full_collections_leave(left_mib: fn(f64) -> f64, collections: i64) -> Lab {
    let mut lab = lab_of(vec![(10, 1)], (collections * 20) as u32);
    let (source, last) = (jvm("app1"), (lab.end_s() / 20) as f64);
    let made = move |at: f64| (at / 20.0).floor().clamp(0.0, last);
    let after = [("jvm.memory.type", "heap")];
    lab.exact(&source, "jvm.memory.used_after_last_gc", &after, |at| left_mib(made(at)) * MIB);
    let old = [("jvm.memory.pool.name", "Tenured Gen"), ("jvm.memory.type", "heap")];
    lab.exact(&source, "jvm.memory.limit", &old, |_| 200.0 * MIB);
    let full = [("jvm.gc.name", "MarkSweepCompact"), ("statistic", "count")];
    let moments = (0..lab.end_s() + 5).step_by(5);
    lab.total(&source, "jvm.gc.duration", &full, moments.map(|at| (at as f64, made(at as f64))));
    lab
}

/// The same told by a log, in which most collections are young and free nothing of the old generation.
fn log_of_full_collections(left_mib: fn(f64) -> f64, collections: i64) -> Lab {
    let mut lab = lab_of(vec![(10, 1)], (collections * 20) as u32);
    let heap = [("jvm.memory.type", "heap")];
    let moments = || (0..collections * 20).step_by(5);
    let is_full = |at: &i64| at % 20 == 0;
    let left = moments().map(|at| {
        let since = (at % 20) as f64;
        (at as f64, (left_mib((at / 20) as f64) + since * 0.1) * MIB)
    });
    lab.points(&jvm("app1"), "jvm.memory.used_after_last_gc", &heap, left.collect::<Vec<_>>().into_iter());
    let pauses = |full: bool| moments().filter(move |at| is_full(at) == full).map(|at| (at as f64, 0.1));
    lab.points(&jvm("app1"), "jvm.gc.duration", &[("jvm.gc.action", "Pause Full")], pauses(true));
    lab.points(&jvm("app1"), "jvm.gc.duration", &[("jvm.gc.action", "Pause Young")], pauses(false));
    lab.exact(&jvm("app1"), "jvm.memory.committed", &heap, |_| 200.0 * MIB);
    lab
}

#[test]
fn each_full_collection_that_leaves_more_is_a_floor() {
    let fills: fn(f64) -> f64 = |i| 20.0 + 12.0 * i;
    let stands: fn(f64) -> f64 = |i| 60.0 + i % 3.0;
    for made in [full_collections_leave as fn(fn(f64) -> f64, i64) -> Lab, log_of_full_collections] {
        check("leak-suspected", true, &made(fills, 12));
        check("leak-suspected", false, &made(stands, 12));
        check("leak-suspected", false, &made(fills, 6));
    }
    // A restart empties the heap: five and six are too few, though there are eleven.
    let mut restarted = full_collections_leave(fills, 12);
    restarted.event(&jvm("app1"), ServerEventKind::JvmStart, 120);
    check("leak-suspected", false, &restarted);
}

/// Whatever else is used more: what is collected all the time has got there.
#[test]
fn a_heap_that_is_always_collected_is_nearest_to_its_limit() {
    let nearest = |share: f64| {
        let mut made = growing();
        let old = [("jvm.memory.pool.name", "old"), ("jvm.memory.type", "heap")];
        made.gauge(&host("db"), "system.cpu.utilization", &[("cpu.mode", "idle")], |_| 0.6);
        made.gauge(&jvm("app1"), "jvm.memory.used", &old, |_| 0.93 * GIB);
        made.exact(&jvm("app1"), "jvm.memory.committed", &old, |_| GIB);
        let sum = [("jvm.gc.name", "full"), ("statistic", "sum")];
        made.counter(&jvm("app1"), "jvm.gc.duration", &sum, move |_| share);
        let analysis = analyse(std::slice::from_ref(&made.run), std::slice::from_ref(&made.observed), 1);
        let verdict = &analysis.runs[0].limiting_factor.verdict;
        let LimitVerdict::NotKnown { reason: NotKnown::NotReached { nearest: Some(nearest) } } = verdict
        else {
            panic!("{verdict:?}")
        };
        nearest.resource
    };
    assert_eq!(nearest(0.01), Resource::Cpu);
    assert_eq!(nearest(0.27), Resource::Heap);
}

#[test]
fn a_heap_that_fills_is_nearest_to_its_limit_and_has_no_room() {
    let mut lab = full_collections_leave(|i: f64| 20.0 + 12.0 * i, 12);
    let old = [("jvm.memory.pool.name", "Tenured Gen"), ("jvm.memory.type", "heap")];
    lab.exact(&jvm("app1"), "jvm.memory.used", &old, |at| (20.0 + 0.6 * at.max(0.0)) * MIB);
    let analysis = analyse(std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed), 1);
    let factor = &analysis.runs[0].limiting_factor;
    let LimitVerdict::NotKnown { reason: NotKnown::OneLoad { nearest: Some(nearest) } } = &factor.verdict
    else {
        panic!("{:?}", factor.verdict)
    };
    assert_eq!(nearest.resource, Resource::Heap);
    assert!(factor.ruled_out.iter().all(|out| out.usage.resource != Resource::Heap));
}
