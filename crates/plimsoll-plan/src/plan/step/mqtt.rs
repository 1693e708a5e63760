//! MQTT 3.1.1: what a user does as a client of a broker.

use crate::plan::check::{Check, Extractor};
use crate::plan::pause::Pause;
use crate::plan::stage::{AsWritten, LabelKind, TextForm, TextMap};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq)]
pub struct MqttStep<S: TextForm = AsWritten> {
    pub label: S::Label,
    /// The name of the user's connection.
    pub connection: S::Channel,
    pub action: MqttAction<S>,
    /// For the whole of it: until the broker has acknowledged it and all awaited messages have come.
    pub timeout: Duration,
    pub think: Vec<Pause<S>>,
    /// Of the payload of the last awaited message.
    pub extractors: Vec<Extractor<S>>,
    pub checks: Vec<Check<S>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum MqttAction<S: TextForm = AsWritten> {
    Connect(Box<MqttConnect<S>>),
    /// Over when the broker has the message: it is written (QoS 0), PUBACK (1) or PUBCOMP (2) has come.
    Publish(MqttMessage<S>),
    /// Over when SUBACK and so many messages have come.
    Subscribe {
        filter: S::Text,
        qos: QualityOfService,
        messages: u32,
    },
    /// So many messages, of all subscriptions.
    Await {
        messages: u32,
    },
    Disconnect,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MqttConnect<S: TextForm = AsWritten> {
    pub secure: bool,
    pub host: S::Text,
    pub port: S::Text,
    /// Empty: the broker gives one.
    pub client_id: S::Text,
    pub user: Option<S::Text>,
    pub password: Option<S::Text>,
    pub clean_session: bool,
    /// Whole seconds; 0: none.
    pub keep_alive: Duration,
    pub will: Option<MqttMessage<S>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MqttMessage<S: TextForm = AsWritten> {
    pub topic: S::Text,
    pub payload: S::Text,
    pub qos: QualityOfService,
    pub retain: bool,
}

/// How often a message arrives (MQTT 3.1.1, 4.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QualityOfService {
    #[default]
    AtMostOnce,
    AtLeastOnce,
    ExactlyOnce,
}

impl MqttStep {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> MqttStep<M::To> {
        MqttStep {
            label: map.label(&self.label, LabelKind::Sample),
            connection: map.channel(&self.connection),
            action: match &self.action {
                MqttAction::Connect(connect) => MqttAction::Connect(Box::new(connect.map_texts(map))),
                MqttAction::Publish(message) => MqttAction::Publish(message.map_texts(map)),
                MqttAction::Subscribe { filter, qos, messages } => {
                    MqttAction::Subscribe { filter: map.text(filter), qos: *qos, messages: *messages }
                }
                MqttAction::Await { messages } => MqttAction::Await { messages: *messages },
                MqttAction::Disconnect => MqttAction::Disconnect,
            },
            timeout: self.timeout,
            think: self.think.iter().map(|pause| pause.map_texts(map)).collect(),
            extractors: self.extractors.iter().map(|extractor| extractor.map_texts(map)).collect(),
            checks: self.checks.iter().map(|check| check.map_texts(map)).collect(),
        }
    }

    /// It is a connection over TLS.
    pub(super) fn uses_tls(&self) -> bool {
        matches!(&self.action, MqttAction::Connect(connect) if connect.secure)
    }
}

impl MqttConnect {
    fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> MqttConnect<M::To> {
        MqttConnect {
            secure: self.secure,
            host: map.text(&self.host),
            port: map.text(&self.port),
            client_id: map.text(&self.client_id),
            user: map.optional(&self.user),
            password: map.optional(&self.password),
            clean_session: self.clean_session,
            keep_alive: self.keep_alive,
            will: self.will.as_ref().map(|will| will.map_texts(map)),
        }
    }
}

impl MqttMessage {
    fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> MqttMessage<M::To> {
        MqttMessage {
            topic: map.text(&self.topic),
            payload: map.text(&self.payload),
            qos: self.qos,
            retain: self.retain,
        }
    }
}
