//! MQTT 3.1.1 (OASIS Standard, 29 October 2014) from the client's side: a connection that a user holds open to a broker, and the
//! messages that wait in it.

mod codec;
mod driver;

use crate::net::connection::exchange_failure;
use crate::net::{Connection, FailureDetail, SendBuffer, Way};
use crate::program::Compiled;
use crate::protocol::channel::{Message, WAITING_BYTES_MAX, WAITING_MAX};
use crate::protocol::sample_times::{ExchangePhase, SampleTimes};
use codec::{Packet, acknowledge};
use plimsoll_plan::plan::{MqttAction, MqttStep, QualityOfService};
use plimsoll_run::ErrorKind;
use std::collections::VecDeque;

// The buffers, moments and byte counts of one connection; all are reset together.
pub struct MqttConnection {
    /// Which one of the program's channels.
    pub number: u32,
    pub serial: u32,
    pub connection: Connection,
    /// Why nothing more can be sent or come.
    pub failure: Option<FailureDetail>,
    input: Vec<u8>,
    outbox: SendBuffer,
    last_id: u16,
    /// Messages of QoS 2 that have come and are not released yet (4.3.3).
    unreleased: Vec<u16>,
    /// Messages that no step has taken.
    messages: VecDeque<Message>,
    messages_bytes: usize,
    /// What answers something that was sent, and when it came; a step looks for its own.
    answers: Vec<(Packet, u64)>,
    /// 0: none.
    keep_alive_us: u64,
    sent_us: u64,
    /// Bytes that no sample has counted yet.
    bytes_sent: u64,
    bytes_received: u64,
}

/// A step on its way.
pub struct MqttCall {
    /// Index into the program's MQTT steps.
    step: u32,
    phase: ExchangePhase,
    /// Where a connection goes, and the packet that begins it.
    target: (String, u16),
    hello: Vec<u8>,
    way: Way,
    times: SampleTimes,
    /// How long it took to connect, where that was needed.
    connect_us: Option<u64>,
    /// Of the packet whose answer is awaited.
    id: u16,
    is_acknowledged: bool,
    /// What was sent, as the plan has it.
    sent: String,
    /// Messages found so far, and the last of them.
    found: u32,
    message: Option<Message>,
}

impl MqttConnection {
    fn new(number: u32, serial: u32, connection: Connection, keep_alive_us: u64) -> Self {
        MqttConnection {
            number,
            serial,
            connection,
            failure: None,
            input: Vec::new(),
            outbox: SendBuffer::default(),
            last_id: 0,
            unreleased: Vec::new(),
            messages: VecDeque::new(),
            messages_bytes: 0,
            answers: Vec::new(),
            keep_alive_us,
            sent_us: 0,
            bytes_sent: 0,
            bytes_received: 0,
        }
    }

    /// The next packet's number; 0 is none (2.3.1).
    fn next_id(&mut self) -> u16 {
        self.last_id = self.last_id.checked_add(1).unwrap_or(1);
        self.last_id
    }

    /// Takes bytes that came.
    fn hear(&mut self, bytes: &[u8], now_us: u64) {
        self.bytes_received += bytes.len() as u64;
        self.input.extend_from_slice(bytes);
        let mut used = 0;
        loop {
            match codec::read(&self.input[used..]) {
                Ok(Some((packet, length))) => {
                    used += length;
                    self.take(packet, now_us);
                }
                Ok(None) => break,
                Err(problem) => {
                    self.failure = Some((ErrorKind::BadMessage, problem));
                    break;
                }
            }
        }
        self.input.drain(..used);
    }

    fn take(&mut self, packet: Packet, now_us: u64) {
        match packet {
            Packet::Publish { topic, qos, retain, id, payload } => {
                match qos {
                    QualityOfService::AtMostOnce => {}
                    QualityOfService::AtLeastOnce => acknowledge(&Packet::PubAck(id), &mut self.outbox.bytes),
                    QualityOfService::ExactlyOnce => {
                        acknowledge(&Packet::PubRec(id), &mut self.outbox.bytes);
                        if self.unreleased.contains(&id) {
                            return;
                        }
                        self.unreleased.push(id);
                    }
                }
                let head = format!("topic: {topic}\nqos: {}\nretain: {retain}\n", qos as u8);
                self.messages_bytes += payload.len();
                self.messages.push_back(Message { arrived_us: now_us, kind: topic, head, body: payload });
            }
            Packet::PubRel(id) => {
                self.unreleased.retain(|known| *known != id);
                acknowledge(&Packet::PubComp(id), &mut self.outbox.bytes);
            }
            Packet::PubRec(id) => acknowledge(&Packet::PubRel(id), &mut self.outbox.bytes),
            Packet::PingResp => {}
            // Those of steps that have given up are of no use.
            answer => {
                if self.answers.len() == WAITING_MAX {
                    self.answers.remove(0);
                }
                self.answers.push((answer, now_us));
            }
        }
    }

