//! Several runs side by side.

use super::page::figure;
use super::table::table;
use crate::table::{job_times, matrix, runs};
use crate::words::Words;
use maud::{Markup, html};
use plimsoll_analysis::Analysis;

pub fn section(words: &Words, analysis: &Analysis) -> Markup {
    html! {
        section id="comparison" {
            h2 { (words.text("label-overview")) }
            (table(&runs(words, analysis), ""))
        }
        @let times = job_times(words, analysis);
        @if !times.rows.is_empty() {
            section id="job-times" {
                h2 { (words.text("experiment-job-times")) }
                (table(&times, ""))
            }
        }
        @if let Some(found) = &analysis.matrix {
            section {
                h2 { (words.text("label-comparison")) }
                (table(&matrix(words, found), ""))
                @for found in &analysis.figures { (figure(words, found, None)) }
                p.note { (words.text("label-comparison-note")) }
            }
        }
    }
}
