//! The coordinator's side of a fleet: who its nodes are, and what each of them is to do.

mod assemble;
mod check;
mod clocks;
mod error;
mod find_again;
mod generator;
mod heard;
mod hub;
mod joining;
mod meeting;
mod merge;
mod own_files;
mod state;
mod step;

pub use check::{CheckedTarget, NodeCheck};
pub use error::FleetError;
pub use generator::FleetGenerator;
pub use own_files::NodeFile;
pub use state::FleetState;

use crate::kubernetes::NodePods;
use crate::launch::Launched;
use crate::message::{ControlState, NodeAnswer, NodeOrder, Subjects};
use crate::parcel::PlanParcel;
use crate::server::OwnServer;
use async_nats::jetstream;
use heard::{ANSWER, HeardNode, HubState, lock};
use hub::NodeEvent;
use plimsoll_run::{FleetRecord, NodeRecord};
use plimsoll_study::FleetSpec;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::runtime::Handle;

/// How long the server may take to forget what is in the run file.
const FORGOTTEN: Duration = Duration::from_secs(2);

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
    is_ended: AtomicBool,
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

    fn silent_for(&self, id: &str) -> Duration {
        lock(&self.shared.heard).get(id).map_or(Duration::MAX, HeardNode::silent)
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

    /// Nodes leave, and what was started is removed; what could not be.
    pub fn end(&self) -> Result<(), FleetError> {
        if self.is_ended.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let ids: Vec<String> = lock(&self.shared.heard).keys().cloned().collect();
        let leave = ids.into_iter().map(|id| (id, NodeOrder::Leave)).collect();
        self.order_all(leave, Duration::from_secs(1));
        self.handle.block_on(self.forget_events());
        let mut launched = std::mem::take(&mut *lock(&self.launched));
        launched.iter_mut().for_each(Launched::end);
        let pods = lock(&self.cluster).take();
        let removed = pods.map_or(Ok(()), NodePods::remove);
        drop(lock(&self.state_file).take());
        Ok(removed?)
    }

    fn next_key(&self) -> u64 {
        self.keys.fetch_add(1, Ordering::Relaxed) + 1
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        let _ = self.end();
        if let Some(running) = self.running.take() {
            let _ = running.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
