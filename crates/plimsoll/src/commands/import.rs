//! `plimsoll import`: files of other tools to a run file.

use crate::arguments::ImportArguments;
use crate::exit::{Exit, Failure, chain};
use crate::message;
use plimsoll_analysis::Requirement;
use plimsoll_import::{
    FileRule, HostRule, ImportError, ImportOutcome, ImportSettings, Imported, read_settings, zone,
};
use plimsoll_plan::document::Problems;
use plimsoll_report::{Language, Words, notes};
use std::path::{Path, PathBuf};

/// Looked for in folders that are imported.
const SETTINGS_FILE: &str = "import.yaml";
/// More threads than this only wait for the file.
const READERS_MAX: usize = 4;

pub fn import(arguments: &ImportArguments) -> Result<Exit, Failure> {
    let settings = settings(arguments)?;
    let output = &arguments.output;
    let outcomes = if output.is_dir() {
        plimsoll_import::import_each(&arguments.files, output, &settings)
    } else {
        plimsoll_import::import(&arguments.files, output, &settings).map(|outcome| vec![outcome])
    };
    let outcomes = outcomes.map_err(|error| failure(&error))?;
    for (outcome, number) in outcomes.iter().zip(1..) {
        // The runs of one table have the same inputs and notes.
        if number == 1 {
            outcome.inputs.iter().for_each(say_input);
            let words = Words::new(Language::English);
            let of_run = outcome.notes.iter().map(|note| notes::import_note(&words, note));
            let said = outcome.said_of_script.iter().cloned().chain(of_run);
            said.for_each(|note| message::say(&format!("note: {note}")));
        }
        say_run(outcome);
    }
    warn_of_unused(arguments, &settings, &outcomes);
    Ok(if outcomes.iter().any(ImportOutcome::is_incomplete) { Exit::Inconclusive } else { Exit::Done })
}

/// Names on the command line that fit no file. An import file may be for more files than there are.
fn warn_of_unused(arguments: &ImportArguments, settings: &ImportSettings, outcomes: &[ImportOutcome]) {
    let inputs = outcomes.iter().flat_map(|outcome| &outcome.inputs);
    let unused = settings.unused(&inputs.map(|input| input.name.as_str()).collect::<Vec<_>>());
    for (option, (file, what)) in (arguments.formats.iter().map(|rule| ("--format", rule)))
        .chain(arguments.patterns.iter().map(|rule| ("--pattern", rule)))
    {
        if unused.contains(&file.as_str()) {
            message::warning(&format!("{option} {file}={what} fits none of the files"), None);
        }
    }
}

/// A clock may be wrong by a time zone, but nothing was logged the day after tomorrow. Microseconds since 1970.
pub fn latest_unix_us() -> i64 {
    const DAY_US: i64 = 86_400 * 1_000_000;
    jiff::Timestamp::now().as_microsecond().saturating_add(DAY_US)
}

fn settings(arguments: &ImportArguments) -> Result<ImportSettings, Failure> {
    let mut settings = ImportSettings {
        time_zone: zone(&arguments.time_zone)
            .map_err(|problem| Failure::input(format!("--timezone: {problem}")))?,
        time_zone_name: arguments.time_zone.clone(),
        host: arguments.host.clone(),
        test: arguments.test.clone(),
        keep_path_ids: arguments.keep_path_ids,
        requirements: arguments.requirements.clone(),
        command: std::env::args().collect(),
        readers: std::thread::available_parallelism().map_or(1, |cores| cores.get().min(READERS_MAX)),
        latest_unix_us: latest_unix_us(),
        ..ImportSettings::default()
    };
    for text in &arguments.requirements {
        Requirement::parse(text).map_err(|error| Failure::input(format!("--require `{text}`: {error}")))?;
    }
    for (meaning, column) in &arguments.columns {
        let known = plimsoll_import::table_column_meanings();
        if !known.contains(&meaning.as_str()) {
            return Err(Failure::input(format!(
                "--columns {meaning}={column}: no column is taken for {meaning:?}"
            ))
            .with_hint(format!("columns are taken for {}", known.join(", "))));
        }
        settings.table_columns.insert(meaning.clone(), column.clone());
    }
    for (file, format) in &arguments.formats {
        plimsoll_import::known_format(format)
            .map_err(|problem| Failure::input(format!("--format {file}={format}: {problem}")))?;
        settings.files.push(FileRule {
            file: file.clone(),
            format: Some(format.clone()),
            ..FileRule::default()
        });
    }
    for (file, pattern) in &arguments.patterns {
        settings.files.push(FileRule {
            file: file.clone(),
            pattern: Some(pattern.clone()),
            ..FileRule::default()
        });
    }
    for (host, role) in &arguments.roles {
        settings.hosts.insert(host.clone(), HostRule { role: role.clone(), ..HostRule::default() });
    }
    if let Some(path) = settings_file(arguments) {
        read_file(&path, &mut settings)?;
    }
    Ok(settings)
}

