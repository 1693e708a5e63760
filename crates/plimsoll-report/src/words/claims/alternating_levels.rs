//! The finding on answers that are fast and slow in turn.

use crate::evidence::ReportPlace;
use crate::words::finding::ClaimWords;
use crate::words::{Words, args};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::AlternatingLevels;

impl ClaimWords for AlternatingLevels {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let (fast, slow) = (words.time(self.fast_us), words.time(self.slow_us));
        let [fast_for, slow_for] = [self.fast_s, self.slow_s].map(|s| words.length(s.round()));
        let share = words.with_percent_sign(words.significant(self.slow_percent, 2));
        let (step, n) = (words.steps(&self.steps), self.slow_parts);
        let said =
            words.say("finding-alternating-levels", args![step, fast, slow, fast_for, slow_for, share, n]);
        let failing = (!self.failing.is_empty()).then(|| {
            let requirements = words.listed(&self.failing);
            words.say("finding-alternating-levels-requirements", args![requirements])
        });
        std::iter::once(said).chain(failing).collect::<Vec<_>>().join(" ")
    }

    fn short(&self, words: &Words) -> String {
        let (fast, slow) = (words.time(self.fast_us), words.time(self.slow_us));
        words.say("finding-short-alternating", args![steps = words.steps(&self.steps), fast, slow])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        let (step, slow_for) = (words.steps(&self.steps), words.length(self.slow_s.round()));
        Some(words.say("finding-next-alternating-levels", args![step, slow_for]))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(self.steps.clone())]
    }
}
