//! Steps of MQTT connections. As the common tools measure it: a connection until the broker has accepted it, a message until the
//! broker has it for good.

use super::codec::{self, Published};
use super::{MqttCall, MqttConnection, missed, outcome};
use crate::clock::micros;
use crate::net::connection::{ReadOutcome, exchange_failure};
use crate::net::{FailureDetail, Way, no_connection, tls};
use crate::program::Compiled;
use crate::protocol::sample_times::{ExchangePhase, SampleTimes};
use crate::protocol::state::InFlight;
use crate::user::{User, UserActivity};
use crate::worker::Worker;
use crate::worker::interpreter::Flow;
use crate::worker::io::Io;
use crate::worker::sample::{PlainEnd, SampleEnd};
use plimsoll_plan::plan::{MqttAction, MqttConnect, MqttStep, QualityOfService};
use plimsoll_run::{ErrorKind, TransactionKind};
use rustix::event::epoll::EventFlags;
use std::rc::Rc;
use std::sync::Arc;

/// Reads of one connection before others have their turn.
const READS_MAX: u32 = 16;
/// The part of the keep alive after which a silent connection sends a ping.
const PING_AFTER: (u64, u64) = (3, 4);

impl Worker {
    pub fn begin_mqtt(&mut self, index: u32, user: &mut User, number: u32) -> Flow {
        let program = Rc::clone(&self.context.program);
        let step = &program.samplers.mqtt_steps[number as usize];
        let now_us = self.context.now_us();
        // Only what is sent can be sent too late; otherwise the plan is for what comes next.
        let is_await = matches!(step.action, MqttAction::Await { .. });
        let intended_us = if is_await { None } else { user.take_intended() };
        let mut call = Box::new(MqttCall {
            step: number,
            phase: ExchangePhase::Send,
            target: Default::default(),
            hello: Vec::new(),
            way: Way::default(),
            times: SampleTimes::started(now_us, intended_us),
            connect_us: None,
            id: 0,
            is_acknowledged: is_await,
            sent: String::new(),
            found: 0,
            message: None,
        });
        user.timing.activity = UserActivity::Exchanging;
        self.users.timers.set(index, &mut user.timing.deadline, now_us + micros(step.timeout));
        if let MqttAction::Connect(connect) = &step.action {
            self.leave_mqtt(user, step.connection);
            let greeted = self.greeting(user, connect, &mut call);
            user.in_flight = InFlight::Mqtt(call);
            return match greeted {
                Ok(()) => self.connect_mqtt(index, user),
                Err(problem) => self.end_mqtt(index, user, now_us, Some((ErrorKind::BadRequest, problem))),
            };
        }
        let said = self.say(user, step, &mut call);
        user.in_flight = InFlight::Mqtt(call);
        match said {
            Ok(()) => self.go_on_with_mqtt(index, user),
            Err(failure) => self.end_mqtt(index, user, now_us, Some(failure)),
        }
    }

    /// Where the connection goes, and its first packet.
    fn greeting(
        &mut self,
        user: &mut User,
        connect: &MqttConnect<Compiled>,
        call: &mut MqttCall,
    ) -> Result<(), String> {
        let mut scope = self.context.scope(&mut user.data);
        let (host, port) = (connect.host.to_text(&mut scope), connect.port.to_text(&mut scope));
        let port = port.trim().parse().map_err(|_| format!("`{port}` is not a port"))?;
        call.target = (host.trim().to_owned(), port);
        call.sent = connect.client_id.to_text(&mut scope);
        let texts = [&connect.user, &connect.password];
        let [name, password] = texts.map(|text| text.as_ref().map(|text| text.to_text(&mut scope)));
        let will = connect.will.as_ref();
        let will = will.map(|will| (will, will.topic.to_text(&mut scope), will.payload.to_text(&mut scope)));
        let packet = codec::Connect {
            client_id: &call.sent,
            user: name.as_deref(),
            password: password.as_deref(),
            clean_session: connect.clean_session,
            keep_alive_s: u16::try_from(connect.keep_alive.as_secs()).unwrap_or(u16::MAX),
            will: will.as_ref().map(|(will, topic, payload)| Published {
                topic,
                payload: payload.as_bytes(),
                qos: will.qos,
                retain: will.retain,
            }),
        };
        codec::connect(&packet, &mut call.hello)
    }

