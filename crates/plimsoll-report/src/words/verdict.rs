//! Verdicts and their proof.

use super::number::{
    count, limit_time, per_s_with_bounds, percent, percent_with_bounds, steps, time, time_bounds,
};
use plimsoll_analysis::statistics::Estimate;
use plimsoll_analysis::verdict::{Evidence, JudgedAt, Judgement, StepVerdict, Verdict};
use plimsoll_analysis::{Outcome, RunAnalysis};

pub fn judgement(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Pass => "PASS",
        Judgement::Fail => "FAIL",
        Judgement::Inconclusive => "INCONCLUSIVE",
    }
}

/// The headline.
pub fn outcome(run: &RunAnalysis) -> String {
    let of = |wanted| run.verdicts.iter().filter(|v| v.judgement == wanted).count();
    let (all, failed, open) = (run.verdicts.len(), of(Judgement::Fail), of(Judgement::Inconclusive));
    match (run.outcome, all) {
        (Outcome::Holds, 0) => "The measurement is valid; no requirements were given".to_owned(),
        (Outcome::Holds, 1) => "The requirement holds".to_owned(),
        (Outcome::Holds, _) => format!("All {all} requirements hold"),
        (Outcome::RequirementFailed, 1) => "The requirement does not hold".to_owned(),
        (Outcome::RequirementFailed, _) if failed == 1 => format!("1 of {all} requirements does not hold"),
        (Outcome::RequirementFailed, _) => format!("{failed} of {all} requirements do not hold"),
        (Outcome::Inconclusive, 0) => {
            "Incomplete or not valid: read why before using these figures".to_owned()
        }
        (Outcome::Inconclusive, _) if open == 0 => {
            "No requirement failed, but the run is incomplete or not valid".to_owned()
        }
        (Outcome::Inconclusive, 1) => "The requirement could not be decided".to_owned(),
        (Outcome::Inconclusive, _) => format!("{open} of {all} requirements could not be decided"),
    }
}

/// What the verdict of the run rests on.
pub fn judged_at(at: &JudgedAt) -> String {
    match at {
        JudgedAt::EveryStep => "judged over every step".to_owned(),
        JudgedAt::BestStep { step } => format!("judged at step {step}, the load line"),
        JudgedAt::NoStep => "no valid step to judge it by".to_owned(),
        JudgedAt::Unreadable { error } => format!("failed to {error}"),
    }
}

/// `PASS in steps 1–9; worst step 9: 41 of 93,822 over (0.04 %, CI 0.03–0.06; allowed 5 %)`
pub fn proof(verdict: &Verdict) -> String {
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
        .map(|(wanted, found)| format!("{} in {}", judgement(wanted), steps(&found)))
        .collect();
    let worst = verdict.worst_step.and_then(|worst| verdict.steps.iter().find(|s| s.step == worst));
    match worst {
        Some(worst) if verdict.steps.len() > 1 => {
            parts.push(format!("worst step {}: {}", worst.step, evidence(&worst.evidence)));
        }
        Some(only) => parts.push(evidence(&only.evidence)),
        None => parts.push("no step was measured validly".to_owned()),
    }
    format!("{}.", parts.join("; "))
}

/// What one step's judgement rests on.
pub fn evidence(evidence: &Evidence) -> String {
    match evidence {
        Evidence::Share { over, of, percent: share, percent_bounds_95, allowed_percent, measured_us } => {
            let what = if measured_us.is_some() { "over" } else { "failed" };
            let share = percent_with_bounds(*share, percent_bounds_95);
            let allowed = (allowed_percent * 1e9).round() / 1e9;
            format!("{} of {} {what} ({share}; allowed {allowed}\u{a0}%)", count(*over), count(*of))
        }
        Evidence::Mean { mean_us, limit_us } => {
            format!("mean {} against {}", mean(mean_us), limit_time(*limit_us))
        }
        Evidence::Throughput { per_s, limit_per_s } => {
            format!("{} against {}", per_s_with_bounds(per_s), super::number::limit_rate(*limit_per_s))
        }
        Evidence::Max { max_us, over, of, limit_us } => {
            let longest = time(*max_us as f64);
            format!("longest {longest}; {} of {} over {}", count(*over), count(*of), limit_time(*limit_us))
        }
        Evidence::InvalidStep => "the step is invalid and supports no verdict".to_owned(),
        Evidence::NoRequests => "no such request ended in the step".to_owned(),
    }
}

fn mean(estimate: &Estimate) -> String {
    match &estimate.bounds_95 {
        Some(bounds) => format!("{} (95\u{a0}% CI {})", time(estimate.value), time_bounds(bounds)),
        None => format!("{} (too few seconds for an interval)", time(estimate.value)),
    }
}

/// The measured value in a cell of the proof table.
pub fn measured(verdict: &StepVerdict) -> String {
    match &verdict.evidence {
        Evidence::Share { measured_us: Some(us), .. } => time(*us as f64),
        Evidence::Share { percent: share, .. } => format!("{}\u{a0}%", percent(*share)),
        Evidence::Mean { mean_us, .. } => time(mean_us.value),
        Evidence::Throughput { per_s, .. } => super::number::per_s(per_s.value),
        Evidence::Max { max_us, .. } => time(*max_us as f64),
        Evidence::InvalidStep | Evidence::NoRequests => super::number::dash(),
    }
}

/// How the run's verdicts are derived from the steps'.
pub fn rule(run: &RunAnalysis) -> &'static str {
    let climb =
        run.verdicts.iter().any(|v| matches!(v.judged_at, JudgedAt::BestStep { .. } | JudgedAt::NoStep));
    if climb {
        "A climb goes on until the system no longer gains, so its last steps may well break a requirement. \
         Each requirement is therefore judged at the best step, the load line that this report claims; the \
         steps in which it holds are listed."
    } else {
        "A requirement holds if it holds in every step, fails if it fails in any step, and is inconclusive \
         otherwise."
    }
}

pub fn more_findings(count: usize) -> String {
    format!("And {count} more under Findings.")
}

pub const METHOD: &str = "A percentile requirement is judged by the share of requests over its limit: p95 allows \
    5 %. The requirement fails if the whole 95 % interval of that share (Wilson) is above what is allowed, \
    holds if it is wholly below, and is inconclusive in between. Errors are judged the same way, means and \
    throughput by a bootstrap interval over seconds, a maximum by any single request over it. Failed requests \
    count as requests, with the time they took. Failures of the load generator itself make a step invalid \
    instead of counting against the system; an invalid step supports no verdict.";
