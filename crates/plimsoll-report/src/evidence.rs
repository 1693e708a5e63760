//! Where in a report the evidence of a sentence is: a row, a figure, a section, each with its anchor.

use crate::words;
use plimsoll_analysis::figures::{Figure, FigureKind, FigurePart};
use plimsoll_analysis::findings::{Claim, EvidenceItem, Measure};
use plimsoll_analysis::requirements::{JudgedAt, Verdict};
use plimsoll_analysis::servers::{PANELS, Panel, PanelKind};
use plimsoll_analysis::{Capacity, RunAnalysis};
use plimsoll_run::Source;

/// A place in the report on one run.
#[derive(Clone, Debug, PartialEq)]
pub enum ReportPlace {
    /// Rows of the step table; the link leads to the first.
    Steps(Vec<u32>),
    /// The proof of a requirement, by its place among them, from 0.
    Requirement(usize),
    Figure(FigureKind),
    /// A figure of a server.
    Panel {
        kind: PanelKind,
        source: Source,
    },
    /// What a host did.
    Host(String),
    Section(SectionAnchor),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionAnchor {
    Validity,
    Setup,
    Search,
    Steps,
    Errors,
    ErrorsByTransaction,
    Transactions,
    Generator,
    Servers,
    Limit,
    Findings,
}

impl SectionAnchor {
    pub fn name(self) -> &'static str {
        match self {
            SectionAnchor::Validity => "validity",
            SectionAnchor::Setup => "setup",
            SectionAnchor::Search => "search",
            SectionAnchor::Steps => "steps",
            SectionAnchor::Errors => "errors",
            SectionAnchor::ErrorsByTransaction => "errors-by-transaction",
            SectionAnchor::Transactions => "transactions",
            SectionAnchor::Generator => "generator",
            SectionAnchor::Servers => "servers",
            SectionAnchor::Limit => "limit",
            SectionAnchor::Findings => "findings",
        }
    }
}

impl ReportPlace {
    /// The fragment without its `#`, unique within one run's part of the report.
    pub fn anchor(&self) -> String {
        match self {
            ReportPlace::Steps(steps) => step_anchor(steps.first().copied().unwrap_or_default()),
            ReportPlace::Requirement(index) => requirement_anchor(*index),
            ReportPlace::Figure(kind) => words::figure::id(*kind).to_owned(),
            ReportPlace::Panel { kind, source } => panel_anchor(*kind, source),
            ReportPlace::Host(name) => host_anchor(name),
            ReportPlace::Section(section) => section.name().to_owned(),
        }
    }

    /// Whether the report on this run has such a place.
    fn is_in(&self, run: &RunAnalysis) -> bool {
        match self {
            ReportPlace::Steps(steps) => steps.first().is_some_and(|step| run.step(*step).is_some()),
            ReportPlace::Requirement(index) => *index < run.verdicts.len(),
            ReportPlace::Figure(kind) => run.figures.iter().any(|figure| figure.kind == *kind),
            ReportPlace::Panel { kind, source } => {
                let is_it = |figure: &Figure| {
                    figure.kind == FigureKind::Server(*kind) && figure.source.as_ref() == Some(source)
                };
                run.servers.figures.iter().any(is_it)
            }
            ReportPlace::Host(name) => {
                let of_host = |source: &Source| source.host == *name;
                let figures = run.servers.figures.iter().filter_map(|figure| figure.source.as_ref());
                figures.chain(run.telemetry.events.iter().map(|event| &event.source)).any(of_host)
            }
            ReportPlace::Section(SectionAnchor::Servers) => !run.servers.is_empty(&run.telemetry),
            ReportPlace::Section(SectionAnchor::Search) => run.rate_capacity().is_some(),
            ReportPlace::Section(SectionAnchor::Transactions) => !run.transactions.is_empty(),
            ReportPlace::Section(_) => true,
        }
    }
}

/// Of a finding, by its place among those of its run, from 0.
pub fn finding_anchor(index: usize) -> String {
    format!("finding-{}", index + 1)
}

/// Of a row of the step table.
pub fn step_anchor(step: u32) -> String {
    format!("step-{step}")
}

/// Of the proof of a requirement.
pub fn requirement_anchor(index: usize) -> String {
    format!("requirement-{}", index + 1)
}

