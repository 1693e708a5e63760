//! Capacity, the recommended operating point, and projections.

use super::number::{counted, fixed, per_s, per_s_with_bounds, projected, rate, significant, steps};
use plimsoll_analysis::step::Growth;
use plimsoll_analysis::{BoundReason, Capacity, OperatingPoint, Projection, RunAnalysis};

/// The figure alone, for the verdict box: `≥ 112.0/s`.
pub fn figure(capacity: &Capacity) -> String {
    match capacity {
        Capacity::Maximum { best } | Capacity::OneLoad { best } => per_s(best.throughput_per_s.value),
        Capacity::LowerBound { best, .. } => format!("≥ {}", per_s(best.throughput_per_s.value)),
        Capacity::Unknown => "unknown".to_owned(),
    }
}

/// What the figure is called.
pub fn kind(capacity: &Capacity) -> &'static str {
    match capacity {
        Capacity::Maximum { .. } => "Capacity: maximum found",
        Capacity::LowerBound { .. } => "Capacity: lower bound",
        Capacity::OneLoad { .. } => "Throughput at one load",
        Capacity::Unknown => "Capacity",
    }
}

pub fn sentence(capacity: &Capacity) -> String {
    match capacity {
        Capacity::Maximum { best } => format!(
            "Capacity is {}, reached in {}: more load no longer gained its goal.",
            per_s_with_bounds(&best.throughput_per_s),
            place(best)
        ),
        Capacity::LowerBound { best, reason } => format!(
            "Capacity is at least {}, reached in {}; the maximum was not found: {}.",
            per_s_with_bounds(&best.throughput_per_s),
            place(best),
            self::reason(reason)
        ),
        Capacity::OneLoad { best } => format!(
            "{} with {}. One load only: this is neither the maximum nor a search for it.",
            per_s_with_bounds(&best.throughput_per_s),
            counted(u64::from(best.users), "user")
        ),
        Capacity::Unknown => "Capacity is unknown: no step is valid.".to_owned(),
    }
}

/// `step 9 with 72 users (8 threads × 9 nodes)`
pub fn place(point: &OperatingPoint) -> String {
    let users = counted(u64::from(point.users), "user");
    if point.nodes > 1 {
        let threads = counted(u64::from(point.threads), "thread");
        format!("step {} with {users} ({threads} × {} nodes)", point.step, point.nodes)
    } else {
        format!("step {} with {users}", point.step)
    }
}

/// Completes "the maximum was not found: …".
pub fn reason(reason: &BoundReason) -> String {
    match reason {
        BoundReason::LoadExhausted { growth: Some(growth) } => {
            format!("no node was left while throughput still grew {}", grew(growth))
        }
        BoundReason::LoadExhausted { growth: None } => "no more load was left to add".to_owned(),
        BoundReason::StillGrowing { growth } => {
            format!("at the highest load throughput still grew {}", grew(growth))
        }
        BoundReason::HigherStepsInvalid { steps: invalid } => {
            let are = if invalid.len() == 1 { "is" } else { "are" };
            format!("{}, with more load, {are} invalid", steps(invalid))
        }
        BoundReason::Interrupted => "the run was interrupted".to_owned(),
        BoundReason::CutOff => "the run was cut off".to_owned(),
        BoundReason::StoppedByPlan => "the plan stopped the run".to_owned(),
        BoundReason::Impossible { message } => format!("the climb could not go on ({message})"),
        BoundReason::Failed { message } => format!("the run failed ({message})"),
    }
}

fn grew(growth: &Growth) -> String {
    format!("{}\u{a0}% (goal {}\u{a0}%)", fixed(growth.gain_percent_exact, 1), growth.goal_percent)
}

pub fn recommended(run: &RunAnalysis) -> String {
    match &run.recommended {
        Some(point) => format!(
            "{}, {}: the highest throughput at which every requirement is shown to hold.",
            per_s_with_bounds(&point.throughput_per_s),
            place(point)
        ),
        None if run.verdicts.is_empty() => "No requirements were given to choose it by.".to_owned(),
        None => "In no valid step do all requirements hold.".to_owned(),
    }
}

/// The same where no heading names it.
pub fn recommended_line(run: &RunAnalysis) -> String {
    let none = if run.recommended.is_none() { "none. " } else { "" };
    format!("Recommended operating point: {none}{}", recommended(run))
}

/// `112.0/s × 3,600 ≈ 403,000 per hour`
pub fn arithmetic(projection: &Projection) -> [(String, String); 3] {
    let x = rate(projection.per_s);
    [
        (format!("{x}/s × 3,600"), format!("≈ {} per hour", projected(projection.per_hour))),
        (format!("{x}/s × 86,400"), format!("≈ {} per day", projected(projection.per_day))),
        (format!("{x}/s × 604,800"), format!("≈ {} per week", projected(projection.per_week))),
    ]
}

pub fn headroom(projection: &Projection) -> Option<String> {
    let (expected, factor) = projection.expected_per_s.zip(projection.headroom)?;
    let expected_text =
        format!("expected use {} ({} per hour)", per_s(expected), projected(expected * 3_600.0));
    let verdict = if factor >= 1.0 { "headroom" } else { "short of it" };
    Some(format!(
        "{} / {expected_text}: factor {} ({verdict})",
        per_s(projection.per_s),
        significant(factor, 3)
    ))
}

pub const PROJECTION_CAVEAT: &str =
    "Multiplied out, not measured: it says what the rate would come to if it were kept up without pause.";
