//! A load that is changed while it runs: users are held before their next request, let go, or added.

use super::Worker;
use super::interpreter::Flow;
use crate::user::{User, UserActivity};

impl Worker {
    /// Looks at what is asked for, and lets users go or makes more.
    pub fn heed_changes(&mut self) {
        if !self.load.is_adjustable {
            return;
        }
        let (paused, factor) = (self.context.shared.control.paused(), self.context.shared.control.factor());
        if (paused, factor) == (self.load.paused, self.load.factor) || self.ending.stopping.is_some() {
            return;
        }
        let now_us = self.context.now_us();
        if self.load.paused && !paused {
            let paused_us = now_us - self.load.paused_since_us;
            self.load.streams.iter_mut().for_each(|stream| stream.excuse(paused_us));
        }
        if paused && !self.load.paused {
            self.load.paused_since_us = now_us;
        }
        if factor != self.load.factor {
            self.load.streams.iter_mut().for_each(|stream| stream.change(now_us, self.load.factor, factor));
        }
        (self.load.paused, self.load.factor) = (paused, factor);
        self.load.arrival_us = self.next_arrival_us();
        let wanted = self.wanted_users();
        self.load.hold_from = if paused { 0 } else { wanted + 1 };
        self.add_users(wanted);
        for index in std::mem::take(&mut self.load.on_hold) {
            self.with_user(index, |worker, index, user| {
                if let UserActivity::OnHold { since_us } = user.timing.activity {
                    worker.is_abandoned(index, user, since_us);
                }
            });
        }
    }

    /// Users of this worker at the present factor. The workers round in such a way that together they have
    /// what is asked for.
    fn wanted_users(&self) -> u32 {
        let share = (f64::from(self.context.number) + 0.5) / f64::from(self.load.workers.max(1));
        let wanted = self.load.assigned.len() as f64 * self.load.factor + share;
        // Unchanged: nobody is held, further users' times do not matter.
        if self.load.factor == 1.0 { self.load.assigned.len() as u32 } else { wanted as u32 }
    }

    /// Further users, like those that were planned; they begin at once.
    fn add_users(&mut self, wanted: u32) {
        let now_us = self.context.now_us();
        while !self.load.paused && self.load.made < wanted && !self.load.assigned.is_empty() {
            let model = self.load.assigned[self.load.made as usize % self.load.assigned.len()];
            let stop_us = model.span.stop.map(|stop| self.load.base_us + stop.as_micros() as u64);
            if stop_us.is_some_and(|stop| stop <= now_us) {
                return;
            }
            // Numbers beyond those that were planned, apart from other workers'.
            let number =
                model.number + self.load.made / self.load.assigned.len() as u32 * self.load.users_planned;
            let mut user =
                User::new(number, model.scenario, stop_us, &self.context.program, &self.users.initial);
            self.load.made += 1;
            user.ordinal = self.load.made;
            self.users.running += 1;
            let index = self.place(user);
            self.with_user(index, |worker, index, user| {
                worker.users.timers.set(index, &mut user.timing.deadline, now_us);
            });
        }
    }

    /// Keeps a user from its next request, until it is let go or its time is over.
    pub fn hold(&mut self, index: u32, user: &mut User) -> Flow {
        user.execution.position -= 1;
        user.timing.activity = UserActivity::OnHold { since_us: self.context.now_us() };
        self.becomes_idle(user);
        self.load.on_hold.push(index);
        if let Some(stop_us) = user.timing.stop_us {
            self.users.timers.set(index, &mut user.timing.deadline, stop_us);
        }
        Flow::Wait
    }

    fn is_abandoned(&mut self, index: u32, user: &mut User, since_us: u64) {
        if user.ordinal >= self.load.hold_from {
            self.load.on_hold.push(index);
            return;
        }
        crate::timer::Timers::clear(&mut user.timing.deadline);
        user.timing.activity = UserActivity::Waiting;
        self.becomes_active(user);
        // The time for which it was held is nobody's lateness.
        let now_us = self.context.now_us();
        user.timing.intended_us =
            user.timing.intended_us.map(|intended_us| intended_us + (now_us - since_us));
        user.timing.released_us = now_us;
        self.drive(index, user);
    }
}
