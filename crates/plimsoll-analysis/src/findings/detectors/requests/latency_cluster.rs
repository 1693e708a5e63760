//! `latency-cluster`: most requests of a transaction are fast, and some take a time that a protocol is known by, with hardly any in
//! between or just above: 200 ms, TCP's least retransmission time-out on Linux (RFC 6298's is a second); 1 s and 3 s, a connection's first
//! packet sent again once and twice (1 + 2 s); 5 s, a resolver's time-out for a name (resolv.conf(5)). They tell of lost packets,
//! full accept queues and name servers that do not answer, where nobody watched any. The 40 ms of delayed acknowledgements are
//! `nagle-delay`.

use super::periodic_stalls;
use crate::findings::prelude::*;
use plimsoll_run::{Interval, Latencies, TransactionKind};
use std::collections::BTreeMap;

pub(crate) static DETECTOR: Detector = Detector {
    id: "latency-cluster",
    severities: &[Severity::Warning],
    when: "of a transaction's requests in a step 10 or more, and > 0.1 %, took a time that a protocol is known by (200 ms: TCP sends \
        again; 1 s, 3 s: a connection's first packet is sent again; 5 s: a name is asked for again) and up to 8 % longer, from 1 s on most of them up to 3.5 %, \
        ten times as many for each millisecond as beside it, while at least half took no more than a quarter of it; not in a \
        step whose throughput stalls again and again (`periodic-stalls`)",
    requires: "",
    needs: &[Need::Seconds],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("latency-cluster", Limits {
    /// % of a transaction's requests that took that time
    percent = 0.1,
    /// requests of that, at least
    requests = 10.0,
    /// times as many for each millisecond as beside them
    times_as_dense = 10.0,
});

/// Requests of a transaction waited for a timer of a protocol.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LatencyCluster {
    pub transaction: String,
    pub timer: ProtocolTimer,
    pub steps: Vec<u32>,
    /// That of the largest share.
    pub step: u32,
    pub percent: f64,
    pub delayed: u64,
    pub requests: u64,
    pub at_us: u64,
}

/// What waits so long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ProtocolTimer {
    /// 200 ms.
    Retransmission,
    /// 1 s, 3 s.
    Connecting,
    /// 5 s.
    NameResolution,
}

impl Claimed for LatencyCluster {
    fn next_step(&self) -> NextStep {
        NextStep::LookAtNetwork
    }
}

const TIMERS: [(u64, ProtocolTimer); 4] = [
    (200_000, ProtocolTimer::Retransmission),
    (1_000_000, ProtocolTimer::Connecting),
    (3_000_000, ProtocolTimer::Connecting),
    (5_000_000, ProtocolTimer::NameResolution),
];
/// A timer ends no earlier, but for its own granularity, and with it the request itself.
const BEFORE: f64 = 0.99;
const AFTER: f64 = 1.08;
/// What a request takes besides is little of it: most of them end in the first half of that.
const MIDDLE: f64 = 1.035;
const LONG_US: u64 = 1_000_000;
/// What lies beside it, as parts of it.
const NEIGHBOURS: [(f64, f64); 2] = [(0.75, 0.97), (1.12, 1.4)];

/// Transaction, time in microseconds and the timer that makes it.
type ClusterKey<'a> = (&'a str, u64, ProtocolTimer);

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let mut found: BTreeMap<ClusterKey, Vec<(&StepRow, DelayedShare)>> = BTreeMap::new();
    for (row, window) in evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| row.requests > 0) {
        // Who waits for a system that stalls again and again waits for no timer.
        let stalls = periodic_stalls::is_in(window, evidence);
        for (key, interval) in
            window.transactions.iter().filter(|(key, _)| key.kind == TransactionKind::Request)
        {
            for (at_us, timer) in TIMERS.into_iter().filter(|_| !stalls) {
                let times = (interval.service(), &interval.failed);
                if let Some(cluster) = cluster(times, at_us, limits) {
                    found.entry((&key.name, at_us, timer)).or_default().push((row, cluster));
                }
            }
        }
    }
    found.into_iter().filter_map(|((name, at_us, timer), all)| claim(name, at_us, timer, &all)).collect()
}

fn claim(
    transaction: &str,
    at_us: u64,
    timer: ProtocolTimer,
    all: &[(&StepRow, DelayedShare)],
) -> Option<Found> {
    let (row, worst) = all.iter().max_by(|a, b| a.1.percent().total_cmp(&b.1.percent()))?;
    let claim = LatencyCluster {
        transaction: transaction.to_owned(),
        timer,
        steps: all.iter().map(|(row, _)| row.number).collect(),
        step: row.number,
        percent: worst.percent(),
        delayed: worst.delayed,
        requests: worst.requests,
        at_us,
    };
    let max_us = row.response.max_us.unwrap_or(0) as f64;
    Some(Found::new(claim, vec![EvidenceItem::column(row, LoadMeasure::ResponseMax, Unit::Us, max_us)]))
}

