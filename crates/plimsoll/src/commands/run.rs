//! `plimsoll run`: performs a plan or a study, and reports on it.

use super::report::ANALYSIS_SEED;
use crate::arguments::{FileFormat, Run as Arguments};
use crate::exit::{Exit, Failure, chain};
use crate::loading::{self, Input, LoadedPlan};
use crate::progress::{self, Progress};
use crate::{message, recording, signals};
use plimsoll_analysis::requirement::Requirement;
use plimsoll_engine::{Control, EngineError, Job, PropertyMap, RunClock, Share};
use plimsoll_plan::Plan;
use plimsoll_run::{RunHeader, RunWriter, environment};
use plimsoll_study::{LocalGenerator, PerformError, Planned, RunSetup, Study, perform};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let (study, study_text) = study(arguments)?;
    let loaded = load_all(&study, arguments)?;
    preflight(&study, &loaded)?;
    let control = Control::default();
    signals::stop_on_signal(&control)?;
    let folder = recording::output_folder(arguments.output.as_deref(), &study.name)?;
    let session = Session {
        study: &study,
        study_text,
        folder: &folder,
        workers: arguments.workers.or(study.workers).unwrap_or_else(cores),
        grace: arguments.grace,
        source_addresses: arguments.source_addresses.concat(),
        seed: arguments.seed.or(study.seed).unwrap_or_else(random_seed),
    };
    let files = session.perform_all(&loaded, &control)?;
    let exit = report(&folder, &files, &formats(arguments, &study))?;
    // Complete runs do not make a complete study.
    let incomplete = files.len() < loaded.len() && exit == Exit::Done;
    Ok(if incomplete { Exit::Inconclusive } else { exit })
}

/// What it takes from a run's start until its load can begin: the run file, the plan's preparation.
const PREPARATION: Duration = Duration::from_millis(9);

/// What is the same for all runs of one command.
pub struct Session<'a> {
    pub study: &'a Study,
    pub study_text: Option<String>,
    pub folder: &'a Path,
    pub workers: u32,
    pub grace: Duration,
    pub source_addresses: Vec<IpAddr>,
    pub seed: u64,
}

/// The study that the command line asks for: a plan alone is a study of one run.
fn study(arguments: &Arguments) -> Result<(Study, Option<String>), Failure> {
    let (mut study, text) = match loading::read_input(&arguments.file)? {
        Input::Study { text, study } => {
            if arguments.users.is_some() || arguments.duration.is_some() || arguments.ramp.is_some() {
                let text = "--users, --duration and --ramp are for plans; a study says its own load";
                return Err(
                    Failure::input(text).with_hint("change `threads`, `step` and `ramp` in the study")
                );
            }
            (*study, Some(text))
        }
        Input::Plan => {
            let stem = arguments.file.file_stem().map(|s| s.to_string_lossy().into_owned());
            let name = stem.unwrap_or_else(|| "plan".to_owned());
            (Study::of_plan(&name, arguments.file.clone(), Default::default()), None)
        }
    };
    for spec in &mut study.variants {
        for (name, value) in &arguments.properties {
            if spec.variant.properties.remove(name).is_some() {
                let text = format!("-J{name} overrides what the variant \"{}\" says", spec.variant.name);
                message::warning(&text, Some("variants that differ only in this property are now the same"));
            }
            study.properties.insert(name.clone(), value.clone());
        }
    }
    for text in &arguments.requirements {
        Requirement::parse(text).map_err(|e| Failure::input(format!("failed to {e}")))?;
        study.requirements.push(text.clone());
    }
    Ok((study, text))
}

