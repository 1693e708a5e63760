//! `nagle-delay`: most requests of a transaction are fast, and some take 38 to 45 ms, with hardly any in between or just above. So
//! long Linux holds back an acknowledgement (40 ms), and Nagle's algorithm (RFC 896) a small segment until it comes: a message
//! that is written in two pieces on a connection without `TCP_NODELAY` waits for it. A transaction that always takes 40 ms, or
//! whose times spread over them, is none; each is looked at alone, for a mix of fast and slow ones has two peaks, too.

use crate::findings::prelude::*;
use crate::step::Window;
use plimsoll_run::{Latencies, TransactionKey, TransactionKind};
use std::collections::BTreeMap;

pub(crate) static DETECTOR: Detector = Detector {
    id: "nagle-delay",
    severities: &[Severity::Warning],
    when: "of a transaction's requests in a step > 1 % (and 20) took 38 to 45 ms, four times as many for each millisecond as \
        beside them (28 to 36, 47 to 55 ms), and at least half took no more than 20 ms: the mark of Nagle's algorithm and \
        delayed acknowledgements (Linux: 40 ms). In both halves of the step: a quarter of that share or more",
    requires: "",
    needs: &[Need::Seconds],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("nagle-delay", Limits {
    /// % of a transaction's requests that took 38 to 45 ms
    percent = 1.0,
    /// requests of that, at least
    requests = 20.0,
    /// times as many for each millisecond as beside them
    times_as_dense = 4.0,
    /// % of its requests that took no more than 20 ms
    fast_percent = 50.0,
});

/// Requests of a transaction waited for a delayed acknowledgement.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NagleDelay {
    pub transaction: String,
    pub steps: Vec<u32>,
    /// That of the largest share.
    pub step: u32,
    /// Of its requests, those that took 38 to 45 ms, and how many there were.
    pub percent: f64,
    pub delayed: u64,
    pub requests: u64,
    /// Medians of those, and of the ones that took no more than 20 ms.
    pub delayed_us: u64,
    pub fast_us: u64,
}

impl Claimed for NagleDelay {
    fn next_step(&self) -> NextStep {
        NextStep::SendAtOnce
    }
}

/// Where a delayed acknowledgement ends, with the time of the request itself; above the first, up to the second.
const DELAYED_US: (u64, u64) = (38_000, 45_000);
/// Where there would be requests, too, if 40 ms were only a part of a broad spread.
const DURING_JOB_US: [(u64, u64); 2] = [(28_000, 36_000), (47_000, 55_000)];
const FAST_US: u64 = 20_000;
/// Counts delayed acknowledgements on Linux.
const ACKNOWLEDGEMENTS: &str = "TcpExtDelayedACKs";

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let mut found: BTreeMap<&str, Vec<(&StepRow, Peak)>> = BTreeMap::new();
    for (row, window) in evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| row.is_valid()) {
        for (key, interval) in &window.transactions {
            let is_request = key.kind == TransactionKind::Request;
            let peak =
                peak(interval.service(), limits).filter(|peak| is_request && is_in_both(window, key, peak));
            if let Some(peak) = peak {
                found.entry(&key.name).or_default().push((row, peak));
            }
        }
    }
    found.into_iter().filter_map(|(transaction, peaks)| claim(transaction, &peaks)).collect()
}

/// Of the share of a whole step, a half of it has so much: else something changed within the step.
const IN_HALF: f64 = 0.25;

/// In both halves of the step: acknowledgements are delayed all the time.
fn is_in_both(window: &Window, key: &TransactionKey, peak: &Peak) -> bool {
    let middle = window.whole_seconds_count() / 2;
    let mut halves = [(0, 0); 2];
    for (at, second) in window.whole_seconds() {
        let Some(interval) = second.transactions.get(key) else { continue };
        let (times, half) = (interval.service(), &mut halves[usize::from(at >= middle)]);
        half.0 += times.count_above_us(DELAYED_US.0) - times.count_above_us(DELAYED_US.1);
        half.1 += times.count();
    }
    let least = IN_HALF * peak.percent() / 100.0;
    halves.into_iter().all(|(delayed, of)| of == 0 || delayed as f64 >= least * of as f64)
}

fn claim(transaction: &str, peaks: &[(&StepRow, Peak)]) -> Option<Found> {
    let (row, worst) = peaks.iter().max_by(|a, b| a.1.percent().total_cmp(&b.1.percent()))?;
    let claim = NagleDelay {
        transaction: transaction.to_owned(),
        steps: peaks.iter().map(|(row, _)| row.number).collect(),
        step: row.number,
        percent: worst.percent(),
        delayed: worst.delayed,
        requests: worst.requests,
        delayed_us: worst.delayed_us,
        fast_us: worst.fast_us,
    };
    let median_us = row.response.p50_us.unwrap_or(0) as f64;
    let item = EvidenceItem::column(row, LoadMeasure::ResponseMedian, Unit::Us, median_us);
    // A cache that misses, a timer or a poll of 40 ms looks the same.
    Some(Found::new(claim, vec![item]).but([Caveat::NotWatched { metric: ACKNOWLEDGEMENTS.to_owned() }]))
}

