//! Reads which machines make the load together.

mod kubernetes;

use crate::fleet::{FleetData, FleetLoad, FleetSpec, NO_LOGIN, NatsServer, SshNode, has_login};
use plimsoll_plan::document::{Fields, Kind, MappingShape, Node, NodeValue, Problems, key};
use plimsoll_run::OnLostNode;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// More nodes than any fleet should have.
const NODES_MAX: u32 = 10_000;

pub static FLEET: MappingShape = MappingShape::new(
    "fleet",
    "Many machines that make one load: they meet on a NATS server with JetStream.",
    &[
        key("name", Kind::Text, "By which its nodes find one another; `plimsoll` by default.").example("lab"),
        key(
            "nats",
            Kind::Either(&[Kind::Text, Kind::Mapping(&NATS)]),
            "The NATS server; left out: a nats-server is started for the run, which ssh tunnels to.",
        )
        .example("tls://nats.lab:4222"),
        key(
            "ssh",
            Kind::OneOrMore(&Kind::Either(&[Kind::Text, Kind::Mapping(&SSH)])),
            "Machines on which nodes are started over ssh.",
        )
        .example("[gen1, perf@gen2, {host: gen3, user: perf, cores: 8}]"),
        key(
            "kubernetes",
            Kind::Mapping(&kubernetes::KUBERNETES),
            "Nodes as pods of a Kubernetes Job, which your kubectl makes and removes.",
        ),
        key("joined", Kind::Count, "So many nodes are started by others, with `plimsoll node`.")
            .example("10"),
        key(
            "on_lost_node",
            Kind::Words(|| OnLostNode::ALL.map(|(name, _)| name).to_vec()),
            "What becomes of a step in which a node is lost; `continue` by default: the others go on, and the step \
             is not judged.",
        ),
        key(
            "join_within",
            Kind::Duration,
            "How long nodes may take until they have joined; 2 min by default.",
        ),
        key(
            "lost_after",
            Kind::Duration,
            "A node that was not heard of for so long is lost; 5 s by default.",
        ),
        key(
            "orphan_timeout",
            Kind::Duration,
            "A node that nobody asked for so long ends by itself; 10 min by default.",
        ),
        key(
            "data",
            Kind::Words(|| FleetData::ALL.map(|(name, _)| name).to_vec()),
            "`once` (default): each row of a data file and each number of a counter once in the fleet; `own-part`: the same, and a \
             file that begins again does so at each node with the node's own rows; `each-node`: each node has all of them.",
        ),
        key(
            "load",
            Kind::Words(|| FleetLoad::ALL.map(|(name, _)| name).to_vec()),
            "`shared` (default): each node performs its share of the plan's load; `each-node`: each performs all of it, with \
             all rows and numbers, as JMeter's remote hosts do.",
        ),
        key(
            "programs",
            Kind::Named(&Kind::Text),
            "This program for machines of other architectures that ssh reaches, by what `uname -m` says there.",
        )
        .example("{aarch64: plimsoll-aarch64}"),
    ],
);

static NATS: MappingShape = MappingShape::new(
    "nats",
    "A NATS server and who we are there. A user and a password, or a token, come from the environment: \
     PLIMSOLL_NATS_USER and PLIMSOLL_NATS_PASSWORD, PLIMSOLL_NATS_TOKEN.",
    &[
        key("url", Kind::Text, "Its address; several of a cluster with commas.")
            .required()
            .example("nats://nats:4222"),
        key("credentials", Kind::Text, "A file of credentials as `nsc` writes it."),
        key("nkey", Kind::Text, "A file with the seed of an nkey."),
        key("ca", Kind::Text, "Certificates of authorities, PEM."),
        key("certificate", Kind::Text, "Our certificate, PEM."),
        key("key", Kind::Text, "The key of `certificate`, PEM."),
    ],
);