/// Reads every plan that the study needs, before anything runs.
fn load_all(study: &Study, arguments: &Arguments) -> Result<Vec<(Planned, LoadedPlan)>, Failure> {
    let mut loaded = Vec::new();
    let mut first_failure = None;
    for planned in study.runs() {
        match loading::load_plan(&planned.plan, &planned.properties, arguments.skip_unsupported) {
            Ok(mut plan) => {
                plan.plan = with_load(plan.plan, arguments)?;
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
fn preflight(study: &Study, loaded: &[(Planned, LoadedPlan)]) -> Result<(), Failure> {
    for (planned, plan) in loaded.iter().filter(|(planned, _)| planned.repeat == 1) {
        let job = Job {
            plan: &plan.plan,
            share: Share::WHOLE,
            workers: 1,
            seed: 0,
            properties: PropertyMap::new(planned.properties.clone()),
            clock: RunClock::start(),
            grace: Duration::ZERO,
            source_addresses: Vec::new(),
        };
        let unknown = plimsoll_engine::preflight(&job).map_err(|error| engine_failure(&error))?;
        for host in unknown {
            message::warning(&format!("no address: {host}"), Some("requests to it will fail"));
        }
        if let Some(labels) = plan.plan.labels() {
            check_names(&study.requirements, &labels)?;
        }
    }
    Ok(())
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

/// A requirement on a transaction that the plan does not have would never be decided.
fn check_names(requirements: &[String], labels: &[&str]) -> Result<(), Failure> {
    for text in requirements {
        let name = Requirement::parse(text).ok().and_then(|requirement| requirement.transaction);
        let Some(name) = name.filter(|name| !labels.contains(&name.as_str())) else { continue };
        let hint = match plimsoll_plan::diagnostic::closest(&name, labels.iter().copied()) {
            Some(meant) => format!("did you mean \"{meant}\"?"),
            None => format!("the plan has: {}", labels.join(", ")),
        };
        let message = format!("the requirement `{text}` names \"{name}\", which the plan does not have");
        return Err(Failure::input(message).with_hint(hint));
    }
    Ok(())
}

/// Replaces the plan's load by what the command line says.
fn with_load(plan: Plan, arguments: &Arguments) -> Result<Plan, Failure> {
    if arguments.users.is_none() && arguments.duration.is_none() && arguments.ramp.is_none() {
        let forever = plan
            .main()
            .any(|s| s.iterations == plimsoll_plan::plan::Iterations::Forever && s.load.ends_at().is_none());
        if forever && !std::io::IsTerminal::is_terminal(&std::io::stderr()) {
            let text = "the plan never ends by itself, and there is no terminal to end it from";
            return Err(Failure::input(text).with_hint("--duration gives it an end"));
        }
        return Ok(plan);
    }
    let own_ramp = plan.main().map(|s| s.load.ramp_end()).max().unwrap_or_default();
    let ramp = arguments.ramp.unwrap_or(own_ramp);
    let own_end = plan.main().filter_map(|s| s.load.ends_at()).max();
    let hold = arguments.duration.or_else(|| own_end.map(|end| end.saturating_sub(own_ramp)));
    let Some(hold) = hold.filter(|hold| !hold.is_zero()) else {
        let text = "the plan says no time for its load";
        return Err(Failure::input(text).with_hint("--duration gives it one, for example --duration '30 s'"));
    };
    let users = arguments.users.unwrap_or_else(|| plan.users_max());
    Ok(plan.with_users(users, ramp, hold))
}

fn cores() -> u32 {
    std::thread::available_parallelism().map_or(1, |n| n.get() as u32)
}

/// From the clock: a run whose seed matters says it with --seed.
fn random_seed() -> u64 {
    RunClock::start().started_unix_us() as u64
}

fn formats(arguments: &Arguments, study: &Study) -> Vec<FileFormat> {
    if !arguments.format.is_empty() {
        return arguments.format.clone();
    }
    let format = |name: &String| if name == "json" { FileFormat::Json } else { FileFormat::Html };
    study.report_formats.iter().map(format).collect()
}

impl Session<'_> {
    /// Performs all runs, as far as they are not stopped; the files that there are.
    pub fn perform_all(
        &self,
        loaded: &[(Planned, LoadedPlan)],
        control: &Control,
    ) -> Result<Vec<PathBuf>, Failure> {
        let mut files = Vec::new();
        for (number, (planned, plan)) in loaded.iter().enumerate() {
            if loaded.len() > 1 {
                let name = &planned.variant.name;
                let repeat = if self.study.repeats > 1 {
                    format!(", repeat {}", planned.repeat)
                } else {
                    String::new()
                };
                message::say(&format!("run {} of {}: {name}{repeat}", number + 1, loaded.len()));
                if number > 0 {
                    pause(self.study.timing.pause, control);
                }
            }
            if control.stopped().is_some() {
                break;
            }
            let file = recording::run_file(self.folder, &planned.variant, planned.repeat, self.study.repeats);
            self.perform_one(planned, plan, &file, number as u64, control)?;
            files.push(file);
        }
        Ok(files)
    }

    fn perform_one(
        &self,
        planned: &Planned,
        loaded: &LoadedPlan,
        file: &Path,
        number: u64,
        control: &Control,
    ) -> Result<(), Failure> {
        let clock = RunClock::start_at(Duration::from_secs(1) - PREPARATION);
        let header = self.header(planned, loaded, &clock);
        let writer = RunWriter::create(file, &header).map_err(|e| recording::store_failure(&e))?;
        // Repeats and variants must not send the same "unique" values to the same server again.
        let seed = plimsoll_engine::mix(plimsoll_engine::mix(self.seed, u64::from(planned.repeat)), number);
        let search = self.study.search(loaded.plan.users_max());
        let setup = RunSetup {
            plan: &loaded.plan,
            properties: &planned.properties,
            design: &header.design,
            timing: self.study.timing,
            search: search.as_ref(),
            seed,
            clock,
        };
        let mut generator = LocalGenerator {
            workers: self.workers,
            grace: self.grace,
            source_addresses: self.source_addresses.clone(),
        };
        let timing = self.study.timing;
        let per_step = timing.ramp + timing.step + timing.pause;
        let mut progress = Progress::new(self.study.step_count().map(|steps| (steps, per_step)));
        match perform(&setup, &mut generator, writer, control, &mut progress) {
            Ok(_) => Ok(()),
            Err(PerformError::Store(error)) => {
                let failure = recording::store_failure(&error);
                // What was measured before is still a run: it is reported on by name.
                let hint = format!(
                    "what was measured before is kept: `plimsoll report {}` once there is room",
                    file.display()
                );
                Err(failure.with_hint(hint))
            }
            Err(error @ PerformError::Generator(_)) => Err(Failure::internal(chain(&error))),
        }
    }

    fn header(&self, planned: &Planned, loaded: &LoadedPlan, clock: &RunClock) -> RunHeader {
        let mut variant = planned.variant.clone();
        variant.properties.clone_from(&planned.properties);
        let mut environment = environment::capture();
        environment.push(("load generating workers".to_owned(), self.workers.to_string()));
        environment.push(("seed".to_owned(), self.seed.to_string()));
        RunHeader {
            name: self.study.name.clone(),
            variant,
            repeat: planned.repeat,
            started_unix_us: clock.started_unix_us(),
            time_zone: time_zone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            plan: loaded.record.clone(),
            study: self.study_text.clone(),
            design: self.study.design(),
            requirements: self.study.requirements.clone(),
            expected_per_s: self.study.expected_per_s,
            environment,
            about: self.study.about.clone(),
            command: std::env::args().collect(),
        }
    }
}

/// The name of the machine's time zone, or its offset.
fn time_zone() -> String {
    let zone = jiff::tz::TimeZone::system();
    match zone.iana_name() {
        Some(name) => name.to_owned(),
        None => jiff::Zoned::now().strftime("%:z").to_string(),
    }
}

/// Between two runs; a stop ends it.
fn pause(time: Duration, control: &Control) {
    let until = std::time::Instant::now() + time;
    while control.stopped().is_none() {
        let left = until.saturating_duration_since(std::time::Instant::now());
        if left.is_zero() {
            return;
        }
        std::thread::sleep(left.min(Duration::from_millis(50)));
    }
}

/// Analyses the runs, prints the summary and writes the reports.
pub fn report(folder: &Path, files: &[PathBuf], formats: &[FileFormat]) -> Result<Exit, Failure> {
    if files.is_empty() {
        return Ok(Exit::Inconclusive);
    }
    let runs = recording::open_runs(files)?;
    let analysis = plimsoll_analysis::analyse(&runs, ANALYSIS_SEED);
    super::print(&plimsoll_report::terminal(&analysis, progress::terminal_width()));
    for file in files {
        message::say(&format!("run: {}", file.display()));
    }
    recording::write_reports(folder, &analysis, formats)?;
    Ok(analysis.outcome.into())
}
