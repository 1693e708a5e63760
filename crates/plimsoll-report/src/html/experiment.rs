//! What a study measured beside its steps: units, shares, jobs, completions.

use super::table::table;
use crate::table::{beside, completions, jobs, units};
use crate::words::{Words, args};
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    let experiment = &run.experiment;
    html! {
        @if !experiment.is_empty() {
            section {
                h2 { (words.text("experiment-heading")) }
                (table(&jobs(words, experiment), ""))
                (table(&beside(words, experiment), ""))
                (table(&completions(words, experiment), ""))
                (table(&units(words, experiment), ""))
                @for share in &experiment.shares {
                    p {
                        @let unit = share.unit.clone().unwrap_or_else(|| words.text("experiment-calls"));
                        @let (count, rate) = (words.written(share.count), words.projected(share.per_hour));
                        (words.say("experiment-share", args![count, name = &share.name, rate, unit]))
                        @if let Some(of_expected) = share.of_expected {
                            @let percent = words.percent(100.0 * of_expected);
                            " " (words.say("experiment-of-expected", args![percent]))
                        }
                    }
                }
            }
        }
    }
}
