//! The instrument judges itself: was the load generator the limit?

use super::page::figure;
use crate::words::number::dash;
use crate::words::{self, Words, args};
use maud::{Markup, html};
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::validity::StepProblem;
use plimsoll_analysis::{RunAnalysis, StepRow};

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    let kinds = [FigureKind::GeneratorCpuOverTime, FigureKind::UsersOverTime];
    html! {
        section id="generator" {
            h2 { (words.text("label-generator")) }
            p { (words::validity::generator_summary(words, run)) }
            (problems(words, run))
            h3 { (words.text("label-generator-times")) }
            (times(words, run))
            p.note { (words.text("validity-generator-times-note")) }
            h3 { (words.text("label-generator-resources")) }
            (resources(words, run))
            p.note { (words.text("validity-generator-resources-note")) }
            @for found in kinds.iter().filter_map(|kind| run.figures.iter().find(|f| f.kind == *kind)) {
                (figure(words, found, Some(run)))
            }
        }
    }
}

/// Each with what to do about it.
fn problems(words: &Words, run: &RunAnalysis) -> Markup {
    let of_step = |step: &'_ StepRow| step.problems.iter().any(StepProblem::is_generators);
    html! {
        @if run.steps.iter().any(of_step) {
            ul {
                @for step in &run.steps {
                    @for problem in step.problems.iter().filter(|problem| problem.is_generators()) {
                        li {
                            (words::validity::step_problem(words, step.number, problem)) " "
                            span.soft { (words.text("label-remedy")) " " (words::validity::remedy(words, problem)) }
                        }
                    }
                }
            }
        }
    }
}

fn times(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead { tr {
                    th { (words.text("label-step")) } th.text { (words.text("label-was-limit")) } th { (words.text("label-workers")) } th { (words.text("label-cpu-busiest")) }
                    th { (words.text("label-run-delay")) } th { (words.text("label-late")) } th { (words.text("label-turn")) } th { (words.text("label-backlog")) }
                } }
                tbody { @for step in &run.steps { (times_row(words, step)) } }
            }
        }
    }
}

fn times_row(words: &Words, step: &StepRow) -> Markup {
    let state = &step.generator;
    let cpu = state.busiest().map_or_else(dash, |worker| {
        format!("{} / {}", words.fixed(worker.cpu_percent_mean, 0), words.fixed(worker.cpu_percent_max, 0))
    });
    let delay = state.most_delayed().map_or_else(dash, |worker| words.percent(worker.run_delay_percent_mean));
    let pair = |first: Option<u64>, second: Option<u64>| match first {
        Some(_) => format!("{} / {}", words.time_or_dash(first), words.time_or_dash(second)),
        None => dash(),
    };
    html! {
        tr.invalid[step.problems.iter().any(StepProblem::is_generators)] {
            th { (step.number) } td.text { (words::validity::limit(words, step)) } td { (state.workers.len()) } td { (cpu) } td { (delay) }
            td { (pair(state.lateness_p99_us, state.lateness_max_us)) }
            td { (pair(state.turn_us_p90, state.turn_us_max)) }
            td { @if state.events_max > 0 { (words.count(u64::from(state.events_max))) } @else { (dash()) } }
        }
    }
}

fn resources(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table {
                thead { tr {
                    th { (words.text("label-step")) } th { (words.text("label-connections")) } th { (words.text("label-descriptors")) } th { (words.text("label-connects-per-s")) }
                    th { (words.text("label-connect-p99")) } th { (words.text("label-ports")) } th { (words.text("label-sockets")) } th { (words.text("label-own-errors")) }
                } }
                tbody { @for step in &run.steps { (resources_row(words, step)) } }
            }
        }
    }
}

fn resources_row(words: &Words, step: &StepRow) -> Markup {
    let state = &step.generator;
    let machine = &state.machine;
    let share = |taken: f64, of: f64| words.with_percent_sign(words.percent(100.0 * taken / of));
    let descriptors = machine.descriptors_max.map_or_else(dash, |max| {
        let percent = share(f64::from(state.connections_max), max as f64);
        words.say("label-percent-of", args![percent, whole = max])
    });
    let ports = machine.ports_max.map_or_else(dash, |max| {
        let percent = share(machine.ports_taken as f64, f64::from(max));
        words.say("label-taken-of", args![taken = machine.ports_taken, percent, whole = max])
    });
    let sockets = format!(
        "{} / {}",
        words.count(u64::from(machine.sockets_used)),
        words.count(u64::from(machine.sockets_time_wait))
    );
    html! {
        tr.invalid[step.problems.iter().any(StepProblem::is_generators)] {
            th { (step.number) } td { (words.count(u64::from(state.connections_max))) } td { (descriptors) }
            td { (words.rate(state.connects_per_s)) } td { (words.time_or_dash(state.connect_p99_us)) }
            td { (ports) } td { (sockets) } td { (words.count(step.generator_errors)) }
        }
    }
}
