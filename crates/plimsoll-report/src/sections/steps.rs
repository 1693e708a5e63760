//! The step table, and the table of its times.

use super::times::{TimeUnit, at_least, lines, rate, time_cells, time_columns};
use crate::document::{Block, Cell, CellKind, CellValue, RowClass, Section, Table, TableColumn, stored_name};
use crate::evidence::{SectionAnchor, step_anchor};
use crate::words::number::dash;
use crate::words::{self, Words, args};
use plimsoll_analysis::statistics::Estimate;
use plimsoll_analysis::step::ArrivalState;
use plimsoll_analysis::{Capacity, RunAnalysis, StepRow};

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let note = words.text(if run.is_open() { "label-step-note-open" } else { "label-step-note" });
    let mut notes = vec![note, words.text("run-totals")];
    if let (Some(day), false) = dates(words, run) {
        notes.push(words.all_on(&day, &run.header.time_zone));
    }
    let tables = [steps(words, run).laid_out("steps"), times(words, run)];
    let section = Section::new(words.text("label-steps")).at(SectionAnchor::Steps.name());
    Some(section.with(tables.map(Block::Table)).with([Block::note(notes.join(" "))]))
}

/// What was asked and what was measured; of open load what became of the arrivals in place of users, gain and goal.
fn steps(words: &Words, run: &RunAnalysis) -> Table {
    let (open, best) = (run.is_open(), best(run));
    let mut table = Table::new("steps", if open { open_columns(words) } else { load_columns(words) });
    for step in &run.steps {
        let cells = if open { open_cells(words, run, step) } else { load_cells(words, run, step) };
        let row = table.row(class(step, best), cells);
        row.anchor = Some(step_anchor(step.number));
        if best == Some(step.number) {
            row.cells[0].text.push_str(" ★");
        }
    }
    if run.steps.len() > 1 {
        table.row(RowClass::Total, if open { open_total(words, run) } else { load_total(words, run) });
    }
    table
}

/// An invalid step is never the best.
fn class(step: &StepRow, best: Option<u32>) -> RowClass {
    match step.is_valid() {
        false => RowClass::Invalid,
        true if best == Some(step.number) => RowClass::Best,
        true => RowClass::Plain,
    }
}

/// The best of several: a single step is not best of anything, and of equal loads the highest is best by chance.
fn best(run: &RunAnalysis) -> Option<u32> {
    if matches!(run.capacity, Capacity::OneLoad { .. }) {
        return None;
    }
    run.capacity.best().filter(|_| run.steps.len() > 1).map(|best| best.step)
}

fn load_columns(words: &Words) -> Vec<TableColumn> {
    let number = |id, names: &[&str]| TableColumn::new(CellKind::Number, words.text(id), names);
    vec![
        TableColumn::new(CellKind::Key, words.text("label-step"), &["step"]),
        number("label-threads", &["threads"]),
        number("label-nodes", &["nodes"]),
        number("label-users", &["users"]),
        number("label-throughput-per-s", &["throughput_per_s"]),
        number("label-interval", &["throughput_low_per_s", "throughput_high_per_s"]),
        number("label-gain", &["gain_percent"]),
        number("label-goal", &["goal_percent"]),
        number("label-errors", &["errors"]),
        number("label-errors-percent", &["errors_percent"]),
        number("label-little", &["users_accounted", "mean_with_in_flight_us"]),
        number("label-start", &["started"]),
        number("label-end", &["ended"]),
        TableColumn::new(CellKind::Text, words.text("label-validity"), &["problems", "servers_at_work"]),
    ]
}

