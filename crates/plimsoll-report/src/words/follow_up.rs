//! The next experiment of a finding in words: what it is for, and whether the claim held.

use super::{Words, args, finding, load, run};
use plimsoll_analysis::findings::{EvidenceItem, Finding};
use plimsoll_analysis::follow_up::{ClaimBasis, ClaimVerdict, Expectation, OpenReason, expected};
use plimsoll_analysis::statistics::Estimate;
use plimsoll_analysis::{FollowUp, RunAnalysis};

/// What the study of this finding is for: sentences for its head. `changed`: what the study itself changes of the system.
pub fn purpose(
    words: &Words,
    run: &RunAnalysis,
    found: &Finding,
    changed: Option<&str>,
    by_hand: bool,
) -> Vec<String> {
    let words = &words.of_run(run);
    let sentence = finding::sentence(words, std::slice::from_ref(run), &found.claim);
    let mut said = vec![
        words.say("next-purpose", args![run = &run.header.name]),
        words.say("next-purpose-claim", args![id = found.id, sentence]),
        words.say("next-purpose-experiment", args![text = finding::next(words, Some(run), found)]),
    ];
    said.extend(changed.map(|changed| words.say("next-purpose-changes", args![changed])));
    said.extend(by_hand.then(|| words.text("next-purpose-by-hand")));
    let best =
        run.capacity.best().map_or_else(super::number::dash, |best| words.per_s(best.throughput_per_s.value));
    if let Some(expected) = expected(found) {
        let (supports, refutes) = match expected {
            Expectation::Rise => ("next-supports-rise", "next-refutes-rise"),
            Expectation::Growth => ("next-supports-growth", "next-refutes-growth"),
            Expectation::HoldsBelow => ("next-supports-holds-below", "next-refutes-holds-below"),
            Expectation::Again => ("next-supports-again", "next-refutes-again"),
            Expectation::Gone => ("next-supports-gone", "next-refutes-gone"),
        };
        said.push(match expected {
            Expectation::Rise | Expectation::Growth => words.say(supports, args![throughput = best]),
            _ => words.text(supports),
        });
        said.push(words.text(refutes));
    }
    said
}

/// Which runs they are, and the claim.
pub fn heading(words: &Words, runs: &[RunAnalysis], of: &FollowUp) -> String {
    let names: Vec<String> = of.after.iter().map(|place| run::at(words, runs, *place)).collect();
    let after = words.capitalised(&words.listed(&names));
    let said =
        words.say("next-of", args![after, claim = &of.claim, before = run::at(words, runs, of.before)]);
    let found = runs.get(of.before).and_then(|run| Some((run, run.findings.get(of.finding?)?)));
    match found {
        Some((run, found)) => {
            let sentence = finding::sentence(&words.of_run(run), runs, &found.claim);
            words.say("next-of-claim", args![said, sentence])
        }
        None => said,
    }
}

/// `The claim held.`
pub fn verdict(words: &Words, verdict: &ClaimVerdict) -> String {
    words.text(match verdict {
        ClaimVerdict::Supported => "next-supported",
        ClaimVerdict::Refuted => "next-refuted",
        ClaimVerdict::Undecided { .. } => "next-undecided",
    })
}

/// Why, with the figures, in sentences.
pub fn because(words: &Words, runs: &[RunAnalysis], of: &FollowUp) -> String {
    let mut said: Vec<String> = Vec::new();
    said.extend(of.changed.as_ref().map(|changed| words.say("next-changed", args![changed])));
    said.extend(figures(words, runs, of));
    said.extend(match &of.verdict {
        ClaimVerdict::Undecided { reason } => Some(open(words, of, reason)),
        decided => meaning(words, of, *decided == ClaimVerdict::Supported),
    });
    said.join(" ")
}

/// The verdict and why, for a terminal, a comment and JSON.
pub fn sentence(words: &Words, runs: &[RunAnalysis], of: &FollowUp) -> String {
    format!("{} {}", verdict(words, &of.verdict), because(words, runs, of))
}

