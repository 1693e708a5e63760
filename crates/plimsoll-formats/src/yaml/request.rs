//! Requests of a YAML plan: `- get: http://host/path`, or `- request: {…}` with every part by itself.

use super::context::Context;
use super::context::ScenarioDefaults;
use super::names::REDIRECTS;
use super::texts::{TemplateFields, pairs, scalar, template_of};
use super::url::{self, Url};
use super::{check, defaults as usual, embedded, extract, pause, protocol, shapes};
use crate::{evaluation, files};
use plimsoll_plan::Template;
use plimsoll_plan::document::{Fields, Node, NodeValue, Problems};
use plimsoll_plan::plan::{Body, Field, FilePart, Header, Redirects, Request, Step};
use std::path::Path;
use std::time::Duration;

pub const METHODS: [&str; 7] = ["get", "post", "put", "patch", "delete", "head", "options"];

/// The method is the key, the URL its value, and all else stands beside it.
pub fn short(node: &Node, method: &'static str, context: &Context, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::of(node, &shapes::SHORT_REQUEST, problems);
    let defaults = &context.defaults;
    let url = fields.required(method).and_then(|n| read_url(n, defaults, fields.problems));
    rest(fields, Template::literal(method.to_uppercase()), url, defaults, context)
}

pub fn long(node: &Node, context: &Context, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::of(node, &shapes::LONG_REQUEST, problems);
    let method = fields.template("method").unwrap_or_else(|| Template::literal("GET"));
    let url = match fields.optional("url") {
        Some(node) => read_url(node, &context.defaults, fields.problems),
        None => Some(Url {
            scheme: fields.template("scheme").unwrap_or_else(|| Template::literal("http")),
            host: fields.template("host").unwrap_or_else(|| Template::literal("")),
            port: fields.parsed("port", read_port),
            path: fields.template("path").unwrap_or_else(|| Template::literal("/")),
        }),
    };
    rest(fields, method, url, &context.defaults, context)
}

pub fn read_port(text: &str) -> Result<Template, String> {
    let port = evaluation::template(text)?;
    url::port_problem(&port).map_or(Ok(port), Err)
}

/// A whole URL, or one that begins with `/` where the scenario has a base.
pub fn read_url(node: &Node, defaults: &ScenarioDefaults, problems: &mut Problems) -> Option<Url> {
    let text = scalar(node, "url", problems)?;
    let text = match &defaults.base {
        Some(base) if text.starts_with('/') => format!("{base}{text}"),
        _ => text,
    };
    let url = url::split(&text).map_err(|message| problems.error(node.line, "url", message).line).ok()?;
    let url = url.at(node.line);
    if url.has_login() {
        let message = "the URL holds a user or a password, which a request does not take from there";
        problems.error(node.line, "url", message).hint =
            Some("`login: {user: …, password: '${__P(name)}'}` beside the scenarios sends them".to_owned());
        return None;
    }
    if let Some(problem) = url.port.as_ref().and_then(url::port_problem) {
        problems.error(node.line, "url", problem);
    }
    if let Some(scheme @ ("ws" | "wss")) = url.scheme.as_literal() {
        problems.error(node.line, "url", format!("`{scheme}://` is no request")).hint =
            Some("write `- websocket: {open: …}`".to_owned());
        return None;
    }
    let is_other = |scheme: &&str| {
        let is_name = scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
        let is_known = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
        is_name && !is_known && !url.host.parts.is_empty()
    };
    if let Some(scheme) = url.scheme.as_literal().filter(is_other) {
        let message = format!("`{scheme}://` is no request; it begins with `http://` or `https://`");
        problems.error(node.line, "url", message);
        return None;
    }
    Some(url)
}

pub fn rest(
    mut fields: Fields,
    method: Template,
    url: Option<Url>,
    defaults: &ScenarioDefaults,
    context: &Context,
) -> Option<Step> {
    let http = protocol::version(&mut fields).unwrap_or(context.http);
    let label = fields.template("label");
    let query = fields.optional("query").map(|n| read_fields(n, "query", fields.problems));
    let own_headers = fields.optional("headers").map(|n| read_headers(n, fields.problems));
    let own_headers = own_headers.unwrap_or_default();
    let headers = match fields.flag("inherit_headers") {
        Some(false) => own_headers,
        _ => defaults.with_headers(own_headers),
    };
    let body = body(&mut fields, context);
    let redirects = fields.parsed("redirects", |word| REDIRECTS.read(word)).or(defaults.redirects);
    let keep_alive = fields.flag("keep_alive").or(defaults.keep_alive);
    let connect_timeout = timeout(&mut fields, "connect_timeout", defaults.connect_timeout);
    let response_timeout = timeout(&mut fields, "response_timeout", defaults.response_timeout);
    let cookies = chosen(&mut fields, "cookies", "a jar", context.cookie_jars);
    let cache = chosen(&mut fields, "cache", "a cache", context.caches);
    let login = chosen(&mut fields, "login", "a set of logins", context.logins);
    let embedded = fields.optional("embedded").and_then(|n| embedded::read(n, fields.problems));
    let proxy = chosen(&mut fields, "proxy", "a proxy", context.proxies);
    let think = pause::read_all(&mut fields, context.timers);
    let extractors = extract::read_all(&mut fields);
    let checks = check::read_all(&mut fields);
    fields.finish();
    let Url { scheme, host, port, path } = url?;
    Some(Step::Request(Box::new(Request {
        http,
        label: label.unwrap_or_else(|| usual::label(&method, &path)),
        method,
        scheme,
        host,
        port,
        path,
        query: query.unwrap_or_default(),
        headers,
        body,
        redirects: redirects.unwrap_or(Redirects::Follow),
        keep_alive: keep_alive.unwrap_or(true),
        connect_timeout,
        response_timeout,
        cookies,
        cache,
        login,
        proxy,
        embedded,
        think,
        extractors,
        checks,
    })))
}

