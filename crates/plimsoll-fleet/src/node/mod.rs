//! A node: waits for its coordinator, performs its share of each step, and sends what it measured.

mod files;
mod gate;
mod outbox;
mod own_file;
mod reach;
mod step;

use crate::connection::{ConnectionError, Credentials, reach};
use crate::message::{
    Beat, BeatReply, ControlState, NodeAnswer, NodeCalibration, NodeOrder, PROTOCOL, RunZero, Subjects,
    to_json,
};
use async_nats::{Client, Message};
use futures_util::StreamExt;
use outbox::Outbox;
use own_file::FilePiece;
use plimsoll_engine::{Control, StopMode};
use plimsoll_plan::Plan;
use plimsoll_run::{NodeRecord, Secrets};
use plimsoll_study::NatsServer;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use step::RunningStep;

/// Who a node is and where it reports.
#[derive(Clone, Debug)]
pub struct NodeOptions {
    pub fleet: String,
    pub server: NatsServer,
    pub credentials: Credentials,
    /// As the report calls it.
    pub name: String,
    /// Of the program.
    pub version: String,
    /// Threads that generate load; `None`: one per core.
    pub workers: Option<u32>,
    /// Nobody has asked for so long: it ends.
    pub orphan_timeout: Duration,
    /// It leaves when the run is over, and does not wait for another.
    pub once: bool,
    /// Where plans and its own run files are put.
    pub folder: PathBuf,
    /// Set when whoever started it is gone: it ends, unless it is one of a fleet that has come together.
    pub is_abandoned: Arc<AtomicBool>,
}

/// What the program does for its node: the fleet knows no format of plans, and no server to calibrate with.
pub trait NodeProgram: Send + Sync {
    /// The plan in this file, or all that is wrong with it as one text. `secret`: properties whose values are.
    fn read(
        &self,
        path: &Path,
        properties: &BTreeMap<String, String>,
        secret: &[String],
        skip_unsupported: bool,
    ) -> Result<ReadPlan, String>;

    /// What this machine can generate with so many threads, as a run has them; so many seconds for each measurement.
    fn calibrate(&self, seconds: u32, workers: u32) -> Result<NodeCalibration, String>;
}

pub struct ReadPlan {
    pub plan: Plan,
    /// What its own run file must not hold.
    pub secrets: Secrets,
}

#[derive(Debug, thiserror::Error)]
pub enum NodeError {
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    #[error("failed to start: {0}")]
    System(#[from] std::io::Error),
    #[error("failed to listen on the NATS server: {0}")]
    Subscription(String),
}

/// What a node says while it works.
pub type Say<'a> = &'a (dyn Fn(&str) + Send + Sync);

/// How often a node reports.
const BEAT: Duration = Duration::from_secs(1);
/// How long what was measured is waited for to get away when the node ends.
const DRAIN: Duration = Duration::from_secs(60);

/// Differs from machine to machine, and names none of them.
const BOOT: &str = "/proc/sys/kernel/random/boot_id";

/// What a node's tasks share.
struct NodeState {
    id: String,
    machine: String,
    subjects: Subjects,
    options: NodeOptions,
    record: NodeRecord,
    client: Client,
    program: Arc<dyn NodeProgram>,
    /// What the node's clock is from.
    started: Instant,
    outbox: Outbox,
    step: Mutex<Option<RunningStep>>,
    own_file: Mutex<own_file::OwnFile>,
    /// Whose files it has.
    session: Mutex<String>,
    /// The one that it performed last.
    run: Mutex<Option<RunZero>>,
    /// Of a fleet that has come together.
    is_member: AtomicBool,
    /// It ends, whatever the load that it performs.
    is_leaving: AtomicBool,
}

impl NodeState {
    fn step(&self) -> MutexGuard<'_, Option<RunningStep>> {
        self.step.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Threads that generate load.
    fn workers(&self) -> u32 {
        self.options.workers.unwrap_or(self.record.cores).max(1)
    }

