//! Findings from what was watched of the servers.

use super::servers::source;
use super::{Words, across, args};
use plimsoll_analysis::findings::{CarriedOver, PeerMeasure, ServerClaim, Unsteady};
use plimsoll_analysis::servers::{Pool, PoolKind};
use plimsoll_analysis::step::ServersAtWork;

/// What was seen of the servers.
pub fn server(words: &Words, claim: &ServerClaim) -> String {
    let at = |of: &plimsoll_run::Source| source(words, of);
    match claim {
        ServerClaim::CpuSaturated { source, steps, percent, waiting, .. } => {
            let (source, steps, share) = (at(source), words.steps(steps), share(words, *percent));
            match waiting {
                Some(waiting) => {
                    let waiting = words.fixed(*waiting, 1);
                    words.say("detector-cpu-saturated-waiting", args![source, steps, share, waiting])
                }
                None => words.say("detector-cpu-saturated", args![source, steps, share]),
            }
        }
        ServerClaim::OtherWork { source, steps, percent, own_percent, .. } => words.say(
            "detector-other-work",
            args![
                source = at(source),
                steps = words.steps(steps),
                share = share(words, *percent),
                own = share(words, *own_percent)
            ],
        ),
        ServerClaim::HeapExhausted { .. } => heap_exhausted(words, claim),
        ServerClaim::GcOverhead { source, steps, percent, .. } => words.say(
            "detector-gc-overhead",
            args![source = at(source), steps = words.steps(steps), share = share(words, *percent)],
        ),
        ServerClaim::LeakSuspected { .. } => leak(words, claim),
        ServerClaim::InstanceLost { source, from_s, to_s, expected_requests, servers, .. } => {
            let (source, from) = (at(source), words.length(*from_s));
            let (expected, left) = (words.count(*expected_requests as u64), servers.saturating_sub(1));
            match to_s {
                Some(to) => {
                    words.say("detector-instance-away", args![source, from, to = words.length(*to), expected])
                }
                None => words.say("detector-instance-lost", args![source, from, expected, left]),
            }
        }
        ServerClaim::NothingSucceeds { from_s, requests, .. } => words.say(
            "detector-nothing-succeeds",
            args![from = words.length(*from_s), requests = words.count(*requests)],
        ),
        ServerClaim::InstanceRestarted { source, step, at_s } => words.say(
            "detector-instance-restarted",
            args![source = at(source), step = *step, moment = words.length(*at_s)],
        ),
        ServerClaim::PeerSkew { of, steps, high, low, high_value, low_value, .. } => {
            let measure = peer_measure(words, *of);
            let (high, low, steps) = (at(high), at(low), words.steps(steps));
            let (most, least) = (share(words, *high_value), share(words, *low_value));
            words.say("detector-peer-skew", args![measure, high, low, most, least, steps])
        }
        ServerClaim::UnequalPeers { metric, values } => {
            let one = |(source, value): &(plimsoll_run::Source, f64)| {
                let value = amount(words, metric, *value);
                words.say("detector-unequal-peer", args![source = at(source), value])
            };
            let values: Vec<String> = values.iter().map(one).collect();
            words.say("detector-unequal-peers", args![metric, values = words.listed(&values)])
        }
        ServerClaim::QueueGrows { .. } => queue_grows(words, claim),
        ServerClaim::QueueDrained { .. } => queue_drained(words, claim),
        ServerClaim::CarryOver { of, step, value, idle, drain_s } => {
            carry_over(words, of, *step, (*value, *idle), *drain_s)
        }
        ServerClaim::IdleConsumers { queue, members, partitions } => {
            let (group, topic) = (&queue.group, &queue.topic);
            words.say(
                "detector-idle-consumers",
                args![group, topic, members = *members, partitions = *partitions],
            )
        }
        ServerClaim::UnevenConsumers { queue, holder, is_host, held, partitions, .. } => {
            let (group, topic, held, partitions) = (&queue.group, &queue.topic, *held, *partitions);
            let id = if *is_host { "detector-uneven-hosts" } else { "detector-uneven-clients" };
            words.say(id, args![group, topic, holder, held, partitions])
        }
        ServerClaim::EventsLost { name, steps, sent, lost, doubled } => {
            let (steps, sent) = (words.steps(steps), words.count(*sent));
            let (lost, doubled) = (words.count(*lost), words.count(*doubled));
            words.say("detector-events-lost", args![name, steps, sent, lost, doubled])
        }
        ServerClaim::NoRecovery { source, before_percent, after_percent, watched_s } => {
            let (before, after) = (share(words, *before_percent), share(words, *after_percent));
            let watched = words.length(*watched_s);
            words.say("detector-no-recovery", args![source = at(source), before, after, watched])
        }
        ServerClaim::PoolExhausted { pool, steps, size, full_percent, pending_max, .. } => {
            // Numbers, for their words depend on them.
            let (size, waiting) = (*size as u64, pending_max.unwrap_or(0.0) as u64);
            let (name, n, steps, full) =
                (pool_name(words, pool), steps.len(), words.steps(steps), share(words, *full_percent));
            words.say("detector-pool-exhausted", args![name, size, n, steps, full, waiting])
        }
        ServerClaim::PoolTooSmall { pool, step, size, in_use } => {
            let (name, size) = (pool_name(words, pool), words.count(*size as u64));
            words.say(
                "detector-pool-too-small",
                args![name, step = *step, size, needed = words.fixed(*in_use, 1)],
            )
        }
        ServerClaim::Throttled { source, steps, percent, .. } => words.say(
            "detector-throttled",
            args![source = at(source), steps = words.steps(steps), share = share(words, *percent)],
        ),
        ServerClaim::Steal { source, steps, percent, .. } => words.say(
            "detector-steal",
            args![source = at(source), steps = words.steps(steps), share = share(words, *percent)],
        ),
        ServerClaim::Swap { source, steps, per_s, in_bytes, .. } => {
            let rate = if *in_bytes { words.bytes_per_s(*per_s) } else { words.bytes_per_s(per_s * 4_096.0) };
            words.say("detector-swap", args![source = at(source), steps = words.steps(steps), rate])
        }
        ServerClaim::IoWait { source, steps, percent, blocked, .. } => {
            let (source, steps, share) = (at(source), words.steps(steps), share(words, *percent));
            match blocked {
                Some(n) => words.say(
                    "detector-io-wait-blocked",
                    args![source, steps, share, blocked = words.fixed(*n, 1)],
                ),
                None => words.say("detector-io-wait", args![source, steps, share]),
            }
        }
        ServerClaim::NoSteadyState { step, kind } => match kind {
            Unsteady::WarmUp { .. } => words.say("detector-warm-up", args![step = *step]),
            Unsteady::Shift { percent, first_us, second_us } => {
                let (first, second) = (words.time(*first_us), words.time(*second_us));
                let change = words.change(*percent, 1);
                words.say("detector-shift", args![step = *step, first, second, change])
            }
        },
        ServerClaim::DegradesInOrder(degradation) => across::degrades(words, &[], degradation),
    }
}

