//! What a study measured beside its steps: units, shares, jobs, completions.

use super::times::rate;
use crate::document::{Block, Cell, CellKind, ColumnSet, Section, Table, stored_name};
use crate::words::number::dash;
use crate::words::{Words, args, compare};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::experiment::{
    CapacityShare, CompletionRow, Experiment, JobRow, TimesDuringJob, UnitRow,
};
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

fn share(words: &Words, share: &CapacityShare) -> String {
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
    let verdict = |row: &&JobRow| {
        let said = words.text(match row.job.verdict {
            JobVerdict::Running => "experiment-job-running",
            JobVerdict::Done => "experiment-job-done",
            JobVerdict::Failed => "experiment-job-failed",
            JobVerdict::TimedOut => "experiment-job-timed-out",
            JobVerdict::Interrupted => "experiment-job-interrupted",
        });
        Cell::of(said, stored_name(&row.job.verdict, None))
    };
    let duration =
        |row: &&JobRow| Cell::of(row.duration_s.map_or_else(dash, |s| words.length(s)), row.duration_s);
    let text = |id| words.text(id);
    ColumnSet::new()
        .column(CellKind::Text, text("experiment-job"), &["job"], |row: &&JobRow| {
            Cell::text(row.job.name.clone())
        })
        .column(CellKind::Number, text("label-step"), &["step"], |row| Cell::key(row.job.step))
        .column(CellKind::Number, text("experiment-duration"), &["duration_s"], |r| duration(r).strong())
        .column(CellKind::Text, text("experiment-verdict"), &["verdict"], verdict)
        .column(CellKind::Line, text("experiment-detail"), &["detail"], |r| Cell::text(r.job.detail.clone()))
        .table("jobs", &experiment.jobs)
}

/// Response times while a job ran, and while none did.
fn with_and_without(words: &Words, experiment: &Experiment) -> Table {
    let mean = |us: Option<f64>| Cell::maybe(us, |us| words.time(us));
    let p95 = |us: Option<u64>| Cell::of(words.time_or_dash(us), us);
    let change = |with: Option<f64>, without: Option<f64>| {
        let percent = with.zip(without.filter(|us| *us > 0.0)).map(|(a, b)| 100.0 * (a / b - 1.0));
        Cell::maybe(percent, |percent| words.with_percent_sign(compare::signed(words, percent, 1)))
    };
    let name = |row: &&TimesDuringJob| {
        let name = row.transaction.clone().unwrap_or_else(|| words.text("experiment-all"));
        Cell::of(name, row.transaction.clone())
    };
    let (text, number) = (|id| words.text(id), CellKind::Number);
    ColumnSet::new()
        .column(CellKind::Text, text("label-transaction"), &["transaction"], name)
        .column(number, text("experiment-mean-with"), &["mean_with_job_us"], |r| mean(r.with_job.mean_us))
        .column(number, text("experiment-mean-without"), &["mean_without_job_us"], |r| {
            mean(r.without_job.mean_us)
        })
        .column(number, text("experiment-mean-change"), &["mean_change_percent"], |r| {
            change(r.with_job.mean_us, r.without_job.mean_us)
        })
        .column(number, text("experiment-p95-with"), &["p95_with_job_us"], |r| p95(r.with_job.p95_us))
        .column(number, text("experiment-p95-without"), &["p95_without_job_us"], |r| {
            p95(r.without_job.p95_us)
        })
        .column(number, text("experiment-p95-change"), &["p95_change_percent"], |r| {
            change(r.with_job.p95_us.map(|us| us as f64), r.without_job.p95_us.map(|us| us as f64))
        })
        .table("beside-jobs", &experiment.during_jobs)
}

pub fn completions(words: &Words, experiment: &Experiment) -> Table {
    let (text, number) = (|id| words.text(id), CellKind::Number);
    let count = |n| Cell::count(words, n);
    ColumnSet::new()
        .column(CellKind::Key, text("label-step"), &["step"], |r: &&CompletionRow| {
            Cell::key(r.completion.step)
        })
        .column(CellKind::Text, text("label-transaction"), &["completion"], |r| {
            Cell::text(r.completion.name.clone())
        })
        .column(number, text("experiment-sent"), &["sent"], |r| count(r.completion.sent))
        .column(number, text("experiment-failed"), &["failed"], |r| count(r.completion.failed))
        .column(number, text("experiment-arrived"), &["arrived"], |r| count(r.completion.arrived))
        .column(number, text("experiment-lost"), &["lost"], |r| count(r.lost).strong())
        .column(number, text("experiment-doubled"), &["doubled"], |r| count(r.completion.doubled).strong())
        .table("completions", &experiment.completions)
}

/// What the calls of each step carried.
pub fn units(words: &Words, experiment: &Experiment) -> Table {
    let text = |id| words.text(id);
    ColumnSet::new()
        .column(CellKind::Key, text("label-step"), &["step"], |r: &&UnitRow| Cell::key(r.step))
        .column(CellKind::Text, text("experiment-carried"), &["unit"], |r| Cell::text(r.name.clone()))
        .column(CellKind::Number, text("experiment-calls-per-s"), &["calls_per_s"], |r| {
            rate(words, r.calls_per_s)
        })
        .column(CellKind::Number, text("experiment-units-per-s"), &["units_per_s"], |r| {
            rate(words, r.per_s).strong()
        })
        .table("units", &experiment.units)
}
