//! The end of users: because their time is over, or because somebody ends the load.

use super::{ENDED, Worker};
use crate::control::StopMode;
use crate::protocol::state::InFlight;
use crate::timer::Timers;
use crate::user::User;
use std::sync::atomic::Ordering;

impl Worker {
    /// Ends what has to end: on request, or because the grace time is over.
    pub fn heed_control(&mut self, now_us: u64) {
        let asked = self.context.shared.control.stopped();
        self.heed_changes();
        if asked > self.ending.stopping {
            self.ending.stopping = asked;
            (0..self.load.streams.len()).for_each(|number| self.end_stream(number));
            self.ending.give_up_us = Some(match asked {
                Some(StopMode::Now) => now_us,
                _ => now_us + self.ending.grace_us,
            });
            for index in 0..self.users.list.len() as u32 {
                self.with_user(index, |worker, index, user| {
                    if user.in_flight.is_nothing() {
                        worker.end_user(index, user);
                    }
                });
            }
        }
        if self.ending.give_up_us.is_some_and(|at| now_us >= at) {
            for index in 0..self.users.list.len() as u32 {
                self.with_user(index, |worker, index, user| worker.abandon(index, user));
            }
        }
        if now_us >= self.ending.overdue_us {
            // Before users without work are ended, so that no arrival is given to one.
            self.fire_arrivals();
            self.end_overdue(now_us);
        }
    }

    /// Gives up requests whose users should have ended long ago.
    fn end_overdue(&mut self, now_us: u64) {
        let grace_us = self.ending.grace_us;
        let over = |user: &User| user.timing.stop_us.map_or(u64::MAX, |stop| stop + grace_us);
        for index in 0..self.users.list.len() as u32 {
            self.with_user(index, |worker, index, user| {
                if over(user) <= now_us {
                    worker.abandon(index, user);
                }
            });
        }
        self.ending.overdue_us =
            self.users.list.iter().flatten().map(|user| over(user)).min().unwrap_or(u64::MAX);
    }

    /// Gives up requests that take longer than any may, redirects, resources and the whole of the answer included: a server
    /// that sends a byte now and then is never silent.
    pub fn end_overlong(&mut self, now_us: u64) {
        let limit_us = self.context.shared.bounds.request_us;
        for index in 0..self.users.list.len() as u32 {
            let user = self.users.list[index as usize].as_deref();
            let started_us = user.and_then(|user| user.in_flight.limited_since_us());
            if started_us.is_some_and(|started_us| now_us.saturating_sub(started_us) >= limit_us) {
                self.with_user(index, Self::give_up_request);
            }
        }
    }

    /// Gives up a request in flight and ends its user.
    pub fn abandon(&mut self, index: u32, user: &mut User) {
        self.forget_waiting(user);
        if !user.in_flight.is_nothing() {
            user.in_flight = InFlight::Nothing;
            self.context.shared.outcome.abandoned.fetch_add(1, Ordering::Relaxed);
        }
        self.end_user(index, user);
    }

    pub fn end_user(&mut self, index: u32, user: &mut User) {
        self.abandon_groups(user);
        self.leave_all_locks(user, index);
        self.close_all(user);
        user.execution.position = ENDED;
        self.log_user_end(user);
        Timers::clear(&mut user.timing.deadline);
        self.users.running -= 1;
        self.becomes_idle(user);
        if let Some((timer, generation)) = user.timing.rendezvous.take() {
            self.context.shared.timers.leave(timer as usize, generation);
        }
        if let Some(number) = user.stream {
            self.leave_stream(number as usize);
        }
    }
}
