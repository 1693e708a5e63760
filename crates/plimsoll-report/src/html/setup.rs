//! Validity, and what was run.

use crate::words;
use crate::words::label;
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;

pub fn validity(run: &RunAnalysis) -> Markup {
    let invalid: Vec<_> = run.steps.iter().filter(|s| !s.is_valid()).collect();
    html! {
        section {
            h2 { (label::VALIDITY_OF_EXPERIMENT) }
            p { strong { (words::validity::word(run)) ". " } (words::validity::summary(run)) }
            @if !invalid.is_empty() {
                ul {
                    @for step in invalid {
                        @for problem in &step.problems {
                            li { (words::validity::step_problem(step.number, problem)) }
                        }
                    }
                }
            }
            dl {
                dt { (label::END_OF_RUN) } dd { (words::run::end(run)) }
                dt { (label::CERTIFICATES) }
                dd { (words::run::certificates(run.header.plan.verify_certificates)) }
                dt { (label::LOAD_GENERATOR) } dd { (words::run::generator(&run.header.generator)) }
                dt { (label::ABANDONED) }
                dd { (words::run::abandoned(run.steps.iter().map(|s| s.abandoned).sum())) }
            }
        }
    }
}

pub fn section(run: &RunAnalysis) -> Markup {
    let header = &run.header;
    let plan = &header.plan;
    html! {
        section {
            h2 { (label::SETUP) }
            dl {
                @for (name, value) in &header.about { dt { (name) } dd { (value) } }
                dt { (label::PLAN) } dd { code { (plan.file) } }
                dt { (label::DESIGN) } dd { (words::run::design(&header.design)) }
                @if !header.variant.name.is_empty() { dt { (label::VARIANT) } dd { (header.variant.name) } }
                @if !header.variant.properties.is_empty() {
                    dt { (label::PROPERTIES) }
                    dd { @for (name, value) in &header.variant.properties { code { (name) "=" (words::run::property(name, value)) } " " } }
                }
                @if let Some(expected) = header.expected_per_s {
                    dt { (label::EXPECTED_USE) } dd { (words::number::per_s(expected)) }
                }
                @if !header.command.is_empty() {
                    dt { (label::COMMAND) } dd { code { (words::run::command(&header.command)) } }
                }
            }
            @if !header.configuration.is_empty() {
                h3 { (label::CONFIGURATION) }
                dl { @for (name, value) in &header.configuration { dt { (name) } dd { code { (value) } } } }
            }
            @if !header.environment.is_empty() {
                h3 { (label::ENVIRONMENT) }
                dl { @for (name, value) in &header.environment { dt { (name) } dd { (value) } } }
            }
            (elements(label::SKIPPED, &plan.skipped))
            (elements(label::APPROXIMATED, &plan.approximated))
            p.note { (words::run::load_model(run)) }
        }
    }
}

fn elements(title: &str, elements: &[String]) -> Markup {
    html! {
        @if !elements.is_empty() {
            h3 { (title) }
            ul { @for element in elements { li { (element) } } }
        }
    }
}
