//! `interruption`: within one load hardly anything succeeded for four seconds or more, once or a few times, and before and after
//! it as much as usual: a restart, a failover, a lock, a collection of the whole heap. Shares of the whole step hide it.

use super::errors;
use crate::findings::prelude::*;
use crate::requirements::RequirementMetric;
use crate::step::Window;
use plimsoll_run::{SECOND_US, TransactionKind};
use std::ops::Range;

pub(crate) static DETECTOR: Detector = Detector {
    id: "interruption",
    severities: &[Severity::Critical, Severity::Warning],
    when: "in a valid step four or more seconds in a row bring less than 10 % of what the median second of that step \
        brings, and four or more before and after them over half of it; such seconds are no more than a third of the time, in three \
        stretches at most, or more of which half or more are as long and somebody waited (shorter ones, and the period: `periodic-stalls`). Critical where in more of the time than a requirement on a percentile \
        allows of the requests one that came would have waited for longer than its limit: users who wait send nothing more",
    requires: "values of every second, a step of 12 s",
    needs: &[Need::Seconds, Need::StepOfSeconds(12)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("interruption", Limits {
    /// s in a row, at least; what lasts for 5 s has four whole ones
    seconds = 4.0,
    /// % of the median second's throughput that each of them has at most
    percent = 10.0,
    /// requests in the median second, at least
    requests = 10.0,
});

/// Hardly anything succeeded for a while, and then as much as before.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThroughputInterruption {
    pub step: u32,
    /// From the run's start.
    pub from_s: f64,
    pub duration_s: f64,
    /// Of requests that ended in that time.
    pub failed: u64,
    /// Stretches in all; the longest is this one.
    pub times: u64,
    /// None of the requests that ended in it or just after it took half as long: nobody waited, and none was sent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub nobody_waited: bool,
    /// Nearly all failures of the step came in it: what is to be done is said of these.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_outage: bool,
    /// Requirements on percentiles that do not fail, though a larger share of the time than they allow of the requests had no
    /// answer: users who wait send no further requests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden_from: Vec<String>,
    pub percent_of_time: f64,
    /// What followed it was less than what was before it, for a while or to the end of the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery: Option<SlowRecovery>,
}

/// After an interruption it took a while until as much succeeded as before it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlowRecovery {
    pub duration_s: f64,
    /// So much less than before succeeded in that time.
    pub percent_less: f64,
    /// To the end of the step.
    pub to_end: bool,
}

impl Claimed for ThroughputInterruption {
    fn severity(&self) -> Option<Severity> {
        Some(if self.hidden_from.is_empty() { Severity::Warning } else { Severity::Critical })
    }

    fn next_step(&self) -> NextStep {
        match (self.nobody_waited, self.is_outage) {
            (true, _) => NextStep::FreeTheGenerator,
            (false, true) => NextStep::MendFailures,
            (false, false) => NextStep::LookAtEvents,
        }
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Steps(vec![self.step]))
    }
}

const STRETCHES_MAX: usize = 3;
/// So much of the usual was brought before and after it.
const USUAL_SHARE: f64 = 0.5;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let rows = evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| row.is_valid());
    let outages = errors::all_outages(evidence);
    rows.filter_map(|(row, window)| {
        let (claim, stretches) = in_window(window, limits)?;
        let longest = stretches.iter().max_by_key(|stretch| stretch.len())?;
        let hidden_from = match claim.nobody_waited || row.arrivals.is_some() {
            true => Vec::new(),
            false => {
                let lengths: Vec<f64> = stretches.iter().map(|stretch| stretch.len() as f64).collect();
                hidden_from(evidence, row, &lengths)
            }
        };
        let out = errors::seconds_out(&outages, row, window);
        let meets = |out: &Range<u32>| (out.start as usize) < longest.end && longest.start < out.end as usize;
        let is_outage = claim.failed > 0 && out.iter().any(meets);
        let claim = ThroughputInterruption { step: row.number, is_outage, hidden_from, ..claim };
        Some(Found::new(claim, vec![EvidenceItem::throughput(row)]))
    })
    .collect()
}

