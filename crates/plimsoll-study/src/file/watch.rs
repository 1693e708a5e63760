//! Reads what a study watches.

mod resources;
mod service;
pub mod shapes;

use plimsoll_plan::document::{Fields, Node, NodeValue, Problems};
use plimsoll_plan::units;
use plimsoll_run::DeclaredResource;
use plimsoll_telemetry::Format;
use plimsoll_watch::{
    CommandSource, DockerAddress, DockerApiSource, DockerStatsSource, IostatSource, JstatSource, LogSource,
    ProcessSource, SourceKind, SourceSpec, TcpSource, Transport, VmstatSource, WatchSpec, WatchTarget,
};
use std::path::PathBuf;
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(1);

/// The list under `watch`.
pub fn read(node: &Node, problems: &mut Problems) -> WatchSpec {
    let targets: Vec<WatchTarget> = node.items().iter().filter_map(|item| target(item, problems)).collect();
    for (number, target) in targets.iter().enumerate() {
        let namesake = targets[..number]
            .iter()
            .find(|other| other.name == target.name && other.transport != target.transport);
        if let Some(namesake) = namesake {
            let what = match Transport::Network {
                network if network == target.transport || network == namesake.transport => {
                    "a host and a service without `host` are both called"
                }
                _ => "two different places are called",
            };
            let text = format!(
                "{what} `{}`: give one a `name` of its own, or write what belongs to one host under one `host`",
                target.name
            );
            problems.error(node.line, "watch", text);
        }
    }
    WatchSpec { targets }
}

fn target(node: &Node, problems: &mut Problems) -> Option<WatchTarget> {
    let errors = problems.found.len();
    let mut fields = Fields::of(node, &shapes::WATCHED, problems);
    let transport = fields.parsed("host", |text| Transport::parse(text).map_err(|error| error.to_string()));
    let has_place = transport.is_some() || node.entries().iter().any(|(key, _)| key.as_str() == Some("host"));
    let name = fields.text("name");
    let role = fields.text("role").unwrap_or_default();
    let mut sources = commands(&mut fields);
    let on_host = sources.iter().find(|source| source.kind.address().is_none());
    let on_host = on_host.map(|source| source.kind.name().to_owned());
    sources.extend(service::services(&mut fields));
    let of_service = sources.iter().find_map(|source| source.kind.target_name());
    let line = fields.line();
    let is_elsewhere = transport
        .as_ref()
        .is_some_and(|transport| !matches!(transport, Transport::Local | Transport::Network));
    let is_socket = |source: &SourceSpec| {
        matches!(
            &source.kind,
            SourceKind::DockerApi(DockerApiSource { address: DockerAddress::Socket(_), .. })
        )
    };
    if is_elsewhere && sources.iter().any(is_socket) {
        let text = "a socket of the Docker API is this machine's own: for another host `tcp://host:2375`, or \
                    without `api` docker's command there";
        fields.problems.error(line, "docker", text);
    }
    if sources.is_empty() && fields.problems.found.len() == errors {
        let text = "nothing to look at: `vmstat`, `iostat`, `tcp`, `process`, `jstat`, `docker`, `access_log`, `gc_log`, `log`, `command`, \
                    `prometheus`, `jolokia`, `kubernetes`, `mysql`, `postgres` or `kafka` are missing";
        fields.problems.error(line, "watch", text);
    }
    if let (Some(what), false) = (on_host, has_place) {
        fields.problems.error(line, "watch", format!("`host` is missing: where is `{what}` to run?"));
    }
    let declared = resources::read(&mut fields);
    fields.finish();
    let transport = transport.unwrap_or(Transport::Network);
    let name =
        name.or_else(|| (transport != Transport::Network).then(|| transport.host_name())).or(of_service)?;
    let of_target = |resource| DeclaredResource { host: name.clone(), ..resource };
    let resources = declared.into_iter().map(of_target).collect();
    Some(WatchTarget { name, role, transport, sources, resources })
}

/// What a command on the host tells.
fn commands(fields: &mut Fields<'_, '_>) -> Vec<SourceSpec> {
    let mut sources = Vec::new();
    let iostat = |cpu| SourceKind::Iostat(IostatSource { cpu });
    for (key, kind) in [("vmstat", SourceKind::Vmstat(VmstatSource)), ("iostat", iostat(true))] {
        if let Some(node) = fields.optional(key) {
            let every = short(node, key, fields.problems, |inner| inner.duration("every"));
            sources.push(SourceSpec { kind: kind.clone(), every: at_least(every, 1), instance: None });
        }
    }
    if let [_, second] = sources.as_mut_slice() {
        second.kind = iostat(false);
    }
    if let Some(node) = fields.optional("tcp") {
        let every = short(node, "tcp", fields.problems, |inner| inner.duration("every"));
        sources.push(SourceSpec {
            kind: SourceKind::Tcp(TcpSource),
            every: at_least(every, 1),
            instance: None,
        });
    }
    for node in each(fields, "process") {
        sources.extend(process(node, fields.problems));
    }
    for node in each(fields, "jstat") {
        let mut inner = Fields::of(node, &shapes::JSTAT, fields.problems);
        let process = inner.required("process").and_then(Node::as_str).unwrap_or_default().to_owned();
        let (every, instance) = (inner.duration("every"), inner.text("name"));
        inner.finish();
        let kind = SourceKind::Jstat(JstatSource { process });
        sources.push(SourceSpec { kind, every: every.unwrap_or(EVERY), instance });
    }
    for node in each(fields, "docker") {
        let source = service::docker_api(node, fields.problems);
        sources.push(source.unwrap_or_else(|| docker(node, fields.problems)));
    }
    for (key, format) in [("access_log", None), ("gc_log", Some("gc-log")), ("log", None)] {
        for node in each(fields, key) {
            sources.extend(log(node, key, format, fields.problems));
        }
    }
    for node in each(fields, "command") {
        let mut inner = Fields::of(node, &shapes::COMMAND, fields.problems);
        let command = inner.required("run").and_then(Node::as_str).unwrap_or_default().to_owned();
        let format = inner.parsed("format", known_format).unwrap_or_default();
        let (every, instance) = (inner.duration("every"), inner.text("name"));
        inner.finish();
        let kind = SourceKind::Command(CommandSource { command, format });
        sources.push(SourceSpec { kind, every: at_least(every, 1), instance });
    }
    sources
}

