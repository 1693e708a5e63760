//! The tables of the Danish health platform's reports (MinLog2, December 2020).

use super::cells::{imported_step, shortest, text};
use crate::document::{Cell, CellKind, RowClass, Table, TableColumn};
use crate::words::number::dash;
use crate::words::{Words, args};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use plimsoll_analysis::step::gain_percent;
use plimsoll_analysis::{RunAnalysis, StepRow};
use plimsoll_run::{ImportedOverLimit, ImportedRows, ImportedServer, RunHeader};

pub fn tables(words: &Words, run: &RunAnalysis) -> Vec<Table> {
    let reported = run.header.imported_tables.iter().filter_map(|table| match &table.rows {
        ImportedRows::Servers(rows) => Some(servers(words, rows)),
        _ => None,
    });
    std::iter::once(steps(words, run)).chain(reported).collect()
}

fn steps(words: &Words, run: &RunAnalysis) -> Table {
    let errors: Vec<Option<f64>> = run.steps.iter().map(|step| error_percent(&run.header, step)).collect();
    let has_errors = errors.iter().any(Option::is_some);
    let column = |kind, id, name: &str| TableColumn::new(kind, words.text(id), &[name]);
    let mut columns = vec![
        column(CellKind::Key, "style-iteration", "step"),
        column(CellKind::Number, "style-threads", "threads"),
        column(CellKind::Number, "style-nodes", "nodes"),
        column(CellKind::Line, "style-start", "start"),
        column(CellKind::Line, "style-end", "end"),
        column(CellKind::Number, "style-throughput", "throughput_per_s"),
        column(CellKind::Number, "style-gain", "gain_percent"),
        column(CellKind::Number, "style-goal", "goal_percent"),
    ];
    columns.extend(has_errors.then(|| column(CellKind::Number, "style-error-share", "error_percent")));
    let mut table = Table::new("nsp-steps", columns);
    for (step, error) in run.steps.iter().zip(errors) {
        let per_s = throughput(&run.header, step);
        // A table without times of its own has none.
        let known = |unix_us: Option<i64>| unix_us.filter(|_| !run.header.times_made_up);
        let time =
            |unix_us: Option<i64>| Cell::of(stamp(known(unix_us), &run.header.time_zone), known(unix_us));
        let growth = step.growth.map(|growth| {
            let base = run.step(growth.base_step).map_or(0.0, |base| throughput(&run.header, base));
            (gain_percent(per_s, base), growth.goal_percent)
        });
        let percent =
            |value: Option<i64>| Cell::of(value.map_or_else(String::new, |v| whole(words, v)), value);
        let mut cells = vec![
            Cell::key(step.number),
            Cell::of(
                shortest(words, step.mean_users.unwrap_or(f64::from(step.threads)), 2),
                step.load().value(),
            ),
            Cell::key(step.nodes),
            time(Some(step.started_unix_us)),
            time(step.ended_unix_us),
            Cell::of(shortest(words, per_s, if per_s < 0.1 { 6 } else { 2 }), per_s),
            percent(growth.map(|(gain, _)| gain)),
            percent(growth.map(|(_, goal)| goal)),
        ];
        // With the digits that were told.
        let digits = if imported_step(&run.header, step.number).error_percent.is_some() { 6 } else { 2 };
        let share = |value: f64| words.say("style-percent", args![value = shortest(words, value, digits)]);
        cells.extend(has_errors.then(|| Cell::of(error.map_or_else(String::new, share), error)));
        table.row(RowClass::Plain, cells);
    }
    table
}

/// As told; else as measured.
fn throughput(header: &RunHeader, step: &StepRow) -> f64 {
    imported_step(header, step.number).throughput_per_s.unwrap_or(step.throughput_per_s.value)
}

/// `None`: no errors.
fn error_percent(header: &RunHeader, step: &StepRow) -> Option<f64> {
    let measured = (step.errors > 0).then_some(step.errors_percent);
    imported_step(header, step.number).error_percent.or(measured)
}

