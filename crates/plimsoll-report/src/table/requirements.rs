//! The proof of each requirement, and what the capacity comes to.

use super::cell::{Cell, Column, Kind, RowClass, Table, Value};
use crate::words::{self, Words};
use plimsoll_analysis::requirements::{Evidence, Measure, Requirement, StepVerdict};
use plimsoll_analysis::{Projection, RunAnalysis, Verdict};

/// One requirement in every step; `number` counts requirements from 1.
pub fn proof(words: &Words, run: &RunAnalysis, number: usize, verdict: &Verdict) -> Table {
    let (load, load_name) =
        if run.is_open() { ("label-asked-per-s", "asked_per_s") } else { ("label-users", "users") };
    let evidence = ["over", "of", "percent", "percent_low", "percent_high", "allowed_percent"];
    let columns = vec![
        Column::new(Kind::Key, words.text("label-step"), &["step"]),
        Column::new(Kind::Number, words.text(load), &[load_name]),
        Column::new(Kind::Text, words.text("label-verdict"), &["verdict"]),
        Column::new(
            Kind::Number,
            words.text("label-measured"),
            &["measured_us", "measured_per_s", "service_us"],
        ),
        Column::new(Kind::Line, words.text("label-evidence"), &evidence),
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
fn measured(evidence: &Evidence) -> (Value, Value) {
    match evidence {
        Evidence::Share { measured_us, .. } => ((*measured_us).into(), Value::Missing),
        Evidence::Mean { mean_us, .. } => (mean_us.value.into(), Value::Missing),
        Evidence::Max { max_us, .. } => ((*max_us).into(), Value::Missing),
        Evidence::Throughput { per_s, .. } => (Value::Missing, per_s.value.into()),
        _ => (Value::Missing, Value::Missing),
    }
}

/// How many were over, of how many, the share with its interval, and the share that is allowed.
fn counted(evidence: &Evidence) -> Vec<Value> {
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

/// Of the best step, of the recommended one where that is another, and of what consumers keep up with; with what is said of
/// expected use.
pub fn projections(words: &Words, run: &RunAnalysis) -> Option<(Table, Vec<String>)> {
    let columns = vec![
        Column::new(Kind::Name, String::new(), &["point"]),
        Column::new(Kind::Line, words.text("label-arithmetic"), &["per_s", "seconds"]),
        Column::new(Kind::Number, words.text("label-result"), &["requests"]),
    ];
    let mut table = Table::new("projections", columns);
    // The same point twice would be the same lines twice.
    let other = run.advice.projection_recommended.as_ref().filter(|_| {
        let same = || {
            run.advice.recommended.as_ref().map(|point| point.step)
                == run.capacity.best().map(|best| best.step)
        };
        run.advice.projection_best.is_none() || !same()
    });
    let named = [
        (words::capacity::kind(words, &run.capacity), "best", run.advice.projection_best.as_ref()),
        (words.text("label-recommended"), "recommended", other),
        (words.text("label-sustained"), "sustained", run.advice.projection_sustained.as_ref()),
    ];
    if named.iter().all(|(_, _, projection)| projection.is_none()) {
        return None;
    }
    let mut said = Vec::new();
    for (name, point, projection) in named {
        let Some(projection) = projection else { continue };
        said.extend(words::capacity::headroom(words, projection));
        let values = values(projection);
        let lines = words::capacity::arithmetic(words, projection).into_iter().zip(values);
        for (i, ((arithmetic, result), (seconds, requests))) in lines.enumerate() {
            let cells = vec![
                Cell::of(name.clone(), point).joined(i > 0),
                Cell::written(arithmetic).valued(vec![projection.per_s.into(), seconds.into()]),
                Cell::of(result, requests).strong(),
            ];
            table.row(RowClass::Plain, cells);
        }
    }
    Some((table, said))
}

fn values(projection: &Projection) -> [(u64, f64); 3] {
    [(3_600, projection.per_hour), (86_400, projection.per_day), (604_800, projection.per_week)]
}
