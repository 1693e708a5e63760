//! The same jobs in several runs: how long each took, and by how much that differs from the first run.

use crate::document::{Block, Cell, CellKind, RowClass, Section, Table, TableColumn};
use crate::words::{self, Words, args};
use plimsoll_analysis::{Analysis, RunAnalysis};
use plimsoll_run::JobVerdict;

pub fn section<'a>(words: &Words, analysis: &'a Analysis) -> Option<Section<'a>> {
    let times = job_times(words, analysis);
    let section = Section::new(words.text("experiment-job-times")).at("job-times");
    (!times.rows.is_empty()).then(|| section.with([Block::Table(times)]))
}

/// Without rows where fewer than two runs have jobs.
pub fn job_times(words: &Words, analysis: &Analysis) -> Table {
    let runs: Vec<&RunAnalysis> =
        analysis.runs.iter().filter(|run| !run.experiment.jobs.is_empty()).collect();
    let mut columns = vec![TableColumn::new(CellKind::Text, words.text("experiment-job"), &["job"])];
    for (i, run) in runs.iter().enumerate() {
        let name = head(words, run);
        let numbered = |what: &str| format!("run_{}_{what}", i + 1);
        let duration =
            TableColumn::new(CellKind::Number, words.text("experiment-duration"), &[&numbered("duration_s")]);
        columns.push(duration.within(&name));
        if i > 0 {
            let delta = words.say("experiment-difference", args![name = head(words, runs[0])]);
            columns
                .push(TableColumn::new(CellKind::Number, delta, &[&numbered("difference_s")]).within(&name));
        }
    }
    let mut table = Table::new("job-times", columns);
    if runs.len() < 2 {
        return table;
    }
    let all = names(&runs);
    let longest_s =
        runs.iter().flat_map(|run| all.iter().filter_map(|name| duration_s(run, name))).fold(0.0, f64::max);
    for name in all {
        let durations: Vec<Option<f64>> = runs.iter().map(|run| duration_s(run, name)).collect();
        let mut cells = vec![Cell::text(name)];
        for (i, duration) in durations.iter().enumerate() {
            cells.push(match verdict(runs[i], name) {
                Some(JobVerdict::Failed) => Cell::of(words.text("experiment-job-failed"), *duration),
                Some(JobVerdict::TimedOut) => Cell::of(words.text("experiment-job-timed-out"), *duration),
                _ => Cell::maybe(*duration, |s| words.task(s, longest_s)),
            });
            if i > 0 {
                let difference = duration.zip(durations[0]).map(|(own, first)| own - first);
                cells.push(Cell::maybe(difference, |s| words.task_change(s, longest_s)).strong());
            }
        }
        table.row(RowClass::Plain, cells);
    }
    table
}

fn head(words: &Words, run: &RunAnalysis) -> String {
    let variant = words::run::variant(words, &run.header.variant.name);
    if run.header.repeat <= 1 {
        return variant;
    }
    format!("{variant}, {}", words.say("run-repeat", args![n = run.header.repeat]))
}

/// In the order in which they were done first.
fn names<'a>(runs: &[&'a RunAnalysis]) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for row in runs.iter().flat_map(|run| &run.experiment.jobs) {
        if !names.contains(&row.job.name.as_str()) {
            names.push(&row.job.name);
        }
    }
    names
}

fn verdict(run: &RunAnalysis, name: &str) -> Option<JobVerdict> {
    run.experiment.jobs.iter().find(|row| row.job.name == name).map(|row| row.job.verdict)
}

/// Of a job that ended well: how long one took until it failed says nothing.
fn duration_s(run: &RunAnalysis, name: &str) -> Option<f64> {
    let row = run.experiment.jobs.iter().find(|row| row.job.name == name)?;
    row.duration_s.filter(|_| row.job.verdict == JobVerdict::Done)
}
