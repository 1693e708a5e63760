//! The same jobs in several runs: how long each took, and by how much that differs from the first run.

use crate::document::{Block, Cell, CellKind, ColumnSet, Section, Table};
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
    let all = if runs.len() < 2 { Vec::new() } else { names(&runs) };
    let durations = runs.iter().flat_map(|run| all.iter().filter_map(|name| duration_s(run, name)));
    let longest_s = durations.fold(0.0, f64::max);
    let mut columns =
        ColumnSet::new()
            .column(CellKind::Text, words.text("experiment-job"), &["job"], |name: &&str| Cell::text(*name));
    for (i, run) in runs.iter().copied().enumerate() {
        let (group, numbered) = (head(words, run), |what: &str| format!("run_{}_{what}", i + 1));
        let duration = move |name: &&str| match verdict(run, name) {
            Some(JobVerdict::Failed) => Cell::of(words.text("experiment-job-failed"), duration_s(run, name)),
            Some(JobVerdict::TimedOut) => {
                Cell::of(words.text("experiment-job-timed-out"), duration_s(run, name))
            }
            _ => Cell::maybe(duration_s(run, name), |s| words.task(s, longest_s)),
        };
        let text = words.text("experiment-duration");
        columns = columns.within(&group, CellKind::Number, text, &[&numbered("duration_s")], duration);
        if i > 0 {
            let first = runs[0];
            let difference = move |name: &&str| {
                let difference = duration_s(run, name).zip(duration_s(first, name)).map(|(own, of)| own - of);
                Cell::maybe(difference, |s| words.task_change(s, longest_s)).strong()
            };
            let delta = words.say("experiment-difference", args![name = head(words, first)]);
            columns =
                columns.within(&group, CellKind::Number, delta, &[&numbered("difference_s")], difference);
        }
    }
    columns.table("job-times", all.iter().copied())
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
