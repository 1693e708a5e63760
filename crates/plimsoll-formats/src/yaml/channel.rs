//! `websocket:` and `sse:` steps: `{open: URL}`, and then what is done with the channel.

use super::context::Channels;
use super::context::Context;
use super::context::ScenarioDefaults;
use super::names::COMPRESSIONS;
use super::texts::{TemplateFields, scalar, template_of};
use super::url::{self, Url};
use super::{check, extract, pause, request, shapes};
use crate::evaluation;
use plimsoll_plan::Template;
use plimsoll_plan::diagnostic::closest;
use plimsoll_plan::document::{Fields, Node, NodeValue, Problems};
use plimsoll_plan::plan::{
    Await, ChannelAction, ChannelProtocol, ChannelStep, Check, OpenChannel, Payload, Redirects,
    ResponseField, Step,
};
use std::time::Duration;

/// The words that begin a step of a channel; also the names of channels that have none.
pub const WEBSOCKET: &str = "websocket";
pub const EVENTS: &str = "sse";

pub const TIMEOUT: Duration = Duration::from_secs(10);
pub const MESSAGE_BYTES_MAX: u64 = 16 << 20;
pub const CLOSE_CODE: u16 = 1000;

const BODIES: [&str; 4] = ["body", "form", "multipart", "body_file"];

impl Channels {
    /// Reports the steps whose channel nothing opens; for the end of a scenario.
    pub fn check(&mut self, problems: &mut Problems) {
        let Channels { opened, used } = std::mem::take(self);
        let kind_of =
            |name: &str| opened.iter().find(|(opened, ..)| opened == name).map(|(_, kind, _)| *kind);
        for (name, kind, line) in opened.iter().chain(&used) {
            match kind_of(name) {
                Some(known) if known == *kind => {}
                Some(known) => {
                    let message =
                        format!("`{name}` is opened by `{known}:`, and this is a step of `{kind}:`");
                    problems.error(*line, "name", message);
                }
                None => {
                    let message = format!("no step of this scenario opens a channel `{name}`");
                    let names = opened.iter().map(|(name, ..)| name.as_str());
                    problems.error(*line, "name", message).hint = Some(match closest(name, names) {
                        Some(meant) => format!("did you mean `{meant}`?"),
                        None => format!("open it before: `{{open: URL, name: {name}}}`"),
                    });
                }
            }
        }
    }
}

pub fn read(kind: &'static str, node: &Node, context: &mut Context, problems: &mut Problems) -> Option<Step> {
    let opens = node.entries().iter().any(|(key, _)| key.as_str() == Some("open"));
    let shape = match (kind == WEBSOCKET, opens) {
        (true, true) => &shapes::WEBSOCKET_OPEN,
        (true, false) => &shapes::WEBSOCKET,
        (false, true) => &shapes::EVENTS_OPEN,
        (false, false) => &shapes::EVENTS,
    };
    let mut fields = Fields::of(node, shape, problems);
    let name = fields.text("name").unwrap_or_else(|| kind.to_owned());
    if opens {
        context.channels.opened.push((name.clone(), kind, node.line));
        return open(kind, name, fields, context);
    }
    context.channels.used.push((name.clone(), kind, node.line));
    step(kind, name, fields, context.timers)
}

fn open(kind: &'static str, channel: String, mut fields: Fields, context: &Context) -> Option<Step> {
    let is_websocket = kind == WEBSOCKET;
    let url = fields.required("open").and_then(|n| read_url(n, kind, fields.problems));
    let method = if is_websocket { None } else { fields.template("method") };
    let protocol = match is_websocket {
        true => ChannelProtocol::WebSocket {
            subprotocols: subprotocols(&mut fields),
            deflates: fields.parsed("compression", |word| COMPRESSIONS.read(word)).unwrap_or(false),
        },
        false => ChannelProtocol::Events,
    };
    let message_bytes_max = fields.parsed("message_bytes_max", |text| match text.trim().parse::<u64>() {
        Ok(bytes) if bytes > 0 => Ok(bytes),
        _ => Err(format!("`{text}` is not a number of bytes")),
    });
    let messages = fields.template("messages");
    let pings = if is_websocket { fields.template("pings") } else { None };
    let is_labelled = fields.optional("label").is_some();
    let is_redirected = fields.optional("redirects").is_some();
    if is_websocket && BODIES.into_iter().any(|body| fields.optional(body).is_some()) {
        fields
            .problems
            .error(fields.line(), kind, "a WebSocket is opened by a request without a body")
            .hint = Some("send it as the first message: `- websocket: {send: …}`".to_owned());
    }
    let method = method.unwrap_or_else(|| Template::literal("GET"));
    let Some(Step::Request(mut request)) =
        request::rest(fields, method, url, &ScenarioDefaults::default(), context)
    else {
        return None;
    };
    if !is_labelled {
        request.label = label(&channel, "open");
    }
    if !is_redirected {
        request.redirects = redirects(kind);
    }
    Some(Step::OpenChannel(Box::new(OpenChannel {
        channel,
        protocol,
        request: *request,
        message_bytes_max: message_bytes_max.unwrap_or(MESSAGE_BYTES_MAX),
        messages,
        pings,
    })))
}

