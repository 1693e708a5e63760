//! What load generators print when they are done: text with the sums of a run. A tool is one file, and one line in
//! [`TOOLS`]. Its runs become steps by their users, and what only a summary tells stays as it is written.

mod ab;
mod wrk;

use super::{TableRun, nominal};
use crate::step_table::TableStep;
use plimsoll_run::{ImportedError, ImportedSummary, Variant};

/// A tool whose report can be read.
pub struct Tool {
    /// As messages call it.
    pub name: &'static str,
    /// Whether a file that begins so is such a report.
    pub is: fn(&str) -> bool,
    /// Its runs, one after another.
    pub read: fn(&str) -> Vec<ToolRun>,
}

pub const TOOLS: &[Tool] = &[ab::AB, wrk::WRK];

/// One run as the tool sums it up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolRun {
    /// What it was to do, besides its users: `url`, `threads`.
    pub condition: Vec<(&'static str, String)>,
    /// Users, or connections.
    pub users: u32,
    pub duration_s: f64,
    /// Answers of any kind.
    pub requests: u64,
    pub rate_per_s: f64,
    /// Answers that were failures, and requests without an answer.
    pub errors: u64,
    pub mean_us: Option<f64>,
    /// `p99` and microseconds, in the report's order.
    pub percentiles: Vec<(String, f64)>,
}

impl ToolRun {
    /// `99%` or `99.9%` with a time.
    pub fn percentile(&mut self, percent: &str, us: Option<f64>) {
        let percent = percent.trim().trim_end_matches('%');
        if let (Ok(_), Some(us)) = (percent.parse::<f64>(), us) {
            let short = if percent.contains('.') {
                percent.trim_end_matches('0').trim_end_matches('.')
            } else {
                percent
            };
            self.percentiles.push((format!("p{short}"), us));
        }
    }

    fn error_percent(&self) -> f64 {
        100.0 * self.errors as f64 / self.requests.max(self.errors).max(1) as f64
    }
}

/// The number at the beginning of a text: `8131.11 [#/sec] (mean)`.
fn number(text: &str) -> Option<f64> {
    text.split_whitespace().next()?.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)
}

/// Runs of equal conditions are the steps of one; and all of them as summaries.
pub fn read(tool: &Tool, text: &str, problems: &mut Vec<String>) -> (Vec<TableRun>, Vec<ImportedSummary>) {
    let runs: Vec<ToolRun> = (tool.read)(text);
    let (good, bad): (Vec<ToolRun>, Vec<ToolRun>) =
        runs.into_iter().partition(|run| run.rate_per_s > 0.0 && run.duration_s > 0.0);
    if !bad.is_empty() {
        problems.push(format!("{} runs have no requests or no duration", bad.len()));
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
                    variant: Variant { name, properties },
                    is_nominal: true,
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
        threads: run.users,
        throughput_per_s: Some(run.rate_per_s * (1.0 - error_percent / 100.0)),
        error_percent: Some(error_percent),
        mean_us: run.mean_us,
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
