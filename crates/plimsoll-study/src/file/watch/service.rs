//! Services that are asked over the network: HTTP, the Docker API, Kubernetes, databases, Kafka.

use super::{EVERY, each, secret, shapes};
use plimsoll_plan::document::{Fields, Node, NodeValue, Problems};
use plimsoll_watch::{
    DatabaseAccess, DockerAddress, DockerApiSource, HttpLogin, HttpSource, KafkaAccess, KafkaSource,
    KubernetesSource, MysqlSource, PostgresSource, Sasl, SourceKind, SourceSpec, TlsOptions,
};
use std::path::PathBuf;
use std::time::Duration;

const EVERY_MIN: Duration = Duration::from_millis(100);
/// The metrics API has a new window about every 15 s, and each question is a run of `kubectl`.
const EVERY_KUBERNETES: Duration = Duration::from_secs(10);
const KAFKA_PORT: u16 = 9092;

/// What a service tells.
pub fn services(fields: &mut Fields<'_, '_>) -> Vec<SourceSpec> {
    let mut sources = Vec::new();
    for key in ["prometheus", "jolokia"] {
        for node in each(fields, key) {
            sources.extend(http(node, key, fields.problems));
        }
    }
    for node in each(fields, "kubernetes") {
        sources.extend(kubernetes(node, fields.problems));
    }
    for key in ["mysql", "postgres"] {
        for node in each(fields, key) {
            sources.extend(database(node, key, fields.problems));
        }
    }
    for node in each(fields, "kafka") {
        sources.extend(kafka(node, fields.problems));
    }
    sources
}

/// `docker: {api: …}`; `None`: docker's command is to be run on the host.
pub fn docker_api(node: &Node, problems: &mut Problems) -> Option<SourceSpec> {
    let is_api = matches!(node.value, NodeValue::Mapping(_))
        && node.entries().iter().any(|(key, _)| key.as_str() == Some("api"));
    if !is_api {
        return None;
    }
    let mut inner = Fields::of(node, &shapes::DOCKER_API, problems);
    let address = inner.parsed("api", DockerAddress::parse);
    let containers = names(&mut inner, &["container", "containers"]);
    let every = inner.duration("every").unwrap_or(EVERY).max(EVERY_MIN);
    inner.finish();
    // A wrong address is told already; it stands for one that is never asked.
    let address = address.unwrap_or(DockerAddress::Tcp(String::new()));
    Some(SourceSpec {
        kind: SourceKind::DockerApi(DockerApiSource { address, containers }),
        every,
        instance: None,
    })
}

fn http(node: &Node, key: &'static str, problems: &mut Problems) -> Option<SourceSpec> {
    let kind = |url: String, login| SourceKind::Http(HttpSource { url, login, format: key.to_owned() });
    if let Some(url) = node.as_str() {
        let url = http_address(url).map_err(|error| problems.error(node.line, key, error)).ok()?;
        return Some(SourceSpec { kind: kind(url, HttpLogin::Nobody), every: EVERY, instance: None });
    }
    let mut inner = Fields::named(key, node, &shapes::HTTP, problems);
    let line = inner.line();
    let given = inner.required("url").and_then(Node::as_str);
    let every = inner.duration("every").unwrap_or(EVERY).max(EVERY_MIN);
    let (instance, user) = (inner.text("name"), inner.text("user"));
    let login = login(&mut inner, user);
    let url = given.map(http_address).transpose();
    let url = url.map_err(|error| inner.problems.error(line, key, error)).ok();
    inner.finish();
    Some(SourceSpec { kind: kind(url??, login), every, instance })
}

/// Secrets come from the environment or a file: the study's text is kept in every run file.
fn login(fields: &mut Fields<'_, '_>, user: Option<String>) -> HttpLogin {
    let password = secret(fields, "password_env", "password_file");
    let token = secret(fields, "token_env", "token_file");
    let line = fields.line();
    match (user, password, token) {
        (Some(user), password, None) => HttpLogin::Basic { user, password: password.unwrap_or_default() },
        (None, None, Some(token)) => HttpLogin::Bearer(token),
        (None, None, None) => HttpLogin::Nobody,
        _ => {
            fields.problems.error(line, "watch", "either `user` with its password, or a token");
            HttpLogin::Nobody
        }
    }
}