/// Browsers follow no redirect of a WebSocket (WHATWG WebSockets, 3.1); of an event stream they do.
pub fn redirects(kind: &str) -> Redirects {
    if kind == WEBSOCKET { Redirects::Keep } else { Redirects::Follow }
}

/// What a step is counted under when it does not say.
pub fn label(channel: &str, what: &str) -> Template {
    Template::literal(format!("{channel} {what}"))
}

pub fn action_word(action: &ChannelAction) -> &'static str {
    match action {
        ChannelAction::Send { awaited: None, .. } => "send",
        ChannelAction::Send { .. } => "exchange",
        ChannelAction::Await(_) => "await",
        ChannelAction::Ping(_) => "ping",
        ChannelAction::Quiet(_) => "quiet",
        ChannelAction::Close { .. } => "close",
    }
}

fn read_url(node: &Node, kind: &str, problems: &mut Problems) -> Option<Url> {
    let text = scalar(node, "open", problems)?;
    let known: [&str; 2] = if kind == WEBSOCKET { ["ws", "wss"] } else { ["http", "https"] };
    let begins = known.map(|scheme| format!("`{scheme}://`")).join(" or ");
    let wrong = |_| format!("`{text}` is not a URL; it begins with {begins}");
    let found = url::split(&text).map_err(wrong).and_then(|url| match url.scheme.as_literal() {
        // A text that is a whole URL in itself; the engine sees what it begins with.
        Some(_) if url.host.is_empty() => Ok(url),
        Some(scheme) if !known.contains(&scheme) => Err(wrong(String::new())),
        _ => Ok(url),
    });
    let found = found.map_err(|message| problems.error(node.line, "open", message).line);
    found.ok().map(|url| url.at(node.line))
}

fn subprotocols(fields: &mut Fields) -> Vec<Template> {
    let Some(node) = fields.optional("subprotocols") else { return Vec::new() };
    node.items().iter().filter_map(|n| template_of(n, "subprotocols", fields.problems)).collect()
}

fn step(kind: &'static str, channel: String, mut fields: Fields, timers: usize) -> Option<Step> {
    let action = action(kind, &mut fields);
    let label_given = fields.template("label");
    let timeout = fields.duration("timeout").unwrap_or(TIMEOUT);
    let think = pause::read_all(&mut fields, timers);
    let extractors = extract::read_all(&mut fields);
    let checks = fields.optional("check").map(|n| conditions(n, "check", fields.problems));
    fields.finish();
    let action = action?;
    Some(Step::Channel(Box::new(ChannelStep {
        label: label_given.unwrap_or_else(|| label(&channel, action_word(&action))),
        channel,
        is_of_events: kind == EVENTS,
        action,
        timeout,
        think,
        extractors,
        checks: checks.unwrap_or_default(),
    })))
}

/// Exactly one of the words that say what is done; `await` may stand beside what is sent.
fn action(kind: &'static str, fields: &mut Fields) -> Option<ChannelAction> {
    let is_websocket = kind == WEBSOCKET;
    let before = fields.problems.found.len();
    let awaited = fields.optional("await").and_then(|n| read_await(n, kind, fields.problems));
    let mut found = Vec::new();
    if is_websocket {
        let text = fields.template("send").map(Payload::Text);
        let binary = fields.parsed("send_binary", binary).map(Payload::Binary);
        let send = |payload| ChannelAction::Send { payload, awaited: awaited.clone() };
        found.extend([text, binary].into_iter().flatten().map(send));
        found.extend(fields.template("ping").map(ChannelAction::Ping));
    }
    found.extend(fields.duration("quiet").map(ChannelAction::Quiet));
    found.extend(close(is_websocket, fields));
    let is_sent = matches!(found.as_slice(), [ChannelAction::Send { .. }]);
    if !is_sent {
        found.extend(awaited.map(ChannelAction::Await));
    }
    let action = found.pop();
    // What is misspelt has its own message.
    if (action.is_none() || !found.is_empty()) && fields.problems.found.len() == before {
        let words = match is_websocket {
            true => "open, send, send_binary, await, ping, quiet, close; `await` may stand beside `send`",
            false => "open, await, quiet, close",
        };
        fields.problems.error(fields.line(), kind, "exactly one action is needed").hint =
            Some(format!("one of {words}"));
    }
    action.filter(|_| found.is_empty())
}

