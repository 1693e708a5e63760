//! The loop of a worker: it waits, and sees to events, arrivals and timers as they come.

use super::{BEAT_US, DATABASES_TOKEN, LOCKS_TOKEN, RENDEZVOUS_TOKEN, RESOLVER_TOKEN, Worker};
use crate::protocol::http2::is_session;
use crate::user::{User, UserActivity};
use rustix::event::epoll;
use rustix::time::Timespec;

const EVENTS: usize = 512;

impl Worker {
    /// Runs until every user is done.
    pub fn run(mut self) -> std::io::Result<()> {
        let mut events = Vec::with_capacity(EVENTS);
        while self.users.running > 0 || self.load.streams_open > 0 {
            self.wait(&mut events)?;
            self.beat(events.len() as u32);
            // Before anything is counted: what happens from here on belongs to the new second.
            let now_us = self.context.now_us();
            if now_us >= self.recording.recorder.ends_us() {
                self.close_second(now_us, false);
                self.end_scenarios();
                self.end_overlong(now_us);
            }
            self.fire_arrivals();
            for event in events.drain(..) {
                self.event(event);
                self.see_to_control();
                if self.load.arrival_us != u64::MAX {
                    // An arrival must not wait until all answers are worked off.
                    self.fire_arrivals();
                }
            }
            let now_us = self.context.now_us();
            self.fire_timers(now_us);
            self.drive_streams();
            self.heed_control(now_us);
        }
        self.hand_over_log();
        self.close_second(self.context.now_us(), true);
        for second in std::mem::take(&mut self.recording.unsent) {
            // The collector reads until all workers are gone; when it is gone itself there is nobody to tell.
            let _ = self.recording.seconds.send(second);
        }
        Ok(())
    }

    /// Whoever ends the load does not wait until all answers are looked at, where that takes long.
    fn see_to_control(&mut self) {
        if self.context.budget.was_long() {
            self.heed_control(self.context.now_us());
        }
    }

    fn wait(&mut self, events: &mut Vec<epoll::Event>) -> std::io::Result<()> {
        let now_us = self.context.now_us();
        self.recording.recorder.turn_ends(now_us);
        let next = [self.load.arrival_us, self.recording.recorder.ends_us(), self.recording.beat_us];
        let next_us = next.into_iter().chain(self.users.timers.next_us()).min().unwrap_or(now_us);
        let wait_us = if self.io.busy_poll { 0 } else { next_us.saturating_sub(now_us) };
        let timeout = Timespec {
            tv_sec: (wait_us / 1_000_000) as i64,
            tv_nsec: ((wait_us % 1_000_000) * 1_000) as i64,
        };
        match epoll::wait(&self.io.epoll, rustix::buffer::spare_capacity(events), Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// A timer of the worker's own, so that its lateness is known in plans without think time, too.
    fn beat(&mut self, events: u32) {
        let now_us = self.context.now_us();
        self.recording.recorder.turn_begins(now_us, events);
        if now_us >= self.recording.beat_us {
            self.recording.recorder.timer_fired(now_us - self.recording.beat_us);
            self.recording.beat_us = now_us + BEAT_US;
            self.hand_over_log();
            while let Some((index, serial)) = self.io.reminded(now_us) {
                self.with_user(index, |worker, index, user| worker.connection_due(index, user, serial));
            }
        }
    }

    fn event(&mut self, event: epoll::Event) {
        let token = event.data.u64();
        if token == RESOLVER_TOKEN {
            for index in self.io.resolver.answered() {
                self.with_user(index, Self::name_resolved);
            }
            return;
        }
        if token == DATABASES_TOKEN {
            return self.sql_event();
        }
        if token == RENDEZVOUS_TOKEN {
            return self.let_rendezvous_go();
        }
        if token == LOCKS_TOKEN {
            for index in self.context.shared.locks.served(self.context.number) {
                self.with_user(index, Self::locked);
            }
            return;
        }
        if is_session(token) {
            return self.session_event(token, event.flags);
        }
        let (index, serial) = ((token >> 32) as u32, token as u32);
        // The event is packed: its fields are copied, not borrowed.
        let flags = event.flags;
        self.with_user(index, |worker, index, user| worker.connection_event(index, user, serial, flags));
    }

    /// Takes a user out of the list for the time of `action`, so that both can be changed.
    pub fn with_user(&mut self, index: u32, action: impl FnOnce(&mut Self, u32, &mut User)) {
        let Some(mut user) = self.users.list[index as usize].take() else { return };
        self.surviving(index, &mut user, action);
        self.put_back(index, user);
    }

    fn fire_timers(&mut self, now_us: u64) {
        while let Some((entry_us, index)) = self.users.timers.pop_due(now_us) {
            let Some(mut user) = self.users.list[index as usize].take() else { continue };
            if let Some(wanted_us) = self.users.timers.due(index, &mut user.timing.deadline, entry_us, now_us)
            {
                let late_us = now_us.saturating_sub(wanted_us);
                self.surviving(index, &mut user, |worker, index, user| {
                    worker.timer_fired(index, user, late_us)
                });
            }
            self.put_back(index, user);
            self.see_to_control();
            // Nor until all users that thought have begun their requests.
            self.fire_arrivals();
        }
    }

    fn timer_fired(&mut self, index: u32, user: &mut User, late_us: u64) {
        match user.timing.activity {
            UserActivity::Waiting => {
                self.recording.recorder.timer_fired(late_us);
                self.becomes_active(user);
                self.drive(index, user);
            }
            UserActivity::Thinking { .. } if user.timing.rendezvous.is_some() => {
                self.lost_patience(index, user)
            }
            UserActivity::Thinking { since_us } => {
                self.recording.recorder.timer_fired(late_us);
                self.recording.recorder.think_us += self.context.now_us() - since_us;
                user.timing.activity = UserActivity::Waiting;
                if self.must_stop(user) && !self.is_due(user) {
                    return self.end_user(index, user);
                }
                self.drive(index, user);
            }
            UserActivity::Exchanging => self.timed_out(index, user),
            UserActivity::OnHold { .. } | UserActivity::Locked if self.must_stop(user) => {
                self.end_user(index, user)
            }
            UserActivity::OnHold { .. } | UserActivity::Locked | UserActivity::Idle => {}
        }
    }

    fn close_second(&mut self, now_us: u64, is_last: bool) {
        let recorder = &mut self.recording.recorder;
        recorder.connections = self.io.connections.get();
        recorder.connects += std::mem::take(&mut self.io.connects);
        for stream in &mut self.load.streams {
            let counts = stream.take_counts();
            self.recording.recorder.arrivals(&stream.name, counts);
        }
        self.recording.unsent.extend(self.recording.recorder.turn(
            now_us,
            self.users.active,
            &self.context.labels,
        ));
        if let Some(last) = self.recording.unsent.last_mut() {
            last.is_last = is_last;
        }
        while !self.recording.unsent.is_empty() {
            let second = self.recording.unsent.remove(0);
            if let Err(error) = self.recording.seconds.try_send(second) {
                match error {
                    std::sync::mpsc::TrySendError::Full(second) => self.recording.unsent.insert(0, second),
                    std::sync::mpsc::TrySendError::Disconnected(_) => continue,
                }
                return;
            }
        }
    }
}
