//! Open model: arrivals begin at their time, by users that are made when they are first needed.

use super::interpreter::Flow;
use super::{ENDED, Worker};
use crate::assignment::StreamShare;
use crate::control::StopMode;
use crate::schedule::Schedule;
use crate::user::{User, UserActivity};
use plimsoll_plan::{AtEnd, Overload};
use plimsoll_run::ArrivalInterval;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;

/// This worker's part of one scenario's arrivals.
pub struct ArrivalStream {
    scenario: usize,
    pub name: String,
    schedule: Schedule,
    base_us: u64,
    ends_us: u64,
    overload: Overload,
    gives_up_at_end: bool,
    users_max: u32,
    /// Users that there are.
    users: u32,
    /// Of these, those that wait for an arrival; the last one to get free is taken first, so that few
    /// connections are kept warm.
    idle: Vec<u32>,
    /// Intended starts of arrivals that wait for a user.
    queue: VecDeque<u64>,
    /// User numbers differ between workers: the next one of ours, and the step between ours.
    number: u32,
    numbers_apart: u32,
    counts: ArrivalInterval,
    is_over: bool,
}

/// Arrivals that may wait in one worker; further ones are dropped.
const QUEUE_MAX: usize = 10_000_000;

impl ArrivalStream {
    pub fn new(share: StreamShare, base_us: u64) -> Self {
        let StreamShare { scenario, name, profile, part, parts, users_max, seed } = share;
        ArrivalStream {
            scenario,
            name,
            schedule: Schedule::new(&profile, part, parts, seed),
            base_us,
            ends_us: base_us + profile.ends_at().as_micros() as u64,
            overload: profile.overload,
            gives_up_at_end: profile.at_end == AtEnd::GiveUp,
            users_max,
            users: 0,
            idle: Vec::new(),
            queue: VecDeque::new(),
            number: part + 1,
            numbers_apart: parts,
            counts: ArrivalInterval::default(),
            is_over: false,
        }
    }

    /// When it has something to do next. While the load is paused nothing that waits begins.
    fn next_us(&self, is_paused: bool) -> Option<u64> {
        let due_us = self.schedule.next_us().map_or(self.ends_us, |at| self.base_us + at);
        let serves = !is_paused && self.can_serve();
        (!self.is_over).then(|| if serves { 0 } else { due_us.min(self.ends_us) })
    }

    /// An arrival waits, and a user may be made for it: those that there were have ended.
    fn can_serve(&self) -> bool {
        !self.queue.is_empty() && self.users < self.users_max && self.idle.is_empty()
    }

    /// The intended start that is due, and the schedule goes on.
    fn take_due(&mut self, now_us: u64, factor: f64) -> Option<u64> {
        let due_us = self.schedule.next_us().map(|at| self.base_us + at).filter(|at| *at <= now_us)?;
        self.schedule.advance(factor);
        Some(due_us)
    }

    /// The factor of the rate changes.
    pub fn change(&mut self, now_us: u64, from: f64, to: f64) {
        self.schedule.change(now_us.saturating_sub(self.base_us), from, to);
    }

    /// Nothing could begin for so long: that is nobody's lateness.
    pub fn excuse(&mut self, paused_us: u64) {
        self.queue.iter_mut().for_each(|due_us| *due_us += paused_us);
    }

    /// What happened since the last call.
    pub fn take_counts(&mut self) -> ArrivalInterval {
        let busy = self.users - self.idle.len() as u32;
        ArrivalInterval { waiting: self.queue.len() as u64, busy, ..std::mem::take(&mut self.counts) }
    }
}

impl Worker {
    pub fn next_arrival_us(&self) -> u64 {
        self.load
            .streams
            .iter()
            .filter_map(|stream| stream.next_us(self.load.paused))
            .min()
            .unwrap_or(u64::MAX)
    }

    /// Begins the arrivals that are due, and ends streams whose time is over.
    pub fn fire_arrivals(&mut self) {
        if self.load.arrival_us == u64::MAX {
            return;
        }
        let now_us = self.context.now_us();
        if now_us < self.load.arrival_us {
            return;
        }
        for number in 0..self.load.streams.len() {
            self.serve_queue(number);
            while let Some(due_us) = self.load.streams[number].take_due(now_us, self.load.factor) {
                if !self.load.paused {
                    self.arrive(number, due_us);
                }
            }
            if now_us >= self.load.streams[number].ends_us {
                self.end_stream(number);
            }
        }
        self.load.arrival_us = self.next_arrival_us();
    }

    /// Makes users for arrivals that wait, where others have ended.
    fn serve_queue(&mut self, number: usize) {
        while !self.load.paused && !self.load.streams[number].is_over && self.load.streams[number].can_serve()
        {
            let stream = &mut self.load.streams[number];
            let Some(due_us) = stream.queue.pop_front() else { return };
            stream.counts.waited += 1;
            let index = self.make_user(number);
            self.start_arrival(number, index, due_us, self.context.now_us());
        }
    }

