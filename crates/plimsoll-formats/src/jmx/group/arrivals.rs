//! The plug-ins' groups of the open model: Arrivals and Free-Form Arrivals Thread Group.

use super::concurrency::{RampTimes, times, unit_s};
use super::{number, waves};
use crate::jmx::context::Lowering;
use crate::jmx::element::{Element, ElementProperties};
use plimsoll_plan::{ArrivalProfile, AtEnd, Load, Overload, RateStage, Spacing};
use std::time::Duration;

/// Users where their number is not limited.
pub const USERS_MAX: u32 = 100_000;

pub fn load(lowering: &mut Lowering, element: &Element, differences: &mut Vec<&'static str>) -> Option<Load> {
    const PROPERTY: &str = "TargetLevel";
    let RampTimes { ramp, steps, hold, unit_s } = times(lowering, element)?;
    let text = number::known(lowering, element, &element.properties, PROPERTY)?;
    let text = if text.is_empty() { "1" } else { text.as_str() };
    let per_s = number::rate(lowering, element, PROPERTY, text)? / unit_s;
    let stage = |per_s: f64, ramp: Duration, hold: Duration| RateStage { per_s, ramp, hold, spacing: None };
    let stages = if ramp.is_zero() || steps == 0 {
        if !ramp.is_zero() {
            differences.push(
                "arrivals come during the ramp, too; the plug-in makes none until an even ramp is over",
            );
        }
        vec![stage(per_s, ramp, hold)]
    } else {
        let length = Duration::from_micros((ramp.as_micros() / steps as u128) as u64);
        let step = |number: i64| {
            let hold = if number == steps { length + hold } else { length };
            stage(per_s / steps as f64 * number as f64, Duration::ZERO, hold)
        };
        (1..=steps).map(step).collect()
    };
    profile(lowering, element, stages)
}

/// Rows of start rate, end rate and duration; a property may stand for them.
pub fn free_form(
    lowering: &mut Lowering,
    element: &Element,
    differences: &mut Vec<&'static str>,
) -> Option<Load> {
    let unit_s = unit_s(element);
    let rows = match schedule_property(lowering, element) {
        Some((name, text)) => waves::spawns(lowering, element, &name, &text, 3)?,
        None => number::rows(lowering, element, "Schedule", 3)?,
    };
    let mut stages: Vec<RateStage> = Vec::new();
    for row in rows {
        let from = number::rate(lowering, element, "start value", &row[0])? / unit_s;
        let to = number::rate(lowering, element, "end value", &row[1])? / unit_s;
        let length = number::seconds_of(lowering, element, "duration", &row[2], unit_s)?;
        if from != to && !length.is_zero() {
            differences.push("arrivals of a ramp follow its rate at every moment");
        }
        push_ramp(&mut stages, from, to, length, None);
    }
    differences.dedup();
    profile(lowering, element, stages)
}

fn schedule_property(lowering: &Lowering, element: &Element) -> Option<(String, String)> {
    let own = element.text("identifier").trim();
    let is_used = element.flag("useIdentifier", !element.has("useIdentifier"));
    let name = if own.is_empty() { "arrivals.schedule" } else { own };
    let text = lowering.evaluation.property_text(name).filter(|text| is_used && !text.trim().is_empty())?;
    Some((name.to_owned(), text))
}

/// A time in which the rate goes evenly from one value to another, whatever it was before.
pub fn push_ramp(
    stages: &mut Vec<RateStage>,
    from: f64,
    to: f64,
    length: Duration,
    spacing: Option<Spacing>,
) {
    let before = stages.last().map_or(0.0, |stage| stage.per_s);
    let zero = Duration::ZERO;
    if from != to {
        if before != from {
            stages.push(RateStage { per_s: from, ramp: zero, hold: zero, spacing });
        }
        return stages.push(RateStage { per_s: to, ramp: length, hold: zero, spacing });
    }
    match stages.last_mut() {
        Some(last) if last.per_s == to && last.hold.is_zero() && last.spacing == spacing => {
            last.hold = length
        }
        _ => stages.push(RateStage { per_s: to, ramp: zero, hold: length, spacing }),
    }
}

fn profile(lowering: &mut Lowering, element: &Element, stages: Vec<RateStage>) -> Option<Load> {
    let limit = number::known(lowering, element, &element.properties, "ConcurrencyLimit")?;
    // What is no number is no limit (ArrivalsThreadGroup.canCreateMoreThreads).
    let limit = limit.parse::<u32>().ok().filter(|limit| *limit > 0);
    Some(Load::Arrivals(ArrivalProfile {
        delay: Duration::ZERO,
        stages,
        spacing: Spacing::Even,
        tick: None,
        users: limit.unwrap_or(USERS_MAX),
        overload: Overload::Drop,
        at_end: AtEnd::Finish,
    }))
}
