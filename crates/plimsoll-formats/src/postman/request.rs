//! One request of a collection.

use super::variable::template;
use super::{auth, body, script};
use crate::json;
use crate::servers;
use crate::yaml::{self, Url};
use plimsoll_plan::Template;
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{Header, Request, Step};
use plimsoll_plan::template::Part;
use std::path::Path;

/// What a request has from its folders and the collection.
#[derive(Clone, Default)]
pub struct Inherited<'a> {
    pub auth: Option<&'a Node>,
    pub events: Vec<&'a Node>,
}

/// The steps, and what is not done; an error says why there is no request.
pub fn read(
    item: &Node,
    inherited: &Inherited,
    values: &[(String, String)],
    folder: &Path,
) -> Result<(Vec<Step>, Vec<String>), String> {
    let given = item.get("request").ok_or("the item has neither a request nor items")?;
    let url = match given.get("url") {
        Some(url) => url,
        None if given.as_text().is_some() => given,
        None => return Err("the request has no URL".to_owned()),
    };
    let parts = address(&raw_url(url), url, values)?;
    let method = given.text("method").unwrap_or("GET").to_ascii_uppercase();
    let port = parts.port.clone();
    let address = (parts.scheme, parts.host, Template::literal(""));
    let mut request = servers::request(&method, address, parts.path);
    request.port = port;
    if let Some(name) = item.text("name").filter(|name| !name.is_empty()) {
        request.label = template(name);
    }
    request.cookies = Some(0);
    headers(given, &mut request);
    let mut problems = Vec::new();
    if let Some(given) = given.get("body") {
        let (body, content_type, said) = body::read(given, folder);
        problems.extend(said);
        request.body = body;
        let has_type = |h: &Header| h.name.source().eq_ignore_ascii_case("content-type");
        if let Some(kind) = content_type.filter(|_| !request.headers.iter().any(has_type)) {
            let name = Template::literal("Content-Type");
            request.headers.push(Header { name, value: Template::literal(kind) });
        }
    }
    let own = given.get("auth").filter(|auth| auth.is_map());
    problems.extend(own.or(inherited.auth).and_then(|given| auth::add(given, &mut request)));
    let mut steps = Vec::new();
    for event in inherited.events.iter().copied().chain(item.list("event")) {
        problems.extend(script::add(event, &mut request, &mut steps));
    }
    steps.push(Step::Request(Box::new(request)));
    Ok((steps, problems))
}

fn headers(given: &Node, request: &mut Request) {
    let Some(headers) = given.get("header") else { return };
    let mut add = |name: &str, value: &str| {
        let header = Header { name: template(name.trim()), value: template(value.trim()) };
        request.headers.extend((!name.trim().is_empty()).then_some(header));
    };
    if let Some(text) = headers.as_text() {
        text.lines().filter_map(|line| line.split_once(':')).for_each(|(name, value)| add(name, value));
    }
    for header in headers.elements().iter().filter(|header| !header.flag("disabled")) {
        let value = header.get("value").map(json::plain).unwrap_or_default();
        add(header.text("key").unwrap_or_default(), &value);
    }
}

/// As it is typed; put together when only its parts are there.
fn raw_url(url: &Node) -> String {
    if let Some(raw) = url.as_text().or_else(|| url.text("raw")) {
        return raw.to_owned();
    }
    let joined = |key: &str, by: &str| {
        let parts: Vec<String> = url.list(key).iter().map(json::plain).collect();
        url.text(key).map_or_else(|| parts.join(by), str::to_owned)
    };
    let protocol = url.text("protocol").map_or_else(String::new, |protocol| format!("{protocol}://"));
    let port = url.get("port").map_or_else(String::new, |port| format!(":{}", json::plain(port)));
    let pair = |q: &Node| {
        format!(
            "{}={}",
            q.text("key").unwrap_or_default(),
            q.get("value").map(json::plain).unwrap_or_default()
        )
    };
    let query: Vec<String> = url.list("query").iter().filter(|q| !q.flag("disabled")).map(pair).collect();
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    format!("{protocol}{}{port}/{}{query}", joined("host", "."), joined("path", "/"))
}

fn address(raw: &str, url: &Node, values: &[(String, String)]) -> Result<Url, String> {
    let raw = raw.trim().split('#').next().unwrap_or_default();
    if raw.is_empty() {
        return Err("the request has no URL".to_owned());
    }
    let value = |text: &str| {
        let name = text.strip_prefix("{{")?.split("}}").next()?;
        let name = super::variable::name(name.trim());
        values.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    };
    // Postman takes http where nothing is said.
    let whole = match (raw.contains("://"), raw.starts_with("{{")) {
        (true, _) => raw.to_owned(),
        (false, true) if value(raw).is_none_or(|value| value.contains("://") || value.contains("{{")) => {
            raw.to_owned()
        }
        (false, _) => format!("http://{raw}"),
    };
    let (scheme, rest) = whole.split_once("://").unwrap_or(("", &whole));
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let path = path_with_variables(path, url);
    let text = |authority: &str| {
        let start = if scheme.is_empty() { String::new() } else { format!("{scheme}://") };
        let mut parts = template(&format!("{start}{authority}")).parts;
        parts.extend(path.parts.clone());
        Template::of(auth::joined(parts))
    };
    let template = text(authority);
    // A host that brings its port with it can't stand where a host stands.
    let brings_port = !scheme.is_empty() && value(authority).is_some_and(|value| value.contains([':', '/']));
    if brings_port {
        let nothing = Template::literal("");
        return Ok(Url { scheme: Template::literal("http"), host: nothing, port: None, path: template });
    }
    yaml::split_url(&template.source())
}

/// `:id` of a path has its value in the list of the URL's variables.
fn path_with_variables(path: &str, url: &Node) -> Template {
    let (path, query) = path.split_at(path.find('?').unwrap_or(path.len()));
    let mut parts: Vec<Part> = Vec::new();
    for (i, segment) in path.split('/').enumerate() {
        if i > 0 {
            parts.push(Part::Literal("/".to_owned()));
        }
        let name = segment.strip_prefix(':').filter(|name| !name.is_empty());
        let Some(name) = name else {
            parts.extend(template(&segment.replace(' ', "%20")).parts);
            continue;
        };
        let given =
            url.list("variable").iter().find(|v| v.text("key").or_else(|| v.text("id")) == Some(name));
        match given.and_then(|v| v.get("value")).map(json::plain).filter(|value| !value.is_empty()) {
            Some(value) => parts.extend(template(&value).parts),
            None => parts.push(Part::Variable(super::variable::name(name))),
        }
    }
    parts.extend(template(&query.replace(' ', "%20")).parts);
    Template::of(auth::joined(parts))
}
