use super::requirement::{Relation, Requirement, RequirementMetric};
use super::verdict::{Judgement, JudgementBasis};
use crate::statistics::{Bounds, Estimate, ratio_bounds, wilson};
use crate::step::{Hang, LittleCheck, Window, sum_us, throughput_of};
use crate::validity::TimingUncertainty;
use plimsoll_run::record::Second;
use plimsoll_run::{Interval, Latencies, TransactionKey, TransactionKind};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What a requirement looks at: one window, or several at the same load taken together.
struct MeasuredPart<'a> {
    windows: &'a [&'a Window<'a>],
    interval: Cow<'a, Interval>,
    /// `None`: all requests.
    transaction: Option<&'a TransactionKey>,
    /// Of arrivals; they belong to no transaction.
    dropped: u64,
    /// Of all requests, where the caller knows it.
    throughput_per_s: Option<Estimate>,
    seed: u64,
}

/// Judges a requirement by one window, or by several at the same load together. `throughput_per_s` is that of
/// all their requests if it is known: one report must not give two intervals of one figure.
pub(crate) fn judge_windows(
    requirement: &Requirement,
    windows: &[&Window],
    throughput_per_s: Option<Estimate>,
    uncertainty: Option<TimingUncertainty>,
    seed: u64,
) -> (Judgement, JudgementBasis) {
    let Some(scope) = MeasuredPart::of(requirement, windows, throughput_per_s, seed) else {
        return (Judgement::Inconclusive, JudgementBasis::NoRequests);
    };
    let (judgement, evidence) = measure(requirement, &scope);
    if judgement != Judgement::Fail && requirement.is_of_time() && has_no_times(&scope.interval) {
        return (Judgement::Inconclusive, JudgementBasis::NoTimes);
    }
    let proven = match judgement {
        Judgement::Pass => holds_with_in_flight(requirement, &scope),
        _ => true,
    };
    let sure = uncertainty.is_none_or(|found| is_same_within(requirement, &scope, judgement, found));
    (if proven && sure { judgement } else { Judgement::Inconclusive }, evidence)
}

/// Requests succeeded, and how long they took is not known: logs without durations, summaries without percentiles.
fn has_no_times(interval: &Interval) -> bool {
    interval.response.count() == 0 && interval.requests > interval.errors_total()
}

/// Whether the judgement would be the same if the load generator had not been late: what fails would fail with times that
/// are shorter by it, and what holds would hold with times that are longer.
fn is_same_within(
    requirement: &Requirement,
    scope: &MeasuredPart,
    judgement: Judgement,
    uncertainty: TimingUncertainty,
) -> bool {
    let TimingUncertainty { times_us, mean_us, longest_us, .. } = uncertainty;
    let (shorter_us, longer_us) = match requirement.measure {
        RequirementMetric::Percentile(percent) if percent <= 99.0 => (times_us, mean_us),
        RequirementMetric::Percentile(_) | RequirementMetric::Max => (longest_us, mean_us),
        RequirementMetric::Mean => (mean_us, mean_us),
        // Their interval has it already.
        RequirementMetric::Errors | RequirementMetric::Throughput => return true,
    };
    let limit = match judgement {
        Judgement::Pass => (requirement.limit - longer_us as f64).max(1.0),
        Judgement::Fail => requirement.limit + shorter_us as f64,
        Judgement::Inconclusive => return true,
    };
    measure(&Requirement { limit, ..requirement.clone() }, scope).0 == judgement
}

/// Where times are lower bounds, for the longest requests were under way when the window ended, a limit of time holds only
/// if it would with all of those over it.
fn holds_with_in_flight(requirement: &Requirement, scope: &MeasuredPart) -> bool {
    let cut = |window: &&Window| {
        let waits = Hang::of(window)
            .filter(|_| window.generator.arrivals.is_empty())
            .map(|hang| u64::from(hang.users));
        let of_little = || {
            let little = LittleCheck::of(window)?;
            little.response_us_mean.map(|_| little.in_flight)
        };
        // What was given up may have taken any time; all others are known.
        let is_open = !window.generator.arrivals.is_empty();
        let given_up = || Some(window.step.abandoned).filter(|_| is_open);
        waits.or_else(of_little).or_else(given_up)
    };
    let in_flight: u64 = scope.windows.iter().filter_map(cut).sum();
    match requirement.measure {
        _ if in_flight == 0 => true,
        RequirementMetric::Percentile(_) => {
            let over = Window::errors(&scope.interval).0 + scope.dropped + slow(requirement, &scope.interval);
            let of = Window::answered(&scope.interval) + scope.dropped + in_flight;
            let allowed = requirement.allowed_share().unwrap_or(0.0);
            wilson(over + in_flight, of).high < allowed
        }
        RequirementMetric::Mean | RequirementMetric::Max => false,
        RequirementMetric::Errors | RequirementMetric::Throughput => true,
    }
}

