//! Tables of a study's report, other than those with the times of steps: CSV with a header. What a table is, its columns
//! tell; `docs/import.md` lists them. And what load generators print when they are done ([`tools`]).

mod grid;
mod jobs;
mod means;
mod servers;
mod sheet;
mod single;
mod summaries;
mod tools;

use crate::step_table::TableStep;
use jiff::tz::TimeZone;
use plimsoll_run::{ImportedRows, Variant};
use sheet::Sheet;
use tools::TOOLS;

/// 2000-01-01 UTC: the clock of tables that tell no times.
pub const NOMINAL_UNIX_S: i64 = 946_684_800;
/// Of steps whose length nobody told.
pub const NOMINAL_STEP_S: i64 = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// Steps by rows, throughput of each kind of request in a column.
    Grid,
    /// A run in each row.
    Runs,
    /// Durations of jobs, a configuration in each column.
    Jobs,
    /// Calls of each server in each step.
    Servers,
    /// Percentiles of runs.
    Summaries,
    /// Mean times of transactions under several conditions.
    Means,
    /// The report of the tool at this place of the list.
    Tool(usize),
}

impl TableKind {
    /// As messages call it.
    pub fn name(self) -> &'static str {
        match self {
            TableKind::Tool(place) => TOOLS[place].name,
            _ => "table",
        }
    }
}

/// What a table holds.
#[derive(Debug, Default)]
pub struct TableContent {
    /// One or several, each of a name of its own; none when there are only figures.
    pub runs: Option<Vec<TableRun>>,
    /// Figures that go into the run as they are.
    pub imported: Option<ImportedRows>,
}

/// A run of means.
#[derive(Clone, Debug, Default)]
pub struct TableRun {
    pub variant: Variant,
    pub steps: Vec<TableStep>,
    pub jobs: Vec<TableJob>,
    /// Its times are made up.
    pub is_nominal: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableJob {
    pub name: String,
    pub duration_s: u64,
    /// What was noted of it.
    pub note: String,
    /// A part of the system was started anew before it.
    pub restarted: Option<String>,
}

type IsIt = fn(&Sheet) -> bool;

/// What a file that begins so is; `None`: no such table.
pub fn recognise(head: &[u8]) -> Option<TableKind> {
    let text = String::from_utf8_lossy(head);
    if let Some(place) = TOOLS.iter().position(|tool| (tool.is)(&text)) {
        return Some(TableKind::Tool(place));
    }
    let sheet = Sheet::of(&text);
    let kinds: [(TableKind, IsIt); 6] = [
        (TableKind::Servers, servers::is),
        (TableKind::Jobs, jobs::is),
        (TableKind::Summaries, summaries::is),
        (TableKind::Grid, grid::is),
        (TableKind::Runs, single::is),
        (TableKind::Means, means::is),
    ];
    kinds.into_iter().find(|(_, is)| is(&sheet)).map(|(kind, _)| kind)
}

/// Its rows, and what is wrong with others, with their lines. `name` is the file's.
pub fn read(kind: TableKind, name: &str, text: &str, zone: &TimeZone) -> (TableContent, Vec<String>) {
    let mut problems = Vec::new();
    if let TableKind::Tool(place) = kind {
        let (runs, summaries) = tools::read(&TOOLS[place], text, &mut problems);
        let imported = Some(ImportedRows::Summaries(summaries));
        return (TableContent { runs: Some(runs), imported }, problems);
    }
    let sheet = Sheet::of(text);
    problems.extend(sheet.problems.iter().cloned());
    let runs = match kind {
        TableKind::Grid => Some(grid::read(&sheet, &mut problems)),
        TableKind::Runs => Some(single::read(&sheet, zone, &mut problems)),
        TableKind::Jobs => Some(jobs::read(&sheet, &mut problems)),
        _ => None,
    };
    let imported = match kind {
        TableKind::Servers => Some(ImportedRows::Servers(servers::read(&sheet, &mut problems))),
        TableKind::Summaries => Some(ImportedRows::Summaries(summaries::read(&sheet, &mut problems))),
        TableKind::Means => Some(ImportedRows::Means(means::read(&sheet, name, &mut problems))),
        _ => None,
    };
    (TableContent { runs, imported }, problems)
}

/// A step on the nominal clock, after those before it.
fn nominal(before: &[TableStep], seconds: i64) -> TableStep {
    let start_unix_us = before.last().map_or(NOMINAL_UNIX_S * 1_000_000, |step| step.end_unix_us);
    TableStep {
        number: before.len() as u32 + 1,
        nodes: 1,
        start_unix_us,
        end_unix_us: start_unix_us + seconds * 1_000_000,
        ..TableStep::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_what_its_columns_say() {
        let check = |header: &str, row: &str, expected: Option<TableKind>| {
            assert_eq!(recognise(format!("{header}\n{row}\n").as_bytes()), expected, "{header}");
        };
        check("config,cores,threads,get_per_s,get_avg_ms", "A,1,50,1133,43", Some(TableKind::Grid));
        check("id,columns,throughput_per_s,threads,nodes", "a,2,69.13,14,2", Some(TableKind::Runs));
        check("job,config1,config2", "1,00:52:51,01:05:10", Some(TableKind::Jobs));
        check("server,step,calls,calls_ge_6_5s", "docker01,1,419,10", Some(TableKind::Servers));
        check("client,rps,minutes,p50_avg,p50_max", "x,10,5,127ms,287ms", Some(TableKind::Summaries));
        check("transaction,config,with_import,without_import", "a,1,1220,538", Some(TableKind::Means));
        check("request,before_avg_s,after_avg_s", "a,0.9,2.1", Some(TableKind::Means));
        for other in ["timeStamp,elapsed,label,allThreads", "a,b", "job,owner", "transaction,count"] {
            check(other, "1,2,3,4", None);
        }
        assert_eq!(recognise(b""), None);
    }
}
