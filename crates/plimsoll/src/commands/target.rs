//! `plimsoll target`: a built-in server, until a signal ends it.

use crate::arguments::{TargetArguments, TargetCommand};
use crate::exit::{Exit, Failure, chain};
use crate::stdout;
use crate::{message, signals};
use plimsoll_engine::Control;
use plimsoll_plan::units::format_duration;
use plimsoll_targets::{
    Behaviour, Delay, Distribution, EventFields, ReferenceSetup, ReferenceTarget, Stall, Target, TargetError,
};
use std::net::SocketAddr;
use std::time::Duration;

pub fn target(arguments: &TargetArguments) -> Result<Exit, Failure> {
    let control = Control::default();
    signals::stop_quietly(&control)?;
    let server = start(arguments).map_err(|e| failure(&e))?;
    let serves = serves(&arguments.behaviour);
    message::say(&format!("listening on http://{}{serves}; Ctrl-C ends it", server.address()));
    while control.stopped().is_none() {
        std::thread::sleep(Duration::from_millis(50));
    }
    message::say(&format!("{} requests answered", server.requests()));
    if let Server::Reference(reference) = &server {
        let data = match arguments.behaviour {
            TargetCommand::Pace { .. } => reference.gaps(None).json(),
            _ => reference.truth().json(),
        };
        stdout::print(&format!("{data}\n"));
    }
    Ok(Exit::Done)
}

enum Server {
    Plain(Target),
    Reference(ReferenceTarget),
}

impl Server {
    fn address(&self) -> SocketAddr {
        match self {
            Server::Plain(target) => target.address(),
            Server::Reference(target) => target.address(),
        }
    }

    fn requests(&self) -> u64 {
        match self {
            Server::Plain(target) => target.requests(),
            Server::Reference(target) => target.requests(),
        }
    }
}

fn start(arguments: &TargetArguments) -> Result<Server, TargetError> {
    let plain = |behaviour| Target::start(arguments.listen, behaviour).map(Server::Plain);
    let reference = |distribution: Distribution, stall: Option<Stall>, seed: u64, busy_poll: bool| {
        let setup = ReferenceSetup { distribution, stall, seed, core: None, busy_poll };
        ReferenceTarget::start(arguments.listen, setup).map(Server::Reference)
    };
    match &arguments.behaviour {
        TargetCommand::Ok => plain(Behaviour::Ok),
        TargetCommand::Echo => plain(Behaviour::Echo),
        TargetCommand::Shop { connections } => plain(Behaviour::Shop { connections: *connections }),
        TargetCommand::Events { id, start, response } => {
            let fields = EventFields { id: id.clone(), start: start.clone(), response: *response };
            plain(Behaviour::Events(fields))
        }
        TargetCommand::Pace { busy_poll } => {
            reference(Distribution::Constant(Duration::ZERO), None, 0, *busy_poll)
        }
        TargetCommand::Delay { response, distribution, stall, seed, busy_poll, .. }
            if distribution.is_some() || stall.is_some() =>
        {
            let constant = Distribution::Constant(*response);
            reference(distribution.clone().unwrap_or(constant), *stall, *seed, *busy_poll)
        }
        TargetCommand::Delay { response, workers, .. } => {
            plain(Behaviour::Delay(Delay { response: *response, workers: *workers }))
        }
    }
}

/// What it does, for the line that says where it listens.
fn serves(behaviour: &TargetCommand) -> String {
    match behaviour {
        TargetCommand::Ok | TargetCommand::Echo => String::new(),
        TargetCommand::Shop { connections } => {
            format!(", {connections} connections to its database (GET /metrics)")
        }
        TargetCommand::Events { .. } => ", takes events (POST /events/TOPIC, GET /summary)".to_owned(),
        TargetCommand::Pace { .. } => ", stamps arrivals (GET /gaps?rate=PER_SECOND)".to_owned(),
        TargetCommand::Delay { response, workers, distribution, stall, .. } => {
            let stalls = stall.map_or_else(String::new, |stall| {
                let (length, every) = (format_duration(stall.length), format_duration(stall.every));
                format!(", answers nothing for {length} of every {every}")
            });
            let capacity = match workers {
                Some(workers) if !response.is_zero() => {
                    format!(", at most {:.1} requests/s", f64::from(*workers) / response.as_secs_f64())
                }
                _ => String::new(),
            };
            match distribution {
                Some(distribution) => format!(", delays: {distribution}{stalls} (GET /truth)"),
                None => format!(", each answer takes {}{stalls}{capacity}", format_duration(*response)),
            }
        }
    }
}

pub fn failure(error: &TargetError) -> Failure {
    let failure = Failure::input(format!("failed to {}", chain(error)));
    match error.hint() {
        Some(hint) => failure.with_hint(hint),
        None => failure,
    }
}
