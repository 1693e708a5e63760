//! `transactions-slow-down`: with a higher load some transactions take more than twice as long, and others as long as before. What
//! they wait for, the others do not use, or much less.

use crate::findings::prelude::*;
use crate::step::TransactionRow;
use plimsoll_run::TransactionKind;

pub(crate) static DETECTOR: Detector = Detector {
    id: "transactions-slow-down",
    severities: &[Severity::Information],
    when: "at the highest valid load the median of some transactions is > 2 times that at the lowest and > 10 ms more, that of others \
        < 1.3 times, none of which took more than 3 times as long; 50 requests each",
    requires: "several transactions",
    needs: &[Need::LoadsOfAnyMix(2)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("transactions-slow-down", Limits {
    /// times its median at the lowest load: it slows down
    slowed = 2.0,
    /// times its median at the lowest load: it does not
    unchanged = 1.3,
    /// ms that it takes longer, at least
    ms = 10.0,
    /// requests of it at each of both loads
    requests = 50.0,
});

/// Some transactions take longer with a higher load, and others do not.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TransactionsSlowDown {
    pub from_step: u32,
    pub to_step: u32,
    /// That by which times grow most first.
    pub slowed: Vec<TransactionChange>,
    pub unchanged: Vec<TransactionChange>,
}

/// The medians of one transaction at both loads.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TransactionChange {
    pub transaction: String,
    pub from_p50_us: u64,
    pub to_p50_us: u64,
}

impl TransactionChange {
    fn times(&self) -> f64 {
        self.to_p50_us as f64 / self.from_p50_us.max(1) as f64
    }
}

impl Claimed for TransactionsSlowDown {
    fn next_step(&self) -> NextStep {
        NextStep::WatchWhatTheyUse
    }
}

/// Of the run's transactions of either kind.
const NAMED_MAX: usize = 5;
/// The unchanged ones take no longer than so many times the others, at the lowest load.
const ALIKE_TIMES: u64 = 3;
/// With more failures a transaction is another one.
const FAILING_PERCENT: f64 = 5.0;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let counts = |row: &&StepRow| row.is_of_one_system() && row.carries_claims();
    let load = |row: &&StepRow| row.load().value();
    let by_load = |a: &&StepRow, b: &&StepRow| load(a).total_cmp(&load(b));
    let steps = || evidence.run.steps.iter().filter(counts);
    let (Some(low), Some(high)) = (steps().min_by(by_load), steps().max_by(by_load)) else {
        return Vec::new();
    };
    let of = |step: &StepRow| {
        let number = step.number;
        evidence.run.transactions.iter().filter(move |row| {
            row.step == number
                && row.kind == TransactionKind::Request
                && row.response.count as f64 >= limits.requests
                && row.errors_percent <= FAILING_PERCENT
        })
    };
    let same = |row: &TransactionRow| of(high).find(|other| other.name == row.name);
    let changes: Vec<TransactionChange> = of(low).filter_map(|row| change(row, same(row)?)).collect();
    let (mut slowed, mut unchanged): (Vec<_>, Vec<_>) = changes
        .into_iter()
        .filter(|change| change.times() > limits.slowed || change.times() < limits.unchanged)
        .partition(|change| change.times() > limits.slowed);
    slowed.retain(|change| change.to_p50_us.saturating_sub(change.from_p50_us) as f64 > 1_000.0 * limits.ms);
    // Of one that takes far longer anyway, what it waits for more does not show.
    let longest = slowed.iter().map(|change| change.from_p50_us).max().unwrap_or(0);
    unchanged.retain(|change| change.from_p50_us <= ALIKE_TIMES * longest);
    if slowed.is_empty() || unchanged.is_empty() || load(&high) <= load(&low) {
        return Vec::new();
    }
    slowed.sort_by(|a, b| b.times().total_cmp(&a.times()));
    unchanged.sort_by(|a, b| a.times().total_cmp(&b.times()));
    slowed.truncate(NAMED_MAX);
    unchanged.truncate(NAMED_MAX);
    let items = [&slowed[0], &unchanged[0]].map(|change| {
        let times = EvidenceItem::load(LoadMeasure::ResponseMedian, Unit::Us, change.to_p50_us as f64);
        times.in_step(high.number)
    });
    let claim = TransactionsSlowDown { from_step: low.number, to_step: high.number, slowed, unchanged };
    vec![Found::new(claim, items.to_vec())]
}

fn change(from: &TransactionRow, to: &TransactionRow) -> Option<TransactionChange> {
    Some(TransactionChange {
        transaction: from.name.clone(),
        from_p50_us: from.response.p50_us?,
        to_p50_us: to.response.p50_us?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Claim;
    use plimsoll_run::Interval;
    use plimsoll_testkit::synthetic::{Spec, request, run};

    /// Two more transactions, whose times are these at both loads, ms.
    fn found(pay: [u64; 2], search: [u64; 2]) -> Option<TransactionsSlowDown> {
        let mut run = run(&Spec { loads: vec![(4, 1), (16, 1)], measured_s: 30, ..Spec::default() });
        let first_step = run.steps[0].number;
        for second in &mut run.seconds {
            let of = usize::from(second.step != first_step);
            second.transactions.clear();
            for (name, ms) in [("pay", pay[of]), ("search", search[of])] {
                let mut interval = Interval { requests: 20, ..Interval::default() };
                (0..20).for_each(|_| interval.response.record_us(1_000 * ms));
                second.transactions.insert(request(name), interval);
            }
        }
        let findings = crate::analyse(&[run], &[], 42).runs.remove(0).findings;
        findings.into_iter().find_map(|finding| match finding.claim {
            Claim::TransactionsSlowDown(claim) => Some(claim),
            _ => None,
        })
    }

    #[test]
    fn some_that_slow_down_where_others_do_not_are_named() {
        let claim = found([20, 90], [30, 31]).expect("found");
        let names = |changes: &[TransactionChange]| {
            changes.iter().map(|change| change.transaction.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&claim.slowed)[..1], ["pay"], "{claim:?}");
        assert!(names(&claim.unchanged).contains(&"search".to_owned()), "{claim:?}");
    }

    #[test]
    fn what_all_wait_for_is_no_difference() {
        assert_eq!(found([20, 90], [30, 140]), None, "all alike");
        assert_eq!(found([20, 21], [30, 31]), None, "none does");
        assert_eq!(found([1, 3], [30, 31]), None, "two milliseconds");
        assert_eq!(found([20, 70], [303, 311]), None, "a long wait hides it");
    }
}
