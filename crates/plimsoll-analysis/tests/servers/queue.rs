//! Queues, those who read them, and events that never came.

use crate::lab::{Lab, service};
use crate::watched::{check, found, lab, under_load};
use plimsoll_analysis::findings::{Claim, ServerClaim};

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
