//! The instrument judges itself: was the load generator the limit?

use super::page::figure;
use super::table::table;
use crate::table::{generator_resources, generator_times};
use crate::words::{self, Words};
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
            (table(&generator_times(words, run), ""))
            p.note { (words.text("validity-generator-times-note")) }
            h3 { (words.text("label-generator-resources")) }
            (table(&generator_resources(words, run), ""))
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
