//! What was watched: hosts and their clocks, inputs and where their times lie, sources, gaps.

use crate::document::{Block, Cell, CellKind, ColumnSet, Table};
use crate::words::{Words, args, servers as reported};
use plimsoll_run::{Host, Input, Source, Telemetry};
use std::collections::BTreeMap;

pub fn blocks<'a>(words: &Words, telemetry: &Telemetry) -> Vec<Block<'a>> {
    let under = |id: &str, block: Block<'a>| [Block::heading(words.text(id)), block];
    let tabled = |id: &str, table: Table| {
        let shown = (!table.rows.is_empty()).then(|| under(id, Block::Table(table)));
        shown.into_iter().flatten()
    };
    let gaps = Block::list(telemetry.gaps.iter().map(|gap| reported::gap(words, gap)));
    let mut blocks = vec![Block::Table(hosts(words, telemetry))];
    blocks.extend(tabled("label-sources", sources(words, telemetry)));
    blocks.extend(gaps.into_iter().flat_map(|gaps| under("label-gaps", gaps)));
    blocks.extend(tabled("label-inputs", inputs_table(words, telemetry)));
    blocks
}

/// Where nothing else was given: what was imported.
pub fn inputs<'a>(words: &Words, telemetry: &Telemetry) -> Block<'a> {
    Block::Table(inputs_table(words, telemetry))
}

fn hosts(words: &Words, telemetry: &Telemetry) -> Table {
    let clock = |host: &&Host| {
        let values = vec![
            host.clock.map(|clock| clock.ahead_us).into(),
            host.clock.map(|clock| clock.uncertainty_us).into(),
        ];
        Cell::written(reported::clock(words, host.clock)).valued(values)
    };
    let (text, names) = (|id| words.text(id), ["clock_ahead_us", "clock_uncertainty_us"]);
    ColumnSet::new()
        .column(CellKind::Text, text("label-host"), &["host"], |host: &&Host| Cell::text(host.name.clone()))
        .column(CellKind::Text, text("label-role"), &["role"], |host| Cell::text(host.role.clone()))
        .column(CellKind::Text, text("label-clock"), &names, clock)
        .table("hosts", &telemetry.hosts)
}

/// Series of one source are counted, not listed: there may be hundreds.
fn sources(words: &Words, telemetry: &Telemetry) -> Table {
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
    type Counted<'a> = (&'a Source, [u64; 4]);
    let text = |id| words.text(id);
    let count = |place: usize| move |row: &Counted<'_>| Cell::count(words, row.1[place]);
    ColumnSet::new()
        .column(CellKind::Text, text("label-source"), &["source"], |row: &Counted<'_>| {
            Cell::text(reported::source_in_full(words, row.0))
        })
        .column(CellKind::Number, text("label-series"), &["series"], count(0))
        .column(CellKind::Number, text("label-points"), &["points"], count(1))
        .column(CellKind::Number, text("label-requests-logged"), &["requests"], count(2))
        .column(CellKind::Number, text("label-server-events"), &["events"], count(3))
        .table("sources", sources)
}

fn inputs_table(words: &Words, telemetry: &Telemetry) -> Table {
    let placement = |input: &&Input| {
        let placement = reported::placement(words, input);
        let values = vec![placement.clone().into(), input.refused.clone().into()];
        let unread = (input.problems > 0).then(|| words.say("label-unread-rows", args![n = input.problems]));
        Cell::written(placement).remarked(input.refused.clone().or(unread)).valued(values)
    };
    let text = |id| words.text(id);
    ColumnSet::new()
        .column(CellKind::Text, text("label-input"), &["input"], |input: &&Input| {
            Cell::text(input.name.clone())
        })
        .column(CellKind::Text, text("label-format"), &["format"], |input| Cell::text(input.format.clone()))
        .column(CellKind::Text, text("label-placement"), &["placement", "refused"], placement)
        .table("inputs", &telemetry.inputs)
}
