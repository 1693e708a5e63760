//! `plimsoll node`: this machine as a part of a fleet.

use crate::arguments::NodeArguments;
use crate::commands::calibrate;
use crate::exit::{Exit, Failure, chain};
use crate::{kernel, message, secrets, signals};
use plimsoll_engine::Control;
use plimsoll_fleet::{
    Credentials, NatsAccess, NodeCalibration, NodeError, NodeOptions, NodeProgram, ReadPlan, UnpackedAccess,
};
use plimsoll_formats::{Properties, read_plan};
use plimsoll_run::ScratchFolder;
use plimsoll_run::private::create_private_folders;
use plimsoll_study::NatsServer;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub fn node(arguments: &NodeArguments) -> Result<Exit, Failure> {
    kernel::check()?;
    if plimsoll_study::has_login(&arguments.nats) {
        // Without repeating it: what is said may go into a log.
        return Err(Failure::input("the address of --nats holds a login").with_hint(plimsoll_study::NO_LOGIN));
    }
    let control = Control::default();
    signals::stop_quietly(&control)?;
    let cannot = |error: std::io::Error| Failure::internal(format!("failed to make a folder: {error}"));
    let (folder, _removed) = match &arguments.folder {
        Some(folder) => {
            create_private_folders(folder).map_err(cannot)?;
            (folder.clone(), None)
        }
        None => {
            let folder = ScratchFolder::new("node").map_err(cannot)?;
            (folder.path().to_owned(), Some(folder))
        }
    };
    let is_abandoned = Arc::new(AtomicBool::new(false));
    // Certificates that were handed over are there while the node is.
    let UnpackedAccess { server, credentials, files: _files } = match arguments.supervised {
        true => handed_over(arguments, &folder, &is_abandoned)?,
        false => UnpackedAccess {
            server: own_server(arguments),
            credentials: Credentials::of_environment(),
            files: None,
        },
    };
    let machine = || plimsoll_run::environment::hostname().unwrap_or_default();
    let options = NodeOptions {
        fleet: arguments.fleet.clone(),
        server,
        credentials,
        name: arguments.name.clone().unwrap_or_else(machine),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        workers: arguments.workers,
        orphan_timeout: arguments.orphan_timeout,
        once: arguments.once,
        folder,
        is_abandoned,
    };
    let say = |text: &str| message::say(&format!("{}: {text}", options.name));
    plimsoll_fleet::serve(&options, Arc::new(OwnProgram), &control, &say).map_err(|error| match &error {
        NodeError::Connection(connection) => Failure::input(chain(&error)).with_hint(connection.hint()),
        _ => Failure::internal(chain(&error)),
    })?;
    Ok(Exit::Done)
}

fn own_server(arguments: &NodeArguments) -> NatsServer {
    NatsServer {
        url: Some(arguments.nats.clone()),
        credentials: arguments.credentials.clone(),
        nkey: arguments.nkey.clone(),
        authorities: arguments.ca.clone(),
        certificate: arguments.certificate.clone().zip(arguments.key.clone()),
    }
}

/// Who we are for the server is the first line of the standard input; with its end whoever started this node has gone.
fn handed_over(
    arguments: &NodeArguments,
    folder: &Path,
    is_abandoned: &Arc<AtomicBool>,
) -> Result<UnpackedAccess, Failure> {
    let mut line = String::new();
    let wrong = |why: String| {
        Failure::input(format!("--supervised reads a line of JSON from the standard input: {why}"))
    };
    std::io::stdin().read_line(&mut line).map_err(|error| wrong(error.to_string()))?;
    let access = NatsAccess::of_line(&line).map_err(|error| wrong(error.to_string()))?;
    let found = access.unpack(arguments.nats.clone(), folder);
    let found = found
        .map_err(|error| Failure::internal(format!("failed to write into {}: {error}", folder.display())))?;
    let is_abandoned = Arc::clone(is_abandoned);
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        is_abandoned.store(true, Ordering::Relaxed);
    });
    Ok(found)
}

/// Plans of all formats, and the calibration.
struct OwnProgram;

impl NodeProgram for OwnProgram {
    fn read(
        &self,
        path: &Path,
        properties: &Properties,
        secret: &[String],
        skip_unsupported: bool,
    ) -> Result<ReadPlan, String> {
        let reading = read_plan(path, properties).map_err(|error| chain(&error))?;
        let problems: Vec<String> =
            reading.diagnostics.iter().filter(|d| d.is_error()).map(ToString::to_string).collect();
        if !problems.is_empty() && !skip_unsupported || reading.plan.is_none() {
            return Err(problems.join("\n"));
        }
        let plan = reading.plan.ok_or_else(|| "it holds no plan".to_owned())?;
        let is_given = |(name, _): &(&String, &String)| secret.contains(name);
        let given: Vec<_> =
            properties.iter().filter(is_given).map(|(name, value)| (name.clone(), value.clone())).collect();
        let secrets = secrets::of_plan(&plan, properties, &secrets::given(&given));
        Ok(ReadPlan { plan, secrets })
    }

    fn calibrate(&self, seconds: u32, workers: u32) -> Result<NodeCalibration, String> {
        calibrate::of_node(seconds, workers).map_err(|failure| failure.messages.join("; "))
    }
}
