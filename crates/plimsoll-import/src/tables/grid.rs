//! Loads by rows, kinds of requests by columns: `threads`, and for each kind `KIND_per_s` and often `KIND_avg_ms`. A run
//! for each kind and each combination of the other columns.

use super::sheet::{Sheet, unit_us};
use super::table_run::{NOMINAL_STEP_S, TableRun, nominal};
use crate::step_table::TableStep;
use crate::time_columns::TimesOfRow;
use plimsoll_run::Variant;
use std::collections::BTreeMap;

const THREADS: &[&str] = &["threads", "users", "vus"];

/// The columns of one kind of request.
struct Kind<'a> {
    name: &'a str,
    per_s: usize,
    /// With the microseconds of one.
    mean: Option<(usize, f64)>,
}

fn kinds(sheet: &Sheet) -> Vec<Kind<'_>> {
    let rates = sheet.columns.iter().enumerate();
    rates
        .filter_map(|(per_s, column)| {
            let name = column.strip_suffix("_per_s").filter(|name| *name != "throughput")?;
            let mean = sheet.columns.iter().enumerate().find_map(|(place, other)| {
                let rest = other.strip_prefix(name)?;
                let is_mean = ["_avg_", "_mean_"].iter().any(|part| rest.starts_with(part));
                is_mean.then(|| Some((place, unit_us(other)?))).flatten()
            });
            Some(Kind { name, per_s, mean })
        })
        .collect()
}

pub fn is(sheet: &Sheet) -> bool {
    sheet.has(THREADS) && !sheet.has(&["start", "step"]) && !kinds(sheet).is_empty()
}

pub fn read(sheet: &Sheet, problems: &mut Vec<String>) -> Vec<TableRun> {
    let kinds = kinds(sheet);
    let Some(threads) = sheet.place(THREADS) else { return Vec::new() };
    let minutes = sheet.place(&["minutes"]);
    let means = kinds.iter().filter_map(|kind| kind.mean).map(|(place, _)| place);
    // Of one kind alone the times without its name are its own; they are no settings in any case.
    let times = sheet.time_columns();
    let of_times = times.iter().map(|column| column.place);
    let known: Vec<usize> =
        kinds.iter().map(|k| k.per_s).chain(means).chain(of_times).chain([threads]).chain(minutes).collect();
    let mut runs: Vec<TableRun> = Vec::new();
    for kind in &kinds {
        for row in &sheet.rows {
            let (Some(users), Some(per_s)) =
                (row.number(sheet, threads, problems), row.number(sheet, kind.per_s, problems))
            else {
                continue;
            };
            let reported =
                sheet.others(&known).map(|(place, name)| (name.to_owned(), row.text(place).to_owned()));
            let variant = variant(reported.collect(), kind.name, kinds.len() > 1);
            let run = match runs.iter().position(|run| run.variant == variant) {
                Some(place) => &mut runs[place],
                None => {
                    let has_lengths = minutes.is_some();
                    runs.push(TableRun { variant, is_nominal: true, has_lengths, ..TableRun::default() });
                    runs.last_mut().expect("one was just put there")
                }
            };
            let length_s = minutes.and_then(|place| row.number(sheet, place, problems));
            let length_s =
                length_s.map_or(NOMINAL_STEP_S, |minutes| (minutes * 60.0).clamp(1.0, 86_400.0) as i64);
            let column = |place: usize| format!("line {}: {}", row.line, sheet.columns[place]);
            let own = if kinds.len() == 1 { times.as_slice() } else { &[] };
            let own = TimesOfRow::of(own, &|place| row.text(place), &column, problems);
            let mean = kind.mean.and_then(|(place, us)| Some(row.number(sheet, place, problems)? * us));
            let step = TableStep {
                threads: users,
                throughput_per_s: Some(per_s),
                mean_us: mean.or(own.mean_us),
                percentiles: own.percentiles,
                resolution_us: own.resolution_us,
                bytes_per_request: payload_bytes(kind.name),
                ..nominal(&run.steps, length_s)
            };
            run.steps.push(step);
        }
    }
    runs
}

/// Named by the text in its first column that is none of the others', and the kind of request.
fn variant(columns: Vec<(String, String)>, kind: &str, several: bool) -> Variant {
    let mut factors: Vec<(String, String)> = columns.first().cloned().into_iter().collect();
    let mut properties: BTreeMap<String, String> = columns.into_iter().collect();
    if several {
        factors.push(("request".to_owned(), kind.to_owned()));
        properties.insert("request".to_owned(), kind.to_owned());
    }
    let values: Vec<&str> = factors.iter().map(|(_, value)| value.as_str()).collect();
    Variant { name: values.join(" ").trim().to_owned(), properties, factors }
}

/// `post50k`: the body's size as its name tells it, in KiB.
fn payload_bytes(kind: &str) -> u64 {
    let Some(rest) = kind.strip_suffix('k') else { return 0 };
    let digits = rest.len() - rest.bytes().rev().take_while(u8::is_ascii_digit).count();
    rest[digits..].parse::<u64>().unwrap_or(0).min(1 << 20) * 1_024
}
