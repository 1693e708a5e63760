//! What the servers did: figures of each host, tables by server and step.

use super::page::figure;
use super::steps::TimeUnit;
use super::watched;
use crate::evidence::host_anchor;
use crate::words::{self, Words, panel as server, servers as hosts};
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::figures::Figure;
use plimsoll_analysis::servers::{HostStep, PanelKind, ServerStep, Servers, StepValue};
use plimsoll_run::{At, ServerEvent};

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    let servers = &run.servers;
    html! {
        @if !servers.is_empty(&run.telemetry) {
            section.servers id="servers" {
                h2 { (words.text("panel-servers")) }
                p { (words.capitalised(&summary(words, run))) "." }
                @if !servers.figures.is_empty() { p.note { (words.text("panel-same-axis")) } }
                @for host in servers.hosts(&run.telemetry) { (self::host(words, run, servers, host)) }
                (requests(words, servers))
                h3 { (words.text("label-watched")) }
                (watched::tables(words, &run.telemetry))
            }
        }
    }
}

fn summary(words: &Words, run: &RunAnalysis) -> String {
    let servers = &run.servers;
    let logged: u64 = run.telemetry.request_logs.iter().map(|log| log.requests).sum();
    server::summary(words, servers.hosts(&run.telemetry).len(), run.telemetry.series.len(), logged)
}

fn host(words: &Words, run: &RunAnalysis, servers: &Servers, name: &str) -> Markup {
    let known = run.telemetry.hosts.iter().find(|host| host.name == name);
    let of_host = |figure: &&Figure| figure.source.as_ref().is_some_and(|source| source.host == name);
    let figures: Vec<&Figure> = servers.figures.iter().filter(of_host).collect();
    let events: Vec<(usize, &ServerEvent)> =
        run.telemetry.events.iter().enumerate().filter(|(_, event)| event.source.host == name).collect();
    if figures.is_empty() && events.is_empty() {
        return html! {};
    }
    html! {
        h3 id=(host_anchor(name)) {
            (if name.is_empty() { words.text("label-unnamed-host") } else { name.to_owned() })
            @if let Some(host) = known.filter(|host| !host.role.is_empty()) { span.soft { ", " (host.role) } }
        }
        div.small-figures { @for found in figures { (figure(words, found, Some(run))) } }
        (self::events(words, &events))
        (steps(words, servers, name))
    }
}

fn events(words: &Words, events: &[(usize, &ServerEvent)]) -> Markup {
    html! {
        @if !events.is_empty() {
            div.scroll tabindex="0" {
                table {
                    thead { tr { th { "#" } th { (words.text("label-time")) } th.text { (words.text("label-event")) } th.text { (words.text("label-source")) } th.text { (words.text("label-seen")) } } }
                    tbody {
                        @for (number, event) in events {
                            tr {
                                th { (number + 1) }
                                td { (moment(event.at)) }
                                td.text { (server::event(words, event.kind)) }
                                td.text { (hosts::source(words, &event.source)) }
                                td.text { (event.text) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn moment(at: At) -> String {
    match at {
        At::Run(us) => words::time::since_start(us as f64 / 1e6),
        _ => words::number::dash(),
    }
}

/// The lines of the host's table: panel, line, and which source.
fn steps(words: &Words, servers: &Servers, name: &str) -> Markup {
    let steps: Vec<&HostStep> = servers.host_steps.iter().filter(|step| step.source.host == name).collect();
    let mut numbers: Vec<u32> = steps.iter().map(|step| step.step).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut rows: Vec<(PanelKind, String, String)> = Vec::new();
    for step in &steps {
        for value in &step.values {
            let row = (value.panel, server::source_on_host(&step.source), value.line.clone());
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
    }
    rows.sort();
    let value = |step: u32, row: &(PanelKind, String, String)| -> Option<&StepValue> {
        let of_step = steps.iter().filter(|s| s.step == step && server::source_on_host(&s.source) == row.1);
        of_step.flat_map(|s| &s.values).find(|v| v.panel == row.0 && v.line == row.2)
    };
    html! {
        @if !rows.is_empty() {
            details {
                summary { (words.text("panel-hosts-by-step")) }
                div.scroll tabindex="0" {
                    table.sticky {
                        thead { tr { th.text { "" } @for number in &numbers { th { (words.text("label-step")) " " (number) } } } }
                        tbody {
                            @for row in &rows {
                                tr {
                                    th.text.name {
                                        (server::panel(words, row.0)) @if !row.2.is_empty() { ", " (server::line(words, &row.2)) }
                                        @if !row.1.is_empty() { br; span.soft { (row.1) } }
                                    }
                                    @for number in &numbers {
                                        td {
                                            @match value(*number, row) {
                                                Some(value) => { (server::value(words, value.quantity, value.mean)) " (" (server::value(words, value.quantity, value.max)) ")" }
                                                None => { (words::number::dash()) }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The seeds' table of each server and step, with counts over the limits.
fn requests(words: &Words, servers: &Servers) -> Markup {
    let rows = &servers.server_steps;
    let limits: Vec<f64> = rows
        .iter()
        .map(|row| row.over.iter().map(|over| over.limit_us).collect())
        .max_by_key(Vec::len)
        .unwrap_or_default();
    let unit = TimeUnit::of_us(rows.iter().filter_map(|row| row.max_us));
    html! {
        @if !rows.is_empty() {
            h3 { (words.text("panel-requests-of-servers")) }
            div.scroll tabindex="0" {
                table.sticky {
                    thead {
                        tr {
                            th.text { (words.text("label-server")) } th { (words.text("label-step")) } th { (words.text("label-requests")) } th { (words.text("label-share-percent")) }
                            th { (words.text("label-per-s")) } th { (words.text("label-errors")) }
                            th { (words.text("label-mean")) " " (unit.name) } th { "p95 " (unit.name) } th { "p98 " (unit.name) } th { (words.text("label-max")) " " (unit.name) }
                            @for limit in &limits { th { "> " (words.limit_time(*limit)) } th { "%" } }
                        }
                    }
                    tbody { @for row in rows { (request_row(words, row, &unit, limits.len())) } }
                }
            }
            p.note { (words.text("panel-requests-note")) }
        }
    }
}

fn request_row(words: &Words, row: &ServerStep, unit: &TimeUnit, limits: usize) -> Markup {
    let time = |us: Option<f64>| us.map_or_else(words::number::dash, |us| unit.cell(words, Some(us)));
    let whole = |us: Option<u64>| time(us.map(|us| us as f64));
    html! {
        tr {
            th.text.name { (hosts::source(words, &row.source)) } td { (row.step) } td { (words.count(row.requests)) }
            td { (words.fixed(row.share_percent, 1)) } td { (words.rate(row.per_s)) } td { (words.count(row.errors)) }
            td { (time(row.mean_us)) } td { (whole(row.p95_us)) } td { (whole(row.p98_us)) } td { (whole(row.max_us)) }
            @for number in 0..limits {
                @match row.over.get(number) {
                    Some(over) => { td { (words.count(over.count)) } td { (words.percent(over.percent)) } }
                    None => { td { (words::number::dash()) } td { (words::number::dash()) } }
                }
            }
        }
    }
}
