//! What a user has under way, one thing at a time, and what it has open.

use super::channel::{Channel, ChannelWait};
use super::http::exchange::Exchange;
use super::mqtt::{MqttCall, MqttConnection};
use super::sql::SqlCall;
use super::tcp::{TcpCall, TcpSocket};

/// What a user has under way that makes a sample.
#[derive(Default)]
pub enum InFlight {
    #[default]
    Nothing,
    Request(Box<Exchange>),
    Channel(Box<ChannelWait>),
    Sql(SqlCall),
    Tcp(Box<TcpCall>),
    Mqtt(Box<MqttCall>),
    Local(Box<LocalWait>),
}

/// What a user has open at servers, but for HTTP.
#[derive(Default)]
pub struct Clients {
    #[expect(clippy::vec_box, reason = "each is taken out and put back often, and a list grows by four")]
    pub channels: Vec<Box<Channel>>,
    #[expect(clippy::vec_box, reason = "each is taken out and put back often, and a list grows by four")]
    pub mqtt: Vec<Box<MqttConnection>>,
    /// Connections of TCP steps.
    pub sockets: Vec<TcpSocket>,
    /// What databases know it by; 0: it has asked none.
    pub asker: u32,
}

/// A sample that asks no server, on its way.
#[derive(Debug)]
pub struct LocalWait {
    /// Index into the program's local samples.
    pub sample: u32,
    pub started_us: u64,
    /// When it was to start, where that is planned.
    pub intended_us: Option<u64>,
}

impl InFlight {
    pub fn is_nothing(&self) -> bool {
        matches!(self, InFlight::Nothing)
    }

    /// Since when something is under way whose time is limited, whatever its own time-outs are.
    pub fn limited_since_us(&self) -> Option<u64> {
        match self {
            InFlight::Request(exchange) => Some(exchange.times.started_us),
            InFlight::Tcp(call) => Some(call.times.started_us),
            // Their steps say how long they wait, or the databases' thread does.
            InFlight::Nothing
            | InFlight::Channel(_)
            | InFlight::Sql(_)
            | InFlight::Mqtt(_)
            | InFlight::Local(_) => None,
        }
    }

    pub fn exchange(&self) -> Option<&Exchange> {
        if let InFlight::Request(exchange) = self { Some(exchange) } else { None }
    }

    pub fn exchange_mut(&mut self) -> Option<&mut Exchange> {
        if let InFlight::Request(exchange) = self { Some(exchange) } else { None }
    }

    /// Takes the request out; anything else stays.
    pub fn take_exchange(&mut self) -> Option<Box<Exchange>> {
        match std::mem::take(self) {
            InFlight::Request(exchange) => Some(exchange),
            other => {
                *self = other;
                None
            }
        }
    }

    pub fn channel(&self) -> Option<&ChannelWait> {
        if let InFlight::Channel(wait) = self { Some(wait) } else { None }
    }

    pub fn channel_mut(&mut self) -> Option<&mut ChannelWait> {
        if let InFlight::Channel(wait) = self { Some(wait) } else { None }
    }

    pub fn mqtt(&self) -> Option<&MqttCall> {
        if let InFlight::Mqtt(call) = self { Some(call) } else { None }
    }

    pub fn mqtt_mut(&mut self) -> Option<&mut MqttCall> {
        if let InFlight::Mqtt(call) = self { Some(call) } else { None }
    }

    /// Takes the call out; anything else stays.
    pub fn take_mqtt(&mut self) -> Option<Box<MqttCall>> {
        match std::mem::take(self) {
            InFlight::Mqtt(call) => Some(call),
            other => {
                *self = other;
                None
            }
        }
    }

    pub fn tcp(&self) -> Option<&TcpCall> {
        if let InFlight::Tcp(call) = self { Some(call) } else { None }
    }

    pub fn tcp_mut(&mut self) -> Option<&mut TcpCall> {
        if let InFlight::Tcp(call) = self { Some(call) } else { None }
    }
}