impl<'a> MeasuredPart<'a> {
    /// `None` without a request.
    fn of(
        requirement: &Requirement,
        windows: &'a [&'a Window<'a>],
        throughput_per_s: Option<Estimate>,
        seed: u64,
    ) -> Option<MeasuredPart<'a>> {
        let Some(name) = &requirement.transaction else {
            let totals = windows.iter().map(|window| &window.total);
            let dropped = windows.iter().map(|window| window.dropped()).sum();
            let interval = merged(totals).filter(|interval| interval.requests > 0 || dropped > 0)?;
            return Some(MeasuredPart {
                windows,
                interval,
                transaction: None,
                dropped,
                throughput_per_s,
                seed,
            });
        };
        let found: Vec<(&TransactionKey, &Interval)> =
            windows.iter().filter_map(|window| find(window, name)).collect();
        let transaction = found.first().map(|(transaction, _)| *transaction);
        let interval = merged(found.into_iter().map(|(_, interval)| interval))?;
        (interval.requests > 0).then_some(MeasuredPart {
            windows,
            interval,
            transaction,
            dropped: 0,
            throughput_per_s: None,
            seed,
        })
    }

    /// Arrivals whose answers had not come when a window ended, after more than so long; they belong to no transaction.
    fn unanswered_over(&self, limit_us: f64) -> u64 {
        let of_all = self.windows.iter().filter(|_| self.transaction.is_none());
        of_all.map(|window| window.unanswered_over(limit_us)).sum()
    }

    fn throughput_per_s(&self) -> Estimate {
        let computed = || throughput_of(self.windows, &self.interval, self.transaction, self.seed);
        self.throughput_per_s.unwrap_or_else(computed)
    }

    fn mean_us(&self) -> Estimate {
        let of = |window: &&Window, figure: fn(&Interval) -> f64| window.by_second(self.transaction, figure);
        let times = self.windows.iter().flat_map(|window| of(window, succeeded_us));
        let counts = self.windows.iter().flat_map(|window| of(window, succeeded));
        let seconds: Vec<(f64, f64)> = times.zip(counts).collect();
        let value = succeeded_us(&self.interval) / succeeded(&self.interval).max(1.0);
        Estimate { value, bounds_95: ratio_bounds(&seconds, self.seed) }
    }
}

/// What a figure shows of a measure: microseconds, or percent of requests. Where so many failed that the percentile
/// falls among them, it is the longest time that was measured.
pub(crate) fn measured_in(
    windows: &[&Window],
    measure: RequirementMetric,
    transaction: Option<&str>,
) -> Option<f64> {
    let of_window = |window: &&'_ Window| match transaction {
        None => Some(window.total.clone()),
        Some(name) => find(window, name).map(|(_, interval)| interval.clone()),
    };
    let mut interval = Interval::default();
    windows.iter().filter_map(of_window).for_each(|of_one| interval.merge(&of_one));
    let dropped =
        windows.iter().filter(|_| transaction.is_none()).map(|window| window.dropped()).sum::<u64>();
    let of = Window::answered(&interval) + dropped;
    let max_us = interval.response.max_us()? as f64;
    match measure {
        RequirementMetric::Percentile(percent) => {
            Some(percentile_us(&interval, of, percent).map_or(max_us, |us| us as f64))
        }
        RequirementMetric::Mean => {
            (succeeded(&interval) > 0.0).then(|| succeeded_us(&interval) / succeeded(&interval))
        }
        RequirementMetric::Max => Some(max_us),
        RequirementMetric::Errors => {
            Some(100.0 * (Window::errors(&interval).0 + dropped) as f64 / of.max(1) as f64)
        }
        RequirementMetric::Throughput => None,
    }
}

