//! `plimsoll run`: performs a plan or a study, and reports on it.

mod exports;
mod fleet;
mod generator;
mod header;
mod load;
mod load_generator;
mod next;
mod proof;
mod resume;
mod session;
mod system;

pub use exports::Exports;
pub use session::{Performed, Session};

use fleet::RunFleet;
use resume::{AskedRun, Resumed};

use super::run_report::{self, Wanted};
use crate::arguments::RunArguments;
use crate::exit::{Exit, Failure, chain};
use crate::keys::Keys;
use crate::loading::{self, LoadedPlan};
use crate::plan_files::{self, FilePlace};
use crate::reports::Browser;
use crate::sample_log::{JtlPlace, JtlRequest};
use crate::url_plan::{self, MadePlan};
use crate::{cores, kernel, limits, machine, message, outputs, preflight, recording, signals};
use plimsoll_engine::{EngineError, NamedHosts, RunClock};
use plimsoll_run::jtl::JtlColumns;
use plimsoll_run::{OnLostNode, ReportFormat, Secrets};
use plimsoll_study::{GeneratorSpec, Planned, Steering, Study};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::Path;

pub fn run(arguments: &RunArguments) -> Result<Exit, Failure> {
    match (&arguments.resume, &arguments.next.next) {
        (Some(run), _) => resume::resume(run),
        (None, Some(run)) => next::next(run, arguments, &|again, command| perform(again, None, command)),
        (None, None) => perform(arguments, None, std::env::args().collect()),
    }
}

/// `resumed`: another process began it. `command`: the words that say all this, for the run file.
fn perform(
    arguments: &RunArguments,
    resumed: Option<Resumed>,
    command: Vec<String>,
) -> Result<Exit, Failure> {
    let with_load = |plan| load::with_load(plan, &arguments.load);
    super::export::receivers(&arguments.export)?;
    let made = url_plan::made(arguments.file.as_deref(), &arguments.requests, with_load)?;
    let (mut study, study_text) = load::study(arguments, made.as_ref())?;
    generator::choose(arguments, &mut study, made.as_ref())?;
    let given = load::secrets(arguments, &mut study)?;
    // The run file keeps it for later reports.
    study.report_language = arguments.files.language.unwrap_or(study.report_language);
    let seed = arguments.generator.seed.or(study.seed);
    let seed = resumed.as_ref().map(|resumed| resumed.asked.seed).or(seed).unwrap_or_else(random_seed);
    let loaded = load_all(&study, study_text.as_deref(), arguments, made.as_ref(), seed)?;
    let secrets = all_secrets(&study, &loaded, given);
    if arguments.print_plan {
        return print_plan(arguments, made.as_ref());
    }
    let fleet_spec = fleet::spec(arguments, &study)?;
    let by_engine = study.generator == GeneratorSpec::Engine;
    if study.tracing.is_some() && (fleet_spec.is_some() || !by_engine) {
        let text = "the study's `tracing` is for load that this machine's engine makes";
        return Err(Failure::input(text).with_hint("a plan in YAML says it itself: `tracing: 10 %`"));
    }
    let jmeter = match &study.generator {
        GeneratorSpec::Jmeter => Some(generator::jmeter_home(arguments)?),
        GeneratorSpec::Engine | GeneratorSpec::Tool(_) => None,
    };
    let mut servers = BTreeMap::new();
    if by_engine {
        kernel::check()?;
        check_source_addresses(arguments)?;
        servers = look_ahead(&study, &loaded, fleet_spec.is_some())?;
    } else if jtl(arguments, &study).is_some() {
        let text = "the sample log is the engine's; results of another load generator go into the run file";
        return Err(Failure::input(text).with_hint("JMeter keeps its own with a listener in the plan"));
    }
    // A browser that is missing is better known before the load than after it.
    if formats(arguments, &study).contains(&ReportFormat::Pdf) {
        Browser::find()?;
    }
    check_jtl(arguments, &study, &loaded)?;
    let generator_cores = cores::named(&arguments.generator.generator_cores, &study)?;
    let steering = Steering::default();
    signals::stop_on_signal(&steering)?;
    // The steps of the study are those of its fleet.
    study.fleet.clone_from(&fleet_spec);
    let fleet = fleet_spec.map(|spec| {
        if spec.on_lost_node == OnLostNode::RepeatStep {
            study.timing.retry_invalid = study.timing.retry_invalid.max(1);
        }
        match &resumed {
            Some(resumed) => {
                resume::check(&study, resumed, &secrets)?;
                RunFleet::resume(&spec, &study, resumed, &steering.control())
            }
            None => {
                let plan = loaded.first().map(|(_, plan)| &plan.plan);
                RunFleet::start(&spec, &study, plan, &steering.control())
            }
        }
    });
    let fleet = fleet.transpose()?;
    let folder = match &resumed {
        Some(resumed) => resumed.folder.clone(),
        None => recording::output_folder(arguments.files.output.as_deref(), &study.name)?,
    };
    if let Some(fleet) = &fleet {
        let asked = resumed.as_ref().map(|resumed| resumed.asked.clone());
        fleet.keep_state(&folder, &asked.unwrap_or_else(|| AskedRun::now(command.clone(), seed)))?;
    }
    let cpu_used_percent = if fleet.is_none() { machine::warn_if_shared(&servers) } else { None };
    let session = Session {
        study: &study,
        study_text,
        folder: &folder,
        workers: arguments
            .generator
            .workers
            .or(study.workers)
            .unwrap_or_else(|| cores::workers(&generator_cores)),
        cores: generator_cores,
        cpu_used_percent,
        grace: arguments.generator.grace,
        source_addresses: arguments.generator.source_addresses.concat(),
        busy_poll: arguments.generator.busy_poll,
        receive_time: arguments.generator.receive_time.into(),
        jtl: jtl(arguments, &study),
        seed,
        labels: load::labels(arguments, &study),
        command,
        jmeter,
        secrets,
        fleet,
        made: made.as_ref(),
        skip_unsupported: arguments.skip_unsupported,
        resumed: resumed.is_some(),
        exports: Exports::to(&arguments.export),
    };
    if arguments.live {
        super::serve::live_view(&folder)?;
    }
    // Others' load can't be paused or raised by hand.
    let keys = if by_engine { Keys::listen(&steering) } else { None };
    let performed = session.perform_all(&loaded, &steering, keys.is_some());
    drop(keys);
    let Performed { files, failed } = performed?;
    if let Some(fleet) = session.fleet.as_ref().filter(|_| arguments.generator.node_files) {
        proof::prove(&fleet.fleet, &folder, &files);
    }
    made.iter().for_each(|made| url_plan::explain_certificates(made, &files));
    let formats = formats(arguments, &study);
    let wanted = Wanted { formats, language: study.report_language, tables: study.report_tables };
    let exit = run_report::apart(&folder, &files, &wanted)?;
    session.exports.wait();
    if failed {
        return Ok(Exit::Failed);
    }
    // Complete runs do not make a complete study.
    let incomplete = files.len() < loaded.len() && exit == Exit::Done;
    Ok(if incomplete { Exit::Inconclusive } else { exit })
}

