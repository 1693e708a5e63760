//! The machines that make the load of a run together.

use super::resume::{AskedRun, Resumed};
use crate::arguments::RunArguments;
use crate::commands::fleet::{MORE_FILES, assemble, end, find_again, shortages, users_max};
use crate::exit::Failure;
use crate::loading::{self, LoadedPlan};
use crate::message;
use crate::per_node;
use crate::plan_files::{self, FilePlace};
use crate::url_plan::MadePlan;
use plimsoll_engine::Control;
use plimsoll_fleet::{FileParcel, Fleet, PlanParcel};
use plimsoll_plan::Plan;
use plimsoll_study::{FleetLoad, FleetSpec, GeneratorSpec, Planned, Steps, Study};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// `--fleet FILE` goes before the study's own.
pub fn spec(arguments: &RunArguments, study: &Study) -> Result<Option<FleetSpec>, Failure> {
    let spec = match &arguments.generator.fleet {
        Some(file) => Some(loading::read_fleet_file(file)?),
        None => study.fleet.clone(),
    };
    let Some(spec) = spec else { return Ok(None) };
    if study.generator != GeneratorSpec::Engine {
        return Err(Failure::input("a fleet performs plans with Plimsoll's own engine")
            .with_hint("leave --generator or --fleet out"));
    }
    for (option, is_given) in [
        ("--jtl", arguments.files.jtl.is_some() || study.jtl.is_some()),
        ("--source-addresses", !arguments.generator.source_addresses.is_empty()),
        ("--busy-poll", arguments.generator.busy_poll),
        ("--generator-cores", !arguments.generator.generator_cores.is_empty()),
    ] {
        if is_given {
            return Err(Failure::input(format!("{option} is for the load of one machine, not of a fleet")));
        }
    }
    if arguments.generator.workers.or(study.workers).is_some() {
        let text = "workers are of one machine; each node of a fleet has as many as it has cores";
        return Err(Failure::input(text).with_hint(
            "say it for each node: `ssh: [{host: …, cores: 4}]`, `kubernetes: {cpu: 4}`, or `plimsoll node --workers 4`",
        ));
    }
    if spec.load == FleetLoad::EachNode && !matches!(study.steps, Steps::Plan) {
        let text =
            "`load: each-node` is for the load that a plan has itself, and the study gives it another one";
        return Err(Failure::input(text)
            .with_hint("`nodes` beside `threads` says on how many nodes so many users are"));
    }
    let wanted = nodes_max(study);
    if wanted > spec.size() {
        let text = format!("the study asks for up to {wanted} nodes, and the fleet has {}", spec.size());
        return Err(Failure::input(text).with_hint("add machines under `fleet`, or lower `nodes`"));
    }
    Ok(Some(spec))
}

/// The most nodes that a step asks for; 1: its steps say nothing of nodes, and all take part.
fn nodes_max(study: &Study) -> u32 {
    use plimsoll_study::LoadLevel::Users;
    match &study.steps {
        Steps::Climb(climb) => climb.nodes.max.max(climb.nodes.start),
        Steps::Fixed(loads) => {
            let nodes = loads.iter().map(|load| if let Users(users) = load { users.nodes } else { 1 });
            nodes.max().unwrap_or(1)
        }
        Steps::Plan | Steps::Capacity(_) | Steps::Jobs(_) => 1,
    }
}

/// Whether steps say on how many nodes; else all that are there take part.
fn counts_nodes(spec: &FleetSpec, study: &Study) -> bool {
    nodes_max(study) > 1 || spec.load == FleetLoad::EachNode
}

/// A fleet that has come together, and what it is to be given.
pub struct RunFleet {
    pub fleet: Arc<Fleet>,
    /// Its steps say on how many nodes.
    pub counts_nodes: bool,
}

impl RunFleet {
    /// Of a run whose coordinator was killed.
    pub fn resume(
        spec: &FleetSpec,
        study: &Study,
        resumed: &Resumed,
        control: &Control,
    ) -> Result<RunFleet, Failure> {
        let fleet = Arc::new(find_again(spec, &resumed.state, resumed.goes_on, control)?);
        Ok(RunFleet { fleet, counts_nodes: counts_nodes(spec, study) })
    }

    /// From now on another process can go on if this one is killed.
    pub fn keep_state(&self, folder: &Path, asked: &AskedRun) -> Result<(), Failure> {
        let asked = serde_json::to_value(asked).unwrap_or_default();
        let file = super::resume::state_file(folder);
        let written = self.fleet.keep_state(&file, env!("CARGO_PKG_VERSION"), asked);
        written.map_err(|error| Failure::internal(format!("failed to write {}: {error}", file.display())))
    }

    pub fn start(
        spec: &FleetSpec,
        study: &Study,
        plan: Option<&Plan>,
        control: &Control,
    ) -> Result<RunFleet, Failure> {
        let fleet = Arc::new(assemble(spec, control)?);
        if let Some(users) = users_max(study, plan) {
            let short = shortages(&fleet.record().nodes, users);
            short.iter().for_each(|text| message::warning(text, Some(MORE_FILES)));
        }
        Ok(RunFleet { fleet, counts_nodes: counts_nodes(spec, study) })
    }
}

impl Drop for RunFleet {
    fn drop(&mut self) {
        end(&self.fleet);
    }
}

/// The plan of a run with all that it needs, for nodes to fetch.
pub fn parcel(
    planned: &Planned,
    loaded: &LoadedPlan,
    made: Option<&MadePlan>,
    skip_unsupported: bool,
) -> Result<PlanParcel, Failure> {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let plan = match made {
        Some(made) => (PathBuf::from("/plan.yaml"), FileParcel::Text(made.text.clone())),
        None => {
            let path = absolute(&planned.plan);
            (path.clone(), FileParcel::Path(path))
        }
    };
    for file in plan_files::files(&loaded.plan).iter().filter(|file| file.place == FilePlace::Unknown) {
        let (text, hint) = match file.is_written {
            true => (format!("each node writes its own {}", file.name), "it stays on the node"),
            false => (
                format!("the nodes get no {}: its name is known only while the plan runs", file.name),
                "put such files at the same place on every node, or name them in full",
            ),
        };
        message::warning(&text, Some(hint));
    }
    for text in per_node::sentences(&loaded.plan) {
        message::say(&format!("per node: {text}"));
    }
    let mut files = plan_files::needed(&loaded.plan);
    files.extend(plan_files::included(&plan.0, &loaded.record.text));
    files.sort();
    files.dedup();
    PlanParcel::new((&plan.0, plan.1), &files, skip_unsupported)
        .map_err(|error| Failure::input(error.to_string()).with_hint("the nodes of the fleet need it, too"))
}
