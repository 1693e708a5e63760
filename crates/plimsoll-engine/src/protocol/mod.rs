//! What users speak: a room for each protocol, and which of them a step, an event and a time-out are for.
//!
//! A room has the protocol's messages (without any input or output of their own), what a user has under way and open by it, and its
//! `driver`, which moves it on when something has happened. A protocol is added by its room, its lines here, and those in
//! [`state`].

pub mod channel;
pub mod grpc;
pub mod http;
pub mod http2;
pub mod mqtt;
pub mod sample_times;
pub mod sql;
pub mod sse;
pub mod state;
pub mod tcp;
pub mod websocket;

use crate::program::Sampler;
use crate::user::User;
use crate::worker::Worker;
use crate::worker::interpreter::Flow;
use plimsoll_run::ErrorKind;
use rustix::event::epoll::EventFlags;
use state::InFlight;

impl Worker {
    /// Begins a step that gives a sample.
    pub fn begin(&mut self, index: u32, user: &mut User, sampler: Sampler) -> Flow {
        match sampler {
            Sampler::Request(request) => self.begin_request(index, user, request),
            Sampler::Channel(step) => self.begin_channel_step(index, user, step),
            Sampler::Sql(step) => self.begin_sql(index, user, step),
            Sampler::Tcp(step) => self.begin_tcp(index, user, step),
            Sampler::Mqtt(step) => self.begin_mqtt(index, user, step),
            Sampler::Local(sample) => self.begin_local(index, user, sample),
        }
    }

    /// Something happened on one of the user's connections.
    pub fn connection_event(&mut self, index: u32, user: &mut User, serial: u32, flags: EventFlags) {
        let _ = self.http_event(index, user, serial, flags)
            || self.tcp_event(index, user, serial, flags)
            || self.mqtt_event(index, user, serial, flags)
            || self.channel_event(index, user, serial, flags);
    }

    /// The name of a host that the user waits for has been looked up.
    pub fn name_resolved(&mut self, index: u32, user: &mut User) {
        match &user.in_flight {
            InFlight::Request(_) => self.http_resolved(index, user),
            InFlight::Tcp(_) => self.tcp_resolved(index, user),
            InFlight::Mqtt(_) => self.mqtt_resolved(index, user),
            InFlight::Nothing | InFlight::Channel(_) | InFlight::Sql(_) | InFlight::Local(_) => {}
        }
    }

    /// The time of what the user has under way is over.
    pub fn timed_out(&mut self, index: u32, user: &mut User) {
        match &user.in_flight {
            InFlight::Request(_) => self.http_timed_out(index, user),
            InFlight::Channel(_) => self.channel_timed_out(index, user),
            InFlight::Tcp(_) => self.tcp_timed_out(index, user),
            InFlight::Mqtt(_) => self.mqtt_timed_out(index, user),
            InFlight::Local(_) => self.local_ended(index, user),
            // Databases have time-outs of their own.
            InFlight::Nothing | InFlight::Sql(_) => {}
        }
    }

    /// What the user has under way has taken longer than anything may.
    pub fn give_up_request(&mut self, index: u32, user: &mut User) {
        let limit_s = self.context.shared.bounds.request_us / 1_000_000;
        let text = format!("the whole request took longer than {limit_s} s");
        let failure = (ErrorKind::ResponseTimeout, text);
        match &user.in_flight {
            InFlight::Request(_) => self.give_up_http(index, user, failure),
            InFlight::Tcp(_) => self.give_up_tcp(index, user, failure),
            InFlight::Nothing
            | InFlight::Channel(_)
            | InFlight::Sql(_)
            | InFlight::Mqtt(_)
            | InFlight::Local(_) => {}
        }
    }

    /// The time that a connection has asked for has come, see [`Io::remind`].
    pub fn connection_due(&mut self, index: u32, user: &mut User, serial: u32) {
        self.mqtt_due(index, user, serial);
    }

    /// Closes what a new user does not take over; connections of TCP steps and of databases are pooled.
    pub fn close_of_user(&mut self, user: &mut User) {
        self.leave_all_channels(user);
        self.leave_all_brokers(user);
        user.http.connections.clear();
        self.close_sessions(user);
    }

    /// Closes whatever the user has open.
    pub fn close_all(&mut self, user: &mut User) {
        self.close_of_user(user);
        user.clients.sockets.clear();
        self.leave_databases(user);
    }
}
