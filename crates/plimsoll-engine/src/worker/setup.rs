//! What a worker is made of.

use super::arrivals::ArrivalStream;
use super::{
    BEAT_US, DATABASES_TOKEN, Io, LOCKS_TOKEN, LoadControl, RESOLVER_TOKEN, Recording, Shared, SharedWaits,
    StopState, Worker, WorkerContext, WorkerUsers, timers,
};
use crate::assignment::{Assignment, Work};
use crate::budget::LookBudget;
use crate::exchange_examples::ExchangeExamples;
use crate::net::identity::Identities;
use crate::net::resolve::Resolver;
use crate::program::Program;
use crate::protocol::http::response::BodyRoom;
use crate::protocol::http2::Sessions;
use crate::protocol::sql::DatabaseClient;
use crate::recorder::{BackgroundThread, Recorder, WorkerSecond};
use crate::sample_log::WorkerLog;
use crate::scope::Variables;
use crate::timer::Timers;
use crate::user::User;
use plimsoll_plan::expression::ScriptCache;
use rustix::event::epoll::{self, EventData, EventFlags};
use std::cell::Cell;
use std::collections::BinaryHeap;
use std::num::NonZeroU64;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::SyncSender;

pub struct WorkerSetup {
    pub number: u32,
    pub shared: Shared,
    pub program: Program,
    pub variables: Vec<(String, String)>,
    pub workers: u32,
    pub work: Work,
    /// Users of the closed model that the whole task has.
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

impl Worker {
    pub fn new(setup: WorkerSetup) -> std::io::Result<Self> {
        let WorkerSetup { number, shared, program, variables, work, base_us, seed, .. } = setup;
        // Otherwise the kernel may end a wait 50 µs late, to gather timers (prctl(2), PR_SET_TIMERSLACK).
        let _ = rustix::thread::set_current_timer_slack(NonZeroU64::new(1));
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let resolver = Resolver::new(Arc::clone(&shared.network.names), program.hosts.clone())?;
        epoll::add(&epoll, resolver.wake_fd(), EventData::new_u64(RESOLVER_TOKEN), EventFlags::IN)?;
        if let Some(wake) = shared.locks.wake_fd(number) {
            epoll::add(&epoll, wake, EventData::new_u64(LOCKS_TOKEN), EventFlags::IN)?;
        }
        let databases = shared.databases.clone().map(DatabaseClient::new).transpose()?;
        if let Some(client) = &databases {
            epoll::add(&epoll, client.wake_fd(), EventData::new_u64(DATABASES_TOKEN), EventFlags::IN)?;
        }
        let mut initial = Variables::new(program.slots.len());
        for (name, value) in &variables {
            initial.set_named(&program.slots, name, value);
        }
        let waker = timers::waker(&epoll, &shared, &program)?;
        let periods = vec![None; program.scenarios.len()];
        let shapes_over = vec![false; program.scenarios.len()];
        let now_us = shared.clock.now_us();
        let bodies_bytes = shared.bounds.bodies_bytes / setup.workers.max(1) as usize;
        let (log, network) = (shared.log.clone(), shared.network.clone());
        // One worker reports for the thread of the databases.
        let databases_cpu = shared.databases.as_ref().filter(|_| number == 0).map(|databases| {
            let cpu_us = Arc::clone(&databases.cpu_us);
            let reported_us = cpu_us.load(Ordering::Relaxed);
            (cpu_us, reported_us)
        });
        let mut worker = Worker {
            context: WorkerContext {
                labels: program.labels.clone().bounded(shared.bounds.transactions),
                random: fastrand::Rng::with_seed(seed ^ (u64::from(number) << 32)),
                scripts: ScriptCache::default(),
                budget: LookBudget::new(shared.clock, shared.bounds),
                program: Rc::new(program),
                shared,
                number,
            },
            io: Io {
                epoll,
                network,
                resolver,
                databases,
                identities: Identities::default(),
                sessions: Sessions::default(),
                connections: Rc::default(),
                connects: 0,
                openings: 0,
                serial: 0,
                buffer: vec![0; READ_BUFFER],
                bodies: Rc::new(BodyRoom { max: bodies_bytes, used: Cell::new(0) }),
                reminders: BinaryHeap::new(),
                busy_poll: setup.busy_poll,
            },
            users: WorkerUsers {
                list: Vec::with_capacity(work.users.len()),
                vacant: Vec::new(),
                initial,
                running: 0,
                active: 0,
                timers: Timers::default(),
            },
            load: LoadControl {
                streams_open: work.streams.len() as u32,
                streams: work.streams.into_iter().map(|share| ArrivalStream::new(share, base_us)).collect(),
                arrival_us: 0,
                workers: setup.workers,
                made: work.users.len() as u32,
                assigned: work.users,
                users_planned: setup.users_planned,
                base_us,
                is_adjustable: setup.is_adjustable,
                has_started: false,
                paused: false,
                paused_since_us: 0,
                factor: 1.0,
                hold_from: u32::MAX,
                on_hold: Vec::new(),
            },
            waits: SharedWaits { waiting: Vec::new(), waker, periods, shapes_over },
            ending: StopState {
                stopping: None,
                give_up_us: None,
                overdue_us: u64::MAX,
                grace_us: setup.grace_us,
            },
            recording: Recording {
                recorder: Recorder::new(number, now_us, setup.busy_poll),
                beat_us: now_us + BEAT_US,
                seconds: setup.seconds,
                unsent: Vec::new(),
                log: log.map(WorkerLog::new),
            },
        };
        if let Some((cpu_us, reported_us)) = databases_cpu {
            worker.recording.recorder.background =
                Some(BackgroundThread { number: setup.workers, cpu_us, reported_us });
        }
        worker.recording.recorder.exchanges =
            ExchangeExamples::new(worker.context.shared.examples, setup.workers);
        worker.load.arrival_us = worker.next_arrival_us();
        worker.admit();
        Ok(worker)
    }

    fn admit(&mut self) {
        let base_us = self.load.base_us;
        let micros = |time: std::time::Duration| base_us + time.as_micros() as u64;
        for (ordinal, assignment) in self.load.assigned.iter().enumerate() {
            let stop_us = assignment.span.stop.map(micros);
            self.ending.overdue_us =
                self.ending.overdue_us.min(stop_us.map_or(u64::MAX, |stop| stop + self.ending.grace_us));
            let Assignment { scenario, number, .. } = *assignment;
            let mut user =
                Box::new(User::new(number, scenario, stop_us, &self.context.program, &self.users.initial));
            user.ordinal = ordinal as u32 + 1;
            let index = self.users.list.len() as u32;
            self.users.timers.set(index, &mut user.timing.deadline, micros(assignment.span.start));
            self.users.list.push(Some(user));
            self.users.running += 1;
        }
    }
}
