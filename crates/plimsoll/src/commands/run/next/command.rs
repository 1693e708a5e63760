//! The command that runs the study: what is shown is what `--yes` does.

use super::choice::ChosenNext;
use super::origin::RunOrigin;
use super::written::NextFiles;
use crate::arguments::{Command, CommandLine, ReceiveTimeArgument, RunArguments};
use crate::exit::Failure;
use crate::{cores, message, secrets};
use clap::Parser;
use plimsoll_plan::units::format_duration;
use plimsoll_report::command_line;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub struct NextCommand {
    words: Vec<String>,
    /// For the run files.
    pub output: PathBuf,
    /// Properties that nobody gave again.
    missing: Vec<String>,
    /// Where it has to be started, if not here.
    directory: Option<PathBuf>,
}

/// What `--grace` is where nobody says it.
const GRACE: Duration = Duration::from_secs(30);

impl NextCommand {
    pub fn of(
        origin: &RunOrigin,
        files: &NextFiles,
        chosen: &ChosenNext,
        asked: &RunArguments,
    ) -> NextCommand {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let here = std::env::current_dir().unwrap_or_default();
        let elsewhere = here != origin.directory;
        let path = |path: &Path| if elsewhere { absolute(path) } else { path.to_owned() };
        let output = path(asked.files.output.as_deref().unwrap_or(&files.output));
        let mut words =
            vec!["plimsoll".to_owned(), "run".to_owned(), path(&files.study).display().to_string()];
        let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
        option("-o", output.display().to_string());
        for (name, value) in &asked.properties {
            option("-J", format!("{name}={value}"));
        }
        for (name, value) in &asked.labels {
            option("--label", format!("{name}={value}"));
        }
        if let Some(file) = &asked.secrets {
            option("--secrets", path(file).display().to_string());
        }
        let fleet = asked.generator.fleet.as_deref().map(path);
        if let Some(language) = asked.files.language {
            option("--language", language.tag().to_owned());
        }
        for format in &asked.files.format {
            option("--format", format.tag().to_owned());
        }
        for url in &asked.export {
            option("--export", url.clone());
        }
        if asked.live {
            words.push("--live".to_owned());
        }
        let earlier = origin.arguments.as_deref();
        words.extend(earlier.map(|earlier| as_before(earlier, asked, fleet.is_some())).unwrap_or_default());
        if let Some(fleet) = fleet {
            words.extend(["--fleet".to_owned(), fleet.display().to_string()]);
        }
        let given = given(earlier, asked, &origin.directory);
        let missing = chosen.study.secrets.iter().filter(|name| !given.contains(*name)).cloned().collect();
        NextCommand { words, output, missing, directory: elsewhere.then(|| origin.directory.clone()) }
    }

    /// To be pasted into a shell.
    pub fn shown(&self) -> String {
        let missing = self.missing.iter().flat_map(|name| ["-J".to_owned(), format!("{name}=…")]);
        let words: Vec<String> = self.words.iter().cloned().chain(missing).collect();
        let command = command_line(&words);
        match &self.directory {
            Some(directory) => {
                let go = command_line(&["cd".to_owned(), directory.display().to_string()]);
                format!("{go} && {command}")
            }
            None => command,
        }
    }

    /// As a process that is started with it has them.
    pub fn words(&self) -> Vec<String> {
        self.words.clone()
    }

    pub fn parsed(&self) -> Result<Box<RunArguments>, Failure> {
        match CommandLine::try_parse_from(&self.words).map(|line| line.command) {
            Ok(Some(Command::Run(arguments))) => Ok(arguments),
            Ok(_) => Err(Failure::internal("the command that runs the study is none")),
            Err(error) => Err(Failure::internal(error.to_string())),
        }
    }

    pub fn warn_of_secrets(&self) {
        if !self.missing.is_empty() {
            message::warning(&self.secrets_text(), Some(SECRETS_HINT));
        }
    }

    pub fn check_secrets(&self) -> Result<(), Failure> {
        match self.missing.is_empty() {
            true => Ok(()),
            false => Err(Failure::input(self.secrets_text()).with_hint(SECRETS_HINT)),
        }
    }

    fn secrets_text(&self) -> String {
        format!(
            "the run file holds no secrets, so these properties have to be given again: {}",
            self.missing.join(", ")
        )
    }
}

const SECRETS_HINT: &str = "-J name=value, or --secrets FILE with a line for each";

/// What made the load of the run before makes it again.
fn as_before(earlier: &RunArguments, asked: &RunArguments, has_fleet: bool) -> Vec<String> {
    let generator = &earlier.generator;
    let addresses: Vec<String> =
        generator.source_addresses.iter().flatten().map(ToString::to_string).collect();
    let fleet = generator.fleet.as_ref().filter(|_| !has_fleet);
    let secrets = earlier.secrets.as_ref().filter(|_| asked.secrets.is_none());
    let values = [
        ("--workers", generator.workers.map(|n| n.to_string())),
        (
            "--generator-cores",
            (!generator.generator_cores.is_empty())
                .then(|| cores::shown(&generator.generator_cores.concat())),
        ),
        ("--grace", (generator.grace != GRACE).then(|| format_duration(generator.grace))),
        ("--source-addresses", (!addresses.is_empty()).then(|| addresses.join(","))),
        ("--fleet", fleet.map(|file| file.display().to_string())),
        ("--secrets", secrets.map(|file| file.display().to_string())),
        ("--generator", generator.kind.clone()),
        ("--jmeter-home", generator.jmeter_home.as_ref().map(|home| home.display().to_string())),
    ];
    let is_workers = matches!(generator.receive_time, ReceiveTimeArgument::Worker);
    let flags = [
        ("--busy-poll", generator.busy_poll),
        ("--receive-time=worker", is_workers),
        ("--skip-unsupported", earlier.skip_unsupported),
        ("--no-examples", earlier.no_examples),
    ];
    let values = values.into_iter().filter_map(|(name, value)| Some([name.to_owned(), value?])).flatten();
    values.chain(flags.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name.to_owned())).collect()
}

/// Names of properties that are given: now, or by the file with secrets that the run before had.
fn given(earlier: Option<&RunArguments>, asked: &RunArguments, directory: &Path) -> BTreeSet<String> {
    let before = earlier.and_then(|earlier| earlier.secrets.as_ref()).map(|file| directory.join(file));
    let file = asked.secrets.clone().or(before);
    let in_file = file.and_then(|file| secrets::read_file(&file).ok()).unwrap_or_default();
    asked.properties.iter().chain(&in_file).map(|(name, _)| name.clone()).collect()
}
