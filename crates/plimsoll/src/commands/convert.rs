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
        let inputs = [Some(path), arguments.environment.as_ref(), arguments.second.as_ref()];
        outputs::check_new(output, inputs.into_iter().flatten().map(PathBuf::as_path), arguments.force)?;
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
    let made = made.made()?;
    let Some(output) = &arguments.output else {
        match std::io::IsTerminal::is_terminal(&std::io::stdout()) {
            true => stdout::print(&made.text),
            false => stdout::print_data(&made.text),
        }
        return Ok(Exit::Done);
    };
    made.write(output)?;
    message::say(&format!("plan: {}", output.display()));
    Ok(Exit::Done)
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

impl Made {
    /// The plan after the data files that it reads, so that there is no plan without them. When it can't be written, those that were
    /// not there before are removed.
    pub fn write(&self, plan: &Path) -> Result<(), Failure> {
        let mut new = Vec::new();
        let written = self.write_data(&mut new).and_then(|()| write(plan, &self.text));
        if let Err(failure) = written {
            for path in new {
                // That it may fail, too, changes nothing: what failed first is said.
                let _ = std::fs::remove_file(path);
            }
            return Err(failure);
        }
        self.new_files.iter().for_each(|file| message::say(&format!("data: {}", file.path.display())));
        Ok(())
    }

    /// They may hold passwords.
    fn write_data<'a>(&'a self, new: &mut Vec<&'a Path>) -> Result<(), Failure> {
        for file in &self.new_files {
            let is_new = !file.path.exists();
            write(&file.path, &file.text)?;
            new.extend(is_new.then_some(file.path.as_path()));
        }
        Ok(())
    }
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
            let second = self.conversion.second.as_deref();
            outputs::check_new(&file.path, [self.path].into_iter().chain(second), self.force)?;
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

/// Whole or not at all.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    recording::write_whole(path, text).map_err(|failure| Failure {
        exit: Exit::BadInput,
        ..failure.with_hint("is the folder there, is there room, and may you write to it?")
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
