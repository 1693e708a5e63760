//! What a run file says of the servers, as rows, both ways. Points are in [`super::points`].

use super::rows::{column, count, optional_count, to_json, unknown_name};
use crate::At;
use crate::placement_evidence::PlacementEvidence;
use crate::reading::{
    Attributes, Instance, Placement, ReadingKind, Series, ServerEvent, ServerEventKind, Source,
};
use crate::telemetry::{ClockMethod, ClockOffset, Gap, Host, Input, InputPlacement, PlacementMethod};
use crate::visible::visible;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};
use std::borrow::Cow;
use std::sync::Arc;

pub(super) fn put_host(connection: &Connection, host: &Host) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO hosts (name, role, clock_ahead_us, clock_uncertainty_us, clock_method) \
               VALUES (?1, ?2, ?3, ?4, ?5)";
    connection.prepare_cached(sql)?.execute(params![
        host.name,
        host.role,
        host.clock.map(|clock| clock.ahead_us),
        host.clock.map(|clock| column(clock.uncertainty_us)),
        host.clock.map(|clock| clock.method.name()),
    ])?;
    Ok(())
}

pub(super) const HOSTS: &str =
    "SELECT name, role, clock_ahead_us, clock_uncertainty_us, clock_method FROM hosts ORDER BY name";

/// From the columns of [`HOSTS`].
pub(super) fn host(row: &Row<'_>) -> Result<Host> {
    let clock = match row.get::<_, Option<String>>(4)? {
        None => None,
        Some(name) => Some(ClockOffset {
            ahead_us: row.get(2)?,
            uncertainty_us: count(row, 3)?,
            method: ClockMethod::named(&name).ok_or_else(|| unknown_name(4, &name))?,
        }),
    };
    Ok(Host { name: row.get(0)?, role: row.get(1)?, clock })
}

pub(super) fn put_input(connection: &Connection, input: &Input) -> Result<()> {
    let sql = "INSERT INTO inputs (name, format, host, bytes, sha256, method, run_started_unix_us, \
               clock_ahead_us, origin_us, interval_us, uncertainty_us, evidence, readings, events, requests, \
               problems, refused) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)";
    let InputPlacement { method, placement, uncertainty_us, evidence } = &input.placement;
    connection.prepare_cached(sql)?.execute(params![
        input.name,
        input.format,
        input.host,
        column(input.bytes),
        input.sha256,
        method.name(),
        placement.run_started_unix_us,
        placement.clock_ahead_us,
        placement.origin_us,
        placement.interval_us.map(column),
        uncertainty_us.map(column),
        to_json(evidence)?,
        column(input.readings),
        column(input.events),
        column(input.requests),
        column(input.problems),
        input.refused,
    ])?;
    let input_id = connection.last_insert_rowid();
    for series in &input.placed {
        let series = series_id(connection, series)?;
        let sql = "INSERT OR IGNORE INTO placed_series (input_id, series_id) VALUES (?1, ?2)";
        connection.prepare_cached(sql)?.execute([input_id, series])?;
    }
    Ok(())
}

pub(super) const INPUTS: &str = "SELECT name, format, host, bytes, sha256, method, run_started_unix_us, clock_ahead_us, origin_us, \
     interval_us, uncertainty_us, evidence, readings, events, requests, problems, refused, id FROM inputs ORDER BY id";

/// The column of [`INPUTS`] that holds the id.
pub(super) const INPUT_ID: usize = 17;

/// A text in files of schema 6.
fn evidence(stored: &str) -> PlacementEvidence {
    serde_json::from_str(stored).unwrap_or_else(|_| PlacementEvidence::Text(visible(stored).into_owned()))
}

/// From the columns of [`INPUTS`].
pub(super) fn input(row: &Row<'_>, placed: Vec<Arc<Series>>) -> Result<Input> {
    let method: String = row.get(5)?;
    Ok(Input {
        name: row.get(0)?,
        format: row.get(1)?,
        host: row.get(2)?,
        bytes: count(row, 3)?,
        sha256: row.get(4)?,
        placement: InputPlacement {
            method: PlacementMethod::named(&method).ok_or_else(|| unknown_name(5, &method))?,
            placement: Placement {
                run_started_unix_us: row.get(6)?,
                clock_ahead_us: row.get(7)?,
                origin_us: row.get(8)?,
                interval_us: optional_count(row, 9)?,
            },
            uncertainty_us: optional_count(row, 10)?,
            evidence: evidence(&row.get::<_, String>(11)?),
        },
        readings: count(row, 12)?,
        events: count(row, 13)?,
        requests: count(row, 14)?,
        problems: count(row, 15)?,
        refused: row.get(16)?,
        placed,
    })
}

