//! Values of the model as columns, both ways.

use crate::decision::SearchEnd;
use crate::latencies::Latencies;
use crate::note::{End, EndReason, Note, NoteContent, NoteKind, RunFailure};
use crate::record::{LoadStep, TransactionKey, TransactionKind};
use crate::visible::{visible, visible_line};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// No count of a second and no time, in microseconds, is larger; a file in which one is was not written by us.
pub(super) const COUNT_MAX: i64 = 1 << 53;

/// SQLite's integers are signed; no count or time reaches their limit.
pub(super) fn column(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// A count or time from a column.
pub(super) fn count(row: &Row<'_>, index: usize) -> Result<u64> {
    let value: i64 = row.get(index)?;
    match u64::try_from(value) {
        Ok(count) if value <= COUNT_MAX => Ok(count),
        _ => Err(rusqlite::Error::IntegralValueOutOfRange(index, value)),
    }
}

pub(super) fn optional_count(row: &Row<'_>, index: usize) -> Result<Option<u64>> {
    match row.get::<_, Option<i64>>(index)? {
        None => Ok(None),
        Some(_) => count(row, index).map(Some),
    }
}

pub(super) fn unknown_name(index: usize, name: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(index, Type::Text, format!("unknown name {name:?}").into())
}

/// No values: NULL.
pub(super) fn histogram_column(latencies: &Latencies) -> Option<Vec<u8>> {
    (!latencies.is_empty()).then(|| latencies.to_bytes())
}

pub(super) fn histogram(row: &Row<'_>, index: usize) -> Result<Latencies> {
    Ok(optional_histogram(row, index)?.unwrap_or_default())
}

pub(super) fn optional_histogram(row: &Row<'_>, index: usize) -> Result<Option<Latencies>> {
    let damaged = |why| rusqlite::Error::FromSqlConversionFailure(index, Type::Blob, why);
    match row.get_ref(index)?.as_blob_or_null()? {
        None => Ok(None),
        Some(bytes) if !has_its_length(bytes) => Err(damaged("a stored histogram has not its length".into())),
        Some(bytes) => Latencies::from_bytes(bytes).map(Some).map_err(|e| damaged(Box::new(e))),
    }
}

/// HdrHistogram V2: a header of 40 bytes with the length of the rest at 4. The decoder would believe a
/// damaged length, and take up to 4 GiB of memory for it.
fn has_its_length(bytes: &[u8]) -> bool {
    let length = bytes.get(4..8).and_then(|b| b.try_into().ok()).map(u32::from_be_bytes);
    length.is_some_and(|length| bytes.len() as u64 == u64::from(length) + 40)
}

/// Where a row belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SecondKey {
    pub step: u32,
    pub second: u32,
}

impl SecondKey {
    pub const FIRST: SecondKey = SecondKey { step: 0, second: 0 };

    /// From a row's first two columns.
    pub fn of(row: &Row<'_>) -> Result<SecondKey> {
        Ok(SecondKey { step: row.get(0)?, second: row.get(1)? })
    }
}

pub(super) fn transaction_id(connection: &Connection, transaction: &TransactionKey) -> Result<i64> {
    let kind = match transaction.kind {
        TransactionKind::Request => "request",
        TransactionKind::Group => "group",
        TransactionKind::Completion => "completion",
    };
    let known = connection
        .prepare_cached("SELECT id FROM transactions WHERE name = ?1 AND kind = ?2")?
        .query_row(params![transaction.name, kind], |row| row.get(0))
        .optional()?;
    match known {
        Some(id) => Ok(id),
        None => connection
            .prepare_cached("INSERT INTO transactions (name, kind) VALUES (?1, ?2)")?
            .insert(params![transaction.name, kind]),
    }
}

/// From the columns id, name, kind.
pub(super) fn transaction(row: &Row<'_>) -> Result<(i64, TransactionKey)> {
    let kind: String = row.get(2)?;
    let kind = match kind.as_str() {
        "request" => TransactionKind::Request,
        "group" => TransactionKind::Group,
        "completion" => TransactionKind::Completion,
        _ => return Err(unknown_name(2, &kind)),
    };
    let name: String = row.get(1)?;
    Ok((row.get(0)?, TransactionKey { name: visible_line(&name).into_owned(), kind }))
}

pub(super) fn put_step(connection: &Connection, step: &LoadStep) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO steps (number, threads, nodes, started_us, measured_from_us, \
               measured_to_us, ended_us, cut_short, abandoned, rate_per_s, name) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    connection.prepare_cached(sql)?.execute(params![
        step.number,
        step.threads,
        step.nodes,
        column(step.started_us),
        column(step.measured_from_us),
        step.measured_to_us.map(column),
        step.ended_us.map(column),
        step.cut_short,
        column(step.abandoned),
        step.rate_per_s,
        step.name,
    ])?;
    Ok(())
}

