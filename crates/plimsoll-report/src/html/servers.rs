//! What the servers did: figures of each host, tables by server and step.

use super::page::figure;
use super::table::table;
use super::watched;
use crate::evidence::host_anchor;
use crate::table::{events, host_steps, server_requests};
use crate::words::{Words, panel as server};
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::Servers;
use plimsoll_analysis::figures::Figure;

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
    let events = events(words, run, name);
    if figures.is_empty() && events.rows.is_empty() {
        return html! {};
    }
    html! {
        h3 id=(host_anchor(name)) {
            (if name.is_empty() { words.text("label-unnamed-host") } else { name.to_owned() })
            @if let Some(host) = known.filter(|host| !host.role.is_empty()) { span.soft { ", " (host.role) } }
        }
        div.small-figures { @for found in figures { (figure(words, found, Some(run))) } }
        (table(&events, ""))
        (steps(words, servers, name))
    }
}

fn steps(words: &Words, servers: &Servers, name: &str) -> Markup {
    let steps = host_steps(words, servers, name);
    html! {
        @if !steps.rows.is_empty() {
            details {
                summary { (words.text("panel-hosts-by-step")) }
                (table(&steps, "sticky hosts"))
            }
        }
    }
}

fn requests(words: &Words, servers: &Servers) -> Markup {
    html! {
        @if !servers.server_steps.is_empty() {
            h3 { (words.text("panel-requests-of-servers")) }
            (table(&server_requests(words, servers), "sticky"))
            p.note { (words.text("panel-requests-note")) }
        }
    }
}
