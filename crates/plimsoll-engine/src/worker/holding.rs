//! A load that is changed while it runs: users are held before their next request, let go, or added.

use super::Worker;
use super::interpreter::Flow;
use crate::user::{Activity, User};

impl Worker {
    /// Looks at what is asked for, and lets users go or makes more.
    pub(super) fn heed_changes(&mut self) {
        if !self.is_adjustable {
            return;
        }
        let (paused, factor) = (self.shared.control.paused(), self.shared.control.factor());
        if (paused, factor) == (self.paused, self.factor) || self.stopping.is_some() {
            return;
        }
        let now_us = self.shared.clock.now_us();
        if self.paused && !paused {
            let paused_us = now_us - self.paused_since_us;
            self.streams.iter_mut().for_each(|stream| stream.excuse(paused_us));
        }
        if paused && !self.paused {
            self.paused_since_us = now_us;
        }
        if factor != self.factor {
            self.streams.iter_mut().for_each(|stream| stream.change(now_us, self.factor, factor));
        }
        (self.paused, self.factor) = (paused, factor);
        self.arrival_us = self.next_arrival_us();
        let wanted = self.wanted_users();
        self.hold_from = if paused { 0 } else { wanted + 1 };
        self.add_users(wanted);
        for index in std::mem::take(&mut self.held) {
            self.with_user(index, |worker, index, user| {
                if let Activity::Held { since_us } = user.activity {
                    worker.let_go(index, user, since_us);
                }
            });
        }
    }

    /// Users of this worker at the present factor. The workers round in such a way that together they have
    /// what is asked for.
    fn wanted_users(&self) -> u32 {
        let share = (f64::from(self.number) + 0.5) / f64::from(self.workers.max(1));
        let wanted = self.assigned.len() as f64 * self.factor + share;
        // Unchanged: nobody is held, further users' times do not matter.
        if self.factor == 1.0 { self.assigned.len() as u32 } else { wanted as u32 }
    }

    /// Further users, like those that were planned; they begin at once.
    fn add_users(&mut self, wanted: u32) {
        let now_us = self.shared.clock.now_us();
        while !self.paused && self.made < wanted && !self.assigned.is_empty() {
            let model = self.assigned[self.made as usize % self.assigned.len()];
            let stop_us = model.span.stop.map(|stop| self.base_us + stop.as_micros() as u64);
            if stop_us.is_some_and(|stop| stop <= now_us) {
                return;
            }
            // Numbers beyond those that were planned, apart from other workers'.
            let number = model.number + self.made / self.assigned.len() as u32 * self.users_planned;
            let mut user = User::new(number, model.scenario, stop_us, &self.program, &self.initial);
            self.made += 1;
            user.ordinal = self.made;
            self.running += 1;
            let index = self.place(user);
            self.with_user(index, |worker, index, user| {
                worker.timers.set(index, &mut user.deadline, now_us);
            });
        }
    }

    /// Keeps a user from its next request, until it is let go or its time is over.
    pub(super) fn hold(&mut self, index: u32, user: &mut User) -> Flow {
        user.position -= 1;
        user.activity = Activity::Held { since_us: self.shared.clock.now_us() };
        self.becomes_idle(user);
        self.held.push(index);
        if let Some(stop_us) = user.stop_us {
            self.timers.set(index, &mut user.deadline, stop_us);
        }
        Flow::Wait
    }

    fn let_go(&mut self, index: u32, user: &mut User, since_us: u64) {
        if user.ordinal >= self.hold_from {
            self.held.push(index);
            return;
        }
        crate::timer::Timers::clear(&mut user.deadline);
        user.activity = Activity::Waiting;
        self.becomes_active(user);
        // The time for which it was held is nobody's lateness.
        let now_us = self.shared.clock.now_us();
        user.intended_us = user.intended_us.map(|intended_us| intended_us + (now_us - since_us));
        user.released_us = now_us;
        self.drive(index, user);
    }
}
