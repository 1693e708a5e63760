//! Runs a job: starts the workers, phase by phase, and gathers their seconds.

use crate::assignment::{self, has_work};
use crate::control::{Control, StopMode};
use crate::data::Positions;
use crate::error::EngineError;
use crate::grpc;
use crate::http::tls::Tls;
use crate::job::{EngineEvent, Job, Summary, mix};
use crate::lock::Locks;
use crate::machine::Machine;
use crate::program::{self, Constants, Program};
use crate::recorder::WorkerSecond;
use crate::resolve;
use crate::sample_log::SharedLog;
use crate::scope::{Kept, SharedCounters, UserScope, Variables};
use crate::sql::{self, Databases};
use crate::throughput::SharedTimers;
use crate::worker::{Shared, Worker, WorkerSetup};
use plimsoll_plan::Template;
use plimsoll_plan::expression::ScriptCache;
use plimsoll_plan::plan::{Phase, Plan};
use plimsoll_run::{GeneratorInterval, Interval, Transaction};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, OnceLock};

/// Seconds that may wait between a worker and the collector.
const SECONDS_QUEUED: usize = 1_024;

/// Performs the job's share of its plan; returns when all users are done. `sink` is called on this thread.
pub fn run(
    job: &Job<'_>,
    control: &Control,
    sink: &mut dyn FnMut(EngineEvent),
) -> Result<Summary, EngineError> {
    let Prepared { positions, program, variables, machine_ip, tls, databases } = prepare(job)?;
    let databases = match program.sql_steps.is_empty() {
        true => None,
        false => Some(Databases::start(databases, job.clock).map_err(EngineError::Worker)?),
    };
    let shared = Shared {
        clock: job.clock,
        control: control.clone(),
        properties: job.properties.clone(),
        positions,
        counters: SharedCounters::of(&program),
        locks: Locks::new(if program.has_locks { job.workers } else { 0 }).map_err(EngineError::Worker)?,
        names: Arc::new(Mutex::new(HashMap::new())),
        tls: Arc::new(tls),
        stopped_by_plan: Arc::new(AtomicBool::new(false)),
        abandoned: Arc::new(AtomicU64::new(0)),
        machine_ip,
        timers: Arc::new(SharedTimers::of(job)),
        sources: job.source_addresses.clone().into(),
        receive_time: job.receive_time,
        overloaded: Arc::new(AtomicBool::new(false)),
        databases,
        log: job.sample_log.clone().map(|log| SharedLog::new(log, thread_groups(job.plan))),
    };
    let mut summary = Summary::default();
    for (number, group) in groups(job.plan).into_iter().enumerate() {
        let phase = job.plan.scenarios[group[0]].phase;
        let mut shared = shared.clone();
        match (control.stopped(), phase) {
            (None, _) => {}
            (Some(StopMode::InOrder), Phase::TearDown) if job.plan.tear_down_after_stop => {
                shared.control = control.for_tear_down();
            }
            (Some(_), _) => continue,
        }
        let seed = mix(job.seed, number as u64 + 1);
        run_group(&GroupJob { job, group: &group, phase, seed }, &program, &shared, &variables, sink)?;
        if phase == Phase::Main {
            summary.main_ended_us = job.clock.now_us();
        }
    }
    summary.stopped_by_plan = shared.stopped_by_plan.load(Ordering::Relaxed);
    summary.overloaded = shared.overloaded.load(Ordering::Relaxed);
    summary.abandoned = shared.abandoned.load(Ordering::Relaxed);
    if let Some(log) = &shared.log {
        (summary.log_waited_us, summary.log_lost) = (log.waited_us(), log.lost());
    }
    Ok(summary)
}

/// A job's plan, ready to be performed.
struct Prepared {
    positions: Positions,
    program: Program,
    variables: Vec<(String, String)>,
    machine_ip: Arc<OnceLock<String>>,
    tls: Tls,
    databases: Vec<sql::Settings>,
}

