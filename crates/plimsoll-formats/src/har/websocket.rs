//! A recorded WebSocket: its handshake, what was sent, and its end.
//!
//! Chromium's export lists its messages as `_webSocketMessages`: `type` (`send`, `receive`), `time` in seconds since 1970, `opcode`
//! (1 text, 2 binary) and `data`, which is base64 for binary.

use super::chosen::{Chosen, TimePlace};
use super::entry::Entry;

use crate::conversion::Conversion;
use crate::servers::{NamedServers, UrlParts};
use crate::yaml::channel::{MESSAGE_BYTES_MAX, TIMEOUT, action_word, label, redirects};
use base64::Engine;
use plimsoll_plan::Template;
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{Await, ChannelAction, ChannelProtocol, ChannelStep, OpenChannel, Payload, Step};

/// What is sent by one connection, at most: more is a load of its own kind.
const SENT_MAX: usize = 200;

pub struct RecordedSocket<'a> {
    pub steps: Vec<Chosen<'a>>,
    pub differences: Vec<String>,
}

struct RecordedMessage<'a> {
    is_sent: bool,
    time_ms: f64,
    is_text: bool,
    data: &'a str,
}

pub fn steps<'a>(
    entry: &'a Entry<'a>,
    place: &UrlParts,
    number: u32,
    servers: &mut NamedServers,
    conversion: &Conversion,
) -> RecordedSocket<'a> {
    let channel = if number == 1 { "websocket".to_owned() } else { format!("websocket {number}") };
    let mut differences = Vec::new();
    let mut messages: Vec<RecordedMessage> =
        entry.json.list("_webSocketMessages").iter().filter_map(message).collect();
    messages.sort_by(|a, b| a.time_ms.total_cmp(&b.time_ms));
    let opened = TimePlace { ended_ms: entry.started_ms, ..TimePlace::of(entry) };
    let chosen = |step: Step, place: TimePlace, answers| Chosen { entry, answers, step, place };
    let open = open(entry, place, &channel, servers, conversion);
    let mut steps = vec![chosen(open, opened, vec![entry])];
    for (at, action) in actions(&messages, &mut differences) {
        let place = TimePlace { started_ms: Some(at.0), ended_ms: Some(at.1), is_of_its_page: false };
        steps.push(chosen(channel_step(&channel, action), place, Vec::new()));
    }
    let close = ChannelAction::Close { code: 1000, reason: Template::literal("") };
    let last_ms = messages.last().map(|message| message.time_ms);
    let end_ms = entry.ended_ms.into_iter().chain(last_ms).reduce(f64::max);
    let end = TimePlace { started_ms: end_ms, ended_ms: end_ms, is_of_its_page: false };
    steps.push(chosen(channel_step(&channel, close), end, Vec::new()));
    RecordedSocket { steps, differences }
}

/// What is done, from when to when: each message that was sent, with the answer that came before the next one.
fn actions(messages: &[RecordedMessage], differences: &mut Vec<String>) -> Vec<((f64, f64), ChannelAction)> {
    let any = || Await::Message { conditions: Vec::new(), event: None, count: 1 };
    let mut actions = Vec::new();
    if let Some(first) = messages.first().filter(|message| !message.is_sent) {
        actions.push(((first.time_ms, first.time_ms), ChannelAction::Await(any())));
    }
    let mut left_out = 0;
    for (i, message) in messages.iter().enumerate().filter(|(_, message)| message.is_sent) {
        if actions.len() >= SENT_MAX {
            left_out += 1;
            continue;
        }
        let answer = messages.get(i + 1).filter(|next| !next.is_sent);
        let payload = match message.is_text {
            true => Payload::Text(Template::literal(message.data)),
            false => Payload::Binary(Template::literal(hex(message.data))),
        };
        let until = answer.map_or(message.time_ms, |answer| answer.time_ms);
        let action = ChannelAction::Send { payload, awaited: answer.map(|_| any()) };
        actions.push(((message.time_ms, until), action));
    }
    if left_out > 0 {
        differences.push(format!("{left_out} messages after the first {SENT_MAX} are left out"));
    }
    actions
}

fn open(
    entry: &Entry,
    place: &UrlParts,
    channel: &str,
    servers: &mut NamedServers,
    conversion: &Conversion,
) -> Step {
    let (mut request, _) = entry.request(place, servers, conversion);
    request.scheme = Template::literal(if place.scheme == "https" { "wss" } else { "ws" });
    request.label = label(channel, "open");
    request.redirects = redirects("websocket");
    let offered = entry.header("sec-websocket-protocol").unwrap_or_default().split(',').map(str::trim);
    Step::OpenChannel(Box::new(OpenChannel {
        channel: channel.to_owned(),
        protocol: ChannelProtocol::WebSocket {
            subprotocols: offered.filter(|name| !name.is_empty()).map(Template::literal).collect(),
            deflates: false,
        },
        request,
        message_bytes_max: MESSAGE_BYTES_MAX,
        messages: None,
        pings: None,
    }))
}

fn channel_step(channel: &str, action: ChannelAction) -> Step {
    Step::Channel(Box::new(ChannelStep {
        channel: channel.to_owned(),
        is_of_events: false,
        label: label(channel, action_word(&action)),
        action,
        timeout: TIMEOUT,
        think: Vec::new(),
        extractors: Vec::new(),
        checks: Vec::new(),
    }))
}

fn message(json: &Node) -> Option<RecordedMessage<'_>> {
    Some(RecordedMessage {
        is_sent: json.text("type") == Some("send"),
        time_ms: json.number("time")? * 1000.0,
        is_text: json.number("opcode").unwrap_or(1.0) == 1.0,
        data: json.text("data")?,
    })
}

/// Of base64; what is none is left out.
fn hex(text: &str) -> String {
    let bytes = base64::engine::general_purpose::STANDARD.decode(text.trim()).unwrap_or_default();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_messages_are_written_as_digits() {
        assert_eq!(hex("yv4A"), "cafe00");
        assert_eq!(hex("yv4="), "cafe");
        assert_eq!(hex("?"), "");
    }

    #[test]
    fn a_message_takes_its_answer_with_it() {
        let message = |is_sent, time_ms| RecordedMessage { is_sent, time_ms, is_text: true, data: "x" };
        let all = [
            message(false, 1.0),
            message(true, 2.0),
            message(false, 3.0),
            message(false, 4.0),
            message(true, 9.0),
        ];
        let mut differences = Vec::new();
        let found = actions(&all, &mut differences);
        let words: Vec<_> = found.iter().map(|(at, action)| (*at, action_word(action))).collect();
        assert_eq!(words, [((1.0, 1.0), "await"), ((2.0, 3.0), "exchange"), ((9.0, 9.0), "send")]);
    }
}
