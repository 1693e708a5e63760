//! Instances of the same work: one that is gone, that has more than its part, that has no connection left.

use crate::servers::watched::{GIB, check, cpu, found, in_second_step, lab, under_load};
use plimsoll_analysis::analyse;
use plimsoll_analysis::findings::{Claim, InstanceLost};
use plimsoll_run::ServerEventKind;
use plimsoll_testkit::synthetic::lab::{container, jvm, service};

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
    // Its half of the 10 a second that the other one answered from then to the end.
    let expected =
        found("instance-lost", &with(150, 180)).into_iter().find_map(|finding| match finding.claim {
            Claim::InstanceLost(InstanceLost { expected_requests, .. }) => Some(expected_requests),
            _ => None,
        });
    assert_eq!(expected, Some(150.0));
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
    // Silence of two intervals is one once it said that it ran out of memory, and only of that server.
    let ended = |host: &str, second: i64| {
        let mut lab = with(150, 160);
        lab.event(&jvm(host), ServerEventKind::OutOfMemory, second);
        lab
    };
    check("instance-lost", true, &ended("app2", 149));
    check("instance-lost", false, &ended("app1", 149));
    check("instance-lost", false, &ended("app2", 120));
    let mut before = lab();
    before.event(&jvm("app1"), ServerEventKind::Restart, -30);
    check("instance-lost", false, &before);
}

#[test]
fn a_service_that_can_not_be_asked_while_requests_fail() {
    let with = |gap: Option<(i64, Option<i64>)>, (fails_from, fails_to): (u32, u32), is_known: bool| {
        let (mut lab, kafka) = (lab(), service("broker", "kafka"));
        if is_known {
            lab.exact(&kafka, "kafka.consumer_group.lag", &[], |_| 3.0);
        }
        for second in lab.run.seconds.iter_mut().filter(|s| (fails_from..fails_to).contains(&s.second)) {
            for interval in second.transactions.values_mut() {
                let status = (plimsoll_run::ErrorKind::Status, "503".to_owned());
                interval.errors = [(status, interval.requests)].into();
            }
        }
        let gap_of = |(from_s, to_s): (i64, Option<i64>)| plimsoll_run::Gap {
            source: kafka.clone(),
            from_us: from_s * 1_000_000,
            to_us: to_s.map(|s| s * 1_000_000),
            reason: "connection refused".to_owned(),
        };
        lab.run.telemetry.gaps.extend(gap.map(gap_of));
        let found = found("service-unreachable", &lab).pop();
        found.map(|finding| match finding.claim {
            Claim::ServiceUnreachable(claim) => (claim.step, claim.from_s, claim.to_s, claim.seconds),
            other => panic!("{other:?}"),
        })
    };
    let away = Some((160, Some(175)));
    assert_eq!(with(away, (160, 172), true), Some((2, 160.0, Some(175.0), 12)));
    assert_eq!(with(Some((160, None)), (160, 170), true), Some((2, 160.0, None, 10)));
    // It is the watching alone, or the requests alone, or too short; or it never answered.
    assert_eq!(with(away, (0, 0), true), None);
    assert_eq!(with(None, (160, 172), true), None);
    assert_eq!(with(away, (190, 210), true), None);
    assert_eq!(with(away, (160, 162), true), None);
    assert_eq!(with(away, (160, 172), false), None);
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
    // Two services of one host, of which one has nearly all the work; or that publish other things.
    let pools = |first: f64, second: f64, other: Option<&'static str>| {
        let mut lab = lab();
        for (name, used, more) in
            [("http://app:1/metrics", first, None), ("http://app:2/metrics", second, other)]
        {
            let source = service("app", name);
            lab.exact(&source, "db.client.connection.max", &[], |_| 10.0);
            let state = [("db.client.connection.state", "used")];
            lab.exact(&source, "db.client.connection.count", &state, move |_| used);
            lab.exact(&source, "jvm.thread.count", &[], |_| 20.0);
            if let Some(metric) = more {
                lab.exact(&source, metric, &[], |_| 1.0);
                lab.exact(&service("app", "http://app:1/metrics"), "process.uptime", &[], |_| 1.0);
            }
        }
        lab
    };
    check("peer-skew", true, &pools(9.0, 1.0, None));
    check("peer-skew", false, &pools(5.0, 4.5, None));
    check("peer-skew", false, &pools(9.0, 1.0, Some("db.client.connection.pending_requests")));
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
    // A pool of one, in use in so many of ten readings: it is busy, and nobody waits, or nobody looked.
    let of_one = |tenths: f64, watched: bool| {
        let mut lab = lab();
        let source = service("app1", "signer");
        lab.exact(&source, "db.client.connection.max", &pool, |_| 1.0);
        lab.exact(&source, "db.client.connection.count", &used, move |at| {
            f64::from(u8::from((at / 5.0).rem_euclid(10.0) < tenths))
        });
        if watched {
            lab.exact(&source, "db.client.connection.pending_requests", &pool, |_| 0.0);
        }
        lab
    };
    check("pool-exhausted", false, &of_one(4.0, true));
    check("pool-exhausted", true, &of_one(4.0, false));
    check("pool-exhausted", true, &of_one(10.0, true));
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
