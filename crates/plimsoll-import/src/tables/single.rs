//! A run in each row: `throughput_per_s` and `threads`; `nodes`, `error_pct`; `id` or `run` names it, and a time in that name is
//! its start. The other columns are what the runs differ in.

use super::sheet::Sheet;
use super::table_run::{NOMINAL_STEP_S, TableRun, nominal};
use crate::step_table::TableStep;
use jiff::tz::TimeZone;
use plimsoll_run::Variant;
use plimsoll_telemetry::placement::stamp_in;

const THREADS: &[&str] = &["threads", "users", "vus"];
const THROUGHPUT: &[&str] = &["throughput_per_s", "throughput", "rps", "tps"];

pub fn is(sheet: &Sheet) -> bool {
    let others = ["start", "step", "transaction", "request"];
    sheet.has(THREADS) && sheet.has(THROUGHPUT) && sheet.has(&["id", "run"]) && !sheet.has(&others)
}

pub fn read(sheet: &Sheet, zone: &TimeZone, problems: &mut Vec<String>) -> Vec<TableRun> {
    let (Some(threads), Some(throughput), Some(id)) =
        (sheet.place(THREADS), sheet.place(THROUGHPUT), sheet.place(&["id", "run"]))
    else {
        return Vec::new();
    };
    let (nodes, error) = (sheet.place(&["nodes"]), sheet.place(&["error_pct", "errors_pct"]));
    let known: Vec<usize> = [threads, throughput, id].into_iter().chain(nodes).chain(error).collect();
    let mut runs = Vec::new();
    for row in &sheet.rows {
        let (Some(users), Some(per_s)) =
            (row.number(sheet, threads, problems), row.number(sheet, throughput, problems))
        else {
            continue;
        };
        let mut number = |place: Option<usize>| place.and_then(|place| row.number(sheet, place, problems));
        let mut step = TableStep {
            threads: users,
            nodes: number(nodes).map_or(1, |nodes| nodes as u32).max(1),
            throughput_per_s: Some(per_s),
            error_percent: number(error),
            ..nominal(&[], NOMINAL_STEP_S)
        };
        let stamp = stamp_in(row.text(id), zone);
        if let Some(stamp) = &stamp {
            (step.start_unix_us, step.end_unix_us) =
                (stamp.unix_us, stamp.unix_us + NOMINAL_STEP_S * 1_000_000);
        }
        let properties =
            sheet.others(&known).map(|(place, name)| (name.to_owned(), row.text(place).to_owned()));
        let (name, properties) = (row.text(id).to_owned(), properties.collect());
        let variant = Variant { name, properties, ..Variant::default() };
        runs.push(TableRun { variant, steps: vec![step], is_nominal: true, ..TableRun::default() });
    }
    runs
}