fn whole(words: &Words, value: i64) -> String {
    words.say("style-percent", args![value = value.to_string()])
}

/// `2020-12-09_13-00-42`, where the run was made.
fn stamp(unix_us: Option<i64>, zone: &str) -> String {
    let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    let at = unix_us.and_then(|us| Timestamp::from_microsecond(us).ok());
    at.map_or_else(dash, |at| at.to_zoned(zone).strftime("%Y-%m-%d_%H-%M-%S").to_string())
}

fn servers(words: &Words, rows: &[ImportedServer]) -> Table {
    let mut limits: Vec<f64> = rows.iter().flat_map(|row| &row.over).map(|over| over.limit_us).collect();
    limits.sort_by(f64::total_cmp);
    limits.dedup();
    let column = |kind, id, name: &str| TableColumn::new(kind, words.text(id), &[name]);
    let mut columns = vec![
        column(CellKind::Name, "style-server", "server"),
        column(CellKind::Key, "style-iteration", "step"),
        column(CellKind::Number, "style-calls", "calls"),
        column(CellKind::Number, "style-calls-per-s", "calls_per_s"),
        column(CellKind::Number, "style-mean-s", "mean_s"),
    ];
    columns.extend(limits.iter().map(|limit| {
        let head = words.say("style-calls-over", args![limit = shortest(words, limit / 1e6, 3)]);
        let name = format!("calls_ge_{}_s", limit / 1e6);
        TableColumn::new(CellKind::Number, head, &[&name])
    }));
    let mut table = Table::new("nsp-servers", columns);
    let mut before = "";
    for row in rows {
        let over = limits.iter().map(|limit| (*limit, of_limit(&row.over, *limit)));
        let over = over.map(|(_, over)| over_cell(words, over, row.calls)).collect::<Vec<_>>();
        let mut cells = vec![
            text(row.server.clone()).joined(row.server == before),
            Cell::key(row.step),
            Cell::of(row.calls.to_string(), row.calls),
            decimals(words, row.calls_per_s),
            decimals(words, row.mean_us.map(|us| us / 1e6)),
        ];
        cells.extend(over);
        before = &row.server;
        table.row(RowClass::Plain, cells);
    }
    if rows.len() > 1 {
        table.row(RowClass::Total, total(words, rows, &limits));
    }
    table
}

/// Means weighted by calls.
fn total(words: &Words, rows: &[ImportedServer], limits: &[f64]) -> Vec<Cell> {
    let calls: u64 = rows.iter().map(|row| row.calls).sum();
    let all_timed = calls > 0 && rows.iter().all(|row| row.mean_us.is_some());
    let busy_s: f64 = rows.iter().map(|row| row.calls as f64 * row.mean_us.unwrap_or(0.0) / 1e6).sum();
    let mut cells = vec![
        text(words.text("style-total")),
        text(""),
        Cell::of(calls.to_string(), calls),
        text(""),
        decimals(words, all_timed.then(|| busy_s / calls as f64)),
    ];
    for limit in limits {
        let over = rows.iter().map(|row| of_limit(&row.over, *limit)).sum();
        cells.push(over_cell(words, over, calls));
    }
    cells
}

fn of_limit(over: &[ImportedOverLimit], limit_us: f64) -> u64 {
    over.iter().find(|over| over.limit_us == limit_us).map_or(0, |over| over.calls)
}

fn decimals(words: &Words, value: Option<f64>) -> Cell {
    Cell::maybe(value, |value| words.fixed(value, 2))
}

/// `10 = 2,39 %`
fn over_cell(words: &Words, over: u64, calls: u64) -> Cell {
    let percent = 100.0 * over as f64 / calls.max(1) as f64;
    let share = words.with_percent_sign(if over == 0 { "0".to_owned() } else { words.fixed(percent, 2) });
    Cell::of(format!("{over} = {share}"), over)
}
