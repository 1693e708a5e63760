//! gRPC calls: `- grpc: http://host:port/package.Service/Method`.

use super::context::Context;
use super::context::ScenarioDefaults;
use super::emit::{list, map, text};
use super::entries::push_list;
use super::entries::{duration, named};
use super::names::GRPC_COMPRESSIONS;
use super::request::{chosen, read_headers, read_url, timeout};
use super::texts::{TemplateFields, scalar, template_of};
use super::url::{self, Url};
use super::write_request::push_chosen;
use super::{check, extract, pause, shapes};
use crate::files;
use plimsoll_grpc::{Code, Method, Schema};
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::plan::{
    Body, Check, GrpcCall, GrpcSchema, Header, HttpVersion, Redirects, Request, ResponseField, Step,
    TextComparison,
};
use plimsoll_plan::{Plan, Template};
use std::path::PathBuf;

pub fn read(node: &Node, context: &Context, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::of(node, &shapes::GRPC, problems);
    let url = fields
        .required("grpc")
        .and_then(|n| Some((n.line, read_url(n, &ScenarioDefaults::default(), fields.problems)?)));
    let schema = schema(&mut fields, context);
    let messages = fields.optional("message");
    let deadline = fields.duration("deadline");
    let limit = fields.parsed("message_limit", |text| {
        text.trim().parse::<u64>().map_err(|_| format!("`{text}` is not a number of bytes"))
    });
    let gzips = fields.parsed("compression", |word| GRPC_COMPRESSIONS.read(word)).unwrap_or(false);
    let headers = fields.optional("metadata").map(|n| read_headers(n, fields.problems));
    let label = fields.template("label");
    let connect_timeout = timeout(&mut fields, "connect_timeout", None);
    let response_timeout = timeout(&mut fields, "response_timeout", None);
    let cache = None;
    let cookies = chosen(&mut fields, "cookies", "a jar", context.cookie_jars);
    let login = chosen(&mut fields, "login", "a set of logins", context.logins);
    let proxy = chosen(&mut fields, "proxy", "a proxy", context.proxies);
    let think = pause::read_all(&mut fields, context.timers);
    let extractors = extract::read_all(&mut fields);
    let mut checks = Vec::new();
    for item in fields.optional("check").map(Node::items).unwrap_or_default() {
        let found = check::read(item, fields.problems);
        checks.extend(found.map(|found| by_status_name(found, item, fields.problems)));
    }
    fields.finish();
    let (line, Url { scheme, host, port, path }) = url?;
    let (schema, compiled) = schema?;
    let method = method(&path, compiled, line, problems)?;
    let messages = read_messages(messages, method.as_ref(), line, problems);
    let message_limit = limit.unwrap_or(GrpcCall::MESSAGE_LIMIT);
    let call = GrpcCall { schema, messages, deadline, message_limit, gzips };
    Some(Step::Request(Box::new(Request {
        http: HttpVersion::Http2,
        label: label.unwrap_or_else(|| label_of(&path)),
        method: Template::literal("POST"),
        scheme,
        host,
        port,
        path,
        query: Vec::new(),
        headers: headers.unwrap_or_default(),
        body: Body::Grpc(Box::new(call)),
        redirects: Redirects::Keep,
        keep_alive: true,
        connect_timeout,
        response_timeout,
        cookies,
        cache,
        login,
        proxy,
        embedded: None,
        think,
        extractors,
        checks,
    })))
}

/// Service and method, without the package.
fn label_of(path: &Template) -> Template {
    let source = path.source();
    let (service, method) = source.rsplit_once('/').unwrap_or(("", &source));
    let service = service.trim_start_matches('/').rsplit('.').next().unwrap_or_default();
    Template::literal(format!("{service}/{method}"))
}

/// `proto: file`, or `reflection: true`. The schema itself is there when it lies in a file.
fn schema(fields: &mut Fields, context: &Context) -> Option<(GrpcSchema, Option<Schema>)> {
    let proto = fields.optional("proto");
    let includes: Vec<PathBuf> = match fields.optional("includes") {
        Some(node) => {
            let names = node.items().iter().filter_map(|n| scalar(n, "includes", fields.problems));
            names.map(|name| files::resolve(context.folder, &name)).collect()
        }
        None => Vec::new(),
    };
    let reflection = fields.flag("reflection").unwrap_or(false);
    match (proto, reflection) {
        (None, true) => Some((GrpcSchema::Reflection, None)),
        (Some(node), false) => {
            let path = files::resolve(context.folder, &scalar(node, "proto", fields.problems)?);
            if !path.is_file() {
                let message = format!("the file {} is not there", path.display());
                fields.problems.error(node.line, "proto", message).hint =
                    Some("put it beside the plan, or write `reflection: true`".to_owned());
                return None;
            }
            match Schema::compile(&path, &includes) {
                Ok(schema) => Some((GrpcSchema::Proto { path, includes }, Some(schema))),
                Err(error) => {
                    fields.problems.error(node.line, "proto", error.to_string());
                    None
                }
            }
        }
        (_, _) => {
            let message = "exactly one of `proto` and `reflection` says what the messages are";
            fields.problems.error(fields.line(), "grpc", message).hint = Some(
                "`proto: file.proto`, or `reflection: true` when the server describes itself".to_owned(),
            );
            None
        }
    }
}

