//! The machines that make a load together, as a study asks for them.

use plimsoll_run::OnLostNode;
use std::path::PathBuf;
use std::time::Duration;

/// Which machines, how they are reached, and what happens when one is lost.
#[derive(Clone, Debug, PartialEq)]
pub struct FleetSpec {
    /// By which its nodes find one another on the NATS server.
    pub name: String,
    pub nats: NatsServer,
    /// Machines on which nodes are started.
    pub ssh: Vec<SshNode>,
    /// So many nodes are started by others, and join.
    pub joined: u32,
    pub on_lost_node: OnLostNode,
    /// A node that nobody has asked for so long ends by itself.
    pub orphan_timeout: Duration,
    /// A node that was not heard of for so long counts as lost.
    pub lost_after: Duration,
    pub data: FleetData,
}

/// Where the nodes meet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NatsServer {
    /// `None`: a server that is started for the run.
    pub url: Option<String>,
    /// A file of credentials as `nsc` writes it: a JWT and its seed.
    pub credentials: Option<PathBuf>,
    /// A file with the seed of an nkey.
    pub nkey: Option<PathBuf>,
    /// Authorities besides those of the system, PEM.
    pub authorities: Option<PathBuf>,
    /// A certificate and its key to show, PEM.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// A machine that ssh reaches.
#[derive(Clone, Debug, PartialEq)]
pub struct SshNode {
    /// `host`, `user@host`, `ssh://user@host:port`.
    pub address: String,
    /// Threads that generate load; `None`: one per core.
    pub cores: Option<u32>,
}

/// Who gets which rows of data files, and which numbers of counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FleetData {
    /// Each row and each number once in the whole fleet.
    #[default]
    Once,
    /// Each node has all of them.
    EachNode,
}

impl FleetData {
    pub const ALL: [(&'static str, FleetData); 2] =
        [("once", FleetData::Once), ("each-node", FleetData::EachNode)];
}

impl Default for FleetSpec {
    fn default() -> FleetSpec {
        FleetSpec {
            name: "plimsoll".to_owned(),
            nats: NatsServer::default(),
            ssh: Vec::new(),
            joined: 0,
            on_lost_node: OnLostNode::default(),
            orphan_timeout: Duration::from_secs(600),
            lost_after: Duration::from_secs(5),
            data: FleetData::default(),
        }
    }
}

impl FleetSpec {
    /// How many nodes it has.
    pub fn size(&self) -> u32 {
        self.joined + self.ssh.len() as u32
    }
}
