//! Several runs side by side.

use super::page::figure;
use super::table::table;
use crate::table::{compared, job_times, matrix, runs};
use crate::words::Words;
use maud::{Markup, html};
use plimsoll_analysis::Analysis;

/// Of a longer table only the heading is shown until somebody asks.
const ROWS_SHOWN: usize = 40;

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
                @let transactions = compared(words, found);
                @if !transactions.rows.is_empty() {
                    details open=[(transactions.rows.len() <= ROWS_SHOWN).then_some("open")] {
                        summary { (words.text("label-transactions-compared")) }
                        (table(&transactions, ""))
                    }
                }
            }
        }
    }
}
