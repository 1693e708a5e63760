//! `plimsoll node`: this machine as a part of a fleet.

use crate::arguments::NodeArguments;
use crate::exit::{Exit, Failure, chain};
use crate::{kernel, message, secrets, signals};
use plimsoll_engine::Control;
use plimsoll_fleet::{Credentials, NodeError, NodeOptions, PlanReader, ReadPlan};
use plimsoll_formats::{Properties, read_plan};
use plimsoll_run::Secrets;
use plimsoll_study::NatsServer;
use std::path::Path;
use std::sync::Arc;

pub fn node(arguments: &NodeArguments) -> Result<Exit, Failure> {
    kernel::check()?;
    let control = Control::default();
    signals::stop_quietly(&control)?;
    let cannot = |error: std::io::Error| Failure::internal(format!("failed to make a folder: {error}"));
    let (folder, _removed) = match &arguments.folder {
        Some(folder) => {
            std::fs::create_dir_all(folder).map_err(cannot)?;
            (folder.clone(), None)
        }
        None => {
            let folder = tempfile::Builder::new().prefix("plimsoll-node-").tempdir().map_err(cannot)?;
            (folder.path().to_owned(), Some(folder))
        }
    };
    let machine = || plimsoll_run::environment::hostname().unwrap_or_default();
    let options = NodeOptions {
        fleet: arguments.fleet.clone(),
        server: NatsServer {
            url: Some(arguments.nats.clone()),
            credentials: arguments.credentials.clone(),
            nkey: arguments.nkey.clone(),
            authorities: arguments.ca.clone(),
            certificate: arguments.certificate.clone().zip(arguments.key.clone()),
        },
        credentials: Credentials::of_environment(),
        name: arguments.name.clone().unwrap_or_else(machine),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        workers: arguments.workers,
        orphan_timeout: arguments.orphan_timeout,
        once: arguments.once,
        folder,
    };
    let say = |text: &str| message::say(&format!("{}: {text}", options.name));
    plimsoll_fleet::serve(&options, Arc::new(Reader), &control, &say).map_err(|error| match &error {
        NodeError::Connection(connection) => Failure::input(chain(&error)).with_hint(connection.hint()),
        _ => Failure::internal(chain(&error)),
    })?;
    Ok(Exit::Done)
}

/// Plans of all formats.
struct Reader;

impl PlanReader for Reader {
    fn read(&self, path: &Path, properties: &Properties, skip_unsupported: bool) -> Result<ReadPlan, String> {
        let reading = read_plan(path, properties).map_err(|error| chain(&error))?;
        let problems: Vec<String> =
            reading.diagnostics.iter().filter(|d| d.is_error()).map(ToString::to_string).collect();
        if !problems.is_empty() && !skip_unsupported || reading.plan.is_none() {
            return Err(problems.join("\n"));
        }
        let plan = reading.plan.ok_or_else(|| "it holds no plan".to_owned())?;
        let secrets = secrets::of_plan(&plan, properties, &Secrets::default());
        Ok(ReadPlan { plan, secrets })
    }
}