/// About that time is one of a protocol, and said to be.
pub(super) fn is_of_timer(evidence: &Evidence, interval: &Interval, us: u64) -> bool {
    const NEAR: f64 = 0.1;
    let limits = Limits::of(evidence.settings());
    let is_near = |at_us: u64| (us as f64 / at_us as f64 - 1.0).abs() <= NEAR;
    let mut timers = TIMERS.iter().filter(|(at_us, _)| is_near(*at_us));
    timers.any(|(at_us, _)| cluster((interval.service(), &interval.failed), *at_us, limits).is_some())
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct DelayedShare {
    delayed: u64,
    requests: u64,
}

impl DelayedShare {
    fn percent(&self) -> f64 {
        100.0 * self.delayed as f64 / self.requests as f64
    }
}

/// Not where most of them failed: a client's own time-out may be as long.
fn cluster((times, failed): (&Latencies, &Latencies), at_us: u64, limits: Limits) -> Option<DelayedShare> {
    let part = |factor: f64| (at_us as f64 * factor) as u64;
    let of = |times: &Latencies, from: f64, to: f64| {
        times.count_above_us(part(from)) - times.count_above_us(part(to))
    };
    let within = |from: f64, to: f64| of(times, from, to);
    let density = |from: f64, to: f64| within(from, to) as f64 / (to - from);
    let (requests, delayed) = (times.count(), within(BEFORE, AFTER));
    let much = delayed as f64 >= limits.requests && delayed as f64 > limits.percent / 100.0 * requests as f64;
    let own = density(BEFORE, AFTER);
    let is_apart = NEIGHBOURS.iter().all(|(from, to)| own > limits.times_as_dense * density(*from, *to));
    let is_fast_else = 2 * (requests - times.count_above_us(at_us / 4)) >= requests;
    // Of a short timer the request itself takes a large part.
    let is_at_once = at_us < LONG_US || within(BEFORE, MIDDLE) >= within(MIDDLE, AFTER);
    let is_answered = 2 * of(failed, BEFORE, AFTER) < delayed.max(1);
    (much && is_apart && is_at_once && is_fast_else && is_answered)
        .then_some(DelayedShare { delayed, requests })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Settings;

    fn looked(parts: &[(u64, f64, f64)], at_us: u64) -> bool {
        let times = parts.iter().flat_map(|(n, from_ms, to_ms)| {
            (0..*n).map(move |i| ((1_000.0 * (from_ms + (to_ms - from_ms) * i as f64 / *n as f64)) as u64, 1))
        });
        let times = Latencies::from_counts(times);
        cluster((&times, &Latencies::default()), at_us, Limits::of(&Settings::new())).is_some()
    }

    #[test]
    fn a_time_out_of_the_client_is_none() {
        let failed = Latencies::from_counts([(3_000_500, 30)]);
        let times = Latencies::from_counts([(2_000, 900), (3_000_500, 31)]);
        let looked =
            |failed: &Latencies| cluster((&times, failed), 3_000_000, Limits::of(&Settings::new())).is_some();
        assert!(!looked(&failed));
        assert!(looked(&Latencies::default()));
    }

    #[test]
    fn times_that_a_protocol_is_known_by_are_found_apart_from_the_others() {
        assert!(looked(&[(900, 1.0, 6.0), (30, 202.0, 212.0)], 200_000));
        assert!(looked(&[(900, 1.0, 6.0), (20, 1_001.0, 1_020.0)], 1_000_000));
        assert!(looked(&[(900, 1.0, 6.0), (15, 5_001.0, 5_050.0)], 5_000_000));
    }

    #[test]
    fn a_broad_tail_or_a_slow_transaction_is_none() {
        assert!(!looked(&[(900, 1.0, 6.0), (300, 10.0, 400.0)], 200_000), "a tail");
        assert!(!looked(&[(900, 200.0, 210.0)], 200_000), "all of them");
        assert!(!looked(&[(900, 1.0, 6.0), (5, 202.0, 212.0)], 200_000), "few");
        assert!(!looked(&[(900, 1.0, 6.0), (30, 230.0, 260.0)], 200_000), "elsewhere");
        assert!(!looked(&[(900, 1.0, 6.0), (35, 3_199.0, 3_265.0)], 3_000_000), "a burst a little later");
    }
}
