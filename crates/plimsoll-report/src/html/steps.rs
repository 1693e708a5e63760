//! The step table.

use super::table::table;
use crate::table::{dates, steps, times};
use crate::words::Words;
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    html! {
        section id="steps" {
            h2 { (words.text("label-steps")) }
            (table(&steps(words, run), "steps"))
            (table(&times(words, run), ""))
            p.note {
                (if run.is_open() { words.text("label-step-note-open") } else { words.text("label-step-note") }) " " (words.text("run-totals"))
                @if let (Some(day), false) = dates(words, run) { " " (words.all_on(&day, &run.header.time_zone)) }
            }
        }
    }
}
