//! Queues, those who read them, and events that never came.

use crate::servers::watched::{check, found, lab, under_load};
use plimsoll_analysis::findings::{Claim, NextStep, QueueDrained, UnevenConsumers};
use plimsoll_testkit::synthetic::lab::{Lab, service};

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
fn more_consumers_are_asked_for_only_where_they_would_have_a_partition() {
    let next = |members: f64, topics: &[&str]| {
        let mut lab = queue(|at| 50.0 + 5.0 * (at - 125.0).clamp(0.0, 117.0));
        let kafka = service("broker", "kafka");
        lab.exact(&kafka, "kafka.consumer_group.members", &PARTITION[..1], move |_| members);
        for topic in topics {
            let name = ("messaging.destination.name", *topic);
            lab.exact(&kafka, "kafka.consumer_group.lag", &[PARTITION[0], name, PARTITION[2]], |_| 3.0);
            lab.exact(&kafka, "kafka.topic.partitions", &[name], |_| 4.0);
        }
        lab.exact(&kafka, "kafka.topic.partitions", &[PARTITION[1]], |_| 4.0);
        found("queue-not-keeping-up", &lab).pop().map(|finding| finding.next)
    };
    assert_eq!(next(3.0, &[]), Some(NextStep::MoreConsumers));
    assert_eq!(next(4.0, &[]), Some(NextStep::MorePartitions));
    assert_eq!(next(4.0, &["others"]), Some(NextStep::MoreConsumers), "the group reads two topics");
}

/// Four partitions: under load the first gets so many messages a second of which 100 are taken, the others 10 each.
fn keyed(hot_per_s: f64) -> Lab {
    let mut lab = lab();
    lab.noise = 0.0;
    let kafka = service("broker", "kafka");
    for (partition, per_s) in [("0", hot_per_s), ("1", 10.0), ("2", 10.0), ("3", 10.0)] {
        let of = [PARTITION[0], PARTITION[1], (PARTITION[2].0, partition)];
        let came = under_load(&lab, per_s, 0.0);
        let lag = move |at: f64| (per_s - 100.0).max(0.0) * (at - 2.0).clamp(0.0, 360.0);
        lab.exact(&kafka, "kafka.consumer_group.lag", &of, lag);
        lab.counter(&kafka, "kafka.partition.current_offset", &of[1..], came);
    }
    lab
}

#[test]
fn one_partition_gets_most_of_the_messages() {
    use plimsoll_analysis::Severity::{Information, Warning};
    let skew = |hot_per_s: f64| {
        let finding = found("partition-skew", &keyed(hot_per_s)).pop()?;
        let Claim::PartitionSkew(claim) = finding.claim else { return None };
        Some((finding.severity, finding.next, claim.partition, claim.percent.round()))
    };
    let behind = (Warning, NextStep::SpreadKeys, "0".to_owned(), 87.0);
    assert_eq!(skew(200.0), Some(behind));
    let keeps_up = (Information, NextStep::SpreadKeys, "0".to_owned(), 75.0);
    assert_eq!(skew(90.0), Some(keeps_up));
    // 62.5 % is half of the way from a quarter to all.
    assert_eq!(skew(49.0), None);
    assert_eq!(skew(10.0), None);
    // Too few in a step.
    assert_eq!(skew(0.0), None);
}

#[test]
fn a_group_that_is_rebalanced_again_and_again() {
    use plimsoll_run::ServerEventKind::{Rebalance, Restart};
    let rebalanced = |times: &[i64], kind, text: &str| {
        let (mut lab, kafka) = (lab(), service("broker", "kafka"));
        lab.exact(&kafka, "kafka.consumer_group.members", &PARTITION[..1], |_| 3.0);
        for at_s in times {
            lab.event(&kafka, kind, *at_s);
        }
        lab.run.telemetry.events.iter_mut().for_each(|event| event.text = text.to_owned());
        let claim = found("rebalances", &lab).pop().map(|finding| finding.claim);
        claim.map(|claim| match claim {
            Claim::Rebalances(claim) => (claim.group, claim.times, claim.from_s, claim.to_s),
            other => panic!("{other:?}"),
        })
    };
    let moved = "readers: 0 joined, 1 left, 2 of the partitions changed hands; members: 2";
    let readers = || "readers".to_owned();
    assert_eq!(rebalanced(&[20, 60, 100, 140], Rebalance, moved), Some((readers(), 4, 20.0, 140.0)));
    // One member left and came back; before the load a group may become what it is.
    assert_eq!(rebalanced(&[60, 100], Rebalance, moved), None);
    assert_eq!(rebalanced(&[-30, -20, -10, 60, 100], Rebalance, moved), None);
    assert_eq!(rebalanced(&[20, 60, 100, 140], Rebalance, "readers-2: 1 joined"), None);
    assert_eq!(rebalanced(&[20, 60, 100, 140], Restart, moved), None);
}

/// The load ends at 368 s; 3,660 messages wait then, and so many a second are taken.
fn left(per_s: f64, around_s: i64) -> Lab {
    let mut lab = lab();
    lab.around_s = around_s;
    lab.noise = 0.0;
    let lag = move |at: f64| match at {
        at if at < 246.0 => 0.0,
        at if at < 368.0 => 30.0 * (at - 246.0),
        at => (3_660.0 - per_s * (at - 368.0)).max(0.0),
    };
    lab.gauge(&service("broker", "kafka"), "kafka.consumer_group.lag", &PARTITION, lag);
    lab
}

