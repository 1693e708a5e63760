//! What follows a run: its summary and its reports.
//!
//! They are made in a process of their own. What the load took is given back before, and a report that can't be made takes
//! no run with it.

use super::report::{ANALYSIS_SEED, tables_of, write_tables};
use crate::arguments::RunReportArguments;
use crate::exit::{Exit, Failure};
use crate::message;
use crate::progress;
use crate::recording;
use crate::reports::{self, OutputPlace};
use crate::stdout;
use plimsoll_report::Words;
use plimsoll_run::{Language, ReportFormat, TableStyle};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// What is wanted beside the summary.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub formats: Vec<ReportFormat>,
    pub language: Language,
    pub tables: Option<TableStyle>,
}

/// In a process of its own; here, where there can be none.
pub fn apart(folder: &Path, files: &[PathBuf], wanted: &Wanted) -> Result<Exit, Failure> {
    if files.is_empty() {
        return Ok(Exit::Inconclusive);
    }
    let own = std::env::current_exe().and_then(|program| command(&program, folder, files, wanted).status());
    match own {
        Ok(status) => ended(status, folder),
        Err(_) => report(folder, files, wanted),
    }
}

fn command(program: &Path, folder: &Path, files: &[PathBuf], wanted: &Wanted) -> Command {
    let mut command = Command::new(program);
    command.arg("run-report").arg("--output").arg(folder).args(["--language", wanted.language.tag()]);
    for format in &wanted.formats {
        command.args(["--format", format.tag()]);
    }
    if let Some(style) = wanted.tables {
        command.args(["--tables", &style.to_string()]);
    }
    command.arg("--").args(files);
    command
}

fn ended(status: ExitStatus, folder: &Path) -> Result<Exit, Failure> {
    let known = [Exit::Done, Exit::RequirementFailed, Exit::Inconclusive];
    if let Some(exit) = known.into_iter().find(|exit| status.code() == Some(*exit as i32)) {
        return Ok(exit);
    }
    let hint = format!("the runs are whole: plimsoll report {}", folder.display());
    let failure = match status.code() {
        // It has said why.
        Some(_) => Failure::said(Exit::Failed),
        None => Failure::internal(format!("the report was broken off ({status})")),
    };
    Err(failure.with_hint(hint))
}

/// The command that [`apart`] runs.
pub fn run_report(arguments: &RunReportArguments) -> Result<Exit, Failure> {
    let wanted =
        Wanted { formats: arguments.format.clone(), language: arguments.language, tables: arguments.tables };
    report(&arguments.output, &arguments.runs, &wanted)
}

/// Analyses the runs, prints the summary and writes the reports.
pub fn report(folder: &Path, files: &[PathBuf], wanted: &Wanted) -> Result<Exit, Failure> {
    let words = Words::new(wanted.language);
    if files.is_empty() {
        return Ok(Exit::Inconclusive);
    }
    let (runs, observed) = recording::open_runs(files)?;
    let analysis = plimsoll_analysis::analyse(&runs, &observed, ANALYSIS_SEED);
    stdout::print(&plimsoll_report::terminal(&analysis, &words, progress::text_width()));
    for file in files {
        message::say(&format!("run: {}", file.display()));
    }
    let next_to = |format: ReportFormat| (format, OutputPlace::Path(reports::next_to(folder, format)));
    let places: Vec<_> = wanted.formats.iter().copied().map(next_to).collect();
    let written = reports::write(&analysis, &words, &places);
    if let Some(style) = wanted.tables {
        match tables_of(style, &analysis, &words) {
            Some(text) => write_tables(&text, &folder.join("report-tables.md"))?,
            None => {
                message::warning(&format!("the runs have nothing for tables of the style `{style}`"), None)
            }
        }
    }
    written?;
    Ok(analysis.outcome.into())
}