fn settings_file(arguments: &ImportArguments) -> Option<PathBuf> {
    let in_folders =
        || arguments.files.iter().map(|path| path.join(SETTINGS_FILE)).find(|path| path.is_file());
    arguments.settings.clone().or_else(in_folders)
}

fn read_file(path: &Path, settings: &mut ImportSettings) -> Result<(), Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::input(format!("failed to read {}: {error}", path.display())))?;
    let file = path.display().to_string();
    let node = plimsoll_formats::yaml::document(&file, &text).map_err(|diagnostic| {
        message::diagnostic(&diagnostic);
        Failure::said(Exit::BadInput)
    })?;
    let mut problems = Problems::new(&file);
    read_settings(&node, settings, &mut problems);
    problems.found.iter().for_each(message::diagnostic);
    if problems.any_error() {
        return Err(Failure::said(Exit::BadInput));
    }
    settings.text = Some(text);
    settings.file = Some(path.to_owned());
    Ok(())
}

fn failure(error: &ImportError) -> Failure {
    let mut failure = match error {
        ImportError::Store(error) => return crate::recording::store_failure(error),
        _ if error.is_input() => Failure::input(format!("failed to {}", chain(error))),
        _ => Failure::internal(format!("failed to {}", chain(error))),
    };
    if let ImportError::NothingRead { files, .. } = error {
        failure.messages.splice(0..0, files.iter().map(|(file, reason)| format!("{file}: {reason}")));
    }
    match error.hint() {
        Some(hint) => failure.with_hint(hint),
        None => failure,
    }
}

fn say_input(input: &Imported) {
    let mut counts = Vec::new();
    for (count, what) in
        [(input.requests, "requests"), (input.readings, "readings"), (input.events, "events")]
    {
        if count > 0 {
            counts.push(counted(count, what));
        }
    }
    let host = if input.host.is_empty() { String::new() } else { format!(" of {}", input.host) };
    let words = Words::new(Language::English);
    let placed = match input.placement.is_empty() {
        true => String::new(),
        false => format!("; {}", notes::placement_evidence(&words, &input.placement)),
    };
    if !input.format.is_empty() {
        let counts = if counts.is_empty() { "read".to_owned() } else { counts.join(", ") };
        message::say(&format!("{}: {}{host}: {counts}{placed}", input.name, input.format));
    }
    if let Some(reason) = &input.refused {
        message::warning(&format!("{}: {reason}", input.name), None);
    }
    for problem in &input.first_problems {
        message::warning(problem, None);
    }
    let further = input.problems.saturating_sub(input.first_problems.len() as u64);
    if further > 0 {
        message::warning(&format!("{}: {further} more lines could not be read", input.name), None);
    }
}

/// `1 request`, `2 requests`.
fn counted(count: u64, what: &str) -> String {
    format!("{count} {}", if count == 1 { what.trim_end_matches('s') } else { what })
}

fn say_run(outcome: &ImportOutcome) {
    let requests =
        if outcome.requests > 0 { counted(outcome.requests, "requests") + ", " } else { String::new() };
    let steps = if outcome.steps == 1 { "1 step".to_owned() } else { format!("{} steps", outcome.steps) };
    let left_out = if outcome.left_out > 0 {
        format!("; {} left out", counted(outcome.left_out, "requests"))
    } else {
        String::new()
    };
    message::say(&format!("run: {} ({requests}{steps}{left_out})", outcome.run.display()));
}