/// Figures of servers are many of a kind: host and instance tell them apart.
pub fn figure_anchor(figure: &Figure) -> String {
    let of_kind = match (figure.kind, &figure.source) {
        (FigureKind::Server(kind), Some(source)) => panel_anchor(kind, source),
        (kind, _) => words::figure::id(kind).to_owned(),
    };
    // The first of several has the anchor of all.
    match &figure.part {
        Some(FigurePart::Variants(name)) => plain(&format!("{of_kind}-{name}")),
        Some(FigurePart::Lines { number, .. } | FigurePart::Busiest { number, .. }) if *number > 1 => {
            format!("{of_kind}-{number}")
        }
        _ => of_kind,
    }
}

fn panel_anchor(kind: PanelKind, source: &Source) -> String {
    plain(&format!("{}-{}-{}", words::panel::id(kind), source.host, words::panel::instance(source)))
}

/// Of the figures of a host.
pub fn host_anchor(name: &str) -> String {
    plain(&format!("host-{name}"))
}

/// Letters, digits and hyphens.
fn plain(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    name.chars().map(plain).collect::<String>().trim_end_matches('-').to_owned()
}

/// Where the value of an item can be seen.
pub fn of_item(run: &RunAnalysis, item: &EvidenceItem) -> ReportPlace {
    let places = match &item.measure {
        Measure::Server { source, metric } => {
            let shows = |panel: &&Panel| panel.lines.iter().any(|line| line.metric == metric);
            let panels = PANELS.iter().filter(shows).map(|panel| panel.kind);
            let figures = panels.map(|kind| ReportPlace::Panel { kind, source: source.clone() });
            figures
                .chain([ReportPlace::Host(source.host.clone()), ReportPlace::Section(SectionAnchor::Servers)])
                .collect()
        }
        // The list of what was imported.
        Measure::Imported { .. } => {
            vec![
                ReportPlace::Section(SectionAnchor::Servers),
                ReportPlace::Steps(item.step.into_iter().collect()),
            ]
        }
        Measure::Load(_) | Measure::Run { .. } => vec![ReportPlace::Steps(item.step.into_iter().collect())],
    };
    existing(run, places).swap_remove(0)
}

/// Where a claim is seen, apart from its evidence items.
pub fn of_claim(run: &RunAnalysis, claim: &Claim) -> Vec<ReportPlace> {
    existing(run, words::finding::places(run, claim))
}

/// Of a requirement, by its text.
pub(crate) fn proof_of(run: &RunAnalysis, requirement: &str) -> ReportPlace {
    let index = run.verdicts.iter().position(|verdict| verdict.requirement == requirement);
    ReportPlace::Requirement(index.unwrap_or(usize::MAX))
}

/// What a verdict rests on: its proof, and the step that says most.
pub fn of_verdict(run: &RunAnalysis, index: usize, verdict: &Verdict) -> Vec<ReportPlace> {
    let decisive = match &verdict.judged_at {
        JudgedAt::Rate { steps, .. } => steps.clone(),
        JudgedAt::EveryLoad { loads } => loads.iter().flat_map(|load| load.steps.clone()).collect(),
        _ => verdict.deciding().map(|step| step.step).into_iter().collect(),
    };
    existing(run, vec![ReportPlace::Requirement(index), ReportPlace::Steps(decisive)])
}

/// What the sentence on capacity rests on.
pub fn of_capacity(run: &RunAnalysis) -> Vec<ReportPlace> {
    let figure = match &run.capacity {
        Capacity::Rate(_) => FigureKind::RateSearch,
        Capacity::OneLoad { .. } => FigureKind::ThroughputOverTime,
        _ => FigureKind::ThroughputByLoad,
    };
    let best = run.capacity.best().map(|best| best.step);
    let table = match &run.capacity {
        Capacity::Rate(_) => ReportPlace::Section(SectionAnchor::Search),
        _ => ReportPlace::Steps(best.into_iter().collect()),
    };
    existing(run, vec![table, ReportPlace::Figure(figure)])
}

/// What the recommended operating point rests on.
pub fn of_recommended(run: &RunAnalysis) -> Vec<ReportPlace> {
    let point = run.advice.recommended.as_ref().map(|point| point.step);
    existing(run, vec![ReportPlace::Steps(point.into_iter().collect())])
}

/// Those that there are; the step table is always there.
fn existing(run: &RunAnalysis, places: Vec<ReportPlace>) -> Vec<ReportPlace> {
    let found: Vec<ReportPlace> = places.into_iter().filter(|place| place.is_in(run)).collect();
    if found.is_empty() { vec![ReportPlace::Section(SectionAnchor::Steps)] } else { found }
}
