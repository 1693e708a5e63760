//! Findings on the data that a plan reads.

use crate::evidence::{ReportPlace, SectionAnchor};
use crate::words::finding::ClaimWords;
use crate::words::{Words, args, notes};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::DataRanOut;

impl ClaimWords for DataRanOut {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        words.say("finding-data-ran-out", args![said = notes::data_ran_out(words, &self.end)])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("finding-next-more-data"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Section(SectionAnchor::Steps)]
    }
}