fn merged<'a>(mut intervals: impl Iterator<Item = &'a Interval>) -> Option<Cow<'a, Interval>> {
    let mut all = Cow::Borrowed(intervals.next()?);
    intervals.for_each(|interval| all.to_mut().merge(interval));
    Some(all)
}

/// A name can belong to several kinds; the request is meant, it is the one on the wire.
pub(super) fn find<'w>(window: &'w Window, name: &str) -> Option<(&'w TransactionKey, &'w Interval)> {
    let of_kind = |kind| {
        let found = window.transactions.iter().find(|(t, _)| t.kind == kind && t.name == name);
        found.map(|(transaction, interval)| (*transaction, interval))
    };
    let kinds = [TransactionKind::Request, TransactionKind::Group, TransactionKind::Completion];
    kinds.into_iter().find_map(of_kind)
}

fn measure(requirement: &Requirement, scope: &MeasuredPart) -> (Judgement, JudgementBasis) {
    let (limit, interval, dropped) = (requirement.limit, &*scope.interval, scope.dropped);
    // An arrival that was dropped had no answer, as if its first request had failed.
    let failed = Window::errors(interval).0 + dropped;
    let of = Window::answered(interval) + dropped;
    let over = || failed + slow(requirement, interval);
    match requirement.measure {
        RequirementMetric::Percentile(percent) => {
            let unanswered = scope.unanswered_over(limit);
            let of = of + unanswered;
            let measured_us = percentile_us(interval, of, percent);
            let counts = Counts { over: over() + unanswered, failed: Some(failed), dropped, unanswered, of };
            share(requirement, &counts, measured_us)
        }
        RequirementMetric::Errors => {
            share(requirement, &Counts { over: failed, failed: None, dropped, unanswered: 0, of }, None)
        }
        RequirementMetric::Max => {
            let over = over();
            let late = scope.windows.iter().map(|window| window.outside.late_longest_us).max();
            // Of which transaction it was is not counted.
            let late_us = late.filter(|us| scope.transaction.is_none() && *us as f64 > limit);
            let judgement = match (over, late_us) {
                (0, None) => Judgement::Pass,
                (0, Some(_)) => Judgement::Inconclusive,
                _ => Judgement::Fail,
            };
            let max_us = interval.response.max_us().unwrap_or(0);
            (judgement, JudgementBasis::Max { max_us, over, failed, dropped, of, limit_us: limit, late_us })
        }
        // All were slower than any limit.
        RequirementMetric::Mean if interval.succeeded() == 0 && failed > 0 => {
            (Judgement::Fail, JudgementBasis::NothingSucceeded { requests: interval.requests })
        }
        RequirementMetric::Mean if interval.succeeded() == 0 => {
            (Judgement::Inconclusive, JudgementBasis::NothingSucceeded { requests: interval.requests })
        }
        RequirementMetric::Mean => {
            let mean_us = scope.mean_us();
            (below(&mean_us, limit), JudgementBasis::Mean { mean_us, limit_us: limit })
        }
        RequirementMetric::Throughput => {
            let per_s = scope.throughput_per_s();
            let judgement = match per_s.bounds_95 {
                Some(bounds) if bounds.low >= limit => Judgement::Pass,
                Some(bounds) if bounds.high < limit => Judgement::Fail,
                // It needs no interval that nothing is too little.
                None if interval.succeeded() == 0 && failed > 0 => Judgement::Fail,
                None if per_s.value >= FAR_FACTOR * limit => Judgement::Pass,
                None if per_s.value * FAR_FACTOR <= limit => Judgement::Fail,
                _ => Judgement::Inconclusive,
            };
            (judgement, JudgementBasis::Throughput { per_s, limit_per_s: limit, served_per_s: None })
        }
    }
}

/// Throughput without an interval (a table, a few seconds) that is so many times the limit, or so many times less, needs none.
const FAR_FACTOR: f64 = 2.0;

