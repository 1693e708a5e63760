//! Channels of users: how they are opened, read while the user does other things, and left.

use super::Worker;
use super::interpreter::Flow;
use super::transfer::store_cookies;
use crate::channel::{Arrivals, Channel, Message, Protocol, State};
use crate::http::response::Progress;
use crate::program::{Label, Opens};
use crate::recorder::Sample;
use crate::user::{Exchange, User};
use crate::{sse, websocket};
use plimsoll_plan::plan::ChannelProtocol;
use plimsoll_run::{ErrorKind, TransactionKind};
use rustix::event::epoll::EventFlags;
use std::rc::Rc;

/// Reads of one channel before others have their turn.
const READS_MAX: u32 = 16;
/// Channels of one user that wait for their server to close the connection.
const LEAVING_MAX: usize = 4;
/// What a server is told when the user goes (RFC 6455, 7.4.1).
const GOING_AWAY: u16 = 1001;

impl Worker {
    /// The answer says that the channel is open; `count` bytes of the worker's buffer were read last.
    pub(super) fn channel_opened(
        &mut self,
        index: u32,
        user: &mut User,
        progress: &Progress,
        count: usize,
    ) -> Flow {
        let program = Rc::clone(&self.context.program);
        let now_us = self.context.now_us();
        let Some(exchange) = user.in_flight.exchange_mut() else { return Flow::Next };
        let (number, serial) = (exchange.request, exchange.way.serial);
        let request = &program.requests[number as usize];
        let position = user.http.connections.iter().position(|held| held.serial == serial);
        let (Some(opens), Some(position)) = (&request.opens, position) else { return Flow::Next };
        let held = user.http.connections.remove(position);
        store_cookies(&mut user.http.jars, &program, exchange);
        let rest = match progress {
            Progress::Done(used) if request.is_upgrade() => *used..count,
            _ => 0..0,
        };
        let protocol = match protocol(opens, exchange) {
            Ok(protocol) => protocol,
            Err(problem) => return self.finish(index, user, Some((ErrorKind::BadMessage, problem))),
        };
        let held = (serial, held.connection);
        let mut channel = Box::new(Channel::new(opens.channel, number, held, protocol, now_us));
        if !channel.is_websocket() {
            channel.asked_us = Some(exchange.times.started_us);
        }
        // A server may answer before it has read all.
        channel.send(&exchange.outgoing.bytes[exchange.sending.written..]);
        let arrivals = channel.hear(&self.io.buffer[rest], now_us);
        self.count_arrivals(user, &mut channel, arrivals);
        self.listen(index, user, &mut channel);
        user.channels.push(channel);
        self.finish(index, user, None)
    }

    /// Something happened on the connection of a channel.
    pub(super) fn channel_event(&mut self, index: u32, user: &mut User, serial: u32, flags: EventFlags) {
        let Some(position) = user.channels.iter().position(|c| c.serial == serial) else { return };
        let mut channel = user.channels.swap_remove(position);
        channel.connection.readable |= flags.contains(EventFlags::IN);
        channel.connection.closing |= flags.intersects(EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR);
        self.listen(index, user, &mut channel);
        if channel.state == State::Leaving && channel.connection.closing {
            return;
        }
        let number = channel.number;
        let is_leaving = channel.state == State::Leaving;
        user.channels.push(channel);
        let awaited = user.in_flight.channel();
        let awaited = awaited.map(|wait| self.context.program.channel_steps[wait.step as usize].channel);
        if awaited == Some(number) && !is_leaving {
            let flow = self.go_on_with_channel(index, user);
            self.resume(index, user, flow);
        }
    }

    /// Sends what is left to send and reads what came; messages wait with the time of their arrival.
    pub(super) fn listen(&mut self, index: u32, user: &mut User, channel: &mut Channel) {
        let clock = self.context.shared.clock;
        for _ in 0..READS_MAX {
            // Pongs and the answer to a close go out as soon as they can.
            channel.flush();
            let was_open = channel.state == State::Open;
            let listened = channel.listen(&mut self.io.buffer, &clock);
            self.count_arrivals(user, channel, listened.arrivals);
            if !listened.more || was_open && channel.state != State::Open {
                channel.flush();
                return;
            }
        }
        // There is more, and no new event would tell of it.
        if let Err(failure) = self.io.watch_again(&channel.connection, index, channel.serial) {
            channel.state = State::Broken(failure);
        }
    }

