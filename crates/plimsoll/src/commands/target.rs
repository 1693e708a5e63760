//! `plimsoll target`: a built-in server, until a signal ends it.

use crate::arguments::{Behaviour as Asked, Target as Arguments};
use crate::exit::{Exit, Failure, chain};
use crate::{message, signals};
use plimsoll_engine::Control;
use plimsoll_plan::units::format_duration;
use plimsoll_targets::{Behaviour, Delay, Target, TargetError};
use std::time::Duration;

pub fn target(arguments: &Arguments) -> Result<Exit, Failure> {
    let control = Control::default();
    signals::stop_quietly(&control)?;
    let target = start(arguments)?;
    let serves = match arguments.behaviour {
        Asked::Delay { response, .. } => format!(", each answer takes {}", format_duration(response)),
        Asked::Ok | Asked::Echo => String::new(),
    };
    let capacity = match arguments.behaviour {
        Asked::Delay { response, workers: Some(workers) } if !response.is_zero() => {
            format!(", at most {:.1} requests/s", f64::from(workers) / response.as_secs_f64())
        }
        _ => String::new(),
    };
    message::say(&format!("listening on http://{}{serves}{capacity}; Ctrl-C ends it", target.address()));
    while control.stopped().is_none() {
        std::thread::sleep(Duration::from_millis(50));
    }
    message::say(&format!("{} requests answered", target.requests()));
    target.stop();
    Ok(Exit::Done)
}

fn start(arguments: &Arguments) -> Result<Target, Failure> {
    let behaviour = match arguments.behaviour {
        Asked::Ok => Behaviour::Ok,
        Asked::Echo => Behaviour::Echo,
        Asked::Delay { response, workers } => Behaviour::Delay(Delay { response, workers }),
    };
    Target::start(arguments.listen, behaviour).map_err(|e| failure(&e))
}

pub fn failure(error: &TargetError) -> Failure {
    let failure = Failure::input(format!("failed to {}", chain(error)));
    match error.hint() {
        Some(hint) => failure.with_hint(hint),
        None => failure,
    }
}
