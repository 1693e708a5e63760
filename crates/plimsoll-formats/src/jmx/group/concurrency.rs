//! The plug-ins' Concurrency Thread Group: so many users, replaced when they end.

use super::number;
use crate::jmx::context::Lowering;
use crate::jmx::element::{Element, ElementProperties};
use plimsoll_plan::plan::OnError;
use plimsoll_plan::{Load, LoadProfile, Stage};
use std::time::Duration;

/// Most steps of a ramp.
const STEPS_MAX: i64 = 100_000;

pub fn load(lowering: &mut Lowering, element: &Element, differences: &mut Vec<&'static str>) -> Option<Load> {
    let RampTimes { ramp, steps, hold, .. } = times(lowering, element)?;
    let users = target(lowering, element, differences)?;
    if ramp.is_zero() || users == 0 {
        return Some(LoadProfile::constant(users, ramp, Some(hold)).into());
    }
    differences.push("users start at their moment, not when the plug-in looks once a second");
    if steps == 0 {
        return Some(LoadProfile::constant(users, ramp, Some(hold)).into());
    }
    let step = |number: i64| {
        let last = number == steps;
        // Math.round
        let users = (f64::from(users) / steps as f64 * number as f64 + 0.5).floor() as u32;
        let length = ramp.div_f64(steps as f64);
        Stage {
            users,
            ramp: Duration::ZERO,
            hold: Some(whole_us(length) + if last { hold } else { Duration::ZERO }),
        }
    };
    let stages: Vec<Stage> = (1..=steps).map(step).collect();
    let end = (stages.len() == 1).then_some(ramp + hold);
    Some(LoadProfile { delay: Duration::ZERO, stages, end }.into())
}

fn whole_us(time: Duration) -> Duration {
    Duration::from_micros(time.as_micros() as u64)
}

/// What the groups of this family have in common.
pub struct RampTimes {
    pub ramp: Duration,
    /// Of the ramp; 0: it is even.
    pub steps: i64,
    pub hold: Duration,
    /// Seconds of the unit that times and rates are in.
    pub unit_s: f64,
}

pub fn times(lowering: &mut Lowering, element: &Element) -> Option<RampTimes> {
    let unit_s = unit_s(element);
    let mut time = |property: &str| {
        let text = number::known(lowering, element, &element.properties, property)?;
        let time = number::seconds_of(lowering, element, property, &text, unit_s)?;
        // Whole seconds (AbstractDynamicThreadGroupModel.getRampUpSeconds).
        Some(Duration::from_secs(time.as_secs_f64().round() as u64))
    };
    let ramp = time("RampUp");
    let hold = if element.has("Hold") { time("Hold") } else { Some(Duration::from_secs(unit_s as u64)) };
    let steps = number::whole(lowering, element, "Steps", Some(0))?;
    if steps > STEPS_MAX {
        lowering.error(element, format!("Steps: there are more than {STEPS_MAX}"));
        return None;
    }
    Some(RampTimes { ramp: ramp?, steps: steps.max(0), hold: hold?, unit_s })
}

pub fn unit_s(element: &Element) -> f64 {
    if element.text("Unit").trim() == "M" { 60.0 } else { 1.0 }
}

/// The number of users. With `__tstFeedback` the plug-in adds users as its shaping timer needs them; here
/// they are there from the start, and the timer holds them back.
fn target(lowering: &mut Lowering, element: &Element, differences: &mut Vec<&'static str>) -> Option<u32> {
    const PROPERTY: &str = "TargetLevel";
    let text = element.text(PROPERTY);
    let most = text.split_once("__tstFeedback(").map(|(_, rest)| {
        let inner = rest.rsplit_once(')').map_or(rest, |(inner, _)| inner);
        inner.split(',').map(str::trim).nth(2).unwrap_or_default().to_owned()
    });
    let number = match &most {
        None => number::whole(lowering, element, PROPERTY, Some(1))?,
        Some(most) => {
            differences.push("all its users are there from the start; the shaping timer holds them back");
            let most = number::known_text(lowering, element, PROPERTY, most)?;
            let Ok(users) = most.parse() else {
                let hint = "give it as the third value: `${__tstFeedback(timer,1,100,10)}`";
                lowering.error(element, "TargetLevel: __tstFeedback has no highest number of users").hint =
                    Some(hint.to_owned());
                return None;
            };
            users
        }
    };
    number::users(lowering, element, PROPERTY, number.max(0))
}

/// A user that ends is replaced by the plug-in.
pub fn note_replacement(iterations: i64, on_error: OnError, differences: &mut Vec<&'static str>) {
    if iterations > 1 {
        differences.push("users go on after their iterations instead of being replaced by new ones");
    }
    if on_error == OnError::StopUser {
        differences.push("users that end on an error are not replaced by new ones");
    }
}
