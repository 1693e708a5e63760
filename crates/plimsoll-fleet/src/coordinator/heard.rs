//! What the tasks of a fleet share: the connection, and what was heard of each node.

use crate::clock::{ClockLooks, RoundTrip, offset};
use crate::connection::request;
use crate::message::{ControlState, NodeAnswer, NodeOrder, PROTOCOL, RunZero, Subjects, to_json};
use crate::parcel::PlanParcel;
use async_nats::Client;
use plimsoll_run::NodeRecord;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Round trips of one look at a node's clock.
const CLOCK_TRIPS: u32 = 8;
/// How long a node may take to answer a small order.
pub const ANSWER: Duration = Duration::from_secs(5);

/// What the tasks of a fleet share.
pub struct HubState {
    pub subjects: Subjects,
    pub client: Client,
    /// What our times are from.
    pub started: Instant,
    pub heard: Mutex<BTreeMap<String, HeardNode>>,
    /// The fleet, once it has come together.
    pub members: Mutex<BTreeSet<String>>,
    pub parcel: Mutex<PlanParcel>,
}

/// What was heard of a node.
#[derive(Clone, Debug)]
pub struct HeardNode {
    pub record: NodeRecord,
    pub protocol: u32,
    pub machine: String,
    /// `None`: only another coordinator has heard of it.
    pub last: Option<Instant>,
    /// Since then it may be heard of.
    pub expected: Instant,
    /// It performs a step, of whichever run.
    pub is_busy: bool,
    /// What its load is to be.
    pub control: ControlState,
    pub clock: ClockLooks,
    /// Its time of day against ours; nothing is measured by it.
    pub day_ahead_us: i64,
    /// The run that it performed last.
    pub run: Option<RunZero>,
}

impl HeardNode {
    /// Of a node that has said nothing yet.
    pub fn expected(record: NodeRecord) -> HeardNode {
        HeardNode {
            record,
            protocol: PROTOCOL,
            machine: String::new(),
            last: None,
            expected: Instant::now(),
            is_busy: false,
            control: ControlState::default(),
            clock: ClockLooks::default(),
            day_ahead_us: 0,
            run: None,
        }
    }

    pub fn silent(&self) -> Duration {
        self.last.unwrap_or(self.expected).elapsed()
    }
}

impl HubState {
    pub fn now_us(&self) -> u64 {
        self.started.elapsed().as_micros() as u64
    }

    /// Asks a node; `Err`: why there is no answer.
    pub async fn ask(&self, id: &str, order: &NodeOrder, patience: Duration) -> Result<NodeAnswer, String> {
        let answer = request(&self.client, self.subjects.node(id), to_json(order), patience).await?;
        match serde_json::from_slice(&answer.payload) {
            Ok(NodeAnswer::Refused { why }) => Err(why),
            Ok(answer) => Ok(answer),
            Err(error) => Err(format!("its answer is not understood: {error}")),
        }
    }

    /// What the time is at a node.
    pub async fn look_at_clock(&self, id: &str) {
        let (mut trips, mut last) = (Vec::new(), None);
        let mut day: Option<(u64, i64)> = None;
        for _ in 0..CLOCK_TRIPS {
            let asked_us = self.now_us();
            let answer = self.ask(id, &NodeOrder::Clock, ANSWER).await;
            let answered_us = self.now_us();
            let Ok(NodeAnswer::Clock { node_us, unix_us, run }) = answer else { continue };
            let trip_us = answered_us - asked_us;
            if day.is_none_or(|(quickest_us, _)| trip_us < quickest_us) {
                let ours_us = crate::clock::day_us() - trip_us as i64 / 2;
                day = Some((trip_us, unix_us - ours_us));
            }
            trips.push(RoundTrip { asked_us, answered_us, theirs_us: node_us });
            last = run;
        }
        if let (Some(found), Some(heard)) = (offset(&trips), lock(&self.heard).get_mut(id)) {
            heard.clock.add(self.now_us(), found);
            heard.run = last;
            heard.day_ahead_us = day.map_or(0, |(_, ahead_us)| ahead_us);
        }
    }
}

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
