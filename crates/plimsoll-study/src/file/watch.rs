//! Reads what a study watches.

use plimsoll_plan::document::{Fields, Node, Problems, Value};
use plimsoll_plan::units;
use plimsoll_telemetry::Format;
use plimsoll_telemetry::watch::{Login, Place, Source, Target, Watch, What};
use std::path::PathBuf;
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(1);
const EVERY_MIN: Duration = Duration::from_millis(100);

/// The list under `watch`.
pub fn read(node: &Node, problems: &mut Problems) -> Watch {
    let targets: Vec<Target> = node.items().iter().filter_map(|item| target(item, problems)).collect();
    for (number, target) in targets.iter().enumerate() {
        if targets[..number].iter().any(|other| other.name == target.name && other.place != target.place) {
            let text = format!("two different places are called `{}`: give one a `name`", target.name);
            problems.error(node.line, "watch", text);
        }
    }
    Watch { targets }
}

fn target(node: &Node, problems: &mut Problems) -> Option<Target> {
    let errors = problems.found.len();
    let mut fields = Fields::of(node, "watch", problems);
    let place = fields.parsed("host", |text| Place::parse(text).map_err(|error| error.to_string()));
    let has_place = place.is_some() || node.entries().iter().any(|(key, _)| key.as_str() == Some("host"));
    let name = fields.text("name");
    let role = fields.text("role").unwrap_or_default();
    let mut sources = commands(&mut fields);
    let on_host = sources.first().map(|source| source.what.name().to_owned());
    let services = services(&mut fields);
    let first_url = services.iter().find_map(|source| match &source.what {
        What::Http { url, .. } => Some(authority(url).to_owned()),
        _ => None,
    });
    sources.extend(services);
    let line = fields.line();
    if sources.is_empty() && fields.problems.found.len() == errors {
        let text = "nothing to look at: `vmstat`, `iostat`, `jstat`, `docker`, `access_log`, `gc_log`, `log`, `command`, \
                    `prometheus` or `jolokia` are missing";
        fields.problems.error(line, "watch", text);
    }
    if let (Some(what), false) = (on_host, has_place) {
        fields.problems.error(line, "watch", format!("`host` is missing: where is `{what}` to run?"));
    }
    fields.finish();
    let place = place.unwrap_or(Place::Network);
    let name = name.or_else(|| (place != Place::Network).then(|| place.host_name())).or(first_url)?;
    Some(Target { name, role, place, sources })
}

/// What a command on the host tells.
fn commands(fields: &mut Fields<'_, '_>) -> Vec<Source> {
    let mut sources = Vec::new();
    for (key, what) in [("vmstat", What::Vmstat), ("iostat", What::Iostat { cpu: true })] {
        if let Some(node) = fields.optional(key) {
            let every = short(node, key, fields.problems, |inner| inner.duration("every"));
            sources.push(Source { what: what.clone(), every: at_least(every, 1), instance: None });
        }
    }
    if let [_, iostat] = sources.as_mut_slice() {
        iostat.what = What::Iostat { cpu: false };
    }
    for node in each(fields, "jstat") {
        let mut inner = Fields::of(node, "jstat", fields.problems);
        let process = inner.required("process").and_then(Node::as_str).unwrap_or_default().to_owned();
        let (every, instance) = (inner.duration("every"), inner.text("name"));
        inner.finish();
        sources.push(Source { what: What::Jstat { process }, every: every.unwrap_or(EVERY), instance });
    }
    for node in each(fields, "docker") {
        sources.push(docker(node, fields.problems));
    }
    for (key, format) in [("access_log", None), ("gc_log", Some("gc-log")), ("log", None)] {
        for node in each(fields, key) {
            sources.extend(log(node, key, format, fields.problems));
        }
    }
    for node in each(fields, "command") {
        let mut inner = Fields::of(node, "command", fields.problems);
        let command = inner.required("run").and_then(Node::as_str).unwrap_or_default().to_owned();
        let format = inner.parsed("format", known_format).unwrap_or_default();
        let (every, instance) = (inner.duration("every"), inner.text("name"));
        inner.finish();
        sources.push(Source { what: What::Command { command, format }, every: at_least(every, 1), instance });
    }
    sources
}

