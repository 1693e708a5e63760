//! A capacity search: every rate with its windows.

use super::page::figure;
use super::table::table;
use crate::table::rates;
use crate::words::{self, Words};
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::figures::FigureKind;

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        @if let Some(search) = run.rate_capacity() {
            section id="search" {
                h2 { (words.text("label-search")) }
                p { (words::search::sentence(words, search)) }
                @if let Some(found) = run.figures.iter().find(|f| f.kind == FigureKind::RateSearch) {
                    (figure(words, found, Some(run)))
                }
                @if !search.rates.is_empty() {
                    h3 { (words.text("label-rate-table")) }
                    (table(&rates(words, run, search), "search"))
                }
                p.note { (words.text("search-note")) }
            }
        }
    }
}
