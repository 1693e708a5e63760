//! One worker: a thread with its users, their connections and timers, and an epoll instance.

mod arrivals;
mod cache;
mod call;
mod channel;
mod channel_step;
mod ending;
mod exchange;
mod expect;
mod finish;
mod groups;
mod holding;
mod identity;
mod interpreter;
mod keep_alive;
mod kept;
mod local;
mod logging;
mod login;
mod page;
mod pause;
mod sessions;
mod sql;
mod streams;
mod structure;
mod tcp;
mod timers;
mod transfer;
mod values;

use crate::assignment::{Assignment, Work};
pub use cache::Caches;
pub use kept::Kept;
pub use page::{Page, Part};

use crate::clock::RunClock;
use crate::control::{Control, StopMode};
use crate::data::Positions;
use crate::http::identity::Identities;
use crate::http::tls::Tls;
use crate::http2::is_session;
use crate::job::{PropertyMap, ReceiveTime};
use crate::labels::Labels;
use crate::lock::Locks;
use crate::program::Program;
use crate::recorder::{Beside, Recorder, WorkerSecond};
use crate::resolve::{Resolver, SharedCache};
use crate::sample_log::{SharedLog, WorkerLog};
use crate::scope::{SharedCounters, Variables};
use crate::sql::{Databases, Desk};
use crate::throughput::{Period, SharedTimers};
use crate::timer::Timers;
use crate::user::{Activity, User};
use arrivals::Stream;
use plimsoll_plan::expression::ScriptCache;
use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::time::Timespec;
use std::cell::Cell;
use std::net::IpAddr;
use std::num::NonZeroU64;
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, OnceLock};

/// What all workers of a job share; nothing in it is written on the way of a request but shared
/// positions and counters that the plan asks for.
#[derive(Clone)]
pub struct Shared {
    pub clock: RunClock,
    pub control: Control,
    pub properties: PropertyMap,
    pub positions: Positions,
    pub counters: SharedCounters,
    pub locks: Locks,
    pub names: SharedCache,
    pub tls: Arc<Tls>,
    pub stopped_by_plan: Arc<AtomicBool>,
    /// Requests given up at the end.
    pub abandoned: Arc<AtomicU64>,
    pub machine_ip: Arc<OnceLock<String>>,
    /// Local addresses to connect from, in turn.
    pub sources: Arc<[IpAddr]>,
    pub receive_time: ReceiveTime,
    pub timers: Arc<SharedTimers>,
    /// An arrival found no free user, and the plan ends the test then.
    pub overloaded: Arc<AtomicBool>,
    /// `None`: the plan asks none.
    pub databases: Option<Databases>,
    pub log: Option<SharedLog>,
}

pub struct Worker {
    shared: Shared,
    program: Rc<Program>,
    labels: Labels,
    users: Vec<Option<Box<User>>>,
    /// Places in it that are free again.
    vacant: Vec<u32>,
    /// What a new user starts with.
    initial: Variables,
    streams: Vec<Stream>,
    /// Of these, streams whose time is not over.
    streams_open: u32,
    /// When a stream has something to do next.
    arrival_us: u64,
    number: u32,
    workers: u32,
    /// The users as planned (closed model), and how many the whole job has planned.
    assigned: Vec<Assignment>,
    users_planned: u32,
    /// Users of the closed model that were made, with those that a raised load added.
    made: u32,
    base_us: u64,
    /// Whether the control's pause and factor are for this part of the load.
    is_adjustable: bool,
    busy_poll: bool,
    paused: bool,
    paused_since_us: u64,
    factor: f64,
    /// Users from this ordinal on are held before their next request.
    hold_from: u32,
    held: Vec<u32>,
    /// Users that have not ended.
    running: u32,
    /// Of these, users whose time has begun.
    active: u32,
    timers: Timers,
    /// Users that wait for others; what wakes the worker when they go on.
    gathered: Vec<u32>,
    waker: Arc<OwnedFd>,
    /// By scenario: the period of its random throughput that is at hand.
    periods: Vec<Period>,
    recorder: Recorder,
    epoll: OwnedFd,
    resolver: Resolver,
    /// Where databases are asked.
    desk: Option<Desk>,
    identities: Identities,
    random: fastrand::Rng,
    scripts: ScriptCache,
    /// Connections that are open.
    connections: Rc<Cell<u32>>,
    buffer: Vec<u8>,
    serial: u32,
    sessions: sessions::Sessions,
    stopping: Option<StopMode>,
    /// When requests still in flight are given up after a stop.
    give_up_us: Option<u64>,
    /// The first moment at which a user's own time and the grace after it are over.
    overdue_us: u64,
    grace_us: u64,
    /// When the worker looks at the control next.
    beat_us: u64,
    seconds: SyncSender<WorkerSecond>,
    /// Closed seconds that the collector had no room for yet; then they wait here.
    unsent: Vec<WorkerSecond>,
    /// The sample log, when it was asked for.
    log: Option<WorkerLog>,
    /// The last transaction name that was made, for the log: figures know only so many names.
    made_name: String,
}