    fn arrive(&mut self, number: usize, due_us: u64) {
        let now_us = self.context.now_us();
        self.recording.recorder.timer_fired(now_us - due_us);
        let stream = &mut self.load.streams[number];
        stream.counts.due += 1;
        if stream.is_over {
            stream.counts.dropped += 1;
            return;
        }
        if let Some(index) = stream.idle.pop() {
            return self.start_arrival(number, index, due_us, now_us);
        }
        if stream.users < stream.users_max {
            let index = self.make_user(number);
            return self.start_arrival(number, index, due_us, now_us);
        }
        match stream.overload {
            Overload::Queue if stream.queue.len() < QUEUE_MAX => stream.queue.push_back(due_us),
            Overload::Queue | Overload::Drop => stream.counts.dropped += 1,
            Overload::Abort => {
                stream.counts.dropped += 1;
                self.context.shared.outcome.overloaded.store(true, Ordering::Relaxed);
                self.context.shared.control.stop(StopMode::InOrder);
            }
        }
    }

    fn make_user(&mut self, number: usize) -> u32 {
        let stream = &mut self.load.streams[number];
        let mut user = User::new(
            stream.number,
            stream.scenario,
            Some(stream.ends_us),
            &self.context.program,
            &self.users.initial,
        );
        user.stream = Some(number as u32);
        stream.number += stream.numbers_apart;
        stream.users += 1;
        self.ending.overdue_us = self.ending.overdue_us.min(stream.ends_us + self.ending.grace_us);
        self.users.running += 1;
        self.place(user)
    }

    fn start_arrival(&mut self, number: usize, index: u32, due_us: u64, now_us: u64) {
        self.with_user(index, |worker, index, user| {
            worker.begin_arrival(number, user, due_us, now_us);
            worker.drive(index, user);
        });
    }

    fn begin_arrival(&mut self, number: usize, user: &mut User, due_us: u64, now_us: u64) {
        let counts = &mut self.load.streams[number].counts;
        counts.started += 1;
        counts.delay.record_us(now_us - due_us);
        user.timing.intended_us = Some(due_us);
        // A pace starts again with each arrival.
        for register in &self.context.program.scenarios[user.data.scenario].paces {
            user.execution.registers[*register as usize] = 0;
        }
        user.timing.activity = UserActivity::Waiting;
        self.becomes_active(user);
    }

    /// The iteration of an arrival has ended: the user takes the one that waits longest, or waits itself.
    pub fn free(&mut self, index: u32, user: &mut User, number: usize) -> Flow {
        if self.load.streams[number].is_over || self.must_stop(user) {
            return Flow::End;
        }
        if let Some(due_us) = self.load.streams[number].queue.pop_front() {
            self.load.streams[number].counts.waited += 1;
            self.begin_arrival(number, user, due_us, self.context.now_us());
            return Flow::Next;
        }
        user.timing.activity = UserActivity::Idle;
        self.becomes_idle(user);
        self.load.streams[number].idle.push(index);
        Flow::Wait
    }

    /// Nothing begins any more: what waits is dropped, and users without work end.
    pub fn end_stream(&mut self, number: usize) {
        let stream = &mut self.load.streams[number];
        if std::mem::replace(&mut stream.is_over, true) {
            return;
        }
        stream.counts.dropped += stream.queue.len() as u64;
        stream.queue.clear();
        let is_at_end = self.context.now_us() >= stream.ends_us;
        let stream_gives_up = stream.gives_up_at_end && is_at_end;
        for index in std::mem::take(&mut stream.idle) {
            self.with_user(index, |worker, index, user| worker.end_user(index, user));
        }
        if stream_gives_up {
            for index in 0..self.users.list.len() as u32 {
                let is_ours = self.users.list[index as usize]
                    .as_ref()
                    .is_some_and(|user| user.stream == Some(number as u32));
                if is_ours {
                    self.with_user(index, |worker, index, user| worker.abandon(index, user));
                }
            }
        }
        self.load.streams_open -= 1;
        self.load.arrival_us = self.next_arrival_us();
    }

    /// A user of a stream has ended: another one may take its place.
    pub fn leave_stream(&mut self, number: usize) {
        self.load.streams[number].users -= 1;
        if !self.load.paused && self.load.streams[number].can_serve() {
            self.load.arrival_us = 0;
        }
    }

    /// Gives a user a place in the list.
    pub fn place(&mut self, user: User) -> u32 {
        match self.users.vacant.pop() {
            Some(index) => {
                self.users.list[index as usize] = Some(Box::new(user));
                index
            }
            None => {
                self.users.list.push(Some(Box::new(user)));
                self.users.list.len() as u32 - 1
            }
        }
    }

    /// Puts a user back that was taken out of the list; one that has ended leaves its place.
    pub fn put_back(&mut self, index: u32, user: Box<User>) {
        if user.execution.position != ENDED {
            self.users.list[index as usize] = Some(user);
        } else if user.stream.is_some() {
            self.users.vacant.push(index);
        }
    }
}
