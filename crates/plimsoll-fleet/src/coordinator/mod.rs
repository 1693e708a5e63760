//! The coordinator's side of a fleet: who its nodes are, and what each of them is to do.

mod assemble;
mod check;
mod error;
mod generator;
mod hub;
mod joining;
mod merge;
mod own_files;
mod state;
mod step;

pub use check::{CheckedTarget, NodeCheck};
pub use error::FleetError;
pub use generator::FleetGenerator;
pub use own_files::NodeFile;
pub use state::FleetState;

use crate::clock::{ClockLooks, Offset, RoundTrip, offset};
use crate::kubernetes::NodePods;
use crate::launch::Launched;
use crate::message::{ControlState, NodeAnswer, NodeOrder, PROTOCOL, RunZero, Subjects, to_json};
use crate::parcel::PlanParcel;
use crate::server::OwnServer;
use async_nats::{Client, jetstream};
use hub::NodeEvent;
use plimsoll_engine::RunClock;
use plimsoll_run::{FleetRecord, NodeRecord};
use plimsoll_study::FleetSpec;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

/// Round trips of one look at a node's clock.
const CLOCK_TRIPS: u32 = 8;
/// How long the server may take to forget what is in the run file.
const FORGOTTEN: Duration = Duration::from_secs(2);
/// How long a node may take to answer a small order.
const ANSWER: Duration = Duration::from_secs(5);

/// A fleet whose nodes are there.
pub struct Fleet {
    spec: FleetSpec,
    session: String,
    shared: Arc<HubState>,
    events: Mutex<Receiver<NodeEvent>>,
    handle: Handle,
    /// By number, from 1.
    nodes: Vec<Member>,
    keys: AtomicU64,
    launched: Mutex<Vec<Launched>>,
    /// Nodes that Kubernetes runs.
    cluster: Mutex<Option<NodePods>>,
    state_file: Mutex<Option<state::StateFile>>,
    /// Of a coordinator before this one.
    step_before: Mutex<Option<state::PreparedStep>>,
    /// Ends the runtime's thread.
    running: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
    server: Option<OwnServer>,
}

/// A node of the fleet.
#[derive(Clone, Debug)]
struct Member {
    number: u32,
    id: String,
    record: NodeRecord,
    workers: Option<u32>,
}

/// What the tasks of a fleet share.
struct HubState {
    subjects: Subjects,
    client: Client,
    /// What our times are from.
    started: Instant,
    heard: Mutex<BTreeMap<String, Heard>>,
    /// The fleet, once it has come together.
    members: Mutex<BTreeSet<String>>,
    parcel: Mutex<PlanParcel>,
}

/// What was heard of a node.
#[derive(Clone, Debug)]
struct Heard {
    record: NodeRecord,
    protocol: u32,
    machine: String,
    /// `None`: only another coordinator has heard of it.
    last: Option<Instant>,
    /// Since then it may be heard of.
    expected: Instant,
    /// It performs a step, of whichever run.
    is_busy: bool,
    /// What its load is to be.
    control: ControlState,
    clock: ClockLooks,
    /// Its time of day against ours; nothing is measured by it.
    day_ahead_us: i64,
    /// The run that it performed last.
    run: Option<RunZero>,
}