pub struct WorkerSetup {
    pub number: u32,
    pub shared: Shared,
    pub program: Program,
    pub variables: Vec<(String, String)>,
    pub workers: u32,
    pub work: Work,
    /// Users of the closed model that the whole job has.
    pub users_planned: u32,
    pub is_adjustable: bool,
    pub busy_poll: bool,
    /// Added to every assignment's times.
    pub base_us: u64,
    pub seed: u64,
    pub grace_us: u64,
    pub seconds: SyncSender<WorkerSecond>,
}

const READ_BUFFER: usize = 64 * 1024;
const EVENTS: usize = 512;
/// Names the resolver's wake-up among the events; users' numbers never get there.
const RESOLVER_TOKEN: u64 = u64::MAX;
/// The same for locks that users were given.
const LOCKS_TOKEN: u64 = u64::MAX - 1;
/// The same for users that need not wait for others any more.
const GATHERED_TOKEN: u64 = u64::MAX - 2;
/// The same for answers of databases.
const DESK_TOKEN: u64 = u64::MAX - 3;
/// Longest time without a look at the control, and the time between two beats, microseconds.
const BEAT_US: u64 = 50_000;

impl Worker {
    pub fn new(setup: WorkerSetup) -> std::io::Result<Self> {
        let WorkerSetup { number, shared, program, variables, work, base_us, seed, .. } = setup;
        // Otherwise the kernel may end a wait 50 µs late, to gather timers (prctl(2), PR_SET_TIMERSLACK).
        let _ = rustix::thread::set_current_timer_slack(NonZeroU64::new(1));
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let resolver = Resolver::new(Arc::clone(&shared.names), program.hosts.clone())?;
        epoll::add(&epoll, resolver.wake_fd(), EventData::new_u64(RESOLVER_TOKEN), EventFlags::IN)?;
        if let Some(wake) = shared.locks.wake_fd(number) {
            epoll::add(&epoll, wake, EventData::new_u64(LOCKS_TOKEN), EventFlags::IN)?;
        }
        let desk = shared.databases.clone().map(Desk::new).transpose()?;
        if let Some(desk) = &desk {
            epoll::add(&epoll, desk.wake_fd(), EventData::new_u64(DESK_TOKEN), EventFlags::IN)?;
        }
        let mut initial = Variables::new(program.slots.len());
        for (name, value) in &variables {
            initial.set_named(&program.slots, name, value);
        }
        let waker = timers::waker(&epoll, &shared, &program)?;
        let periods = vec![None; program.scenarios.len()];
        let now_us = shared.clock.now_us();
        let mut worker = Worker {
            labels: program.labels.clone(),
            recorder: Recorder::new(number, now_us, setup.busy_poll),
            random: fastrand::Rng::with_seed(seed ^ (u64::from(number) << 32)),
            scripts: ScriptCache::default(),
            program: Rc::new(program),
            log: shared.log.clone().map(WorkerLog::new),
            made_name: String::new(),
            shared,
            users: Vec::with_capacity(work.users.len()),
            vacant: Vec::new(),
            initial,
            streams_open: work.streams.len() as u32,
            streams: work.streams.into_iter().map(|share| Stream::new(share, base_us)).collect(),
            arrival_us: 0,
            number,
            workers: setup.workers,
            made: work.users.len() as u32,
            assigned: work.users,
            users_planned: setup.users_planned,
            base_us,
            is_adjustable: setup.is_adjustable,
            busy_poll: setup.busy_poll,
            paused: false,
            paused_since_us: 0,
            factor: 1.0,
            hold_from: u32::MAX,
            held: Vec::new(),
            connections: Rc::default(),
            running: 0,
            active: 0,
            timers: Timers::default(),
            gathered: Vec::new(),
            waker,
            periods,
            epoll,
            resolver,
            desk,
            identities: Identities::default(),
            buffer: vec![0; READ_BUFFER],
            serial: 0,
            sessions: sessions::Sessions::default(),
            stopping: None,
            give_up_us: None,
            overdue_us: u64::MAX,
            beat_us: now_us + BEAT_US,
            grace_us: setup.grace_us,
            seconds: setup.seconds,
            unsent: Vec::new(),
        };
        if let Some(databases) = worker.shared.databases.as_ref().filter(|_| number == 0) {
            let cpu_us = Arc::clone(&databases.cpu_us);
            let told_us = cpu_us.load(Ordering::Relaxed);
            worker.recorder.beside = Some(Beside { number: setup.workers, cpu_us, told_us });
        }
        worker.arrival_us = worker.next_arrival_us();
        worker.admit();
        Ok(worker)
    }

