//! The proof of each requirement, step by step.

use super::verdict::badge;
use crate::evidence::requirement_anchor;
use crate::words::number::dash;
use crate::words::{self, Words};
use maud::{Markup, html};
use plimsoll_analysis::requirement::{Measure, Requirement};
use plimsoll_analysis::step::Load;
use plimsoll_analysis::verdict::{Evidence, StepVerdict};
use plimsoll_analysis::{RunAnalysis, Verdict};

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        @if !run.verdicts.is_empty() {
            section {
                h2 { (words.text("label-proof")) }
                @for (index, verdict) in run.verdicts.iter().enumerate() { (proof(words, run, index, verdict)) }
                p.note { (words.text("verdict-method")) }
            }
        }
    }
}

fn load_cell(words: &Words, load: &Load) -> String {
    load.rate_per_s
        .map_or_else(|| words.count(u64::from(load.users)), |rate| words::load::asked_number(words, rate))
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

fn proof(words: &Words, run: &RunAnalysis, index: usize, verdict: &Verdict) -> Markup {
    let percentile = percentile_of(run, verdict);
    html! {
        h3 id=(requirement_anchor(index)) { (verdict.requirement) " " (badge(words, verdict.judgement)) }
        p { (words::verdict::proof(words, verdict)) }
        @if verdict.steps.len() > 1 {
            div.scroll tabindex="0" {
                table.proof {
                    thead { tr { th { (words.text("label-step")) } th { (if run.is_open() { words.text("label-asked-per-s") } else { words.text("label-users") }) } th.text { (words.text("label-verdict")) }
                        th { (words.text("label-measured")) }  th.text { (words.text("label-evidence")) } } }
                    tbody {
                        @for step in &verdict.steps {
                            tr {
                                th { (step.step) }
                                td { (run.step(step.step).map_or_else(dash, |row| load_cell(words, &row.load()))) }
                                td.text { (badge(words, step.judgement)) }
                                td {
                                    (words::verdict::measured(words, step))
                                    @if let Some(service) = service_us(run, step, percentile) {
                                        br; span.soft { (words.text("label-service")) " " (words.time(service as f64)) }
                                    }
                                }
                                td.text.whole { (words::verdict::evidence(words, &step.evidence)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