static SSH: MappingShape = MappingShape::new(
    "ssh",
    "A machine that ssh reaches.",
    &[
        key("host", Kind::Text, "Its name as your ssh knows it.").required().example("gen3"),
        key("user", Kind::Text, "Who logs in there; as your ssh says by default."),
        key("port", Kind::Count, "Where its ssh server listens."),
        key("cores", Kind::Count, "Threads that generate load there; one per core by default."),
    ],
);

/// A fleet in a study, or in a file of its own. Paths are resolved against `folder`.
pub fn read_fleet(node: &Node, folder: &Path, problems: &mut Problems) -> FleetSpec {
    let usual = FleetSpec::default();
    let mut fields = Fields::of(node, &FLEET, problems);
    let line = fields.line();
    let name = fields.parsed("name", |text| match is_name(text) {
        true => Ok(text.to_owned()),
        false => Err(format!("`{text}` has other characters than letters, digits, `-` and `_`")),
    });
    let nats = fields.optional("nats").map(|node| nats(node, folder, fields.problems)).unwrap_or_default();
    let ssh = fields.optional("ssh").map(|node| ssh_nodes(node, fields.problems)).unwrap_or_default();
    let kubernetes = fields.optional("kubernetes").and_then(|node| kubernetes::read(node, fields.problems));
    let joined = fields.count("joined").unwrap_or(0);
    let word = |known: &[(&'static str, OnLostNode)], text: &str| {
        known.iter().find(|(name, _)| *name == text).map(|(_, value)| *value)
    };
    let on_lost_node = fields.parsed("on_lost_node", |text| {
        word(&OnLostNode::ALL, text)
            .ok_or_else(|| format!("`{text}` is not one of continue, repeat-step, end"))
    });
    let data = fields.parsed("data", |text| {
        let found = FleetData::ALL.iter().find(|(name, _)| *name == text);
        found
            .map(|(_, value)| *value)
            .ok_or_else(|| format!("`{text}` is not one of once, own-part, each-node"))
    });
    let load = fields.parsed("load", |text| {
        let found = FleetLoad::ALL.iter().find(|(name, _)| *name == text);
        found.map(|(_, value)| *value).ok_or_else(|| format!("`{text}` is not one of shared, each-node"))
    });
    let programs =
        fields.optional("programs").map(|node| programs(node, folder, fields.problems)).unwrap_or_default();
    let join_within = fields.duration("join_within");
    let lost_after = fields.duration("lost_after");
    let orphan_timeout = fields.duration("orphan_timeout");
    fields.finish();
    let spec = FleetSpec {
        name: name.unwrap_or(usual.name),
        nats,
        ssh,
        kubernetes,
        joined,
        on_lost_node: on_lost_node.unwrap_or_default(),
        join_within: join_within.unwrap_or(usual.join_within),
        orphan_timeout: orphan_timeout.unwrap_or(usual.orphan_timeout),
        lost_after: lost_after.unwrap_or(usual.lost_after),
        data: data.unwrap_or_default(),
        load: load.unwrap_or_default(),
        programs,
    };
    if !problems.any_error() {
        check(&spec, line, problems);
    }
    spec
}

fn check(spec: &FleetSpec, line: u32, problems: &mut Problems) {
    let mut wrong = |key: &str, text: String, hint: &str| {
        problems.error(line, key, text).hint = Some(hint.to_owned());
    };
    match spec.size() {
        0 => wrong("fleet", "it has no nodes".to_owned(), "`ssh: [gen1, gen2]`, or `joined: 4`"),
        size if size > NODES_MAX => {
            wrong("fleet", format!("{size} nodes are more than {NODES_MAX}"), "is the number right?");
        }
        _ => {}
    }
    if spec.joined > 0 && spec.nats.url.is_none() {
        let text = "nodes that are started by others need a NATS server that they can reach".to_owned();
        wrong("nats", text, "`nats: nats://HOST:4222`");
    }
    let pods_nats = spec.kubernetes.as_ref().map(|pods| pods.nats.is_some());
    if pods_nats.is_some() && spec.nats.url.is_none() {
        let text = "pods need a NATS server that they can reach".to_owned();
        wrong(
            "nats",
            text,
            "`nats: nats://HOST:4222`; `kubernetes: {nats: …}` where pods know it by another name",
        );
    }
    if spec.lost_after < Duration::from_secs(2) {
        let text = "a node reports once a second: less than 2 s would lose it for nothing".to_owned();
        wrong("lost_after", text, "`lost_after: 5 s`");
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 40
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

fn nats(node: &Node, folder: &Path, problems: &mut Problems) -> NatsServer {
    if let Some(url) = node.as_str() {
        without_login("nats", url, node.line, problems);
        return NatsServer { url: Some(url.to_owned()), ..NatsServer::default() };
    }
    let mut fields = Fields::of(node, &NATS, problems);
    let line = fields.line();
    let url = fields.required("url").and_then(|node| node.as_str()).map(str::to_owned);
    let mut path = |key| fields.text(key).map(|text| folder.join(text));
    let (credentials, nkey, authorities) = (path("credentials"), path("nkey"), path("ca"));
    let certificate = match (path("certificate"), path("key")) {
        (Some(certificate), Some(key)) => Some((certificate, key)),
        (None, None) => None,
        _ => {
            fields.problems.error(line, "certificate", "`certificate` and `key` belong together");
            None
        }
    };
    fields.finish();
    if let Some(url) = &url {
        without_login("url", url, line, problems);
    }
    NatsServer { url, credentials, nkey, authorities, certificate }
}

/// The address itself is not repeated.
fn without_login(key: &str, url: &str, line: u32, problems: &mut Problems) {
    if has_login(url) {
        problems.error(line, key, "the address of the NATS server holds a login".to_owned()).hint =
            Some(NO_LOGIN.to_owned());
    }
}

/// By architecture, each a file next to the fleet's.
fn programs(node: &Node, folder: &Path, problems: &mut Problems) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for (architecture, value) in node.pairs() {
        let Some(file) = value.as_str().map(|file| folder.join(file)) else { continue };
        match file.is_file() {
            true => found.push((architecture.to_owned(), file)),
            false => {
                let text = format!("there is no file {}", file.display());
                problems.error(value.line, "programs", text);
            }
        }
    }
    found
}

fn ssh_nodes(node: &Node, problems: &mut Problems) -> Vec<SshNode> {
    match &node.value {
        NodeValue::Sequence(nodes) => nodes.iter().filter_map(|node| ssh_node(node, problems)).collect(),
        _ => ssh_node(node, problems).into_iter().collect(),
    }
}

fn ssh_node(node: &Node, problems: &mut Problems) -> Option<SshNode> {
    let (address, cores) = match node.as_str() {
        Some(address) => (address.to_owned(), None),
        None => {
            let mut fields = Fields::of(node, &SSH, problems);
            let host = fields.required("host").and_then(|node| node.as_str()).map(str::to_owned);
            let (user, port) = (fields.text("user"), fields.count("port"));
            let cores = fields.count("cores").filter(|cores| *cores > 0);
            fields.finish();
            let user = user.map(|user| format!("{user}@")).unwrap_or_default();
            let port = port.map(|port| format!(":{port}")).unwrap_or_default();
            (format!("ssh://{user}{}{port}", host?), cores)
        }
    };
    match plimsoll_watch::Transport::parse(&address) {
        Ok(plimsoll_watch::Transport::Ssh { .. } | plimsoll_watch::Transport::Local) => {
            Some(SshNode { address, cores })
        }
        Ok(_) => {
            problems.error(node.line, "ssh", format!("`{address}` is no host that ssh reaches"));
            None
        }
        Err(error) => {
            problems.error(node.line, "ssh", error.to_string());
            None
        }
    }
}