fn load_cells(words: &Words, run: &RunAnalysis, step: &StepRow) -> Vec<Cell> {
    let growth = step.growth.as_ref();
    let percent = |value: Option<i64>| {
        Cell::of(value.map_or_else(dash, |value| words.whole_percent(value)), value.map(|v| v as f64))
    };
    let little = step.little.as_ref();
    vec![
        Cell::key(step.number),
        Cell::key(step.threads),
        Cell::key(step.nodes),
        Cell::key(step.users),
        rate(words, step.throughput_per_s.value).strong(),
        interval(words, &step.throughput_per_s),
        percent(growth.map(|growth| growth.gain_percent)),
        percent(growth.map(|growth| growth.goal_percent)),
        Cell::count(words, step.errors),
        Cell::of(words.percent(step.errors_percent), step.errors_percent),
        Cell::of(
            little.map_or_else(dash, |check| words::validity::little(words, check)),
            little.map(|check| check.users_accounted),
        )
        .valued(vec![little.map(|check| check.users_accounted).into(), step.mean_with_in_flight_us().into()]),
        moment(words, run, Some(step.started_unix_us)),
        moment(words, run, step.ended_unix_us),
        problems(words, step),
    ]
}

fn load_total(words: &Words, run: &RunAnalysis) -> Vec<Cell> {
    vec![
        Cell::written(words.text("label-total")),
        requests_in_all(words, run).over(7),
        Cell::count(words, run.total.errors),
        Cell::of(words.percent(run.total.errors_percent), run.total.errors_percent),
        Cell::blank(4),
    ]
}

fn open_columns(words: &Words) -> Vec<TableColumn> {
    let number = |id, names: &[&str]| TableColumn::new(CellKind::Number, words.text(id), names);
    vec![
        TableColumn::new(CellKind::Key, words.text("label-step"), &["step"]),
        number("label-target-per-s", &["asked_per_s"]),
        number("label-started-per-s", &["begun_per_s"]),
        number("label-requests-per-s", &["throughput_per_s"]),
        number("label-interval", &["throughput_low_per_s", "throughput_high_per_s"]),
        number("label-waited", &["waited"]),
        number("label-dropped", &["dropped"]),
        number("label-waiting", &["waiting_at_end"]),
        number("label-at-work", &["busy_at_end", "users"]),
        number("label-delay-p99", &["delay_p99_us"]),
        number("label-errors-percent", &["errors_percent"]),
        number("label-start", &["started"]),
        TableColumn::new(CellKind::Text, words.text("label-validity"), &["problems", "servers_at_work"]),
    ]
}

fn open_cells(words: &Words, run: &RunAnalysis, step: &StepRow) -> Vec<Cell> {
    let arrivals = step.arrivals.as_ref();
    let of = |figure: fn(&ArrivalState) -> u64| {
        arrivals.map_or_else(Cell::missing, |arrivals| Cell::count(words, figure(arrivals)))
    };
    let busy =
        arrivals.map_or_else(dash, |a| words.say("label-of", args![part = a.busy_at_end, whole = a.users]));
    let delay = arrivals.and_then(|arrivals| arrivals.delay_p99_us);
    vec![
        Cell::key(step.number),
        Cell::maybe(step.rate_per_s, |rate| words::load::asked_number(words, rate)),
        Cell::maybe(arrivals.map(|a| a.started_per_s), |rate| words.rate(rate)),
        rate(words, step.throughput_per_s.value).strong(),
        interval(words, &step.throughput_per_s),
        of(|a| a.waited),
        of(|a| a.dropped),
        of(|a| a.waiting_at_end),
        Cell::written(busy)
            .valued(vec![arrivals.map(|a| a.busy_at_end).into(), arrivals.map(|a| a.users).into()]),
        Cell::of(words.time_or_dash(delay), delay),
        Cell::of(words.percent(step.errors_percent), step.errors_percent),
        moment(words, run, Some(step.started_unix_us)),
        problems(words, step),
    ]
}

fn open_total(words: &Words, run: &RunAnalysis) -> Vec<Cell> {
    vec![
        Cell::written(words.text("label-total")),
        requests_in_all(words, run).over(5),
        Cell::count(words, run.total.dropped),
        Cell::blank(3),
        Cell::of(words.percent(run.total.errors_percent), run.total.errors_percent),
        Cell::blank(2),
    ]
}

fn requests_in_all(words: &Words, run: &RunAnalysis) -> Cell {
    Cell::written(format!("{} {}", words.count(run.total.requests), words.text("label-requests-small")))
}

