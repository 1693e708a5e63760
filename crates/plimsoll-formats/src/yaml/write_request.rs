//! A request as YAML: in the short form when its URL reads back as the same parts.

use super::context::ScenarioDefaults;
use super::emit::{list, map, text};
use super::entries::push_list;
use super::entries::{Entries, duration, named};
use super::names::{HTTP_VERSIONS, REDIRECTS};
use super::request::METHODS;
use super::url::{self, Url};
use super::{check, defaults as usual, embedded, extract, grpc, pause, scenario_defaults};
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{Body, Field, FilePart, HttpVersion, Redirects, Request};
use plimsoll_plan::{Plan, Template};
use std::time::Duration;

pub fn write(request: &Request, plan: &Plan, defaults: &ScenarioDefaults) -> Node {
    if let Body::Grpc(call) = &request.body {
        return grpc::write(request, call, plan);
    }
    let parts = Url {
        scheme: request.scheme.clone(),
        host: request.host.clone(),
        port: request.port.clone(),
        path: request.path.clone(),
    };
    let joined = defaults.relative(&parts).or_else(|| url::join(&parts));
    let method = METHODS.into_iter().find(|m| request.method.as_literal() == Some(&m.to_uppercase()));
    if let (Some(method), Some(joined)) = (method, &joined) {
        let mut entries = vec![(method, text(joined.as_str()))];
        push_rest(&mut entries, request, plan, defaults);
        return map(entries);
    }
    let mut entries = vec![("method", text(request.method.source()))];
    match joined {
        Some(joined) => entries.push(("url", text(joined))),
        None => {
            entries.push(("scheme", text(parts.scheme.source())));
            entries.push(("host", text(parts.host.source())));
            entries.extend(parts.port.map(|port| ("port", text(port.source()))));
            entries.push(("path", text(parts.path.source())));
        }
    }
    push_rest(&mut entries, request, plan, defaults);
    map(vec![("request", map(entries))])
}

pub fn push_rest(entries: &mut Entries, request: &Request, plan: &Plan, defaults: &ScenarioDefaults) {
    if request.label != usual::label(&request.method, &request.path) {
        entries.push(("label", text(request.label.source())));
    }
    if request.http != HttpVersion::Http1 {
        entries.push(("http", text(HTTP_VERSIONS.write(&request.http).unwrap_or_default())));
    }
    if !request.query.is_empty() {
        entries.push(("query", fields(&request.query)));
    }
    let (headers, takes_common) = defaults.own_headers(request);
    if !headers.is_empty() {
        entries.push(("headers", scenario_defaults::headers(headers)));
    }
    if !takes_common {
        entries.push(("inherit_headers", text("false")));
    }
    entries.extend(body(&request.body));
    if request.redirects != defaults.redirects.unwrap_or(Redirects::Follow) {
        entries.push(("redirects", text(REDIRECTS.write(&request.redirects).unwrap_or_default())));
    }
    if request.keep_alive != defaults.keep_alive.unwrap_or(true) {
        entries.push(("keep_alive", text(request.keep_alive.to_string())));
    }
    let own =
        |time: Option<Duration>, common: Option<Duration>| time.filter(|_| time != common).map(duration);
    let connect = own(request.connect_timeout, defaults.connect_timeout);
    entries.extend(connect.map(|time| ("connect_timeout", time)));
    let response = own(request.response_timeout, defaults.response_timeout);
    entries.extend(response.map(|time| ("response_timeout", time)));
    push_chosen(entries, "cookies", request.cookies, plan.cookie_jars.len());
    push_chosen(entries, "cache", request.cache, plan.caches.len());
    push_chosen(entries, "login", request.login, plan.logins.len());
    push_chosen(entries, "proxy", request.proxy, plan.proxies.len());
    embedded::push(entries, &request.embedded);
    push_list(entries, "think", request.think.iter().map(pause::write).collect());
    push_list(entries, "extract", request.extractors.iter().map(extract::write).collect());
    push_list(entries, "check", request.checks.iter().map(check::write).collect());
}

/// One of the plan's own, by its number; the first needs no word.
pub fn push_chosen(entries: &mut Entries, key: &'static str, chosen: Option<usize>, count: usize) {
    if chosen != usual::first(count) {
        entries.push((key, text(chosen.map_or("false".to_owned(), |number| (number + 1).to_string()))));
    }
}

fn body(body: &Body) -> Option<(&'static str, Node)> {
    Some(match body {
        Body::Empty | Body::Grpc(_) => return None,
        Body::Text(content) => ("body", text(content.source())),
        Body::Form(form) => ("form", fields(form)),
        Body::Multipart { fields: named, files } => {
            let mut entries = Vec::new();
            if !named.is_empty() {
                entries.push(("fields", fields(named)));
            }
            if !files.is_empty() {
                entries.push(("files", list(files.iter().map(file).collect())));
            }
            ("multipart", map(entries))
        }
        Body::File { path, content_type } => {
            let part = FilePart {
                name: Template::literal(""),
                path: path.clone(),
                content_type: content_type.clone(),
            };
            ("body_file", file(&part))
        }
    })
}

fn file(part: &FilePart) -> Node {
    let mut entries = vec![("path", text(part.path.source()))];
    if !part.name.is_empty() {
        entries.push(("name", text(part.name.source())));
    }
    if !part.content_type.is_empty() {
        entries.push(("content_type", text(part.content_type.source())));
    }
    map(entries)
}

fn fields(fields: &[Field]) -> Node {
    let is_usual = |f: &Field| f.encode && f.equals;
    let names: Vec<String> = fields.iter().map(|f| f.name.source()).collect();
    let are_distinct = names.iter().enumerate().all(|(i, name)| !names[..i].contains(name));
    if are_distinct && fields.iter().all(is_usual) {
        return named(&names.into_iter().zip(fields.iter().map(|f| f.value.clone())).collect::<Vec<_>>());
    }
    list(fields.iter().map(field).collect())
}

fn field(field: &Field) -> Node {
    let mut entries = vec![("name", text(field.name.source())), ("value", text(field.value.source()))];
    let unset = [("encode", field.encode), ("equals", field.equals)];
    entries.extend(unset.into_iter().filter(|(_, set)| !set).map(|(key, _)| (key, text("false"))));
    map(entries)
}
