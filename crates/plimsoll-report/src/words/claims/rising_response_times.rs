//! The finding on response times that rise while the load stays the same.

use crate::evidence::ReportPlace;
use crate::words::finding::ClaimWords;
use crate::words::{Words, args, compare};
use plimsoll_analysis::findings::RisingResponseTimes;
use plimsoll_analysis::step::RisingStep;
use plimsoll_analysis::{RisingTimes, RunAnalysis};

/// So many steps are named with their times: those at the beginning, and the last.
const NAMED: usize = 4;

impl ClaimWords for RisingResponseTimes {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let said = match self.rising.steps.as_slice() {
            [one] => in_one(words, self, one),
            _ => in_steps(words, &self.rising),
        };
        let after = match (self.rising.recovers, self.rising.steps.len()) {
            (true, _) => Some(words.text("finding-rising-times-recovers")),
            (false, 2..) if !self.slight => Some(words.text("finding-rising-times-slower")),
            _ => None,
        };
        let failing = (!self.failing_later.is_empty()).then(|| {
            let requirements = words.listed(&self.failing_later);
            words.say("finding-rising-times-requirements", args![requirements])
        });
        std::iter::once(said).chain(after).chain(failing).collect::<Vec<_>>().join(" ")
    }

    fn short(&self, words: &Words) -> String {
        let steps: Vec<u32> = self.rising.steps.iter().map(|of| of.step).collect();
        words.say("finding-short-rising-times", args![steps = words.steps(&steps)])
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        let lasted_s =
            |of: &RisingStep| run.and_then(|run| run.step(of.step)).map_or(0.0, |row| row.measured_s);
        let is_long = self.rising.steps.iter().any(|of| lasted_s(of) >= LONG_S);
        Some(words.text(match (self.slight, is_long) {
            (_, true) => "finding-next-rising-times-long",
            (true, _) => "finding-next-rising-times-slight",
            (false, _) => "finding-next-rising-times",
        }))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(self.rising.steps.iter().map(|of| of.step).collect())]
    }
}

fn in_one(words: &Words, claim: &RisingResponseTimes, one: &RisingStep) -> String {
    let (first, last) = (words.time(one.first_us), words.time(one.last_us));
    let (step, p) = (words.step(one.step), compare::p(words, claim.rising.p));
    let id = match claim.slight {
        true => "finding-rising-times-in-one-slight",
        false => "finding-rising-times-in-one",
    };
    words.say(id, args![step, first, last, p])
}

/// A load that was there for so long need not be put on for longer.
const LONG_S: f64 = 1_800.0;

fn in_steps(words: &Words, rising: &RisingTimes) -> String {
    let steps = &rising.steps;
    let named = steps.iter().enumerate().filter(|(at, _)| at + 1 < NAMED || at + 1 == steps.len());
    let named: Vec<String> = named.map(|(_, of)| of_step(words, of)).collect();
    let (how_many, p) = (how_many(words, rising), compare::p(words, rising.p));
    words.say("finding-rising-times", args![how_many, named = words.listed(&named), p])
}

fn of_step(words: &Words, of: &RisingStep) -> String {
    let (first, last) = (words.time(of.first_us), words.time(of.last_us));
    words.say("finding-rising-times-step", args![step = words.step(of.step), first, last])
}

/// `in each of the 6 steps`, `in 5 of 6 steps`.
pub(in crate::words) fn how_many(words: &Words, of: &RisingTimes) -> String {
    let (n, all) = (of.steps.len(), of.of_steps);
    if n == all {
        return words.say("finding-rising-times-in-all", args![n]);
    }
    words.say("finding-rising-times-in-most", args![n, of = all])
}
