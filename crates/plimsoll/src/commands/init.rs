//! `plimsoll init`: a plan and a study to begin with, which run as they are.

mod questions;
mod texts;

use crate::arguments::{InitArguments, TestKind};
use crate::exit::{Exit, Failure};
use crate::{loading, message, outputs, recording, stdout};
use plimsoll_analysis::Requirement;
use plimsoll_formats::Properties;
use questions::Questions;
use std::path::Path;
use std::time::Duration;

/// What is asked for, or was given.
pub struct FirstStudy {
    /// Scheme, host and port: `https://shop.example:8443`.
    pub origin: String,
    /// Begins with `/`.
    pub path: String,
    pub host: String,
    pub kind: TestKind,
    pub requirements: Vec<String>,
    pub per_s: f64,
    pub step: Duration,
}

pub fn init(arguments: &InitArguments) -> Result<Exit, Failure> {
    let folder = &arguments.output;
    let (plan, study) = (folder.join("plan.yaml"), folder.join("study.yaml"));
    for file in [&plan, &study] {
        outputs::check_new(file, [], arguments.force)?;
    }
    let wanted = wanted(arguments)?;
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::input(format!("failed to make the folder {}: {error}", folder.display()))
            .with_hint("is there room, and may you write there?")
    })?;
    for (file, text) in [(&plan, texts::plan(&wanted)), (&study, texts::study(&wanted))] {
        recording::write_whole(file, text).map_err(|failure| failure.with_hint("-o names another folder"))?;
    }
    // What is written is read as whoever runs it does.
    loading::read_input(&study)?;
    loading::read_plan_file(&plan, &Properties::new())?;
    message::say(&format!("plan: {}\nstudy: {}", plan.display(), study.display()));
    stdout::print(&next(&plan, &study, wanted.kind));
    Ok(Exit::Done)
}

fn next(plan: &Path, study: &Path, kind: TestKind) -> String {
    let (plan, study) = (plan.display(), study.display());
    format!(
        "\nNext:\n  plimsoll try {plan}      sends it once and shows what came back\n  plimsoll check {study}   says what the \
         study will do\n  plimsoll run {study}     {}, and writes the report\n",
        texts::does(kind)
    )
}

fn wanted(arguments: &InitArguments) -> Result<FirstStudy, Failure> {
    let mut questions = Questions::new();
    let url = match &arguments.url {
        Some(url) => url.clone(),
        None => questions.ask("Which URL is to be tested?", "http://127.0.0.1:8080/")?,
    };
    let (origin, path, host) = parts(&url)?;
    let kind = match arguments.kind {
        Some(kind) => kind,
        None => questions.kind()?,
    };
    let requirements = match arguments.requirements.is_empty() {
        true => vec![questions.ask("What must hold?", "p95 <= 500 ms")?, "errors < 1 %".to_owned()],
        false => arguments.requirements.clone(),
    };
    for text in &requirements {
        Requirement::parse(text).map_err(|error| Failure::input(format!("failed to {error}")))?;
    }
    let step = match kind {
        TestKind::Soak => Duration::from_secs(3600),
        TestKind::Load => Duration::from_secs(60),
        TestKind::Climb | TestKind::Capacity => Duration::from_secs(20),
    };
    Ok(FirstStudy {
        origin,
        path,
        host,
        kind,
        requirements,
        per_s: arguments.rate.unwrap_or(10.0),
        step: arguments.step.unwrap_or(step),
    })
}

fn parts(url: &str) -> Result<(String, String, String), Failure> {
    let wrong = || {
        Failure::input(format!("{url} is no URL of a web server"))
            .with_hint("write it with its scheme: https://shop.example/")
    };
    let (scheme, rest) =
        url.split_once("://").filter(|(s, _)| matches!(*s, "http" | "https")).ok_or_else(wrong)?;
    let is_odd =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '\'' | '{' | '}' | '\\' | '#');
    if rest.contains(is_odd) {
        return Err(wrong());
    }
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let host = plimsoll_record::host_of(rest).ok_or_else(wrong)?;
    let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    Ok((format!("{scheme}://{authority}"), path, host.to_owned()))
}
