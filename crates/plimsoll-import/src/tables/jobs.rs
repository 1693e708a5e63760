//! Durations of jobs: `job`, and a column of `hh:mm:ss` for each configuration, a run each, its jobs one after another.
//! `note` may begin with the beginning of a column's name and a colon: it is of that configuration. A note that tells of
//! a new container, or a restart, begins a new sequence there.

use super::sheet::{Sheet, SheetRow, seconds};
use super::table_run::{TableJob, TableRun};
use plimsoll_run::Variant;

const JOB: &[&str] = &["job"];
const NOTE: &[&str] = &["note", "notes", "remark"];

fn columns(sheet: &Sheet) -> Vec<(usize, &str)> {
    let times = sheet.columns.iter().map(String::as_str).enumerate();
    let is_time = |place: usize| {
        let mut cells =
            sheet.rows.iter().map(|row| row.text(place)).filter(|text| !text.is_empty()).peekable();
        cells.peek().is_some() && cells.all(|text| seconds(text).is_some())
    };
    times.filter(|(place, _)| is_time(*place)).collect()
}

pub fn is(sheet: &Sheet) -> bool {
    sheet.has(JOB) && !columns(sheet).is_empty()
}

pub fn read(sheet: &Sheet, problems: &mut Vec<String>) -> Vec<TableRun> {
    let Some(job) = sheet.place(JOB) else { return Vec::new() };
    let (columns, note) = (columns(sheet), sheet.place(NOTE));
    if columns.is_empty() {
        problems.push("no column holds durations like 00:52:51".to_owned());
    }
    let of_column = |(place, column): &(usize, &str)| {
        let one = |row: &SheetRow| {
            let duration_s = seconds(row.text(*place))?;
            let note = note.map(|note| note_of(row.text(note), column)).unwrap_or_default();
            let restarted = restarted(&note);
            Some(TableJob { name: format!("job {}", row.text(job)), duration_s, note, restarted })
        };
        TableRun {
            variant: Variant { name: (*column).to_owned(), ..Variant::default() },
            jobs: sheet.rows.iter().filter_map(one).collect(),
            is_nominal: true,
            ..TableRun::default()
        }
    };
    columns.iter().map(of_column).collect()
}

/// `config3: 3 jobs stopped` is of `config3_66pct`.
fn note_of(note: &str, column: &str) -> String {
    match note.split_once(':') {
        Some((of, text)) if column.starts_with(&of.trim().to_lowercase()) => text.trim().to_owned(),
        Some((of, _)) if !of.trim().contains(' ') => String::new(),
        _ => note.to_owned(),
    }
}

/// What was started again, by a note.
fn restarted(note: &str) -> Option<String> {
    let lower = note.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect();
    let container = words.iter().position(|word| *word == "container");
    let again = words.iter().any(|word| word.starts_with("restart") || *word == "rebooted")
        || (container.is_some() && words.contains(&"new"));
    let named = container.and_then(|place| place.checked_sub(1)).map(|place| words[place]);
    let named = named.filter(|word| !["a", "the", "new", "1"].contains(word)).unwrap_or("system under test");
    again.then(|| named.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_belong_to_their_column_and_show_restarts() {
        let of = |note: &str| {
            let own = note_of(note, "config3_66pct");
            let restarted = restarted(&own);
            (own, restarted)
        };
        let text = "from here on a new mod-inventory container";
        assert_eq!(of(&format!("config3: {text}")), (text.to_owned(), Some("mod-inventory".to_owned())));
        assert_eq!(of("config2: 4 1k jobs stopped"), (String::new(), None));
        assert_eq!(of("4 jobs stopped"), ("4 jobs stopped".to_owned(), None));
        assert_eq!(of("restarted").1.as_deref(), Some("system under test"));
    }
}
