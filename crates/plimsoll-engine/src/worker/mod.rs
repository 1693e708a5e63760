//! One worker: a thread with its users, their connections and timers, and an epoll instance.

mod arrivals;
mod ending;
mod event_loop;
mod groups;
mod holding;
pub mod interpreter;
pub mod io;
mod iteration;
mod local;
mod observation;
mod pause;
pub mod sample;
mod sample_rows;
mod setup;
mod structure;
pub mod survival;
mod think;
mod timers;
mod values;

use crate::assignment::Assignment;
use crate::bounds::TaskBounds;
use crate::budget::LookBudget;
pub use setup::WorkerSetup;

use crate::clock::RunClock;
use crate::control::{Control, StopMode};
use crate::data::Positions;
use crate::extract::Answer;
use crate::labels::Labels;
use crate::load_task::PropertyMap;
use crate::lock::Locks;
use crate::net::FailureDetail;
use crate::observer::SampleObserver;
use crate::program::Program;
use crate::protocol::sql::Databases;
use crate::recorder::{Recorder, WorkerSecond};
use crate::sample_log::{SharedLog, WorkerLog};
use crate::scope::{SharedCounters, UserData, UserScope, Variables};
use crate::throughput::{Period, SharedTimers};
use crate::timer::Timers;
use crate::user::User;
use arrivals::ArrivalStream;
use io::Io;
pub use io::Network;
use plimsoll_plan::expression::ScriptCache;
use plimsoll_run::{ExampleLimits, ExampleReason};
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, OnceLock};

/// What all workers of a task share; nothing in it is written on the way of a request but shared
/// positions and counters that the plan asks for.
#[derive(Clone)]
pub struct Shared {
    pub clock: RunClock,
    pub control: Control,
    pub properties: PropertyMap,
    pub positions: Positions,
    pub counters: SharedCounters,
    pub locks: Locks,
    pub network: Network,
    pub outcome: Arc<TaskOutcome>,
    pub machine_ip: Arc<OnceLock<String>>,
    pub timers: Arc<SharedTimers>,
    /// `None`: the plan asks none.
    pub databases: Option<Databases>,
    pub log: Option<SharedLog>,
    pub observer: Option<Arc<dyn SampleObserver>>,
    pub examples: ExampleLimits,
    pub bounds: TaskBounds,
}

/// What is said of a task when it has ended.
#[derive(Default)]
pub struct TaskOutcome {
    pub stopped_by_plan: AtomicBool,
    /// An arrival found no free user, and the plan ends the test then.
    pub overloaded: AtomicBool,
    /// Requests given up at the end.
    pub abandoned: AtomicU64,
    pub sent_again: AtomicU64,
    /// When the first user of the main scenarios began; 0: none did.
    pub first_user_us: AtomicU64,
    /// How long after its planned moment the first arrival of a worker began, at most, and 1; 0: none did.
    pub first_late_us: AtomicU64,
    /// Workers that did not end and were left behind.
    pub stuck: AtomicU64,
}

/// A thread's part of the load. What it has stands in its parts; what it does, in the files beside this one.
pub struct Worker {
    pub context: WorkerContext,
    pub io: Io,
    pub users: WorkerUsers,
    pub load: LoadControl,
    pub waits: SharedWaits,
    pub ending: StopState,
    pub recording: Recording,
}

/// What users' steps are performed with.
pub struct WorkerContext {
    pub program: Rc<Program>,
    pub shared: Shared,
    /// Of the worker, from 0.
    pub number: u32,
    pub labels: Labels,
    pub random: fastrand::Rng,
    pub scripts: ScriptCache,
    pub budget: LookBudget,
}

pub struct WorkerUsers {
    pub list: Vec<Option<Box<User>>>,
    /// Places in it that are free again.
    pub vacant: Vec<u32>,
    /// What a new user starts with.
    pub initial: Variables,
    /// Users that have not ended.
    pub running: u32,
    /// Of these, users whose time has begun.
    pub active: u32,
    pub timers: Timers,
}

