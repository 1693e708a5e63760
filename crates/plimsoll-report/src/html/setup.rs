//! Validity, and what was run.

use crate::words;
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;

pub fn validity(run: &RunAnalysis) -> Markup {
    let invalid: Vec<_> = run.steps.iter().filter(|s| !s.is_valid()).collect();
    html! {
        section {
            h2 { "Validity of the experiment" }
            p { strong { (words::validity::word(run)) ". " } (words::validity::summary(run)) }
            @if !invalid.is_empty() {
                ul {
                    @for step in invalid {
                        @for problem in &step.problems {
                            li { "Step " (step.number) ": " (words::validity::problem(problem)) "." }
                        }
                    }
                }
            }
            dl {
                dt { "How it ended" } dd { (words::run::end(run)) }
                dt { "Certificates" }
                dd { @if run.header.plan.verify_certificates { "verified" } @else { "not verified" } }
                dt { "Given up at the end of steps" }
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
            h2 { "Setup" }
            dl {
                dt { "Plan" } dd { code { (plan.file) } }
                dt { "Design" } dd { (words::run::design(&header.design)) }
                @if !header.variant.name.is_empty() { dt { "Variant" } dd { (header.variant.name) } }
                @if !header.variant.properties.is_empty() {
                    dt { "Properties" }
                    dd { @for (name, value) in &header.variant.properties { code { (name) "=" (value) } " " } }
                }
                @if let Some(expected) = header.expected_per_s {
                    dt { "Expected use" } dd { (words::number::per_s(expected)) }
                }
                @for (name, value) in &header.environment { dt { (name) } dd { (value) } }
                @if !header.command.is_empty() {
                    dt { "Command" } dd { code { (header.command.join(" ")) } }
                }
            }
            (elements("Left out of the plan", &plan.skipped))
            (elements("Performed with a stated difference", &plan.approximated))
            p.note { (words::run::CLOSED_LOAD) }
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
