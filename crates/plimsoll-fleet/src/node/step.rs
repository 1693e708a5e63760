//! A node's part of a step: the plan is read, the engine waits at the gate, and its seconds go out.

use super::files;
use super::gate::Gate;
use super::options::ReadPlan;
use super::state::{NodeState, lock};
use crate::message::{EventHead, EventKind, RunZero, StepOrder};
use plimsoll_engine::{Control, ReceiveTime, RunClock, StopMode};
use plimsoll_plan::Plan;
use plimsoll_run::{LoadStep, Second, Secrets};
use plimsoll_study::{GeneratorEvent, LoadGenerator, LocalGenerator, StepLoad};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a message may weigh; servers take 1 MB by default.
const MESSAGE_BYTES: usize = 700 << 10;

/// The step under way.
pub struct RunningStep {
    pub session: String,
    pub key: u64,
    pub control: Control,
    pub gate: Arc<Gate>,
}

impl RunningStep {
    pub fn stop(&self, mode: StopMode) {
        self.control.stop(mode);
        self.gate.wake();
    }
}

/// Sends the events of one step, numbered.
#[derive(Clone)]
struct Announcer {
    state: Arc<NodeState>,
    subject: String,
    key: u64,
    number: Arc<AtomicU64>,
}

impl Announcer {
    fn say(&self, event: EventKind, body: &[u8]) {
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        self.state.outbox.put(&self.subject, &EventHead { key: self.key, number, event }, body);
    }
}

/// Reads the plan and lets a thread wait for the start.
pub async fn prepare(state: &Arc<NodeState>, order: StepOrder) -> Result<(), String> {
    if state.step().is_some() {
        return Err("it still performs another step".to_owned());
    }
    let path = files::get(state, &order.plan, &order.session).await?;
    let program = Arc::clone(&state.program);
    let (properties, secret) = (order.properties.clone(), order.secret.clone());
    let skip = order.plan.skip_unsupported;
    let read = tokio::task::spawn_blocking(move || program.read(&path, &properties, &secret, skip)).await;
    let ReadPlan { plan, secrets } = read.map_err(|error| error.to_string())??;
    let plan = order.changes.iter().fold(plan, |plan, change| change.of(plan));
    let control = Control::default();
    let announcer = Announcer {
        subject: state.subjects.events(&order.session, &state.id),
        key: order.key,
        number: Arc::default(),
        state: Arc::clone(state),
    };
    let announce = announcer.clone();
    let gate = Arc::new(Gate::new(control.clone(), Box::new(move |event| announce.say(event, &[]))));
    let running = RunningStep {
        session: order.session.clone(),
        key: order.key,
        control: control.clone(),
        gate: Arc::clone(&gate),
    };
    *state.step() = Some(running);
    *lock(&state.run) = Some(RunZero { started_unix_us: order.started_unix_us, node_us: order.run_zero_us });
    let step = own_step(&order);
    lock(&state.own_file).begin(&order.session, order.started_unix_us, &secrets, step.clone());
    let spawned = std::thread::Builder::new().name("step".to_owned()).spawn(move || {
        let event = match perform(&order, (&plan, &secrets), &control, gate, &announcer) {
            // Whoever takes its end for the end of its share would take less load for the whole.
            EventKind::Ended(_) if announcer.state.is_leaving.load(Ordering::Relaxed) => {
                EventKind::Failed { why: "it was asked to end before the step did".to_owned() }
            }
            event => event,
        };
        lock(&announcer.state.own_file).end(step);
        // Before the event: whoever hears of the end may send the next step.
        *announcer.state.step() = None;
        announcer.say(event, &[]);
    });
    spawned.map(drop).map_err(|error| {
        *state.step() = None;
        format!("failed to start a thread: {error}")
    })
}

fn own_step(order: &StepOrder) -> LoadStep {
    LoadStep { number: order.key as u32, nodes: 1, ..LoadStep::default() }
}

fn perform(
    order: &StepOrder,
    (plan, secrets): (&Plan, &Secrets),
    control: &Control,
    gate: Arc<Gate>,
    announcer: &Announcer,
) -> EventKind {
    let state = &announcer.state;
    let now = Instant::now();
    let node_us = now.duration_since(state.started).as_micros() as i64;
    let run_us = u64::try_from(node_us - order.run_zero_us).unwrap_or(0);
    let Some(clock) = RunClock::of_another(now, run_us, order.started_unix_us) else {
        return EventKind::Failed { why: "the run is older than this machine's clock".to_owned() };
    };
    let mut generator = LocalGenerator {
        workers: order.workers.unwrap_or_else(|| state.workers()).max(1),
        cores: Vec::new(),
        grace: Duration::from_millis(order.grace_ms),
        source_addresses: Vec::new(),
        busy_poll: false,
        receive_time: ReceiveTime::default(),
        sample_log: None,
        examples: order.examples,
        share: order.share(),
        start: Some(gate),
        dealing: order.dealing,
    };
    // The load is in the plan already.
    let load = StepLoad {
        plan,
        change: plimsoll_study::LoadChange::None,
        nodes: 1,
        properties: &order.properties,
        clock,
        seed: order.seed,
        under_way: None,
    };
    let mut sink = |event| {
        if let GeneratorEvent::Second(second) = event {
            lock(&state.own_file).second(order.key as u32, &second);
            send(announcer, &second.masked(secrets));
        }
    };
    match generator.perform(&load, control, &mut sink) {
        Ok(outcome) => EventKind::Ended(Box::new(outcome)),
        Err(error) => EventKind::Failed { why: error.to_string() },
    }
}

fn send(announcer: &Announcer, second: &Second) {
    let parts = second.to_wire(MESSAGE_BYTES);
    for (number, part) in parts.iter().enumerate() {
        announcer.say(EventKind::Second { more: number + 1 < parts.len() }, &crate::body::pack(part));
    }
}