/// Successful requests over a limit of time.
fn slow(requirement: &Requirement, interval: &Interval) -> u64 {
    // Whole microseconds: `< limit` allows up to limit − 1. Times within 0.1 % of the limit share its bucket of the
    // histogram: what takes as long as the limit is not less, and not more, so they count as over only for `<`.
    let allowed_us = match requirement.comparison {
        Relation::Less => (requirement.limit - 1.0) as u64,
        _ => Latencies::bucket_us(requirement.limit as u64),
    };
    interval.response.count_above_us(allowed_us).saturating_sub(interval.failed.count_above_us(allowed_us))
}

/// Over and all, of each second of a window, for a requirement that is judged by a share; else nothing.
pub(crate) fn shares_by_second(requirement: &Requirement, window: &Window) -> Vec<(f64, f64)> {
    let percentile = matches!(requirement.measure, RequirementMetric::Percentile(_));
    if !percentile && requirement.measure != RequirementMetric::Errors {
        return Vec::new();
    }
    let transaction = requirement.transaction.as_deref().and_then(|name| find(window, name));
    let transaction = transaction.map(|(transaction, _)| transaction);
    if requirement.transaction.is_some() && transaction.is_none() {
        return Vec::new();
    }
    let over = |interval: &Interval| {
        let slow = if percentile { slow(requirement, interval) } else { 0 };
        (Window::errors(interval).0 + slow) as f64
    };
    let dropped = |second: &Second| {
        if transaction.is_none() { window.dropped_in(second) as f64 } else { 0.0 }
    };
    let over = window.by_second(transaction, over);
    let of = window.by_second(transaction, |interval| Window::answered(interval) as f64);
    let dropped = window.by_whole_second(dropped);
    over.into_iter()
        .zip(of)
        .zip(dropped)
        .map(|((over, of), dropped)| (over + dropped, of + dropped))
        .collect()
}

fn succeeded(interval: &Interval) -> f64 {
    interval.response.count().saturating_sub(interval.failed.count()) as f64
}

fn succeeded_us(interval: &Interval) -> f64 {
    (sum_us(&interval.response) - sum_us(&interval.failed)).max(0.0)
}

/// The time within which so many percent of `of` requests succeeded; `None` if fewer did at all.
fn percentile_us(interval: &Interval, of: u64, percent: f64) -> Option<u64> {
    let mut failed: BTreeMap<u64, u64> = interval.failed.buckets().collect();
    let wanted = ((percent / 100.0 * of as f64).ceil() as u64).max(1);
    let mut seen = 0;
    let reached = interval.response.buckets().find(|(us, count)| {
        seen += count.saturating_sub(failed.remove(us).unwrap_or(0));
        seen >= wanted
    });
    reached.map(|(us, _)| us)
}

/// As in [`JudgementBasis::Share`].
struct Counts {
    over: u64,
    failed: Option<u64>,
    dropped: u64,
    unanswered: u64,
    of: u64,
}

fn share(
    requirement: &Requirement,
    counts: &Counts,
    measured_us: Option<u64>,
) -> (Judgement, JudgementBasis) {
    let Counts { over, failed, dropped, unanswered, of } = *counts;
    let allowed = requirement.allowed_share().unwrap_or(0.0);
    let bounds = wilson(over, of);
    let judgement = if allowed == 0.0 {
        // Nothing may fail: a count, there is no share to estimate.
        if over > 0 { Judgement::Fail } else { Judgement::Pass }
    } else if bounds.low > allowed {
        Judgement::Fail
    } else if bounds.high < allowed {
        Judgement::Pass
    } else {
        Judgement::Inconclusive
    };
    let evidence = JudgementBasis::Share {
        over,
        failed,
        dropped,
        unanswered,
        of,
        percent: if of == 0 { 0.0 } else { 100.0 * over as f64 / of as f64 },
        percent_bounds_95: Bounds { low: 100.0 * bounds.low, high: 100.0 * bounds.high },
        allowed_percent: 100.0 * allowed,
        measured_us,
    };
    (judgement, evidence)
}

fn below(estimate: &Estimate, limit: f64) -> Judgement {
    match estimate.bounds_95 {
        Some(bounds) if bounds.high <= limit => Judgement::Pass,
        Some(bounds) if bounds.low > limit => Judgement::Fail,
        _ => Judgement::Inconclusive,
    }
}
