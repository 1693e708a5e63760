//! What a difference means.

use super::measure::{Metric, Subject};
use super::options::Options;
use super::row::{ResamplingUnit, Row};
use crate::statistics::{Bounds, Estimate};
use serde::Serialize;

/// Share of false alarms among what is called better or worse (Benjamini & Hochberg 1995).
const FALSE_SHARE: f64 = 0.05;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The interval excludes equality, and the difference is larger than the margin.
    Worse,
    Better,
    /// The whole interval lies within the margin.
    Equivalent,
    Unproven(Undecided),
    NotComparable,
}

/// Why a difference is neither shown nor excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Undecided {
    /// The interval holds equality, and more than the margin.
    TooUncertain,
    /// There is a difference, but it may be smaller than the margin.
    AboutTheMargin,
    /// Alone it would be one; among so many comparisons some are by chance.
    OneOfMany,
    /// There is a difference between these two runs, but two runs of the same system may differ as much.
    BetweenRuns,
    /// The side with the better times has far more failures, which are in them and seldom take as long.
    MoreFailures,
    /// The sides are of different mixes of requests, which throughput of a transaction follows.
    OtherMix,
    /// One run each, and too few seconds.
    NoInterval,
}

/// What a comparison as a whole says; the exit code of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Judged {
    NoRegression,
    /// A figure of all requests is undecided or not comparable, or nothing could be compared.
    Undecided,
    Regression,
}

impl Judged {
    pub fn exit_code(self) -> u8 {
        match self {
            Judged::NoRegression => 0,
            Judged::Regression => 3,
            Judged::Undecided => 4,
        }
    }
}

/// By an estimate whose value for equality is `equal`, and how far from it is too little to matter.
pub(super) fn judge(estimate: &Estimate, equal: f64, margin: f64, higher_is_better: bool) -> Effect {
    let Some(Bounds { low, high }) = estimate.bounds_95 else {
        return Effect::Unproven(Undecided::NoInterval);
    };
    if low >= equal - margin && high <= equal + margin {
        return Effect::Equivalent;
    }
    let (rises, falls) = (low > equal, high < equal);
    if !rises && !falls {
        return Effect::Unproven(Undecided::TooUncertain);
    }
    if (estimate.value - equal).abs() <= margin {
        return Effect::Unproven(Undecided::AboutTheMargin);
    }
    if rises == higher_is_better { Effect::Better } else { Effect::Worse }
}

/// Of single runs, which by themselves differ by some percent, a difference is what surely is larger than the margin:
/// whether a value within it lies in the interval.
pub(super) fn may_be_between_runs(unit: ResamplingUnit, estimate: Estimate, equal: f64, margin: f64) -> bool {
    let bounds = estimate.bounds_95;
    unit == ResamplingUnit::Seconds
        && bounds.is_none_or(|b| b.low <= equal + margin && b.high >= equal - margin)
}

/// Shares of failures that differ by less (points) hardly change response times.
pub(super) const FAILED_APART_PERCENT: f64 = 5.0;

/// Takes back better times of the side of which far more failed, and with them worse ones of the other.
pub(super) fn correct_for_failures(rows: &mut [Row]) {
    let of_shares = rows.iter().filter(|row| row.metric.is_share());
    let apart: Vec<(Subject, f64)> = of_shares
        .map(|row| (row.subject.clone(), row.after.value - row.before.value))
        .filter(|(_, points)| points.abs() >= FAILED_APART_PERCENT)
        .collect();
    for row in rows.iter_mut().filter(|row| row.metric.is_time()) {
        let Some((_, points)) = apart.iter().find(|(subject, _)| *subject == row.subject) else { continue };
        let is_by_failures = match row.effect {
            Effect::Better => *points > 0.0,
            Effect::Worse => *points < 0.0,
            _ => false,
        };
        if is_by_failures {
            row.effect = Effect::Unproven(Undecided::MoreFailures);
        }
    }
}

/// What says nothing of the system is no comparison among the others.
fn is_left_out(effect: Effect) -> bool {
    matches!(effect, Effect::NotComparable | Effect::Unproven(Undecided::OtherMix))
}

