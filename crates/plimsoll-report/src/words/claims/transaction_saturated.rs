//! The finding on transactions that have reached their maximum under a total that still grows.

use crate::evidence::{ReportPlace, SectionAnchor};
use crate::words::finding::ClaimWords;
use crate::words::{Words, args};
use plimsoll_analysis::findings::TransactionSaturated;
use plimsoll_analysis::{RunAnalysis, SaturatedTransaction};

impl ClaimWords for TransactionSaturated {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let of = |found: &SaturatedTransaction| {
            let (before, after) = (words.per_s(found.from_per_s), words.per_s(found.to_per_s));
            let (first, later) = (words.time(found.from_mean_us), words.time(found.to_mean_us));
            let transaction = found.transaction.as_str();
            words.say("finding-saturated-transaction", args![transaction, before, after, first, later])
        };
        let named: Vec<String> = self.0.transactions.iter().map(of).collect();
        let (n, transactions) = (named.len(), words.listed(&named));
        let [from, to] = [self.0.from_step, self.0.to_step].map(|step| words.steps(&[step]));
        let others = words.with_percent_sign(words.significant(self.0.others_percent, 2));
        let said = words.say("finding-transaction-saturated", args![n, transactions, from, to, others]);
        let widths = self.0.transactions.iter().filter_map(|found| width(words, found));
        std::iter::once(said).chain(widths).collect::<Vec<_>>().join(" ")
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        let named: Vec<String> = self.0.transactions.iter().map(|of| of.transaction.clone()).collect();
        let (n, transactions) = (named.len(), words.listed(&named));
        Some(words.say("finding-next-transaction-saturated", args![n, transactions]))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![
            ReportPlace::Section(SectionAnchor::Transactions),
            ReportPlace::Steps(vec![self.0.from_step, self.0.to_step]),
        ]
    }
}

fn width(words: &Words, found: &SaturatedTransaction) -> Option<String> {
    let width = words.significant(found.width?, 2);
    let transaction = found.transaction.as_str();
    Some(words.say("finding-transaction-saturated-width", args![width, transaction]))
}
