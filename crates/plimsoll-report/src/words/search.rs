//! A capacity search: what it found, by which windows.

use super::Words;
use super::load::asked;
use super::verdict::evidence;
use plimsoll_analysis::rate_capacity::{ProbedRate, RateCapacity, RateReason, RateResult};
use plimsoll_analysis::window_verdict::{WindowReason, WindowVerdict};

/// The figure alone, for the verdict box: `412/s`, `≥ 412/s`.
pub fn figure(words: &Words, search: &RateCapacity) -> String {
    let rate = search.holds.as_ref().map(|rate| asked(words, rate.rate_per_s));
    match (search.result, rate) {
        (RateResult::Found, Some(rate)) => rate,
        (RateResult::LowerBound | RateResult::Inconclusive, Some(rate)) => format!("≥ {rate}"),
        (RateResult::NotReachable, _) => "not reachable".to_owned(),
        (_, None) => "unknown".to_owned(),
    }
}

/// What the figure is called.
pub fn kind(words: &Words, search: &RateCapacity) -> &'static str {
    match search.result {
        RateResult::Found => "Capacity: found",
        RateResult::LowerBound => "Capacity: lower bound",
        RateResult::NotReachable => "Capacity: not reachable",
        RateResult::Inconclusive => "Capacity: inconclusive",
    }
}

pub fn sentence(words: &Words, search: &RateCapacity) -> String {
    let reason = search.reason.as_ref().map(|reason| self::reason(words, reason));
    let holds = search.holds.as_ref().map(|rate| holding(words, rate));
    let fails = search.fails.as_ref().map(|rate| failing(words, rate));
    match (search.result, holds, fails) {
        (RateResult::Found, Some(holds), Some(fails)) => {
            format!("{holds}; {fails}: capacity is between.")
        }
        (RateResult::NotReachable, _, fails) => {
            let lowest = fails.map_or_else(String::new, |fails| format!("; {fails}"));
            let said = reason.map_or_else(String::new, |reason| format!(" ({reason})"));
            format!("Not reachable: at no rate that was tried do the requirements hold{lowest}{said}.")
        }
        (RateResult::Inconclusive, holds, fails) => {
            let known: Vec<String> = [holds, fails].into_iter().flatten().collect();
            let known =
                if known.is_empty() { String::new() } else { format!(" Known is: {}.", known.join("; ")) };
            format!("Inconclusive: {}.{known}", reason.unwrap_or_else(|| "nothing was decided".to_owned()))
        }
        (_, holds, fails) => {
            let holds = holds.unwrap_or_else(|| "no rate is shown to hold".to_owned());
            let fails = fails.map_or_else(String::new, |fails| format!("; {fails}"));
            let why = reason.map_or_else(String::new, |reason| format!(": {reason}"));
            format!("{holds}{fails}. Capacity is at least that{why}.")
        }
    }
}

/// `412/s meets every requirement (confirmed in 3 of 3 windows)`
fn holding(words: &Words, rate: &ProbedRate) -> String {
    format!("{} meets every requirement ({})", asked(words, rate.rate_per_s), windows(words, rate))
}

/// `431/s does not (p95 <= 250 ms: 1,204 of 8,613 over (…))`
fn failing(words: &Words, rate: &ProbedRate) -> String {
    format!("{} does not ({})", asked(words, rate.rate_per_s), self::why(words, &rate.pooled))
}

/// `confirmed in 3 of 3 windows`
pub fn windows(words: &Words, rate: &ProbedRate) -> String {
    let all = rate.windows.len() as u64;
    match all {
        1 => "in the only window".to_owned(),
        _ => format!(
            "confirmed in {} of {}",
            words.count(u64::from(rate.passed)),
            words.say("search-windows", super::args![n = all])
        ),
    }
}

/// Why a window, or all windows of a rate, were judged as they were.
pub fn why(words: &Words, verdict: &WindowVerdict) -> String {
    match &verdict.reason {
        WindowReason::EveryRequirementHolds => "every requirement holds".to_owned(),
        WindowReason::Requirement { requirement, evidence: found } => {
            format!("{requirement}: {}", evidence(words, found))
        }
        WindowReason::FallsBehind { due, started, dropped, waiting_at_end, busy_at_end } => {
            let share = 100.0 * *started as f64 / (*due).max(1) as f64;
            if *started as f64 >= 0.99 * *due as f64 {
                return format!(
                    "answers fall behind the arrivals: {} are at work at the end, and they become more",
                    super::load::users(words, *busy_at_end)
                );
            }
            let parts: Vec<String> = [(*dropped, "dropped"), (*waiting_at_end, "waiting at the end")]
                .into_iter()
                .filter(|(number, _)| *number > 0)
                .map(|(number, what)| format!("{} {what}", words.count(number)))
                .collect();
            let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
            format!("only {}\u{a0}% of the arrivals began{parts}", words.percent(share))
        }
        WindowReason::Invalid { problem } => format!("invalid: {}", super::validity::short(words, problem)),
        WindowReason::NothingToJudge => "there was nothing to judge".to_owned(),
    }
}

/// Completes "capacity is at least that: …" and "inconclusive: …".
pub fn reason(words: &Words, reason: &RateReason) -> String {
    match reason {
        RateReason::HighestTried => "no higher rate was to be tried".to_owned(),
        RateReason::HigherInvalid { steps: found } => {
            format!("at higher rates ({}) the windows are invalid", words.steps(found))
        }
        RateReason::HigherUndecided { steps: found } => {
            format!("higher rates ({}) could not be decided", words.steps(found))
        }
        RateReason::Interrupted => "the run was interrupted".to_owned(),
        RateReason::CutOff => "the run has no end".to_owned(),
        RateReason::StoppedByPlan => "the plan stopped the run".to_owned(),
        RateReason::Search { message } => message.clone(),
        RateReason::Undecided => "no rate is shown to hold, and none to fail".to_owned(),
    }
}

pub const NOTE: &str = "Each window is judged by itself, and all valid windows of a rate together; the answer rests on \
    the latter. A percentile or the errors hold, or fail, only if the interval of all requests (Wilson) and that of \
    the seconds (bootstrap) say the same, and no window says the opposite by itself: slow requests come in bursts. A \
    rate also fails if fewer than 99 % of its arrivals begin, or if users at work become more and more. An arrival \
    that was dropped counts as a failed request. A demand for throughput does not decide; it is judged at the rate found.";
