//! What was watched: hosts and their clocks, inputs and where their times lie, series, gaps.

use crate::words::number::count;
use crate::words::{label, servers as words};
use maud::{Markup, html};
use plimsoll_run::{Source, Telemetry};
use std::collections::BTreeMap;

/// Series of one source are counted, not listed: there may be hundreds.
pub fn tables(telemetry: &Telemetry) -> Markup {
    html! {
        (hosts(telemetry))
        (sources(telemetry))
        (gaps(telemetry))
        (inputs(telemetry))
    }
}

fn hosts(telemetry: &Telemetry) -> Markup {
    html! {
        @if !telemetry.hosts.is_empty() {
            div.scroll tabindex="0" {
                table {
                    thead { tr { th.text { (label::HOST) } th.text { (label::ROLE) } th.text { (label::CLOCK) } } }
                    tbody {
                        @for host in &telemetry.hosts {
                            tr { td.text { (host.name) } td.text { (host.role) } td.text { (words::clock(host.clock)) } }
                        }
                    }
                }
            }
        }
    }
}

fn sources(telemetry: &Telemetry) -> Markup {
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
            h3 { (label::SOURCES) }
            div.scroll tabindex="0" {
                table {
                    thead { tr {
                        th.text { (label::SOURCE) } th { (label::SERIES) } th { (label::POINTS) }
                        th { (label::REQUESTS_LOGGED) } th { (label::SERVER_EVENTS) }
                    } }
                    tbody {
                        @for (source, counts) in sources {
                            tr { td.text { (words::source(source)) } @for number in counts { td { (count(number)) } } }
                        }
                    }
                }
            }
        }
    }
}

fn gaps(telemetry: &Telemetry) -> Markup {
    html! {
        @if !telemetry.gaps.is_empty() {
            h3 { (label::GAPS) }
            ul { @for gap in &telemetry.gaps { li { (words::gap(gap)) } } }
        }
    }
}

fn inputs(telemetry: &Telemetry) -> Markup {
    html! {
        @if !telemetry.inputs.is_empty() {
            h3 { (label::INPUTS) }
            div.scroll tabindex="0" {
                table {
                    thead { tr { th.text { (label::INPUT) } th.text { (label::FORMAT) } th.text { (label::PLACEMENT) } } }
                    tbody {
                        @for input in &telemetry.inputs {
                            tr {
                                td.text { (input.name) }
                                td.text { (input.format) }
                                td.text {
                                    (words::placement(input))
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
