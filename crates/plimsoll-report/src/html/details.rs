//! Transactions, errors, projections.

use super::page::figure;
use super::table::table;
use crate::table;
use crate::words::Words;
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::figures::FigureKind;

pub fn transactions(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        @if !run.transactions.is_empty() {
            section id="transactions" {
                h2 { (words.text("label-transactions")) }
                (table(&table::transactions(words, run), "sticky"))
            }
        }
    }
}

pub fn errors(words: &Words, run: &RunAnalysis) -> Markup {
    let (system, own) = (table::errors(words, run, false), table::errors(words, run, true));
    html! {
        section id="errors" {
            h2 { (words.text("label-errors")) }
            @if system.rows.is_empty() { p { (words.text("label-no-errors")) } } @else {
                @if let Some(found) = run.figures.iter().find(|f| f.kind == FigureKind::ErrorsOverTime) {
                    (figure(words, found, Some(run)))
                }
                (table(&system, ""))
            }
            @if !own.rows.is_empty() {
                h3 { (words.text("label-errors-of-generator")) }
                (table(&own, ""))
                p.note { (words.text("label-errors-of-generator-note")) }
            }
        }
    }
}

pub fn projections(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        @if let Some((projected, said)) = table::projections(words, run) {
            section {
                h2 { (words.text("label-projections")) }
                (table(&projected, "projections"))
                @for text in said { p { (text) "." } }
                p.note { (words.text("capacity-projection-caveat")) }
            }
        }
    }
}