    /// Connects to the host's next address.
    fn connect_mqtt(&mut self, index: u32, user: &mut User) -> Flow {
        let program = Rc::clone(&self.context.program);
        let now_us = self.context.now_us();
        let Some(step) = user.in_flight.mqtt().map(|call| &program.samplers.mqtt_steps[call.step as usize])
        else {
            return Flow::Next;
        };
        let MqttAction::Connect(connect) = &step.action else { return Flow::Next };
        if connect.secure
            && program.identity.is_some()
            && let Err(failure) = self.identify(user)
        {
            return self.end_mqtt(index, user, now_us, Some(failure));
        }
        let Some(call) = user.in_flight.mqtt_mut() else { return Flow::Next };
        let (host, port) = (call.target.0.as_str(), call.target.1);
        let config = &mut user.http.tls;
        let config = connect
            .secure
            .then(|| Arc::clone(config.get_or_insert_with(|| tls::for_user(self.io.network.tls.config()))));
        let secure = config.as_ref().map(|config| (config, program.server_name.as_deref().unwrap_or(host)));
        let open = |io: &mut Io, address| io.open(address, secure);
        let connected = self.io.connect_user(&mut call.way, (host, port), (index, None), now_us, open);
        match connected {
            Ok(Some(connection)) => {
                call.phase = ExchangePhase::Connect;
                let keep_alive_us = micros(connect.keep_alive);
                let opened = MqttConnection::new(step.connection, call.way.serial, connection, keep_alive_us);
                user.clients.mqtt.push(Box::new(opened));
                Flow::Wait
            }
            Ok(None) => {
                call.phase = ExchangePhase::Resolve;
                Flow::Wait
            }
            Err(failure) => self.end_mqtt(index, user, now_us, Some(failure)),
        }
    }

    /// The name that the step waits for has been looked up.
    pub fn mqtt_resolved(&mut self, index: u32, user: &mut User) {
        if user.in_flight.mqtt().is_some_and(|call| call.phase == ExchangePhase::Resolve) {
            let flow = self.connect_mqtt(index, user);
            self.resume(index, user, flow);
        }
    }

    /// Something happened on a connection to a broker; false when it is none.
    pub fn mqtt_event(&mut self, index: u32, user: &mut User, serial: u32, flags: EventFlags) -> bool {
        let Some(position) = user.clients.mqtt.iter().position(|own| own.serial == serial) else {
            return false;
        };
        let own = &mut user.clients.mqtt[position];
        own.connection.readable |= flags.contains(EventFlags::IN);
        own.connection.closing |= flags.intersects(EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR);
        let number = own.number;
        let step = user.in_flight.mqtt().map(|call| (call.step, call.phase, call.way.serial));
        let flow = match step {
            Some((_, ExchangePhase::Connect, connecting)) if connecting == serial => {
                self.go_on_connecting_mqtt(index, user, position)
            }
            Some((step, ..))
                if self.context.program.samplers.mqtt_steps[step as usize].connection == number =>
            {
                self.go_on_with_mqtt(index, user)
            }
            _ => {
                let mut own = user.clients.mqtt.swap_remove(position);
                self.listen_to_broker(index, &mut own);
                while let Some(message) = own.overflow() {
                    self.not_awaited(number, &message);
                }
                user.clients.mqtt.push(own);
                return true;
            }
        };
        self.resume(index, user, flow);
        true
    }

    fn go_on_connecting_mqtt(&mut self, index: u32, user: &mut User, position: usize) -> Flow {
        let Some(call) = user.in_flight.mqtt_mut() else { return Flow::Next };
        let own = &mut user.clients.mqtt[position];
        match call.way.progress(&mut own.connection, || self.context.now_us()) {
            Ok(None) => Flow::Wait,
            Ok(Some(took_us)) => {
                self.recording.recorder.connected(took_us);
                (call.connect_us, call.phase) = (Some(took_us), ExchangePhase::Send);
                own.outbox.bytes = std::mem::take(&mut call.hello);
                // What came with the end of TLS's handshake has had its event.
                own.connection.readable = true;
                self.go_on_with_mqtt(index, user)
            }
            Err(failure) => self.mqtt_connect_failed(index, user, failure),
        }
    }

    fn mqtt_connect_failed(&mut self, index: u32, user: &mut User, failure: FailureDetail) -> Flow {
        let Some(call) = user.in_flight.mqtt() else { return Flow::Next };
        let (serial, goes_on) = (call.way.serial, call.way.goes_on());
        user.clients.mqtt.retain(|own| own.serial != serial);
        let now_us = self.context.now_us();
        match goes_on {
            true => self.connect_mqtt(index, user),
            false => self.end_mqtt(index, user, now_us, Some(failure)),
        }
    }

