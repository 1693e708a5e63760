//! The step table, and the table of its times.

use super::times::{TimeUnit, TimesOf, TimesRow, lines, rate, with_times};
use crate::document::{Block, Cell, CellKind, CellValue, ColumnSet, RowClass, Section, Table, stored_name};
use crate::evidence::{SectionAnchor, step_anchor};
use crate::words::number::dash;
use crate::words::{self, Words, args};
use plimsoll_analysis::statistics::Estimate;
use plimsoll_analysis::step::{ArrivalState, Growth};
use plimsoll_analysis::{Capacity, RunAnalysis, StepRow};
use plimsoll_run::{Design, TransactionKind};

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    if run.steps.is_empty() && run.is_imported() {
        return None;
    }
    let is_ramp = matches!(run.header.design, Design::Ramp { .. });
    let mut notes: Vec<String> = notes(run).into_iter().map(|id| words.text(id)).collect();
    if let ((Some(day), false), false) = (dates(words, run), run.header.times_made_up) {
        notes.push(words.all_on(&day, &run.header.time_zone));
    }
    // A table that tells no times has none to show.
    let timed = !run.header.means_only || run.steps.iter().any(|step| step.response.mean_us.is_some());
    let tables = std::iter::once(steps(words, run).laid_out("steps")).chain(timed.then(|| times(words, run)));
    let section = Section::new(words.text(if is_ramp { "label-stretches" } else { "label-steps" }))
        .at(SectionAnchor::Steps.name());
    Some(section.with(tables.map(Block::Table)).with([Block::note(notes.join(" "))]))
}

/// What the columns mean that are shown.
fn notes(run: &RunAnalysis) -> Vec<&'static str> {
    let any = |is: fn(&StepRow) -> bool| run.steps.iter().any(is);
    let is_ramp = matches!(run.header.design, Design::Ramp { .. });
    let closed = !run.is_open() && !is_ramp;
    let gained = closed && any(|step| step.growth.is_some());
    let notes = [
        (best(run).is_some(), "label-step-note-best"),
        (run.is_open(), "label-step-note-open"),
        (is_ramp, "label-step-note-ramp"),
        (closed && any(|step| step.is_at_work && step.mean_users.is_some()), "label-step-note-at-work"),
        (run.header.means_only, "label-step-note-table"),
        (gained && !has_goal(run), "label-step-note-gain"),
        (gained && has_goal(run), "label-step-note-goal"),
        (closed && any(|step| step.little.is_some()), "label-step-note-little"),
        (run.transactions.iter().any(|row| row.kind == TransactionKind::Group), "run-totals"),
    ];
    notes.into_iter().filter(|(is, _)| *is).map(|(_, id)| id).collect()
}

/// A climb goes by a goal; of loads that were given, or imported, nobody set one.
pub fn has_goal(run: &RunAnalysis) -> bool {
    matches!(run.header.design, Design::Climb { .. })
}

/// What was asked and what was measured; of open load what became of the arrivals in place of users, gain and goal.
fn steps(words: &Words, run: &RunAnalysis) -> Table {
    let (open, best) = (run.is_open(), best(run));
    let columns = if open { open_columns(words, run, best) } else { load_columns(words, run, best) };
    let anchor = |step: &&StepRow| Some(step_anchor(step.number));
    let mut table = columns.anchored("steps", &run.steps, |step| class(step, best), anchor);
    if run.steps.len() > 1 {
        table.row(RowClass::Total, if open { open_total(words, run) } else { load_total(words, run) });
    }
    table
}

