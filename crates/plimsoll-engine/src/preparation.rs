//! A task's plan, made ready to be performed, and what can be known to be wrong with it before that.

use crate::assignment::has_work;
use crate::bounds::TaskBounds;
use crate::budget::LookBudget;
use crate::data::Positions;
use crate::error::{EngineError, PatternProblem};
use crate::load_task::{LoadTask, Share, part_seed};
use crate::net::resolve;
use crate::net::tls::Tls;
use crate::program::{self, Constants, Program, Text};
use crate::protocol::{grpc, sql};
use crate::scope::{SharedCounters, UserData, UserScope, Variables};
use plimsoll_plan::Template;
use plimsoll_plan::expression::ScriptCache;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// How long the system may look for the hosts of a plan before it is performed.
const NAMES_PATIENCE: Duration = Duration::from_secs(5);

/// A task's plan, ready to be performed.
pub struct PreparedTask {
    pub positions: Positions,
    pub program: Program,
    pub variables: Vec<(String, String)>,
    pub machine_ip: Arc<OnceLock<String>>,
    pub tls: Tls,
    pub databases: Vec<sql::DatabaseSettings>,
    pub bounds: TaskBounds,
}

pub fn prepare(task: &LoadTask<'_>) -> Result<PreparedTask, EngineError> {
    let bounds = TaskBounds::of(task.plan, &task.properties).map_err(EngineError::Bounds)?;
    let positions = Positions::open(task.plan, task.dealt(), task.dealing).map_err(EngineError::Data)?;
    let mut data_variables = Vec::new();
    for set in 0..task.plan.data.len() {
        data_variables.extend_from_slice(positions.variables(set));
    }
    if !task.plan.main().any(has_work) {
        return Err(EngineError::NothingToRun);
    }
    let machine_ip = Arc::new(OnceLock::new());
    let variables = start_variables(task, &machine_ip);
    let constants = Constants::of(task.plan, &task.properties, &variables, &data_variables);
    let mut program = program::compile(task.plan, &data_variables, constants)?;
    if task.observer.is_some() {
        program.keep_answers();
    }
    let tls = Tls::new(task.plan)?;
    grpc::resolve(&mut program, &tls)?;
    let mut random = fastrand::Rng::with_seed(part_seed(task.seed, 0));
    let mut made = |text: &Template| evaluated(task, &machine_ip, &variables, &mut random, text);
    let databases = sql::settings(&task.plan.databases, &mut made);
    let databases = databases.map_err(EngineError::Databases)?;
    Ok(PreparedTask { positions, program, variables, machine_ip, tls, databases, bounds })
}

/// Expressions of extractors and checks that can't be understood, found without sending, opening or looking up anything.
pub fn pattern_problems(task: &LoadTask<'_>) -> Vec<PatternProblem> {
    let variables = start_variables(task, &OnceLock::new());
    let data: Vec<String> = task.plan.data.iter().flat_map(|set| set.variables.clone()).collect();
    let constants = Constants::of(task.plan, &task.properties, &variables, &data);
    match program::compile(task.plan, &data, constants) {
        Err(EngineError::Patterns(problems)) => problems,
        Ok(program) => program.tolerated,
        Err(_) => Vec::new(),
    }
}

/// The hosts that a task names, as far as they do not change while it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedHosts {
    /// With their addresses, where the system knew them in time.
    pub hosts: BTreeMap<String, Vec<IpAddr>>,
    /// Why some of them have no address.
    pub unknown: Vec<String>,
}

/// What is wrong with a task is found without sending anything: data files, patterns, gRPC schemas (a server that is to
/// describe itself is asked), and the hosts of requests, TCP steps and databases. An error
/// when none of the hosts that the plan names has an address; the reasons when some have none. Hosts that
/// are made while the plan runs are not looked up.
pub fn preflight(task: &LoadTask<'_>) -> Result<NamedHosts, EngineError> {
    let PreparedTask { program, databases, .. } = prepare(task)?;
    let mut hosts: Vec<&str> = program.samplers.hosts().filter_map(Text::as_literal).collect();
    // The name and the password before it are nobody's host.
    hosts.iter_mut().for_each(|host| *host = host.rsplit('@').next().unwrap_or_default().trim());
    hosts.retain(|host| !program.hosts.contains_key(&host.to_lowercase()));
    // Those of databases are the system's business.
    if !program.samplers.sql_steps.is_empty() {
        let named = databases.iter().flat_map(|database| &database.url.hosts);
        hosts.extend(named.map(|(host, _)| host.as_str()));
    }
    hosts.sort_unstable();
    hosts.dedup();
    hosts.retain(|host| !host.is_empty());
    let made = program.samplers.hosts().any(|host| host.as_literal().is_none());
    let mut named = NamedHosts::default();
    let mut failures = 0;
    for (host, found) in hosts.iter().zip(resolve::look_up_all(&hosts, NAMES_PATIENCE)) {
        failures += usize::from(found.as_ref().is_some_and(Result::is_err));
        let silence = || Err(format!("{host}: no answer within {} s", NAMES_PATIENCE.as_secs()));
        let addresses = found.unwrap_or_else(silence);
        named.unknown.extend(addresses.as_ref().err().cloned());
        named.hosts.insert((*host).to_owned(), addresses.map(|list| list.to_vec()).unwrap_or_default());
    }
    if !made && failures > 0 && failures == hosts.len() {
        return Err(EngineError::UnknownHosts(named.unknown));
    }
    Ok(named)
}

