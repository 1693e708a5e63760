//! Thread groups: how many users, for how long, how often.

mod arrivals;
mod concurrency;
mod number;
mod open_model;
mod waves;

pub use number::calls;

use super::context::Lowering;
use super::element::{Element, ElementProperties};
use plimsoll_plan::plan::{Iterations, OnError, Phase, Scenario};
use plimsoll_plan::{Load, LoadProfile, Stage};
use std::time::Duration;

const ULTIMATE: &str = "kg.apc.jmeter.threads.UltimateThreadGroup";
const STEPPING: &str = "kg.apc.jmeter.threads.SteppingThreadGroup";
const CONCURRENCY: &str = "com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup";
const ARRIVALS: &str = "com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup";
const FREE_FORM: &str = "com.blazemeter.jmeter.threads.arrivals.FreeFormArrivalsThreadGroup";
const OPEN_MODEL: &str = "OpenModelThreadGroup";

/// The phase of a thread group of this kind; `None` for anything else.
pub fn phase(kind: &str) -> Option<Phase> {
    match kind {
        "ThreadGroup" | ULTIMATE | STEPPING | CONCURRENCY | ARRIVALS | FREE_FORM | OPEN_MODEL => {
            Some(Phase::Main)
        }
        "SetupThreadGroup" => Some(Phase::SetUp),
        "PostThreadGroup" => Some(Phase::TearDown),
        _ => None,
    }
}

/// The scenario of a thread group without its steps; `None` when errors were reported.
pub fn scenario(lowering: &mut Lowering, element: &Element, phase: Phase) -> Option<Scenario> {
    let mut differences = Vec::new();
    let load = load(lowering, element, &mut differences);
    let iterations = iterations(lowering, element, &mut differences);
    let mut new_user = !element.flag("ThreadGroup.same_user_on_next_iteration", true);
    // A user that is replaced after each iteration is a new user.
    new_user |= element.kind == CONCURRENCY && element.text("Iterations").trim() == "1";
    if !differences.is_empty() {
        lowering.approximate(element, &differences.join("; "));
    }
    Some(Scenario {
        name: element.name.clone(),
        phase,
        load: load?,
        iterations: iterations?,
        on_error: on_error(element.text("ThreadGroup.on_sample_error")),
        new_user_each_iteration: new_user,
        steps: Vec::new(),
    })
}

fn load(lowering: &mut Lowering, element: &Element, differences: &mut Vec<&'static str>) -> Option<Load> {
    match element.kind.as_str() {
        ULTIMATE => waves::ultimate(lowering, element),
        STEPPING => waves::stepping(lowering, element),
        CONCURRENCY => concurrency::load(lowering, element, differences),
        ARRIVALS => arrivals::load(lowering, element, differences),
        FREE_FORM => arrivals::free_form(lowering, element, differences),
        OPEN_MODEL => open_model::load(lowering, element, differences),
        _ => threads(lowering, element, differences),
    }
}

fn threads(lowering: &mut Lowering, element: &Element, differences: &mut Vec<&'static str>) -> Option<Load> {
    let users = number::whole_or_zero(lowering, element, &element.properties, "ThreadGroup.num_threads");
    let ramp = number::seconds_or_zero(lowering, element, "ThreadGroup.ramp_time");
    let scheduled = element.flag("ThreadGroup.scheduler", false);
    let (delay, end) = if scheduled {
        let end = number::seconds_or_zero(lowering, element, "ThreadGroup.duration");
        if end == Some(Duration::ZERO) {
            let error = lowering.error(element, "the scheduler is on, but no duration is given");
            // Versions before 5 had an end time for this; newer ones stop at once.
            error.hint = Some("fill in the duration, or switch \"Specify Thread lifetime\" off".to_owned());
        }
        (number::seconds_or_zero(lowering, element, "ThreadGroup.delay")?, Some(end?))
    } else {
        (Duration::ZERO, None)
    };
    let users = number::users(lowering, element, "ThreadGroup.num_threads", users?)?;
    let ramp = ramp?;
    let delayed = element.flag("ThreadGroup.delayedStart", false);
    if end.is_some_and(|end| ramp > end) && users > 1 && !delayed {
        differences.push("users whose turn comes after the end do nothing; JMeter's make one request each");
    }
    Some(LoadProfile { delay, stages: vec![Stage { users, ramp, hold: None }], end }.into())
}

fn iterations(
    lowering: &mut Lowering,
    element: &Element,
    differences: &mut Vec<&'static str>,
) -> Option<Iterations> {
    match element.kind.as_str() {
        // Each thread makes one iteration (OpenModelThreadGroupController).
        OPEN_MODEL => return Some(Iterations::Times(1)),
        CONCURRENCY | ARRIVALS | FREE_FORM => {
            let times = number::whole(lowering, element, "Iterations", Some(0))?;
            if element.kind != CONCURRENCY && times > 0 {
                return Some(Iterations::Times(times.unsigned_abs()));
            }
            let on_error = on_error(element.text("ThreadGroup.on_sample_error"));
            if element.kind == CONCURRENCY {
                concurrency::note_replacement(times, on_error, differences);
            }
            return Some(Iterations::Forever);
        }
        _ => {}
    }
    let controller = element.group("ThreadGroup.main_controller");
    // Absent it is true, and then the number of loops is not looked at (LoopController.next).
    if controller.flag("LoopController.continue_forever", !controller.is_empty()) {
        return Some(Iterations::Forever);
    }
    let loops = match controller.text("LoopController.loops").trim() {
        "" => 1,
        _ => number::whole_or_zero(lowering, element, controller, "LoopController.loops")?,
    };
    match loops {
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
