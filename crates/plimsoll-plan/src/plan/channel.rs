//! WebSockets and event streams: connections that stay open while a user does other things.

use super::check::{Check, Extractor};
use super::request::Request;
use super::step::Pause;
use crate::template::Template;
use std::time::Duration;

/// Opens a channel. Its request is the handshake; one channel of that name that is open already is closed
/// first.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenChannel {
    /// What later steps of the same user call it.
    pub channel: String,
    pub protocol: ChannelProtocol,
    /// With what an upgrade needs left out. Its scheme may be `ws` or `wss`.
    pub request: Request,
    /// Longest message that is accepted; a longer one ends the channel.
    pub message_bytes_max: u64,
    /// Under this name each message that comes is counted as a transaction, with the time since the one
    /// before it.
    pub messages: Option<Template>,
    /// The same for pings of the server.
    pub pings: Option<Template>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ChannelProtocol {
    /// RFC 6455.
    WebSocket {
        /// In the order in which they are offered.
        subprotocols: Vec<Template>,
        /// Compressed messages are offered (`permessage-deflate`, RFC 7692).
        deflates: bool,
    },
    /// Server-sent events: `text/event-stream` of the HTML standard.
    Events,
}

/// Something done with an open channel; one sample.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelStep {
    pub channel: String,
    /// The channel is an event stream: there is nothing to send.
    pub is_of_events: bool,
    pub label: Template,
    pub action: ChannelAction,
    /// From the begin of the step to its end.
    pub timeout: Duration,
    pub think: Vec<Pause>,
    /// They see the message that ended the step as the body.
    pub extractors: Vec<Extractor>,
    pub checks: Vec<Check>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ChannelAction {
    /// The time ends with the awaited message, without one when all is handed to the system.
    Send {
        payload: Payload,
        awaited: Option<Await>,
    },
    Await(Await),
    /// A ping with this text, and the pong that answers it.
    Ping(Template),
    /// Takes all messages until none has come for this long. The time ends with the last message.
    Quiet(Duration),
    /// The closing handshake; of an event stream only the connection is closed.
    Close {
        code: u16,
        reason: Template,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Payload {
    Text(Template),
    /// Bytes as hexadecimal digits, with or without spaces.
    Binary(Template),
}

/// What is waited for. Messages that do not fit are skipped.
#[derive(Clone, Debug, PartialEq)]
pub enum Await {
    /// The `count`th message for which all conditions hold.
    Message {
        conditions: Vec<Check>,
        /// The type of an event; an event without one is a `message`.
        event: Option<Template>,
        count: u32,
    },
    /// The end of the channel, by the server.
    End,
}

impl OpenChannel {
    /// Adds the names it is counted under; false when one is no fixed text.
    pub(super) fn collect_labels<'a>(&'a self, labels: &mut Vec<&'a str>) -> bool {
        let names = [Some(&self.request.label), self.messages.as_ref(), self.pings.as_ref()];
        names.into_iter().flatten().all(|name| {
            labels.extend(name.as_literal());
            name.as_literal().is_some()
        })
    }

    pub(super) fn may_use_tls(&self) -> bool {
        let Request { scheme, path, .. } = &self.request;
        let is_plain = matches!(scheme.as_literal(), Some("ws" | "http"));
        !is_plain || !path.source().starts_with('/')
    }
}
