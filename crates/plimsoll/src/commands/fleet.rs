//! `plimsoll fleet`: the machines that make a load together.

mod check;

use crate::arguments::{FleetArguments, FleetCommand};
use crate::exit::{Exit, Failure, chain};
use crate::loading::{self, PlanOrStudy};
use crate::{message, stdout};
use plimsoll_engine::Control;
use plimsoll_fleet::{Credentials, Fleet, FleetError, FleetState};
use plimsoll_plan::Plan;
use plimsoll_run::NodeRecord;
use plimsoll_study::{FleetSpec, LoadLevel, Steps, Study};
use std::path::Path;

pub fn fleet(arguments: &FleetArguments) -> Result<Exit, Failure> {
    match &arguments.command {
        FleetCommand::Check(arguments) => check::check(arguments),
        FleetCommand::Kubernetes(arguments) => kubernetes(&arguments.file, arguments.delete),
    }
}

/// Prints what is made in the cluster, or removes it.
fn kubernetes(file: &Path, deletes: bool) -> Result<Exit, Failure> {
    let (spec, _) = spec_in(file)?;
    let Some(pods) = &spec.kubernetes else {
        return Err(Failure::input(format!("the fleet in {} has no nodes in Kubernetes", file.display()))
            .with_hint("`kubernetes: {namespace: perf, image: registry/plimsoll:0.2, nodes: 4}`"));
    };
    if deletes {
        let removed = plimsoll_fleet::remove_pods(pods, &spec);
        let removed = removed.map_err(|error| failure(&FleetError::Pods(error)))?;
        message::say(if removed.trim().is_empty() { "there was nothing to remove" } else { removed.trim() });
        return Ok(Exit::Done);
    }
    let manifests = plimsoll_fleet::manifests(&spec, pods, &Credentials::of_environment());
    let manifests = manifests.map_err(|error| failure(&FleetError::Connection(error)))?;
    stdout::print_data(&manifests);
    Ok(Exit::Done)
}

/// Of a study, or a file of its own.
fn spec_in(file: &Path) -> Result<(FleetSpec, Option<Box<Study>>), Failure> {
    match loading::read_input(file)? {
        PlanOrStudy::Study { study, .. } => match study.fleet.clone() {
            Some(spec) => Ok((spec, Some(study))),
            None => Err(Failure::input(format!("the study {} has no fleet", file.display()))
                .with_hint("`fleet: {nats: \"nats://HOST:4222\", joined: 2}`")),
        },
        PlanOrStudy::Plan => Ok((loading::read_fleet_file(file)?, None)),
    }
}

/// The most users that a study has at a time; of its plan's own load with the plan alone.
pub fn users_max(study: &Study, plan: Option<&Plan>) -> Option<u64> {
    let product = |threads: u32, nodes: u32| u64::from(threads) * u64::from(nodes);
    match &study.steps {
        Steps::Climb(climb) => Some(product(climb.threads.max, climb.nodes.max)),
        Steps::Fixed(loads) => loads
            .iter()
            .filter_map(|load| match load {
                LoadLevel::Users(users) => Some(product(users.threads, users.nodes)),
                LoadLevel::Rate(rate) => rate.users.map(u64::from),
            })
            .max(),
        Steps::Capacity(capacity) => capacity.users.map(u64::from),
        Steps::Plan | Steps::Jobs(_) => plan.map(|plan| u64::from(plan.users_max())),
    }
}

/// What helps where a node may have too few connections.
pub const MORE_FILES: &str = "raise the limit there (`ulimit -Hn`, LimitNOFILE of systemd) or widen net.ipv4.ip_local_port_range, or add nodes";

/// Nodes that can't have a connection for each user of their share.
pub fn shortages(nodes: &[NodeRecord], users: u64) -> Vec<String> {
    let share = users.div_ceil(nodes.len().max(1) as u64);
    let short = |node: &NodeRecord| {
        let most = node.descriptors_max.min(node.ports_max.into());
        (share > most).then(|| {
            format!(
                "node {} may have {} files and {} connections to one address open, and its share is up to {share} users",
                node.name, node.descriptors_max, node.ports_max
            )
        })
    };
    nodes.iter().filter_map(short).collect()
}

/// Waits until all nodes are there.
pub fn assemble(spec: &FleetSpec, control: &Control) -> Result<Fleet, Failure> {
    let say = |text: &str| message::say(text);
    Fleet::assemble(spec, env!("CARGO_PKG_VERSION"), control, &say).map_err(|error| failure(&error))
}

/// Finds the nodes of a run whose coordinator was killed.
pub fn find_again(
    spec: &FleetSpec,
    state: &FleetState,
    goes_on: bool,
    control: &Control,
) -> Result<Fleet, Failure> {
    let say = |text: &str| message::say(text);
    Fleet::resume(spec, state, env!("CARGO_PKG_VERSION"), goes_on, (control, &say))
        .map_err(|error| failure(&error))
}

/// What could not be removed costs nothing that was measured.
pub fn end(fleet: &Fleet) {
    if let Err(error) = fleet.end() {
        message::warning(&chain(&error), error.hint());
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_with_too_few_connections_for_its_share_is_named() {
        let node = |name: &str, descriptors_max, ports_max| NodeRecord {
            name: name.to_owned(),
            descriptors_max,
            ports_max,
            ..NodeRecord::default()
        };
        let nodes = [node("a", 1_024, 28_000), node("b", 100_000, 28_000), node("c", 100_000, 900)];
        let short = |users| {
            let texts = shortages(&nodes, users);
            texts.iter().map(|text| text.split(' ').nth(1).unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(short(2_700), Vec::<String>::new());
        assert_eq!(short(3_000), ["c"]);
        assert_eq!(short(6_000), ["a", "c"]);
    }
}