/// Takes back what the mix makes of the throughput of transactions.
pub(super) fn correct_for_mix(rows: &mut [Row]) {
    let of_mix = |row: &&mut Row| {
        let is_throughput = row.metric == Metric::ThroughputPerS && row.subject.transaction.is_some();
        is_throughput && matches!(row.effect, Effect::Better | Effect::Worse)
    };
    rows.iter_mut().filter(of_mix).for_each(|row| row.effect = Effect::Unproven(Undecided::OtherMix));
}

/// Takes back what stands out only because so much was compared, and of single runs what two runs of one system may differ
/// by, but for failures: a pipeline is to hear of those. Figures of all requests are one family, those of transactions another.
pub(super) fn correct_for_many(rows: &mut [Row], options: Options) {
    for of_all in [true, false] {
        let family = |row: &Row| row.subject.transaction.is_none() == of_all;
        let ps = rows.iter().filter(|row| family(row) && !is_left_out(row.effect)).filter_map(|row| row.p);
        let threshold = p_max(ps.collect());
        for row in rows.iter_mut().filter(|row| family(row)) {
            let about = Effect::Unproven(Undecided::AboutTheMargin);
            let shown = matches!(row.effect, Effect::Better | Effect::Worse) || row.effect == about;
            if shown && row.p.is_some_and(|p| p > threshold) {
                row.effect = Effect::Unproven(Undecided::OneOfMany);
                // It is of a comparison by itself.
                row.smallest_effect_percent = None;
            } else if shown && !row.metric.is_share() && row.may_be_between_runs(options) {
                row.effect = Effect::Unproven(Undecided::BetweenRuns);
            }
        }
    }
}

/// The largest p of a family that is no chance among so many.
pub(super) fn p_max(mut ps: Vec<f64>) -> f64 {
    ps.sort_by(f64::total_cmp);
    let count = ps.len() as f64;
    let holds = |(rank, p): (usize, &f64)| (*p <= FALSE_SHARE * (rank as f64 + 1.0) / count).then_some(*p);
    ps.iter().enumerate().filter_map(holds).next_back().unwrap_or(0.0)
}

/// A regression anywhere; else doubt where all requests are concerned.
pub fn overall(rows: &[Row], jobs: Option<Effect>) -> Judged {
    let of_all =
        || rows.iter().filter(|row| row.subject.transaction.is_none()).map(|row| row.effect).chain(jobs);
    if rows.iter().map(|row| row.effect).chain(jobs).any(|effect| effect == Effect::Worse) {
        Judged::Regression
    } else if of_all().next().is_none()
        || of_all().any(|effect| matches!(effect, Effect::Unproven(_) | Effect::NotComparable))
    {
        Judged::Undecided
    } else {
        Judged::NoRegression
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: f64, low: f64, high: f64, expected: Effect) {
        let estimate = Estimate { value, bounds_95: Some(Bounds { low, high }) };
        assert_eq!(judge(&estimate, 1.0, 0.05, true), expected, "{value} ({low}–{high})");
    }

    #[test]
    fn an_interval_and_a_margin_decide_together() {
        check(1.00, 0.98, 1.02, Effect::Equivalent);
        // A difference that is there and does not matter.
        check(1.03, 1.02, 1.04, Effect::Equivalent);
        check(0.80, 0.75, 0.85, Effect::Worse);
        check(1.20, 1.10, 1.30, Effect::Better);
        check(1.02, 0.90, 1.14, Effect::Unproven(Undecided::TooUncertain));
        check(1.04, 1.01, 1.07, Effect::Unproven(Undecided::AboutTheMargin));
        check(1.06, 1.01, 1.11, Effect::Better);
    }

    #[test]
    fn of_times_more_is_worse() {
        let estimate = Estimate { value: 1.2, bounds_95: Some(Bounds { low: 1.1, high: 1.3 }) };
        assert_eq!(judge(&estimate, 1.0, 0.05, false), Effect::Worse);
        let unknown = Estimate { value: 1.2, bounds_95: None };
        assert_eq!(judge(&unknown, 1.0, 0.05, false), Effect::Unproven(Undecided::NoInterval));
    }
}