impl Heard {
    /// Of a node that has said nothing yet.
    fn expected(record: NodeRecord) -> Heard {
        Heard {
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

    fn silent(&self) -> Duration {
        self.last.unwrap_or(self.expected).elapsed()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl HubState {
    fn now_us(&self) -> u64 {
        self.started.elapsed().as_micros() as u64
    }

    /// Asks a node; `Err`: why there is no answer.
    async fn ask(&self, id: &str, order: &NodeOrder, patience: Duration) -> Result<NodeAnswer, String> {
        let request = async_nats::Request::new().payload(to_json(order).into()).timeout(Some(patience));
        let answer = self.client.send_request(self.subjects.node(id), request).await;
        let answer = answer.map_err(|error| error.to_string())?;
        match serde_json::from_slice(&answer.payload) {
            Ok(NodeAnswer::Refused { why }) => Err(why),
            Ok(answer) => Ok(answer),
            Err(error) => Err(format!("its answer is not understood: {error}")),
        }
    }

    /// What the time is at a node.
    async fn look_at_clock(&self, id: &str) {
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

impl Fleet {
    /// How many nodes there are.
    pub fn size(&self) -> u32 {
        self.nodes.len() as u32
    }

    pub fn record(&self) -> FleetRecord {
        let heard = lock(&self.shared.heard);
        let node = |member: &Member| {
            let clock_uncertainty_us =
                heard.get(&member.id).map_or(0, |heard| heard.clock.last().uncertainty_us);
            NodeRecord { number: member.number, clock_uncertainty_us, ..member.record.clone() }
        };
        FleetRecord {
            name: self.spec.name.clone(),
            nodes: self.nodes.iter().map(node).collect(),
            on_lost_node: self.spec.on_lost_node,
        }
    }

    /// Files that nodes may ask for from now on.
    pub fn offer(&self, parcel: PlanParcel) {
        *lock(&self.shared.parcel) = parcel;
    }

    /// Looks at the clocks of these nodes.
    fn look_at_clocks(&self, nodes: &[Member]) {
        let looks = nodes.iter().map(|node| self.shared.look_at_clock(&node.id));
        self.handle.block_on(futures_util::future::join_all(looks));
    }

    /// The clock of a run that another coordinator began, as its nodes know it; `None`: none of them does.
    pub fn clock_of_run(&self, started_unix_us: i64) -> Option<RunClock> {
        let heard = lock(&self.shared.heard);
        let knows = |heard: &Heard| heard.run.filter(|run| run.started_unix_us == started_unix_us);
        let (zero, offset) = heard
            .values()
            .filter_map(|heard| Some((knows(heard)?, heard.clock.last())))
            .min_by_key(|(_, offset)| offset.uncertainty_us)?;
        let now = Instant::now();
        let theirs_us = now.duration_since(self.shared.started).as_micros() as i64 + offset.ahead_us;
        RunClock::of_another(now, u64::try_from(theirs_us - zero.node_us).ok()?, started_unix_us)
    }

    /// What a node's clock reads when the run's reads 0.
    fn run_zero_us(&self, id: &str, clock: &RunClock) -> i64 {
        let ours = self.shared.now_us() as i64 - clock.now_us() as i64;
        ours + self.offset_of(id).ahead_us
    }

    fn offset_of(&self, id: &str) -> Offset {
        lock(&self.shared.heard).get(id).map(|heard| heard.clock.last()).unwrap_or_default()
    }

    /// The run's clock as the node has it, which reads 0 when the node's reads this, against ours at this moment of the run: by how
    /// much it is ahead, and how sure that is.
    fn clock_of(&self, id: &str, zero_us: i64, clock: &RunClock, run_us: u64) -> (i64, u64) {
        let began_us = self.shared.now_us() as i64 - clock.now_us() as i64;
        let at_us = u64::try_from(began_us + run_us as i64).unwrap_or(0);
        let found = lock(&self.shared.heard).get(id).map(|heard| heard.clock.at(at_us)).unwrap_or_default();
        (began_us + found.ahead_us - zero_us, found.uncertainty_us)
    }

    /// As [`Fleet::run_zero_us`], as a coordinator before said it to the node.
    fn run_zero_before(&self, id: &str, clock: &RunClock) -> i64 {
        let run = lock(&self.shared.heard).get(id).and_then(|heard| heard.run);
        let known = run.filter(|run| run.started_unix_us == clock.started_unix_us());
        known.map_or_else(|| self.run_zero_us(id, clock), |run| run.node_us)
    }

    fn silent_for(&self, id: &str) -> Duration {
        lock(&self.shared.heard).get(id).map_or(Duration::MAX, Heard::silent)
    }

    fn is_connected(&self) -> bool {
        self.shared.client.connection_state() == async_nats::connection::State::Connected
    }

    /// The same order for several nodes at once; what each of them said.
    fn order_all(
        &self,
        orders: Vec<(String, NodeOrder)>,
        patience: Duration,
    ) -> Vec<(String, Result<NodeAnswer, String>)> {
        let asked = orders.into_iter().map(|(id, order)| async move {
            let answer = self.shared.ask(&id, &order, patience).await;
            (id, answer)
        });
        self.handle.block_on(futures_util::future::join_all(asked))
    }

    /// What the load of these nodes is to be, now and whenever they ask.
    fn set_control(&self, nodes: &[Member], key: u64, control: ControlState) {
        {
            let mut heard = lock(&self.shared.heard);
            for node in nodes {
                if let Some(heard) = heard.get_mut(&node.id) {
                    heard.control = control;
                }
            }
        }
        for node in nodes {
            let (shared, id) = (Arc::clone(&self.shared), node.id.clone());
            self.handle.spawn(async move {
                let order = NodeOrder::Control { key, control };
                // Its next beat asks again.
                let _ = shared.ask(&id, &order, ANSWER).await;
            });
        }
    }

    /// A node forgets a step that it is not to begin any more.
    fn drop_step(&self, node: &Member, key: u64) {
        let (shared, id) = (Arc::clone(&self.shared), node.id.clone());
        self.handle.spawn(async move {
            for _ in 0..5 {
                if shared.ask(&id, &NodeOrder::Drop { key }, Duration::from_secs(1)).await.is_ok() {
                    return;
                }
            }
        });
    }

    /// All of it is in the run file; the server need not store it any longer.
    async fn forget_events(&self) {
        let context = jetstream::new(self.shared.client.clone());
        let subject = self.shared.subjects.events(&self.session, "*");
        let forgotten = async {
            let stream = context.get_stream(Subjects::stream(&self.spec.name)).await.ok()?;
            stream.purge().filter(subject).await.ok()
        };
        // Else it goes when its time is over.
        let _ = tokio::time::timeout(FORGOTTEN, forgotten).await;
    }

    fn next_key(&self) -> u64 {
        self.keys.fetch_add(1, Ordering::Relaxed) + 1
    }
}

impl Drop for Fleet {
    /// Nodes leave, and what was started ends.
    fn drop(&mut self) {
        let ids: Vec<String> = lock(&self.shared.heard).keys().cloned().collect();
        let leave = ids.into_iter().map(|id| (id, NodeOrder::Leave)).collect();
        self.order_all(leave, Duration::from_secs(1));
        self.handle.block_on(self.forget_events());
        let mut launched = std::mem::take(&mut *lock(&self.launched));
        launched.iter_mut().for_each(Launched::end);
        drop(lock(&self.cluster).take());
        drop(lock(&self.state_file).take());
        if let Some(running) = self.running.take() {
            let _ = running.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
