//! `plimsoll fleet`: the machines that make a load together.

use crate::arguments::{FleetArguments, FleetCommand};
use crate::exit::{Exit, Failure, chain};
use crate::loading::{self, Input};
use crate::{message, signals, stdout};
use plimsoll_engine::Control;
use plimsoll_fleet::{Fleet, FleetError, NodeCheck};
use plimsoll_study::FleetSpec;
use std::path::Path;

pub fn fleet(arguments: &FleetArguments) -> Result<Exit, Failure> {
    match &arguments.command {
        FleetCommand::Check(arguments) => check(&arguments.file),
    }
}

fn check(file: &Path) -> Result<Exit, Failure> {
    let spec = spec_in(file)?;
    let control = Control::default();
    signals::stop_quietly(&control)?;
    let fleet = assemble(&spec, &control)?;
    let nodes = fleet.check();
    stdout::print(&shown(&spec, &nodes));
    Ok(Exit::Done)
}

/// Of a study, or a file of its own.
fn spec_in(file: &Path) -> Result<FleetSpec, Failure> {
    match loading::read_input(file)? {
        Input::Study { study, .. } => study.fleet.ok_or_else(|| {
            Failure::input(format!("the study {} has no fleet", file.display()))
                .with_hint("`fleet: {nats: \"nats://HOST:4222\", joined: 2}`")
        }),
        Input::Plan => loading::read_fleet_file(file),
    }
}

/// Waits until all nodes are there.
pub fn assemble(spec: &FleetSpec, control: &Control) -> Result<Fleet, Failure> {
    let say = |text: &str| message::say(text);
    Fleet::assemble(spec, env!("CARGO_PKG_VERSION"), control, &say).map_err(|error| failure(&error))
}

fn failure(error: &FleetError) -> Failure {
    let failure = match error {
        FleetError::System(_) => Failure::internal(chain(error)),
        _ => Failure::input(chain(error)),
    };
    match error.hint() {
        Some(hint) => failure.with_hint(hint),
        None => failure,
    }
}

fn shown(spec: &FleetSpec, nodes: &[NodeCheck]) -> String {
    let number = if nodes.len() == 1 { "1 node".to_owned() } else { format!("{} nodes", nodes.len()) };
    let mut out = format!("fleet \"{}\": {number}\n\n", spec.name);
    let width = nodes.iter().map(|node| node.record.name.chars().count()).max().unwrap_or(0).max(4);
    out.push_str(&format!(
        "  # {:width$}  version  cores  open files  ports  round trip  clock known to  kernel\n",
        "node"
    ));
    for NodeCheck { record, round_trip_us } in nodes {
        out.push_str(&format!(
            "{:3} {:width$}  {:7}  {:5}  {:10}  {:5}  {:>10}  {:>14}  {} {}\n",
            record.number,
            record.name,
            record.version,
            record.cores,
            record.descriptors_max,
            record.ports_max,
            time(*round_trip_us),
            time(record.clock_uncertainty_us),
            record.kernel,
            record.architecture,
        ));
    }
    let connections: u64 =
        nodes.iter().map(|node| node.record.descriptors_max.min(node.record.ports_max.into())).sum();
    let cores: u32 = nodes.iter().map(|node| node.record.cores).sum();
    out.push_str(&format!("\ntogether {cores} cores and up to {connections} connections to one address\n"));
    out
}

fn time(us: u64) -> String {
    if us < 1_000 { format!("{us} µs") } else { format!("{:.1} ms", us as f64 / 1e3) }
}
