//! The proof of each requirement, step by step.

use crate::document::{Block, Cell, CellKind, CellValue, ColumnSet, Section, Spans, Table};
use crate::evidence::requirement_anchor;
use crate::words::{self, Words};
use plimsoll_analysis::requirements::{JudgementBasis, StepVerdict};
use plimsoll_analysis::requirements::{Requirement, RequirementMetric};
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
        section.push(Block::paragraph(words::verdict::proof(words, run, verdict)));
        // Of a single step the sentence says all.
        let shown = if verdict.steps.len() > 1 { Block::Table } else { Block::Data };
        section.push(shown(proof(words, run, index + 1, verdict).laid_out("proof")));
    }
    // Of other load generators it is not known which arrivals they dropped.
    let dropped = (!run.is_imported()).then(|| words.text("verdict-method-dropped"));
    let method = std::iter::once(words.text("verdict-method")).chain(dropped);
    section.push(Block::note(method.collect::<Vec<_>>().join(" ")));
    if run.rate_capacity().is_some() {
        section.push(Block::note(words.text("verdict-method-search")));
    }
    Some(section)
}

/// One requirement in every step; `number_of` counts requirements from 1.
fn proof(words: &Words, run: &RunAnalysis, number_of: usize, verdict: &Verdict) -> Table {
    let (load, load_name) = match () {
        () if run.is_open() => ("label-target-per-s", "asked_per_s"),
        () if run.steps.iter().any(|step| step.is_at_work) => ("label-at-work-users", "users"),
        () => ("label-users", "users"),
    };
    let counts = ["over", "of", "percent", "percent_low", "percent_high", "allowed_percent"];
    let percentile = percentile_of(run, verdict);
    let measured = |step: &&StepVerdict| {
        let service = service_us(run, step, percentile);
        let note = service.map(|us| format!("{} {}", words.text("label-service"), words.time(us as f64)));
        let (us, per_s) = self::measured(&step.evidence);
        Cell::written(words::step_verdict::measured(words, step)).noted(note).valued(vec![
            us,
            per_s,
            service.into(),
        ])
    };
    let evidence = |step: &&StepVerdict| {
        let said = words::step_verdict::evidence(words, &step.evidence);
        let is_late = run.step(step.step).is_some_and(|row| row.uncertainty.is_some());
        let said = match run.rate_capacity() {
            Some(_) if !is_late => words::search::with_parts(words, said, step.judgement, &step.evidence),
            _ => said,
        };
        Cell::written(said).valued(counted(&step.evidence))
    };
    let (text, number) = (|id| words.text(id), CellKind::Number);
    ColumnSet::new()
        .column(CellKind::Key, text("label-step"), &["step"], |step: &&StepVerdict| Cell::key(step.step))
        .column(number, text(load), &[load_name], |step| asked(words, run, step.step))
        .column(CellKind::Text, text("label-verdict"), &["verdict"], |step| {
            Cell::judged(words, step.judgement)
        })
        .column(number, text("label-measured"), &["measured_us", "measured_per_s", "service_us"], measured)
        .column(CellKind::Line, text("label-evidence"), &counts, evidence)
        .table(&format!("proof-{number_of}"), &verdict.steps)
}

fn asked(words: &Words, run: &RunAnalysis, step: u32) -> Cell {
    let Some(load) = run.step(step).map(|row| row.load()) else { return Cell::missing() };
    match load.rate_per_s {
        Some(rate) => Cell::of(words::load::asked_number(words, rate), rate),
        None => Cell::of(words::load::users_number(words, &load), load.value()),
    }
}

/// As a time, and as a rate.
fn measured(evidence: &JudgementBasis) -> (CellValue, CellValue) {
    match evidence {
        JudgementBasis::Share { measured_us, .. } => ((*measured_us).into(), CellValue::Missing),
        JudgementBasis::Mean { mean_us, .. } => (mean_us.value.into(), CellValue::Missing),
        JudgementBasis::Max { max_us, .. } => ((*max_us).into(), CellValue::Missing),
        JudgementBasis::FromTable { mean_us, .. } => ((*mean_us).into(), CellValue::Missing),
        JudgementBasis::FromPercentiles { measured_us, .. } => ((*measured_us).into(), CellValue::Missing),
        JudgementBasis::Throughput { per_s, .. } => (CellValue::Missing, per_s.value.into()),
        _ => (CellValue::Missing, CellValue::Missing),
    }
}

/// How many were over, of how many, the share with its interval, and the share that is allowed.
fn counted(evidence: &JudgementBasis) -> Vec<CellValue> {
    match evidence {
        JudgementBasis::Share { over, of, percent, percent_bounds_95, allowed_percent, .. } => vec![
            (*over).into(),
            (*of).into(),
            (*percent).into(),
            percent_bounds_95.low.into(),
            percent_bounds_95.high.into(),
            (*allowed_percent).into(),
        ],
        JudgementBasis::Max { over, of, .. } => vec![(*over).into(), (*of).into()],
        _ => Vec::new(),
    }
}

/// The percentile of all requests that is judged, where service time is shown beside it.
fn percentile_of(run: &RunAnalysis, verdict: &Verdict) -> Option<f64> {
    let requirement = Requirement::parse(&verdict.requirement).ok()?;
    match (requirement.measure, requirement.transaction) {
        (RequirementMetric::Percentile(percent), None) if run.has_intended_starts() => Some(percent),
        _ => None,
    }
}

fn service_us(run: &RunAnalysis, verdict: &StepVerdict, percentile: Option<f64>) -> Option<u64> {
    let measured = matches!(verdict.evidence, JudgementBasis::Share { .. });
    run.step(verdict.step).filter(|_| measured)?.service_percentile_us(percentile?)
}