pub(super) fn source_id(connection: &Connection, source: &Source) -> Result<i64> {
    let (kind, instance) = match &source.instance {
        Instance::Host => ("host", ""),
        Instance::Process(name) => ("process", name.as_str()),
        Instance::Container(name) => ("container", name.as_str()),
        Instance::Service(name) => ("service", name.as_str()),
    };
    let known = connection
        .prepare_cached("SELECT id FROM sources WHERE host = ?1 AND kind = ?2 AND instance = ?3")?
        .query_row(params![source.host, kind, instance], |row| row.get(0))
        .optional()?;
    match known {
        Some(id) => Ok(id),
        None => connection
            .prepare_cached("INSERT INTO sources (host, kind, instance) VALUES (?1, ?2, ?3)")?
            .insert(params![source.host, kind, instance]),
    }
}

pub(super) const SOURCES: &str = "SELECT id, host, kind, instance FROM sources";

/// From the columns of [`SOURCES`].
pub(super) fn source(row: &Row<'_>) -> Result<(i64, Source)> {
    let (kind, name): (String, String) = (row.get(2)?, row.get(3)?);
    let instance = match kind.as_str() {
        "host" => Instance::Host,
        "process" => Instance::Process(name),
        "container" => Instance::Container(name),
        "service" => Instance::Service(name),
        _ => return Err(unknown_name(2, &kind)),
    };
    Ok((row.get(0)?, Source { host: row.get(1)?, instance }))
}

pub(super) fn series_id(connection: &Connection, series: &Series) -> Result<i64> {
    let kind = match series.kind {
        ReadingKind::Gauge => "gauge",
        ReadingKind::Counter => "counter",
        ReadingKind::Rate => "rate",
    };
    let attributes = serde_json::to_string(&series.attributes)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
    let source = source_id(connection, &series.source)?;
    let key = params![source, series.metric, attributes, series.unit, kind];
    let sql = "SELECT id FROM series WHERE source_id = ?1 AND metric = ?2 AND attributes = ?3 AND unit = ?4 \
               AND kind = ?5";
    match connection.prepare_cached(sql)?.query_row(key, |row| row.get(0)).optional()? {
        Some(id) => Ok(id),
        None => {
            let sql =
                "INSERT INTO series (source_id, metric, attributes, unit, kind) VALUES (?1, ?2, ?3, ?4, ?5)";
            connection.prepare_cached(sql)?.insert(key)
        }
    }
}

pub(super) const SERIES: &str = "SELECT id, source_id, metric, attributes, unit, kind FROM series";

/// From the columns of [`SERIES`], with the source of the id in its second column.
pub(super) fn series(row: &Row<'_>, source: Source) -> Result<Series> {
    let (metric, unit): (String, String) = (row.get(2)?, row.get(4)?);
    let (written, kind): (String, String) = (row.get(3)?, row.get(5)?);
    let attributes: Attributes = serde_json::from_str(&written)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(3, Type::Text, Box::new(error)))?;
    let kind = match kind.as_str() {
        "gauge" => ReadingKind::Gauge,
        "counter" => ReadingKind::Counter,
        "rate" => ReadingKind::Rate,
        _ => return Err(unknown_name(5, &kind)),
    };
    Ok(Series { source, metric: Cow::Owned(metric), attributes, unit: Cow::Owned(unit), kind })
}

pub(super) fn put_gap(connection: &Connection, gap: &Gap) -> Result<()> {
    let source = source_id(connection, &gap.source)?;
    let sql = "INSERT OR REPLACE INTO gaps (source_id, from_us, to_us, reason) VALUES (?1, ?2, ?3, ?4)";
    connection.prepare_cached(sql)?.execute(params![source, gap.from_us, gap.to_us, gap.reason])?;
    Ok(())
}

pub(super) const GAPS: &str =
    "SELECT source_id, from_us, to_us, reason FROM gaps ORDER BY from_us, source_id";

/// From the columns of [`GAPS`], with the source of the id in its first column.
pub(super) fn gap(row: &Row<'_>, source: Source) -> Result<Gap> {
    Ok(Gap { source, from_us: row.get(1)?, to_us: row.get(2)?, reason: row.get(3)? })
}

pub(super) fn put_event(connection: &Connection, at_us: i64, event: &ServerEvent) -> Result<()> {
    let source = source_id(connection, &event.source)?;
    let sql =
        "INSERT INTO server_events (at_us, source_id, kind, duration_us, text) VALUES (?1, ?2, ?3, ?4, ?5)";
    connection.prepare_cached(sql)?.execute(params![
        at_us,
        source,
        event.kind.name(),
        event.duration_us.map(column),
        event.text
    ])?;
    Ok(())
}

pub(super) const EVENTS: &str =
    "SELECT source_id, at_us, kind, duration_us, text FROM server_events ORDER BY at_us, id";

/// From the columns of [`EVENTS`], with the source of the id in its first column.
pub(super) fn event(row: &Row<'_>, source: Source) -> Result<ServerEvent> {
    let kind: String = row.get(2)?;
    Ok(ServerEvent {
        at: At::Run(row.get(1)?),
        source,
        kind: ServerEventKind::named(&kind).ok_or_else(|| unknown_name(2, &kind))?,
        duration_us: optional_count(row, 3)?,
        text: row.get(4)?,
    })
}
