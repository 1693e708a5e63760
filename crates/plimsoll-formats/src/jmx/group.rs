//! Thread groups: how many users, for how long, how often.

use super::element::{Element, Properties, Property};
use super::lowering::Lowering;
use plimsoll_plan::plan::{Iterations, OnError, Phase, Scenario};
use plimsoll_plan::{LoadProfile, Stage};
use std::time::Duration;

/// Longest time that a plan may ask for: over 30 years, and still exact when written as text.
const SECONDS_MAX: f64 = 1e9;

/// The phase of a thread group of this kind; `None` for anything else.
pub fn phase(kind: &str) -> Option<Phase> {
    match kind {
        "ThreadGroup" => Some(Phase::Main),
        "SetupThreadGroup" => Some(Phase::SetUp),
        "PostThreadGroup" => Some(Phase::TearDown),
        _ => None,
    }
}

/// The scenario of a thread group without its steps; `None` when errors were reported.
pub fn scenario(lowering: &mut Lowering, element: &Element, phase: Phase) -> Option<Scenario> {
    let load = load(lowering, element);
    let iterations = iterations(lowering, element);
    Some(Scenario {
        name: element.name.clone(),
        phase,
        load: load?.into(),
        iterations: iterations?,
        on_error: on_error(element.text("ThreadGroup.on_sample_error")),
        new_user_each_iteration: !element.flag("ThreadGroup.same_user_on_next_iteration", true),
        steps: Vec::new(),
    })
}

fn load(lowering: &mut Lowering, element: &Element) -> Option<LoadProfile> {
    let users = number(lowering, element, "ThreadGroup.num_threads", None);
    let ramp = seconds(lowering, element, "ThreadGroup.ramp_time");
    let scheduled = element.flag("ThreadGroup.scheduler", false);
    let (delay, end) = if scheduled {
        let end = seconds(lowering, element, "ThreadGroup.duration");
        if end == Some(Duration::ZERO) {
            lowering.error(element, "the scheduler is on, but no duration is given").hint =
                Some("fill in the duration, or switch \"Specify Thread lifetime\" off".to_owned());
        }
        (seconds(lowering, element, "ThreadGroup.delay")?, Some(end?))
    } else {
        (Duration::ZERO, None)
    };
    let users = u32::try_from(users?).ok().or_else(|| {
        lowering.error(element, "ThreadGroup.num_threads: the number of users is out of range");
        None
    })?;
    Some(LoadProfile { delay, stages: vec![Stage { users, ramp: ramp?, hold: None }], end })
}

fn iterations(lowering: &mut Lowering, element: &Element) -> Option<Iterations> {
    let controller = element.group("ThreadGroup.main_controller");
    if controller.flag("LoopController.continue_forever", false) {
        return Some(Iterations::Forever);
    }
    match number_of(lowering, element, controller, "LoopController.loops", Some(1))? {
        -1 => Some(Iterations::Forever),
        times => Some(Iterations::Times(u64::try_from(times).unwrap_or(0))),
    }
}

pub fn on_error(text: &str) -> OnError {
    match text {
        "startnextloop" => OnError::StartNextIteration,
        "stopthread" => OnError::StopUser,
        "stoptest" => OnError::StopTest,
        "stoptestnow" => OnError::StopTestNow,
        _ => OnError::Continue,
    }
}

fn seconds(lowering: &mut Lowering, element: &Element, property: &str) -> Option<Duration> {
    let text = known(lowering, element, &element.properties, property)?;
    if text.is_empty() {
        return Some(Duration::ZERO);
    }
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=SECONDS_MAX).contains(&seconds) => {
            Some(Duration::from_micros((seconds * 1e6).round() as u64))
        }
        _ => {
            lowering.error(element, format!("{property}: `{text}` is not a number of seconds"));
            None
        }
    }
}

fn number(lowering: &mut Lowering, element: &Element, property: &str, default: Option<i64>) -> Option<i64> {
    number_of(lowering, element, &element.properties, property, default)
}

fn number_of(
    lowering: &mut Lowering,
    element: &Element,
    properties: &[Property],
    property: &str,
    default: Option<i64>,
) -> Option<i64> {
    let text = known(lowering, element, properties, property)?;
    match (text.parse(), default) {
        (Ok(number), _) => Some(number),
        (Err(_), Some(default)) if text.is_empty() => Some(default),
        (Err(_), _) => {
            lowering.error(element, format!("{property}: `{text}` is not a whole number"));
            None
        }
    }
}

/// The text of a property with everything in it replaced.
fn known(
    lowering: &mut Lowering,
    element: &Element,
    properties: &[Property],
    property: &str,
) -> Option<String> {
    match lowering.evaluation.known_text(properties.text(property)) {
        Ok(text) => Some(text.trim().to_owned()),
        Err(reason) => {
            lowering.error(element, format!("{property}: {reason}")).hint = Some(
                "write a number here, or `${__P(name,10)}` and give the number with `-Jname=…`".to_owned(),
            );
            None
        }
    }
}
