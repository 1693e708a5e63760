//! Findings on servers of equal work, and their pools.

use crate::words::detectors::{bytes, share};
use crate::words::finding::ClaimWords;
use crate::words::servers::source as named;
use crate::words::{Words, args};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::{
    Claim, Finding, InstanceLost, InstanceRestarted, NextStep, PeerMeasure, PeerSkew, PoolExhausted,
    PoolUndersized, RowsRead, ServiceUnreachable, Severity, UnequalPeers,
};
use plimsoll_analysis::servers::{Pool, PoolKind};
use plimsoll_run::Source;

impl ClaimWords for InstanceLost {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let InstanceLost { source, from_s, to_s, expected_requests, servers, .. } = self;
        let (source, from) = (named(words, source), words.length(*from_s));
        let (expected, left) = (words.count(*expected_requests as u64), servers.saturating_sub(1));
        match to_s {
            Some(to) => {
                words.say("detector-instance-away", args![source, from, to = words.length(*to), expected])
            }
            None => words.say("detector-instance-lost", args![source, from, expected, left]),
        }
    }

    fn short(&self, words: &Words) -> String {
        let (source, from) = (named(words, &self.source), words.length(self.from_s));
        match self.to_s {
            Some(to_s) => words.say("finding-short-away", args![source, from, to = words.length(to_s)]),
            None => words.say("finding-short-lost", args![source, from]),
        }
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        after_trouble_with_heap(words, run?, &self.source, self.from_s)
    }
}

/// Longer after it a server stops for another reason.
const BEFORE_S: f64 = 60.0;

/// Why it stopped is known where its JVM had run out of memory right before; where its heap was full, or collected much, it is near.
fn after_trouble_with_heap(words: &Words, run: &RunAnalysis, stopped: &Source, at_s: f64) -> Option<String> {
    let host = &stopped.host;
    let of_host = run.findings.iter().filter(|found| found.severity == Severity::Critical);
    let is_before = |from_s: f64, to_s: f64| from_s <= at_s + 1.0 && at_s + 1.0 - to_s <= BEFORE_S;
    let is_of_step = |number: &u32| {
        let span_s = run.step(*number).map(|row| {
            (row.measured_from_us as f64 / 1e6, row.measured_from_us as f64 / 1e6 + row.measured_s)
        });
        span_s.is_some_and(|(from_s, to_s)| is_before(from_s, to_s))
    };
    let mut full_in: Option<u32> = None;
    for found in of_host {
        match &found.claim {
            Claim::HeapExhausted(heap) if heap.source.host == *host => {
                if heap.out_of_memory_at_s.is_some_and(|died_s| is_before(died_s, died_s)) {
                    return Some(words.say("detector-next-out-of-memory", args![host]));
                }
                full_in = full_in.or(Some(heap.step).filter(is_of_step));
            }
            Claim::GcOverhead(overhead) if overhead.source.host == *host => {
                full_in = full_in.or(overhead.steps.iter().copied().rfind(is_of_step));
            }
            _ => {}
        }
    }
    full_in.map(|step| words.say("detector-next-heap-before-stop", args![host, step]))
}

impl ClaimWords for InstanceRestarted {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let InstanceRestarted { source, step, at_s } = self;
        words.say(
            "detector-instance-restarted",
            args![source = named(words, source), step = *step, moment = words.length(*at_s)],
        )
    }

    fn short(&self, words: &Words) -> String {
        let source = named(words, &self.source);
        words.say("finding-short-restarted", args![source, step = self.step])
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        after_trouble_with_heap(words, run?, &self.source, self.at_s)
    }
}

impl ClaimWords for ServiceUnreachable {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let ServiceUnreachable { source, from_s, to_s, seconds, failed, reason, .. } = self;
        let (source, from) = (named(words, source), words.length(*from_s));
        let (seconds, failed) = (words.length(f64::from(*seconds)), words.count(*failed));
        match to_s {
            Some(to) => {
                let to = words.length(*to);
                words.say("detector-service-away", args![source, from, to, seconds, failed, reason])
            }
            None => words.say("detector-service-gone", args![source, from, seconds, failed, reason]),
        }
    }

    fn short(&self, words: &Words) -> String {
        let (source, from) = (named(words, &self.source), words.length(self.from_s));
        match self.to_s {
            Some(to_s) => words.say("finding-short-away", args![source, from, to = words.length(to_s)]),
            None => words.say("finding-short-lost", args![source, from]),
        }
    }
}