/// Beside a step in which a server was lost.
pub fn servers_at_work(words: &Words, servers: ServersAtWork) -> String {
    words.say("detector-servers-at-work", args![n = servers.at_work, of = servers.of])
}

pub(super) fn share(words: &Words, percent: f64) -> String {
    words.with_percent_sign(words.fixed(percent, usize::from(percent < 10.0)))
}

pub(super) fn bytes(words: &Words, value: f64) -> String {
    let (value, unit) = match value.abs() {
        v if v >= 1_073_741_824.0 => (value / 1_073_741_824.0, "GiB"),
        v if v >= 1_048_576.0 => (value / 1_048_576.0, "MiB"),
        v if v >= 1_024.0 => (value / 1_024.0, "KiB"),
        _ => (value, "B"),
    };
    format!("{}\u{a0}{unit}", words.significant(value, 3))
}

fn amount(words: &Words, metric: &str, value: f64) -> String {
    if metric.contains("memory") { bytes(words, value) } else { words.significant(value, 4) }
}

fn heap_exhausted(words: &Words, claim: &ServerClaim) -> String {
    let ServerClaim::HeapExhausted {
        source: of,
        step,
        used_percent_max,
        full_collections,
        full_collections_before,
        collection_percent,
        out_of_memory_at_s,
        ..
    } = claim
    else {
        return String::new();
    };
    let (source, used) = (source(words, of), share(words, *used_percent_max));
    let (full, time) = (words.count(*full_collections as u64), share(words, *collection_percent));
    if let Some(at_s) = out_of_memory_at_s {
        let moment = words.length(*at_s);
        return words.say("detector-out-of-memory", args![source, step = *step, moment, used, full, time]);
    }
    match full_collections_before {
        Some(before) => {
            let before = words.count(*before as u64);
            words
                .say("detector-heap-exhausted-against", args![source, step = *step, used, full, before, time])
        }
        None => words.say("detector-heap-exhausted", args![source, step = *step, used, full, time]),
    }
}

/// Of a leak: whether collections leave all but 1 % of the heap in use.
pub(super) fn is_full(claim: &ServerClaim) -> &'static str {
    match claim {
        ServerClaim::LeakSuspected { last_bytes, capacity_bytes, .. }
            if *last_bytes >= 0.99 * capacity_bytes =>
        {
            "yes"
        }
        _ => "no",
    }
}

