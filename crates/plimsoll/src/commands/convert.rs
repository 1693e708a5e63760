//! `plimsoll convert`: any plan as YAML.

use crate::arguments::{ConvertArguments, RecordingArguments, Resources};
use crate::exit::{Exit, Failure, chain};
use crate::loading::{self, Accepted, PlanOrStudy};
use crate::stdout;
use crate::{message, outputs, recording};
use plimsoll_formats::{
    CORRELATION, Conversion, NewFile, PageResources, Properties, read_plan_with, write_yaml,
};
use plimsoll_plan::{Diagnostic, DiagnosticSeverity};
use std::path::{Path, PathBuf};

pub fn convert(arguments: &ConvertArguments) -> Result<Exit, Failure> {
    let path = &arguments.file;
    if let Some(output) = &arguments.output {
        let inputs = [Some(path), arguments.environment.as_ref()].into_iter().flatten();
        outputs::check_new(output, inputs.map(PathBuf::as_path), arguments.force)?;
    }
    if let PlanOrStudy::Study { .. } = loading::read_input(path)? {
        return Err(Failure::input(format!("{} is a study, not a plan", path.display()))
            .with_hint("convert the plan that it names; a study is YAML already"));
    }
    let made = MadeYaml {
        path,
        properties: arguments.properties.iter().cloned().collect(),
        conversion: conversion(arguments),
        skip_unsupported: arguments.skip_unsupported,
        any_certificate: false,
        output: arguments.output.as_deref(),
        force: arguments.force,
        command: "convert",
    };
    let Made { text, new_files } = made.made()?;
    let Some(output) = &arguments.output else {
        match std::io::IsTerminal::is_terminal(&std::io::stdout()) {
            true => stdout::print(&text),
            false => stdout::print_data(&text),
        }
        return Ok(Exit::Done);
    };
    write(output, &text)?;
    write_new(&new_files)?;
    message::say(&format!("plan: {}", output.display()));
    Ok(Exit::Done)
}

/// Data files that belong to a plan. They may hold passwords.
pub fn write_new(files: &[NewFile]) -> Result<(), Failure> {
    for file in files {
        recording::write_whole(&file.path, &file.text)?;
        message::say(&format!("data: {}", file.path.display()));
    }
    Ok(())
}

/// A plan's file as YAML.
pub struct MadeYaml<'a> {
    pub path: &'a Path,
    pub properties: Properties,
    pub conversion: Conversion,
    pub skip_unsupported: bool,
    /// Its users take any certificate, as the recording did.
    pub any_certificate: bool,
    /// Where it goes; `None`: stdout.
    pub output: Option<&'a Path>,
    /// What is called so already is replaced.
    pub force: bool,
    /// By which it is made.
    pub command: &'a str,
}

/// The YAML, and the files that are to be written with it.
pub struct Made {
    pub text: String,
    pub new_files: Vec<NewFile>,
}

impl MadeYaml<'_> {
    pub fn made(&self) -> Result<Made, Failure> {
        let conversion = Conversion {
            data_file: self.output.filter(|_| self.conversion.correlate).map(users_file),
            ..self.conversion.clone()
        };
        let mut reading = read_plan_with(self.path, &self.properties, &conversion)
            .map_err(|error| Failure::input(chain(&error)).with_hint(error.hint()))?;
        let new_files = std::mem::take(&mut reading.new_files);
        for file in &new_files {
            outputs::check_new(&file.path, [self.path], self.force)?;
        }
        let notes: Vec<Diagnostic> =
            reading.diagnostics.iter().filter(|d| d.severity == DiagnosticSeverity::Note).cloned().collect();
        let file = self.path.display().to_string();
        let mut accepted =
            loading::accept(reading, &file, self.skip_unsupported, DiagnosticSeverity::Warning)?;
        if let Some(output) = self.output {
            outputs::check_no_input(output, accepted.plan.data.iter().map(|data| data.path.as_path()))?;
        }
        shorten_paths(&mut accepted, self.output);
        accepted.plan.verify_certificates &= !self.any_certificate;
        let head = head(&file, self.command, &accepted, &notes);
        Ok(Made { text: format!("{head}{}", write_yaml(&accepted.plan)), new_files })
    }
}

/// `shop-users.csv` beside `shop.yaml`.
fn users_file(output: &Path) -> PathBuf {
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    let path = output.with_file_name(format!("{stem}-users.csv"));
    // As the plan's own paths, so that it is known to lie beside it.
    std::path::absolute(&path).unwrap_or(path)
}

pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| {
        Failure::input(format!("failed to write {}: {error}", path.display()))
            .with_hint("is the folder there, and may you write to it?")
    })
}

fn conversion(arguments: &ConvertArguments) -> Conversion {
    Conversion {
        tags: arguments.tags.clone(),
        environment: arguments.environment.clone(),
        second: arguments.second.clone(),
        ..of_recording(&arguments.recording)
    }
}

/// What is said of recordings.
pub fn of_recording(arguments: &RecordingArguments) -> Conversion {
    Conversion {
        hosts: arguments.hosts.clone(),
        correlate: !arguments.no_correlate,
        resources: match arguments.resources {
            Resources::Drop => PageResources::Drop,
            Resources::Embed => PageResources::Embed,
            Resources::Keep => PageResources::Keep,
        },
        pause_step: arguments.round_pauses,
        ..Conversion::default()
    }
}

/// Data files that lie beside the YAML (or here, when it goes to stdout) are named without their folder.
fn shorten_paths(accepted: &mut Accepted, output: Option<&Path>) {
    let folder = match output.map(|output| output.parent().unwrap_or(Path::new(""))) {
        Some(folder) if folder != Path::new("") => std::path::absolute(folder).ok(),
        _ => std::env::current_dir().ok(),
    };
    let Some(folder) = folder else { return };
    for data in &mut accepted.plan.data {
        if let Ok(name) = data.path.strip_prefix(&folder).map(PathBuf::from) {
            data.path = name;
        }
    }
}

/// Where the plan comes from, and in what it differs.
fn head(file: &str, command: &str, accepted: &Accepted, notes: &[Diagnostic]) -> String {
    let mut out = String::new();
    let mut comment = |text: &str, indent: &str| {
        for line in text.lines() {
            let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            out.push_str(format!("# {indent}{line}").trim_end());
            out.push('\n');
        }
    };
    comment(&format!("Made of {file} by `plimsoll {command}`."), "");
    let lists = [
        ("Left out, because it is not supported:", &accepted.unsupported),
        ("Performed with a difference:", &accepted.approximated),
    ];
    for (title, lines) in lists.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        comment(title, "");
        lines.iter().for_each(|line| comment(line, "  "));
    }
    let (correlated, others): (Vec<&Diagnostic>, Vec<_>) =
        notes.iter().partition(|note| note.element == CORRELATION && note.hint.is_none());
    if !correlated.is_empty() {
        comment("Not the same for all users, and so not as it was recorded:", "");
    }
    correlated.iter().for_each(|note| comment(&note.message, "  "));
    if !others.is_empty() {
        comment("To look at:", "");
    }
    for note in others {
        comment(&note.to_string(), "  ");
        note.hint.iter().for_each(|hint| comment(hint, "    "));
    }
    out.push('\n');
    out
}
