//! What each format is called on disk, and what it consists of.

use super::Browser;
use crate::arguments::ReportFormat;
use crate::exit::{Exit, Failure, chain};
use crate::{message, progress, recording};
use plimsoll_analysis::Analysis;
use plimsoll_report::Words;
use std::path::{Path, PathBuf};

/// Where a format goes.
pub enum Place {
    Stdout,
    /// The file; of tables the folder.
    Path(PathBuf),
}

/// The usual name in a folder.
pub fn beside(folder: &Path, format: ReportFormat) -> PathBuf {
    folder.join(match format {
        ReportFormat::Html => "report.html",
        ReportFormat::Md => "report.md",
        ReportFormat::Pdf => "report.pdf",
        ReportFormat::Json => "report.json",
        ReportFormat::Junit => "report.junit.xml",
        ReportFormat::Csv => "report-tables",
        ReportFormat::Text => "report.txt",
    })
}

/// Each file whole or not at all; the paths are told. The browser is looked for before anything is written.
pub fn write(analysis: &Analysis, words: &Words, wanted: &[(ReportFormat, Place)]) -> Result<(), Failure> {
    let pdf = wanted.iter().any(|(format, _)| *format == ReportFormat::Pdf);
    let browser = if pdf { Some(Browser::find()?) } else { None };
    for (format, place) in wanted {
        match (place, format) {
            (Place::Path(path), ReportFormat::Csv) => tables(analysis, words, path)?,
            (Place::Path(path), ReportFormat::Md) => markdown(analysis, words, path)?,
            (Place::Path(path), ReportFormat::Pdf) => {
                if let Some(browser) = &browser {
                    browser.print(&plimsoll_report::html(analysis, words), path)?;
                }
            }
            (Place::Path(path), format) => recording::write_whole(path, text(analysis, words, *format))?,
            (Place::Stdout, format) => {
                crate::commands::print(&text(analysis, words, *format));
                continue;
            }
        }
        if let Place::Path(path) = place {
            message::say(&format!("report: {}", path.display()));
        }
    }
    Ok(())
}

/// Of the formats that are one text.
fn text(analysis: &Analysis, words: &Words, format: ReportFormat) -> String {
    match format {
        ReportFormat::Json => plimsoll_report::json(analysis),
        ReportFormat::Junit => plimsoll_report::junit(analysis, words),
        ReportFormat::Text => plimsoll_report::terminal(analysis, words, progress::text_width()),
        ReportFormat::Html | ReportFormat::Md | ReportFormat::Pdf | ReportFormat::Csv => {
            plimsoll_report::html(analysis, words)
        }
    }
}

/// A text, and a folder of pictures beside it: `report.md`, `report-figures/`.
fn markdown(analysis: &Analysis, words: &Words, path: &Path) -> Result<(), Failure> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = format!("{stem}-figures");
    let made = plimsoll_report::markdown(analysis, words, &folder)
        .map_err(|error| Failure::internal(format!("failed to {}", chain(&error))))?;
    let pictures = path.with_file_name(&folder);
    make_folder(&pictures)?;
    for picture in &made.pictures {
        recording::write_whole(&pictures.join(&picture.name), &picture.svg)?;
    }
    recording::write_whole(path, &made.text)
}

/// A file for each table.
fn tables(analysis: &Analysis, words: &Words, folder: &Path) -> Result<(), Failure> {
    make_folder(folder)?;
    for table in plimsoll_report::tables(analysis, words) {
        recording::write_whole(&folder.join(format!("{}.csv", table.id)), table.csv())?;
    }
    Ok(())
}

pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|e| Failure {
        exit: Exit::Failed,
        messages: vec![format!("failed to make the folder {}: {e}", folder.display())],
        hint: Some("-o names another place".to_owned()),
    })
}