    fn control(&self, key: u64, state: ControlState) {
        let step = self.step();
        let Some(step) = step.as_ref().filter(|step| step.key == key) else { return };
        step.control.pause(state.paused);
        step.control.set_factor(state.factor);
        match state.stop {
            0 => {}
            1 => step.stop(StopMode::InOrder),
            _ => step.stop(StopMode::Now),
        }
    }
}

/// Takes part in a fleet until it is told to leave, `stop` says so, or nobody has asked for too long.
pub fn serve(
    options: &NodeOptions,
    program: Arc<dyn NodeProgram>,
    stop: &Control,
    say: Say<'_>,
) -> Result<(), NodeError> {
    plimsoll_plan::input_file::place_under(&std::path::absolute(files::tree(&options.folder))?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done = runtime.block_on(async {
        let is_over = || stop.stopped().is_some() || options.is_abandoned.load(Ordering::Relaxed);
        let client = reach(&options.server, &options.credentials, &options.name, &is_over, say).await?;
        let state = Arc::new(new_state(options, program, client));
        take_part(&state, stop, say).await
    });
    // A worker that is stuck must not keep the process.
    runtime.shutdown_timeout(Duration::from_secs(2));
    done
}

fn new_state(options: &NodeOptions, program: Arc<dyn NodeProgram>, client: Client) -> NodeState {
    let id = format!("{:016x}", fastrand::u64(..));
    let subjects = Subjects::of(&options.fleet);
    let record = record(options);
    let outbox = Outbox::start(client.clone());
    let own_file = Mutex::new(own_file::OwnFile::new(options.folder.clone(), &record));
    let (options, started, step) = (options.clone(), Instant::now(), Mutex::new(None));
    let machine = std::fs::read_to_string(BOOT).unwrap_or_default().trim().to_owned();
    NodeState {
        id,
        machine,
        subjects,
        options,
        record,
        client,
        program,
        started,
        outbox,
        step,
        own_file,
        session: Mutex::default(),
        run: Mutex::default(),
        is_member: AtomicBool::new(false),
        is_leaving: AtomicBool::new(false),
    }
}

fn record(options: &NodeOptions) -> NodeRecord {
    let machine = plimsoll_engine::machine_resources();
    let system = rustix::system::uname();
    let text = |word: &std::ffi::CStr| word.to_string_lossy().into_owned();
    NodeRecord {
        number: 0,
        name: options.name.clone(),
        version: options.version.clone(),
        cores: std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32),
        kernel: format!("{} {}", text(system.sysname()), text(system.release())),
        architecture: text(system.machine()),
        descriptors_max: machine.descriptors_max,
        ports_max: machine.ports_max,
        clock_uncertainty_us: 0,
    }
}

async fn take_part(state: &Arc<NodeState>, stop: &Control, say: Say<'_>) -> Result<(), NodeError> {
    let subscribed = state.client.subscribe(state.subjects.node(&state.id)).await;
    let mut orders = subscribed.map_err(|error| NodeError::Subscription(error.to_string()))?;
    let mut beat = tokio::time::interval(BEAT);
    beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let asked = Arc::new(Mutex::new(Instant::now()));
    let mut known = false;
    loop {
        tokio::select! {
            order = orders.next() => match order {
                Some(message) => {
                    touch(&asked);
                    if take_order(state, message).await {
                        say("the fleet is over");
                        break;
                    }
                }
                None => break,
            },
            _ = beat.tick() => {
                if stop.stopped().is_some() {
                    break;
                }
                let is_needed = state.is_member.load(Ordering::Relaxed) || lock(&state.run).is_some();
                if state.options.is_abandoned.load(Ordering::Relaxed) && !is_needed {
                    say("whoever started it is gone");
                    break;
                }
                let (state, asked) = (Arc::clone(state), Arc::clone(&asked));
                tokio::spawn(async move { report(&state, &asked).await });
            }
        }
        let silent = since(&asked);
        if known != (silent < 3 * BEAT) {
            known = !known;
            say(if known { "joined the fleet" } else { "nobody coordinates the fleet now; waiting" });
        }
        if silent > state.options.orphan_timeout {
            say("nobody has asked for so long that the fleet is taken to be over");
            break;
        }
    }
    end_step(state).await;
    state.outbox.drained(DRAIN).await;
    lock(&state.own_file).finish();
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn touch(asked: &Mutex<Instant>) {
    *lock(asked) = Instant::now();
}

fn since(asked: &Mutex<Instant>) -> Duration {
    lock(asked).elapsed()
}

/// Says that the node is there, and hears what its load is to be.
async fn report(state: &NodeState, asked: &Mutex<Instant>) {
    let step = state.step().as_ref().map(|step| (step.session.clone(), step.key));
    let key = step.as_ref().map(|(_, key)| *key);
    let (id, machine, record) = (state.id.clone(), state.machine.clone(), state.record.clone());
    let beat = Beat { id, protocol: PROTOCOL, machine, record, step };
    let request = async_nats::Request::new().payload(to_json(&beat).into()).timeout(Some(2 * BEAT));
    let Ok(reply) = state.client.send_request(state.subjects.beat(), request).await else { return };
    let Ok(reply) = serde_json::from_slice::<BeatReply>(&reply.payload) else { return };
    touch(asked);
    state.is_member.fetch_or(reply.is_member, Ordering::Relaxed);
    if let (Some(key), Some(control)) = (key, reply.control) {
        state.control(key, control);
    }
}

/// Whether the node is to leave.
async fn take_order(state: &Arc<NodeState>, message: Message) -> bool {
    let order = serde_json::from_slice::<NodeOrder>(&message.payload);
    let mut leaves = false;
    let answer = match order {
        Ok(NodeOrder::Clock) => {
            let node_us = state.started.elapsed().as_micros() as u64;
            NodeAnswer::Clock { node_us, unix_us: crate::clock::day_us(), run: *lock(&state.run) }
        }
        Ok(order @ (NodeOrder::Prepare(_) | NodeOrder::Reach { .. } | NodeOrder::Calibrate { .. })) => {
            // The clock is asked for meanwhile.
            let state = Arc::clone(state);
            tokio::spawn(async move {
                let answer = take_long_order(&state, order).await;
                let answer = answer.unwrap_or_else(|why| NodeAnswer::Refused { why });
                reply(&state.client, &message, &answer).await;
            });
            return false;
        }
        Ok(NodeOrder::OwnFile { session, offset }) => {
            let state = Arc::clone(state);
            // It ends a file and reads it: a disk takes its time.
            tokio::spawn(async move { send_own_file(&state, &message, session, offset).await });
            return false;
        }
        Ok(NodeOrder::Start { key, group, at_us }) => {
            if let Some(step) = state.step().as_ref().filter(|step| step.key == key) {
                step.gate.open(group, at_us);
            }
            NodeAnswer::Done
        }
        Ok(NodeOrder::Control { key, control }) => {
            state.control(key, control);
            NodeAnswer::Done
        }
        Ok(NodeOrder::Drop { key }) => {
            state.control(key, ControlState { stop: 2, ..ControlState::default() });
            NodeAnswer::Done
        }
        Ok(NodeOrder::Leave) => {
            leaves = state.options.once;
            NodeAnswer::Done
        }
        Err(error) => {
            NodeAnswer::Refused { why: format!("an order that this version does not know: {error}") }
        }
    };
    reply(&state.client, &message, &answer).await;
    leaves
}

async fn send_own_file(state: &Arc<NodeState>, message: &Message, session: String, offset: u64) {
    let of = Arc::clone(state);
    let piece = tokio::task::spawn_blocking(move || match of.step().is_some() {
        true => Err("it still performs a load".to_owned()),
        false => lock(&of.own_file).piece(&session, offset),
    });
    let payload = match piece.await.unwrap_or_else(|error| Err(error.to_string())) {
        Ok(FilePiece { bytes, piece, unwritten }) => {
            [to_json(&NodeAnswer::Piece { bytes, unwritten }), b"\n".to_vec(), piece].concat()
        }
        Err(why) => to_json(&NodeAnswer::Refused { why }),
    };
    reply_bytes(&state.client, message, payload).await;
}

/// What takes its time.
async fn take_long_order(state: &Arc<NodeState>, order: NodeOrder) -> Result<NodeAnswer, String> {
    match order {
        NodeOrder::Prepare(order) => step::prepare(state, *order).await.map(|()| NodeAnswer::Done),
        NodeOrder::Reach { address } => {
            let round_trip_us = reach::round_trip_us(&address).await?;
            Ok(NodeAnswer::Reached { round_trip_us })
        }
        NodeOrder::Calibrate { .. } if state.step().is_some() => Err("it performs a load now".to_owned()),
        NodeOrder::Calibrate { seconds } => {
            let (program, workers) = (Arc::clone(&state.program), state.workers());
            let measured = tokio::task::spawn_blocking(move || program.calibrate(seconds, workers)).await;
            measured.map_err(|error| error.to_string())?.map(NodeAnswer::Calibrated)
        }
        _ => Ok(NodeAnswer::Done),
    }
}

async fn reply(client: &Client, message: &Message, answer: &NodeAnswer) {
    reply_bytes(client, message, to_json(answer)).await;
}

async fn reply_bytes(client: &Client, message: &Message, payload: Vec<u8>) {
    if let Some(subject) = message.reply.clone() {
        // Whoever asked asks again.
        let _ = client.publish(subject, payload.into()).await;
        let _ = client.flush().await;
    }
}

/// A load that still goes on is ended in order.
async fn end_step(state: &NodeState) {
    let until = Instant::now() + DRAIN;
    state.is_leaving.store(true, Ordering::Relaxed);
    if let Some(step) = state.step().as_ref() {
        step.stop(StopMode::InOrder);
    }
    while state.step().is_some() && Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
