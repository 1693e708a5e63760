//! What the engine is asked to do, and what it tells.

use crate::clock::RunClock;
use crate::observer::SampleObserver;
use crate::sample_log::SampleLog;
use plimsoll_plan::Plan;
use plimsoll_run::{ExampleLimits, Second};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, RwLock};
use std::time::Duration;

/// A plan to perform.
// A field for each thing that is asked of its performance.
pub struct LoadTask<'a> {
    pub plan: &'a Plan,
    pub share: Share,
    pub workers: u32,
    /// On which cores they run, in turn; empty: the system chooses, again and again.
    pub cores: Vec<usize>,
    pub seed: u64,
    pub properties: PropertyMap,
    pub clock: RunClock,
    /// How long requests in flight may take after their user's time is over.
    pub grace: Duration,
    /// Local addresses to connect from, in turn: each has its own ports, so with more of them more connections
    /// to one server are possible. Empty: the system chooses.
    pub source_addresses: Vec<IpAddr>,
    /// Workers never sleep, so that an answer is noticed as soon as it arrives; each keeps its core busy. Their
    /// CPU time is then the time in which they had something to do.
    pub busy_poll: bool,
    /// Who says when answers arrived.
    pub receive_time: ReceiveTime,
    /// Where each finished sample goes as well; costs nothing when absent.
    pub sample_log: Option<SampleLog>,
    /// Who sees each sample whole; costs nothing when absent.
    pub observer: Option<Arc<dyn SampleObserver>>,
    /// How many exchanges are kept as examples.
    pub examples: ExampleLimits,
    /// Who says when each group of scenarios begins; `None`: the engine itself.
    pub start: Option<Arc<dyn StartGate>>,
    /// Which of the rows of data files, and of the numbers of counters, are ours.
    pub dealing: Dealing,
}

/// Holds a group of scenarios until all shares of a plan are as far.
pub trait StartGate: Send + Sync {
    /// Waits; the moment on the run's clock at which this group (from 0) begins. `None`: it is not to begin.
    fn start_of(&self, group: u32) -> Option<u64>;
}

impl<'a> LoadTask<'a> {
    /// The whole of a plan by one worker, with seed 0, of which nothing is kept beside its figures.
    pub fn of(plan: &'a Plan) -> LoadTask<'a> {
        LoadTask {
            plan,
            share: Share::WHOLE,
            workers: 1,
            cores: Vec::new(),
            seed: 0,
            properties: PropertyMap::default(),
            clock: RunClock::start(),
            grace: Duration::ZERO,
            source_addresses: Vec::new(),
            busy_poll: false,
            receive_time: ReceiveTime::default(),
            sample_log: None,
            observer: None,
            examples: ExampleLimits::NONE,
            start: None,
            dealing: Dealing::Once,
        }
    }

    /// By which rows and counters are dealt out.
    pub fn dealt(&self) -> Share {
        if self.dealing == Dealing::EachShare { Share::WHOLE } else { self.share }
    }
}

/// Who says when the bytes of an answer arrived, which is where its times end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReceiveTime {
    /// The kernel, which stamps what the network brings (`SO_TIMESTAMPNS`). That the worker was busy, asleep or without
    /// a core when it came is not the server's.
    #[default]
    Kernel,
    /// The worker, when it comes to read them. A system call is a little cheaper so.
    Worker,
}

/// How rows of data files and numbers of counters are dealt out among the shares of a load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dealing {
    /// In turn, whatever the file's length: each is used once by all of them together.
    #[default]
    Once,
    /// The same, but a row belongs to one share for good: a file that begins again does so with the share's own rows.
    OwnPart,
    /// Each share has all of them.
    EachShare,
}

/// Which of the users are ours: those whose number modulo `count` is `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub index: u32,
    pub count: u32,
}

impl Share {
    pub const WHOLE: Share = Share { index: 0, count: 1 };

    /// Which number of all shares the share's own `number` (from 0) is, where numbers are dealt out in turn.
    pub fn of_all(self, number: u64) -> u64 {
        number * u64::from(self.count.max(1)) + u64::from(self.index)
    }

    /// Whether the user with this number (from 0) is ours.
    pub fn has(self, user: u32) -> bool {
        user % self.count.max(1) == self.index
    }
}

/// JMeter's properties: shared by all users, changeable while the load runs.
#[derive(Clone, Debug, Default)]
pub struct PropertyMap {
    values: Arc<RwLock<BTreeMap<String, String>>>,
}

impl PropertyMap {
    pub fn new(values: BTreeMap<String, String>) -> Self {
        PropertyMap { values: Arc::new(RwLock::new(values)) }
    }

    pub fn get(&self, name: &str) -> Option<String> {
        self.values.read().ok()?.get(name).cloned()
    }

    pub fn all(&self) -> BTreeMap<String, String> {
        self.values.read().map(|values| values.clone()).unwrap_or_default()
    }

    pub fn set(&self, name: &str, value: String) {
        if let Ok(mut values) = self.values.write() {
            values.insert(name.to_owned(), value);
        }
    }
}

/// What the engine tells while it runs.
#[derive(Debug)]
pub enum EngineEvent {
    /// The main scenarios begin at this moment of the run's clock, on a whole second.
    MainStarted { at_us: u64 },
    /// One second, of all workers. May come again for a second that a slow worker closed late.
    Second(Box<Second>),
}

/// How it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// By a request's failure or a stop step of the plan.
    pub stopped_by_plan: bool,
    /// An arrival found no free user, and the plan ends the test then.
    pub overloaded: bool,
    /// When the last request of the main scenarios ended.
    pub main_ended_us: u64,
    /// When the first user of the main scenarios began; `None`: none did.
    pub first_user_us: Option<u64>,
    /// How long after their planned moments the workers' first arrivals began, at most; `None`: none did.
    pub first_late_us: Option<u64>,
    /// Requests in flight that were given up.
    pub abandoned: u64,
    /// Requests that were sent a second time for the server had closed the connection, or refused them unseen.
    pub sent_again: u64,
    /// Files of data that had no more rows.
    pub data_ended: Vec<plimsoll_run::DataEnd>,
    /// Workers that did not end within 5 s of a stop and its grace; their last seconds are missing.
    pub stuck_workers: u64,
    /// How long workers waited for the receiver of the sample log, all together.
    pub log_waited_us: u64,
    /// Samples that it did not take any more.
    pub log_lost: u64,
}

/// A seed for a part of a task: equal parts of equal seeds are equal, others are not related
/// (SplitMix64's finaliser; Steele, Lea and Flood 2014).
pub fn part_seed(seed: u64, part: u64) -> u64 {
    let mut z = seed.wrapping_add((part + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
