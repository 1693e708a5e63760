//! Verdicts and their proof.

use super::Words;
use plimsoll_analysis::statistics::Estimate;
use plimsoll_analysis::verdict::{Evidence, JudgedAt, Judgement, StepVerdict, Verdict};
use plimsoll_analysis::{Outcome, RunAnalysis};
use plimsoll_run::Design;

pub fn judgement(words: &Words, judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Pass => "PASS",
        Judgement::Fail => "FAIL",
        Judgement::Inconclusive => "INCONCLUSIVE",
    }
}

/// The headline.
pub fn outcome(words: &Words, run: &RunAnalysis) -> String {
    let of = |wanted| run.verdicts.iter().filter(|v| v.judgement == wanted).count();
    let (all, failed, open) = (run.verdicts.len(), of(Judgement::Fail), of(Judgement::Inconclusive));
    match (run.outcome, all) {
        _ if run.steps.is_empty() && run.end.is_none() => "Nothing was measured".to_owned(),
        (Outcome::Holds, 0) => "The measurement is valid; no requirements were given".to_owned(),
        (Outcome::Holds, _) if run.rate_capacity().is_some() => {
            format!(
                "{} meets every requirement",
                super::capacity::figure(words, &run.capacity).replace("≥", "At least")
            )
        }
        (Outcome::Holds, 1) => "The requirement holds".to_owned(),
        (Outcome::Holds, _) => format!("All {all} requirements hold"),
        (Outcome::RequirementFailed, _) if run.rate_capacity().is_some_and(|s| s.holds.is_none()) => {
            "At no rate that was tried do the requirements hold".to_owned()
        }
        (Outcome::RequirementFailed, 1) => "The requirement does not hold".to_owned(),
        (Outcome::RequirementFailed, _) if failed == 1 => format!("1 of {all} requirements does not hold"),
        (Outcome::RequirementFailed, _) => format!("{failed} of {all} requirements do not hold"),
        (Outcome::Inconclusive, 0) => {
            "Incomplete or not valid: read why before using these figures".to_owned()
        }
        (Outcome::Inconclusive, _) if run.rate_capacity().is_some() && run.validity.complete => {
            "The search ended without an answer".to_owned()
        }
        (Outcome::Inconclusive, _) if open == 0 => {
            "No requirement failed, but the run is incomplete or not valid".to_owned()
        }
        (Outcome::Inconclusive, 1) => "The requirement could not be decided".to_owned(),
        (Outcome::Inconclusive, _) => format!("{open} of {all} requirements could not be decided"),
    }
}

/// What the verdict of the run rests on.
pub fn judged_at(words: &Words, at: &JudgedAt) -> String {
    match at {
        JudgedAt::EveryStep => "judged over every step".to_owned(),
        JudgedAt::BestStep { step } => format!("judged at step {step}, the load line"),
        JudgedAt::Rate { rate_per_s, steps: of, .. } => {
            let together = if of.len() > 1 { " together" } else { "" };
            format!("judged at {}, {}{together}", super::load::asked(words, *rate_per_s), words.steps(of))
        }
        JudgedAt::NoStep => "no valid step to judge it by".to_owned(),
        JudgedAt::Unreadable { error } => format!("failed to {error}"),
    }
}

/// `PASS in steps 1–9; worst step 9: 41 of 93,822 over (0.04 %, CI 0.03–0.06; allowed 5 %)`
pub fn proof(words: &Words, verdict: &Verdict) -> String {
    if let JudgedAt::Unreadable { error } = &verdict.judged_at {
        return format!("Failed to {error}.");
    }
    let with = |wanted| -> Vec<u32> {
        verdict.steps.iter().filter(|s| s.judgement == wanted).map(|s| s.step).collect()
    };
    let mut parts: Vec<String> = [Judgement::Pass, Judgement::Fail, Judgement::Inconclusive]
        .into_iter()
        .map(|wanted| (wanted, with(wanted)))
        .filter(|(_, found)| !found.is_empty())
        .map(|(wanted, found)| format!("{} in {}", judgement(words, wanted), words.steps(&found)))
        .collect();
    if let JudgedAt::Rate { rate_per_s, evidence: found, .. } = &verdict.judged_at {
        parts.insert(
            0,
            format!("at {} asked: {}", super::load::asked(words, *rate_per_s), evidence(words, found)),
        );
        return format!("{}.", words.capitalised(&parts.join("; ")));
    }
    let worst = verdict.worst_step.and_then(|worst| verdict.steps.iter().find(|s| s.step == worst));
    if verdict.steps.len() > 1
        && let Some(text) = nothing_over(words, &verdict.steps)
    {
        parts.push(text);
        return format!("{}.", parts.join("; "));
    }
    // The smallest load brings the least throughput; what counts is what the best brings.
    let at_best = verdict.steps.iter().find(|s| {
        verdict.judged_at == JudgedAt::BestStep { step: s.step }
            && matches!(s.evidence, Evidence::Throughput { .. })
    });
    if let Some(best) = at_best {
        parts.push(format!("step {}: {}", best.step, evidence(words, &best.evidence)));
        return format!("{}.", parts.join("; "));
    }
    match worst {
        Some(worst) if verdict.steps.len() > 1 => {
            parts.push(format!("worst step {}: {}", worst.step, evidence(words, &worst.evidence)));
        }
        Some(only) => parts.push(evidence(words, &only.evidence)),
        None => match verdict.steps.first().map(|s| &s.evidence) {
            Some(unknown @ Evidence::UnknownTransaction { .. }) => parts.push(evidence(words, unknown)),
            _ => parts.push("no step was measured validly".to_owned()),
        },
    }
    format!("{}.", parts.join("; "))
}

