//! What load generators print when they are done: text with the sums of a run. A tool is one file, and one line in
//! [`TOOLS`]. Its runs become steps by their users, and what only a summary tells stays as it is written.

mod ab;
mod databases;
mod fio;
mod h2load;
mod hey;
mod tool;
mod vegeta;
mod wrk;

use super::table_run::{TableRun, nominal};
use crate::step_table::TableStep;
use plimsoll_run::{FileNote, ImportedError, ImportedSummary, Variant};
use tool::Tool;
pub use tool::ToolRun;

pub const TOOLS: &[Tool] = &[
    ab::AB,
    wrk::WRK,
    hey::OHA,
    hey::HEY,
    hey::HEY_CSV,
    hey::OHA_CSV,
    hey::OHA_JSON,
    vegeta::VEGETA,
    vegeta::VEGETA_JSON,
    h2load::H2LOAD,
    databases::SYSBENCH,
    databases::PGBENCH,
    fio::FIO,
    fio::FIO_JSON,
];

/// The last run in what this tool printed: `wrk`, or any of its forms (`vegeta (JSON)`).
pub fn read_summary(tool: &str, text: &str) -> Option<ToolRun> {
    let is_its = |known: &&Tool| known.name.split([' ', ',']).next() == Some(tool);
    let forms = TOOLS.iter().filter(is_its);
    forms
        .filter(|form| (form.is)(text))
        .find_map(|form| (form.read)(text).pop())
        .filter(|run| run.rate_per_s > 0.0)
}

/// Runs of equal conditions are the steps of one; and all of them as summaries.
pub fn read(
    tool: &Tool,
    text: &str,
    (problems, notes): (&mut Vec<String>, &mut Vec<FileNote>),
) -> (Vec<TableRun>, Vec<ImportedSummary>) {
    let mut runs: Vec<ToolRun> = (tool.read)(text);
    for remark in runs.iter_mut().flat_map(|run| std::mem::take(&mut run.notes)) {
        if !notes.contains(&remark) {
            notes.push(remark);
        }
    }
    let (good, bad): (Vec<ToolRun>, Vec<ToolRun>) =
        runs.into_iter().partition(|run| run.rate_per_s > 0.0 && run.duration_s > 0.0);
    if !bad.is_empty() {
        let of = |n: usize| if n == 1 { "a run has".to_owned() } else { format!("{n} runs have") };
        problems.push(format!("{} no requests or no duration: it may have broken off", of(bad.len())));
    }
    let mut found: Vec<TableRun> = Vec::new();
    for run in &good {
        let properties =
            run.condition.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let place =
            found.iter().position(|other| other.variant.properties == properties).unwrap_or_else(|| {
                let name =
                    run.condition.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" ");
                found.push(TableRun {
                    variant: Variant { name, properties, ..Default::default() },
                    is_nominal: true,
                    has_lengths: true,
                    ..TableRun::default()
                });
                found.len() - 1
            });
        let steps = &mut found[place].steps;
        steps.push(step(run, steps));
    }
    if let [only] = found.as_mut_slice() {
        only.variant.name.clear();
    }
    (found, good.iter().map(summary).collect())
}

fn step(run: &ToolRun, before: &[TableStep]) -> TableStep {
    let error_percent = run.error_percent();
    TableStep {
        threads: f64::from(run.users),
        throughput_per_s: Some(run.rate_per_s * (1.0 - error_percent / 100.0)),
        error_percent: Some(error_percent),
        mean_us: run.mean_us,
        percentiles: run.all_percentiles(),
        resolution_us: run.resolution_us,
        measured_s: Some(run.duration_s).filter(|seconds| seconds.fract() != 0.0),
        counts: (run.requests > 0).then_some((run.requests.max(run.errors), run.errors)),
        failures: run.failures.clone(),
        ..nominal(before, run.duration_s.round().max(1.0) as i64)
    }
}

fn summary(run: &ToolRun) -> ImportedSummary {
    let users = ("users".to_owned(), run.users.to_string());
    let condition: Vec<(String, String)> = run
        .condition
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .chain([users])
        .collect();
    ImportedSummary {
        run: 1,
        rate_per_s: run.rate_per_s,
        duration_s: run.duration_s,
        mean_us: run.mean_us,
        percentiles: run.percentiles.clone(),
        error: Some(ImportedError::Percent(run.error_percent())),
        cells: condition.clone(),
        condition,
    }
}