/// `nginx`, `812`, or a mapping.
fn process(node: &Node, problems: &mut Problems) -> Option<SourceSpec> {
    let source = |process: &str, every, instance| SourceSpec {
        kind: SourceKind::Process(ProcessSource { process: process.to_owned() }),
        every: at_least(every, 1),
        instance,
    };
    if let Some(process) = node.as_str() {
        return Some(source(process, None, None));
    }
    let mut inner = Fields::of(node, &shapes::PROCESS, problems);
    let process = inner.required("process").and_then(Node::as_str);
    let (every, instance) = (inner.duration("every"), inner.text("name"));
    inner.finish();
    Some(source(process?, every, instance))
}

/// `10 s`, or a mapping with `every`.
fn short(
    node: &Node,
    key: &'static str,
    problems: &mut Problems,
    read: impl Fn(&mut Fields<'_, '_>) -> Option<Duration>,
) -> Option<Duration> {
    let Some(text) = node.as_str() else {
        let mut inner = Fields::named(key, node, &shapes::EVERY_ONLY, problems);
        let every = read(&mut inner);
        inner.finish();
        return every;
    };
    if matches!(text, "true" | "yes" | "on") {
        return None;
    }
    match units::duration(text) {
        Ok(every) => Some(every),
        Err(error) => {
            problems.error(node.line, key, error.to_string());
            None
        }
    }
}

/// Tools that count whole seconds.
fn at_least(every: Option<Duration>, seconds: u64) -> Duration {
    every.unwrap_or(EVERY).max(Duration::from_secs(seconds))
}

/// One, or a list of them.
fn each<'a>(fields: &mut Fields<'a, '_>, key: &'static str) -> Vec<&'a Node> {
    fields.optional(key).map(|node| node.items().iter().collect()).unwrap_or_default()
}

fn docker(node: &Node, problems: &mut Problems) -> SourceSpec {
    let mut command = "docker".to_owned();
    let (mut containers, mut every) = (Vec::new(), None);
    match &node.value {
        NodeValue::Scalar { .. } => every = short(node, "docker", problems, |_| None),
        _ => {
            let mut inner = Fields::of(node, &shapes::DOCKER, problems);
            for key in ["container", "containers"] {
                let names = inner.optional(key).map(Node::items).unwrap_or_default();
                containers.extend(names.iter().filter_map(Node::as_str).map(str::to_owned));
            }
            every = inner.duration("every").or(every);
            if let Some(other) = inner.text("command") {
                command = other;
            }
            inner.finish();
        }
    }
    let kind = SourceKind::DockerStats(DockerStatsSource { command, containers });
    SourceSpec { kind, every: at_least(every, 1), instance: None }
}

fn log(node: &Node, key: &'static str, format: Option<&str>, problems: &mut Problems) -> Option<SourceSpec> {
    let source = |path: &str, format: String, pattern, instance| SourceSpec {
        kind: SourceKind::Log(LogSource { path: PathBuf::from(path), format, pattern }),
        every: EVERY,
        instance,
    };
    if let Some(path) = node.as_str() {
        return Some(source(path, format.unwrap_or_default().to_owned(), None, None));
    }
    let mut inner = Fields::named(key, node, &shapes::LOG, problems);
    let path = inner.required("path").and_then(Node::as_str);
    let reported = if format.is_none() { inner.parsed("format", known_format) } else { None };
    let (pattern, instance) = (inner.text("pattern"), inner.text("name"));
    inner.finish();
    Some(source(path?, reported.or(format.map(str::to_owned)).unwrap_or_default(), pattern, instance))
}

fn known_format(text: &str) -> Result<String, String> {
    let name = if text == "wildfly" { "undertow" } else { text };
    Format::named(name).map(|format| format.name.to_owned()).map_err(|error| error.to_string())
}

fn secret(fields: &mut Fields<'_, '_>, variable: &'static str, file: &'static str) -> Option<String> {
    let from_variable = fields.parsed(variable, |name| {
        std::env::var(name).map_err(|_| format!("the environment variable `{name}` is not set"))
    });
    let from_file = fields.parsed(file, |path| {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        Ok(text.trim_end_matches(['\r', '\n']).to_owned())
    });
    from_variable.or(from_file)
}
