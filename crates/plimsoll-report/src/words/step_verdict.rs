//! How a requirement was judged in one step.

use super::number::dash;
use super::{Words, args};
use plimsoll_analysis::requirements::{JudgementBasis, StepVerdict};
use plimsoll_analysis::statistics::Estimate;

/// What one step's judgement rests on.
pub fn evidence(words: &Words, evidence: &JudgementBasis) -> String {
    match evidence {
        JudgementBasis::Share {
            over,
            failed,
            dropped,
            unanswered,
            of,
            percent,
            percent_bounds_95,
            allowed_percent,
            ..
        } => {
            let what = over_or_failed(*over, *failed);
            // Where nothing is allowed a single failure decides, not an interval.
            let share = match *allowed_percent > 0.0 {
                true => words.percent_with_bounds(*percent, percent_bounds_95),
                false => words.with_percent_sign(words.percent(*percent)),
            };
            let allowed = words.with_percent_sign(words.written((allowed_percent * 1e9).round() / 1e9));
            let (over, of, dropped) = (*over, *of, *dropped);
            let n = *unanswered;
            let waiting = if n > 0 { words.say("verdict-unanswered", args![n]) } else { String::new() };
            words.say("verdict-share", args![over, of, what, dropped, waiting, share, allowed])
        }
        JudgementBasis::Mean { mean_us, limit_us } => mean(words, mean_us, *limit_us),
        JudgementBasis::Throughput { per_s, limit_per_s, served_per_s } => {
            let (throughput, limit) = (words.per_s_with_bounds(per_s), words.limit_rate(*limit_per_s));
            let said = words.say("verdict-throughput", args![throughput, limit]);
            match served_per_s {
                Some(served) => words.say("verdict-all-served", args![said, served = words.per_s(*served)]),
                None => said,
            }
        }
        JudgementBasis::Max { max_us, over, failed, dropped, of, limit_us, late_us } => {
            let (longest, what) = (words.time(*max_us as f64), over_or_failed(*over, Some(*failed)));
            let (limit, over, of, dropped) = (words.limit_time(*limit_us), *over, *of, *dropped);
            let said = words.say("verdict-max", args![longest, over, of, what, limit, dropped]);
            match late_us {
                Some(us) => words.say("verdict-max-late", args![said, late = words.time(*us as f64)]),
                None => said,
            }
        }
        JudgementBasis::NothingSucceeded { requests } => {
            words.say("verdict-nothing-succeeded", args![requests = *requests])
        }
        JudgementBasis::NothingAnswered { in_flight, measured_s } => {
            let (n, measured) = (*in_flight, words.length(*measured_s));
            words.say("verdict-nothing-answered", args![n, measured])
        }
        JudgementBasis::FromTable { errors_percent: None, mean_us: None } => {
            words.text("verdict-not-in-table")
        }
        // Of times no number of requests would say how much they varied.
        JudgementBasis::FromTable { errors_percent: None, .. } => {
            words.say("verdict-mean-from-table", args![value = value(words, evidence)])
        }
        JudgementBasis::FromTable { .. } => {
            words.say("verdict-from-table", args![value = value(words, evidence)])
        }
        JudgementBasis::FromPercentiles { deciding_percent, deciding_us, failed, of, .. } => {
            let percentile = format!("p{deciding_percent}");
            let (time, of, is_longest) = (words.time(*deciding_us), *of, *deciding_percent == 100.0);
            match (is_longest, of, *failed) {
                (true, 0, _) => words.say("verdict-longest-from-table", args![time]),
                (true, _, Some(failed)) => words.say("verdict-longest-written", args![time, failed, of]),
                (true, _, None) => words.say("verdict-longest-of-unknown", args![time, of]),
                (false, 0, _) => words.say("verdict-percentile-from-table", args![percentile, time]),
                (false, _, Some(failed)) => {
                    words.say("verdict-from-percentiles", args![percentile, time, failed, of])
                }
                (false, _, None) => words.say("verdict-percentile-of-unknown", args![percentile, time, of]),
            }
        }
        JudgementBasis::UnknownTransaction { name, known } => unknown(words, name, known),
        JudgementBasis::InvalidStep => words.text("verdict-invalid-step"),
        JudgementBasis::NoRequests => words.text("verdict-no-requests"),
        JudgementBasis::NoTimes => words.text("verdict-no-times"),
        JudgementBasis::IterationsDropped { iterations } => {
            words.say("verdict-iterations-dropped", args![n = *iterations])
        }
    }
}

/// Which words complete "41 of 93,822 …".
fn over_or_failed(over: u64, failed: Option<u64>) -> &'static str {
    match failed {
        None => "failed",
        Some(0) => "over",
        Some(failed) if failed == over => "failed-as-over",
        Some(_) => "failed-or-over",
    }
}

/// `no request named "nothere"; there are "home page" and "search"`
fn unknown(words: &Words, name: &str, known: &[String]) -> String {
    const MAX: usize = 5;
    let quoted = |text: &str| words.say("number-quoted", args![text]);
    let mut names: Vec<String> = known.iter().take(MAX).map(|name| quoted(name)).collect();
    if known.len() > MAX {
        names.push(words.say("verdict-more-names", args![n = known.len() - MAX]));
    }
    let (name, names) = (quoted(name), words.listed(&names));
    words.say("verdict-unknown-transaction", args![name, known = known.len(), names])
}

fn mean(words: &Words, estimate: &Estimate, limit_us: f64) -> String {
    let (mean, limit) = (words.time(estimate.value), words.limit_time(limit_us));
    match &estimate.bounds_95 {
        Some(bounds) => words.say("verdict-mean", args![mean, bounds = words.time_bounds(bounds), limit]),
        None => words.say("verdict-mean-without-bounds", args![mean, limit]),
    }
}

/// The measured value in a cell of the proof table.
pub fn measured(words: &Words, verdict: &StepVerdict) -> String {
    value(words, &verdict.evidence)
}

/// The measured value alone: `61 ms`, `0.4 %`, `238/s`.
pub fn value(words: &Words, evidence: &JudgementBasis) -> String {
    match evidence {
        JudgementBasis::Share { measured_us: Some(us), .. } => words.time(*us as f64),
        JudgementBasis::Share { failed: Some(_), measured_us: None, .. } => dash(),
        JudgementBasis::Share { percent, .. } => words.with_percent_sign(words.percent(*percent)),
        JudgementBasis::Mean { mean_us, .. } => words.time(mean_us.value),
        JudgementBasis::Throughput { per_s, .. } => words.per_s(per_s.value),
        JudgementBasis::Max { max_us, .. } => words.time(*max_us as f64),
        JudgementBasis::FromTable { errors_percent: Some(percent), .. } => {
            words.with_percent_sign(words.percent_of_table(*percent))
        }
        JudgementBasis::FromTable { mean_us: Some(us), .. }
        | JudgementBasis::FromPercentiles { measured_us: Some(us), .. } => words.time(*us),
        JudgementBasis::FromTable { .. }
        | JudgementBasis::FromPercentiles { .. }
        | JudgementBasis::NothingSucceeded { .. }
        | JudgementBasis::NothingAnswered { .. }
        | JudgementBasis::UnknownTransaction { .. }
        | JudgementBasis::InvalidStep
        | JudgementBasis::NoTimes
        | JudgementBasis::IterationsDropped { .. }
        | JudgementBasis::NoRequests => dash(),
    }
}