/// There is no worst step where every step holds without a single request over the limit.
fn nothing_over(words: &Words, steps: &[StepVerdict]) -> Option<String> {
    let judged = || steps.iter().filter(|s| s.judgement != Judgement::Inconclusive);
    let clean = |s: &StepVerdict| {
        let over = match &s.evidence {
            Evidence::Share { over, .. } | Evidence::Max { over, .. } => *over,
            _ => 1,
        };
        s.judgement == Judgement::Pass && over == 0
    };
    let unmeasured = |s: &StepVerdict| matches!(s.evidence, Evidence::InvalidStep | Evidence::NoRequests);
    if judged().next().is_none() || !steps.iter().all(|s| clean(s) || unmeasured(s)) {
        return None;
    }
    let any = if steps.iter().any(unmeasured) { "any valid step" } else { "any step" };
    let longest = judged().filter_map(|s| match &s.evidence {
        Evidence::Max { max_us, .. } => Some((*max_us, s.step)),
        _ => None,
    });
    Some(match (longest.max(), judged().next().map(|s| &s.evidence)) {
        (Some((max_us, step)), _) => format!(
            "no request was over the limit in {any}; the longest took {} (step {step})",
            words.time(max_us as f64)
        ),
        (None, Some(Evidence::Share { failed: None, .. })) => format!("no request failed in {any}"),
        _ => format!("no request was over the limit in {any}"),
    })
}

/// What one step's judgement rests on.
pub fn evidence(words: &Words, evidence: &Evidence) -> String {
    match evidence {
        Evidence::Share {
            over,
            failed,
            dropped,
            of,
            percent: share,
            percent_bounds_95,
            allowed_percent,
            ..
        } => {
            let what = over_or_failed(words, *over, *failed);
            let share = words.percent_with_bounds(*share, percent_bounds_95);
            let allowed = (allowed_percent * 1e9).round() / 1e9;
            let dropped = dropped_of(words, *dropped);
            format!(
                "{} of {} {what}{dropped} ({share}; allowed {allowed}\u{a0}%)",
                words.count(*over),
                words.count(*of)
            )
        }
        Evidence::Mean { mean_us, limit_us } => {
            format!("mean {} against {}", mean(words, mean_us), words.limit_time(*limit_us))
        }
        Evidence::Throughput { per_s, limit_per_s } => {
            format!("{} against {}", words.per_s_with_bounds(per_s), words.limit_rate(*limit_per_s))
        }
        Evidence::Max { max_us, over, failed, dropped, of, limit_us } => {
            let (longest, what) = (words.time(*max_us as f64), over_or_failed(words, *over, Some(*failed)));
            let (limit, dropped) = (words.limit_time(*limit_us), dropped_of(words, *dropped));
            format!(
                "longest {longest}; {} of {} {what} {limit}{dropped}",
                words.count(*over),
                words.count(*of)
            )
        }
        Evidence::NothingSucceeded { requests } => {
            format!("all of {} requests failed, so there is no mean", words.count(*requests))
        }
        Evidence::UnknownTransaction { name, known } => unknown(words, name, known),
        Evidence::InvalidStep => "the step is invalid and supports no verdict".to_owned(),
        Evidence::NoRequests => "no such request ended in the step".to_owned(),
    }
}

