//! `plimsoll run --resume`: goes on with the run of a fleet whose coordinator was killed.

use super::perform;
use crate::arguments::{Command, CommandLine};
use crate::exit::{Exit, Failure};
use crate::{message, recording};
use clap::Parser;
use plimsoll_fleet::FleetState;
use plimsoll_plan::units::format_duration;
use plimsoll_run::{JobVerdict, Run, Secrets};
use plimsoll_study::{RunJournal, Steps, Study};
use plimsoll_watch::transport::quoted;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Beside the run files, while a fleet makes the load.
const STATE: &str = "fleet.resume";

/// How a run was asked for, for whoever goes on with it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AskedRun {
    arguments: Vec<String>,
    directory: PathBuf,
    pub seed: u64,
}

impl AskedRun {
    pub fn now(arguments: Vec<String>, seed: u64) -> AskedRun {
        let directory = std::env::current_dir().unwrap_or_default();
        AskedRun { arguments, directory, seed }
    }
}

/// A run that another process began.
pub struct Resumed {
    pub state: FleetState,
    pub asked: AskedRun,
    pub folder: PathBuf,
    /// A load is under way.
    pub goes_on: bool,
}

pub fn state_file(folder: &Path) -> PathBuf {
    folder.join(STATE)
}

/// What of a run its own process alone knows, beside its file.
pub fn journal_file(run: &Path) -> PathBuf {
    run.with_extension("journal")
}

/// `path`: a run file, or the folder with it.
pub fn resume(path: &Path) -> Result<Exit, Failure> {
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(Path::new("")) };
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let file = state_file(&folder);
    let state = FleetState::read(&file).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Failure::input(format!("there is no {}", file.display())).with_hint(
            "only the run of a fleet whose coordinator was killed can be gone on with: its nodes have to be there; \
             `plimsoll report` reports on what was measured before",
        ),
        _ => Failure::input(format!("failed to read {}: {error}", file.display())),
    })?;
    let broken = || Failure::input(format!("{} is damaged", file.display()));
    let asked: AskedRun = serde_json::from_value(state.asked().clone()).map_err(|_| broken())?;
    let moved = std::env::set_current_dir(&asked.directory);
    moved
        .map_err(|error| Failure::input(format!("failed to go to {}: {error}", asked.directory.display())))?;
    let arguments = CommandLine::try_parse_from(&asked.arguments).map_err(|_| broken())?;
    let Some(Command::Run(arguments)) = arguments.command else { return Err(broken()) };
    let resumed = Resumed { goes_on: is_load_under_way(&folder)?, state, asked, folder };
    perform(&arguments, Some(resumed), std::env::args().collect())
}

/// Whether a load had begun and not ended; one with jobs is one, whatever its steps are.
fn is_load_under_way(folder: &Path) -> Result<bool, Failure> {
    for (file, run) in unfinished(folder)? {
        let known = RunJournal::look(&journal_file(&file), run.header.started_unix_us);
        if known.is_some_and(|known| known.has_load_with_jobs)
            || run.steps.last().is_some_and(|step| step.ended_us.is_none())
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn unfinished(folder: &Path) -> Result<Vec<(PathBuf, Run)>, Failure> {
    let mut found = Vec::new();
    for file in recording::find_runs(&[folder.to_owned()]).unwrap_or_default() {
        let run = Run::open(&file).map_err(|error| recording::store_failure(&error))?;
        if !run.is_complete() {
            found.push((file, run));
        }
    }
    Ok(found)
}

/// What was known to the process that was killed, and to nobody else, can't be gone on with.
pub fn check(study: &Study, resumed: &Resumed, secrets: &Secrets) -> Result<(), Failure> {
    let has_system = study.runs(0).iter().any(|planned| !planned.system.is_only_looked_at());
    let needs_journal = matches!(study.steps, Steps::Jobs(_)) || study.completion.is_some();
    let lacks_journal = unfinished(&resumed.folder)?.into_iter().find(|(file, run)| {
        let known = || RunJournal::look(&journal_file(file), run.header.started_unix_us);
        needs_journal && !run.steps.is_empty() && known().is_none()
    });
    let what = if study.completion.is_some() { "completion" } else { "jobs" };
    let (what, why) = match lacks_journal {
        _ if has_system => (
            "system",
            "the process of the system, and what was done before and after steps, was that process's"
                .to_owned(),
        ),
        Some((file, _)) => (
            what,
            format!(
                "what was known of them is in {}, which is not there or damaged",
                journal_file(&file).display()
            ),
        ),
        None => return Ok(()),
    };
    let text = format!("a study with `{what}` can't be gone on with after its coordinator was killed: {why}");
    let hint = instead(study, resumed, (secrets, has_system));
    Err(Failure::input(text).with_hint(secrets.text(&hint)))
}

/// What to do where a run can't be gone on with.
fn instead(
    study: &Study,
    Resumed { asked, folder, .. }: &Resumed,
    (secrets, has_system): (&Secrets, bool),
) -> String {
    let mut parts =
        vec![format!("`plimsoll report {}` reports on what was measured before", folder.display())];
    for file in recording::find_runs(std::slice::from_ref(folder)).unwrap_or_default() {
        let jobs = Run::open(&file).map(|run| run.jobs).unwrap_or_default();
        let open = jobs.iter().filter(|job| job.verdict == JobVerdict::Running);
        parts.extend(open.map(|job| {
            format!("the job \"{}\" was started and may go on: look at it, or wait for its end", job.name)
        }));
    }
    if has_system {
        let stop = study.runs(0).into_iter().find_map(|planned| planned.system.stop);
        let stop = stop.map_or_else(String::new, |command| format!(" (`{command}`)"));
        parts.push(format!("what the commands of the system left running is still up: stop it{stop}"));
    }
    if let Some(fleet) = &study.fleet {
        parts.push(format!(
            "its nodes end their step by themselves, at the latest after {} without a coordinator",
            format_duration(fleet.orphan_timeout)
        ));
    }
    // Values that are secret have to be typed again.
    let again = secrets.command(&asked.arguments);
    let again = again.iter().skip(1).map(|word| typed(word)).collect::<Vec<_>>().join(" ");
    parts.push(format!("then begin it again, into another folder: `plimsoll {again}`"));
    parts.join("; ")
}

/// As somebody types it into a shell.
fn typed(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,@%+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { quoted(word) }
}

/// What there is of a run that had begun.
pub fn recorded(file: &Path) -> Result<Option<Run>, Failure> {
    if !file.exists() {
        return Ok(None);
    }
    let run = Run::open(file).map_err(|error| recording::store_failure(&error))?;
    if !run.is_complete() {
        message::say(&format!(
            "going on with {}: {} steps, {} s",
            file.display(),
            run.steps.len(),
            run.seconds.len()
        ));
    }
    Ok(Some(run))
}
