//! The finding on requests that are far slower than the others of their transaction.

use crate::evidence::{ReportPlace, SectionAnchor};
use crate::words::finding::ClaimWords;
use crate::words::{Words, args};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::{SlowMinority, SlowRequests};

/// So many transactions are named with their figures.
const NAMED: usize = 3;

impl ClaimWords for SlowMinority {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let named: Vec<String> =
            self.transactions.iter().take(NAMED).map(|of| of_transaction(words, of)).collect();
        let said = words.say("finding-slow-minority", args![named = named.join("; ")]);
        let n = self.transactions.len().saturating_sub(NAMED);
        let more = (n > 0).then(|| words.say("finding-slow-minority-more", args![n]));
        std::iter::once(said).chain(more).collect::<Vec<_>>().join(" ")
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        let named: Vec<String> =
            self.transactions.iter().take(NAMED).map(|of| of.transaction.clone()).collect();
        Some(words.say("finding-next-slow-minority", args![transactions = words.listed(&named)]))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        let mut steps: Vec<u32> = self.transactions.iter().flat_map(|of| of.steps.clone()).collect();
        steps.sort_unstable();
        steps.dedup();
        vec![ReportPlace::Section(SectionAnchor::Transactions), ReportPlace::Steps(steps)]
    }
}

fn of_transaction(words: &Words, of: &SlowRequests) -> String {
    let share = words.with_percent_sign(words.significant(of.percent(), 2));
    let time_share = words.with_percent_sign(words.significant(of.time_percent, 2));
    let (slow, requests) = (words.count(of.slow), words.count(of.requests));
    let (at, others) = (words.time(of.slow_us as f64), words.time(of.others_us as f64));
    let (transaction, step) = (of.transaction.as_str(), words.step(of.step));
    let id = if of.fail { "finding-slow-minority-failing" } else { "finding-slow-minority-transaction" };
    words.say(id, args![share, transaction, slow, requests, step, at, others, time_share])
}