/// A request that would have come in a pause takes as long as is left of it: longer than the limit until so long before its end.
pub(super) fn hidden_from(evidence: &Evidence, row: &StepRow, lengths_s: &[f64]) -> Vec<String> {
    let over_s = |limit_us: f64| -> f64 {
        let left = |length_s: &f64| (length_s - limit_us / SECOND_US as f64).max(0.0);
        lengths_s.iter().map(left).sum()
    };
    evidence.not_failed_in(row, |found| {
        let is_more = |allowed| over_s(found.limit) > allowed * row.measured_s;
        matches!(found.measure, RequirementMetric::Percentile(_))
            && found.allowed_share().is_some_and(is_more)
    })
}

/// Hardly anything succeeded for a while, whoever waited.
pub(super) fn is_in(window: &Window, evidence: &Evidence) -> bool {
    in_window(window, Limits::of(evidence.settings())).is_some()
}

fn in_window(window: &Window, limits: Limits) -> Option<(ThroughputInterruption, Vec<Range<usize>>)> {
    let counts = window.by_second(None, |interval| interval.succeeded() as f64);
    let stretches = stretches(&counts, limits);
    let longest = stretches.iter().max_by_key(|stretch| stretch.len())?;
    let failed = window.by_second(None, |interval| (interval.requests - interval.succeeded()) as f64);
    let longest_us = longest_us(window, longest);
    let is_paced = |us: f64| 2.0 * us < longest.len() as f64 * SECOND_US as f64;
    // Users who think alike pause together, again and again.
    if stretches.len() > STRETCHES_MAX && longest_us.is_some_and(is_paced) {
        return None;
    }
    let length = longest.len() as f64;
    let all: usize = stretches.iter().map(ExactSizeIterator::len).sum();
    let failed = failed[longest.clone()].iter().sum::<f64>() as u64;
    let claim = ThroughputInterruption {
        step: 0,
        from_s: window.run_s(longest.start),
        duration_s: length,
        failed,
        times: stretches.len() as u64,
        nobody_waited: failed == 0 && longest_us.is_some_and(|us| 2.0 * us < length * SECOND_US as f64),
        is_outage: false,
        hidden_from: Vec::new(),
        percent_of_time: 100.0 * all as f64 / window.duration_s().max(1.0),
        recovery: (stretches.len() == 1).then(|| recovery(&counts, longest)).flatten(),
    };
    Some((claim, stretches))
}

/// Of the requests that ended in those seconds of the window, or in the two after them, or later if they were under way in them.
fn longest_us(window: &Window, stretch: &Range<usize>) -> Option<f64> {
    let first = window.from_us.div_ceil(SECOND_US);
    let seconds = first + stretch.start as u64..first + stretch.end as u64 + 2;
    let longest = window.seconds.iter().chain(window.after()).filter_map(|second| {
        let at = u64::from(second.second);
        let requests = second.transactions.iter().filter(|(of, _)| of.kind == TransactionKind::Request);
        let us = requests.filter_map(|(_, interval)| interval.response.max_us()).max()?;
        let began_before = at.saturating_sub(us / SECOND_US) < first + stretch.end as u64;
        (at >= seconds.start && (at < seconds.end || began_before)).then_some(us)
    });
    longest.max().map(|us| us as f64)
}

/// Seconds before it that say what is usual, at least.
const BEFORE_S: usize = 10;
/// It is over when so many seconds together bring so much of that.
const RECOVERED_S: usize = 5;
const RECOVERED_SHARE: f64 = 0.9;
/// Shorter ones belong to the interruption.
const RECOVERY_MIN_S: usize = 10;

/// Of what succeeded in each second.
fn recovery(counts: &[f64], stretch: &Range<usize>) -> Option<SlowRecovery> {
    let (before, after) = (&counts[..stretch.start], &counts[stretch.end..]);
    let mean = |seconds: &[f64]| seconds.iter().sum::<f64>() / seconds.len().max(1) as f64;
    let usual = mean(before);
    // What waited comes all at once, and is no recovery.
    let capped: Vec<f64> = after.iter().map(|count| count.min(usual)).collect();
    let recovered = capped.windows(RECOVERED_S).position(|seconds| mean(seconds) >= RECOVERED_SHARE * usual);
    let slow = &after[..recovered.unwrap_or(after.len())];
    if before.len() < BEFORE_S || slow.len() < RECOVERY_MIN_S {
        return None;
    }
    let variance = before.iter().map(|count| (count - usual).powi(2)).sum::<f64>() / before.len() as f64;
    let missing = usual - mean(slow);
    // Seconds vary, and so does what was usual.
    let error = (variance / slow.len() as f64 + variance / before.len() as f64).sqrt();
    let is_less = missing > (1.0 - RECOVERED_SHARE) * usual && missing > 4.0 * error;
    is_less.then(|| SlowRecovery {
        duration_s: slow.len() as f64,
        percent_less: 100.0 * missing / usual,
        to_end: recovered.is_none(),
    })
}