/// Requests at 40 ms, apart from the fast ones.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Peak {
    delayed: u64,
    requests: u64,
    delayed_us: u64,
    fast_us: u64,
}

impl Peak {
    fn percent(&self) -> f64 {
        100.0 * self.delayed as f64 / self.requests as f64
    }
}

fn peak(times: &Latencies, limits: Limits) -> Option<Peak> {
    let within = |(from, to): (u64, u64)| times.count_above_us(from) - times.count_above_us(to);
    let per_us = |of: (u64, u64)| within(of) as f64 / (of.1 - of.0) as f64;
    let (requests, delayed, fast) = (times.count(), within(DELAYED_US), within((0, FAST_US)));
    let is_much =
        delayed as f64 >= limits.requests && delayed as f64 > limits.percent / 100.0 * requests as f64;
    let is_apart = DURING_JOB_US
        .iter()
        .all(|background| per_us(DELAYED_US) > limits.times_as_dense * per_us(*background));
    let is_fast_else = fast as f64 >= limits.fast_percent / 100.0 * requests as f64;
    if !(is_much && is_apart && is_fast_else) {
        return None;
    }
    let median_us = |below: u64, count: u64| {
        times.quantile_us((below as f64 + count as f64 / 2.0) / requests as f64).unwrap_or(0)
    };
    let before = requests - times.count_above_us(DELAYED_US.0);
    Some(Peak { delayed, requests, delayed_us: median_us(before, delayed), fast_us: median_us(0, fast) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::{Claim, Settings};
    use plimsoll_testkit::synthetic::{Spec, run};

    /// So many requests, spread evenly over the milliseconds.
    fn spread(requests: u64, from_ms: f64, to_ms: f64) -> impl Iterator<Item = (u64, u64)> {
        let us = move |i: u64| from_ms + (to_ms - from_ms) * i as f64 / requests as f64;
        (0..requests).map(move |i| ((1_000.0 * us(i)) as u64, 1))
    }

    fn looked(parts: &[(u64, f64, f64)]) -> Option<Peak> {
        let times = parts.iter().flat_map(|(requests, from, to)| spread(*requests, *from, *to));
        peak(&Latencies::from_counts(times), Limits::of(&Settings::new()))
    }

    #[test]
    fn a_peak_at_40_ms_apart_from_fast_requests_is_found() {
        let found = looked(&[(950, 1.0, 4.0), (50, 40.5, 43.0)]).expect("a peak");
        assert_eq!((found.delayed, found.requests), (50, 1_000));
        assert!((1_000..4_000).contains(&found.fast_us), "{found:?}");
        assert!((40_500..43_000).contains(&found.delayed_us), "{found:?}");
    }

    #[test]
    fn what_always_takes_40_ms_or_spreads_over_them_is_none() {
        assert_eq!(looked(&[(1_000, 40.0, 42.0)]), None, "all of them");
        assert_eq!(looked(&[(400, 1.0, 4.0), (600, 40.0, 42.0)]), None, "most of them");
        assert_eq!(looked(&[(600, 1.0, 10.0), (400, 20.0, 80.0)]), None, "a long tail");
        assert_eq!(looked(&[(995, 1.0, 4.0), (5, 40.0, 42.0)]), None, "few");
        assert_eq!(looked(&[(950, 1.0, 4.0), (50, 48.0, 52.0)]), None, "elsewhere");
    }

    #[test]
    fn a_run_is_accused_by_its_own_transaction_with_a_caveat() {
        let with = |delayed_us: &[u64]| {
            let mut run = run(&Spec { loads: vec![(10, 1)], measured_s: 30, ..Spec::default() });
            for (_, interval) in run.seconds.iter_mut().flat_map(|second| &mut second.transactions) {
                let requests = interval.requests as usize;
                let fast = std::iter::repeat_n(3_000, requests.saturating_sub(delayed_us.len()));
                let delayed = delayed_us.iter().copied().take(requests);
                let times = fast.chain(delayed).map(|us| (us, 1));
                interval.response = Latencies::from_counts(times);
            }
            let findings = crate::analyse(&[run], &[], 42).runs.remove(0).findings;
            findings.into_iter().filter(|finding| finding.id == DETECTOR.id).collect::<Vec<_>>()
        };
        let found = with(&[41_000]);
        let Claim::NagleDelay(claim) = &found.first().expect("a finding").claim else { panic!("{found:?}") };
        assert_eq!(
            (claim.steps.as_slice(), claim.fast_us / 100, claim.delayed_us / 100),
            (&[1][..], 30, 410)
        );
        assert!(matches!(found[0].against[..], [Caveat::NotWatched { .. }, ..]), "{found:?}");
        assert_eq!(with(&[]), Vec::new());
    }
}
