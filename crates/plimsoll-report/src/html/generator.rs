//! The instrument judges itself: was the load generator the limit?

use super::page::figure;
use crate::words::number::{count, dash, fixed, percent, rate, time_or_dash};
use crate::words::{self, label};
use maud::{Markup, html};
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::validity::StepProblem;
use plimsoll_analysis::{RunAnalysis, StepRow};

pub fn section(run: &RunAnalysis) -> Markup {
    let kinds = [FigureKind::GeneratorCpuOverTime, FigureKind::UsersOverTime];
    html! {
        section {
            h2 { (label::GENERATOR) }
            p { (words::validity::generator_summary(run)) }
            (problems(run))
            h3 { (label::GENERATOR_TIMES) }
            (times(run))
            p.note { (words::validity::GENERATOR_TIMES) }
            h3 { (label::GENERATOR_RESOURCES) }
            (resources(run))
            p.note { (words::validity::GENERATOR_RESOURCES) }
            @for found in kinds.iter().filter_map(|kind| run.figures.iter().find(|f| f.kind == *kind)) {
                (figure(found, Some(run)))
            }
        }
    }
}

/// Each with what to do about it.
fn problems(run: &RunAnalysis) -> Markup {
    let of_step = |step: &'_ StepRow| step.problems.iter().any(StepProblem::is_generators);
    html! {
        @if run.steps.iter().any(of_step) {
            ul {
                @for step in &run.steps {
                    @for problem in step.problems.iter().filter(|problem| problem.is_generators()) {
                        li {
                            (words::validity::step_problem(step.number, problem)) " "
                            span.soft { (label::REMEDY) " " (words::validity::remedy(problem)) }
                        }
                    }
                }
            }
        }
    }
}

fn times(run: &RunAnalysis) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead { tr {
                    th { (label::STEP) } th.text { (label::WAS_LIMIT) } th { (label::WORKERS) } th { (label::CPU_BUSIEST) }
                    th { (label::RUN_DELAY) } th { (label::LATE) } th { (label::TURN) } th { (label::BACKLOG) }
                } }
                tbody { @for step in &run.steps { (times_row(step)) } }
            }
        }
    }
}

fn times_row(step: &StepRow) -> Markup {
    let state = &step.generator;
    let cpu = state.busiest().map_or_else(dash, |worker| {
        format!("{} / {}", fixed(worker.cpu_percent_mean, 0), fixed(worker.cpu_percent_max, 0))
    });
    let delay = state.most_delayed().map_or_else(dash, |worker| percent(worker.run_delay_percent_mean));
    let pair = |first: Option<u64>, second: Option<u64>| match first {
        Some(_) => format!("{} / {}", time_or_dash(first), time_or_dash(second)),
        None => dash(),
    };
    html! {
        tr.invalid[step.problems.iter().any(StepProblem::is_generators)] {
            th { (step.number) } td.text { (words::validity::limit(step)) } td { (state.workers.len()) } td { (cpu) } td { (delay) }
            td { (pair(state.lateness_p99_us, state.lateness_max_us)) }
            td { (pair(state.turn_us_p90, state.turn_us_max)) }
            td { @if state.events_max > 0 { (count(u64::from(state.events_max))) } @else { (dash()) } }
        }
    }
}

fn resources(run: &RunAnalysis) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead { tr {
                    th { (label::STEP) } th { (label::CONNECTIONS) } th { (label::DESCRIPTORS) } th { (label::CONNECTS_PER_S) }
                    th { (label::CONNECT_P99) } th { (label::PORTS) } th { (label::SOCKETS) } th { (label::OWN_ERRORS) }
                } }
                tbody { @for step in &run.steps { (resources_row(step)) } }
            }
        }
    }
}

fn resources_row(step: &StepRow) -> Markup {
    let state = &step.generator;
    let machine = &state.machine;
    let descriptors = machine.descriptors_max.map_or_else(dash, |max| {
        format!("{}\u{a0}% of {}", percent(100.0 * f64::from(state.connections_max) / max as f64), count(max))
    });
    let ports = machine.ports_max.map_or_else(dash, |max| {
        let share = percent(100.0 * machine.ports_taken as f64 / f64::from(max));
        format!("{} ({share}\u{a0}% of {})", count(machine.ports_taken), count(u64::from(max)))
    });
    let sockets = format!(
        "{} / {}",
        count(u64::from(machine.sockets_used)),
        count(u64::from(machine.sockets_time_wait))
    );
    html! {
        tr.invalid[step.problems.iter().any(StepProblem::is_generators)] {
            th { (step.number) } td { (count(u64::from(state.connections_max))) } td { (descriptors) }
            td { (rate(state.connects_per_s)) } td { (time_or_dash(state.connect_p99_us)) }
            td { (ports) } td { (sockets) } td { (count(step.generator_errors)) }
        }
    }
}
