//! Findings: what was seen, and what to do next.

use super::number::{capitalised, change, count, fixed, listed, per_s, percent, steps, time};
use super::{capacity, run, time::length, validity};
use plimsoll_analysis::findings::{Claim, InversionKind, Marginal};
use plimsoll_analysis::{BoundReason, Judgement, Severity};

pub fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "critical",
        Severity::Warning => "warning",
        Severity::Information => "information",
    }
}

/// What was seen.
pub fn sentence(claim: &Claim) -> String {
    match claim {
        Claim::GeneratorLimited { step, problem } => {
            format!("Step {step} is invalid: {}.", validity::problem(problem))
        }
        Claim::MaximumNotFound { best_per_s, reason, .. } => {
            format!(
                "Capacity is at least {}; the maximum was not found: {}.",
                per_s(*best_per_s),
                capacity::reason(reason)
            )
        }
        Claim::KneeBelowRange { first_step, first_users, first_per_s, max_per_s, share_percent } => format!(
            "The smallest load already saturates: step {first_step} with {first_users} users brings {}, {}\u{a0}% of \
             the highest ({}). Where the knee lies was not measured.",
            per_s(*first_per_s),
            fixed(*share_percent, 0),
            per_s(*max_per_s)
        ),
        Claim::Knee(marginal) => format!("Throughput bends {}.", between(marginal)),
        Claim::Plateau(marginal) => format!("Throughput stands still {}.", between(marginal)),
        Claim::Retrograde(marginal) => format!("Throughput falls {}.", between(marginal)),
        Claim::LittleMismatch { steps: found, ratio_min, ratio_max } => format!(
            "In {} the recorded times account for {} of the users.",
            steps(found),
            percents(ratio_min * 100.0, ratio_max * 100.0, |value| fixed(value, 0))
        ),
        Claim::GeneratorDelayed { steps: found, run_delay_percent_max } => format!(
            "In {} other work had the generator's core: a worker that was ready to run waited for it up to {}\u{a0}% of \
             the time.",
            steps(found),
            percent(*run_delay_percent_max)
        ),
        Claim::Inversion { from_step, to_step, from_users, to_users, kind } => {
            let places = format!("from step {from_step} ({from_users} users) to step {to_step} ({to_users} users)");
            match kind {
                InversionKind::Throughput { from_per_s, to_per_s } => format!(
                    "Throughput grew more than the load {places}: {} to {}. More load makes no system faster.",
                    per_s(*from_per_s),
                    per_s(*to_per_s)
                ),
                InversionKind::Response { from_p50_us, to_p50_us } => format!(
                    "Answers became faster with more load {places}: p50 {} to {}. More load makes no system faster.",
                    time(*from_p50_us as f64),
                    time(*to_p50_us as f64)
                ),
            }
        }
        Claim::FastFailures { step, errors_percent, failed_mean_us, succeeded_mean_us, .. } => format!(
            "In step {step}, {}\u{a0}% of the requests failed, and failed fast: in {} on average, against {} for the \
             others. Response times look better than they were.",
            percent(*errors_percent),
            time(*failed_mean_us),
            time(*succeeded_mean_us)
        ),
        Claim::HighErrors { steps: found, errors, requests, errors_percent_min, errors_percent_max, top } => {
            let named: Vec<String> =
                top.iter().map(|e| format!("{} ({})", run::error(e), count(e.count))).collect();
            format!(
                "In {}, {} of {} requests failed ({}), most by {}.",
                steps(found),
                count(*errors),
                count(*requests),
                percents(*errors_percent_min, *errors_percent_max, percent),
                listed(&named)
            )
        }
        Claim::RequirementFailed { requirement, steps: failed, load_line, .. } => {
            let rest = match load_line {
                Some(Judgement::Pass) => "; it holds at the load line",
                Some(Judgement::Inconclusive) => "; at the load line it could not be decided",
                Some(Judgement::Fail) | None => "",
            };
            format!("{requirement} does not hold in {}{rest}.", steps(failed))
        }
        Claim::RequirementUnreadable { error, .. } => format!("Failed to {error}."),
        Claim::RunCutOff { last_step: None, .. } => {
            "Nothing was measured, and the run has no end: it was cut off, or is still running (was the -wal file \
             left behind?)."
                .to_owned()
        }
        Claim::RunCutOff { last_step: Some(step), recorded_to_us } => format!(
            "The run has no end: it was cut off, or is still running. Recorded are {}, up to step {step}.",
            length(*recorded_to_us as f64 / 1e6)
        ),
        Claim::RunStopped { reason, at_us } => {
            format!("The run ended early: {} after {}.", run::reason(reason), length(*at_us as f64 / 1e6))
        }
        Claim::WindowTooShort { steps: found, measured_s_min, measured_s_max, min_s } => {
            let (shortest, longest) = (length(*measured_s_min), length(*measured_s_max));
            let measured =
                if shortest == longest { shortest } else { format!("{shortest} to {longest}") };
            let were = if found.len() == 1 { "was" } else { "were" };
            format!(
                "{} {were} measured for {measured} only (at least {} s).",
                capitalised(&steps(found)),
                fixed(*min_s, 0)
            )
        }
        Claim::CertificatesNotVerified => {
            "The servers' certificates were not verified; nothing proves which server answered.".to_owned()
        }
        Claim::ElementsSkipped { elements } => {
            format!(
                "{} of the plan left out: the load differs from the plan's.",
                self::elements(elements.len())
            )
        }
        Claim::ElementsApproximated { elements } => {
            format!("{} of the plan performed with a stated difference.", self::elements(elements.len()))
        }
    }
}