#[test]
fn drain_time() {
    let drained = |lab: &Lab| {
        let finding = found("drain-time", lab).pop()?;
        let Claim::QueueDrained(QueueDrained { peak_messages, drain_s, left_messages, .. }) = finding.claim
        else {
            return None;
        };
        Some((finding.severity, peak_messages.round(), drain_s.map(f64::round), left_messages.round()))
    };
    use plimsoll_analysis::Severity::{Information, Warning};
    // Read every 5 s: at 365, 370 and so on, and fewer than 100 are none.
    assert_eq!(drained(&left(50.0, 180)), Some((Information, 3_570.0, Some(72.0), 0.0)));
    assert_eq!(drained(&left(0.0, 180)), Some((Warning, 3_660.0, None, 3_660.0)));
    // Nobody watched after the load; nothing waited.
    assert_eq!(drained(&left(50.0, 0)), None);
    assert_eq!(drained(&queue(|_| 50.0)), None);
}

/// 500 messages for each of 5, 10 and 20 calls a second, of which consumers take so many a second.
fn consumed(most_per_s: f64, units: bool) -> plimsoll_analysis::RunAnalysis {
    let mut lab = lab();
    lab.run.header.requirements = vec!["p95 <= 60 s".to_owned()];
    if units {
        let unit =
            plimsoll_run::WorkUnit { name: "registrations".to_owned(), per_call: 500.0, transaction: None };
        lab.run.header.units = vec![unit];
    }
    let steps = plimsoll_run::Run { steps: lab.run.steps.clone(), ..plimsoll_run::Run::default() };
    let came =
        move |at: f64| Lab::step_at(&steps, at).map_or(0.0, |step| 1_250.0 * 2_f64.powf(f64::from(step)));
    let lag = {
        let came = came.clone();
        move |at: f64| {
            (0..at.max(0.0) as i64).fold(0.0, |lag: f64, s| (lag + came(s as f64) - most_per_s).max(0.0))
        }
    };
    let kafka = service("broker", "kafka");
    lab.exact(&kafka, "kafka.consumer_group.lag", &PARTITION, lag);
    lab.counter(&kafka, "kafka.partition.current_offset", &PARTITION, came.clone());
    lab.counter(&kafka, "kafka.consumer_group.offset", &PARTITION, move |at| came(at).min(most_per_s));
    let (runs, observed) = (std::slice::from_ref(&lab.run), std::slice::from_ref(&lab.observed));
    plimsoll_analysis::analyse(runs, observed, 1).runs.remove(0)
}

#[test]
fn a_load_whose_messages_heap_up_is_not_recommended() {
    let planned = |most_per_s: f64, units: bool| {
        let run = consumed(most_per_s, units);
        let sustained = run.advice.sustained.map(|found| (found.calls_per_s.round(), found.unit));
        (run.advice.recommended.map(|point| point.step), run.advice.not_sustained, sustained)
    };
    let named = |per_s: f64| Some((per_s, Some("registrations".to_owned())));
    assert_eq!(planned(6_000.0, true), (Some(2), vec![3], named(12.0)));
    assert_eq!(planned(6_000.0, false), (Some(2), vec![3], Some((12.0, None))));
    assert_eq!(planned(1_000.0, true), (None, vec![1, 2, 3], named(2.0)));
    assert_eq!(planned(20_000.0, true), (Some(3), Vec::new(), None));
}

#[test]
fn what_heaps_up_is_not_multiplied_out() {
    let per_s = |run: plimsoll_analysis::RunAnalysis| {
        let found =
            [run.advice.projection_best, run.advice.projection_recommended, run.advice.projection_sustained];
        found.map(|projection| projection.map(|projection| projection.per_s.round()))
    };
    assert_eq!(per_s(consumed(6_000.0, true)), [None, Some(10.0), Some(12.0)]);
    assert_eq!(per_s(consumed(20_000.0, true)), [Some(20.0), Some(20.0), None]);
}

#[test]
fn carry_over() {
    // Step 2 ends at 243 s, step 3 starts at 246.
    let left = |messages: f64| move |at: f64| if (200.0..280.0).contains(&at) { messages } else { 10.0 };
    check("carry-over", true, &queue(left(5_000.0)));
    check("carry-over", false, &queue(left(80.0)));
    // All steps that it was so for, not the worst alone.
    let findings = found("carry-over", &queue(|at| if at > 100.0 { 1_000.0 + at } else { 10.0 }));
    let steps = findings.iter().map(|finding| match &finding.claim {
        Claim::CarryOver(claim) => (claim.step, claim.steps.clone()),
        other => panic!("{other:?}"),
    });
    assert_eq!(steps.collect::<Vec<_>>(), [(3, vec![2, 3])]);
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
    for (client, host, buffered) in members {
        let of = [group, PARTITION[1], ("messaging.client.id", *client), ("client.address", *host)];
        lab.exact(&kafka, "kafka.consumer_group.member.partitions", &of, |_| *buffered);
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
            Claim::UnevenConsumers(UnevenConsumers { holder, is_host, .. }) => Some((holder, is_host)),
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