fn close(is_websocket: bool, fields: &mut Fields) -> Option<ChannelAction> {
    let nothing = || Template::literal("");
    if !is_websocket {
        return fields
            .flag("close")
            .filter(|close| *close)
            .map(|_| ChannelAction::Close { code: CLOSE_CODE, reason: nothing() });
    }
    let reason = fields.template("reason");
    let code = fields.parsed("close", |text| match text.trim() {
        "true" | "yes" | "on" => Ok(CLOSE_CODE),
        // What an application may send (RFC 6455, 7.4).
        code => match code.parse() {
            Ok(code @ (1000..=1003 | 1007..=1011 | 3000..=4999)) => Ok(code),
            _ => Err(format!("`{code}` is not a close code; use 1000, or 3000 to 4999 for your own")),
        },
    })?;
    Some(ChannelAction::Close { code, reason: reason.unwrap_or_else(nothing) })
}

/// Hexadecimal digits; what comes from variables is looked at when it is sent.
fn binary(text: &str) -> Result<Template, String> {
    let template = evaluation::template(text)?;
    if let Some(literal) = template.as_literal() {
        let digits = literal.chars().filter(|c| !c.is_whitespace());
        if !digits.clone().all(|c| c.is_ascii_hexdigit()) || !digits.count().is_multiple_of(2) {
            return Err(format!("`{literal}` is not a row of bytes; write for example `ca fe 00`"));
        }
    }
    Ok(template)
}

/// `any`, `end`, one or several conditions, or a mapping with `event`, `count` and conditions.
fn read_await(node: &Node, kind: &str, problems: &mut Problems) -> Option<Await> {
    let message = |conditions| Await::Message { conditions, event: None, count: 1 };
    match &node.value {
        NodeValue::Scalar { text: word, .. } if word == "any" => Some(message(Vec::new())),
        NodeValue::Scalar { text: word, .. } if word == "end" => Some(Await::End),
        NodeValue::Scalar { text: word, .. } => {
            problems.error(node.line, "await", format!("`{word}` is neither `any` nor `end`")).hint =
                Some(format!("to wait for a message with a text: `await: {{contains: {word}}}`"));
            None
        }
        NodeValue::Mapping(entries) => {
            let own = |key: &Node| matches!(key.as_str(), Some("event" | "count" | "all"));
            let (own, rest): (Vec<_>, Vec<_>) = entries.iter().cloned().partition(|(key, _)| own(key));
            let own = Node { line: node.line, value: NodeValue::Mapping(own) };
            let mut fields = Fields::of(&own, &shapes::AWAIT, problems);
            let event = match kind {
                EVENTS => fields.template("event"),
                _ => None,
            };
            let count = fields.parsed("count", |text| match text.trim().parse::<u32>() {
                Ok(count) if count > 0 => Ok(count),
                _ => Err(format!("`{text}` is not a number of messages")),
            });
            let all = fields.optional("all").map(|n| conditions(n, "await", fields.problems));
            fields.finish();
            let mut found = all.unwrap_or_default();
            if !rest.is_empty() {
                let rest = Node { line: node.line, value: NodeValue::Mapping(rest) };
                found.extend(conditions(&rest, "await", problems));
            }
            Some(Await::Message { conditions: found, event, count: count.unwrap_or(1) })
        }
        _ => Some(message(conditions(node, "await", problems))),
    }
}

/// Checks of a message: it has no status.
fn conditions(node: &Node, what: &'static str, problems: &mut Problems) -> Vec<Check> {
    let mut found = Vec::new();
    for item in node.items() {
        let Some(check) = check::read(item, problems) else { continue };
        let has_status = matches!(&check, Check::Text(text)
            if matches!(text.source, ResponseField::StatusCode | ResponseField::StatusMessage | ResponseField::RequestHeaders));
        if has_status {
            problems.error(item.line, what, "a message has a body, and no status").hint =
                Some("check the status of the handshake where the channel is opened".to_owned());
        } else if what == "await" && matches!(check, Check::MaxDurationMs(_)) {
            problems.error(item.line, what, "a time is no condition of a message").hint =
                Some("write `timeout:` beside `await:`, or `check: {max_duration: …}`".to_owned());
        } else {
            found.push(check);
        }
    }
    found
}
