//! Tables of a study's report, other than those with the times of steps: CSV with a header. What a table is, its columns
//! tell; `docs/import.md` lists them. And what load generators print when they are done ([`tools`]).

mod grid;
mod jobs;
mod means;
mod raw;
mod servers;
mod sheet;
mod single;
mod summaries;
mod table_run;
pub mod tools;

pub use raw::meanings;
pub use table_run::{NOMINAL_UNIX_S, TableJob, TableRun};

use jiff::tz::TimeZone;
use plimsoll_run::{FileNote, ImportedRows};
use sheet::Sheet;
use std::collections::BTreeMap;
use tools::TOOLS;

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
    /// Loads by rows, under the names that other tools and teams have for their columns.
    Raw,
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
    pub notes: Vec<FileNote>,
}

type IsIt = fn(&Sheet) -> bool;

/// What a file that begins so is; `None`: no such table.
/// `columns`: what the user says of columns, by what they mean.
pub fn recognise(head: &[u8], columns: &BTreeMap<String, String>) -> Option<TableKind> {
    let text = String::from_utf8_lossy(head);
    if let Some(place) = TOOLS.iter().position(|tool| (tool.is)(&text)) {
        return Some(TableKind::Tool(place));
    }
    let sheet = Sheet::of(&text);
    if !columns.is_empty() && raw::is(&sheet, columns) {
        return Some(TableKind::Raw);
    }
    let kinds: [(TableKind, IsIt); 6] = [
        (TableKind::Servers, servers::is),
        (TableKind::Jobs, jobs::is),
        (TableKind::Summaries, summaries::is),
        (TableKind::Grid, grid::is),
        (TableKind::Runs, single::is),
        (TableKind::Means, means::is),
    ];
    let known = kinds.into_iter().find(|(_, is)| is(&sheet)).map(|(kind, _)| kind);
    known.or_else(|| raw::is(&sheet, columns).then_some(TableKind::Raw))
}

/// Columns of a table whose first row holds at least two numbers; none of what is no table.
pub fn columns_of_numbers(head: &[u8]) -> Vec<String> {
    const COLUMNS_MAX: usize = 30;
    let sheet = Sheet::of(&String::from_utf8_lossy(head));
    let is_number =
        |place: usize| sheet.rows.first().is_some_and(|row| row.text(place).parse::<f64>().is_ok());
    let numbers = (0..sheet.columns.len()).filter(|place| is_number(*place)).count();
    let named = sheet.columns.iter().all(|name| name.parse::<f64>().is_err());
    if numbers < 2 || !named || sheet.columns.len() > COLUMNS_MAX {
        return Vec::new();
    }
    sheet.columns
}

/// Its rows, and what is wrong with others, with their lines. `name` is the file's.
pub fn read(
    kind: TableKind,
    name: &str,
    text: &str,
    zone: &TimeZone,
    columns: &BTreeMap<String, String>,
) -> (TableContent, Vec<String>) {
    let mut problems = Vec::new();
    if let TableKind::Tool(place) = kind {
        let mut notes = Vec::new();
        let (runs, summaries) = tools::read(&TOOLS[place], text, (&mut problems, &mut notes));
        let imported = Some(ImportedRows::Summaries(summaries));
        return (TableContent { runs: Some(runs), imported, notes }, problems);
    }
    let sheet = Sheet::of(text);
    problems.extend(sheet.problems.iter().cloned());
    if kind == TableKind::Raw {
        let (runs, used) = raw::read(&sheet, columns, &mut problems);
        let notes = used.into_iter().map(FileNote::Columns).collect();
        return (TableContent { runs: Some(runs), imported: None, notes }, problems);
    }
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
    (TableContent { runs, imported, notes: Vec::new() }, problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_what_its_columns_say() {
        let check = |header: &str, row: &str, expected: Option<TableKind>| {
            let found = recognise(format!("{header}\n{row}\n").as_bytes(), &BTreeMap::new());
            assert_eq!(found, expected, "{header}");
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
        assert_eq!(recognise(b"", &BTreeMap::new()), None);
    }
}
