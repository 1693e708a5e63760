//! What was watched: hosts and their clocks, inputs and where their times lie, sources, gaps.

use crate::document::{Block, Cell, CellKind, RowClass, Table, TableColumn};
use crate::words::{Words, servers as told};
use plimsoll_run::{Source, Telemetry};
use std::collections::BTreeMap;

pub fn blocks<'a>(words: &Words, telemetry: &Telemetry) -> Vec<Block<'a>> {
    let under = |id: &str, block: Block<'a>| [Block::heading(words.text(id)), block];
    let tabled = |id: &str, table: Table| {
        let shown = (!table.rows.is_empty()).then(|| under(id, Block::Table(table)));
        shown.into_iter().flatten()
    };
    let gaps = Block::list(telemetry.gaps.iter().map(|gap| told::gap(words, gap)));
    let mut blocks = vec![Block::Table(hosts(words, telemetry))];
    blocks.extend(tabled("label-sources", sources(words, telemetry)));
    blocks.extend(gaps.into_iter().flat_map(|gaps| under("label-gaps", gaps)));
    blocks.extend(tabled("label-inputs", inputs(words, telemetry)));
    blocks
}

fn hosts(words: &Words, telemetry: &Telemetry) -> Table {
    let columns = vec![
        TableColumn::new(CellKind::Text, words.text("label-host"), &["host"]),
        TableColumn::new(CellKind::Text, words.text("label-role"), &["role"]),
        TableColumn::new(
            CellKind::Text,
            words.text("label-clock"),
            &["clock_ahead_us", "clock_uncertainty_us"],
        ),
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
    let columns = vec![
        TableColumn::new(CellKind::Text, words.text("label-source"), &["source"]),
        TableColumn::new(CellKind::Number, words.text("label-series"), &["series"]),
        TableColumn::new(CellKind::Number, words.text("label-points"), &["points"]),
        TableColumn::new(CellKind::Number, words.text("label-requests-logged"), &["requests"]),
        TableColumn::new(CellKind::Number, words.text("label-server-events"), &["events"]),
    ];
    let mut table = Table::new("sources", columns);
    for (source, counts) in sources {
        let mut cells = vec![Cell::text(told::source_in_full(words, source))];
        cells.extend(counts.map(|count| Cell::count(words, count)));
        table.row(RowClass::Plain, cells);
    }
    table
}

fn inputs(words: &Words, telemetry: &Telemetry) -> Table {
    let columns = vec![
        TableColumn::new(CellKind::Text, words.text("label-input"), &["input"]),
        TableColumn::new(CellKind::Text, words.text("label-format"), &["format"]),
        TableColumn::new(CellKind::Text, words.text("label-placement"), &["placement", "refused"]),
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
