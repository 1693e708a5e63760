//! Percentiles of runs, a run in each row: `rps`, `minutes`, `run`, columns like `p95_max` with units in their cells,
//! `…_avg_ms` (the mean time in the system), `error`. The other columns are the run's condition.

use super::raw;
use super::sheet::{Sheet, SheetRow, time_us, unit_us};
use plimsoll_run::{ImportedError, ImportedSummary};

const RATE: &[&str] = &["rps", "rate_per_s", "throughput_per_s"];

fn percentiles(sheet: &Sheet) -> Vec<usize> {
    let is = |name: &str| {
        name.strip_prefix('p')
            .and_then(|rest| rest.split('_').next())
            .is_some_and(|n| n.parse::<f64>().is_ok())
    };
    (0..sheet.columns.len()).filter(|place| is(&sheet.columns[*place])).collect()
}

pub fn is(sheet: &Sheet) -> bool {
    let is_of_loads = || raw::has_percentiles(sheet) && !sheet.has(&["run"]);
    sheet.has(RATE) && !percentiles(sheet).is_empty() && !is_of_loads()
}

pub fn read(sheet: &Sheet, problems: &mut Vec<String>) -> Vec<ImportedSummary> {
    let Some(rate) = sheet.place(RATE) else { return Vec::new() };
    let percentiles = percentiles(sheet);
    let (minutes, run) = (sheet.place(&["minutes"]), sheet.place(&["run"]));
    let error = sheet.place(&["error", "errors", "error_pct"]);
    let is_mean = |name: &String| name.ends_with("_avg_ms") || name.ends_with("_mean_ms");
    let mean = sheet.columns.iter().position(is_mean).filter(|place| !percentiles.contains(place));
    let cpu: Vec<usize> = (0..sheet.columns.len()).filter(|p| sheet.columns[*p].contains("cpu")).collect();
    let known: Vec<usize> =
        [run, error, mean].into_iter().flatten().chain(percentiles.clone()).chain(cpu).collect();
    let mut rows = Vec::new();
    for row in &sheet.rows {
        let Some(rate_per_s) = row.number(sheet, rate, problems) else { continue };
        let mut times = Vec::new();
        for place in &percentiles {
            let unit_us = || unit_us(&sheet.columns[*place]);
            let plain = || row.text(*place).parse::<f64>().ok().filter(|time| (0.0..1e12).contains(time));
            match time_us(row.text(*place)).or_else(|| Some(plain()? * unit_us()?)) {
                Some(us) => times.push((sheet.columns[*place].clone(), us)),
                None if row.text(*place).is_empty() => {}
                None => problems.push(format!(
                    "line {}: {}: {:?} is not a time with a unit",
                    row.line,
                    sheet.columns[*place],
                    row.text(*place)
                )),
            }
        }
        let text = |(place, name): (usize, &str)| (name.to_owned(), row.text(place).to_owned());
        let mut number = |place: Option<usize>| row.number(sheet, place?, problems);
        rows.push(ImportedSummary {
            run: number(run).map_or(1, |run| run as u32),
            rate_per_s,
            duration_s: number(minutes).unwrap_or(0.0) * 60.0,
            mean_us: mean.and_then(|place| Some(number(Some(place))? * unit_us(&sheet.columns[place])?)),
            percentiles: times,
            error: error.and_then(|place| error_figure(row, place)),
            condition: sheet.others(&known).map(text).collect(),
            cells: sheet.others(&[]).map(text).collect(),
        });
    }
    rows
}

fn error_figure(row: &SheetRow, place: usize) -> Option<ImportedError> {
    let text = row.text(place);
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite() && *n >= 0.0);
    match text.strip_suffix('%') {
        Some(percent) => number(percent).map(ImportedError::Percent),
        None => number(text).map(ImportedError::Bare),
    }
}
