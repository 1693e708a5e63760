//! The finding on requests that were sent a second time.

use crate::evidence::{ReportPlace, SectionAnchor};
use crate::words::finding::ClaimWords;
use crate::words::{Words, args};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::RequestsSentAgain;

impl ClaimWords for RequestsSentAgain {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let RequestsSentAgain { sent_again, requests, percent } = self;
        let share = words.with_percent_sign(words.percent(*percent));
        let (n, of) = (words.count(*sent_again), words.count(*requests));
        words.say("finding-sent-again", args![n, of, share])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("finding-next-sent-again"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Section(SectionAnchor::Errors)]
    }
}