    /// Puts what the step sends into its connection.
    fn say(
        &mut self,
        user: &mut User,
        step: &MqttStep<Compiled>,
        call: &mut MqttCall,
    ) -> Result<(), FailureDetail> {
        let Some(own) = user.clients.mqtt.iter_mut().find(|own| own.number == step.connection) else {
            let name = &self.context.program.channels[step.connection as usize];
            return Err((ErrorKind::ClosedEarly, format!("the connection `{name}` is not open")));
        };
        let mut scope = self.context.scope(&mut user.data);
        let said = match &step.action {
            MqttAction::Publish(message) => {
                call.sent = message.payload.to_text(&mut scope);
                let (topic, payload) = (message.topic.to_text(&mut scope), call.sent.as_bytes());
                call.id = if message.qos == QualityOfService::AtMostOnce { 0 } else { own.next_id() };
                let published =
                    Published { topic: &topic, payload, qos: message.qos, retain: message.retain };
                codec::publish_to(&published, call.id, &mut own.outbox.bytes)
            }
            MqttAction::Subscribe { filter, qos, .. } => {
                call.sent = filter.to_text(&mut scope);
                call.id = own.next_id();
                codec::subscribe(&call.sent, *qos, call.id, &mut own.outbox.bytes)
            }
            MqttAction::Disconnect => {
                codec::disconnect(&mut own.outbox.bytes);
                Ok(())
            }
            MqttAction::Await { .. } | MqttAction::Connect(_) => Ok(()),
        };
        said.map_err(|problem| (ErrorKind::BadRequest, problem))
    }

    /// Sends and reads what there is, and looks whether the step that the user is at is over.
    fn go_on_with_mqtt(&mut self, index: u32, user: &mut User) -> Flow {
        let program = Rc::clone(&self.context.program);
        let Some(call) = user.in_flight.mqtt_mut() else { return Flow::Next };
        let step = &program.samplers.mqtt_steps[call.step as usize];
        let Some(position) = user.clients.mqtt.iter().position(|own| own.number == step.connection) else {
            return Flow::Wait;
        };
        let mut own = user.clients.mqtt.swap_remove(position);
        let is_sent = self.listen_to_broker(index, &mut own);
        let outcome = outcome(step, call, &mut own, is_sent.then(|| self.context.now_us()));
        while let Some(message) = own.overflow() {
            self.not_awaited(own.number, &message);
        }
        if matches!((&step.action, &outcome), (MqttAction::Connect(_), Some(Ok(_)))) {
            self.remind_to_ping(index, &own);
        }
        user.clients.mqtt.push(own);
        match outcome {
            None => Flow::Wait,
            Some(Ok(at_us)) => self.end_mqtt(index, user, at_us, None),
            Some(Err(failure)) => {
                let now_us = self.context.now_us();
                self.end_mqtt(index, user, now_us, Some(failure))
            }
        }
    }

    /// Sends what is left to send and takes what came; `true` when nothing is left to send.
    fn listen_to_broker(&mut self, index: u32, own: &mut MqttConnection) -> bool {
        let clock = self.context.shared.clock;
        for _ in 0..READS_MAX {
            let more = match own.connection.read(&mut self.io.buffer) {
                _ if own.failure.is_some() => false,
                Ok(ReadOutcome::Bytes(count, more)) => {
                    own.hear(&self.io.buffer[..count], own.connection.arrived_us(&clock));
                    more
                }
                Ok(ReadOutcome::WouldBlock) => false,
                Ok(ReadOutcome::Closed) => {
                    let text = "the broker closed the connection".to_owned();
                    own.failure.get_or_insert((ErrorKind::ClosedEarly, text));
                    false
                }
                Err(error) => {
                    own.failure.get_or_insert(exchange_failure(&error));
                    false
                }
            };
            // Acknowledgements go out as soon as they can.
            let is_sent = own.flush(clock.now_us());
            if !more {
                return is_sent;
            }
        }
        // There is more, and no new event would tell of it.
        if let Err(failure) = self.io.watch_again(&own.connection, index, own.serial) {
            own.failure.get_or_insert(failure);
        }
        own.flush(clock.now_us())
    }