fn number(step: &StepRow, best: Option<u32>) -> Cell {
    let star = if best == Some(step.number) { " ★" } else { "" };
    Cell::of(format!("{}{star}", step.number), step.number)
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
pub fn best(run: &RunAnalysis) -> Option<u32> {
    if matches!(run.capacity, Capacity::OneLoad { .. }) {
        return None;
    }
    run.capacity.best().filter(|_| run.steps.len() > 1).map(|best| best.step)
}

fn load_columns<'f>(words: &'f Words, run: &'f RunAnalysis, best: Option<u32>) -> ColumnSet<'f, &'f StepRow> {
    let dated = dates(words, run).1;
    let (text, figure) = (|id| words.text(id), CellKind::Number);
    // Where users came and went, nobody set threads and nodes.
    let is_mean = |step: &StepRow| step.mean_users.is_some() || step.is_at_work;
    // Threads are the users, where nothing asks for more nodes.
    let several_nodes = run.steps.iter().any(|step| step.nodes > 1);
    let set = move |step: &StepRow, n: u32| match (is_mean(step), several_nodes) {
        (true, _) => Cell::missing(),
        (false, true) => Cell::key(n),
        (false, false) => Cell::of(dash(), n),
    };
    let at_work = run.steps.iter().any(|step| step.is_at_work);
    let users = if at_work { "label-at-work-users" } else { "label-users" };
    let throughput = ["throughput_low_per_s", "throughput_high_per_s"];
    ColumnSet::new()
        .column(CellKind::Key, text("label-step"), &["step"], move |step: &&StepRow| number(step, best))
        .column(figure, text("label-threads"), &["threads"], move |step| set(step, step.threads))
        .column(figure, text("label-nodes"), &["nodes"], move |step| set(step, step.nodes))
        .column(figure, text(users), &["users"], move |step| match is_mean(step) {
            true => Cell::of(words::load::users_number(words, &step.load()), step.load().value()),
            false => Cell::key(step.users),
        })
        .column(figure, text("label-throughput-per-s"), &["throughput_per_s"], |step| {
            rate(words, step.throughput_per_s.value).strong()
        })
        .column(figure, text("label-interval"), &throughput, |step| interval(words, &step.throughput_per_s))
        .column(figure, text("label-gain"), &["gain_percent"], move |step| gain(words, run, step))
        .column(figure, text("label-goal"), &["goal_percent"], move |step| goal(words, run, step))
        .column(figure, text("label-errors"), &["errors"], |step| {
            match run.errors_known(step) && !run.header.lengths_made_up {
                true => Cell::count(words, step.errors),
                false => Cell::missing(),
            }
        })
        .column(figure, text("label-errors-percent"), &["errors_percent"], |step| {
            errors_percent(words, run, step)
        })
        .column(figure, text("label-little"), &["users_accounted", "mean_with_in_flight_us"], |step| {
            let little = step.little.as_ref();
            let users = little.map(|check| check.users_accounted);
            Cell::written(little.map_or_else(dash, |check| words::validity::little(words, check)))
                .valued(vec![users.into(), step.mean_with_in_flight_us().into()])
        })
        .column(figure, text("label-start"), &["started"], move |step| {
            moment(words, run, dated, Some(began_at(run, step)))
        })
        .column(figure, text("label-end"), &["ended"], move |step| {
            moment(words, run, dated, ended_at(run, step))
        })
        .column(CellKind::Text, text("label-validity"), &["problems", "servers_at_work"], |step| {
            problems(words, run, step)
        })
}

/// Nobody asked for the steps of imported results: what is shown of them is what was measured.
fn began_at(run: &RunAnalysis, step: &StepRow) -> i64 {
    match run.is_imported() && !run.is_of_table() {
        true => run.header.started_unix_us.saturating_add_unsigned(step.measured_from_us),
        false => step.started_unix_us,
    }
}

fn ended_at(run: &RunAnalysis, step: &StepRow) -> Option<i64> {
    match run.is_imported() && !run.is_of_table() {
        true => Some(run.header.started_unix_us.saturating_add_unsigned(step.measured_to_us)),
        false => step.ended_unix_us,
    }
}

/// Of a ramp's stretches nobody asks what the load between them gained.
fn growth(run: &RunAnalysis, step: &StepRow) -> Option<Growth> {
    step.growth.filter(|_| !matches!(run.header.design, Design::Ramp { .. }))
}

pub fn gain(words: &Words, run: &RunAnalysis, step: &StepRow) -> Cell {
    Cell::maybe(growth(run, step).map(|growth| growth.gain_percent_exact), |gain| words.gain(gain))
}

pub fn goal(words: &Words, run: &RunAnalysis, step: &StepRow) -> Cell {
    let goal = growth(run, step).filter(|_| has_goal(run)).map(|growth| growth.goal_percent);
    Cell::of(goal.map_or_else(dash, |goal| words.whole_percent(goal)), goal)
}

/// As written, where a table says it.
pub fn errors_percent(words: &Words, run: &RunAnalysis, step: &StepRow) -> Cell {
    let percent = step.errors_percent;
    match (run.errors_known(step), step.is_from_table) {
        (false, _) => Cell::missing(),
        (true, true) => Cell::of(words.percent_of_table(percent), percent),
        (true, false) => Cell::of(words.percent(percent), percent),
    }
}

