//! The chain of a conclusion, in words: a sentence for each step, objection and alternative.

use super::{Words, answer, args, capacity, finding, limits, recommendation, validity};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::bottleneck::LimitVerdict;
use plimsoll_analysis::explanation::{
    Alternative, BehindBecause, LoadContrast, Objection, ReasoningStep, UnwatchedPart,
};

/// What a step of the chain says, with its figures.
pub fn step(words: &Words, run: &RunAnalysis, step: ReasoningStep) -> String {
    match step {
        ReasoningStep::Validity => validity::summary(words, run),
        ReasoningStep::Growth(of) => contrast(words, "explain-growth", of),
        ReasoningStep::Levelling(of) => {
            let id = if of.throughput_factor < 0.9995 { "explain-falling" } else { "explain-levelling" };
            let said = contrast(words, id, of);
            // What is refused waits for nothing.
            let fails = run.step(of.to_step).is_some_and(|row| row.errors_percent > 1.0);
            // Nor does it only wait where there is less throughput than without it.
            let little = (0.97..1.1).contains(&of.throughput_factor) && !fails;
            let waits = little && of.response_factor.is_some_and(|factor| factor > 1.1);
            let more = of.throughput_factor > 1.03;
            let id = if more { "explain-levelling-mostly-waits" } else { "explain-levelling-waits" };
            let why = waits.then(|| words.text(id));
            [Some(said), why].into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        ReasoningStep::OneLoad { .. } => words.text("explain-one-load"),
        ReasoningStep::Width { finding: place } => run
            .findings
            .get(place)
            .map_or_else(String::new, |found| finding::sentence(words, &[], &found.claim)),
        ReasoningStep::Capacity => capacity::of_run(words, run),
        ReasoningStep::Cause => cause(words, run),
        ReasoningStep::NoCause => {
            words.say("limit-line", args![text = limits::verdict(words, &run.limiting_factor)])
        }
        ReasoningStep::Requirement { verdict } => {
            let Some(found) = run.verdicts.get(verdict) else { return String::new() };
            let judged = answer::judged(words, run, found).map(|text| answer::opening(words, &text));
            judged.unwrap_or_else(|| {
                format!("{}: {}", found.requirement, super::verdict::judgement(words, found.judgement))
            })
        }
        ReasoningStep::Recommendation => recommendation::line(words, run),
    }
}

fn cause(words: &Words, run: &RunAnalysis) -> String {
    let said = words.say("limit-line", args![text = limits::verdict(words, &run.limiting_factor)]);
    let LimitVerdict::Causes { causes, .. } = &run.limiting_factor.verdict else { return said };
    match causes.first() {
        Some(first) => words.say("explain-because", args![said, because = limits::because(words, first)]),
        None => said,
    }
}

fn contrast(words: &Words, id: &str, of: LoadContrast) -> String {
    let times = |factor: f64| words.significant(factor, 3);
    let said = words.say(
        id,
        args![
            from_step = of.from_step,
            to_step = of.to_step,
            load = times(of.load_factor),
            throughput = times(of.throughput_factor),
        ],
    );
    match of.response_factor {
        Some(factor) => {
            let time = words.say("explain-response", args![time = times(factor)]);
            format!("{said} {time}")
        }
        None => said,
    }
}

/// What speaks against the conclusion.
pub fn objection(words: &Words, objection: &Objection) -> String {
    let name = |usage| limits::name(words, usage);
    match objection {
        Objection::StillGrew { at_step } => words.say("explain-against-grew", args![step = *at_step]),
        Objection::NotUsedUp => words.text("explain-against-not-used-up"),
        Objection::OrderUnknown => words.text("explain-against-order"),
        Objection::CameLater { by_s } => {
            words.say("explain-against-later", args![time = words.length(*by_s)])
        }
        Objection::FewSteps => words.text("explain-against-few-steps"),
        Objection::NotRising => words.text("explain-against-falls"),
        Objection::NotProportional { r_squared } => {
            words.say("explain-against-proportional", args![fit = words.fixed(*r_squared, 2)])
        }
        Objection::FullElsewhere { full_at_per_s, highest_per_s } => words.say(
            "explain-against-elsewhere",
            args![full_at = words.per_s(*full_at_per_s), highest = words.per_s(*highest_per_s)],
        ),
        Objection::NeverHadRoom => words.text("explain-against-no-room"),
        Objection::ByName => words.text("explain-against-by-name"),
        Objection::FewReadings { step, n } => {
            words.say("explain-against-readings", args![step = *step, n = *n])
        }
        Objection::DegradedTiming { steps } => {
            words.say("explain-against-timing", args![steps = words.steps(steps)])
        }
        Objection::Rival { usage } => words.say("explain-against-rival", args![cause = name(usage)]),
        Objection::OtherWork { usage } => words.say("explain-against-other-work", args![name = name(usage)]),
        Objection::MayShareMachine { host, machine } => {
            words.say("explain-against-may-share", args![host = host.as_str(), machine = machine.as_str()])
        }
        Objection::ServersLost { at_step } => words.say("explain-against-lost", args![step = *at_step]),
    }
}

/// A cause that was considered, and why it is not the one that is named.
pub fn alternative(words: &Words, of: &Alternative) -> String {
    let because = match of.because {
        BehindBecause::NotUsedUp => words.text("explain-behind-not-used-up"),
        BehindBecause::FullBefore => words.text("explain-behind-full-before"),
        BehindBecause::CameLater { by_s } => {
            words.say("explain-behind-later", args![time = words.length(by_s)])
        }
        BehindBecause::FollowsLess { r_squared: Some(fit) } => {
            words.say("explain-behind-follows-fit", args![fit = words.fixed(fit, 2)])
        }
        BehindBecause::FollowsLess { r_squared: None } => words.text("explain-behind-follows"),
        BehindBecause::UsedLess => words.text("explain-behind-used-less"),
    };
    format!("{}: {}; {because}", limits::name(words, &of.usage), limits::in_step(words, &of.usage))
}

/// What to watch, and what that would tell.
pub fn unwatched(words: &Words, part: UnwatchedPart) -> String {
    words.text(match part {
        UnwatchedPart::Cpu => "explain-watch-cpu",
        UnwatchedPart::Memory => "explain-watch-memory",
        UnwatchedPart::Disks => "explain-watch-disks",
        UnwatchedPart::Pools => "explain-watch-pools",
        UnwatchedPart::Threads => "explain-watch-threads",
        UnwatchedPart::Locks => "explain-watch-locks",
    })
}

/// What would have to be measured to refute the conclusion.
pub fn refuted_by(words: &Words, run: &RunAnalysis) -> Option<String> {
    let LimitVerdict::Causes { causes, .. } = &run.limiting_factor.verdict else { return None };
    let first = causes.first()?;
    let measured = limits::refuted_by(words, first);
    Some(words.say("explain-refute", args![cause = limits::name(words, &first.usage), measured]))
}
