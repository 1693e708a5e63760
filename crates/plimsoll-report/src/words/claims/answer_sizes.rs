//! The finding on answers whose size changes with load.

use crate::evidence::{ReportPlace, SectionAnchor};
use crate::words::detectors::bytes;
use crate::words::finding::ClaimWords;
use crate::words::{Words, args};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::{AnswerSize, AnswerSizes, Claim};

/// So many transactions are named with their figures.
const NAMED: usize = 3;

impl ClaimWords for AnswerSizes {
    fn short(&self, words: &Words) -> String {
        match self.transactions.first().filter(|_| !self.suspect_steps.is_empty()) {
            Some(first) => {
                let steps = words.steps(&self.suspect_steps);
                words.say("finding-short-answer-sizes", args![steps, named = of_transaction(words, first)])
            }
            None => self.sentence(words, &[]),
        }
    }

    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let named: Vec<String> =
            self.transactions.iter().take(NAMED).map(|of| of_transaction(words, of)).collect();
        let id = match (self.smaller, self.suspect_steps.is_empty(), self.within_step) {
            (true, false, false) => "finding-answer-sizes-other",
            (true, false, true) => "finding-answer-sizes-other-within",
            (true, true, false) => "finding-answer-sizes-smaller",
            (true, true, true) => "finding-answer-sizes-smaller-within",
            (false, _, false) => "finding-answer-sizes-larger",
            (false, _, true) => "finding-answer-sizes-larger-within",
        };
        let said = words.say(id, args![named = named.join("; "), steps = words.steps(&self.suspect_steps)]);
        let n = self.transactions.len().saturating_sub(NAMED);
        let more = (n > 0).then(|| words.say("finding-slow-minority-more", args![n]));
        std::iter::once(said).chain(more).collect::<Vec<_>>().join(" ")
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        let named: Vec<String> =
            self.transactions.iter().take(NAMED).map(|of| of.transaction.clone()).collect();
        let id = match (self.smaller, self.within_step) {
            (true, false) => "finding-next-answers-smaller",
            (true, true) => "finding-next-answers-changed",
            (false, _) => "finding-next-answers-larger",
        };
        Some(words.say(id, args![transactions = words.listed(&named)]))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        let mut steps: Vec<u32> =
            self.transactions.iter().flat_map(|of| [of.from_step, of.to_step]).collect();
        steps.sort_unstable();
        steps.dedup();
        vec![ReportPlace::Section(SectionAnchor::Transactions), ReportPlace::Steps(steps)]
    }
}

/// Of a step's requests: what is said of its speed is said of these.
const MUCH_PERCENT: f64 = 20.0;

/// Much of what was answered in that step are other answers than before.
pub fn others_in(run: &RunAnalysis, step: u32) -> Option<&AnswerSizes> {
    run.findings.iter().find_map(|found| match &found.claim {
        Claim::AnswerSizes(of) if of.suspect_steps.contains(&step) && of.suspect_percent >= MUCH_PERCENT => {
            Some(of)
        }
        _ => None,
    })
}

fn of_transaction(words: &Words, of: &AnswerSize) -> String {
    let (from, to) = (bytes(words, of.from_bytes), bytes(words, of.to_bytes));
    let (from_step, to_step) = (words.step(of.from_step), words.step(of.to_step));
    let transaction = of.transaction.as_str();
    if of.from_step == of.to_step {
        let at = of.at_s.map_or_else(String::new, |at_s| words.length(at_s));
        let n = u32::from(of.at_s.is_some());
        return words.say("finding-answer-sizes-in-step", args![n, transaction, from, from_step, to, at]);
    }
    words.say("finding-answer-sizes-transaction", args![transaction, from, from_step, to, to_step])
}
