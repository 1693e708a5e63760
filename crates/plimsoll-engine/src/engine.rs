//! Runs a task: starts the workers, phase by phase, and collects their seconds.

use crate::assignment;
use crate::control::{Control, StopMode};
use crate::error::EngineError;
use crate::load_task::{EngineEvent, LoadTask, Summary, part_seed};
use crate::lock::Locks;
use crate::machine::MachineResources;
use crate::preparation::{PreparedTask, prepare};
use crate::program::Program;
use crate::protocol::sql::Databases;
use crate::sample_log::SharedLog;
use crate::scope::SharedCounters;
use crate::seconds::{TransactionNames, collect};
use crate::throughput::SharedTimers;
use crate::worker::survival::panic_text;
use crate::worker::{Network, Shared, Worker, WorkerSetup};
use plimsoll_plan::plan::{Phase, Plan};
use rustix::thread::CpuSet;
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Seconds that may wait between a worker and the collector.
const SECONDS_QUEUED: usize = 1_024;

/// Of a worker. Only what is used of it takes memory; parsers of foreign texts call themselves.
const STACK_BYTES: usize = 8 << 20;

/// Performs the task's share of its plan; returns when all users are done. `sink` is called on this thread.
pub fn run(
    task: &LoadTask<'_>,
    control: &Control,
    sink: &mut dyn FnMut(EngineEvent),
) -> Result<Summary, EngineError> {
    let PreparedTask { positions, program, variables, machine_ip, tls, databases, bounds } = prepare(task)?;
    let databases = match program.samplers.sql_steps.is_empty() {
        true => None,
        false => Some(
            Databases::start(databases, task.clock, Duration::from_micros(bounds.request_us))
                .map_err(EngineError::Worker)?,
        ),
    };
    let shared = Shared {
        clock: task.clock,
        control: control.clone(),
        properties: task.properties.clone(),
        positions,
        counters: SharedCounters::of(&program, task.dealt()),
        locks: Locks::new(if program.has_locks { task.workers } else { 0 }).map_err(EngineError::Worker)?,
        network: Network {
            names: Arc::new(Mutex::new(HashMap::new())),
            tls: Arc::new(tls),
            sources: task.source_addresses.clone().into(),
            receive_time: task.receive_time,
        },
        outcome: Arc::default(),
        machine_ip,
        timers: Arc::new(SharedTimers::of(task)),
        databases,
        bounds,
        observer: task.observer.clone(),
        examples: task.examples,
        log: task.sample_log.clone().map(|log| SharedLog::new(log, thread_groups(task.plan))),
    };
    let mut summary = Summary::default();
    let mut names = TransactionNames::new(bounds.transactions);
    for (number, group) in groups(task.plan).into_iter().enumerate() {
        let phase = task.plan.scenarios[group[0]].phase;
        let mut shared = shared.clone();
        match (control.stopped(), phase) {
            (None, _) => {}
            (Some(StopMode::InOrder), Phase::TearDown) if task.plan.tear_down_after_stop => {
                shared.control = control.for_tear_down();
            }
            (Some(_), _) => continue,
        }
        let seed = part_seed(task.seed, number as u64 + 1);
        run_group(
            &GroupTask { task, number: number as u32, group: &group, phase, seed },
            &program,
            &shared,
            &variables,
            &mut names,
            sink,
        )?;
        if phase == Phase::Main {
            summary.main_ended_us = task.clock.now_us();
        }
    }
    let first_user_us = shared.outcome.first_user_us.load(Ordering::Relaxed);
    summary.first_user_us = (first_user_us > 0).then_some(first_user_us);
    summary.first_late_us = shared.outcome.first_late_us.load(Ordering::Relaxed).checked_sub(1);
    summary.stopped_by_plan = shared.outcome.stopped_by_plan.load(Ordering::Relaxed);
    summary.overloaded = shared.outcome.overloaded.load(Ordering::Relaxed);
    summary.abandoned = shared.outcome.abandoned.load(Ordering::Relaxed);
    summary.sent_again = shared.outcome.sent_again.load(Ordering::Relaxed);
    summary.data_ended = shared.positions.ended();
    summary.stuck_workers = shared.outcome.stuck.load(Ordering::Relaxed);
    if let Some(log) = &shared.log {
        (summary.log_waited_us, summary.log_lost) = (log.waited_us(), log.lost());
    }
    Ok(summary)
}

/// The phases of the groups of scenarios that run together, in their order: what a [`StartGate`](crate::StartGate) numbers.
pub fn group_phases(plan: &Plan) -> Vec<Phase> {
    groups(plan).iter().map(|group| plan.scenarios[group[0]].phase).collect()
}

/// Scenarios that run together, in the order of their phases.
fn groups(plan: &Plan) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for phase in [Phase::SetUp, Phase::Main, Phase::TearDown] {
        let members: Vec<usize> =
            (0..plan.scenarios.len()).filter(|i| plan.scenarios[*i].phase == phase).collect();
        if plan.scenarios_in_order {
            groups.extend(members.into_iter().map(|scenario| vec![scenario]));
        } else if !members.is_empty() {
            groups.push(members);
        }
    }
    groups
}

/// The beginnings of the names of each scenario's threads: groups are numbered within their phase
/// (`StandardJMeterEngine.run`).
fn thread_groups(plan: &Plan) -> Vec<String> {
    let number = |index: usize| {
        let phase = plan.scenarios[index].phase;
        plan.scenarios[..=index].iter().filter(|scenario| scenario.phase == phase).count()
    };
    let names = plan.scenarios.iter().enumerate();
    names.map(|(index, scenario)| format!("{} {}", scenario.name, number(index))).collect()
}

