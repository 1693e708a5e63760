//! What a list of runs and a live view say of each in a sentence, in the reader's language.

use crate::words::{self, Words};
use plimsoll_analysis::step::AppliedLoad;
use plimsoll_analysis::{Judgement, RunAnalysis, Verdict};
use plimsoll_run::LoadStep;

/// The outcome, or what failed altogether, and how much the system carries.
pub fn headline(words: &Words, run: &RunAnalysis) -> String {
    let words = &words.of_run(run);
    let loudest = words::verdict::loudest(words, run).into_iter().next();
    let failed = || {
        let failed = run.verdicts.iter().find(|verdict| verdict.judgement == Judgement::Fail)?;
        words::answer::judged(words, run, failed)
    };
    let sentence = |text: String| if text.ends_with('.') { text } else { format!("{text}.") };
    let first = loudest.or_else(failed).map(sentence);
    let capacity = words::capacity::of_run(words, run);
    let headline: Vec<String> = first.into_iter().chain([capacity]).collect();
    headline.join(" ")
}

/// `p95 was 61 ms at 238/s (limit 200 ms)`; `None`: nothing was measured.
pub fn measured(words: &Words, run: &RunAnalysis, verdict: &Verdict) -> Option<String> {
    words::answer::sentence(&words.of_run(run), run, verdict)
}

/// What a step puts on: `16 users`, `50/s`.
pub fn step_load(words: &Words, step: &LoadStep) -> String {
    let load = AppliedLoad { users: step.users(), rate_per_s: step.rate_per_s, ..AppliedLoad::default() };
    words::load::load(words, &load)
}

/// The same of what was asked of a step.
pub fn load(words: &Words, load: &AppliedLoad) -> String {
    words::load::load(words, load)
}
