//! `plimsoll report`: reports on runs made before.

use crate::arguments::{Report as Arguments, ReportFormat};
use crate::exit::{Exit, Failure};
use crate::{loading, message, progress, recording};
use plimsoll_analysis::findings::{Settings, known_detector};
use plimsoll_report::Words;
use plimsoll_run::DetectorSetting;
use std::path::{Path, PathBuf};

/// Makes the confidence intervals of a report repeatable.
pub const ANALYSIS_SEED: u64 = 1;

pub fn report(arguments: &Arguments) -> Result<Exit, Failure> {
    let files = recording::find_runs(&arguments.runs)?;
    let settings = settings(arguments)?;
    let (mut runs, observed) = recording::open_runs(&files)?;
    // What a run was made with stays, but for what is asked for now.
    runs.iter_mut().for_each(|run| run.header.detectors.extend(settings.clone()));
    let analysis = plimsoll_analysis::analyse(&runs, &observed, ANALYSIS_SEED);
    let words = Words::new(arguments.language.into());
    let text = match arguments.format {
        ReportFormat::Html => plimsoll_report::html(&analysis, &words),
        ReportFormat::Json => plimsoll_report::json(&analysis),
        ReportFormat::Text => plimsoll_report::terminal(&analysis, &words, progress::terminal_width()),
    };
    match destination(arguments, &files) {
        Some(path) => {
            recording::write_whole(&path, &text)?;
            message::say(&format!("report: {}", path.display()));
        }
        None => super::print(&text),
    }
    Ok(analysis.outcome.into())
}

/// What this report is to change of the detectors.
fn settings(arguments: &Arguments) -> Result<Settings, Failure> {
    let mut settings = match &arguments.detectors {
        Some(path) => loading::read_detectors(path)?,
        None => Settings::new(),
    };
    for id in &arguments.suppress {
        known_detector(id).map_err(|error| {
            Failure::input(error.to_string()).with_hint("the appendix of a report lists all detectors")
        })?;
        settings.insert(id.clone(), DetectorSetting::Off);
    }
    Ok(settings)
}

/// The file to write; `None` is stdout.
fn destination(arguments: &Arguments, files: &[PathBuf]) -> Option<PathBuf> {
    match &arguments.output {
        Some(path) if path == Path::new("-") => None,
        Some(path) => Some(path.clone()),
        None if arguments.format == ReportFormat::Html => {
            let folder = files.first().and_then(|file| file.parent()).unwrap_or(Path::new(""));
            Some(folder.join("report.html"))
        }
        None => None,
    }
}
