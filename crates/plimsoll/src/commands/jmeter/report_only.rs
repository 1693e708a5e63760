//! `-g`: the report of results that there are.

use super::options::JmeterOptions;
use super::properties;
use super::wrong::{occurred, report_folder};
use crate::commands::report::ANALYSIS_SEED;
use crate::exit::{Exit, Failure};
use crate::{message, recording};
use plimsoll_report::{Language, Words};
use plimsoll_run::{
    End, EndReason, GeneratorInterval, LoadGeneratorKind, LoadStep, PlanRecord, RunEvent, RunHeader,
    RunWriter, Second, WorkerInterval,
};
use plimsoll_study::{FileSecond, ResultFile, read_results};
use std::path::Path;

pub fn report(results: &Path, options: &JmeterOptions) -> Result<Exit, Failure> {
    let home = properties::home(options);
    let (properties, problems) = properties::read(options, home.as_deref());
    problems.iter().for_each(|problem| message::warning(problem, None));
    if !results.is_file() {
        return Ok(occurred(&format!("Cannot read test results file : {}", results.display())));
    }
    let folder = match report_folder(options, &properties) {
        Ok(folder) => folder,
        Err(why) => return Ok(occurred(&why)),
    };
    let found = match read_results(results) {
        Ok(found) => found,
        Err(error) => return Ok(occurred(&format!("Cannot read test results file : {error}"))),
    };
    if let Some(problem) = &found.problem {
        message::warning(
            &format!("{}: {problem}", results.display()),
            Some("what could be read is in the report"),
        );
    }
    if found.seconds.is_empty() {
        return Ok(occurred(&format!("{} holds no samples", results.display())));
    }
    let file = folder.join(format!("run.{}", recording::RUN_EXTENSION));
    write(&file, results, found).map_err(|error| recording::store_failure(&error))?;
    let (runs, observed) = recording::open_runs(&[file])?;
    let analysis = plimsoll_analysis::analyse(&runs, &observed, ANALYSIS_SEED);
    recording::write_whole(
        &folder.join("index.html"),
        plimsoll_report::html(&analysis, &Words::new(Language::English)),
    )?;
    Ok(Exit::Done)
}

/// The results as a run of one step.
fn write(file: &Path, results: &Path, found: ResultFile) -> Result<(), plimsoll_run::StoreError> {
    let name = results.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let header = RunHeader {
        name,
        repeat: 1,
        started_unix_us: found.started_unix_us,
        time_zone: jiff::tz::TimeZone::system().iana_name().unwrap_or("UTC").to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        plan: PlanRecord { file: results.display().to_string(), ..PlanRecord::default() },
        command: std::env::args().collect(),
        generator: LoadGeneratorKind::Jmeter { version: "of unknown version".to_owned() },
        ..RunHeader::default()
    };
    let mut writer = RunWriter::create(file, &header)?;
    let step = LoadStep {
        number: 1,
        threads: found.users,
        nodes: 1,
        measured_to_us: Some(found.ended_us),
        ended_us: Some(found.ended_us),
        ..LoadStep::default()
    };
    writer.append(&RunEvent::StepStarted(step.clone()))?;
    for FileSecond { number, transactions, users } in found.seconds {
        let worker = WorkerInterval { users, wall_us: 1_000_000, ..WorkerInterval::default() };
        let generator = GeneratorInterval { workers: [(0, worker)].into(), ..GeneratorInterval::default() };
        let transactions = transactions.into_iter().collect();
        writer.append(&RunEvent::Second(Second { step: 1, second: number, transactions, generator }))?;
    }
    writer.append(&RunEvent::StepEnded(step))?;
    writer.finish(&End { at_us: found.ended_us, reason: EndReason::Completed })
}