    /// The message that waits longest.
    fn next_message(&mut self) -> Option<Message> {
        let message = self.messages.pop_front()?;
        self.messages_bytes -= message.body.len();
        Some(message)
    }

    /// The oldest message when too many wait.
    fn overflow(&mut self) -> Option<Message> {
        let is_over = self.messages.len() > WAITING_MAX
            || self.messages_bytes > WAITING_BYTES_MAX && self.messages.len() > 1;
        if is_over { self.next_message() } else { None }
    }

    /// Writes what fits; `true` when nothing is left.
    fn flush(&mut self, now_us: u64) -> bool {
        let (sent, outcome) = self.outbox.send(&mut self.connection);
        if sent > 0 {
            self.bytes_sent += sent;
            self.sent_us = now_us;
        }
        outcome.unwrap_or_else(|error| self.write_failed(&error))
    }

    fn write_failed(&mut self, error: &std::io::Error) -> bool {
        // What the broker said before it closed is still to be read.
        if !self.connection.readable {
            self.failure.get_or_insert(exchange_failure(error));
        }
        false
    }
}

/// What the step has come to: when it was over, or why it failed; `None`: it is not over. `sent_us` says when all that there was
/// to send had been sent.
fn outcome(
    step: &MqttStep<Compiled>,
    call: &mut MqttCall,
    own: &mut MqttConnection,
    sent_us: Option<u64>,
) -> Option<Result<u64, FailureDetail>> {
    let mut at_us = call.times.started_us;
    if !call.is_acknowledged {
        let expects_nothing = call.id == 0 && !matches!(step.action, MqttAction::Connect(_));
        match acknowledgement(call, own) {
            Some((Ok(()), came_us)) => {
                call.times.bytes_arrived(came_us);
                at_us = came_us;
            }
            Some((Err(text), _)) => return Some(Err((ErrorKind::Status, text))),
            None if own.failure.is_some() => return own.failure.clone().map(Err),
            None if expects_nothing => at_us = sent_us?,
            None => return None,
        }
        call.is_acknowledged = true;
    }
    let wanted = match step.action {
        MqttAction::Subscribe { messages, .. } | MqttAction::Await { messages } => messages,
        _ => 0,
    };
    while call.found < wanted {
        let Some(message) = own.next_message() else { return own.failure.clone().map(Err) };
        call.found += 1;
        at_us = message.arrived_us;
        call.times.bytes_arrived(at_us);
        call.message = Some(message);
    }
    Some(Ok(at_us))
}

/// What the broker says to the call's packet, and when; answers to what was given up before are dropped.
fn acknowledgement(call: &MqttCall, own: &mut MqttConnection) -> Option<(Result<(), String>, u64)> {
    own.answers.drain(..).find_map(|(packet, at_us)| {
        let said = match packet {
            Packet::ConnAck { code: 0 } => Ok(()),
            Packet::ConnAck { code } => Err(format!("the broker refused the connection: {}", refusal(code))),
            Packet::PubAck(id) | Packet::PubComp(id) if id == call.id => Ok(()),
            Packet::SubAck { id, code: 0..=2 } if id == call.id => Ok(()),
            Packet::SubAck { id, .. } if id == call.id => {
                Err(format!("the broker refused the subscription to {}", call.sent))
            }
            _ => return None,
        };
        Some((said, at_us))
    })
}

/// Table 3.1 of the standard.
fn refusal(code: u8) -> String {
    let meaning = match code {
        1 => "unacceptable protocol version",
        2 => "identifier rejected",
        3 => "server unavailable",
        4 => "bad user name or password",
        5 => "not authorized",
        _ => "unknown return code",
    };
    format!("{code} {meaning}")
}

/// What did not come.
fn missed(step: &MqttStep<Compiled>, call: &MqttCall) -> String {
    match &step.action {
        MqttAction::Connect(_) => "no CONNACK".to_owned(),
        MqttAction::Publish(message) => match message.qos {
            QualityOfService::AtMostOnce => "the message could not be sent".to_owned(),
            QualityOfService::AtLeastOnce => "no PUBACK".to_owned(),
            QualityOfService::ExactlyOnce => "no PUBCOMP".to_owned(),
        },
        MqttAction::Subscribe { .. } if !call.is_acknowledged => "no SUBACK".to_owned(),
        MqttAction::Subscribe { messages, .. } | MqttAction::Await { messages } => {
            format!("{} of {messages} messages came", call.found)
        }
        MqttAction::Disconnect => "DISCONNECT could not be sent".to_owned(),
    }
}