fn elements(n: usize) -> String {
    if n == 1 { "1 element".to_owned() } else { format!("{} elements", count(n as u64)) }
}

/// `1.84 %`, `1.84–2.5 %`
fn percents(low: f64, high: f64, text: fn(f64) -> String) -> String {
    let (low, high) = (text(low), text(high));
    if low == high { format!("{low}\u{a0}%") } else { format!("{low}–{high}\u{a0}%") }
}

/// `between step 3 (48 users, …) and step 4 (56 users, …): 0.12 % more throughput per 1 % more users, CI …`
fn between(marginal: &Marginal) -> String {
    let Marginal { from_step, to_step, from_users, to_users, from_per_s, to_per_s, efficiency } = marginal;
    let bounds = efficiency.bounds_95.map_or_else(String::new, |b| {
        format!(", CI of the change {} to {}", fixed(b.low, 2), fixed(b.high, 2))
    });
    format!(
        "between step {from_step} ({from_users} users, {}) and step {to_step} ({to_users} users, {}): {} \
         throughput per 1 % more users{bounds}",
        per_s(*from_per_s),
        per_s(*to_per_s),
        change(efficiency.value, 2)
    )
}

/// What would tell more, or mend it.
pub fn next(claim: &Claim) -> String {
    let text = match claim {
        Claim::GeneratorLimited { .. } => {
            "Run this load again with more cores or more nodes for the load generator, and nothing else on them."
        }
        Claim::MaximumNotFound { reason: BoundReason::GainUncertain { .. }, .. } => {
            "Repeat the last steps for longer, until the interval of the gain no longer contains the goal."
        }
        Claim::MaximumNotFound { .. } => {
            "Repeat with higher loads until throughput no longer gains its goal."
        }
        Claim::KneeBelowRange { .. } => {
            "Repeat with smaller loads, down to one user, to see where throughput bends."
        }
        Claim::Knee(_) | Claim::Plateau(_) => {
            "Measure loads between these two, with repeats, and watch the servers' CPU, pools and locks there."
        }
        Claim::Retrograde(_) => {
            "Keep production below this load, and look for contention: locks, garbage collection, connection pools."
        }
        Claim::LittleMismatch { .. } => {
            "Check that users did not end early, and that no time is spent outside requests and think times."
        }
        Claim::GeneratorDelayed { .. } => {
            "Give the load generator cores of its own: not the server's, and no other work on them."
        }
        Claim::Inversion { .. } => {
            "Warm the system up, repeat both loads in the other order, and check that both did the same work."
        }
        Claim::FastFailures { .. } => "Mend the failures first; then measure again.",
        Claim::HighErrors { .. } => {
            "Find these errors in the servers' logs at the times shown in the report."
        }
        Claim::RequirementFailed { .. } => {
            "Find the limiting resource with telemetry at these steps, or lower the load to the recommended point."
        }
        Claim::RequirementUnreadable { .. } => {
            "Correct the requirement and make the report again; the run need not be repeated."
        }
        Claim::RunCutOff { .. } | Claim::RunStopped { .. } => "Run it again to its end.",
        Claim::WindowTooShort { .. } => {
            "Measure each step for minutes: garbage collection and batch jobs take their time."
        }
        Claim::CertificatesNotVerified => {
            "Verify certificates, at least once, to know that the right system was measured."
        }
        Claim::ElementsSkipped { .. } | Claim::ElementsApproximated { .. } => {
            "Read the list under Setup and decide whether it matters."
        }
    };
    text.to_owned()
}
