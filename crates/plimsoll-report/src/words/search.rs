//! A capacity search: what it found, by which windows.

use super::load::asked;
use super::step_verdict::evidence;
use super::{Words, args, load, notes, validity};
use plimsoll_analysis::capacity::{ProbedRate, RateCapacity, RateReason, RateResult};
use plimsoll_analysis::requirements::{Judgement, JudgementBasis, WindowReason, WindowVerdict};

/// The figure alone, for the verdict box: `412/s`, `≥ 412/s`.
pub fn figure(words: &Words, search: &RateCapacity) -> String {
    let rate = search.holds.as_ref().map(|rate| asked(words, rate.rate_per_s));
    match (search.result, rate) {
        (RateResult::Found, Some(rate)) => rate,
        (RateResult::LowerBound | RateResult::Inconclusive, Some(rate)) => {
            words.say("capacity-figure-at-least", args![rate])
        }
        (RateResult::NotReachable, _) => words.text("search-figure-not-reachable"),
        (_, None) => words.text("capacity-figure-unknown"),
    }
}

/// The message that names the figure.
pub fn kind(search: &RateCapacity) -> &'static str {
    match search.result {
        RateResult::Found => "search-kind-found",
        RateResult::LowerBound => "capacity-kind-lower-bound",
        RateResult::NotReachable => "search-kind-not-reachable",
        RateResult::Inconclusive => "search-kind-inconclusive",
    }
}

pub fn sentence(words: &Words, search: &RateCapacity) -> String {
    let why = search.reason.as_ref().map(|reason| self::reason(words, reason));
    let holds = search.holds.as_ref().map(|rate| holding(words, rate));
    let fails = search.fails.as_ref().map(|rate| failing(words, rate));
    match (search.result, holds, fails) {
        (RateResult::Found, Some(holds), Some(fails)) => words.say("search-found", args![holds, fails]),
        (RateResult::NotReachable, _, fails) => {
            let parts: Vec<String> =
                [Some(words.text("search-not-reachable")), fails].into_iter().flatten().collect();
            let why = why.map_or_else(String::new, |why| format!(" ({why})"));
            format!("{}{why}.", parts.join("; "))
        }
        (RateResult::Inconclusive, holds, fails) => {
            let why = why.unwrap_or_else(|| words.text("search-nothing-decided"));
            let known: Vec<String> = [holds, fails].into_iter().flatten().collect();
            if known.is_empty() {
                words.say("search-inconclusive", args![why])
            } else {
                words.say("search-inconclusive-known", args![why, known = known.join("; ")])
            }
        }
        (RateResult::LowerBound, Some(holds), Some(fails)) => match why {
            Some(why) => words.say("search-between-why", args![holds, fails, why]),
            None => words.say("search-between", args![holds, fails]),
        },
        (_, holds, fails) => {
            let holds = holds.unwrap_or_else(|| words.text("search-no-rate-holds"));
            let known = [Some(holds), fails].into_iter().flatten().collect::<Vec<_>>().join("; ");
            match why {
                Some(why) => words.say("search-at-least-why", args![known, why]),
                None => words.say("search-at-least", args![known]),
            }
        }
    }
}

/// `412/s meets every requirement (confirmed in 3 of 3 windows)`
fn holding(words: &Words, rate: &ProbedRate) -> String {
    let (windows, offered) = (windows(words, rate), asked(words, rate.rate_per_s));
    let but: Vec<String> = rate.failed_aside().map(str::to_owned).collect();
    if but.is_empty() {
        return words.say("search-holding", args![rate = offered, windows]);
    }
    words.say("search-holding-but", args![rate = offered, requirements = words.listed(&but), windows])
}

/// `431/s does not (p95 <= 250 ms: 1,204 of 8,613 over (…))`
fn failing(words: &Words, rate: &ProbedRate) -> String {
    let (why, rate) = (why(words, &rate.pooled), asked(words, rate.rate_per_s));
    words.say("search-failing", args![rate, why])
}

/// `confirmed in 3 of 3 windows`
pub fn windows(words: &Words, rate: &ProbedRate) -> String {
    let said = match rate.steps().len() {
        1 => words.text("search-only-window"),
        n if rate.pooled.judgement == Judgement::Pass && (rate.passed as usize) < n => {
            words.say("search-together", args![passed = rate.passed, n])
        }
        n => words.say("search-confirmed", args![passed = rate.passed, n]),
    };
    match rate.failed_before() {
        0 => said,
        n => format!("{said}; {}", words.say("search-failed-before", args![n])),
    }
}

/// Why a window, or all windows of a rate, were judged as they were.
pub fn why(words: &Words, verdict: &WindowVerdict) -> String {
    match &verdict.reason {
        WindowReason::EveryRequirementHolds => words.text("search-every-requirement-holds"),
        WindowReason::Requirement { requirement, evidence: found } => {
            format!("{requirement}: {}", evidence(words, found))
        }
        WindowReason::FallsBehind { due, started, dropped, waiting_at_end, busy_at_end } => {
            load::falls_behind(words, (*due, *started), *dropped, *waiting_at_end, *busy_at_end)
        }
        WindowReason::Invalid { problem } => {
            words.say("search-invalid", args![why = validity::short(words, problem)])
        }
        WindowReason::NothingToJudge => words.text("search-nothing-to-judge"),
    }
}

/// The same of a row of the table of rates. `is_late`: the load generator was, which may be why it is open.
pub fn why_in_table(words: &Words, verdict: &WindowVerdict, is_late: bool) -> String {
    let said = why(words, verdict);
    match &verdict.reason {
        WindowReason::Requirement { evidence, .. } if !is_late => {
            with_parts(words, said, verdict.judgement, evidence)
        }
        _ => said,
    }
}

/// Where all requests together would decide what stays open, it is the parts of the windows that differ.
pub fn with_parts(words: &Words, said: String, judgement: Judgement, evidence: &JudgementBasis) -> String {
    let JudgementBasis::Share { percent_bounds_95, allowed_percent, .. } = evidence else { return said };
    let is_within = (percent_bounds_95.low..=percent_bounds_95.high).contains(allowed_percent);
    match judgement == Judgement::Inconclusive && !is_within {
        true => words.say("search-parts-differ", args![said]),
        false => said,
    }
}

/// Completes "capacity is at least that: …" and "inconclusive: …".
pub fn reason(words: &Words, reason: &RateReason) -> String {
    match reason {
        RateReason::HighestTried => words.text("search-highest-tried"),
        RateReason::HigherInvalid { steps } => {
            words.say("search-higher-invalid", args![steps = words.steps(steps)])
        }
        RateReason::HigherUndecided { steps } => {
            words.say("search-higher-undecided", args![steps = words.steps(steps)])
        }
        RateReason::Interrupted => words.text("capacity-interrupted"),
        RateReason::CutOff => words.text("capacity-cut-off"),
        RateReason::StoppedByPlan => words.text("capacity-stopped-by-plan"),
        RateReason::Search { why } => notes::search_end(words, why),
        RateReason::Failed { why } => notes::failure(words, why),
        RateReason::Undecided => words.text("search-undecided"),
    }
}