/// The method, when the schema is known now; `None` when something is wrong.
fn method(
    path: &Template,
    schema: Option<Schema>,
    line: u32,
    problems: &mut Problems,
) -> Option<Option<Method>> {
    let Some(path) = path.as_literal() else {
        problems.error(line, "grpc", "the name of the method can't hold variables");
        return None;
    };
    let Some(schema) = schema else { return Some(None) };
    schema.method(path).map_err(|error| problems.error(line, "grpc", error.to_string()).line).ok().map(Some)
}

/// One message, or a list of them where the method takes a stream. Those without variables are tried.
fn read_messages(
    node: Option<&Node>,
    method: Option<&Method>,
    line: u32,
    problems: &mut Problems,
) -> Vec<Template> {
    let mut messages = Vec::new();
    for item in node.map(Node::items).unwrap_or_default() {
        let Some(message) = template_of(item, "message", problems) else { continue };
        if let (Some(method), Some(json)) = (method, message.as_literal())
            && let Err(error) = method.encode(json)
        {
            problems.error(item.line, "message", error.to_string());
        }
        messages.push(message);
    }
    let takes_one = method.is_some_and(|method| !method.sends_stream());
    if takes_one && messages.len() > 1 {
        let text = format!("the method takes one message, and there are {}", messages.len());
        problems.error(node.map_or(line, |node| node.line), "message", text);
    }
    if messages.is_empty() && method.is_none_or(|method| !method.sends_stream()) {
        messages.push(Template::literal("{}"));
    }
    messages
}

/// `status: NOT_FOUND` is what a call's answer has as its status message.
fn by_status_name(check: Check, node: &Node, problems: &mut Problems) -> Check {
    let Check::Text(mut check) = check else { return check };
    if check.source == ResponseField::StatusCode && check.comparison == TextComparison::Equals {
        check.source = ResponseField::StatusMessage;
        let names = Code::names();
        for name in check.patterns.iter().filter_map(Template::as_literal).filter(|n| !names.contains(n)) {
            let message = format!("`{name}` is not a status of gRPC");
            problems.error(node.line, "status", message).hint =
                Some(format!("known here: {}", names.join(", ")));
        }
    }
    Check::Text(check)
}

pub fn write(request: &Request, call: &GrpcCall, plan: &Plan) -> Node {
    let parts = Url {
        scheme: request.scheme.clone(),
        host: request.host.clone(),
        port: request.port.clone(),
        path: request.path.clone(),
    };
    let mut entries = vec![("grpc", text(url::join(&parts).unwrap_or_default()))];
    match &call.schema {
        GrpcSchema::Proto { path, includes } => {
            entries.push(("proto", text(path.display().to_string())));
            let folders = includes.iter().map(|folder| text(folder.display().to_string()));
            push_list(&mut entries, "includes", folders.collect());
        }
        GrpcSchema::Reflection => entries.push(("reflection", text("true"))),
    }
    if request.label != label_of(&request.path) {
        entries.push(("label", text(request.label.source())));
    }
    match call.messages.as_slice() {
        [] => {}
        [message] => entries.push(("message", text(message.source()))),
        messages => entries.push(("message", list(messages.iter().map(|m| text(m.source())).collect()))),
    }
    if !request.headers.is_empty() {
        let pair = |h: &Header| (h.name.source(), h.value.clone());
        entries.push(("metadata", named(&request.headers.iter().map(pair).collect::<Vec<_>>())));
    }
    entries.extend(call.deadline.map(|time| ("deadline", duration(time))));
    if call.message_limit != GrpcCall::MESSAGE_LIMIT {
        entries.push(("message_limit", text(call.message_limit.to_string())));
    }
    if call.gzips {
        entries.push(("compression", text(GRPC_COMPRESSIONS.write(&call.gzips).unwrap_or_default())));
    }
    entries.extend(request.connect_timeout.map(|time| ("connect_timeout", duration(time))));
    entries.extend(request.response_timeout.map(|time| ("response_timeout", duration(time))));
    push_chosen(&mut entries, "cookies", request.cookies, plan.cookie_jars.len());
    push_chosen(&mut entries, "login", request.login, plan.logins.len());
    push_chosen(&mut entries, "proxy", request.proxy, plan.proxies.len());
    push_list(&mut entries, "think", request.think.iter().map(pause::write).collect());
    push_list(&mut entries, "extract", request.extractors.iter().map(extract::write).collect());
    push_list(&mut entries, "check", request.checks.iter().map(check::write).collect());
    map(entries)
}