    fn admit(&mut self) {
        let base_us = self.base_us;
        let micros = |time: std::time::Duration| base_us + time.as_micros() as u64;
        for (ordinal, assignment) in self.assigned.iter().enumerate() {
            let stop_us = assignment.span.stop.map(micros);
            self.overdue_us = self.overdue_us.min(stop_us.map_or(u64::MAX, |stop| stop + self.grace_us));
            let Assignment { scenario, number, .. } = *assignment;
            let mut user = Box::new(User::new(number, scenario, stop_us, &self.program, &self.initial));
            user.ordinal = ordinal as u32 + 1;
            let index = self.users.len() as u32;
            self.timers.set(index, &mut user.deadline, micros(assignment.span.start));
            self.users.push(Some(user));
            self.running += 1;
        }
    }

    /// Runs until every user is done.
    pub fn run(mut self) -> std::io::Result<()> {
        let mut events = Vec::with_capacity(EVENTS);
        while self.running > 0 || self.streams_open > 0 {
            self.wait(&mut events)?;
            self.beat(events.len() as u32);
            // Before anything is counted: what happens from here on belongs to the new second.
            let now_us = self.shared.clock.now_us();
            if now_us >= self.recorder.ends_us() {
                self.close_second(now_us, false);
            }
            self.fire_arrivals();
            for event in events.drain(..) {
                self.event(event);
                if self.arrival_us != u64::MAX {
                    // An arrival must not wait until all answers are worked off.
                    self.fire_arrivals();
                }
            }
            let now_us = self.shared.clock.now_us();
            self.fire_timers(now_us);
            self.drive_streams();
            self.heed_control(now_us);
        }
        self.hand_over_log();
        self.close_second(self.shared.clock.now_us(), true);
        for second in std::mem::take(&mut self.unsent) {
            // The collector reads until all workers are gone; when it is gone itself there is nobody to tell.
            let _ = self.seconds.send(second);
        }
        Ok(())
    }

