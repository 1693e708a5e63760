//! What each format is called on disk, and what it consists of.

use super::Browser;
use crate::exit::{Exit, Failure};
use crate::stdout;
use crate::{message, outputs, progress, recording};
use plimsoll_analysis::Analysis;
use plimsoll_report::Words;
use plimsoll_run::ReportFormat;
use plimsoll_run::private::create_private_folders;
use std::path::{Path, PathBuf};

/// Where a format goes.
pub enum OutputPlace {
    Stdout,
    /// The file; of tables the folder.
    Path(PathBuf),
}

/// As messages say it.
fn name(format: ReportFormat) -> &'static str {
    match format {
        ReportFormat::Html => "HTML",
        ReportFormat::Markdown => "Markdown",
        ReportFormat::Pdf => "PDF",
        ReportFormat::Json => "JSON",
        ReportFormat::Junit => "JUnit XML",
        ReportFormat::Csv => "CSV",
        ReportFormat::Text => "text (.txt, .md)",
        ReportFormat::Comment => "a comment (.md)",
    }
}

/// The usual name in a folder.
pub fn next_to(folder: &Path, format: ReportFormat) -> PathBuf {
    folder.join(match format {
        ReportFormat::Html => "report.html",
        ReportFormat::Markdown => "report.md",
        ReportFormat::Pdf => "report.pdf",
        ReportFormat::Json => "report.json",
        ReportFormat::Junit => "report.junit.xml",
        ReportFormat::Csv => "report-tables",
        ReportFormat::Text => "report.txt",
        ReportFormat::Comment => "comment.md",
    })
}

/// Refuses to replace what is no earlier report of the same format, and what the command reads.
pub fn check<'a>(
    wanted: &[(ReportFormat, OutputPlace)],
    inputs: impl IntoIterator<Item = &'a Path> + Clone,
) -> Result<(), Failure> {
    for (format, place) in wanted {
        // Of tables each file is looked at when they are known.
        let (OutputPlace::Path(path), false) = (place, *format == ReportFormat::Csv) else { continue };
        outputs::check_no_input(path, inputs.clone())?;
        let what = format!("earlier report in {}", name(*format));
        outputs::check_report(path, |head| is_report(*format, path, head), &what)?;
    }
    Ok(())
}

/// By how such a report begins; a text by its name.
fn is_report(format: ReportFormat, path: &Path, head: &str) -> bool {
    match format {
        ReportFormat::Html => is_page(head),
        ReportFormat::Json => is_json(head),
        ReportFormat::Junit => is_junit(head),
        ReportFormat::Pdf => head.starts_with("%PDF"),
        ReportFormat::Markdown => head.contains("Plimsoll"),
        ReportFormat::Text | ReportFormat::Comment => is_text_named(path),
        ReportFormat::Csv => false,
    }
}

pub fn is_page(head: &str) -> bool {
    head.starts_with("<!DOCTYPE html>")
}

pub fn is_json(head: &str) -> bool {
    head.starts_with('{') && head.contains("\"schema_version\"")
}

pub fn is_junit(head: &str) -> bool {
    head.starts_with("<?xml") && head.contains("<testsuites")
}

/// Texts have no mark of their own.
pub fn is_text_named(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "txt" || ending == "md")
}

/// Each file whole or not at all; the paths are told. What can't be written keeps nothing else from being written.
pub fn write(
    analysis: &Analysis,
    words: &Words,
    wanted: &[(ReportFormat, OutputPlace)],
) -> Result<(), Failure> {
    let failures: Vec<Failure> = wanted
        .iter()
        .filter_map(|(format, place)| write_one(analysis, words, *format, place).err())
        .collect();
    let Some(exit) = failures.first().map(|failure| failure.exit) else { return Ok(()) };
    failures.iter().for_each(message::failure);
    Err(Failure::said(exit))
}

fn write_one(
    analysis: &Analysis,
    words: &Words,
    format: ReportFormat,
    place: &OutputPlace,
) -> Result<(), Failure> {
    let path = match place {
        OutputPlace::Path(path) => path,
        OutputPlace::Stdout => {
            let text = text(analysis, words, format);
            match format {
                ReportFormat::Text => stdout::print(&text),
                // What another program reads; what is in it has been masked and shown already.
                _ => stdout::print_data(&text),
            }
            return Ok(());
        }
    };
    match format {
        ReportFormat::Csv => tables(analysis, words, path)?,
        ReportFormat::Markdown => markdown(analysis, words, path)?,
        ReportFormat::Pdf => {
            let page = plimsoll_report::html(analysis, words);
            Browser::find()?.print(
                &page,
                |pages| plimsoll_report::html_to_print(&page, words, pages),
                path,
            )?;
        }
        _ => recording::write_whole(path, text(analysis, words, format))?,
    }
    message::say(&format!("report: {}", path.display()));
    Ok(())
}

/// Of the formats that are one text.
fn text(analysis: &Analysis, words: &Words, format: ReportFormat) -> String {
    match format {
        ReportFormat::Json => plimsoll_report::json(analysis),
        ReportFormat::Junit => plimsoll_report::junit(analysis, words),
        ReportFormat::Text => plimsoll_report::terminal(analysis, words, progress::text_width()),
        ReportFormat::Comment => plimsoll_report::comment(analysis, words),
        ReportFormat::Html | ReportFormat::Markdown | ReportFormat::Pdf | ReportFormat::Csv => {
            plimsoll_report::html(analysis, words)
        }
    }
}

/// A text, and a folder of pictures beside it: `report.md`, `report-figures/`.
fn markdown(analysis: &Analysis, words: &Words, path: &Path) -> Result<(), Failure> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = format!("{stem}-figures");
    let made = plimsoll_report::markdown(analysis, words, &folder);
    let pictures = path.with_file_name(&folder);
    make_folder(&pictures)?;
    for picture in &made.pictures {
        recording::write_whole(&pictures.join(&picture.name), &picture.svg)?;
    }
    recording::write_whole(path, &made.text)
}

/// Requirements whose proofs are files of their own.
const PROOFS_MAX: usize = 200;

/// A file for each table.
fn tables(analysis: &Analysis, words: &Words, folder: &Path) -> Result<(), Failure> {
    make_folder(folder)?;
    let place = |id: &str| folder.join(format!("{id}.csv"));
    let mut all = plimsoll_report::tables(analysis, words);
    let count = all.len();
    let mut proofs = 0;
    all.retain(|table| {
        proofs += usize::from(table.id.starts_with("proof-"));
        !table.id.starts_with("proof-") || proofs <= PROOFS_MAX
    });
    if all.len() < count {
        let left_out = count - all.len();
        message::say(&format!(
            "note: the tables of {left_out} more requirements are not written as CSV; the report as JSON has them"
        ));
    }
    let tables: Vec<(PathBuf, String)> =
        all.into_iter().map(|table| (place(&table.id), table.csv())).collect();
    for (path, text) in &tables {
        let first = text.split([',', '\n']).next().unwrap_or_default();
        let is_table = |head: &str| head.split([',', '\n']).next() == Some(first);
        outputs::check_report(path, is_table, "earlier table of a report")?;
    }
    for (path, text) in tables {
        recording::write_whole(&path, text)?;
    }
    Ok(())
}

pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    create_private_folders(folder).map_err(|e| Failure {
        exit: Exit::Failed,
        messages: vec![format!("failed to make the folder {}: {e}", folder.display())],
        hint: Some("-o names another place".to_owned()),
    })
}
