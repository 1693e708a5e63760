//! Why a fleet does not come together, with what helps.

use crate::connection::ConnectionError;
use crate::kubernetes::PodsError;
use crate::message::PROTOCOL;
use crate::parcel::ParcelError;
use crate::server::ServerError;

#[derive(Debug, thiserror::Error)]
pub enum FleetError {
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    #[error(transparent)]
    Server(#[from] ServerError),
    #[error("failed to start the fleet: {0}")]
    System(#[from] std::io::Error),
    #[error("the NATS server does not do what a fleet needs: {0}")]
    Nats(String),
    #[error("another run coordinates the fleet \"{0}\" now")]
    Taken(String),
    #[error(
        "{joined} of {wanted} nodes of the fleet \"{fleet}\" are there after {waited_s} s{}",
        missing(names)
    )]
    Missing { fleet: String, joined: usize, wanted: usize, waited_s: u64, names: Vec<String> },
    #[error("node {name} runs plimsoll {theirs}, and this is {ours}")]
    Version { name: String, theirs: String, ours: String },
    #[error(
        "node {name} runs another build of plimsoll {version}: its messages are of form {theirs}, and those of this build of \
         form {PROTOCOL}"
    )]
    Build { name: String, version: String, theirs: u32 },
    #[error("{} of the nodes could not be started:\n{}", .0.len(), .0.join("\n"))]
    Launch(Vec<String>),
    #[error("the run was begun by version {theirs}, and this is {ours}")]
    Resumed { theirs: String, ours: String },
    #[error(transparent)]
    Pods(#[from] PodsError),
    #[error("stopped before all nodes were there")]
    Stopped,
    #[error(transparent)]
    Parcel(#[from] ParcelError),
}

fn missing(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) }
}

impl FleetError {
    pub fn hint(&self) -> Option<&str> {
        match self {
            FleetError::Connection(error) => Some(error.hint()),
            FleetError::Server(error) => Some(error.hint()),
            FleetError::Nats(_) => Some("it has to be 2.9 or later, with JetStream"),
            FleetError::Taken(_) => {
                Some("wait for it to end, or give one of the two another `name` under `fleet`")
            }
            FleetError::Missing { .. } => Some(
                "`plimsoll node --nats URL --fleet NAME` on each machine; is the name the same, and does each reach the server?",
            ),
            FleetError::Resumed { .. } => Some("go on with the version that began it"),
            FleetError::Pods(error) => error.hint(),
            FleetError::Version { .. } => Some(
                "install the same version on all machines; an image of pods needs a tag of its own: machines go on using one that they have",
            ),
            FleetError::Build { .. } => Some(
                "copy this very program to the node's machine and start the node again; an image of pods has to be made of it, with \
                 a tag of its own: machines go on using one that they have",
            ),
            FleetError::Launch(_) => Some("`ssh HOST true` has to work for each of them, without a question"),
            FleetError::System(_) | FleetError::Stopped | FleetError::Parcel(_) => None,
        }
    }
}
