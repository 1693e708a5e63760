//! WebSockets and event streams: connections that stay open while a user does other things.

use super::check::{Check, Extractor};
use super::pause::Pause;
use super::request::Request;
use super::stage::{AsWritten, LabelKind, TextForm, TextMap};
use std::time::Duration;

/// Opens a channel. Its request is the handshake; one channel of that name that is open already is closed
/// first.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenChannel<S: TextForm = AsWritten> {
    /// What later steps of the same user call it.
    pub channel: S::Channel,
    pub protocol: ChannelProtocol<S>,
    /// With what an upgrade needs left out. Its scheme may be `ws` or `wss`.
    pub request: Request<S>,
    /// Longest message that is accepted; a longer one ends the channel.
    pub message_bytes_max: u64,
    /// Under this name each message that comes is counted as a transaction, with the time since the one
    /// before it.
    pub messages: Option<S::Label>,
    /// The same for pings of the server.
    pub pings: Option<S::Label>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ChannelProtocol<S: TextForm = AsWritten> {
    /// RFC 6455.
    WebSocket {
        /// In the order in which they are offered.
        subprotocols: Vec<S::Text>,
        /// Compressed messages are offered (`permessage-deflate`, RFC 7692).
        deflates: bool,
    },
    /// Server-sent events: `text/event-stream` of the HTML standard.
    Events,
}

/// Something done with an open channel; one sample.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelStep<S: TextForm = AsWritten> {
    pub channel: S::Channel,
    /// The channel is an event stream: there is nothing to send.
    pub is_of_events: bool,
    pub label: S::Label,
    pub action: ChannelAction<S>,
    /// From the begin of the step to its end.
    pub timeout: Duration,
    pub think: Vec<Pause<S>>,
    /// They see the message that ended the step as the body.
    pub extractors: Vec<Extractor<S>>,
    pub checks: Vec<Check<S>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ChannelAction<S: TextForm = AsWritten> {
    /// The time ends with the awaited message, without one when all is handed to the system.
    Send {
        payload: Payload<S>,
        awaited: Option<Await<S>>,
    },
    Await(Await<S>),
    /// A ping with this text, and the pong that answers it.
    Ping(S::Text),
    /// Takes all messages until none has come for this long. The time ends with the last message.
    Quiet(Duration),
    /// The closing handshake; of an event stream only the connection is closed.
    Close {
        code: u16,
        reason: S::Text,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Payload<S: TextForm = AsWritten> {
    Text(S::Text),
    /// Bytes as hexadecimal digits, with or without spaces.
    Binary(S::Text),
}

/// What is waited for. Messages that do not fit are skipped.
#[derive(Clone, Debug, PartialEq)]
pub enum Await<S: TextForm = AsWritten> {
    /// The `count`th message for which all conditions hold.
    Message {
        conditions: Vec<Check<S>>,
        /// The type of an event; an event without one is a `message`.
        event: Option<S::Text>,
        count: u32,
    },
    /// The end of the channel, by the server.
    End,
}

impl OpenChannel {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> OpenChannel<M::To> {
        let request = self.request.map_texts(map);
        OpenChannel {
            channel: map.channel(&self.channel),
            protocol: match &self.protocol {
                ChannelProtocol::WebSocket { subprotocols, deflates } => {
                    ChannelProtocol::WebSocket { subprotocols: map.texts(subprotocols), deflates: *deflates }
                }
                ChannelProtocol::Events => ChannelProtocol::Events,
            },
            request,
            message_bytes_max: self.message_bytes_max,
            messages: self.messages.as_ref().map(|label| map.label(label, LabelKind::Group)),
            pings: self.pings.as_ref().map(|label| map.label(label, LabelKind::Group)),
        }
    }
}

impl ChannelStep {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> ChannelStep<M::To> {
        ChannelStep {
            channel: map.channel(&self.channel),
            is_of_events: self.is_of_events,
            label: map.label(&self.label, LabelKind::Sample),
            action: self.action.map_texts(map),
            timeout: self.timeout,
            think: self.think.iter().map(|pause| pause.map_texts(map)).collect(),
            extractors: self.extractors.iter().map(|extractor| extractor.map_texts(map)).collect(),
            checks: self.checks.iter().map(|check| check.map_texts(map)).collect(),
        }
    }
}

impl<S: TextForm> ChannelStep<S> {
    /// It looks at every message that comes.
    pub fn takes_messages(&self) -> bool {
        match &self.action {
            ChannelAction::Await(_) | ChannelAction::Quiet(_) => true,
            ChannelAction::Send { awaited, .. } => awaited.is_some(),
            ChannelAction::Ping(_) | ChannelAction::Close { .. } => false,
        }
    }
}

impl ChannelAction {
    fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> ChannelAction<M::To> {
        match self {
            ChannelAction::Send { payload, awaited } => ChannelAction::Send {
                payload: match payload {
                    Payload::Text(text) => Payload::Text(map.text(text)),
                    Payload::Binary(text) => Payload::Binary(map.text(text)),
                },
                awaited: awaited.as_ref().map(|awaited| awaited.map_texts(map)),
            },
            ChannelAction::Await(awaited) => ChannelAction::Await(awaited.map_texts(map)),
            ChannelAction::Ping(text) => ChannelAction::Ping(map.text(text)),
            ChannelAction::Quiet(time) => ChannelAction::Quiet(*time),
            ChannelAction::Close { code, reason } => {
                ChannelAction::Close { code: *code, reason: map.text(reason) }
            }
        }
    }
}

impl Await {
    fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> Await<M::To> {
        match self {
            Await::Message { conditions, event, count } => Await::Message {
                conditions: conditions.iter().map(|check| check.map_texts(map)).collect(),
                event: map.optional(event),
                count: *count,
            },
            Await::End => Await::End,
        }
    }
}