/// Arrivals per second that a step was to have.
pub fn asked(words: &Words, step: &StepRow) -> Cell {
    Cell::maybe(step.rate_per_s, |rate| words::load::asked_number(words, rate))
}

/// Arrivals per second that it had.
pub fn started(words: &Words, step: &StepRow) -> Cell {
    Cell::maybe(step.arrivals.as_ref().map(|a| a.started_per_s), |rate| words.rate(rate))
}

pub fn arrivals_count(words: &Words, of: fn(&ArrivalState) -> u64) -> impl Fn(&&StepRow) -> Cell {
    move |step| {
        let arrivals = step.arrivals.as_ref();
        arrivals.map_or_else(Cell::missing, |arrivals| Cell::count(words, of(arrivals)))
    }
}

fn load_total(words: &Words, run: &RunAnalysis) -> Vec<Cell> {
    if run.header.means_only {
        let requests =
            if run.header.lengths_made_up { Cell::blank(7) } else { requests_in_all(words, run).over(7) };
        return vec![Cell::written(words.text("label-total")), requests, Cell::blank(6)];
    }
    vec![
        Cell::written(words.text("label-total")),
        requests_in_all(words, run).over(7),
        Cell::count(words, run.total.errors),
        Cell::of(words.percent(run.total.errors_percent), run.total.errors_percent),
        Cell::blank(4),
    ]
}

fn open_columns<'f>(words: &'f Words, run: &'f RunAnalysis, best: Option<u32>) -> ColumnSet<'f, &'f StepRow> {
    let dated = dates(words, run).1;
    let (text, figure) = (|id| words.text(id), CellKind::Number);
    let busy = |step: &&StepRow| {
        let arrivals = step.arrivals.as_ref();
        let said = arrivals
            .map_or_else(dash, |a| words.say("label-of", args![part = a.busy_at_end, whole = a.users]));
        let values = vec![arrivals.map(|a| a.busy_at_end).into(), arrivals.map(|a| a.users).into()];
        Cell::written(said).valued(values)
    };
    let throughput = ["throughput_low_per_s", "throughput_high_per_s"];
    ColumnSet::new()
        .column(CellKind::Key, text("label-step"), &["step"], move |step: &&StepRow| number(step, best))
        .column(figure, text("label-target-per-s"), &["asked_per_s"], |step| asked(words, step))
        .column(figure, text("label-started-per-s"), &["begun_per_s"], |step| started(words, step))
        .column(figure, text("label-requests-per-s"), &["throughput_per_s"], |step| {
            rate(words, step.throughput_per_s.value).strong()
        })
        .column(figure, text("label-interval"), &throughput, |step| interval(words, &step.throughput_per_s))
        .column(figure, text("label-waited"), &["waited"], arrivals_count(words, |a| a.waited))
        .column(figure, text("label-dropped"), &["dropped"], arrivals_count(words, |a| a.dropped))
        .column(
            figure,
            text("label-waiting"),
            &["waiting_at_end"],
            arrivals_count(words, |a| a.waiting_at_end),
        )
        .column(figure, text("label-at-work"), &["busy_at_end", "users"], busy)
        .column(figure, text("label-delay-p99"), &["delay_p99_us"], |step| {
            let delay = step.arrivals.as_ref().and_then(|arrivals| arrivals.delay_p99_us);
            Cell::of(words.time_or_dash(delay), delay)
        })
        .column(figure, text("label-errors-percent"), &["errors_percent"], |step| {
            errors_percent(words, run, step)
        })
        .column(figure, text("label-start"), &["started"], move |step| {
            moment(words, run, dated, Some(step.started_unix_us))
        })
        .column(CellKind::Text, text("label-validity"), &["problems", "servers_at_work"], |step| {
            problems(words, run, step)
        })
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
    Cell::written(words.rate_bounds(estimate).unwrap_or_else(dash))
        .valued(vec![bounds.map(|b| b.low).into(), bounds.map(|b| b.high).into()])
}

/// The rules that it breaks, by their names; the reader is told the worst.
fn problems(words: &Words, run: &RunAnalysis, step: &StepRow) -> Cell {
    let names: Vec<String> =
        step.problems.iter().map(|problem| stored_name(problem, Some("problem"))).collect();
    let servers = step.servers.map(|servers| words::detectors::servers_at_work(words, servers));
    let at_work = step.servers.map(|servers| servers.at_work);
    let said = match run.is_imported() && step.is_valid() {
        true => words.text("validity-cell-imported"),
        false => words::validity::step(words, &step.problems),
    };
    Cell::written(said).remarked(servers).valued(vec![names.join(" ").into(), at_work.into()])
}

