//! A run in a line of the library.

use super::Annotation;
use crate::random::hex;
use crate::translations::Translations;
use plimsoll_analysis::{Analysis, Capacity, Outcome, RunAnalysis};
use plimsoll_report::{Language, headline};
use plimsoll_run::{LoadGeneratorKind, RunHeader};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RunState {
    /// Somebody writes it.
    Running,
    Complete,
    /// It never ended, and nobody writes it.
    CutOff,
    /// It can't be read; `problem` says why.
    Damaged,
}

impl RunState {
    pub fn name(self) -> &'static str {
        match self {
            RunState::Running => "running",
            RunState::Complete => "complete",
            RunState::CutOff => "cut-off",
            RunState::Damaged => "damaged",
        }
    }
}

/// As the API gives it. Rates are per second, times of day UTC.
// Flat: each field is a column of the library, by which runs are sorted and searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunSummary {
    /// The same wherever the file lies.
    pub id: String,
    /// Below the lab's folder.
    pub file: String,
    pub name: String,
    /// `None`: of a plan alone.
    pub study: Option<String>,
    pub variant: String,
    pub repeat: u32,
    pub started: Option<String>,
    pub duration_s: Option<f64>,
    pub state: RunState,
    pub problem: Option<String>,
    /// `plimsoll`, `jmeter`, `imported: Gatling`.
    pub source: String,
    pub verdict: Option<String>,
    /// In the run's language.
    pub headline: String,
    /// In every language.
    #[serde(default)]
    pub headlines: Translations,
    pub capacity_per_s: Option<f64>,
    pub capacity_is_lower_bound: bool,
    pub throughput_per_s: Option<f64>,
    pub p95_us: Option<u64>,
    pub requests: u64,
    pub errors: u64,
    pub tags: Vec<String>,
    pub note: String,
    pub pinned: bool,
    pub plan: String,
    pub plan_hash: String,
    pub machine: String,
    pub labels: BTreeMap<String, String>,
    pub bytes: u64,
}

impl RunSummary {
    /// Before its figures are known.
    pub fn of_header(file: &str, header: &RunHeader, bytes: u64) -> RunSummary {
        let started = jiff::Timestamp::from_microsecond(header.started_unix_us).ok();
        RunSummary {
            id: id(header),
            file: file.to_owned(),
            name: header.name.clone(),
            study: header.study.is_some().then(|| header.name.clone()),
            variant: header.variant.name.clone(),
            repeat: header.repeat,
            started: started.map(|at| at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()),
            duration_s: None,
            state: RunState::Running,
            problem: None,
            source: source(&header.generator),
            verdict: None,
            headline: String::new(),
            headlines: Translations::default(),
            capacity_per_s: None,
            capacity_is_lower_bound: false,
            throughput_per_s: None,
            p95_us: None,
            requests: 0,
            errors: 0,
            tags: Vec::new(),
            note: String::new(),
            pinned: false,
            plan: header.plan.file.clone(),
            plan_hash: hex(&Sha256::digest(header.plan.text.as_bytes()))[..12].to_owned(),
            machine: machine(header),
            labels: header.labels.iter().cloned().collect(),
            bytes,
        }
    }

    /// Of a file that can't be read.
    pub fn damaged(file: &str, problem: String, bytes: u64) -> RunSummary {
        let mut summary = RunSummary::of_header(file, &RunHeader::default(), bytes);
        summary.id = hex(&Sha256::digest(format!("file {file}").as_bytes()))[..16].to_owned();
        summary.name = file.to_owned();
        (summary.state, summary.problem, summary.started) = (RunState::Damaged, Some(problem), None);
        summary
    }

    /// With what was found out.
    pub fn judged(mut self, analysis: &Analysis, language: Language) -> RunSummary {
        let Some(run) = analysis.runs.first() else { return self };
        self.duration_s = run.end.as_ref().map(|end| end.at_us as f64 / 1e6);
        self.state = if run.end.is_some() { RunState::Complete } else { RunState::CutOff };
        self.verdict = Some(outcome(run.outcome).to_owned());
        self.headlines = Translations::of(|words| headline(words, run));
        self.headline = self.headlines.of_language(language).to_owned();
        self.capacity_is_lower_bound = matches!(run.capacity, Capacity::LowerBound { .. });
        (self.requests, self.errors) = (run.total.requests, run.total.errors);
        let point = run.capacity.best();
        self.throughput_per_s = point.map(|point| point.throughput_per_s.value);
        self.capacity_per_s = capacity(run);
        let step = point.and_then(|point| run.step(point.step)).or_else(|| run.steps.last());
        self.p95_us = step.and_then(|step| step.percentile_us(95.0));
        self
    }

    pub fn annotated(mut self, annotation: Annotation) -> RunSummary {
        (self.tags, self.note, self.pinned) = (annotation.tags, annotation.note, annotation.pinned);
        self
    }
}

/// What is claimed, and no more: one load is no capacity.
fn capacity(run: &RunAnalysis) -> Option<f64> {
    match &run.capacity {
        Capacity::OneLoad { .. } => None,
        Capacity::Rate(search) => search.holds.as_ref().map(|rate| rate.rate_per_s),
        other => other.best().map(|point| point.throughput_per_s.value),
    }
}

pub fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Holds => "holds",
        Outcome::RequirementFailed => "requirement-failed",
        Outcome::RequestsFailed => "requests-failed",
        Outcome::Inconclusive => "inconclusive",
    }
}

/// Of what a run is known by: its moment, names, command and plan.
pub fn id(header: &RunHeader) -> String {
    let mut hash = Sha256::new();
    let moment = header.started_unix_us.to_string();
    let repeat = header.repeat.to_string();
    let texts = [&moment, &header.name, &header.variant.name, &repeat, &header.plan.file, &header.plan.text];
    for text in texts.into_iter().chain(&header.command) {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    }
    hex(&hash.finalize())[..16].to_owned()
}

fn source(generator: &LoadGeneratorKind) -> String {
    match generator {
        LoadGeneratorKind::Engine => "plimsoll".to_owned(),
        LoadGeneratorKind::Jmeter { .. } => "jmeter".to_owned(),
        LoadGeneratorKind::Tool { name, .. } => name.clone(),
        LoadGeneratorKind::Imported(by) if by.tools.is_empty() => "imported".to_owned(),
        LoadGeneratorKind::Imported(by) => format!("imported: {}", by.tools.join(", ")),
    }
}

fn machine(header: &RunHeader) -> String {
    let of =
        |name: &str| header.environment.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let cores = of("cores").map(|cores| format!("{cores} cores"));
    of("host").map(str::to_owned).into_iter().chain(cores).collect::<Vec<_>>().join(", ")
}
