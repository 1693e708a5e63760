//! What was watched: hosts and their clocks, inputs and where their times lie, series, gaps.

use super::table::table;
use crate::table::{hosts, inputs, sources};
use crate::words::{Words, servers as told};
use maud::{Markup, html};
use plimsoll_run::Telemetry;

pub fn tables(words: &Words, telemetry: &Telemetry) -> Markup {
    let (sources, inputs) = (sources(words, telemetry), inputs(words, telemetry));
    html! {
        (table(&hosts(words, telemetry), ""))
        @if !sources.rows.is_empty() { h3 { (words.text("label-sources")) } (table(&sources, "")) }
        (gaps(words, telemetry))
        @if !inputs.rows.is_empty() { h3 { (words.text("label-inputs")) } (table(&inputs, "")) }
    }
}

fn gaps(words: &Words, telemetry: &Telemetry) -> Markup {
    html! {
        @if !telemetry.gaps.is_empty() {
            h3 { (words.text("label-gaps")) }
            ul { @for gap in &telemetry.gaps { li { (told::gap(words, gap)) } } }
        }
    }
}
