//! The machines that make a load together, as a study asks for them.

use plimsoll_engine::Dealing;
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
    /// Nodes that Kubernetes runs.
    pub kubernetes: Option<KubernetesNodes>,
    /// So many nodes are started by others, and join.
    pub joined: u32,
    pub on_lost_node: OnLostNode,
    /// How long nodes may take until they have joined.
    pub join_within: Duration,
    /// A node that nobody has asked for so long ends by itself.
    pub orphan_timeout: Duration,
    /// A node that was not heard of for so long counts as lost.
    pub lost_after: Duration,
    pub data: FleetData,
    pub load: FleetLoad,
    /// This program for machines of other architectures, as `uname -m` names those.
    pub programs: Vec<(String, PathBuf)>,
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

/// What is said of an address with a login in it.
pub const NO_LOGIN: &str = "a user, a password or a token in the address would be in lists of processes and in manifests: \
                            PLIMSOLL_NATS_USER and PLIMSOLL_NATS_PASSWORD, PLIMSOLL_NATS_TOKEN, or a file named as `nkey` or \
                            `credentials`";

/// Whether an address of a NATS server, or one of several, holds a login.
pub fn has_login(url: &str) -> bool {
    url.contains('@')
}

/// A machine that ssh reaches.
#[derive(Clone, Debug, PartialEq)]
pub struct SshNode {
    /// `host`, `user@host`, `ssh://user@host:port`.
    pub address: String,
    /// Threads that generate load; `None`: one per core.
    pub cores: Option<u32>,
}

/// Nodes as pods of an Indexed Job.
#[derive(Clone, Debug, PartialEq)]
pub struct KubernetesNodes {
    /// Of kubectl's configuration; `None`: the one that is current.
    pub context: Option<String>,
    pub namespace: String,
    pub image: String,
    pub nodes: u32,
    /// A quantity of Kubernetes (`2`, `500m`), reserved and not exceeded.
    pub cpu: String,
    /// `1Gi`
    pub memory: String,
    /// The server as pods reach it, where that differs.
    pub nats: Option<String>,
    /// The name of a secret with which the image is pulled.
    pub pull_secret: Option<String>,
    /// So long may pods take until they run.
    pub start_within: Duration,
}

/// Who gets which rows of data files, and which numbers of counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FleetData {
    /// Each row and each number once in the whole fleet.
    #[default]
    Once,
    /// The same, and each row belongs to one node also where a file begins again.
    OwnPart,
    /// Each node has all of them.
    EachNode,
}

impl FleetData {
    pub const ALL: [(&'static str, FleetData); 3] =
        [("once", FleetData::Once), ("own-part", FleetData::OwnPart), ("each-node", FleetData::EachNode)];

    pub fn dealing(self) -> Dealing {
        match self {
            FleetData::Once => Dealing::Once,
            FleetData::OwnPart => Dealing::OwnPart,
            FleetData::EachNode => Dealing::EachShare,
        }
    }
}

/// What of a plan's own load a node performs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FleetLoad {
    /// Its share.
    #[default]
    Shared,
    /// All of it, as JMeter's remote hosts do.
    EachNode,
}

impl FleetLoad {
    pub const ALL: [(&'static str, FleetLoad); 2] =
        [("shared", FleetLoad::Shared), ("each-node", FleetLoad::EachNode)];
}

impl Default for FleetSpec {
    fn default() -> FleetSpec {
        FleetSpec {
            name: "plimsoll".to_owned(),
            nats: NatsServer::default(),
            ssh: Vec::new(),
            kubernetes: None,
            joined: 0,
            on_lost_node: OnLostNode::default(),
            join_within: Duration::from_secs(120),
            orphan_timeout: Duration::from_secs(600),
            lost_after: Duration::from_secs(5),
            data: FleetData::default(),
            load: FleetLoad::default(),
            programs: Vec::new(),
        }
    }
}

impl FleetSpec {
    /// How many nodes it has.
    pub fn size(&self) -> u32 {
        self.joined + self.ssh.len() as u32 + self.kubernetes.as_ref().map_or(0, |pods| pods.nodes)
    }
}
