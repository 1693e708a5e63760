//! The appendix' list of detectors, and what a finding rests on.

use crate::words::{Words, detector_states, experiments};
use maud::{Markup, html};
use plimsoll_analysis::findings::{DetectorReport, Exhibit, Finding};
use plimsoll_analysis::{Analysis, RunAnalysis};

/// Evidence and what speaks against it, below a finding.
pub fn support(words: &Words, run: Option<&RunAnalysis>, finding: &Finding) -> Markup {
    html! {
        @if !finding.evidence.is_empty() {
            p.note {
                (words.text("detector-evidence")) " "
                @for (i, exhibit) in finding.evidence.iter().enumerate() {
                    @if i > 0 { "; " }
                    @match run {
                        Some(run) => { a href={ "#" (target(run, exhibit)) } { (experiments::exhibit(words, exhibit)) } }
                        None => { (experiments::exhibit(words, exhibit)) }
                    }
                }
            }
        }
        @if !finding.against.is_empty() {
            p.note {
                (words.text("detector-against")) " "
                @for (i, doubt) in finding.against.iter().enumerate() {
                    @if i > 0 { "; " }
                    (experiments::doubt(words, doubt))
                }
            }
        }
    }
}

/// Where the value can be seen.
fn target(run: &RunAnalysis, exhibit: &Exhibit) -> String {
    anchor(run, if exhibit.source().is_some() { "servers" } else { "steps" })
}

/// The id of a run's section; a report may have several runs.
pub fn anchor(run: &RunAnalysis, section: &str) -> String {
    format!("{section}-{}", run.header.started_unix_us)
}

pub fn list(words: &Words, analysis: &Analysis) -> Markup {
    let several = analysis.runs.len() > 1;
    html! {
        h3 #detectors { (words.text("detector-list")) }
        @for (i, run) in analysis.runs.iter().enumerate() {
            details {
                summary { @if several { (words.text("label-run")) " " (i + 1) } @else { (words.text("detector-list")) } }
                (table(words, &run.detectors))
            }
        }
        @if several {
            details { summary { (words.text("detector-across-runs")) } (table(words, &analysis.detectors)) }
        }
    }
}

fn table(words: &Words, detectors: &[DetectorReport]) -> Markup {
    html! {
        table {
            thead { tr { th.text { (words.text("detector-id")) } th.text { (words.text("detector-state")) } } }
            tbody {
                @for report in detectors {
                    tr { th.text { code { (report.id) } } td.text { (detector_states::state(words, report)) } }
                }
            }
        }
    }
}