impl ClaimWords for PoolExhausted {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let PoolExhausted { pool, steps, size, full_percent, pending_max, .. } = self;
        // Numbers, for their words depend on them.
        let size = *size as u64;
        let waiting = match pending_max {
            None => words.text("detector-waiting-not-recorded"),
            Some(most) if *most < 1.0 => words.text("detector-waiting-nobody"),
            Some(most) => words.say("detector-waiting-most", args![n = *most as u64]),
        };
        let (name, n, steps, full) =
            (pool_name(words, pool), steps.len(), words.steps(steps), share(words, *full_percent));
        words.say("detector-pool-exhausted", args![name, size, n, steps, full, waiting])
    }
}

impl ClaimWords for PoolUndersized {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let PoolUndersized { pool, step, size, in_use } = self;
        let (name, size) = (pool_name(words, pool), words.count(*size as u64));
        words
            .say("detector-pool-too-small", args![name, step = *step, size, needed = words.fixed(*in_use, 1)])
    }
}

impl ClaimWords for PeerSkew {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let PeerSkew { of, pool, steps, step, high, low, high_value, low_value, equal_requests } = self;
        let worst = *step;
        let (high, low, steps) = (named(words, high), named(words, low), words.steps(steps));
        let (most, least) = (share(words, *high_value), share(words, *low_value));
        match pool {
            Some(Pool { name, .. }) => words.say(
                "detector-peer-skew-pool",
                args![name, high, low, most, least, steps, worst_step = worst],
            ),
            None => {
                let measure = peer_measure(words, *of);
                let id = if *equal_requests { "detector-peer-skew-equal" } else { "detector-peer-skew" };
                words.say(id, args![measure, high, low, most, least, steps])
            }
        }
    }
}

impl ClaimWords for UnequalPeers {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let UnequalPeers { metric, values } = self;
        let one = |(source, value): &(plimsoll_run::Source, f64)| {
            let value = amount(words, metric, *value);
            words.say("detector-unequal-peer", args![source = named(words, source), value])
        };
        let values: Vec<String> = values.iter().map(one).collect();
        words.say("detector-unequal-peers", args![metric, values = words.listed(&values)])
    }
}

/// Another size, where several pools may be meant.
pub fn next_size(words: &Words, finding: &Finding) -> Option<String> {
    let (Claim::PoolExhausted(PoolExhausted { pool, .. })
    | Claim::PoolUndersized(PoolUndersized { pool, .. })) = &finding.claim
    else {
        return None;
    };
    let NextStep::VaryPool { to } = finding.next else { return None };
    let (name, size) = (pool_name(words, pool), words.count(to as u64));
    match pool.of {
        PoolKind::OwnQueue => Some(words.say("detector-next-queue", args![name])),
        PoolKind::Mysql | PoolKind::Postgresql => Some(words.say("detector-next-connections", args![size])),
        PoolKind::Descriptors => Some(words.say("detector-next-descriptors", args![size])),
        _ => (!pool.name.is_empty()).then(|| words.say("detector-next-pool-named", args![name, size])),
    }
}

fn pool_name(words: &Words, pool: &Pool) -> String {
    let source = named(words, &pool.source);
    match (pool.of, pool.name.as_str()) {
        (PoolKind::Threads, "") => words.say("detector-pool-of-threads-unnamed", args![source]),
        (PoolKind::Threads, name) => words.say("detector-pool-of-threads", args![source, name]),
        (PoolKind::Client | PoolKind::Http, "") => words.say("detector-pool", args![source]),
        (PoolKind::Client | PoolKind::Http, name) => words.say("detector-pool-named", args![source, name]),
        (PoolKind::Mysql | PoolKind::Postgresql, _) => words.say("detector-pool-of-database", args![source]),
        (PoolKind::Descriptors, _) => words.say("detector-pool-of-descriptors", args![source]),
        (PoolKind::OwnPool, name) => words.say("detector-pool-of-its-own", args![source, name]),
        (PoolKind::OwnQueue, name) => words.say("detector-pool-queue", args![source, name]),
        (PoolKind::OwnLimit, name) => words.say("detector-pool-limit", args![source, name]),
    }
}

fn peer_measure(words: &Words, of: PeerMeasure) -> String {
    words.text(match of {
        PeerMeasure::RequestShare => "detector-share-of-requests",
        PeerMeasure::Cpu => "detector-share-of-cpu",
        PeerMeasure::ContainerCpu => "detector-share-of-container-cpu",
        PeerMeasure::CollectionShare => "detector-share-of-collections",
        PeerMeasure::PoolUse => "detector-share-of-pool",
    })
}

fn amount(words: &Words, metric: &str, value: f64) -> String {
    if metric.contains("memory") { bytes(words, value) } else { words.significant(value, 4) }
}

impl ClaimWords for RowsRead {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let (source, steps) = (named(words, &self.source), words.steps(&self.steps));
        words.say(
            "detector-rows-read",
            args![source, steps, rows = words.count(self.rows_per_request.round() as u64)],
        )
    }
}