/// Scenarios that run together.
struct GroupTask<'a, 'p> {
    task: &'a LoadTask<'p>,
    /// From 0.
    number: u32,
    group: &'a [usize],
    phase: Phase,
    seed: u64,
}

fn run_group(
    group: &GroupTask<'_, '_>,
    program: &Program,
    shared: &Shared,
    variables: &[(String, String)],
    names: &mut TransactionNames,
    sink: &mut dyn FnMut(EngineEvent),
) -> Result<(), EngineError> {
    let GroupTask { task, phase, .. } = *group;
    let work = assignment::share_out(task, group.group, program, group.seed);
    let start_us = match &task.start {
        Some(gate) => match gate.start_of(group.number) {
            Some(start_us) => start_us,
            None => return Ok(()),
        },
        None => start_moment(task, phase),
    };
    if work.is_empty() {
        return Ok(());
    }
    let workers = work.len() as u32;
    let users_planned = work.iter().map(|work| work.users.len() as u32).sum();
    shared.timers.forget_wakers();
    for scenario in group.group {
        shared.timers.set_users(*scenario, assignment::users_of(&work, *scenario));
    }
    let (sender, receiver) = sync_channel(SECONDS_QUEUED);
    if phase == Phase::Main {
        sink(EngineEvent::MainStarted { at_us: start_us });
    }
    let mut threads = Vec::new();
    let mut outcome = Ok(());
    for (number, work) in (0..workers).zip(work) {
        let setup = WorkerSetup {
            number,
            shared: shared.clone(),
            program: program.clone(),
            variables: variables.to_vec(),
            workers,
            work,
            users_planned,
            busy_poll: task.busy_poll,
            is_adjustable: phase == Phase::Main,
            base_us: start_us,
            seed: part_seed(group.seed, u64::from(task.share.index) << 32 | u64::from(number)),
            grace_us: task.grace.as_micros() as u64,
            seconds: sender.clone(),
        };
        let thread = std::thread::Builder::new().name(format!("worker-{number}")).stack_size(STACK_BYTES);
        let core = task.cores.get(number as usize % task.cores.len().max(1)).copied();
        match thread.spawn(move || perform_on(core, setup)) {
            Ok(thread) => threads.push(thread),
            Err(error) => {
                shared.control.stop(StopMode::Now);
                outcome = Err(EngineError::Worker(error));
                break;
            }
        }
    }
    drop(sender);
    let patience = Patience { control: shared.control.clone(), grace: task.grace, seen: Cell::new(None) };
    let machine = MachineResources::new(task.source_addresses.len());
    collect(receiver, threads.len() as u32, machine, names, || patience.is_over(), sink);
    let (ended, stuck): (Vec<_>, Vec<_>) =
        threads.into_iter().partition(|thread| thread.is_finished() || !patience.is_over());
    shared.outcome.stuck.fetch_add(stuck.len() as u64, Ordering::Relaxed);
    outcome.and(join(ended))
}

/// How long is waited for workers once the load is to end. One that is inside of something that can't be stopped is left
/// behind, so that what was measured becomes a report; it ends with the program.
struct Patience {
    control: Control,
    grace: Duration,
    /// The stop that was seen last, and when it was first seen.
    seen: Cell<Option<(StopMode, Instant)>>,
}

/// Longer than a worker takes that is not stuck.
const STUCK_AFTER: Duration = Duration::from_secs(5);

impl Patience {
    fn is_over(&self) -> bool {
        let Some(asked) = self.control.stopped() else { return false };
        let since = match self.seen.get() {
            Some((mode, since)) if mode == asked => since,
            _ => Instant::now(),
        };
        self.seen.set(Some((asked, since)));
        let grace = if asked == StopMode::Now { Duration::ZERO } else { self.grace };
        since.elapsed() > grace + STUCK_AFTER
    }
}

/// On its own core, where one is named.
fn perform_on(core: Option<usize>, setup: WorkerSetup) -> std::io::Result<()> {
    if let Some(core) = core {
        let mut cores = CpuSet::new();
        cores.set(core);
        rustix::thread::sched_setaffinity(None, &cores)?;
    }
    perform(setup)
}

/// The body of a worker's thread. When it fails, the others are ended: a part of the load is no load.
fn perform(setup: WorkerSetup) -> std::io::Result<()> {
    struct StopOthers(Control);
    impl Drop for StopOthers {
        fn drop(&mut self) {
            if std::thread::panicking() {
                self.0.stop(StopMode::Now);
            }
        }
    }
    let others = StopOthers(setup.shared.control.clone());
    let outcome = Worker::new(setup).and_then(Worker::run);
    if outcome.is_err() {
        others.0.stop(StopMode::Now);
    }
    outcome
}

/// Where whole intervals must hold nothing but the main scenarios, these start on a whole second, and so
/// does the tear-down after them.
fn start_moment(task: &LoadTask<'_>, phase: Phase) -> u64 {
    let now_us = task.clock.now_us();
    let timed = task.plan.main().any(|s| s.load.ends_at().is_some());
    let others = task.plan.scenarios.iter().any(|s| s.phase != Phase::Main);
    match phase {
        Phase::Main if timed || others => next_second(now_us + 500),
        Phase::TearDown => next_second(now_us),
        _ => now_us,
    }
}

fn next_second(us: u64) -> u64 {
    us.div_ceil(1_000_000) * 1_000_000
}

fn join(threads: Vec<std::thread::JoinHandle<std::io::Result<()>>>) -> Result<(), EngineError> {
    let mut outcome = Ok(());
    for thread in threads {
        let result = match thread.join() {
            Ok(result) => result.map_err(EngineError::Worker),
            Err(panic) => Err(EngineError::Panicked(panic_text(&*panic))),
        };
        outcome = outcome.and(result);
    }
    outcome
}
