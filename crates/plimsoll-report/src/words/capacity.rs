//! Capacity, the recommended operating point, and projections.

use super::Words;
use super::{load, search};
use plimsoll_analysis::step::Growth;
use plimsoll_analysis::{BoundReason, Capacity, Gain, OperatingPoint, Projection, RunAnalysis};

/// The figure alone, for the verdict box: `≥ 112.0/s`.
pub fn figure(words: &Words, capacity: &Capacity) -> String {
    match capacity {
        Capacity::BelowAsked { best, pool_was_full: true } => {
            format!("≥ {}", words.per_s(best.throughput_per_s.value))
        }
        Capacity::Maximum { best, .. } | Capacity::BelowAsked { best, .. } | Capacity::OneLoad { best } => {
            words.per_s(best.throughput_per_s.value)
        }
        Capacity::LowerBound { best, .. } => format!("≥ {}", words.per_s(best.throughput_per_s.value)),
        Capacity::Rate(search) => search::figure(words, search),
        Capacity::Unknown => "unknown".to_owned(),
    }
}

/// What the figure is called.
pub fn kind(words: &Words, capacity: &Capacity) -> &'static str {
    match capacity {
        Capacity::Maximum { .. } | Capacity::BelowAsked { pool_was_full: false, .. } => {
            "Capacity: maximum found"
        }
        Capacity::LowerBound { .. } | Capacity::BelowAsked { pool_was_full: true, .. } => {
            "Capacity: lower bound"
        }
        Capacity::OneLoad { .. } => "Throughput at one load",
        Capacity::Rate(search) => search::kind(words, search),
        Capacity::Unknown => "Capacity",
    }
}

pub fn sentence(words: &Words, capacity: &Capacity) -> String {
    match capacity {
        Capacity::Maximum { best, shown_by } => format!(
            "Capacity is {}, reached in {}: {}.",
            words.per_s_with_bounds(&best.throughput_per_s),
            place(words, best),
            self::shown_by(words, best, shown_by)
        ),
        Capacity::BelowAsked { best, pool_was_full } => {
            let (least, pool) = match pool_was_full {
                true => (
                    "at least ",
                    ". All users were at work there: a larger pool would tell whether the system or the pool was the limit",
                ),
                false => ("", ", and users at work became more and more"),
            };
            format!(
                "Capacity is {least}{}, reached in {}: arrivals came faster than they were answered{pool}.",
                words.per_s_with_bounds(&best.throughput_per_s),
                place(words, best)
            )
        }
        Capacity::LowerBound { best, reason } => format!(
            "Capacity is at least {}, reached in {}; the maximum was not found: {}.",
            words.per_s_with_bounds(&best.throughput_per_s),
            place(words, best),
            self::reason(words, reason)
        ),
        Capacity::OneLoad { best } => format!(
            "{} {}. One valid load only: this is neither the maximum nor a search for it.",
            words.per_s_with_bounds(&best.throughput_per_s),
            match best.rate_per_s {
                Some(rate) => format!("succeeded of {} asked", load::asked(words, rate)),
                None => load::with(words, &best.load()),
            }
        ),
        Capacity::Rate(search) => search::sentence(words, search),
        Capacity::Unknown => "Capacity is unknown: no step is valid.".to_owned(),
    }
}

/// `step 9 with 72 users (8 threads × 9 nodes)`
pub fn place(words: &Words, point: &OperatingPoint) -> String {
    if let Some(rate) = point.rate_per_s {
        return format!("step {} at {} asked", point.step, load::asked(words, rate));
    }
    let users = super::load::users(words, point.users);
    if point.nodes > 1 {
        let threads = words.say("load-threads", crate::words::args![n = point.threads]);
        format!("step {} with {users} ({threads} × {} nodes)", point.step, point.nodes)
    } else {
        format!("step {} with {users}", point.step)
    }
}

/// Completes "the maximum was not found: …".
pub fn reason(words: &Words, reason: &BoundReason) -> String {
    match reason {
        BoundReason::LoadExhausted { growth: Some(growth) } => {
            format!("no node was left while throughput still grew {}", grew(words, growth))
        }
        BoundReason::LoadExhausted { growth: None } => "no more load was left to add".to_owned(),
        BoundReason::StillGrowing { gain } if gain.highest_tried => {
            let bounds = gain_bounds(words, gain).map_or_else(String::new, |bounds| format!(" ({bounds})"));
            let more = words.change(gain.percent.value, 1);
            format!(
                "at the highest load, step {}, throughput was still {more}{bounds} than in step {}",
                gain.step, gain.base_step
            )
        }
        BoundReason::StillGrowing { gain } => format!(
            "step {} brought {} than step {}, its goal was {}",
            gain.step,
            words.change(gain.percent.value, 1),
            gain.base_step,
            words.whole_percent(gain.goal_percent)
        ),
        BoundReason::GainUncertain { gain } => {
            let bounds = gain_bounds(words, gain).map_or_else(String::new, |bounds| format!(" ({bounds})"));
            format!(
                "the gain of step {} is {}\u{a0}%{bounds}, its goal {}: the interval contains the goal, so longer steps \
                 are needed",
                gain.step,
                words.fixed(gain.percent.value, 1),
                words.whole_percent(gain.goal_percent)
            )
        }
        BoundReason::HigherStepsInvalid { steps: invalid } => {
            let are = if invalid.len() == 1 { "is" } else { "are" };
            format!("{}, with more load, {are} invalid", words.steps(invalid))
        }
        BoundReason::Interrupted => "the run was interrupted".to_owned(),
        BoundReason::CutOff => "the run has no end".to_owned(),
        BoundReason::StoppedByPlan => "the plan stopped the run".to_owned(),
        BoundReason::Impossible { message } => format!("the climb could not go on ({message})"),
        BoundReason::Failed { message } => format!("the run failed ({message})"),
    }
}