pub(super) const STEPS: &str = "SELECT number, threads, nodes, started_us, measured_from_us, measured_to_us, \
                                ended_us, cut_short, abandoned, rate_per_s, name FROM steps ORDER BY number";

/// From the columns of [`STEPS`].
pub(super) fn step(row: &Row<'_>) -> Result<LoadStep> {
    let (threads, nodes): (u32, u32) = (row.get(1)?, row.get(2)?);
    if threads.checked_mul(nodes).is_none() {
        return Err(rusqlite::Error::IntegralValueOutOfRange(2, nodes.into()));
    }
    Ok(LoadStep {
        number: row.get(0)?,
        threads,
        nodes,
        started_us: count(row, 3)?,
        measured_from_us: count(row, 4)?,
        measured_to_us: optional_count(row, 5)?,
        ended_us: optional_count(row, 6)?,
        cut_short: row.get(7)?,
        abandoned: count(row, 8)?,
        rate_per_s: row.get(9)?,
        name: row.get(10)?,
    })
}

/// In files of schema 5 notes and reasons are texts; since then what they say is JSON.
const SCHEMA_OF_TEXTS: i64 = 5;

pub(super) fn notes_sql(schema: i64) -> &'static str {
    match schema {
        SCHEMA_OF_TEXTS => "SELECT at_us, kind, text, id FROM notes ORDER BY id",
        _ => "SELECT at_us, kind, content, id FROM notes ORDER BY id",
    }
}

pub(super) fn put_note(connection: &Connection, note: &Note) -> Result<()> {
    connection
        .prepare_cached("INSERT INTO notes (at_us, kind, content) VALUES (?1, ?2, ?3)")?
        .execute(params![column(note.at_us), note.kind.name(), to_json(&note.content)?])?;
    Ok(())
}

/// From the columns of [`notes_sql`].
pub(super) fn note(row: &Row<'_>, schema: i64) -> Result<Note> {
    let kind: String = row.get(1)?;
    let kind = NoteKind::named(&kind).ok_or_else(|| unknown_name(1, &kind))?;
    let content = match schema {
        SCHEMA_OF_TEXTS => NoteContent::Text(visible(&row.get::<_, String>(2)?).into_owned()),
        _ => from_json(row, 2)?,
    };
    Ok(Note { at_us: count(row, 0)?, kind, content })
}

pub(super) fn put_end(connection: &Connection, end: &End) -> Result<()> {
    let (reason, detail) = match &end.reason {
        EndReason::Completed => ("completed", None),
        EndReason::Converged => ("converged", None),
        EndReason::LoadExhausted => ("load-exhausted", None),
        EndReason::Impossible(why) => ("impossible", Some(to_json(why)?)),
        EndReason::Inconclusive(why) => ("inconclusive", Some(to_json(why)?)),
        EndReason::Interrupted => ("interrupted", None),
        EndReason::StoppedByPlan => ("stopped-by-plan", None),
        EndReason::Failed(why) => ("failed", Some(to_json(why)?)),
    };
    connection
        .prepare_cached("INSERT OR REPLACE INTO run_end (id, at_us, reason, detail) VALUES (1, ?1, ?2, ?3)")?
        .execute(params![column(end.at_us), reason, detail])?;
    Ok(())
}

/// From the columns at_us, reason, detail.
pub(super) fn end(row: &Row<'_>, schema: i64) -> Result<End> {
    let reason: String = row.get(1)?;
    let searched = || match schema {
        SCHEMA_OF_TEXTS => row.get(2).map(SearchEnd::Text),
        _ => from_json(row, 2),
    };
    let reason = match reason.as_str() {
        "completed" => EndReason::Completed,
        "converged" => EndReason::Converged,
        "load-exhausted" => EndReason::LoadExhausted,
        "impossible" => EndReason::Impossible(searched()?),
        "inconclusive" => EndReason::Inconclusive(searched()?),
        "interrupted" => EndReason::Interrupted,
        "stopped-by-plan" => EndReason::StoppedByPlan,
        "failed" if schema == SCHEMA_OF_TEXTS => EndReason::Failed(RunFailure::Text(row.get(2)?)),
        "failed" => EndReason::Failed(from_json(row, 2)?),
        _ => return Err(unknown_name(1, &reason)),
    };
    Ok(End { at_us: count(row, 0)?, reason })
}

pub(super) fn to_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

fn from_json<T: DeserializeOwned>(row: &Row<'_>, index: usize) -> Result<T> {
    let text: String = row.get(index)?;
    serde_json::from_str(&text)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(index, Type::Text, error.into()))
}
