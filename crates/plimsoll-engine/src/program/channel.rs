//! Steps of WebSockets and event streams, compiled.

use super::answer::{Check, Extractor, check, extractor};
use super::compile::Compiler;
use super::instruction::{Instruction, Label};
use super::request::{Request, compile_request};
use super::slots::Text;
use crate::error::EngineError;
use plimsoll_plan::plan::{self, ChannelProtocol};
use plimsoll_run::TransactionKind;

/// What a request leaves open when its answer says so.
#[derive(Clone, Debug)]
pub struct Opens {
    /// Index into the program's channels.
    pub channel: u32,
    pub protocol: Protocol,
    pub message_bytes_max: usize,
    pub messages: Option<Label>,
    pub pings: Option<Label>,
}

#[derive(Clone, Debug)]
pub enum Protocol {
    WebSocket { subprotocols: Vec<Text>, deflates: bool },
    Events,
}

#[derive(Clone, Debug)]
pub struct ChannelStep {
    pub channel: u32,
    pub label: Label,
    pub action: Action,
    pub timeout_us: u64,
    pub extractors: Vec<Extractor>,
    pub checks: Vec<Check>,
}

#[derive(Clone, Debug)]
pub enum Action {
    Send { payload: Payload, awaited: Option<Await> },
    Await(Await),
    Ping(Text),
    Quiet { silence_us: u64 },
    Close { code: u16, reason: Text },
}

#[derive(Clone, Debug)]
pub enum Payload {
    Text(Text),
    Binary(Text),
}

#[derive(Clone, Debug)]
pub enum Await {
    Message { conditions: Vec<Check>, event: Option<Text>, count: u32 },
    End,
}

impl Request {
    /// The status of an answer that is no failure by itself.
    pub fn succeeds_with(&self, status: u16) -> bool {
        match self.opens.as_ref().map(|opens| &opens.protocol) {
            None => (200..400).contains(&status),
            Some(Protocol::WebSocket { .. }) => status == 101,
            Some(Protocol::Events) => status == 200,
        }
    }

    /// The request asks for another protocol on its connection.
    pub fn is_upgrade(&self) -> bool {
        matches!(self.opens.as_ref().map(|opens| &opens.protocol), Some(Protocol::WebSocket { .. }))
    }
}

impl ChannelStep {
    /// It looks at every message that comes.
    pub fn takes_messages(&self) -> bool {
        match &self.action {
            Action::Await(_) | Action::Quiet { .. } => true,
            Action::Send { awaited, .. } => awaited.is_some(),
            Action::Ping(_) | Action::Close { .. } => false,
        }
    }
}

impl Compiler<'_> {
    /// The handshake is a request like others.
    pub(super) fn open_channel(&mut self, open: &plan::OpenChannel) -> Result<(), EngineError> {
        self.pauses(&open.request.think);
        let label = self.label(&open.request.label, TransactionKind::Request);
        let mut request = compile_request(&open.request, label, self.plan, &mut self.program.slots)?;
        let mut name = |label: &Option<plimsoll_plan::Template>| {
            label.as_ref().map(|label| self.label(label, TransactionKind::Group))
        };
        let (messages, pings) = (name(&open.messages), name(&open.pings));
        let protocol = match &open.protocol {
            ChannelProtocol::WebSocket { subprotocols, deflates } => Protocol::WebSocket {
                subprotocols: subprotocols.iter().map(|name| self.program.slots.text(name)).collect(),
                deflates: *deflates,
            },
            ChannelProtocol::Events => Protocol::Events,
        };
        let (is_stream, channel) = (matches!(protocol, Protocol::Events), self.channel(&open.channel));
        let message_bytes_max = usize::try_from(open.message_bytes_max).unwrap_or(usize::MAX);
        request.opens = Some(Box::new(Opens { channel, protocol, message_bytes_max, messages, pings }));
        (request.ready, request.keeps_headers, request.cache) = (None, true, None);
        request.keeps_body |= is_stream;
        self.program.requests.push(request);
        self.emit(Instruction::Request(self.program.requests.len() as u32 - 1));
        Ok(())
    }

    pub(super) fn channel_step(&mut self, step: &plan::ChannelStep) -> Result<(), EngineError> {
        self.pauses(&step.think);
        let context = step.label.source();
        let label = self.label(&step.label, TransactionKind::Request);
        let channel = self.channel(&step.channel);
        let slots = &mut self.program.slots;
        let mut awaited = |awaited: &plan::Await| -> Result<Await, EngineError> {
            Ok(match awaited {
                plan::Await::End => Await::End,
                plan::Await::Message { conditions, event, count } => Await::Message {
                    conditions: conditions
                        .iter()
                        .map(|c| check(c, slots, &context))
                        .collect::<Result<_, _>>()?,
                    event: event.as_ref().map(|event| slots.text(event)),
                    count: *count,
                },
            })
        };
        let waits_for = match &step.action {
            plan::ChannelAction::Send { awaited: Some(found), .. } | plan::ChannelAction::Await(found) => {
                Some(awaited(found)?)
            }
            _ => None,
        };
        let action = match (&step.action, waits_for) {
            (plan::ChannelAction::Send { payload, .. }, awaited) => {
                let payload = match payload {
                    plan::Payload::Text(text) => Payload::Text(slots.text(text)),
                    plan::Payload::Binary(text) => Payload::Binary(slots.text(text)),
                };
                Action::Send { payload, awaited }
            }
            (plan::ChannelAction::Await(_), awaited) => Action::Await(awaited.unwrap_or(Await::End)),
            (plan::ChannelAction::Ping(text), _) => Action::Ping(slots.text(text)),
            (plan::ChannelAction::Quiet(time), _) => Action::Quiet { silence_us: time.as_micros() as u64 },
            (plan::ChannelAction::Close { code, reason }, _) => {
                Action::Close { code: *code, reason: slots.text(reason) }
            }
        };
        let extractors =
            step.extractors.iter().map(|e| extractor(e, slots, &context)).collect::<Result<_, _>>()?;
        let checks = step.checks.iter().map(|c| check(c, slots, &context)).collect::<Result<_, _>>()?;
        let timeout_us = step.timeout.as_micros() as u64;
        let compiled = ChannelStep { channel, label, action, timeout_us, extractors, checks };
        self.program.channel_steps.push(compiled);
        self.emit(Instruction::Channel(self.program.channel_steps.len() as u32 - 1));
        Ok(())
    }

    /// The number of a channel's name.
    fn channel(&mut self, name: &str) -> u32 {
        let channels = &mut self.program.channels;
        let known = channels.iter().position(|known| known == name);
        let number = known.unwrap_or_else(|| {
            channels.push(name.to_owned());
            channels.len() - 1
        });
        number as u32
    }
}