/// Arrivals that never began are among those that failed.
fn dropped_of(words: &Words, dropped: u64) -> String {
    if dropped == 0 { String::new() } else { format!(", {} of them dropped arrivals", words.count(dropped)) }
}

/// Completes "41 of 93,822 …".
fn over_or_failed(words: &Words, over: u64, failed: Option<u64>) -> &'static str {
    match failed {
        None => "failed",
        Some(0) => "over",
        Some(failed) if failed == over => "failed, which counts as over",
        Some(_) => "failed or over",
    }
}

/// `no request named "nothere"; there are "home page" and "search"`
fn unknown(words: &Words, name: &str, known: &[String]) -> String {
    const MAX: usize = 5;
    let mut names: Vec<String> = known.iter().take(MAX).map(|name| format!("\"{name}\"")).collect();
    if known.len() > MAX {
        names.push(format!("{} more", known.len() - MAX));
    }
    let are = if known.len() == 1 { "is" } else { "are" };
    format!("no request named \"{name}\"; there {are} {}", words.listed(&names))
}

fn mean(words: &Words, estimate: &Estimate) -> String {
    match &estimate.bounds_95 {
        Some(bounds) => {
            format!("{} (95\u{a0}% CI {})", words.time(estimate.value), words.time_bounds(bounds))
        }
        None => format!("{} (too few seconds for an interval)", words.time(estimate.value)),
    }
}

/// The measured value in a cell of the proof table.
pub fn measured(words: &Words, verdict: &StepVerdict) -> String {
    match &verdict.evidence {
        Evidence::Share { measured_us: Some(us), .. } => words.time(*us as f64),
        Evidence::Share { failed: Some(_), measured_us: None, .. } => super::number::dash(),
        Evidence::Share { percent: share, .. } => format!("{}\u{a0}%", words.percent(*share)),
        Evidence::Mean { mean_us, .. } => words.time(mean_us.value),
        Evidence::Throughput { per_s, .. } => words.per_s(per_s.value),
        Evidence::Max { max_us, .. } => words.time(*max_us as f64),
        Evidence::NothingSucceeded { .. }
        | Evidence::UnknownTransaction { .. }
        | Evidence::InvalidStep
        | Evidence::NoRequests => super::number::dash(),
    }
}

/// How the run's verdicts are derived from the steps'.
pub fn rule(words: &Words, run: &RunAnalysis) -> &'static str {
    if run.rate_capacity().is_some() {
        return "A capacity search raises the rate until a requirement breaks. Each requirement is therefore judged at \
             the highest rate that holds, by all its windows together. A failed request, and an arrival that was \
             dropped, counts as over every limit of response time; a mean is that of the successful requests.";
    }
    if matches!(run.header.design, Design::Climb { .. }) {
        "A climb goes on until the system no longer gains, so its last steps may well break a requirement. \
         Each requirement is therefore judged at the best step, the load line that this report claims; the \
         steps in which it holds are listed. A failed request counts as over every limit of response time; a \
         mean is that of the successful requests."
    } else {
        "A requirement holds if it holds in every step, fails if it fails in any step, and is inconclusive \
         otherwise; throughput is judged at the best step, the load line, for smaller loads bring less of it. A \
         failed request counts as over every limit of response time; a mean is that of the successful requests."
    }
}

/// What makes figures unusable; to be said before any of them.
pub fn loudest(words: &Words, run: &RunAnalysis) -> Vec<String> {
    const MAX: usize = 3;
    let loud = || run.findings.iter().filter(|finding| finding.makes_figures_unusable());
    let mut texts: Vec<String> =
        loud().take(MAX).map(|finding| super::finding::loud(words, &finding.claim)).collect();
    let more = loud().count().saturating_sub(MAX);
    if more > 0 {
        texts.push(format!("And {more} more under Findings."));
    }
    texts
}

pub const METHOD: &str = "A percentile requirement is judged by the share of requests over its limit: p95 allows \
    5 %. Over are all requests that failed, however fast they did, and the successful ones over the limit; the \
    measured percentile takes failed ones as slower than any. The requirement fails if the whole 95 % interval of \
    that share (Wilson) is above what is allowed, holds if it is wholly below, and is inconclusive in between. \
    Errors are judged the same way, a maximum by any single request that failed or was over it, throughput by a \
    bootstrap interval over seconds, a mean by such an interval over the successful requests. An arrival that was \
    dropped had no answer: it counts as one request that failed. For open load the times judged are response times, from \
    the intended start. Failures of the load generator itself never count against the system; more than 0.1 % of them \
    make a step invalid; an invalid step supports no \
    verdict, unless it is only invalid because every request failed.";
