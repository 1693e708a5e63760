//! The instrument judges itself: was the load generator the limit?

use super::figures::one;
use super::times::rate;
use crate::document::{Block, Cell, CellKind, CellValue, ColumnSet, RowClass, Section, Spans, Table};
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
    if run.is_imported() {
        // Its columns would all be empty.
        section.blocks.extend(one(words, run, FigureKind::UsersOverTime));
        return Some(section);
    }
    section.blocks.extend(super::nodes::blocks(words, run));
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
    let pair = |first: Option<u64>, second: Option<u64>| {
        let text = match first {
            Some(_) => format!("{} / {}", words.time_or_dash(first), words.time_or_dash(second)),
            None => dash(),
        };
        Cell::written(text).valued(vec![first.into(), second.into()])
    };
    let cpu = |step: &&StepRow| {
        let (mean, max) = match step.generator.busiest() {
            Some(worker) => (Some(worker.cpu_percent_mean), Some(worker.cpu_percent_max)),
            None => (None, None),
        };
        let both =
            mean.zip(max).map(|(mean, max)| format!("{} / {}", words.fixed(mean, 0), words.fixed(max, 0)));
        Cell::written(both.unwrap_or_else(dash)).valued(vec![mean.into(), max.into()])
    };
    let delay = |step: &&StepRow| {
        let worker = step.generator.most_delayed();
        Cell::maybe(worker.map(|worker| worker.run_delay_percent_mean), |percent| words.percent(percent))
    };
    let workers = |step: &&StepRow| {
        let workers = step.generator.workers.len();
        Cell::of(workers.to_string(), workers)
    };
    let backlog = |step: &&StepRow| {
        let events = Some(u64::from(step.generator.events_max)).filter(|events| *events > 0);
        events.map_or_else(Cell::missing, |events| Cell::count(words, events))
    };
    let (text, number) = (|id| words.text(id), CellKind::Number);
    ColumnSet::new()
        .column(CellKind::Key, text("label-step"), &["step"], |step: &&StepRow| Cell::key(step.number))
        .column(CellKind::Text, text("label-was-limit"), &[], |step| {
            Cell::written(words::validity::limit(words, step))
        })
        .column(number, text("label-workers"), &["workers"], workers)
        .column(number, text("label-cpu-busiest"), &["cpu_mean_percent", "cpu_max_percent"], cpu)
        .column(number, text("label-run-delay"), &["run_delay_percent"], delay)
        .column(number, text("label-late"), &["lateness_p99_us", "lateness_max_us"], |step| {
            pair(step.generator.lateness_p99_us, step.generator.lateness_max_us)
        })
        .column(number, text("label-turn"), &["turn_p90_us", "turn_max_us"], |step| {
            pair(step.generator.turn_us_p90, step.generator.turn_us_max)
        })
        .column(number, text("label-backlog"), &["events_max"], backlog)
        .marked("generator-times", &run.steps, |step| class(step))
}

fn class(step: &StepRow) -> RowClass {
    let own = step.problems.iter().any(StepProblem::is_generators);
    if own { RowClass::Invalid } else { RowClass::Plain }
}

/// What it had left.
fn generator_resources(words: &Words, run: &RunAnalysis) -> Table {
    let share = |taken: f64, of: f64| words.with_percent_sign(words.percent(100.0 * taken / of));
    let descriptors = |step: &&StepRow| {
        let most = step.generator.machine.descriptors_max;
        let said = most.map_or_else(dash, |max| {
            let percent = share(f64::from(step.generator.connections_max), max as f64);
            words.say("label-percent-of", args![percent, whole = max])
        });
        Cell::of(said, most)
    };
    let ports = |step: &&StepRow| {
        let machine = &step.generator.machine;
        let said = machine.ports_max.map_or_else(dash, |max| {
            let percent = share(machine.ports_taken as f64, f64::from(max));
            words.say("label-taken-of", args![taken = machine.ports_taken, percent, whole = max])
        });
        let taken = machine.ports_max.map_or(CellValue::Missing, |_| machine.ports_taken.into());
        Cell::written(said).valued(vec![taken, machine.ports_max.into()])
    };
    let sockets = |step: &&StepRow| {
        let machine = &step.generator.machine;
        let (used, waiting) = (u64::from(machine.sockets_used), u64::from(machine.sockets_time_wait));
        Cell::written(format!("{} / {}", words.count(used), words.count(waiting)))
            .valued(vec![used.into(), waiting.into()])
    };
    let (text, number) = (|id| words.text(id), CellKind::Number);
    ColumnSet::new()
        .column(CellKind::Key, text("label-step"), &["step"], |step: &&StepRow| Cell::key(step.number))
        .column(number, text("label-connections"), &["connections_max"], |step| {
            Cell::count(words, u64::from(step.generator.connections_max))
        })
        .column(number, text("label-descriptors"), &["descriptors_max"], descriptors)
        .column(number, text("label-connects-per-s"), &["connects_per_s"], |step| {
            rate(words, step.generator.connects_per_s)
        })
        .column(number, text("label-connect-p99"), &["connect_p99_us"], |step| {
            let us = step.generator.connect_p99_us;
            Cell::of(words.time_or_dash(us), us)
        })
        .column(number, text("label-ports"), &["ports_taken", "ports_max"], ports)
        .column(number, text("label-sockets"), &["sockets_used", "sockets_time_wait"], sockets)
        .column(number, text("label-own-errors"), &["generator_errors"], |step| {
            Cell::count(words, step.generator_errors)
        })
        .marked("generator-resources", &run.steps, |step| class(step))
}