/// A password in it stays one where another program reads it.
fn print_plan(arguments: &RunArguments, made: Option<&MadePlan>) -> Result<Exit, Failure> {
    let Some(made) = made else {
        return Err(Failure::input("--print-plan prints the plan that a URL or a list of URLs is")
            .with_hint("`plimsoll convert` prints any plan as YAML"));
    };
    let text = url_plan::printed(made, &arguments.load, &arguments.requirements);
    match std::io::IsTerminal::is_terminal(&std::io::stdout()) {
        true => crate::stdout::print(&text),
        false => crate::stdout::print_data(&text),
    }
    Ok(Exit::Done)
}

/// Of all runs; from now on no message holds them either.
fn all_secrets(study: &Study, loaded: &[(Planned, LoadedPlan)], given: Secrets) -> Secrets {
    let mut secrets = given;
    for (planned, plan) in loaded {
        let of_plan = crate::secrets::of_plan(&plan.plan, &planned.properties, &secrets);
        secrets.extend(&of_plan);
        planned.system.env.iter().for_each(|(name, value)| secrets.add_named(name, value));
    }
    for (name, value) in &study.properties {
        secrets.add_named(name, value);
    }
    message::keep_secret(&secrets);
    secrets
}

/// The result files that are asked for; the command line goes before the study.
fn jtl(arguments: &RunArguments, study: &Study) -> Option<JtlRequest> {
    let next_to =
        |format| JtlRequest { place: JtlPlace::BackgroundRun, format, columns: JtlColumns::default() };
    arguments.files.jtl.as_deref().map(JtlRequest::to_file).or_else(|| study.jtl.map(next_to))
}

/// A test of which every request fails is no test.
fn check_source_addresses(arguments: &RunArguments) -> Result<(), Failure> {
    let addresses = arguments.generator.source_addresses.iter().flatten();
    let messages: Vec<String> = addresses
        .filter_map(|address| {
            Some(format!("--source-addresses {address}: {}", preflight::source_problem(*address)?))
        })
        .collect();
    if messages.is_empty() {
        return Ok(());
    }
    let hint = "they are addresses of this machine; `ip address` lists them";
    Err(Failure { exit: Exit::BadInput, messages, hint: Some(hint.to_owned()) })
}