/// The time of day, with its date where it is to be dated: one day is not enough.
fn moment(words: &Words, run: &RunAnalysis, dated: bool, at: Option<i64>) -> Cell {
    if run.header.times_made_up {
        return Cell::missing();
    }
    let zone = &run.header.time_zone;
    let written = |at: i64| match dated {
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

/// A line of one step: its response times, or its service times below them.
struct StepLine<'a> {
    step: &'a StepRow,
    times: TimesOf<'a>,
    is_first: bool,
}

impl TimesRow for StepLine<'_> {
    fn line(&self) -> TimesOf<'_> {
        self.times
    }

    fn in_flight_us(&self) -> Option<f64> {
        self.step.mean_with_in_flight_us()
    }

    fn note(&self, words: &Words, unit: &TimeUnit) -> Option<String> {
        unit.with_in_flight(words, self.in_flight_us()).filter(|_| self.is_first)
    }
}

/// One row for a step, or with intended starts one for response and one for service time.
fn times(words: &Words, run: &RunAnalysis) -> Table {
    let unit = TimeUnit::of_run(run, run.steps.iter().map(|step| &step.response));
    let (both, best) = (run.has_intended_starts(), best(run));
    let rows = run.steps.iter().flat_map(|step| {
        let lines = lines(&step.response, step.service.as_ref(), both).into_iter().enumerate();
        lines.map(move |(place, times)| StepLine { step, times, is_first: place == 0 })
    });
    let (text, figure) = (|id| words.text(id), CellKind::Number);
    let columns = ColumnSet::new()
        .column(CellKind::Key, text("label-step"), &["step"], |line: &StepLine<'_>| {
            number(line.step, best).joined(!line.is_first)
        })
        .column(figure, text("label-requests"), &["requests"], |line| match run.header.lengths_made_up {
            true => Cell::missing(),
            false => Cell::count(words, line.step.requests).joined(!line.is_first),
        })
        .column(figure, text("label-measured"), &["measured_s"], |line| {
            let seconds = line.step.measured_s;
            match run.header.lengths_made_up {
                true => Cell::missing(),
                false => Cell::of(words.length(seconds), seconds).joined(!line.is_first),
            }
        });
    let first_byte = words.say("label-first-byte-in", args![unit = unit.name]);
    let bytes = words.text("label-bytes");
    // Answers and requests have some bytes: of results without sizes nothing is known. Those of a table are by its names.
    let has = |bytes: fn(&StepRow) -> f64| !run.is_of_table() && run.steps.iter().any(|row| bytes(row) > 0.0);
    let (has_received, has_sent) = (has(|row| row.bytes_received_per_s), has(|row| row.bytes_sent_per_s));
    let flow = |line: &StepLine<'_>, per_s: f64, is_known: bool| {
        let cell = match is_known {
            true => Cell::of(words.bytes_per_s(per_s), per_s),
            false => Cell::missing(),
        };
        cell.joined(!line.is_first)
    };
    // Results whose answers all began after 0 ms have no such times: JMeter writes 0 for what it did not measure.
    let is_measured = |us: Option<u64>| us.is_some_and(|us| us > 1);
    let has_first_byte = run.steps.iter().any(|row| is_measured(row.first_byte_p95_us));
    let began = |line: &StepLine<'_>, us: Option<u64>| {
        unit.whole(words, us.filter(|_| has_first_byte)).joined(!line.is_first)
    };
    with_times(columns, words, &unit, both)
        .within(&first_byte, figure, "p50".to_owned(), &["first_byte_p50_us"], |line| {
            began(line, line.step.first_byte_p50_us)
        })
        .within(&first_byte, figure, "p95".to_owned(), &["first_byte_p95_us"], |line| {
            began(line, line.step.first_byte_p95_us)
        })
        .within(&bytes, figure, text("label-received"), &["bytes_received_per_s"], |line| {
            flow(line, line.step.bytes_received_per_s, has_received)
        })
        .within(&bytes, figure, text("label-sent"), &["bytes_sent_per_s"], |line| {
            flow(line, line.step.bytes_sent_per_s, has_sent)
        })
        .marked("times", rows, |line| class(line.step, best))
}