/// `10 s`, or a mapping with `every`.
fn short(
    node: &Node,
    key: &'static str,
    problems: &mut Problems,
    read: impl Fn(&mut Fields<'_, '_>) -> Option<Duration>,
) -> Option<Duration> {
    let Some(text) = node.as_str() else {
        let mut inner = Fields::of(node, key, problems);
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

fn docker(node: &Node, problems: &mut Problems) -> Source {
    let mut command = "docker".to_owned();
    let (mut containers, mut every) = (Vec::new(), None);
    match &node.value {
        Value::Scalar(_) => every = short(node, "docker", problems, |_| None),
        _ => {
            let mut inner = Fields::of(node, "docker", problems);
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
    Source { what: What::DockerStats { command, containers }, every: at_least(every, 1), instance: None }
}

fn log(node: &Node, key: &'static str, format: Option<&str>, problems: &mut Problems) -> Option<Source> {
    let source = |path: &str, format: String, pattern, instance| Source {
        what: What::Log { path: PathBuf::from(path), format, pattern },
        every: EVERY,
        instance,
    };
    if let Some(path) = node.as_str() {
        return Some(source(path, format.unwrap_or_default().to_owned(), None, None));
    }
    let mut inner = Fields::of(node, key, problems);
    let path = inner.required("path").and_then(Node::as_str);
    let told = if format.is_none() { inner.parsed("format", known_format) } else { None };
    let (pattern, instance) = (inner.text("pattern"), inner.text("name"));
    inner.finish();
    Some(source(path?, told.or(format.map(str::to_owned)).unwrap_or_default(), pattern, instance))
}

fn known_format(text: &str) -> Result<String, String> {
    let name = if text == "wildfly" { "undertow" } else { text };
    Format::named(name).map(|format| format.name.to_owned()).map_err(|error| error.to_string())
}

/// What a service tells over HTTP.
fn services(fields: &mut Fields<'_, '_>) -> Vec<Source> {
    let mut sources = Vec::new();
    for key in ["prometheus", "jolokia"] {
        for node in each(fields, key) {
            sources.extend(service(node, key, fields.problems));
        }
    }
    sources
}

fn service(node: &Node, key: &'static str, problems: &mut Problems) -> Option<Source> {
    let what = |url: String, login| What::Http { url, login, format: key.to_owned() };
    if let Some(url) = node.as_str() {
        let url = address(url).map_err(|error| problems.error(node.line, key, error)).ok()?;
        return Some(Source { what: what(url, Login::Nobody), every: EVERY, instance: None });
    }
    let mut inner = Fields::of(node, key, problems);
    let line = inner.line();
    let given = inner.required("url").and_then(Node::as_str);
    let every = inner.duration("every").unwrap_or(EVERY).max(EVERY_MIN);
    let (instance, user) = (inner.text("name"), inner.text("user"));
    let login = login(&mut inner, user);
    let url = given.map(address).transpose().map_err(|error| inner.problems.error(line, key, error)).ok();
    inner.finish();
    Some(Source { what: what(url??, login), every, instance })
}

/// Secrets come from the environment or a file: the study's text is kept in every run file.
fn login(fields: &mut Fields<'_, '_>, user: Option<String>) -> Login {
    let password = secret(fields, "password_env", "password_file");
    let token = secret(fields, "token_env", "token_file");
    let line = fields.line();
    match (user, password, token) {
        (Some(user), password, None) => Login::Basic { user, password: password.unwrap_or_default() },
        (None, None, Some(token)) => Login::Bearer(token),
        (None, None, None) => Login::Nobody,
        _ => {
            fields.problems.error(line, "watch", "either `user` with its password, or a token");
            Login::Nobody
        }
    }
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

fn address(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    match rest {
        Some(rest) if !authority(rest).is_empty() => Ok(text.to_owned()),
        _ => Err(format!("`{text}` is no address that begins with http:// or https://")),
    }
}

/// Host and port of an address.
fn authority(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    rest[..end].rsplit_once('@').map_or(&rest[..end], |(_, host)| host)
}
