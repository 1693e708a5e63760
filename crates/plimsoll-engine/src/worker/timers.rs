//! Waiting for a timer that users share: a throughput, a shape, a schedule, one another.

use super::interpreter::Flow;
use super::{RENDEZVOUS_TOKEN, Shared, Worker};
use crate::program::{Program, Text};
use crate::throughput::{Arrival, Turn, delay_ms, interval_ms};
use crate::timer::Timers;
use crate::user::{User, UserActivity};
use plimsoll_plan::plan::{Among, RandomThroughput, Rendezvous, ShapeStage, Timer};
use rustix::event::epoll::{self, EventData, EventFlags};
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// JMeter's clock begins in 1970, this one with the run: a user that never came must be late.
const CLOCK_BEGINS_MS: u64 = 1_000_000_000_000;

/// What wakes a worker when its users need not wait for others any more.
pub fn waker(epoll: &OwnedFd, shared: &Shared, program: &Program) -> std::io::Result<Arc<OwnedFd>> {
    let flags = rustix::event::EventfdFlags::NONBLOCK | rustix::event::EventfdFlags::CLOEXEC;
    let waker = Arc::new(rustix::event::eventfd(0, flags)?);
    if program.timers.iter().any(|timer| matches!(timer, Timer::Rendezvous(_))) {
        epoll::add(epoll, &waker, EventData::new_u64(RENDEZVOUS_TOKEN), EventFlags::IN)?;
        shared.timers.add_waker(Arc::clone(&waker));
    }
    Ok(waker)
}

impl Worker {
    pub fn wait_for_timer(&mut self, index: u32, user: &mut User, timer: u32, register: u32) -> Flow {
        if self.must_stop(user) && !self.is_due(user) {
            return Flow::End;
        }
        let program = Rc::clone(&self.context.program);
        match &program.timers[timer as usize] {
            Timer::Throughput { per_min, among } => self.add_delay(user, register, per_min, *among),
            Timer::RandomThroughput(timer) => self.add_moment(user, *timer),
            Timer::Shape(stages) => self.wait_for_turn(index, user, timer, stages),
            Timer::Rendezvous(rendezvous) => self.join_rendezvous(index, user, timer, rendezvous),
        }
    }

    fn add_delay(&mut self, user: &mut User, register: u32, per_min: &Text, among: Among) -> Flow {
        let text = per_min.to_text(&mut self.context.scope(&mut user.data));
        let per_min = text.trim().parse::<f64>().unwrap_or(0.0);
        let now_ms = CLOCK_BEGINS_MS + self.context.now_us() / 1_000;
        let timers = &self.context.shared.timers;
        let processes = timers.processes();
        let interval_ms = match among {
            Among::User => interval_ms(per_min, 1.0),
            Among::ActiveUsers => interval_ms(per_min, f64::from(timers.active(None)) * processes),
            Among::ActiveUsersOfScenario => {
                interval_ms(per_min, f64::from(timers.active(Some(user.data.scenario))) * processes)
            }
            Among::AllUsers => timers.row_delay_ms(None, now_ms, interval_ms(per_min, processes)),
            Among::Scenario => {
                timers.row_delay_ms(Some(user.data.scenario), now_ms, interval_ms(per_min, processes))
            }
        };
        let mut previous_ms = user.execution.registers[register as usize] as u64;
        user.timing.delay_us += delay_ms(&mut previous_ms, now_ms, interval_ms) * 1_000;
        user.execution.registers[register as usize] = previous_ms as i64;
        Flow::Next
    }

    fn add_moment(&mut self, user: &mut User, timer: RandomThroughput) -> Flow {
        let known = &mut self.waits.periods[user.data.scenario];
        let moment_us =
            self.load.base_us + self.context.shared.timers.moment_us(user.data.scenario, timer, known);
        user.timing.delay_us += moment_us.saturating_sub(self.context.now_us());
        Flow::Next
    }

    fn wait_for_turn(&mut self, index: u32, user: &mut User, timer: u32, stages: &[ShapeStage]) -> Flow {
        if stages.is_empty() {
            return Flow::Next;
        }
        let now_us = self.context.now_us();
        match self.context.shared.timers.turn(timer as usize, stages, now_us) {
            Turn::At(turn_us) => {
                // What comes after its turn was never meant to begin before it.
                user.timing.intended_us =
                    user.timing.intended_us.map(|at| at + turn_us.saturating_sub(now_us));
                if turn_us <= now_us { Flow::Next } else { self.think_until(index, user, now_us, turn_us) }
            }
            // With the shape its users end, too.
            Turn::None { ends_us } => {
                user.end_by(ends_us);
                self.context.shared.timers.set_end(user.data.scenario, ends_us);
                if ends_us <= now_us { Flow::End } else { self.think_until(index, user, now_us, ends_us) }
            }
        }
    }

