//! The instrument judges itself: was the load generator the limit?

use super::figures::one;
use super::times::rate;
use crate::document::{Block, Cell, CellKind, CellValue, RowClass, Section, Spans, Table, TableColumn};
use crate::evidence::SectionAnchor;
use crate::words::number::dash;
use crate::words::{self, Words, args};
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::validity::StepProblem;
use plimsoll_analysis::{RunAnalysis, StepRow};

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let mut section = Section::new(words.text("label-generator")).at(SectionAnchor::Generator.name());
    section.push(Block::paragraph(words::validity::generator_summary(words, run)));
    section.blocks.extend(problems(words, run));
    section.push(Block::heading(words.text("label-generator-times")));
    section.push(Block::Table(generator_times(words, run)));
    section.push(Block::note(words.text("validity-generator-times-note")));
    section.push(Block::heading(words.text("label-generator-resources")));
    section.push(Block::Table(generator_resources(words, run)));
    section.push(Block::note(words.text("validity-generator-resources-note")));
    section.blocks.extend(one(words, run, FigureKind::GeneratorCpuOverTime));
    section.blocks.extend(one(words, run, FigureKind::UsersOverTime));
    Some(section)
}

/// Each with what to do about it.
fn problems<'a>(words: &Words, run: &RunAnalysis) -> Option<Block<'a>> {
    let of_step = |step: &'_ StepRow| {
        let own = step.problems.iter().filter(|problem| problem.is_generators());
        let said = own.map(|problem| {
            let remedy =
                format!("{} {}", words.text("label-remedy"), words::validity::remedy(words, problem));
            let problem = words::validity::step_problem(words, step.number, problem);
            Spans::from(format!("{problem} ")).soft(remedy)
        });
        said.collect::<Vec<_>>()
    };
    Block::list(run.steps.iter().flat_map(of_step))
}

/// How its time went.
fn generator_times(words: &Words, run: &RunAnalysis) -> Table {
    let number = |id, names: &[&str]| TableColumn::new(CellKind::Number, words.text(id), names);
    let columns = vec![
        TableColumn::new(CellKind::Key, words.text("label-step"), &["step"]),
        TableColumn::new(CellKind::Text, words.text("label-was-limit"), &[]),
        number("label-workers", &["workers"]),
        number("label-cpu-busiest", &["cpu_mean_percent", "cpu_max_percent"]),
        number("label-run-delay", &["run_delay_percent"]),
        number("label-late", &["lateness_p99_us", "lateness_max_us"]),
        number("label-turn", &["turn_p90_us", "turn_max_us"]),
        number("label-backlog", &["events_max"]),
    ];
    let mut table = Table::new("generator-times", columns);
    for step in &run.steps {
        table.row(class(step), time_cells(words, step));
    }
    table
}

fn class(step: &StepRow) -> RowClass {
    let own = step.problems.iter().any(StepProblem::is_generators);
    if own { RowClass::Invalid } else { RowClass::Plain }
}

fn time_cells(words: &Words, step: &StepRow) -> Vec<Cell> {
    let state = &step.generator;
    let busiest = state.busiest();
    let cpu = busiest.map_or_else(dash, |worker| {
        format!("{} / {}", words.fixed(worker.cpu_percent_mean, 0), words.fixed(worker.cpu_percent_max, 0))
    });
    let delay = state.most_delayed().map(|worker| worker.run_delay_percent_mean);
    let pair = |first: Option<u64>, second: Option<u64>| {
        let text = match first {
            Some(_) => format!("{} / {}", words.time_or_dash(first), words.time_or_dash(second)),
            None => dash(),
        };
        Cell::written(text).valued(vec![first.into(), second.into()])
    };
    let backlog = Some(u64::from(state.events_max)).filter(|events| *events > 0);
    vec![
        Cell::key(step.number),
        Cell::written(words::validity::limit(words, step)),
        Cell::of(state.workers.len().to_string(), state.workers.len()),
        Cell::written(cpu).valued(vec![
            busiest.map(|w| w.cpu_percent_mean).into(),
            busiest.map(|w| w.cpu_percent_max).into(),
        ]),
        Cell::maybe(delay, |percent| words.percent(percent)),
        pair(state.lateness_p99_us, state.lateness_max_us),
        pair(state.turn_us_p90, state.turn_us_max),
        backlog.map_or_else(Cell::missing, |events| Cell::count(words, events)),
    ]
}

/// What it had left.
fn generator_resources(words: &Words, run: &RunAnalysis) -> Table {
    let number = |id, names: &[&str]| TableColumn::new(CellKind::Number, words.text(id), names);
    let columns = vec![
        TableColumn::new(CellKind::Key, words.text("label-step"), &["step"]),
        number("label-connections", &["connections_max"]),
        number("label-descriptors", &["descriptors_max"]),
        number("label-connects-per-s", &["connects_per_s"]),
        number("label-connect-p99", &["connect_p99_us"]),
        number("label-ports", &["ports_taken", "ports_max"]),
        number("label-sockets", &["sockets_used", "sockets_time_wait"]),
        number("label-own-errors", &["generator_errors"]),
    ];
    let mut table = Table::new("generator-resources", columns);
    for step in &run.steps {
        table.row(class(step), resource_cells(words, step));
    }
    table
}

fn resource_cells(words: &Words, step: &StepRow) -> Vec<Cell> {
    let (state, machine) = (&step.generator, &step.generator.machine);
    let share = |taken: f64, of: f64| words.with_percent_sign(words.percent(100.0 * taken / of));
    let descriptors = machine.descriptors_max.map_or_else(dash, |max| {
        let percent = share(f64::from(state.connections_max), max as f64);
        words.say("label-percent-of", args![percent, whole = max])
    });
    let ports = machine.ports_max.map_or_else(dash, |max| {
        let percent = share(machine.ports_taken as f64, f64::from(max));
        words.say("label-taken-of", args![taken = machine.ports_taken, percent, whole = max])
    });
    let (used, waiting) = (u64::from(machine.sockets_used), u64::from(machine.sockets_time_wait));
    let taken = machine.ports_max.map_or(CellValue::Missing, |_| machine.ports_taken.into());
    vec![
        Cell::key(step.number),
        Cell::count(words, u64::from(state.connections_max)),
        Cell::of(descriptors, machine.descriptors_max),
        rate(words, state.connects_per_s),
        Cell::of(words.time_or_dash(state.connect_p99_us), state.connect_p99_us),
        Cell::written(ports).valued(vec![taken, machine.ports_max.into()]),
        Cell::written(format!("{} / {}", words.count(used), words.count(waiting)))
            .valued(vec![used.into(), waiting.into()]),
        Cell::count(words, step.generator_errors),
    ]
}
