//! What the tasks of a node share.

use super::options::{NodeOptions, NodeProgram};
use super::outbox::Outbox;
use super::own_file;
use super::step::RunningStep;
use crate::message::{ControlState, RunZero, Subjects};
use async_nats::Client;
use plimsoll_engine::StopMode;
use plimsoll_run::NodeRecord;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Differs from machine to machine, and names none of them.
const BOOT: &str = "/proc/sys/kernel/random/boot_id";

/// What a node's tasks share.
pub struct NodeState {
    pub id: String,
    pub machine: String,
    pub subjects: Subjects,
    pub options: NodeOptions,
    pub record: NodeRecord,
    pub client: Client,
    pub program: Arc<dyn NodeProgram>,
    /// What the node's clock is from.
    pub started: Instant,
    pub outbox: Outbox,
    pub step: Mutex<Option<RunningStep>>,
    pub own_file: Mutex<own_file::OwnFile>,
    /// Whose files it has.
    pub session: Mutex<String>,
    /// The one that it performed last.
    pub run: Mutex<Option<RunZero>>,
    /// Of a fleet that has come together.
    pub is_member: AtomicBool,
    /// It ends, whatever the load that it performs.
    pub is_leaving: AtomicBool,
}

impl NodeState {
    pub fn step(&self) -> MutexGuard<'_, Option<RunningStep>> {
        self.step.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Threads that generate load.
    pub fn workers(&self) -> u32 {
        self.options.workers.unwrap_or(self.record.cores).max(1)
    }

    pub fn control(&self, key: u64, state: ControlState) {
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

pub fn new_state(options: &NodeOptions, program: Arc<dyn NodeProgram>, client: Client) -> NodeState {
    // Two that start at the same moment must not take each other's place.
    let mut id = [0_u8; 8];
    getrandom::fill(&mut id).expect("Linux gives random bytes once it is up");
    let id = format!("{:016x}", u64::from_le_bytes(id));
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

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
