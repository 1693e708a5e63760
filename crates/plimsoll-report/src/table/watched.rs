//! What was watched: hosts and their clocks, inputs and where their times lie, sources.

use super::cell::{Cell, Column, Kind, RowClass, Table};
use crate::words::{Words, servers as told};
use plimsoll_run::{Source, Telemetry};
use std::collections::BTreeMap;

pub fn hosts(words: &Words, telemetry: &Telemetry) -> Table {
    let columns = vec![
        Column::new(Kind::Text, words.text("label-host"), &["host"]),
        Column::new(Kind::Text, words.text("label-role"), &["role"]),
        Column::new(Kind::Text, words.text("label-clock"), &["clock_ahead_us", "clock_uncertainty_us"]),
    ];
    let mut table = Table::new("hosts", columns);
    for host in &telemetry.hosts {
        let clock = vec![
            host.clock.map(|clock| clock.ahead_us).into(),
            host.clock.map(|clock| clock.uncertainty_us).into(),
        ];
        let cells = vec![
            Cell::text(host.name.clone()),
            Cell::text(host.role.clone()),
            Cell::written(told::clock(words, host.clock)).valued(clock),
        ];
        table.row(RowClass::Plain, cells);
    }
    table
}

/// Series of one source are counted, not listed: there may be hundreds.
pub fn sources(words: &Words, telemetry: &Telemetry) -> Table {
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
    let columns = vec![
        Column::new(Kind::Text, words.text("label-source"), &["source"]),
        Column::new(Kind::Number, words.text("label-series"), &["series"]),
        Column::new(Kind::Number, words.text("label-points"), &["points"]),
        Column::new(Kind::Number, words.text("label-requests-logged"), &["requests"]),
        Column::new(Kind::Number, words.text("label-server-events"), &["events"]),
    ];
    let mut table = Table::new("sources", columns);
    for (source, counts) in sources {
        let mut cells = vec![Cell::text(told::source_in_full(words, source))];
        cells.extend(counts.map(|count| Cell::count(words, count)));
        table.row(RowClass::Plain, cells);
    }
    table
}

pub fn inputs(words: &Words, telemetry: &Telemetry) -> Table {
    let columns = vec![
        Column::new(Kind::Text, words.text("label-input"), &["input"]),
        Column::new(Kind::Text, words.text("label-format"), &["format"]),
        Column::new(Kind::Text, words.text("label-placement"), &["placement", "refused"]),
    ];
    let mut table = Table::new("inputs", columns);
    for input in &telemetry.inputs {
        let placement = told::placement(words, input);
        let values = vec![placement.clone().into(), input.refused.clone().into()];
        let placed = Cell::written(placement).remarked(input.refused.clone());
        let cells =
            vec![Cell::text(input.name.clone()), Cell::text(input.format.clone()), placed.valued(values)];
        table.row(RowClass::Plain, cells);
    }
    table
}
