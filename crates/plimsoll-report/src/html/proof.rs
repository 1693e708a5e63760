//! The proof of each requirement, step by step.

use super::verdict::badge;
use crate::words;
use crate::words::label;
use crate::words::number::{count, dash, time};
use maud::{Markup, html};
use plimsoll_analysis::requirement::{Measure, Requirement};
use plimsoll_analysis::step::Load;
use plimsoll_analysis::verdict::{Evidence, StepVerdict};
use plimsoll_analysis::{RunAnalysis, Verdict};

pub fn section(run: &RunAnalysis) -> Markup {
    html! {
        @if !run.verdicts.is_empty() {
            section {
                h2 { (label::PROOF) }
                @for verdict in &run.verdicts { (proof(run, verdict)) }
                p.note { (words::verdict::METHOD) }
            }
        }
    }
}

fn load_cell(load: &Load) -> String {
    load.rate_per_s.map_or_else(|| count(u64::from(load.users)), words::load::asked_number)
}

/// The percentile of all requests that is judged, where service time is shown beside it.
fn percentile_of(run: &RunAnalysis, verdict: &Verdict) -> Option<f64> {
    let requirement = Requirement::parse(&verdict.requirement).ok()?;
    match (requirement.measure, requirement.transaction) {
        (Measure::Percentile(percent), None) if run.has_intended_starts() => Some(percent),
        _ => None,
    }
}

fn service_us(run: &RunAnalysis, verdict: &StepVerdict, percentile: Option<f64>) -> Option<u64> {
    let measured = matches!(verdict.evidence, Evidence::Share { .. });
    run.step(verdict.step).filter(|_| measured)?.service_percentile_us(percentile?)
}

fn proof(run: &RunAnalysis, verdict: &Verdict) -> Markup {
    let percentile = percentile_of(run, verdict);
    html! {
        h3 { (verdict.requirement) " " (badge(verdict.judgement)) }
        p { (words::verdict::proof(verdict)) }
        @if verdict.steps.len() > 1 {
            div.scroll tabindex="0" {
                table.proof {
                    thead { tr { th { (label::STEP) } th { (if run.is_open() { label::ASKED_PER_S } else { label::USERS }) } th.text { (label::VERDICT) }
                        th { (label::MEASURED) }  th.text { (label::EVIDENCE) } } }
                    tbody {
                        @for step in &verdict.steps {
                            tr {
                                th { (step.step) }
                                td { (run.step(step.step).map_or_else(dash, |row| load_cell(&row.load()))) }
                                td.text { (badge(step.judgement)) }
                                td {
                                    (words::verdict::measured(step))
                                    @if let Some(service) = service_us(run, step, percentile) {
                                        br; span.soft { (label::SERVICE) " " (time(service as f64)) }
                                    }
                                }
                                td.text.whole { (words::verdict::evidence(&step.evidence)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
