//! The proof of each requirement, step by step.

use crate::document::{Block, Cell, CellKind, CellValue, RowClass, Section, Spans, Table, TableColumn};
use crate::evidence::requirement_anchor;
use crate::words::{self, Words};
use plimsoll_analysis::requirements::{Evidence, StepVerdict};
use plimsoll_analysis::requirements::{Measure, Requirement};
use plimsoll_analysis::{RunAnalysis, Verdict};

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    if run.verdicts.is_empty() {
        return None;
    }
    let mut section = Section::new(words.text("label-proof"));
    for (index, verdict) in run.verdicts.iter().enumerate() {
        let judgement = words::verdict::judgement(words, verdict.judgement);
        let title = Spans::from(format!("{} ", verdict.requirement)).badge(judgement, verdict.judgement);
        section.push(Block::heading_at(requirement_anchor(index), title));
        section.push(Block::paragraph(words::verdict::proof(words, verdict)));
        // Of a single step the sentence says all.
        let shown = if verdict.steps.len() > 1 { Block::Table } else { Block::Data };
        section.push(shown(proof(words, run, index + 1, verdict).laid_out("proof")));
    }
    section.push(Block::note(words.text("verdict-method")));
    Some(section)
}

/// One requirement in every step; `number` counts requirements from 1.
fn proof(words: &Words, run: &RunAnalysis, number: usize, verdict: &Verdict) -> Table {
    let (load, load_name) =
        if run.is_open() { ("label-target-per-s", "asked_per_s") } else { ("label-users", "users") };
    let evidence = ["over", "of", "percent", "percent_low", "percent_high", "allowed_percent"];
    let columns = vec![
        TableColumn::new(CellKind::Key, words.text("label-step"), &["step"]),
        TableColumn::new(CellKind::Number, words.text(load), &[load_name]),
        TableColumn::new(CellKind::Text, words.text("label-verdict"), &["verdict"]),
        TableColumn::new(
            CellKind::Number,
            words.text("label-measured"),
            &["measured_us", "measured_per_s", "service_us"],
        ),
        TableColumn::new(CellKind::Line, words.text("label-evidence"), &evidence),
    ];
    let mut table = Table::new(&format!("proof-{number}"), columns);
    let percentile = percentile_of(run, verdict);
    for step in &verdict.steps {
        let service = service_us(run, step, percentile);
        let note = service.map(|us| format!("{} {}", words.text("label-service"), words.time(us as f64)));
        let (measured_us, measured_per_s) = measured(&step.evidence);
        let measured = Cell::written(words::verdict::measured(words, step)).noted(note);
        let cells = vec![
            Cell::key(step.step),
            asked(words, run, step.step),
            Cell::judged(words, step.judgement),
            measured.valued(vec![measured_us, measured_per_s, service.into()]),
            Cell::written(words::verdict::evidence(words, &step.evidence)).valued(counted(&step.evidence)),
        ];
        table.row(RowClass::Plain, cells);
    }
    table
}

fn asked(words: &Words, run: &RunAnalysis, step: u32) -> Cell {
    let Some(load) = run.step(step).map(|row| row.load()) else { return Cell::missing() };
    match load.rate_per_s {
        Some(rate) => Cell::of(words::load::asked_number(words, rate), rate),
        None => Cell::count(words, u64::from(load.users)),
    }
}

/// As a time, and as a rate.
fn measured(evidence: &Evidence) -> (CellValue, CellValue) {
    match evidence {
        Evidence::Share { measured_us, .. } => ((*measured_us).into(), CellValue::Missing),
        Evidence::Mean { mean_us, .. } => (mean_us.value.into(), CellValue::Missing),
        Evidence::Max { max_us, .. } => ((*max_us).into(), CellValue::Missing),
        Evidence::Throughput { per_s, .. } => (CellValue::Missing, per_s.value.into()),
        _ => (CellValue::Missing, CellValue::Missing),
    }
}

/// How many were over, of how many, the share with its interval, and the share that is allowed.
fn counted(evidence: &Evidence) -> Vec<CellValue> {
    match evidence {
        Evidence::Share { over, of, percent, percent_bounds_95, allowed_percent, .. } => vec![
            (*over).into(),
            (*of).into(),
            (*percent).into(),
            percent_bounds_95.low.into(),
            percent_bounds_95.high.into(),
            (*allowed_percent).into(),
        ],
        Evidence::Max { over, of, .. } => vec![(*over).into(), (*of).into()],
        _ => Vec::new(),
    }
}

/// The percentile of all requests that is judged, where service time is shown beside it.
fn percentile_of(run: &RunAnalysis, verdict: &Verdict) -> Option<f64> {
    let requirement = Requirement::parse(&verdict.requirement).ok()?;
    match (requirement.measure, requirement.transaction) {
        (Measure::Percentile(percent), None) if run.has_intended_starts() => Some(percent),
        _ => None,
    }
}

fn service_us(run: &RunAnalysis, verdict: &StepVerdict, percentile: Option<f64>) -> Option<u64> {
    let measured = matches!(verdict.evidence, Evidence::Share { .. });
    run.step(verdict.step).filter(|_| measured)?.service_percentile_us(percentile?)
}
