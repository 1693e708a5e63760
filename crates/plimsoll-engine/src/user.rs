//! A virtual user: a position in its scenario and what it has with it.

use crate::program::{CompiledScenario, Program};
use crate::protocol::http::HttpClient;
use crate::protocol::state::{Clients, InFlight};
use crate::sample_log::GroupLog;
use crate::scope::{UserData, Variables};
use crate::timer::Deadline;
use std::rc::Rc;
use std::sync::Arc;

/// What a user waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserActivity {
    /// Its start, or its next turn.
    Waiting,
    /// For an arrival.
    Idle,
    /// Kept from its next request by whoever controls the load.
    OnHold {
        since_us: u64,
    },
    Thinking {
        since_us: u64,
    },
    /// For a lock that another user has.
    Locked,
    Exchanging,
}

pub struct User {
    /// What its texts and scripts see.
    pub data: UserData,
    pub execution: Execution,
    pub timing: UserTiming,
    pub in_flight: InFlight,
    pub http: HttpClient,
    /// What it has open by other protocols.
    pub clients: Clients,
    /// It is counted among the users at work.
    pub is_active: bool,
    /// Which of the worker's planned users it is, from 1; those of the highest ordinals are held first. 0:
    /// it serves arrivals, and is held only while all are.
    pub ordinal: u32,
    /// The stream of arrivals that it serves.
    pub stream: Option<u32>,
    /// Its name in the sample log; made with its first row.
    pub thread: Option<Arc<str>>,
    /// It is counted among the threads of the sample log.
    pub is_logged: bool,
}

/// Where a user is in its program, and its registers.
pub struct Execution {
    pub position: u32,
    pub registers: Box<[i64]>,
    pub shuffles: Box<[Vec<u32>]>,
    /// By counter element, for counters of its own.
    pub counters: Box<[Option<i64>]>,
    /// By data set, for data sets of its own.
    pub rows: Box<[u64]>,
    pub groups: Vec<OpenGroup>,
    /// The names of the locks that are open, the outermost first; an empty one locks nothing.
    pub locks: Vec<Rc<str>>,
    pub awaited_lock: Option<Rc<str>>,
    /// What it left half-way, to continue there later.
    pub suspended: Vec<Suspended>,
    pub last_succeeded: bool,
    /// A request of it has been counted.
    pub has_performed: bool,
}

/// What a user waits for, and until when.
pub struct UserTiming {
    /// When its next request is to start, where that is planned (an arrival, a pace).
    pub intended_us: Option<u64>,
    /// When it must not begin anything new.
    pub stop_us: Option<u64>,
    pub activity: UserActivity,
    pub deadline: Deadline,
    /// How long its next sleep is to be, as far as it is known.
    pub delay_us: u64,
    /// The timer at which it waits for others, and their generation.
    pub rendezvous: Option<(u32, u64)>,
    /// When it was last let go after having been held; 0: never.
    pub released_us: u64,
}

/// What was open inside of an option, or of steps that ran out of time, when they were left.
#[derive(Debug)]
pub struct Suspended {
    /// Holds the position at which the user continues.
    pub register: u32,
    pub groups: Vec<OpenGroup>,
    pub locks: Vec<Rc<str>>,
}

/// A transaction that has begun.
#[derive(Debug)]
pub struct OpenGroup {
    pub label: u32,
    pub started_us: u64,
    pub intended_us: Option<u64>,
    pub include_pauses: bool,
    pub replaces_requests: bool,
    pub requests: u64,
    pub response_us: u64,
    pub service_us: u64,
    pub first_byte_us: Option<u64>,
    pub bytes_sent: u64,
    pub bytes_received: u64,
    /// The first request in it that failed.
    pub failure: Option<String>,
    pub log: Option<Box<GroupLog>>,
}

impl User {
    pub fn new(
        number: u32,
        scenario: usize,
        stop_us: Option<u64>,
        program: &Program,
        variables: &Variables,
    ) -> Self {
        let CompiledScenario { registers, shuffles, .. } = program.scenarios[scenario];
        User {
            data: UserData::new(number, scenario, variables.clone()),
            execution: Execution {
                position: 0,
                registers: vec![0; registers as usize].into(),
                shuffles: vec![Vec::new(); shuffles as usize].into(),
                counters: vec![None; program.counters.len()].into(),
                rows: vec![0; program.data_sets].into(),
                groups: Vec::new(),
                locks: Vec::new(),
                awaited_lock: None,
                suspended: Vec::new(),
                last_succeeded: true,
                has_performed: false,
            },
            timing: UserTiming {
                intended_us: None,
                stop_us,
                activity: UserActivity::Waiting,
                deadline: Deadline::default(),
                delay_us: 0,
                rendezvous: None,
                released_us: 0,
            },
            in_flight: InFlight::Nothing,
            http: HttpClient::default(),
            clients: Clients::default(),
            is_active: false,
            ordinal: 0,
            stream: None,
            thread: None,
            is_logged: false,
        }
    }

    /// Its time is over then, if not before.
    pub fn end_by(&mut self, ends_us: u64) {
        self.timing.stop_us = Some(self.timing.stop_us.map_or(ends_us, |stop_us| stop_us.min(ends_us)));
    }

    /// The planned start of what begins now. Transactions that had none themselves were to begin with it, if they have
    /// begun later.
    pub fn take_intended(&mut self) -> Option<u64> {
        let at_us = self.timing.intended_us.take()?;
        for group in self.execution.groups.iter_mut().filter(|group| group.intended_us.is_none()) {
            group.intended_us = Some(at_us.min(group.started_us));
        }
        Some(at_us)
    }
}
