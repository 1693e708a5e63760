//! Validity, and what was run.

use crate::words::{self, Words};
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;

pub fn validity(words: &Words, run: &RunAnalysis) -> Markup {
    let invalid: Vec<_> = run.steps.iter().filter(|s| !s.is_valid()).collect();
    html! {
        section id="validity" {
            h2 { (words.text("label-validity-of-experiment")) }
            p { strong { (words::validity::word(words, run)) ". " } (words::validity::summary(words, run)) }
            @if !invalid.is_empty() {
                ul {
                    @for step in invalid {
                        @for problem in &step.problems {
                            li { (words::validity::step_problem(words, step.number, problem)) }
                        }
                    }
                }
            }
            dl {
                dt { (words.text("label-end-of-run")) } dd { (words::run::end(words, run)) }
                dt { (words.text("label-certificates")) }
                dd { (words::run::certificates(words, run.header.plan.verify_certificates)) }
                dt { (words.text("label-load-generator")) } dd { (words::run::generator(words, &run.header.generator)) }
                dt { (words.text("label-abandoned")) }
                dd { (words::run::abandoned(words, run.steps.iter().map(|s| s.abandoned).sum())) }
            }
        }
    }
}

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    let header = &run.header;
    let plan = &header.plan;
    html! {
        section id="setup" {
            h2 { (words.text("label-setup")) }
            dl {
                @for (name, value) in &header.about { dt { (name) } dd { (value) } }
                dt { (words.text("label-plan")) } dd { code { (plan.file) } }
                dt { (words.text("label-design")) } dd { (words::run::design(words, &header.design)) }
                @if !header.variant.name.is_empty() { dt { (words.text("label-variant")) } dd { (header.variant.name) } }
                @if !header.variant.properties.is_empty() {
                    dt { (words.text("label-properties")) }
                    dd { @for (name, value) in &header.variant.properties { code { (name) "=" (words::run::property(name, value)) } " " } }
                }
                @if let Some(expected) = header.expected_per_s {
                    dt { (words.text("label-expected-use")) } dd { (words.per_s(expected)) }
                }
                @if !header.command.is_empty() {
                    dt { (words.text("label-command")) } dd { code { (words::run::command(&header.command)) } }
                }
            }
            @if !header.configuration.is_empty() {
                h3 { (words.text("experiment-configuration")) }
                dl { @for (name, value) in &header.configuration { dt { (name) } dd { code { (value) } } } }
            }
            @if !header.environment.is_empty() {
                h3 { (words.text("label-environment")) }
                dl { @for (name, value) in &header.environment {
                        dt { (words::recorded::text(words, name)) } dd { (words::recorded::value(words, value)) }
                    } }
            }
            (elements(&words.text("label-skipped"), &plan.skipped))
            (elements(&words.text("label-approximated"), &plan.approximated))
            p.note { (words::run::load_model(words, run)) }
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