fn http_address(text: &str) -> Result<String, String> {
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

/// One or several texts under any of these keys.
fn names(fields: &mut Fields<'_, '_>, keys: &[&'static str]) -> Vec<String> {
    let mut names = Vec::new();
    for key in keys {
        let nodes = fields.optional(key).map(Node::items).unwrap_or_default();
        for node in nodes {
            match node.as_str() {
                Some(name) => names.push(name.to_owned()),
                None => {
                    fields.problems.error(node.line, key, "a text is expected");
                }
            }
        }
    }
    names
}

fn kubernetes(node: &Node, problems: &mut Problems) -> Option<SourceSpec> {
    let kind = |namespace: String, context, selector, pods| {
        SourceKind::Kubernetes(KubernetesSource { context, namespace, selector, pods })
    };
    if let Some(namespace) = node.as_str() {
        let kind = kind(namespace.to_owned(), String::new(), String::new(), Vec::new());
        return Some(SourceSpec { kind, every: EVERY_KUBERNETES, instance: None });
    }
    let mut inner = Fields::of(node, &shapes::KUBERNETES, problems);
    let namespace = inner.required("namespace").and_then(Node::as_str).map(str::to_owned);
    let (context, selector) = (inner.text("context"), inner.text("selector"));
    let pods = names(&mut inner, &["pod", "pods"]);
    let every = inner.duration("every").unwrap_or(EVERY_KUBERNETES).max(Duration::from_secs(1));
    inner.finish();
    let kind = kind(namespace?, context.unwrap_or_default(), selector.unwrap_or_default(), pods);
    Some(SourceSpec { kind, every, instance: None })
}

fn database(node: &Node, key: &'static str, problems: &mut Problems) -> Option<SourceSpec> {
    let parse = |text: &str| database_address(text, key);
    let kind = |database| match key {
        "mysql" => SourceKind::Mysql(MysqlSource(database)),
        _ => SourceKind::Postgres(PostgresSource(database)),
    };
    if let Some(url) = node.as_str() {
        let database = parse(url).map_err(|error| problems.error(node.line, key, error)).ok()?;
        return Some(SourceSpec { kind: kind(database), every: EVERY, instance: None });
    }
    let mut inner = Fields::named(key, node, &shapes::DATABASE, problems);
    let line = inner.line();
    let url = inner.required("url").and_then(Node::as_str);
    let database = url.map(parse).transpose();
    let database = database.map_err(|error| inner.problems.error(line, key, error)).ok();
    let (every, instance) = (inner.duration("every"), inner.text("name"));
    let user = inner.text("user");
    let password = secret(&mut inner, "password_env", "password_file").unwrap_or_default();
    let tls = tls(&mut inner);
    if key == "mysql" && tls.is_some() {
        inner.problems.error(line, key, "`tls` is not spoken with this database");
    }
    inner.finish();
    let mut database = DatabaseAccess { password, tls, ..database?? };
    database.user = user.unwrap_or(database.user);
    Some(SourceSpec { kind: kind(database), every: every.unwrap_or(EVERY).max(EVERY_MIN), instance })
}

/// `mysql://user@host:3306/database`, without a password.
fn database_address(text: &str, key: &str) -> Result<DatabaseAccess, String> {
    let (schemes, port, user) = match key {
        "mysql" => (["mysql", "mariadb"], 3306, "root"),
        _ => (["postgres", "postgresql"], 5432, "postgres"),
    };
    let wrong = |what: &str| format!("`{text}` {what}: {}://user@host:{port}/", schemes[0]);
    let rest = match text.split_once("://") {
        Some((scheme, rest)) if schemes.contains(&scheme) => rest,
        _ => return Err(wrong("is no address of this database")),
    };
    let (server, name) = rest.split_once('/').unwrap_or((rest, ""));
    let (login, server) = server.rsplit_once('@').unwrap_or((user, server));
    if login.contains(':') {
        // Nothing of it is repeated here.
        return Err("a password does not belong into a study: `password_env` or `password_file`".to_owned());
    }
    if name.contains(['?', '/', '#']) {
        return Err(wrong("has options, which are not understood"));
    }
    let (host, port) = host_and_port(server, port).ok_or_else(|| wrong("has no host or no right port"))?;
    let (user, name) = (login.to_owned(), name.to_owned());
    Ok(DatabaseAccess { host, port, user, password: String::new(), name, tls: None })
}

/// `host`, `host:port`, `[::1]:port`.
fn host_and_port(text: &str, port: u16) -> Option<(String, u16)> {
    let after_brackets = text.rfind(']').map_or(0, |end| end + 1);
    let (host, port) = match text[after_brackets..].split_once(':') {
        Some((before, port)) => (&text[..after_brackets + before.len()], port.parse().ok()?),
        None => (text, port),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let is_plain = !host.is_empty() && !host.contains(|c: char| c.is_whitespace() || c == '/');
    is_plain.then(|| (host.to_owned(), port))
}

/// `tls: true`, or `tls: {ca: lab-ca.pem}`.
fn tls(fields: &mut Fields<'_, '_>) -> Option<TlsOptions> {
    let node = fields.optional("tls")?;
    if matches!(node.value, NodeValue::Mapping(_)) {
        let mut inner = Fields::of(node, &shapes::AUTHORITIES, fields.problems);
        let authorities = inner.required("ca").and_then(Node::as_str).map(PathBuf::from);
        inner.finish();
        return Some(TlsOptions { authorities });
    }
    match node.as_str() {
        Some("true") => Some(TlsOptions::default()),
        Some("false") => None,
        _ => {
            fields.problems.error(node.line, "tls", "`true`, or `{ca: FILE}` with the authorities to trust");
            None
        }
    }
}

fn kafka(node: &Node, problems: &mut Problems) -> Option<SourceSpec> {
    let (mut bootstrap, mut groups, mut topics) = (Vec::new(), Vec::new(), Vec::new());
    let (mut every, mut instance, line) = (None, None, node.line);
    let mut access = KafkaAccess::default();
    if let Some(text) = node.as_str() {
        bootstrap.push(text.to_owned());
    } else {
        let mut inner = Fields::of(node, &shapes::KAFKA, problems);
        inner.required("bootstrap");
        bootstrap = names(&mut inner, &["bootstrap"]);
        groups = names(&mut inner, &["group", "groups"]);
        topics = names(&mut inner, &["topic", "topics"]);
        (every, instance) = (inner.duration("every"), inner.text("name"));
        access.tls = tls(&mut inner);
        let user = inner.text("user");
        let password = secret(&mut inner, "password_env", "password_file").unwrap_or_default();
        access.login = user.map(|user| Sasl { user, password });
        inner.finish();
    }
    let mut places = Vec::new();
    for text in bootstrap.iter().flat_map(|list| list.split(',')) {
        match host_and_port(text.trim(), KAFKA_PORT) {
            Some((host, port)) if host.contains(':') => places.push(format!("[{host}]:{port}")),
            Some((host, port)) => places.push(format!("{host}:{port}")),
            None => {
                problems.error(line, "kafka", format!("`{}` is no broker: `host:9092`", text.trim()));
            }
        }
    }
    if places.is_empty() {
        return None;
    }
    let every = every.unwrap_or(EVERY).max(EVERY_MIN);
    Some(SourceSpec {
        kind: SourceKind::Kafka(KafkaSource { bootstrap: places, access, groups, topics }),
        every,
        instance,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, key: &str, expected: Result<&str, &str>) {
        let found = database_address(text, key).map(|database| format!("{database:?}"));
        let found = found.as_deref().map_err(String::as_str);
        match (found, expected) {
            (Err(found), Err(expected)) => assert!(found.contains(expected), "{text}: {found}"),
            (found, expected) => assert_eq!(found, expected, "{text}"),
        }
    }

    #[test]
    fn addresses_of_databases_are_read() {
        check("mysql://anna@db01:3307/shop", "mysql", Ok("Database(anna@db01:3307/shop)"));
        check("mariadb://db01", "mysql", Ok("Database(root@db01:3306/)"));
        check("postgresql://anna@[::1]:1/", "postgres", Ok("Database(anna@[::1]:1/)"));
        check("postgres://db01", "postgres", Ok("Database(postgres@db01:5432/)"));
        check("mysql://anna:secret@db01", "mysql", Err("does not belong into a study"));
        check("postgres://db01/x?sslmode=require", "postgres", Err("options, which are not understood"));
        check("mysql://db01:port", "mysql", Err("no right port"));
        check("postgres://db01", "mysql", Err("no address of this database: mysql://user@host:3306/"));
    }
}