fn interval(words: &Words, estimate: &Estimate) -> Cell {
    let bounds = estimate.bounds_95;
    Cell::written(words.rate_bounds(estimate).unwrap_or_else(|| words.text("label-not-available")))
        .valued(vec![bounds.map(|b| b.low).into(), bounds.map(|b| b.high).into()])
}

/// The rules that it breaks, by their names; the reader is told the worst.
fn problems(words: &Words, step: &StepRow) -> Cell {
    let names: Vec<String> =
        step.problems.iter().map(|problem| stored_name(problem, Some("problem"))).collect();
    let servers = step.servers.map(|servers| words::detectors::servers_at_work(words, servers));
    let at_work = step.servers.map(|servers| servers.at_work);
    Cell::written(words::validity::step(words, &step.problems))
        .remarked(servers)
        .valued(vec![names.join(" ").into(), at_work.into()])
}

/// The time of day, with its date where one day is not enough.
fn moment(words: &Words, run: &RunAnalysis, at: Option<i64>) -> Cell {
    let zone = &run.header.time_zone;
    let written = |at: i64| match dates(words, run).1 {
        true => format!("{} {}", words.date(at, zone), words.clock(at, zone)),
        false => words.clock(at, zone),
    };
    Cell::of(at.map_or_else(dash, written), at.map_or(CellValue::Missing, CellValue::Moment))
}

/// The day on which the steps began, and whether another is needed.
fn dates(words: &Words, run: &RunAnalysis) -> (Option<String>, bool) {
    let at = run.steps.iter().flat_map(|step| [Some(step.started_unix_us), step.ended_unix_us]).flatten();
    let mut days = at.map(|at| words.date(at, &run.header.time_zone));
    let first = days.next();
    let other = days.any(|day| Some(&day) != first.as_ref());
    (first, other)
}

/// One row for a step, or with intended starts one for response and one for service time.
fn times(words: &Words, run: &RunAnalysis) -> Table {
    let unit = TimeUnit::of(run.steps.iter().map(|step| &step.response));
    let both = run.has_intended_starts();
    let number = |id, name: &str| TableColumn::new(CellKind::Number, words.text(id), &[name]);
    let mut columns = vec![
        TableColumn::new(CellKind::Key, words.text("label-step"), &["step"]),
        number("label-requests", "requests"),
        number("label-measured", "measured_s"),
    ];
    columns.extend(time_columns(words, &unit, both));
    let first_byte = words.say("label-first-byte-in", args![unit = unit.name]);
    let bytes = words.text("label-bytes");
    columns.extend([
        TableColumn::new(CellKind::Number, "p50".to_owned(), &["first_byte_p50_us"]).within(&first_byte),
        TableColumn::new(CellKind::Number, "p95".to_owned(), &["first_byte_p95_us"]).within(&first_byte),
        number("label-received", "bytes_received_per_s").within(&bytes),
        number("label-sent", "bytes_sent_per_s").within(&bytes),
    ]);
    let mut table = Table::new("times", columns);
    let best = best(run);
    for step in &run.steps {
        for (i, line) in lines(&step.response, step.service.as_ref(), both).into_iter().enumerate() {
            let star = if best == Some(step.number) { " ★" } else { "" };
            let mut cells = vec![
                Cell::of(format!("{}{star}", step.number), step.number).joined(i > 0),
                Cell::count(words, step.requests).joined(i > 0),
                Cell::of(words.length(step.measured_s), step.measured_s).joined(i > 0),
            ];
            let in_flight = step.mean_with_in_flight_us();
            let mut times = at_least(words, time_cells(words, line, &unit, both), in_flight);
            let mean = &mut times[usize::from(both)];
            mean.note = unit.with_in_flight(words, in_flight).filter(|_| i == 0);
            cells.extend(times);
            cells.extend([
                unit.whole(words, step.first_byte_p50_us).joined(i > 0),
                unit.whole(words, step.first_byte_p95_us).joined(i > 0),
                Cell::of(words.bytes_per_s(step.bytes_received_per_s), step.bytes_received_per_s)
                    .joined(i > 0),
                Cell::of(words.bytes_per_s(step.bytes_sent_per_s), step.bytes_sent_per_s).joined(i > 0),
            ]);
            table.row(class(step, best), cells);
        }
    }
    table
}
