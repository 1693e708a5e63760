//! `periodic-stalls`: within one load, at least four times and at equal distances, a second or more brings far less than the others. A
//! job each minute, a checkpoint, a cache that is emptied, a collection of the whole heap: means and percentiles of the step do not tell
//! it, the period does.

use crate::findings::prelude::*;
use plimsoll_run::TransactionKind;

pub(crate) static DETECTOR: Detector = Detector {
    id: "periodic-stalls",
    severities: &[Severity::Warning],
    when: "in a valid step four or more seconds (or stretches of them) bring less than 60 % of what the median second of that step \
        brings, and less than chance makes of it (3 standard deviations of a Poisson count), at distances that differ from each other by less \
        than 20 %, and that are 3 s or more; all over the step (half of it or more), and no more than a third of the time",
    requires: "values of every second",
    needs: &[Need::Seconds],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("periodic-stalls", Limits {
    /// stalls, at least
    stalls = 4.0,
    /// % of the median second's throughput that a stall has at most
    percent = 60.0,
    /// % by which the distances may differ from their median
    uneven_percent = 20.0,
    /// s between two stalls, at least
    seconds = 3.0,
    /// requests in the median second, at least
    requests = 20.0,
});

/// Throughput stalls again and again, with a period.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PeriodicStalls {
    pub step: u32,
    pub stalls: u64,
    pub period_s: f64,
    /// Of the deepest second, as a share of the median one.
    pub left_percent: f64,
}

impl Claimed for PeriodicStalls {
    fn next_step(&self) -> NextStep {
        NextStep::LookAtPeriod { period_s: self.period_s }
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let rows = evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| row.is_valid());
    let of_row = |(row, window): (&StepRow, &crate::step::Window)| -> Option<Found> {
        let counts: Vec<(f64, f64)> = window
            .seconds
            .iter()
            .map(|second| {
                let of = second.transactions.iter().filter(|(key, _)| key.kind == TransactionKind::Request);
                (
                    f64::from(second.second),
                    of.map(|(_, interval)| interval.requests - interval.errors_total().min(interval.requests))
                        .sum::<u64>() as f64,
                )
            })
            .collect();
        let stalls = stalls(&counts, limits)?;
        let claim = PeriodicStalls { step: row.number, ..stalls };
        Some(Found::new(claim, vec![EvidenceItem::throughput(row)]))
    };
    // One step is enough: a longer one says it more surely.
    let found: Vec<Found> = rows.filter_map(of_row).collect();
    found.into_iter().last().into_iter().collect()
}

/// Standard deviations of a Poisson count.
const CHANCE: f64 = 3.0;
/// Of the step's seconds: what comes again and again for a while only is no period of it.
const ALL_OVER: f64 = 0.5;

/// Of seconds and what succeeded in each, in their order.
fn stalls(counts: &[(f64, f64)], limits: Limits) -> Option<PeriodicStalls> {
    let mut sorted: Vec<f64> = counts.iter().map(|(_, n)| *n).collect();
    sorted.sort_by(f64::total_cmp);
    let median = *sorted.get(sorted.len() / 2).filter(|median| **median >= limits.requests)?;
    let chance = CHANCE * median.sqrt();
    let is_low = |n: f64| n < (limits.percent / 100.0 * median).min(median - chance);
    if 3 * counts.iter().filter(|(_, n)| is_low(*n)).count() > counts.len() {
        return None;
    }
    // The beginning of each stretch.
    let begins: Vec<f64> = counts
        .windows(2)
        .filter(|pair| is_low(pair[1].1) && !is_low(pair[0].1))
        .map(|pair| pair[1].0)
        .collect();
    if (begins.len() as f64) < limits.stalls {
        return None;
    }
    let mut apart: Vec<f64> = begins.windows(2).map(|pair| pair[1] - pair[0]).collect();
    apart.sort_by(f64::total_cmp);
    let period_s = (begins[begins.len() - 1] - begins[0]) / apart.len() as f64;
    // Whole seconds are counted: one more or less is no unevenness.
    let allowed = (limits.uneven_percent / 100.0 * period_s).max(1.0);
    let is_even = apart.iter().all(|between| (between - period_s).abs() <= allowed);
    let lasts_s = period_s * begins.len() as f64;
    let is_all_over = lasts_s >= ALL_OVER * counts.len() as f64;
    (is_even && is_all_over && period_s >= limits.seconds).then(|| PeriodicStalls {
        step: 0,
        stalls: begins.len() as u64,
        period_s,
        left_percent: 100.0 * sorted[0] / median,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Settings;

    fn looked(count: impl Fn(u32) -> f64) -> Option<f64> {
        let counts: Vec<(f64, f64)> = (0..40).map(|second| (f64::from(second), count(second))).collect();
        stalls(&counts, Limits::of(&Settings::new())).map(|found| found.period_s)
    }

    #[test]
    fn stalls_at_equal_distances_are_found_with_their_period() {
        assert_eq!(looked(|second| if second % 7 == 3 { 20.0 } else { 200.0 }), Some(7.0));
        assert_eq!(looked(|second| if second % 10 < 2 && second > 1 { 0.0 } else { 200.0 }), None, "three");
    }

    #[test]
    fn chance_is_no_period() {
        assert_eq!(looked(|_| 200.0), None);
        assert_eq!(looked(|second| if [3, 5, 17, 20, 38].contains(&second) { 20.0 } else { 200.0 }), None);
        assert_eq!(looked(|second| if second % 2 == 0 { 20.0 } else { 200.0 }), None, "half of the time");
        assert_eq!(looked(|second| if second % 7 == 3 { 150.0 } else { 200.0 }), None, "shallow");
        assert_eq!(
            looked(|second| if second > 26 && second % 3 == 0 { 20.0 } else { 200.0 }),
            None,
            "at its end"
        );
        assert_eq!(looked(|second| if second % 7 == 3 { 12.0 } else { 24.0 }), None, "few requests");
    }
}