fn prepare(job: &Job<'_>) -> Result<Prepared, EngineError> {
    let positions = Positions::open(job.plan).map_err(EngineError::Data)?;
    let mut data_variables = Vec::new();
    for set in 0..job.plan.data.len() {
        data_variables.extend_from_slice(positions.variables(set));
    }
    if !job.plan.main().any(has_work) {
        return Err(EngineError::NothingToRun);
    }
    let machine_ip = Arc::new(OnceLock::new());
    let variables = start_variables(job, &machine_ip);
    let constants = Constants::of(job.plan, &job.properties, &variables, &data_variables);
    let mut program = program::compile(job.plan, &data_variables, constants)?;
    let tls = Tls::new(job.plan)?;
    grpc::resolve(&mut program, &tls)?;
    let mut random = fastrand::Rng::with_seed(mix(job.seed, 0));
    let mut made = |text: &Template| evaluated(job, &machine_ip, &variables, &mut random, text);
    let databases = sql::settings(&job.plan.databases, &mut made);
    let databases = databases.map_err(EngineError::Databases)?;
    Ok(Prepared { positions, program, variables, machine_ip, tls, databases })
}

/// What is wrong with a job is found without sending anything: data files, patterns, gRPC schemas (a server that is to
/// describe itself is asked), and the hosts of requests, TCP steps and databases. An error
/// when none of the hosts that the plan names has an address; the reasons when some have none. Hosts that
/// are made while the plan runs are not looked up.
pub fn preflight(job: &Job<'_>) -> Result<Vec<String>, EngineError> {
    let Prepared { program, databases, .. } = prepare(job)?;
    // What goes through a proxy is looked up by the proxy.
    let mut hosts: Vec<&str> = program
        .requests
        .iter()
        .filter_map(|r| r.proxy.as_ref().map_or(&r.host, |proxy| &proxy.host).as_literal())
        .chain(program.tcp_steps.iter().filter_map(|step| step.host.as_literal()).map(str::trim))
        .collect();
    hosts.retain(|host| !program.hosts.contains_key(&host.to_lowercase()));
    // Those of databases are the system's business.
    if !program.sql_steps.is_empty() {
        let named = databases.iter().flat_map(|database| &database.url.hosts);
        hosts.extend(named.map(|(host, _)| host.as_str()));
    }
    hosts.sort_unstable();
    hosts.dedup();
    hosts.retain(|host| !host.is_empty());
    let made = program.tcp_steps.iter().any(|step| step.host.as_literal().is_none())
        || program.requests.iter().any(|request| {
            request.host.as_literal().is_none()
                || request.proxy.as_ref().is_some_and(|p| p.host.as_literal().is_none())
        });
    let unknown: Vec<String> = hosts.iter().filter_map(|host| resolve::problem(host)).collect();
    if !made && !unknown.is_empty() && unknown.len() == hosts.len() {
        return Err(EngineError::UnknownHosts(unknown));
    }
    Ok(unknown)
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

/// The plan's variables, evaluated once.
fn start_variables(job: &Job<'_>, machine_ip: &OnceLock<String>) -> Vec<(String, String)> {
    let mut program = Program { origin: job.plan.origin.clone(), ..Program::default() };
    let texts: Vec<_> =
        job.plan.variables.iter().map(|(name, text)| (name, program.slots.text(text))).collect();
    let counters = SharedCounters::of(&program);
    let mut variables = Variables::new(program.slots.len());
    let mut values = Vec::new();
    let mut random = fastrand::Rng::with_seed(mix(job.seed, 0));
    let (mut kept, mut scripts) = (Kept::default(), ScriptCache::default());
    for (name, text) in texts {
        let mut scope = UserScope {
            variables: &mut variables,
            kept: &mut kept,
            scripts: &mut scripts,
            program: &program,
            clock: &job.clock,
            properties: &job.properties,
            shared: &counters,
            random: &mut random,
            machine_ip,
            user_number: 0,
            iteration: 0,
            scenario: 0,
            eval_depth: 0,
        };
        let value = text.to_text(&mut scope);
        variables.set_named(&program.slots, name, &value);
        values.push((name.clone(), value));
    }
    values
}

/// A text that is made before any user runs.
fn evaluated(
    job: &Job<'_>,
    machine_ip: &OnceLock<String>,
    known: &[(String, String)],
    random: &mut fastrand::Rng,
    text: &Template,
) -> String {
    let mut program = Program::default();
    let text = program.slots.text(text);
    let counters = SharedCounters::of(&program);
    let mut variables = Variables::new(program.slots.len());
    for (name, value) in known {
        variables.set_named(&program.slots, name, value);
    }
    let mut scope = UserScope {
        variables: &mut variables,
        kept: &mut Kept::default(),
        scripts: &mut ScriptCache::default(),
        program: &program,
        clock: &job.clock,
        properties: &job.properties,
        shared: &counters,
        random,
        machine_ip,
        user_number: 0,
        iteration: 0,
        scenario: 0,
        eval_depth: 0,
    };
    text.to_text(&mut scope)
}

/// Scenarios that run together.
struct GroupJob<'a, 'p> {
    job: &'a Job<'p>,
    group: &'a [usize],
    phase: Phase,
    seed: u64,
}

fn run_group(
    group: &GroupJob<'_, '_>,
    program: &Program,
    shared: &Shared,
    variables: &[(String, String)],
    sink: &mut dyn FnMut(EngineEvent),
) -> Result<(), EngineError> {
    let GroupJob { job, phase, .. } = *group;
    let work = assignment::share_out(job, group.group, program, group.seed);
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
    let base_us = start_moment(job, phase);
    if phase == Phase::Main {
        sink(EngineEvent::MainStarted { at_us: base_us });
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
            busy_poll: job.busy_poll,
            is_adjustable: phase == Phase::Main,
            base_us,
            seed: mix(group.seed, u64::from(job.share.index) << 32 | u64::from(number)),
            grace_us: job.grace.as_micros() as u64,
            seconds: sender.clone(),
        };
        let thread = std::thread::Builder::new().name(format!("worker-{number}"));
        match thread.spawn(move || perform(setup)) {
            Ok(thread) => threads.push(thread),
            Err(error) => {
                shared.control.stop(StopMode::Now);
                outcome = Err(EngineError::Worker(error));
                break;
            }
        }
    }
    drop(sender);
    gather(receiver, threads.len() as u32, Machine::new(job.source_addresses.len()), sink);
    outcome.and(join(threads))
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
fn start_moment(job: &Job<'_>, phase: Phase) -> u64 {
    let now_us = job.clock.now_us();
    let timed = job.plan.main().any(|s| s.load.ends_at().is_some());
    let others = job.plan.scenarios.iter().any(|s| s.phase != Phase::Main);
    match phase {
        Phase::Main if timed || others => next_second(now_us + 500),
        Phase::TearDown => next_second(now_us),
        _ => now_us,
    }
}

fn next_second(us: u64) -> u64 {
    us.div_ceil(1_000_000) * 1_000_000
}

/// Joins the workers' seconds. A second is told as soon as no worker can add to it: each closes its
/// seconds in order, and says with its last one that there are no more.
fn gather(
    seconds: std::sync::mpsc::Receiver<WorkerSecond>,
    workers: u32,
    machine: Machine,
    sink: &mut dyn FnMut(EngineEvent),
) {
    let mut open: BTreeMap<u32, Joined> = BTreeMap::new();
    let mut closed: BTreeMap<u32, u32> = BTreeMap::new();
    for second in seconds {
        open.entry(second.second).or_default().add(&second);
        closed.insert(second.worker, if second.is_last { u32::MAX } else { second.second });
        if closed.len() < workers as usize {
            continue;
        }
        let complete = closed.values().copied().min().unwrap_or(0);
        while let Some(entry) = open.first_entry().filter(|entry| *entry.key() <= complete) {
            let (number, mut joined) = entry.remove_entry();
            joined.generator.machine = machine.now();
            sink(joined.into_event(number));
        }
    }
    for (number, mut joined) in open {
        joined.generator.machine = machine.now();
        sink(joined.into_event(number));
    }
}

#[derive(Default)]
struct Joined {
    transactions: BTreeMap<Transaction, Interval>,
    generator: GeneratorInterval,
}

impl Joined {
    fn add(&mut self, second: &WorkerSecond) {
        for (transaction, interval) in &second.transactions {
            self.transactions.entry(transaction.clone()).or_default().merge(interval);
        }
        self.generator.merge(&second.generator);
    }

    fn into_event(self, second: u32) -> EngineEvent {
        let transactions = self.transactions.into_iter().collect();
        EngineEvent::Second { second, transactions, generator: Box::new(self.generator) }
    }
}

fn join(threads: Vec<std::thread::JoinHandle<std::io::Result<()>>>) -> Result<(), EngineError> {
    let mut outcome = Ok(());
    for thread in threads {
        let result = match thread.join() {
            Ok(result) => result.map_err(EngineError::Worker),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
                Err(EngineError::Panicked(text.unwrap_or_default()))
            }
        };
        outcome = outcome.and(result);
    }
    outcome
}
