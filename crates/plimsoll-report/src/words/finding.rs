//! Findings: what was seen, and what to do next.

use super::number::{count, fixed, listed, per_s, percent, significant, steps, time};
use super::{capacity, run, time::length, validity};
use plimsoll_analysis::Severity;
use plimsoll_analysis::findings::{Claim, Marginal};

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
        Claim::LittleMismatch { step, users, users_accounted, ratio } => format!(
            "In step {step} the recorded times account for {} of {users} users ({}\u{a0}%).",
            significant(*users_accounted, 3),
            fixed(ratio * 100.0, 0)
        ),
        Claim::FastFailures { step, errors_percent, failed_mean_us, succeeded_mean_us, .. } => format!(
            "In step {step}, {}\u{a0}% of the requests failed, and failed fast: in {} on average, against {} for the \
             others. Throughput and response times look better than they were.",
            percent(*errors_percent),
            time(*failed_mean_us),
            time(*succeeded_mean_us)
        ),
        Claim::HighErrors { step, errors, requests, errors_percent, top } => {
            let named: Vec<String> =
                top.iter().map(|e| format!("{} ({})", run::error(e), count(e.count))).collect();
            format!(
                "In step {step}, {} of {} requests failed ({}\u{a0}%), most by {}.",
                count(*errors),
                count(*requests),
                percent(*errors_percent),
                listed(&named)
            )
        }
        Claim::RequirementFailed { requirement, steps: failed, decides } => {
            let rest = if *decides { "" } else { "; it holds at the load line" };
            format!("{requirement} does not hold in {}{rest}.", steps(failed))
        }
        Claim::RequirementUnreadable { error, .. } => format!("Failed to {error}."),
        Claim::RunCutOff { last_step, recorded_to_us } => {
            let place =
                last_step.map_or_else(|| "before the first step".to_owned(), |s| format!("in step {s}"));
            format!("The run was cut off {place}, {} after its start.", length(*recorded_to_us as f64 / 1e6))
        }
        Claim::RunStopped { reason, at_us } => {
            format!("The run ended early: {} after {}.", run::reason(reason), length(*at_us as f64 / 1e6))
        }
        Claim::WindowTooShort { step, measured_s, min_s } => {
            format!(
                "Step {step} was measured for {} only (at least {} s).",
                length(*measured_s),
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

/// `from 48 to 56 users: +2.1 % … for 17 % more users`
fn between(marginal: &Marginal) -> String {
    let Marginal { from_step, to_step, from_users, to_users, from_per_s, to_per_s, efficiency } = marginal;
    let bounds =
        efficiency.bounds_95.map_or_else(String::new, |b| format!(", CI {:.2} to {:.2}", b.low, b.high));
    format!(
        "between step {from_step} ({from_users} users, {}) and step {to_step} ({to_users} users, {}): {:.2}\u{a0}% more \
         throughput per 1 % more users{bounds}",
        per_s(*from_per_s),
        per_s(*to_per_s),
        efficiency.value
    )
    .replace('-', "−")
}

/// What would tell more, or mend it.
pub fn next(claim: &Claim) -> String {
    let text = match claim {
        Claim::GeneratorLimited { .. } => {
            "Run this load again with more cores or more nodes for the load generator, and nothing else on them."
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