/// 0 is none, as in JMeter, also where there is a usual one.
pub fn timeout(fields: &mut Fields, key: &'static str, usual: Option<Duration>) -> Option<Duration> {
    fields.duration(key).or(usual).filter(|time| !time.is_zero())
}

/// `false`, or the number from 1 of one of the plan's own; the first when nothing is said.
pub fn chosen(fields: &mut Fields, key: &'static str, what: &str, count: usize) -> Option<usize> {
    let given = fields.parsed(key, |text| match text {
        "false" | "no" | "off" => Ok(None),
        number => match number.parse::<usize>() {
            Ok(n) if (1..=count).contains(&n) => Ok(Some(n - 1)),
            _ => Err(format!("`{number}` is neither false nor the number of {what} (there are {count})")),
        },
    });
    given.unwrap_or(usual::first(count))
}

pub fn read_headers(node: &Node, problems: &mut Problems) -> Vec<Header> {
    let mut headers = Vec::new();
    for (name, value) in pairs(node, "headers", problems) {
        match evaluation::template(&name) {
            Ok(name) => headers.push(Header { name, value }),
            Err(reason) => drop(problems.error(node.line, "headers", reason)),
        }
    }
    headers
}

/// A mapping of names to values that are encoded, or a list with every flag.
fn read_fields(node: &Node, what: &'static str, problems: &mut Problems) -> Vec<Field> {
    if matches!(node.value, NodeValue::Mapping(_)) {
        let mut found = Vec::new();
        for (name, value) in pairs(node, what, problems) {
            match evaluation::template(&name) {
                Ok(name) => found.push(Field { name, value, encode: true, equals: true }),
                Err(reason) => drop(problems.error(node.line, what, reason)),
            }
        }
        return found;
    }
    node.items().iter().filter_map(|item| read_field(item, what, problems)).collect()
}

fn read_field(node: &Node, what: &'static str, problems: &mut Problems) -> Option<Field> {
    let mut fields = Fields::named(what, node, &shapes::FIELD, problems);
    let name = fields.required("name").and_then(|n| template_of(n, "name", fields.problems));
    let value = fields.template("value").unwrap_or_else(|| Template::literal(""));
    let encode = fields.flag("encode").unwrap_or(true);
    let equals = fields.flag("equals").unwrap_or(true);
    fields.finish();
    Some(Field { name: name?, value, encode, equals })
}

fn body(fields: &mut Fields, context: &Context) -> Body {
    let text = fields.template("body").map(Body::Text);
    let form = fields.optional("form").map(|n| Body::Form(read_fields(n, "form", fields.problems)));
    let multipart = fields.optional("multipart").map(|n| multipart(n, context, fields.problems));
    let file = fields.optional("body_file").and_then(|n| {
        let FilePart { path, content_type, .. } = file_part(n, context, fields.problems)?;
        Some(Body::File { path, content_type })
    });
    let mut given = [text, form, multipart, file].into_iter().flatten();
    let body = given.next().unwrap_or(Body::Empty);
    if given.next().is_some() {
        let message = "a request has one body: `body`, `form`, `multipart` or `body_file`";
        fields.problems.error(fields.line(), "request", message);
    }
    body
}

fn multipart(node: &Node, context: &Context, problems: &mut Problems) -> Body {
    let mut fields = Fields::of(node, &shapes::MULTIPART, problems);
    let named = fields.optional("fields").map(|n| read_fields(n, "fields", fields.problems));
    let files = fields
        .optional("files")
        .map(|n| n.items().iter().filter_map(|item| file_part(item, context, fields.problems)).collect());
    fields.finish();
    Body::Multipart { fields: named.unwrap_or_default(), files: files.unwrap_or_default() }
}

/// A path alone, or a mapping with `path`, `name` and `content_type`.
fn file_part(node: &Node, context: &Context, problems: &mut Problems) -> Option<FilePart> {
    if node.as_str().is_some() {
        let path = template_of(node, "path", problems)?;
        let nothing = || Template::literal("");
        let path = existing(files::resolve_template(context.folder, path), node.line, problems);
        return Some(FilePart { name: nothing(), path, content_type: nothing() });
    }
    let mut fields = Fields::of(node, &shapes::FILE, problems);
    let path = fields.required("path").and_then(|n| template_of(n, "path", fields.problems));
    let nothing = || Template::literal("");
    let name = fields.template("name").unwrap_or_else(nothing);
    let content_type = fields.template("content_type").unwrap_or_else(nothing);
    fields.finish();
    let path = existing(files::resolve_template(context.folder, path?), node.line, problems);
    Some(FilePart { name, path, content_type })
}

/// A file may come to be while the plan runs: it is only said that it is not there.
fn existing(path: Template, line: u32, problems: &mut Problems) -> Template {
    let missing = path.as_literal().filter(|path| !path.is_empty() && !Path::new(path).is_file());
    if let Some(missing) = missing {
        problems.warning(line, "request", format!("the file {missing} is not there"));
        if let Some(diagnostic) = problems.found.last_mut() {
            diagnostic.hint =
                Some("put it beside the plan, or change its name; without it the request fails".to_owned());
        }
    }
    path
}
