//! `plimsoll convert`: any plan as YAML.

use crate::arguments::{ConvertArguments, RecordingArguments, Resources};
use crate::exit::{Exit, Failure, chain};
use crate::loading::{self, Accepted, Input};
use crate::stdout;
use crate::{message, outputs};
use plimsoll_formats::{Conversion, PageResources, Properties, read_plan_with, write_yaml};
use plimsoll_plan::{Diagnostic, Severity};
use std::path::{Path, PathBuf};

pub fn convert(arguments: &ConvertArguments) -> Result<Exit, Failure> {
    let path = &arguments.file;
    if let Some(output) = &arguments.output {
        let inputs = [Some(path), arguments.environment.as_ref()].into_iter().flatten();
        outputs::check_new(output, inputs.map(PathBuf::as_path), arguments.force)?;
    }
    if let Input::Study { .. } = loading::read_input(path)? {
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
        command: "convert",
    };
    let text = made.text()?;
    let Some(output) = &arguments.output else {
        match std::io::IsTerminal::is_terminal(&std::io::stdout()) {
            true => stdout::print(&text),
            false => stdout::print_data(&text),
        }
        return Ok(Exit::Done);
    };
    write(output, &text)?;
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
    /// By which it is made.
    pub command: &'a str,
}

impl MadeYaml<'_> {
    pub fn text(&self) -> Result<String, Failure> {
        let reading = read_plan_with(self.path, &self.properties, &self.conversion)
            .map_err(|error| Failure::input(chain(&error)).with_hint(error.hint()))?;
        let notes: Vec<Diagnostic> =
            reading.diagnostics.iter().filter(|d| d.severity == Severity::Note).cloned().collect();
        let file = self.path.display().to_string();
        let mut accepted = loading::accept(reading, &file, self.skip_unsupported, Severity::Warning)?;
        if let Some(output) = self.output {
            outputs::check_no_input(output, accepted.plan.data.iter().map(|data| data.path.as_path()))?;
        }
        shorten_paths(&mut accepted, self.output);
        accepted.plan.verify_certificates &= !self.any_certificate;
        let head = head(&file, self.command, &accepted, &notes);
        Ok(format!("{head}{}", write_yaml(&accepted.plan)))
    }
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
        ..of_recording(&arguments.recording)
    }
}

/// What is said of recordings.
pub fn of_recording(arguments: &RecordingArguments) -> Conversion {
    Conversion {
        hosts: arguments.hosts.clone(),
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
    if !notes.is_empty() {
        comment("To look at:", "");
    }
    for note in notes {
        comment(&note.to_string(), "  ");
        note.hint.iter().for_each(|hint| comment(hint, "    "));
    }
    out.push('\n');
    out
}
