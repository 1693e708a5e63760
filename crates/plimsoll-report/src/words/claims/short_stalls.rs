//! The finding on a system that stops again and again, for a part of a second.

use crate::evidence::ReportPlace;
use crate::words::finding::ClaimWords;
use crate::words::{Words, args};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::ShortStalls;

impl ClaimWords for ShortStalls {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let (steps, step) = (words.steps(&self.steps), words.step(self.step));
        let (n, of) = (words.count(self.stalls), words.count(self.seconds));
        let (length, others) = (words.time(self.stall_us as f64), words.time(self.others_us as f64));
        let share = words.with_percent_sign(words.significant(self.time_percent, 2));
        let text = match (self.only_some_wait, self.steps.as_slice()) {
            (false, [_]) => "finding-short-stalls-one",
            (false, _) => "finding-short-stalls",
            (true, [_]) => "finding-short-stalls-some-one",
            (true, _) => "finding-short-stalls-some",
        };
        let said = words.say(text, args![steps, step, n, of, length, others, share]);
        let hidden = (!self.hidden_from.is_empty()).then(|| {
            let requirements = words.listed(&self.hidden_from);
            words.say("finding-short-stalls-hidden", args![requirements])
        });
        std::iter::once(said).chain(hidden).collect::<Vec<_>>().join(" ")
    }

    fn short(&self, words: &Words) -> String {
        let share = words.with_percent_sign(words.significant(self.time_percent, 2));
        words.say("finding-short-short-stalls", args![steps = words.steps(&self.steps), share])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.say("finding-next-short-stalls", args![length = words.time(self.stall_us as f64)]))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(self.steps.clone())]
    }
}