/// Whom the plan asks, as far as that is fixed before it is performed: `http://shop:8080`, `tcp://shop:9`, in the order of
/// the plan, each once. Nothing is sent, opened or looked up.
pub fn targets(task: &LoadTask<'_>) -> Vec<String> {
    let variables = start_variables(task, &OnceLock::new());
    let data: Vec<String> = task.plan.data.iter().flat_map(|set| set.variables.clone()).collect();
    let constants = Constants::of(task.plan, &task.properties, &variables, &data);
    let Ok(program) = program::compile(task.plan, &data, constants) else { return Vec::new() };
    let fixed =
        |text: &Text| text.as_literal().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let place = |scheme: &str, host: &Text, port: Option<&Text>| {
        let host = fixed(host)?;
        // The name and the password before it are nobody's business.
        let host = host.rsplit('@').next().unwrap_or_default();
        Some(match port.and_then(fixed) {
            Some(port) => format!("{scheme}://{host}:{port}"),
            None => format!("{scheme}://{host}"),
        })
    };
    let samplers = &program.samplers;
    let requests = samplers.requests.iter().filter_map(|request| match fixed(&request.path) {
        Some(url) if url.starts_with("http://") || url.starts_with("https://") => {
            let place = url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
            let (scheme, authority) = place.split_once("://")?;
            Some(format!("{scheme}://{}", authority.rsplit('@').next().unwrap_or_default()))
        }
        _ => place(&fixed(&request.scheme)?, &request.host, request.port.as_ref()),
    });
    let tcp = samplers.tcp_steps.iter().filter_map(|step| place("tcp", &step.host, Some(&step.port)));
    let mut found: Vec<String> = Vec::new();
    requests.chain(tcp).for_each(|target| {
        if !found.contains(&target) {
            found.push(target);
        }
    });
    found
}

/// The plan's variables, evaluated once.
fn start_variables(task: &LoadTask<'_>, machine_ip: &OnceLock<String>) -> Vec<(String, String)> {
    let mut program = Program { origin: task.plan.origin.clone(), ..Program::default() };
    let texts: Vec<_> =
        task.plan.variables.iter().map(|(name, text)| (name, program.slots.text(text))).collect();
    let variables = Variables::new(program.slots.len());
    let mut random = fastrand::Rng::with_seed(part_seed(task.seed, 0));
    evaluate(task, machine_ip, &program, variables, &mut random, |scope| {
        let mut values = Vec::new();
        for (name, text) in texts {
            let value = text.to_text(scope);
            scope.user.variables.set_named(&program.slots, name, &value);
            values.push((name.clone(), value));
        }
        values
    })
}

/// A text that is made before any user runs.
fn evaluated(
    task: &LoadTask<'_>,
    machine_ip: &OnceLock<String>,
    known: &[(String, String)],
    random: &mut fastrand::Rng,
    text: &Template,
) -> String {
    let mut program = Program::default();
    let text = program.slots.text(text);
    let mut variables = Variables::new(program.slots.len());
    for (name, value) in known {
        variables.set_named(&program.slots, name, value);
    }
    evaluate(task, machine_ip, &program, variables, random, |scope| text.to_text(scope))
}

/// With what texts see before any user runs.
fn evaluate<T>(
    task: &LoadTask<'_>,
    machine_ip: &OnceLock<String>,
    program: &Program,
    variables: Variables,
    random: &mut fastrand::Rng,
    action: impl FnOnce(&mut UserScope<'_>) -> T,
) -> T {
    action(&mut UserScope {
        user: &mut UserData::new(0, 0, variables),
        scripts: &mut ScriptCache::default(),
        program,
        clock: &task.clock,
        properties: &task.properties,
        shared: &SharedCounters::of(program, Share::WHOLE),
        random,
        machine_ip,
        eval_bounds: Default::default(),
        budget: &LookBudget::new(task.clock, TaskBounds::default()),
    })
}
