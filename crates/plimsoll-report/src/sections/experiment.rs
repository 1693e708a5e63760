//! What a study measured beside its steps: units, shares, jobs, completions.

use super::times::rate;
use crate::document::{Block, Cell, CellKind, RowClass, Section, Table, TableColumn, stored_name};
use crate::words::number::dash;
use crate::words::{Words, args, compare};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::experiment::{Beside, Experiment, Share};
use plimsoll_run::JobVerdict;

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let experiment = &run.experiment;
    if experiment.is_empty() {
        return None;
    }
    let tables = [
        jobs(words, experiment),
        with_and_without(words, experiment),
        completions(words, experiment),
        units(words, experiment),
    ];
    let shares = experiment.shares.iter().map(|share| Block::paragraph(self::share(words, share)));
    Some(Section::new(words.text("experiment-heading")).with(tables.map(Block::Table)).with(shares))
}

fn share(words: &Words, share: &Share) -> String {
    let unit = share.unit.clone().unwrap_or_else(|| words.text("experiment-calls"));
    let (count, rate) = (words.written(share.count), words.projected(share.per_hour));
    let said = words.say("experiment-share", args![count, name = &share.name, rate, unit]);
    match share.of_expected {
        Some(of_expected) => {
            let percent = words.percent(100.0 * of_expected);
            format!("{said} {}", words.say("experiment-of-expected", args![percent]))
        }
        None => said,
    }
}

pub fn jobs(words: &Words, experiment: &Experiment) -> Table {
    let columns = vec![
        TableColumn::new(CellKind::Text, words.text("experiment-job"), &["job"]),
        TableColumn::new(CellKind::Number, words.text("label-step"), &["step"]),
        TableColumn::new(CellKind::Number, words.text("experiment-duration"), &["duration_s"]),
        TableColumn::new(CellKind::Text, words.text("experiment-verdict"), &["verdict"]),
        TableColumn::new(CellKind::Line, words.text("experiment-detail"), &["detail"]),
    ];
    let mut table = Table::new("jobs", columns);
    for row in &experiment.jobs {
        let verdict = words.text(match row.job.verdict {
            JobVerdict::Running => "experiment-job-running",
            JobVerdict::Done => "experiment-job-done",
            JobVerdict::Failed => "experiment-job-failed",
            JobVerdict::TimedOut => "experiment-job-timed-out",
            JobVerdict::Interrupted => "experiment-job-interrupted",
        });
        let cells = vec![
            Cell::text(row.job.name.clone()),
            Cell::key(row.job.step),
            Cell::of(row.duration_s.map_or_else(dash, |s| words.length(s)), row.duration_s).strong(),
            Cell::of(verdict, stored_name(&row.job.verdict, None)),
            Cell::text(row.job.detail.clone()),
        ];
        table.row(RowClass::Plain, cells);
    }
    table
}

/// Response times while a job ran, and while none did.
fn with_and_without(words: &Words, experiment: &Experiment) -> Table {
    let number = |id, name: &str| TableColumn::new(CellKind::Number, words.text(id), &[name]);
    let columns = vec![
        TableColumn::new(CellKind::Text, words.text("label-transaction"), &["transaction"]),
        number("experiment-mean-with", "mean_with_job_us"),
        number("experiment-mean-without", "mean_without_job_us"),
        number("experiment-mean-change", "mean_change_percent"),
        number("experiment-p95-with", "p95_with_job_us"),
        number("experiment-p95-without", "p95_without_job_us"),
        number("experiment-p95-change", "p95_change_percent"),
    ];
    let mut table = Table::new("beside-jobs", columns);
    for row in &experiment.beside {
        table.row(RowClass::Plain, beside_cells(words, row));
    }
    table
}

fn beside_cells(words: &Words, row: &Beside) -> Vec<Cell> {
    let mean = |us: Option<f64>| Cell::maybe(us, |us| words.time(us));
    let change = |with: Option<f64>, without: Option<f64>| {
        let percent = with.zip(without.filter(|us| *us > 0.0)).map(|(a, b)| 100.0 * (a / b - 1.0));
        Cell::maybe(percent, |percent| words.with_percent_sign(compare::signed(words, percent, 1)))
    };
    let p95 = |us: Option<u64>| Cell::of(words.time_or_dash(us), us);
    let name = row.transaction.clone().unwrap_or_else(|| words.text("experiment-all"));
    vec![
        Cell::of(name, row.transaction.clone()),
        mean(row.with_job.mean_us),
        mean(row.without_job.mean_us),
        change(row.with_job.mean_us, row.without_job.mean_us),
        p95(row.with_job.p95_us),
        p95(row.without_job.p95_us),
        change(row.with_job.p95_us.map(|us| us as f64), row.without_job.p95_us.map(|us| us as f64)),
    ]
}

pub fn completions(words: &Words, experiment: &Experiment) -> Table {
    let number = |id, name: &str| TableColumn::new(CellKind::Number, words.text(id), &[name]);
    let columns = vec![
        TableColumn::new(CellKind::Key, words.text("label-step"), &["step"]),
        TableColumn::new(CellKind::Text, words.text("label-transaction"), &["completion"]),
        number("experiment-sent", "sent"),
        number("experiment-failed", "failed"),
        number("experiment-arrived", "arrived"),
        number("experiment-lost", "lost"),
        number("experiment-doubled", "doubled"),
    ];
    let mut table = Table::new("completions", columns);
    for row in &experiment.completions {
        let found = &row.completion;
        let cells = vec![
            Cell::key(found.step),
            Cell::text(found.name.clone()),
            Cell::count(words, found.sent),
            Cell::count(words, found.failed),
            Cell::count(words, found.arrived),
            Cell::count(words, row.lost).strong(),
            Cell::count(words, found.doubled).strong(),
        ];
        table.row(RowClass::Plain, cells);
    }
    table
}

/// What the calls of each step carried.
pub fn units(words: &Words, experiment: &Experiment) -> Table {
    let number = |id, name: &str| TableColumn::new(CellKind::Number, words.text(id), &[name]);
    let columns = vec![
        TableColumn::new(CellKind::Key, words.text("label-step"), &["step"]),
        TableColumn::new(CellKind::Text, words.text("experiment-carried"), &["unit"]),
        number("experiment-calls-per-s", "calls_per_s"),
        number("experiment-units-per-s", "units_per_s"),
    ];
    let mut table = Table::new("units", columns);
    for row in &experiment.units {
        let cells = vec![
            Cell::key(row.step),
            Cell::text(row.name.clone()),
            rate(words, row.calls_per_s),
            rate(words, row.per_s).strong(),
        ];
        table.row(RowClass::Plain, cells);
    }
    table
}