/// Which users there are to be: planned ones and arrivals, and what whoever controls the load has changed.
pub struct LoadControl {
    pub streams: Vec<ArrivalStream>,
    /// Of these, streams whose time is not over.
    pub streams_open: u32,
    /// When a stream has something to do next.
    pub arrival_us: u64,
    pub workers: u32,
    /// The users as planned (closed model), and how many the whole task has planned.
    pub assigned: Vec<Assignment>,
    pub users_planned: u32,
    /// Users of the closed model that were made, with those that a raised load added.
    pub made: u32,
    pub base_us: u64,
    /// Whether the control's pause and factor are for this part of the load.
    pub is_adjustable: bool,
    /// One of its users has begun.
    pub has_started: bool,
    pub paused: bool,
    pub paused_since_us: u64,
    pub factor: f64,
    /// Users from this ordinal on are held before their next request.
    pub hold_from: u32,
    pub on_hold: Vec<u32>,
}

/// What this worker knows of the timers that users share.
pub struct SharedWaits {
    /// Users that wait for others; what wakes the worker when they go on.
    pub waiting: Vec<u32>,
    pub waker: Arc<OwnedFd>,
    /// By scenario: the period of its random throughput that is at hand.
    pub periods: Vec<Period>,
    /// By scenario: its throughput's shape has ended.
    pub shapes_over: Vec<bool>,
}

/// When users are ended.
pub struct StopState {
    pub stopping: Option<StopMode>,
    /// When requests still in flight are given up after a stop.
    pub give_up_us: Option<u64>,
    /// The first moment at which a user's own time and the grace after it are over.
    pub overdue_us: u64,
    pub grace_us: u64,
}

/// Where figures go.
pub struct Recording {
    pub recorder: Recorder,
    /// When the worker looks at the control next.
    pub beat_us: u64,
    pub seconds: SyncSender<WorkerSecond>,
    /// Closed seconds that the collector had no room for yet; then they wait here.
    pub unsent: Vec<WorkerSecond>,
    /// The sample log, when it was asked for.
    pub log: Option<WorkerLog>,
}

impl Recording {
    /// Why the whole exchange is an example, if it is one.
    pub fn example_reason(
        &mut self,
        label: Option<u32>,
        failure: Option<&FailureDetail>,
        took_us: u64,
        now_us: u64,
    ) -> Option<ExampleReason> {
        let kind = failure.map(|(kind, _)| *kind);
        self.recorder.exchanges.reason(label?, kind, took_us, now_us)
    }

    pub fn wants_example(&self, label: Option<u32>, failure: Option<&FailureDetail>) -> bool {
        let Some((label, (kind, _))) = label.zip(failure) else { return false };
        self.recorder.answers.wants_example(label, *kind)
    }

    pub fn example(
        &mut self,
        label: Option<u32>,
        failure: Option<&FailureDetail>,
        at_us: u64,
        answer: &Answer<'_>,
        shown: impl Fn(&str) -> String,
    ) {
        if let Some((label, (kind, detail))) = label.zip(failure) {
            self.recorder.answers.example(label, (*kind, detail), at_us, answer, shown);
        }
    }
}

impl WorkerContext {
    /// A user's view of its variables and the run.
    pub fn scope<'a>(&'a mut self, user: &'a mut UserData) -> UserScope<'a> {
        UserScope {
            user,
            scripts: &mut self.scripts,
            program: &self.program,
            clock: &self.shared.clock,
            properties: &self.shared.properties,
            shared: &self.shared.counters,
            random: &mut self.random,
            machine_ip: &self.shared.machine_ip,
            eval_bounds: Default::default(),
            budget: &self.budget,
        }
    }

    pub fn now_us(&self) -> u64 {
        self.shared.clock.now_us()
    }
}

/// Names the resolver's wake-up among the events; users' numbers never get there.
const RESOLVER_TOKEN: u64 = u64::MAX;
/// The same for locks that users were given.
const LOCKS_TOKEN: u64 = u64::MAX - 1;
/// The same for users that need not wait for others any more.
const RENDEZVOUS_TOKEN: u64 = u64::MAX - 2;
/// The same for answers of databases.
const DATABASES_TOKEN: u64 = u64::MAX - 3;
/// Longest time without a look at the control, and the time between two beats, microseconds.
const BEAT_US: u64 = 50_000;

/// The position of a user that has ended.
const ENDED: u32 = u32::MAX;
