//! Steps of WebSockets and event streams as YAML.

use super::channel::{self, CLOSE_CODE, EVENTS, MESSAGE_BYTES_MAX, TIMEOUT, WEBSOCKET};
use super::context::ScenarioDefaults;
use super::emit::{list, map, text};
use super::entries::push_list;
use super::entries::{Entries, duration};
use super::names::{COMPRESSIONS, REDIRECTS};
use super::url::{self, Url};
use super::write_request::push_rest;
use super::{check, defaults, extract, pause};
use plimsoll_plan::Plan;
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{
    Await, ChannelAction, ChannelProtocol, ChannelStep, OpenChannel, Payload, Redirects,
};

pub fn open(open: &OpenChannel, plan: &Plan) -> Node {
    let mut request = open.request.clone();
    let Url { scheme, host, port, path } = Url {
        scheme: request.scheme.clone(),
        host: request.host.clone(),
        port: request.port.clone(),
        path: request.path.clone(),
    };
    // Its parts can come from nowhere but one URL.
    let joined = url::join(&Url { scheme, host, port, path }).unwrap_or_default();
    let mut entries = vec![("open", text(joined))];
    let kind = match &open.protocol {
        ChannelProtocol::WebSocket { subprotocols, deflates } => {
            push_list(
                &mut entries,
                "subprotocols",
                subprotocols.iter().map(|name| text(name.source())).collect(),
            );
            if *deflates {
                entries.push(("compression", text(COMPRESSIONS.write(deflates).unwrap_or_default())));
            }
            WEBSOCKET
        }
        ChannelProtocol::Events => {
            if request.method.as_literal() != Some("GET") {
                entries.push(("method", text(request.method.source())));
            }
            EVENTS
        }
    };
    push_name(&mut entries, kind, &open.channel);
    if request.label != channel::label(&open.channel, "open") {
        entries.push(("label", text(request.label.source())));
    }
    if open.message_bytes_max != MESSAGE_BYTES_MAX {
        entries.push(("message_bytes_max", text(open.message_bytes_max.to_string())));
    }
    entries.extend(open.messages.as_ref().map(|label| ("messages", text(label.source()))));
    entries.extend(open.pings.as_ref().map(|label| ("pings", text(label.source()))));
    if request.redirects != channel::redirects(kind) {
        entries.push(("redirects", text(REDIRECTS.write(&request.redirects).unwrap_or_default())));
    }
    // What is written already is left out of the rest.
    request.label = defaults::label(&request.method, &request.path);
    request.redirects = Redirects::Follow;
    push_rest(&mut entries, &request, plan, &ScenarioDefaults::default());
    map(vec![(kind, map(entries))])
}

pub fn step(step: &ChannelStep) -> Node {
    let mut entries = Vec::new();
    match &step.action {
        ChannelAction::Send { payload, awaited } => {
            entries.push(match payload {
                Payload::Text(content) => ("send", text(content.source())),
                Payload::Binary(content) => ("send_binary", text(content.source())),
            });
            entries.extend(awaited.as_ref().map(|awaited| ("await", write_await(awaited))));
        }
        ChannelAction::Await(awaited) => entries.push(("await", write_await(awaited))),
        ChannelAction::Ping(content) => entries.push(("ping", text(content.source()))),
        ChannelAction::Quiet(time) => entries.push(("quiet", duration(*time))),
        ChannelAction::Close { code: CLOSE_CODE, reason } if reason.is_empty() => {
            entries.push(("close", text("true")));
        }
        ChannelAction::Close { code, reason } => {
            entries.push(("close", text(code.to_string())));
            entries.push(("reason", text(reason.source())));
        }
    }
    let kind = if step.is_of_events { EVENTS } else { WEBSOCKET };
    push_name(&mut entries, kind, &step.channel);
    if step.label != channel::label(&step.channel, channel::action_word(&step.action)) {
        entries.push(("label", text(step.label.source())));
    }
    if step.timeout != TIMEOUT {
        entries.push(("timeout", duration(step.timeout)));
    }
    push_list(&mut entries, "think", step.think.iter().map(pause::write).collect());
    push_list(&mut entries, "extract", step.extractors.iter().map(extract::write).collect());
    push_list(&mut entries, "check", step.checks.iter().map(check::write).collect());
    map(vec![(kind, map(entries))])
}

fn push_name(entries: &mut Entries, kind: &str, name: &str) {
    if name != kind {
        entries.push(("name", text(name)));
    }
}

fn write_await(awaited: &Await) -> Node {
    let Await::Message { conditions, event, count } = awaited else { return text("end") };
    let conditions: Vec<Node> = conditions.iter().map(check::write).collect();
    if event.is_none() && *count == 1 {
        return match conditions.as_slice() {
            [] => text("any"),
            [one] => one.clone(),
            _ => list(conditions),
        };
    }
    let mut entries: Entries = Vec::new();
    entries.extend(event.as_ref().map(|event| ("event", text(event.source()))));
    if *count != 1 {
        entries.push(("count", text(count.to_string())));
    }
    push_list(&mut entries, "all", conditions);
    map(entries)
}