fn figures(words: &Words, runs: &[RunAnalysis], of: &FollowUp) -> Vec<String> {
    match &of.basis {
        ClaimBasis::Throughput { before_per_s, after_per_s, gain_percent, proportional_percent } => {
            let rate = |estimate: &Estimate| words.per_s(estimate.value);
            let change = gained(words, gain_percent);
            let mut said = vec![words.say(
                "next-throughput",
                args![before = rate(before_per_s), after = rate(after_per_s), change],
            )];
            said.extend(
                proportional_percent
                    .map(|percent| words.say("next-proportional", args![change = words.change(percent, 0)])),
            );
            said
        }
        ClaimBasis::Finding(found) => {
            let item = |id: &str, place: Option<usize>, item: &Option<EvidenceItem>| {
                let of_run = place.and_then(|place| runs.get(place)).map(|run| words.of_run(run));
                let words = of_run.as_ref().unwrap_or(words);
                item.as_ref().map(|it| words.say(id, args![item = finding::item(words, runs, it)]))
            };
            let width = found.width_percent.map(|(before, after)| {
                words.say("next-width", args![before = words.fixed(before, 1), after = words.fixed(after, 1)])
            });
            let both = [
                item("next-figure-before", Some(of.before), &found.before),
                item("next-figure-after", of.after.first().copied(), &found.after),
                width,
            ];
            both.into_iter().flatten().collect()
        }
        ClaimBasis::Requirement { .. } | ClaimBasis::Nothing => Vec::new(),
    }
}

/// `49.0 % more (CI 47.1 to 51.0)`
fn gained(words: &Words, gain: &Estimate) -> String {
    let value = words.change(gain.value, 1);
    match gain.bounds_95 {
        Some(bounds) => {
            let (low, high) = (words.fixed(bounds.low, 1), words.fixed(bounds.high, 1));
            words.say("capacity-with-bounds", args![value, low, high])
        }
        None => value,
    }
}

/// What the figures say of the claim.
fn meaning(words: &Words, of: &FollowUp, is_supported: bool) -> Option<String> {
    if let ClaimBasis::Requirement { requirement, failed_at, holds_at } = &of.basis {
        let failed = load::load(words, failed_at);
        return Some(match holds_at {
            Some(holds) => {
                let load = load::load(words, holds);
                words.say("next-below-supported", args![requirement, failed, load])
            }
            None => words.say("next-below-refuted", args![requirement, failed]),
        });
    }
    let id = match (of.expected?, is_supported) {
        (Expectation::Rise, true) => "next-rise-supported",
        (Expectation::Rise, false) => "next-rise-refuted",
        (Expectation::Growth, true) => "next-growth-supported",
        (Expectation::Growth, false) => "next-growth-refuted",
        (Expectation::Again, true) => "next-again-supported",
        (Expectation::Again, false) => "next-again-refuted",
        (Expectation::Gone, true) => "next-gone-supported",
        (Expectation::Gone, false) => "next-gone-refuted",
        (Expectation::HoldsBelow, _) => return None,
    };
    Some(words.text(id))
}

fn open(words: &Words, of: &FollowUp, reason: &OpenReason) -> String {
    match reason {
        OpenReason::NoFinding => words.text("next-open-no-finding"),
        OpenReason::NotComplete => words.text("next-open-not-complete"),
        OpenReason::Invalid { steps } => words.say("next-open-invalid", args![steps = words.steps(steps)]),
        OpenReason::NotChanged => words.text("next-open-not-changed"),
        OpenReason::SameSize { size } => {
            words.say("next-open-same-size", args![size = words.significant(*size, 3)])
        }
        OpenReason::NoThroughput => words.text("next-open-no-throughput"),
        OpenReason::OtherLoads => words.text("next-open-other-loads"),
        OpenReason::Uncertain => words.text("next-open-uncertain"),
        OpenReason::NoInterval => words.text("next-open-no-interval"),
        OpenReason::NotLooked => words.text("next-open-not-looked"),
        OpenReason::RequirementOpen => {
            let requirement = match &of.basis {
                ClaimBasis::Requirement { requirement, .. } => requirement.as_str(),
                _ => "",
            };
            words.say("next-open-requirement", args![requirement])
        }
        OpenReason::LessLoad => words.text("next-open-less-load"),
    }
}
