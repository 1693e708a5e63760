//! What was watched: hosts and their clocks, inputs and where their times lie, series, gaps.

use crate::words::{Words, servers as told};
use maud::{Markup, html};
use plimsoll_run::{Source, Telemetry};
use std::collections::BTreeMap;

/// Series of one source are counted, not listed: there may be hundreds.
pub fn tables(words: &Words, telemetry: &Telemetry) -> Markup {
    html! {
        (hosts(words, telemetry))
        (sources(words, telemetry))
        (gaps(words, telemetry))
        (inputs(words, telemetry))
    }
}

fn hosts(words: &Words, telemetry: &Telemetry) -> Markup {
    html! {
        @if !telemetry.hosts.is_empty() {
            div.scroll tabindex="0" {
                table {
                    thead { tr { th.text { (words.text("label-host")) } th.text { (words.text("label-role")) } th.text { (words.text("label-clock")) } } }
                    tbody {
                        @for host in &telemetry.hosts {
                            tr { td.text { (host.name) } td.text { (host.role) } td.text { (told::clock(words, host.clock)) } }
                        }
                    }
                }
            }
        }
    }
}

fn sources(words: &Words, telemetry: &Telemetry) -> Markup {
    // Series, points, requests, events.
    let mut sources: BTreeMap<&Source, [u64; 4]> = BTreeMap::new();
    for stored in &telemetry.series {
        let counts = sources.entry(&stored.series.source).or_default();
        counts[0] += 1;
        counts[1] += stored.points;
    }
    for log in &telemetry.request_logs {
        sources.entry(&log.source).or_default()[2] += log.requests;
    }
    for event in &telemetry.events {
        sources.entry(&event.source).or_default()[3] += 1;
    }
    html! {
        @if !sources.is_empty() {
            h3 { (words.text("label-sources")) }
            div.scroll tabindex="0" {
                table {
                    thead { tr {
                        th.text { (words.text("label-source")) } th { (words.text("label-series")) } th { (words.text("label-points")) }
                        th { (words.text("label-requests-logged")) } th { (words.text("label-server-events")) }
                    } }
                    tbody {
                        @for (source, counts) in sources {
                            tr { td.text { (told::source(words, source)) } @for number in counts { td { (words.count(number)) } } }
                        }
                    }
                }
            }
        }
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

fn inputs(words: &Words, telemetry: &Telemetry) -> Markup {
    html! {
        @if !telemetry.inputs.is_empty() {
            h3 { (words.text("label-inputs")) }
            div.scroll tabindex="0" {
                table {
                    thead { tr { th.text { (words.text("label-input")) } th.text { (words.text("label-format")) } th.text { (words.text("label-placement")) } } }
                    tbody {
                        @for input in &telemetry.inputs {
                            tr {
                                td.text { (input.name) }
                                td.text { (input.format) }
                                td.text {
                                    (told::placement(words, input))
                                    @if let Some(reason) = &input.refused { " " strong { (reason) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