    /// The users that are at a request have no more time than the one that found its scenario's shape over.
    pub fn end_scenarios(&mut self) {
        for scenario in 0..self.waits.shapes_over.len() {
            let Some(ends_us) = self.context.shared.timers.end_us(scenario) else { continue };
            if std::mem::replace(&mut self.waits.shapes_over[scenario], true) {
                continue;
            }
            let users = self.users.list.iter_mut().flatten().filter(|user| user.data.scenario == scenario);
            users.for_each(|user| user.end_by(ends_us));
            self.ending.overdue_us = self.ending.overdue_us.min(ends_us + self.ending.grace_us);
        }
    }

    fn join_rendezvous(&mut self, index: u32, user: &mut User, timer: u32, rendezvous: &Rendezvous) -> Flow {
        let Arrival::Waits(generation) =
            self.context.shared.timers.arrive(timer as usize, rendezvous, user.data.scenario)
        else {
            return Flow::Next;
        };
        let now_us = self.context.now_us();
        user.timing.rendezvous = Some((timer, generation));
        user.timing.activity = UserActivity::Thinking { since_us: now_us };
        self.waits.waiting.push(index);
        let patience_us = rendezvous.timeout.map(|timeout| now_us + timeout.as_micros() as u64);
        // Its own end is the end of its patience, too.
        if let Some(until_us) = patience_us.into_iter().chain(user.timing.stop_us).min() {
            self.users.timers.set(index, &mut user.timing.deadline, until_us);
        }
        Flow::Wait
    }

    /// A user has waited for others as long as it was to.
    pub fn lost_patience(&mut self, index: u32, user: &mut User) {
        if let Some((timer, generation)) = user.timing.rendezvous {
            self.context.shared.timers.give_up(timer as usize, generation);
            self.waits.waiting.retain(|waiting| *waiting != index);
            self.goes_on(index, user);
        }
    }

    /// Some have gathered somewhere: those of ours go on.
    pub fn let_rendezvous_go(&mut self) {
        let _ = rustix::io::read(&*self.waits.waker, &mut [0_u8; 8]);
        for index in std::mem::take(&mut self.waits.waiting) {
            self.with_user(index, |worker, index, user| {
                let Some((timer, generation)) = user.timing.rendezvous else { return };
                if worker.context.shared.timers.is_over(timer as usize, generation) {
                    worker.goes_on(index, user);
                } else {
                    worker.waits.waiting.push(index);
                }
            });
        }
    }

    fn goes_on(&mut self, index: u32, user: &mut User) {
        user.timing.rendezvous = None;
        Timers::clear(&mut user.timing.deadline);
        if let UserActivity::Thinking { since_us } = user.timing.activity {
            let waited_us = self.context.now_us() - since_us;
            self.recording.recorder.think_us += waited_us;
            user.timing.intended_us = user.timing.intended_us.map(|intended_us| intended_us + waited_us);
        }
        user.timing.activity = UserActivity::Waiting;
        if self.must_stop(user) && !self.is_due(user) {
            return self.end_user(index, user);
        }
        self.drive(index, user);
    }

    /// The user counts as one at work.
    pub fn becomes_active(&mut self, user: &mut User) {
        if !std::mem::replace(&mut user.is_active, true) {
            self.users.active += 1;
            self.note_begin(user.stream.and(user.timing.intended_us));
            self.log_user(user);
            self.context.shared.timers.count_active(user.data.scenario, 1);
        }
    }

    /// When the first user of the main scenarios began; `planned_us`: of an arrival, when it was to.
    fn note_begin(&mut self, planned_us: Option<u64>) {
        if self.load.is_adjustable && !std::mem::replace(&mut self.load.has_started, true) {
            let (first, now_us) = (&self.context.shared.outcome.first_user_us, self.context.now_us().max(1));
            let earliest = |known: u64| Some(if known == 0 { now_us } else { known.min(now_us) });
            let _ = first.fetch_update(Ordering::Relaxed, Ordering::Relaxed, earliest);
            if let Some(planned_us) = planned_us {
                let late = &self.context.shared.outcome.first_late_us;
                late.fetch_max(now_us.saturating_sub(planned_us) + 1, Ordering::Relaxed);
            }
        }
    }

    pub fn becomes_idle(&mut self, user: &mut User) {
        if std::mem::replace(&mut user.is_active, false) {
            self.users.active -= 1;
            self.context.shared.timers.count_active(user.data.scenario, -1);
        }
    }
}