/// Completes "Capacity is …: …".
fn shown_by(words: &Words, best: &OperatingPoint, gain: &Gain) -> String {
    let Gain { step, base_step, percent, goal_percent, .. } = gain;
    let change = words.change(percent.value, 1);
    let goal = words.whole_percent(*goal_percent);
    let bounds = gain_bounds(words, gain).map_or_else(String::new, |bounds| format!(" ({bounds})"));
    let few = if percent.bounds_95.is_some() { "" } else { "; this rests on few seconds" };
    let text = if percent.value < 0.0 {
        format!("step {step}, with more load, brought {change}{bounds} than step {base_step}")
    } else {
        let only = if *goal_percent > 0 { "only " } else { "" };
        format!("step {step} brought {only}{change}{bounds} than step {base_step}, its goal was {goal}")
    };
    let untried = if best.step == *step { "; no higher load was tried" } else { "" };
    format!("{text}{untried}{few}")
}

/// `CI −0.4 to 7.9`
fn gain_bounds(words: &Words, gain: &Gain) -> Option<String> {
    gain.percent.bounds_95.map(|b| format!("CI {} to {}", words.fixed(b.low, 1), words.fixed(b.high, 1)))
}

fn grew(words: &Words, growth: &Growth) -> String {
    format!("{}\u{a0}% (goal {}\u{a0}%)", words.fixed(growth.gain_percent_exact, 1), growth.goal_percent)
}

pub fn recommended(words: &Words, run: &RunAnalysis) -> String {
    match &run.recommended {
        Some(point) if run.rate_capacity().is_some() => format!(
            "{} of {} asked: the highest rate at which every requirement is shown to hold. There is no reserve in it; \
             plan below it.",
            words.per_s_with_bounds(&point.throughput_per_s),
            load::asked(words, point.rate_per_s.unwrap_or(0.0)),
        ),
        Some(point) => {
            let saturated = match &run.capacity {
                Capacity::Maximum { best, .. } | Capacity::BelowAsked { best, .. } => best.step == point.step,
                _ => false,
            };
            let caution = if saturated {
                " This is the load at which throughput stops growing; plan below it."
            } else {
                ""
            };
            format!(
                "{}, {}: the highest throughput at which every requirement is shown to hold.{caution}",
                words.per_s_with_bounds(&point.throughput_per_s),
                place(words, point)
            )
        }
        None if run.verdicts.is_empty() => "No requirements were given to choose it by.".to_owned(),
        None if run.rate_capacity().is_some() => "At no rate are all requirements shown to hold.".to_owned(),
        None => "In no valid step are all requirements shown to hold.".to_owned(),
    }
}

/// The same where no heading names it.
pub fn recommended_line(words: &Words, run: &RunAnalysis) -> String {
    let none = if run.recommended.is_none() { "none. " } else { "" };
    format!("Recommended operating point: {none}{}", recommended(words, run))
}

/// `112.0/s × 3,600 ≈ 403,000 per hour`
pub fn arithmetic(words: &Words, projection: &Projection) -> [(String, String); 3] {
    let x = words.rate(projection.per_s);
    [
        (format!("{x}/s × 3,600"), format!("≈ {} per hour", words.projected(projection.per_hour))),
        (format!("{x}/s × 86,400"), format!("≈ {} per day", words.projected(projection.per_day))),
        (format!("{x}/s × 604,800"), format!("≈ {} per week", words.projected(projection.per_week))),
    ]
}

pub fn headroom(words: &Words, projection: &Projection) -> Option<String> {
    let (expected, factor) = projection.expected_per_s.zip(projection.headroom)?;
    let expected_text =
        format!("expected use {} ({} per hour)", words.per_s(expected), words.projected(expected * 3_600.0));
    let verdict = if factor >= 1.0 { "headroom" } else { "short of it" };
    Some(format!(
        "{} / {expected_text}: factor {} ({verdict})",
        words.per_s(projection.per_s),
        words.significant(factor, 3)
    ))
}

pub const PROJECTION_CAVEAT: &str =
    "Multiplied out, not measured: it says what the rate would come to if it were kept up without pause.";