fn leak(words: &Words, claim: &ServerClaim) -> String {
    let ServerClaim::LeakSuspected {
        source: of,
        floors,
        p,
        bytes_per_day,
        bytes_per_day_bounds_95,
        capacity_bytes,
        full_in_s,
        first_bytes,
        last_bytes,
        ..
    } = claim
    else {
        return String::new();
    };
    let (first, last) = (bytes(words, *first_bytes), bytes(words, *last_bytes));
    let full = is_full(claim);
    // So much in a time in which it has room for it.
    let (per, of_day) = match *bytes_per_day / capacity_bytes {
        times if times > 24.0 => ("minute", 1.0 / 1_440.0),
        times if times > 1.0 => ("hour", 1.0 / 24.0),
        _ => ("day", 1.0),
    };
    let (source, floors, p) = (source(words, of), *floors, words.significant(p.max(1e-6), 2));
    let (growth, capacity, full_in) =
        (bytes(words, bytes_per_day * of_day), bytes(words, *capacity_bytes), words.length(*full_in_s));
    let bounds =
        bytes_per_day_bounds_95.map(|b| (bytes(words, b.low * of_day), bytes(words, b.high * of_day)));
    let (low, high) = bounds.unwrap_or_else(|| (growth.clone(), growth.clone()));
    words.say(
        "detector-leak",
        args![source, floors, p, first, last, growth, per, low, high, capacity, full_in, full],
    )
}

fn queue_grows(words: &Words, claim: &ServerClaim) -> String {
    let ServerClaim::QueueGrows {
        queue,
        steps,
        step,
        from_messages,
        to_messages,
        produced_per_s,
        consumed_per_s,
    } = claim
    else {
        return String::new();
    };
    let (queue, steps, n, worst) = (queue.title(), words.steps(steps), steps.len(), *step);
    let (from, to) = (words.count(from_messages.max(0.0) as u64), words.count(to_messages.max(0.0) as u64));
    match (produced_per_s, consumed_per_s) {
        (Some(produced), Some(consumed)) => {
            let (produced, consumed) = (words.per_s(*produced), words.per_s(*consumed));
            words.say(
                "detector-queue-grows-rates",
                args![queue, steps, n, worst, from, to, produced, consumed],
            )
        }
        _ => words.say("detector-queue-grows", args![queue, steps, n, worst, from, to]),
    }
}

fn queue_drained(words: &Words, claim: &ServerClaim) -> String {
    let ServerClaim::QueueDrained {
        queue,
        peak_messages,
        peak_s,
        waiting_messages,
        drain_s,
        watched_s,
        left_messages,
    } = claim
    else {
        return String::new();
    };
    let count = |messages: f64| words.count(messages.max(0.0) as u64);
    let (queue, waiting, peak) = (queue.title(), count(*waiting_messages), count(*peak_messages));
    let at = words.length(*peak_s);
    match drain_s {
        Some(drain_s) => {
            let drain = words.length(*drain_s);
            words.say("detector-queue-drained", args![queue, waiting, peak, at, drain])
        }
        None => {
            let (watched, left) = (words.length(*watched_s), count(*left_messages));
            words.say("detector-queue-not-drained", args![queue, waiting, peak, at, watched, left])
        }
    }
}

fn carry_over(
    words: &Words,
    of: &CarriedOver,
    step: u32,
    (value, idle): (f64, f64),
    drain_s: Option<f64>,
) -> String {
    match of {
        CarriedOver::Queue { queue } => {
            let (queue, waiting) = (queue.title(), words.count(value.max(0.0) as u64));
            match drain_s {
                Some(s) => words.say(
                    "detector-carry-over-queue-drain",
                    args![queue, step, waiting, drain = words.length(s)],
                ),
                None => words.say("detector-carry-over-queue", args![queue, step, waiting]),
            }
        }
        CarriedOver::Cpu { source: of } => {
            let (busy, idle) = (share(words, value), share(words, idle));
            words.say("detector-carry-over-cpu", args![source = source(words, of), step, busy, idle])
        }
    }
}

fn pool_name(words: &Words, pool: &Pool) -> String {
    let source = source(words, &pool.source);
    match (pool.of, pool.name.as_str()) {
        (PoolKind::Threads, name) => words.say("detector-pool-of-threads", args![source, name]),
        (PoolKind::Client | PoolKind::Http, "") => words.say("detector-pool", args![source]),
        (PoolKind::Client | PoolKind::Http, name) => words.say("detector-pool-named", args![source, name]),
        (PoolKind::Mysql | PoolKind::Postgresql, _) => words.say("detector-pool-of-database", args![source]),
    }
}

fn peer_measure(words: &Words, of: PeerMeasure) -> String {
    words.text(match of {
        PeerMeasure::RequestShare => "detector-share-of-requests",
        PeerMeasure::Cpu => "detector-share-of-cpu",
        PeerMeasure::ContainerCpu => "detector-share-of-container-cpu",
        PeerMeasure::CollectionShare => "detector-share-of-collections",
    })
}
