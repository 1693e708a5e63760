//! What a list of runs says of each: one sentence, the verdict of each requirement, the capacity as a figure.

use crate::words::{self, Words};
use plimsoll_analysis::step::AppliedLoad;
use plimsoll_analysis::{Judgement, RunAnalysis};
use plimsoll_run::LoadStep;

/// A run in a few lines, in the reader's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunDigest {
    /// The outcome, or what failed altogether, and how much the system carries.
    pub headline: String,
    /// As in the verdict box: `≥ 112.0/s`.
    pub capacity: String,
    pub requirements: Vec<RequirementDigest>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequirementDigest {
    /// As understood: `p95 <= 250 ms`.
    pub requirement: String,
    pub judgement: Judgement,
    /// `p95 was 61 ms at 238/s (limit 200 ms)`; `None`: nothing was measured.
    pub measured: Option<String>,
}

pub fn digest(words: &Words, run: &RunAnalysis) -> RunDigest {
    let words = &words.of_run(run);
    let requirement = |verdict: &plimsoll_analysis::Verdict| RequirementDigest {
        requirement: verdict.requirement.clone(),
        judgement: verdict.judgement,
        measured: words::answer::sentence(words, run, verdict),
    };
    let loudest = words::verdict::loudest(words, run).into_iter().next();
    let failed = || {
        let failed = run.verdicts.iter().find(|verdict| verdict.judgement == Judgement::Fail)?;
        words::answer::judged(words, run, failed)
    };
    let first = loudest.or_else(failed);
    let capacity = words::capacity::sentence(words, &run.capacity);
    let headline: Vec<String> = first.into_iter().chain([capacity]).collect();
    RunDigest {
        headline: headline.join(" ").replace('\u{a0}', " "),
        capacity: words::capacity::figure(words, &run.capacity),
        requirements: run.verdicts.iter().map(requirement).collect(),
    }
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
