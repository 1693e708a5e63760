//! A user that thinks: pauses, and the beats of a steady pace.

use super::interpreter::Flow;
use super::{Worker, pause};
use crate::program::{Compiled, Text};
use crate::user::{User, UserActivity};
use plimsoll_plan::plan::Pause;

impl Worker {
    pub fn pause(&mut self, index: u32, user: &mut User, pause: &Pause<Compiled>) -> Flow {
        let micros = pause::pause_us(pause, &mut self.context.scope(&mut user.data));
        self.sleep(index, user, micros)
    }

    pub fn sleep(&mut self, index: u32, user: &mut User, micros: u64) -> Flow {
        if micros == 0 {
            return Flow::Next;
        }
        // What comes after a planned pause was never meant to begin before it.
        user.timing.intended_us = user.timing.intended_us.map(|intended| intended + micros);
        if self.must_stop(user) && !self.is_due(user) {
            return Flow::End;
        }
        let now_us = self.context.now_us();
        self.think_until(index, user, now_us, now_us + micros)
    }

    /// Waits for the next beat of a steady pace; a user that is late goes on at once.
    pub fn pace(&mut self, index: u32, user: &mut User, register: u32, period: &Text) -> Flow {
        let micros = pause::milliseconds_us(period, &mut self.context.scope(&mut user.data));
        let now_us = self.context.now_us();
        // The first time nothing is planned yet but what an arrival planned.
        let beat_us = match user.execution.registers[register as usize] {
            0 => user.timing.intended_us.unwrap_or(now_us),
            last_us => (last_us as u64).max(user.timing.released_us) + micros,
        };
        user.execution.registers[register as usize] = beat_us as i64;
        user.timing.intended_us = Some(beat_us);
        if self.must_stop(user) && !self.is_due(user) {
            return Flow::End;
        }
        if beat_us <= now_us { Flow::Next } else { self.think_until(index, user, now_us, beat_us) }
    }

    pub fn think_until(&mut self, index: u32, user: &mut User, now_us: u64, until_us: u64) -> Flow {
        // A pause that would pass the end of the user's time is its last (JMeterThread, TimerService). The
        // user thinks on until then, so that it counts as a user to the end.
        let until_us = until_us.min(user.timing.stop_us.unwrap_or(u64::MAX));
        if let Some(observer) = &self.context.shared.observer {
            let micros = until_us.saturating_sub(now_us);
            if !observer.waits(&self.observed_user(user), micros) {
                return Flow::Next;
            }
        }
        user.timing.activity = UserActivity::Thinking { since_us: now_us };
        self.users.timers.set(index, &mut user.timing.deadline, until_us);
        Flow::Wait
    }
}
