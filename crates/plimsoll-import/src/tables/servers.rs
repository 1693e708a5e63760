//! Calls of each server in each step: `server`, `step`, `calls`; `calls_per_s`, `mean_duration_s` and for each limit
//! `calls_ge_6_5s` (so many took 6.5 s or longer). A row without a step is a sum and left out.

use super::sheet::{Sheet, unit_us};
use plimsoll_run::{ImportedOverLimit, ImportedServer};

pub fn is(sheet: &Sheet) -> bool {
    sheet.has(&["server"]) && sheet.has(&["step"]) && sheet.has(&["calls"])
}

/// `calls_ge_6_5s` in microseconds.
fn limit_us(column: &str) -> Option<f64> {
    let text = column.strip_prefix("calls_ge_")?;
    super::sheet::time_us(&text.replacen('_', ".", 1))
}

pub fn read(sheet: &Sheet, problems: &mut Vec<String>) -> Vec<ImportedServer> {
    let (Some(server), Some(step), Some(calls)) =
        (sheet.place(&["server"]), sheet.place(&["step"]), sheet.place(&["calls"]))
    else {
        return Vec::new();
    };
    let rate = sheet.place(&["calls_per_s"]);
    let is_mean =
        |name: &str| ["mean_duration", "avg_duration", "mean", "avg"].iter().any(|m| name.starts_with(m));
    let mean = sheet.columns.iter().position(|name| is_mean(name));
    let limits = sheet.columns.iter().enumerate().filter_map(|(place, name)| Some((place, limit_us(name)?)));
    let limits: Vec<(usize, f64)> = limits.collect();
    let mut rows = Vec::new();
    for row in sheet.rows.iter().filter(|row| !row.text(step).is_empty()) {
        let mut number = |place: usize| row.number(sheet, place, problems);
        let (Some(step), Some(calls)) = (number(step), number(calls)) else { continue };
        let over = limits.iter().filter_map(|(place, limit_us)| {
            Some(ImportedOverLimit { limit_us: *limit_us, calls: number(*place)? as u64 })
        });
        let over = over.collect();
        rows.push(ImportedServer {
            server: row.text(server).to_owned(),
            step: step as u32,
            calls: calls as u64,
            calls_per_s: rate.and_then(&mut number),
            mean_us: mean
                .and_then(|place| Some(number(place)? * unit_us(&sheet.columns[place]).unwrap_or(1e6))),
            over,
        });
    }
    rows
}