/// The result file must not take the place of anything.
fn check_jtl(
    arguments: &RunArguments,
    study: &Study,
    loaded: &[(Planned, LoadedPlan)],
) -> Result<(), Failure> {
    if arguments.files.jtl.is_none() {
        return Ok(());
    }
    let Some(request) = jtl(arguments, study) else { return Ok(()) };
    let read = loaded.iter().flat_map(|(planned, plan)| {
        plan.plan.data.iter().map(|data| data.path.as_path()).chain([planned.plan.as_path()])
    });
    let given = [arguments.file.as_deref(), arguments.requests.targets.as_deref()];
    let inputs: Vec<&Path> = read.chain(given.into_iter().flatten()).collect();
    for (planned, _) in loaded {
        let run = recording::run_file(Path::new(""), &planned.variant, planned.repeat, study.repeats);
        outputs::check_new(&request.path(&run, loaded.len()), inputs.iter().copied(), arguments.files.force)?;
    }
    Ok(())
}

/// Reads every plan that the study needs, before anything runs.
fn load_all(
    study: &Study,
    study_text: Option<&str>,
    arguments: &RunArguments,
    made: Option<&MadePlan>,
    seed: u64,
) -> Result<Vec<(Planned, LoadedPlan)>, Failure> {
    let mut loaded: Vec<(Planned, LoadedPlan)> = Vec::new();
    let mut first_failure = None;
    for planned in study.runs(seed) {
        let plan = match (made, &study.generator) {
            (_, GeneratorSpec::Tool(tool)) => generator::tool_plan(tool, &planned.plan),
            (Some(made), _) => loading::made_plan(made, &planned.properties),
            (None, GeneratorSpec::Jmeter) => loading::load_jmeter_plan(&planned.plan, &planned.properties),
            (None, GeneratorSpec::Engine) => {
                loading::load_plan(&planned.plan, &planned.properties, arguments.skip_unsupported)
            }
        };
        match plan {
            Ok(mut plan) => {
                plan.change = load::change(&plan.plan, &arguments.load)?;
                plan.plan = plan.change.of(plan.plan);
                if let Some(sampled) = study.tracing {
                    plan.plan.trace(sampled);
                }
                if let GeneratorSpec::Tool(tool) = &study.generator {
                    generator::check_load(tool, study, &plan.plan)?;
                }
                if loaded.is_empty() {
                    let texts = [study_text.unwrap_or_default(), plan.record.text.as_str()];
                    preflight::unread_properties(&arguments.properties, &texts);
                }
                loaded.push((planned, plan));
            }
            Err(failure) => {
                message::failure(&failure);
                first_failure.get_or_insert(failure.exit);
                // The other repeats and variants would mostly say the same again.
                break;
            }
        }
    }
    match first_failure {
        Some(exit) => Err(Failure::said(exit)),
        None => Ok(loaded),
    }
}

/// What would only be seen when it is too late: data files, patterns, hosts and names in requirements.
/// Gives the hosts that the plans name, with their addresses.
fn look_ahead(
    study: &Study,
    loaded: &[(Planned, LoadedPlan)],
    by_others: bool,
) -> Result<BTreeMap<String, Vec<IpAddr>>, Failure> {
    let mut servers = BTreeMap::new();
    for (planned, plan) in loaded.iter().filter(|(planned, _)| planned.repeat == 1) {
        let task = preflight::task(&plan.plan, &planned.properties);
        let named = match plimsoll_engine::preflight(&task) {
            Ok(named) => named,
            // The nodes of a fleet may know them.
            Err(EngineError::UnknownHosts(unknown)) if by_others => {
                NamedHosts { unknown, ..NamedHosts::default() }
            }
            Err(error) => return Err(engine_failure(&error)),
        };
        servers.extend(named.hosts);
        for host in named.unknown {
            message::warning(
                &format!("no address: {host}"),
                Some(if by_others { "do the nodes know it?" } else { "requests to it will fail" }),
            );
        }
        if let Some((users, files)) = limits::shortage(&plan.plan).filter(|_| !by_others) {
            let text =
                format!("up to {users} users, and this process may have {files} files and connections open");
            let hint =
                "raise the limit (`ulimit -Hn`, LimitNOFILE of systemd), or requests fail on this machine";
            message::warning(&text, Some(hint));
        }
        for file in plan_files::files(&plan.plan) {
            if file.is_written || file.place == FilePlace::Outside {
                message::say(&format!("note: the plan {}", plan_files::sentence(&file)));
            }
        }
        if let Some(mut labels) = plan.plan.labels() {
            labels.extend(study.completion.as_ref().map(|completion| completion.transaction.as_str()));
            preflight::refuse(&preflight::requirements(&study.requirements, Some(&labels)))?;
        }
    }
    Ok(servers)
}

fn engine_failure(error: &EngineError) -> Failure {
    let failure = Failure::input(chain(error));
    match error {
        EngineError::UnknownHosts(_) => {
            failure.with_hint("check the host names, and -J properties that give them")
        }
        _ => failure,
    }
}

/// From the clock: a run whose seed matters says it with --seed.
pub fn random_seed() -> u64 {
    RunClock::start().started_unix_us() as u64
}

fn formats(arguments: &RunArguments, study: &Study) -> Vec<ReportFormat> {
    if !arguments.files.format.is_empty() {
        return arguments.files.format.clone();
    }
    study.report_formats.clone()
}