    fn wait(&mut self, events: &mut Vec<epoll::Event>) -> std::io::Result<()> {
        let now_us = self.shared.clock.now_us();
        self.recorder.turn_ends(now_us);
        let next = [self.arrival_us, self.recorder.ends_us(), self.beat_us];
        let next_us = next.into_iter().chain(self.timers.next_us()).min().unwrap_or(now_us);
        let wait_us = if self.busy_poll { 0 } else { next_us.saturating_sub(now_us) };
        let timeout = Timespec {
            tv_sec: (wait_us / 1_000_000) as i64,
            tv_nsec: ((wait_us % 1_000_000) * 1_000) as i64,
        };
        match epoll::wait(&self.epoll, rustix::buffer::spare_capacity(events), Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// A timer of the worker's own, so that its lateness is known in plans without think time, too.
    fn beat(&mut self, events: u32) {
        let now_us = self.shared.clock.now_us();
        self.recorder.turn_begins(now_us, events);
        if now_us >= self.beat_us {
            self.recorder.timer_fired(now_us - self.beat_us);
            self.beat_us = now_us + BEAT_US;
            self.hand_over_log();
        }
    }

    fn event(&mut self, event: epoll::Event) {
        let token = event.data.u64();
        if token == RESOLVER_TOKEN {
            for index in self.resolver.answered() {
                self.with_user(index, Self::name_resolved);
            }
            return;
        }
        if token == DESK_TOKEN {
            return self.sql_event();
        }
        if token == GATHERED_TOKEN {
            return self.let_gathered_go();
        }
        if token == LOCKS_TOKEN {
            for index in self.shared.locks.served(self.number) {
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
    fn with_user(&mut self, index: u32, action: impl FnOnce(&mut Self, u32, &mut User)) {
        let Some(mut user) = self.users[index as usize].take() else { return };
        action(self, index, &mut user);
        self.put_back(index, user);
    }

    fn fire_timers(&mut self, now_us: u64) {
        while let Some((entry_us, index)) = self.timers.pop_due(now_us) {
            let Some(mut user) = self.users[index as usize].take() else { continue };
            if let Some(wanted_us) = self.timers.due(index, &mut user.deadline, entry_us, now_us) {
                self.timer_fired(index, &mut user, now_us.saturating_sub(wanted_us));
            }
            self.put_back(index, user);
            // Nor until all users that thought have begun their requests.
            self.fire_arrivals();
        }
    }

    fn timer_fired(&mut self, index: u32, user: &mut User, late_us: u64) {
        match user.activity {
            Activity::Waiting => {
                self.recorder.timer_fired(late_us);
                self.becomes_active(user);
                self.drive(index, user);
            }
            Activity::Thinking { .. } if user.gathering.is_some() => self.lost_patience(index, user),
            Activity::Thinking { since_us } => {
                self.recorder.timer_fired(late_us);
                self.recorder.think_us += self.shared.clock.now_us() - since_us;
                user.activity = Activity::Waiting;
                if self.must_stop(user) && !self.is_due(user) {
                    return self.end_user(index, user);
                }
                self.drive(index, user);
            }
            Activity::Exchanging => self.timed_out(index, user),
            Activity::Held { .. } | Activity::Locked if self.must_stop(user) => self.end_user(index, user),
            Activity::Held { .. } | Activity::Locked | Activity::Idle => {}
        }
    }

    fn close_second(&mut self, now_us: u64, is_last: bool) {
        self.recorder.connections = self.connections.get();
        for stream in &mut self.streams {
            let counts = stream.take_counts();
            self.recorder.arrivals(&stream.name, counts);
        }
        self.unsent.extend(self.recorder.turn(now_us, self.active, &self.labels));
        if let Some(last) = self.unsent.last_mut() {
            last.is_last = is_last;
        }
        while !self.unsent.is_empty() {
            let second = self.unsent.remove(0);
            if let Err(error) = self.seconds.try_send(second) {
                match error {
                    std::sync::mpsc::TrySendError::Full(second) => self.unsent.insert(0, second),
                    std::sync::mpsc::TrySendError::Disconnected(_) => continue,
                }
                return;
            }
        }
    }
}

/// The position of a user that has ended.
const ENDED: u32 = u32::MAX;