/// Of what succeeded in each second.
fn stretches(counts: &[f64], limits: Limits) -> Vec<Range<usize>> {
    let mut sorted = counts.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(median) = sorted.get(sorted.len() / 2).copied().filter(|median| *median >= limits.requests)
    else {
        return Vec::new();
    };
    let is_low = |at: usize| counts[at] < limits.percent / 100.0 * median;
    let around = limits.seconds as usize;
    let usual = |seconds: &[f64]| {
        seconds.len() >= around && seconds.iter().sum::<f64>() / seconds.len() as f64 >= USUAL_SHARE * median
    };
    let mut all: Vec<Range<usize>> = Vec::new();
    for at in (0..counts.len()).filter(|at| is_low(*at)) {
        match all.last_mut() {
            Some(stretch) if stretch.end == at => stretch.end += 1,
            _ => all.push(at..at + 1),
        }
    }
    let low: usize = all.iter().map(ExactSizeIterator::len).sum();
    let between = |stretch: &Range<usize>| {
        let before = &counts[stretch.start.saturating_sub(around)..stretch.start];
        let after = &counts[stretch.end..(stretch.end + around).min(counts.len())];
        stretch.len() >= around && usual(before) && usual(after)
    };
    // Many short ones are no interruptions.
    let is_many = all.len() > STRETCHES_MAX;
    let long = all.iter().filter(|stretch| stretch.len() >= around).count();
    if 3 * low > counts.len() || is_many && 2 * long < all.len() {
        return Vec::new();
    }
    all.into_iter().filter(between).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Settings;

    fn looked(count: impl Fn(usize) -> f64) -> Vec<Range<usize>> {
        let counts: Vec<f64> = (0..120).map(count).collect();
        stretches(&counts, Limits::of(&Settings::new()))
    }

    #[test]
    fn what_follows_an_interruption_is_compared_with_what_was_before_it() {
        let of = |after: &dyn Fn(usize) -> f64| {
            let count = |second: usize| match second {
                0..60 => 190.0 + (second % 5) as f64 * 5.0,
                60..72 => 0.0,
                _ => after(second),
            };
            let counts: Vec<f64> = (0..120).map(count).collect();
            recovery(&counts, &(60..72)).map(|found| (found.duration_s, found.to_end))
        };
        assert_eq!(of(&|second| if second < 96 { 120.0 } else { 200.0 }), Some((23.0, false)), "cold caches");
        assert_eq!(of(&|_| 120.0), Some((48.0, true)));
        assert_eq!(of(&|_| 200.0), None);
        assert_eq!(of(&|second| if second < 78 { 120.0 } else { 200.0 }), None, "a few seconds");
        assert_eq!(of(&|_| 185.0), None, "hardly less");
    }

    #[test]
    fn seconds_in_a_row_that_bring_hardly_anything_are_found() {
        let found = looked(|second| if (60..72).contains(&second) { 3.0 } else { 200.0 });
        assert_eq!(
            found.iter().map(|stretch| (stretch.start, stretch.len())).collect::<Vec<_>>(),
            [(60, 12)]
        );
        assert!(
            looked(|second| if (60..63).contains(&second) { 3.0 } else { 200.0 }).is_empty(),
            "too short"
        );
        assert!(
            looked(|second| if (60..72).contains(&second) { 40.0 } else { 200.0 }).is_empty(),
            "not deep"
        );
        assert!(looked(|second| if second >= 100 { 0.0 } else { 200.0 }).is_empty(), "it does not come back");
        assert!(looked(|second| if second < 10 { 0.0 } else { 200.0 }).is_empty(), "a slow beginning");
        let again = looked(|second| if second % 20 < 6 { 0.0 } else { 200.0 });
        assert_eq!(again.iter().map(|stretch| stretch.start).collect::<Vec<_>>(), [20, 40, 60, 80, 100]);
        assert!(looked(|second| if second % 10 < 3 { 0.0 } else { 200.0 }).is_empty(), "many short ones");
        assert!(
            looked(|second| if (60..72).contains(&second) { 0.0 } else { 4.0 }).is_empty(),
            "few requests"
        );
    }
}
