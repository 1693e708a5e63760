//! `transaction-saturated`: under a higher load a transaction brings no more and takes longer, while the others bring more: it has
//! reached its maximum, and the total, which still grows, does not show it (`step/saturated.rs`).

use crate::findings::prelude::*;
use crate::step::{SaturatedTransaction, SaturatedTransactions};

pub(crate) static DETECTOR: Detector = Detector {
    id: "transaction-saturated",
    severities: &[Severity::Warning],
    when: "between the highest load and one that is 1.2 times smaller or less, a transaction's throughput gains 0.2 of what the load \
        gains at most (surely less than 0.5), its mean response time gains 0.4 of it or more and 10 ms, that of all \
        others together half as much at most, and their throughput gains 0.6 of the load's or more; 100 requests each, 5 % failures at most",
    requires: "two loads; several transactions",
    needs: &[Need::LoadsOfAnyMix(2), Need::Seconds],
    thresholds: &[],
    look: Look::Run(detect),
};

/// These transactions have reached their maximum, and the others have not.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TransactionSaturated(pub SaturatedTransactions);

impl Claimed for TransactionSaturated {
    fn next_step(&self) -> NextStep {
        match self.0.transactions.as_slice() {
            [SaturatedTransaction { width: Some(width), .. }] => NextStep::FindWidth { width: *width },
            _ => NextStep::WatchWhatTheyUse,
        }
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let found = evidence.run.saturated.iter().filter(|_| evidence.run.rate_capacity().is_none());
    let with_items = |of: &SaturatedTransactions| {
        let items = evidence.items(&[of.from_step, of.to_step], EvidenceItem::throughput);
        Found::new(TransactionSaturated(of.clone()), items)
    };
    found.map(with_items).collect()
}

#[cfg(test)]
mod tests {
    use crate::findings::Claim;
    use crate::step::SaturatedTransactions;
    use plimsoll_run::{Interval, Latencies};
    use plimsoll_testkit::synthetic::{Spec, request, run};

    /// At 2, 8 and 16 users: what the transactions bring each second, and how long they take, ms.
    fn found(pay: [(u64, u64); 3], search: [(u64, u64); 3]) -> Option<SaturatedTransactions> {
        let mut run = run(&Spec { loads: vec![(2, 1), (8, 1), (16, 1)], measured_s: 30, ..Spec::default() });
        let numbers: Vec<u32> = run.steps.iter().map(|step| step.number).collect();
        for second in &mut run.seconds {
            let of = numbers.iter().position(|number| *number == second.step).unwrap_or(0);
            second.transactions.clear();
            for (name, of_load) in [("pay", pay), ("search", search)] {
                let (per_s, ms) = of_load[of];
                let mut interval = Interval { requests: per_s, ..Interval::default() };
                interval.response = Latencies::from_counts([(1_000 * ms, per_s)]);
                second.transactions.insert(request(name), interval);
            }
        }
        let findings = crate::analyse(&[run], &[], 42).runs.remove(0).findings;
        findings.into_iter().find_map(|finding| match finding.claim {
            Claim::TransactionSaturated(claim) => Some(claim.0),
            _ => None,
        })
    }

    #[test]
    fn one_that_brings_no_more_is_named_with_its_width() {
        let claim = found([(20, 50), (80, 50), (80, 100)], [(50, 20), (200, 20), (400, 20)]).expect("found");
        let [pay] = claim.transactions.as_slice() else { panic!("{claim:?}") };
        assert_eq!((pay.transaction.as_str(), claim.from_step, claim.to_step), ("pay", 2, 3));
        assert!((pay.width.expect("known") - 4.0).abs() < 0.1, "{pay:?}");
        assert!((claim.others_percent - 100.0).abs() < 1.0, "{claim:?}");
    }

    #[test]
    fn what_grows_or_has_as_many_users_as_before_is_not() {
        let search = [(50, 20), (200, 20), (400, 20)];
        assert_eq!(found([(20, 50), (80, 50), (120, 66)], search), None, "half as much more");
        assert_eq!(found([(20, 50), (80, 50), (80, 50)], search), None, "its users are as many");
        let with_it = [(50, 20), (200, 20), (400, 40)];
        assert_eq!(
            found([(20, 50), (20, 50), (20, 100)], with_it),
            None,
            "paced, and slowed down with all others"
        );
        let slow = [(50, 20), (200, 20), (205, 39)];
        assert_eq!(found([(20, 50), (80, 50), (80, 100)], slow), None, "all stand: a plateau");
    }
}