    pub fn mqtt_timed_out(&mut self, index: u32, user: &mut User) {
        let program = Rc::clone(&self.context.program);
        let Some(call) = user.in_flight.mqtt() else { return };
        let step = &program.samplers.mqtt_steps[call.step as usize];
        let now_us = self.context.now_us();
        let limit_us = micros(step.timeout);
        let failure = match (&step.action, call.phase) {
            (_, ExchangePhase::Connect) => no_connection(Some(limit_us)),
            _ => {
                (ErrorKind::ResponseTimeout, format!("{} within {} ms", missed(step, call), limit_us / 1_000))
            }
        };
        let flow = self.end_mqtt(index, user, now_us, Some(failure));
        self.resume(index, user, flow);
    }

    fn end_mqtt(
        &mut self,
        index: u32,
        user: &mut User,
        ended_us: u64,
        failure: Option<FailureDetail>,
    ) -> Flow {
        let program = Rc::clone(&self.context.program);
        let Some(call) = user.in_flight.take_mqtt() else { return Flow::Next };
        let step = &program.samplers.mqtt_steps[call.step as usize];
        let label = self.label(user, &step.label, TransactionKind::Request);
        let own = user.clients.mqtt.iter_mut().find(|own| own.number == step.connection);
        let (bytes_sent, bytes_received) = own.map_or((0, 0), |own| {
            (std::mem::take(&mut own.bytes_sent), std::mem::take(&mut own.bytes_received))
        });
        let is_over = match &step.action {
            MqttAction::Connect(_) => failure.is_some(),
            MqttAction::Disconnect => true,
            _ => false,
        };
        user.clients.mqtt.retain(|own| own.number != step.connection || !is_over && own.failure.is_none());
        let is_open = user.clients.mqtt.iter().any(|own| own.number == step.connection);
        let (code, message) = match &failure {
            None => ("200".to_owned(), "OK".to_owned()),
            Some((kind, detail)) => (kind.name().to_owned(), detail.clone()),
        };
        let received = call.message.unwrap_or_default();
        let end = SampleEnd {
            label: Some(label),
            extractors: &step.extractors,
            checks: &step.checks,
            intended_us: call.times.intended_us,
            started_us: call.times.started_us,
            first_byte_us: call.times.first_byte_us,
            ended_us: ended_us.max(call.times.started_us),
            bytes_sent,
            bytes_received,
            // Without a broker the user would do nothing but fail.
            is_unsent: failure.is_some() && !is_open,
            failure,
            ..SampleEnd::default()
        };
        let answer = received.into_answer(&code, &message, call.sent);
        let connect_us = call.connect_us;
        let ended = PlainEnd { answer, code, message, connect_us, logged_bytes: None, forgives_all: true };
        self.end_sample(index, user, end, ended)
    }

    /// A connection may have to show that it is there (3.1.2.10).
    pub fn mqtt_due(&mut self, index: u32, user: &mut User, serial: u32) {
        let now_us = self.context.now_us();
        let Some(own) = user.clients.mqtt.iter_mut().find(|own| own.serial == serial) else { return };
        if now_us >= own.sent_us + ping_after_us(own.keep_alive_us) {
            codec::ping(&mut own.outbox.bytes);
            own.flush(now_us);
            // What could not be sent counts as sent: the next ping is due when this one was.
            own.sent_us = now_us;
        }
        let Some(own) = user.clients.mqtt.iter().find(|own| own.serial == serial) else { return };
        self.remind_to_ping(index, own);
    }

    fn remind_to_ping(&mut self, index: u32, own: &MqttConnection) {
        if own.keep_alive_us > 0 {
            self.io.remind(own.sent_us + ping_after_us(own.keep_alive_us), index, own.serial);
        }
    }

    /// Ends the user's connection of this number, in order if it can be.
    fn leave_mqtt(&mut self, user: &mut User, number: u32) {
        while let Some(position) = user.clients.mqtt.iter().position(|own| own.number == number) {
            let mut own = user.clients.mqtt.swap_remove(position);
            while let Some(message) = own.next_message() {
                self.not_awaited(number, &message);
            }
            codec::disconnect(&mut own.outbox.bytes);
            own.flush(self.context.now_us());
        }
    }

    pub fn leave_all_brokers(&mut self, user: &mut User) {
        while let Some(number) = user.clients.mqtt.first().map(|own| own.number) {
            self.leave_mqtt(user, number);
        }
    }
}

fn ping_after_us(keep_alive_us: u64) -> u64 {
    keep_alive_us * PING_AFTER.0 / PING_AFTER.1
}