    /// Counts messages and pings where the plan asks for it, and drops those for which there is no room.
    fn count_arrivals(&mut self, user: &mut User, channel: &mut Channel, arrivals: Arrivals) {
        if arrivals == Arrivals::default() {
            return;
        }
        let now_us = self.context.now_us();
        let program = Rc::clone(&self.context.program);
        let Some(opens) = &program.requests[channel.request as usize].opens else { return };
        self.count_gaps(user, opens.messages.as_ref(), arrivals.messages, now_us, &mut channel.message_us);
        self.count_gaps(user, opens.pings.as_ref(), arrivals.pings, now_us, &mut channel.ping_us);
        // A step that takes messages looks at all of them first.
        let step = user.in_flight.channel().map(|wait| &program.channel_steps[wait.step as usize]);
        if !step.is_some_and(|step| step.channel == channel.number && step.takes_messages()) {
            while let Some(message) = channel.overflow() {
                self.not_awaited(channel.number, &message);
            }
        }
    }

    /// Counts each of what came under the label, with the time since the one before.
    fn count_gaps(
        &mut self,
        user: &mut User,
        label: Option<&Label>,
        count: u32,
        now_us: u64,
        last_us: &mut u64,
    ) {
        let Some(label) = label.filter(|_| count > 0) else { return };
        let label = self.label(user, label, TransactionKind::Group).id;
        for _ in 0..count {
            let gap_us = now_us.saturating_sub(std::mem::replace(last_us, now_us));
            self.recording.recorder.record(&transaction(label, gap_us));
        }
    }

    /// A message that no step took: counted with the time that it waited.
    pub(super) fn not_awaited(&mut self, channel: u32, message: &Message) {
        let waited_us = self.context.now_us().saturating_sub(message.arrived_us);
        let name = format!("{} not awaited", self.context.program.channels[channel as usize]);
        let label = self.context.labels.id(&name, TransactionKind::Group);
        self.recording.recorder.record(&transaction(label, waited_us));
    }

    /// Ends the user's channel of this number; a WebSocket's server is told.
    pub(super) fn leave_channel(&mut self, user: &mut User, number: u32) {
        let Some(mut channel) = take_channel(user, number) else { return };
        while let Some(message) = channel.next() {
            self.not_awaited(number, &message);
        }
        if channel.state == State::Open
            && let Some((codec, output)) = channel.speak()
        {
            codec.close(GOING_AWAY, "", output);
            channel.flush();
        }
        let is_closed = channel.connection.closing || matches!(channel.state, State::Broken(_));
        if is_closed || !channel.is_websocket() {
            return;
        }
        channel.state = State::Leaving;
        if user.channels.iter().filter(|c| c.state == State::Leaving).count() < LEAVING_MAX {
            user.channels.push(channel);
        }
    }

    pub(super) fn leave_all_channels(&mut self, user: &mut User) {
        while let Some(channel) = user.channels.iter().find(|c| c.state != State::Leaving) {
            let number = channel.number;
            self.leave_channel(user, number);
        }
        user.channels.clear();
    }
}

/// Takes the user's channel of this number, so that it and the user can both be changed.
pub(super) fn take_channel(user: &mut User, number: u32) -> Option<Box<Channel>> {
    let position = user.channels.iter().position(|c| c.number == number && c.state != State::Leaving)?;
    Some(user.channels.swap_remove(position))
}

fn transaction(label: u32, response_us: u64) -> Sample<'static> {
    Sample {
        label,
        response_us,
        service_us: None,
        first_byte_us: None,
        bytes_sent: 0,
        bytes_received: 0,
        failure: None,
    }
}

/// How the channel is spoken, when the answer really opens one.
fn protocol(opens: &Opens, exchange: &mut Exchange) -> Result<Protocol, String> {
    match opens.protocol {
        ChannelProtocol::WebSocket { deflates, .. } => {
            let (request, head) = (&exchange.outgoing.bytes, &exchange.reader.headers);
            let agreed = websocket::verify(request, head, deflates)?;
            Ok(Protocol::WebSocket(Box::new(websocket::Codec::new(opens.message_bytes_max, agreed))))
        }
        ChannelProtocol::Events => {
            if !sse::is_event_stream(&exchange.reader.headers) {
                return Err("the answer is no event stream: its type is not text/event-stream".to_owned());
            }
            if let Some(encoding) = exchange.reader.content_encoding.as_deref().filter(|e| *e != "identity") {
                return Err(format!("an event stream with the encoding `{encoding}` can't be read"));
            }
            // The body goes on in the channel; what the sample needs stays.
            let mut reader = std::mem::take(&mut exchange.reader);
            let kept = &mut exchange.reader;
            (kept.status, kept.bytes, kept.head_bytes) = (reader.status, reader.bytes, reader.head_bytes);
            kept.reason.clone_from(&reader.reason);
            kept.headers = std::mem::take(&mut reader.headers);
            Ok(Protocol::Events(Box::new(sse::Stream::new(reader, opens.message_bytes_max))))
        }
    }
}
