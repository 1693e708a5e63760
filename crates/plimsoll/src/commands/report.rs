//! `plimsoll report`: reports on runs made before.

use crate::arguments::ReportArguments;
use crate::exit::{Exit, Failure};
use crate::reports::{self, OutputPlace};
use crate::stdout;
use crate::{loading, outputs, recording};
use plimsoll_analysis::Analysis;
use plimsoll_analysis::conclusion::name_variants;
use plimsoll_analysis::findings::{Settings, known_detector};
use plimsoll_report::{Words, markdown_of, styled};
use plimsoll_run::{DetectorSetting, ReportFormat, TableStyle};
use std::path::{Path, PathBuf};

/// Makes the confidence intervals of a report repeatable.
pub const ANALYSIS_SEED: u64 = 1;

pub fn report(arguments: &ReportArguments) -> Result<Exit, Failure> {
    let files = recording::find_runs(&arguments.runs)?;
    let wanted = wanted(arguments, &files)?;
    let settings = settings(arguments)?;
    recording::check_once(&files)?;
    check_outputs(arguments, &files, &wanted)?;
    let (mut runs, observed) = recording::open_runs(&files)?;
    // What a run was made with stays, but for what is asked for now.
    runs.iter_mut().for_each(|run| run.header.detectors.extend(settings.clone()));
    if let Some(path) = &arguments.texts {
        let texts = loading::read_report_texts(path)?;
        runs.iter_mut().for_each(|run| run.header.report_texts.clone_from(&texts));
    }
    name_variants(&mut runs);
    let analysis = plimsoll_analysis::analyse(&runs, &observed, ANALYSIS_SEED);
    let words = Words::new(arguments.language.unwrap_or_else(|| loading::language_of(&runs)));
    if let Some(style) = arguments.tables {
        let text = tables_of(style, &analysis, &words).ok_or_else(|| {
            Failure::input(format!("these runs have nothing for tables of the style `{style}`"))
        })?;
        match arguments.output.as_deref().filter(|path| *path != Path::new("-")) {
            Some(path) => write_tables(&text, path)?,
            None => stdout::print(&text),
        }
        // Tables alone are no verdict.
        return Ok(Exit::Done);
    }
    reports::write(&analysis, &words, &wanted)?;
    Ok(analysis.outcome.into())
}

/// Before anything is done: nothing that is read is written, and only earlier reports are replaced.
fn check_outputs(
    arguments: &ReportArguments,
    files: &[PathBuf],
    wanted: &[(ReportFormat, OutputPlace)],
) -> Result<(), Failure> {
    let inputs = files.iter().chain(&arguments.detectors).chain(&arguments.texts).map(PathBuf::as_path);
    if arguments.tables.is_none() {
        return reports::check(wanted, inputs);
    }
    let Some(path) = arguments.output.as_deref().filter(|path| *path != Path::new("-")) else {
        return Ok(());
    };
    outputs::check_no_input(path, inputs)?;
    outputs::check_report(path, |_| reports::is_text_named(path), "earlier report in Markdown (.md)")
}

/// As Markdown; `None`: the runs have nothing for them.
pub fn tables_of(style: TableStyle, analysis: &Analysis, words: &Words) -> Option<String> {
    let tables = styled(style, analysis, words);
    let text = tables.iter().map(markdown_of).collect::<Vec<_>>().join("\n");
    (!tables.is_empty()).then_some(text)
}

pub fn write_tables(text: &str, path: &Path) -> Result<(), Failure> {
    recording::write_whole(path, text)
}

/// What this report is to change of the detectors.
fn settings(arguments: &ReportArguments) -> Result<Settings, Failure> {
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

/// Where each format goes: several into a folder, one into a file, or to stdout.
fn wanted(
    arguments: &ReportArguments,
    files: &[PathBuf],
) -> Result<Vec<(ReportFormat, OutputPlace)>, Failure> {
    let mut formats = Vec::new();
    for format in &arguments.format {
        if !formats.contains(format) {
            formats.push(*format);
        }
    }
    let all_in = |folder: &Path| -> Vec<(ReportFormat, OutputPlace)> {
        formats.iter().map(|format| (*format, OutputPlace::Path(reports::next_to(folder, *format)))).collect()
    };
    match (arguments.output.as_deref(), formats.as_slice()) {
        (Some(path), formats) if path == Path::new("-") => on_stdout(formats),
        (Some(path), [format]) if *format == ReportFormat::Csv || !path.is_dir() => {
            Ok(vec![(*format, OutputPlace::Path(path.to_owned()))])
        }
        (Some(path), _) => {
            reports::make_folder(path)?;
            Ok(all_in(path))
        }
        (None, [format @ (ReportFormat::Json | ReportFormat::Text | ReportFormat::Comment)]) => {
            Ok(vec![(*format, OutputPlace::Stdout)])
        }
        (None, _) => Ok(all_in(files.first().and_then(|file| file.parent()).unwrap_or(Path::new("")))),
    }
}

fn on_stdout(formats: &[ReportFormat]) -> Result<Vec<(ReportFormat, OutputPlace)>, Failure> {
    match formats {
        [
            format @ (ReportFormat::Html
            | ReportFormat::Json
            | ReportFormat::Junit
            | ReportFormat::Text
            | ReportFormat::Comment),
        ] => Ok(vec![(*format, OutputPlace::Stdout)]),
        [_] => Err(Failure::input(
            "stdout takes a report that is a single text: html, json, junit, text, comment",
        )
        .with_hint("-o names a file or folder")),
        _ => Err(Failure::input("stdout takes a single report").with_hint("-o names a folder")),
    }
}
