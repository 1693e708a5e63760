//! Values of the model as columns, both ways.

use crate::latencies::Latencies;
use crate::record::{End, EndReason, LoadStep, Note, NoteKind, TransactionKey, TransactionKind};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

/// SQLite's integers are signed; no count or time reaches their limit.
pub(super) fn column(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// A count or time from a column.
pub(super) fn count(row: &Row<'_>, index: usize) -> Result<u64> {
    let value: i64 = row.get(index)?;
    u64::try_from(value).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(index, value))
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
    Ok((row.get(0)?, TransactionKey { name: row.get(1)?, kind }))
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
    Ok(LoadStep {
        number: row.get(0)?,
        threads: row.get(1)?,
        nodes: row.get(2)?,
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

pub(super) fn put_note(connection: &Connection, note: &Note) -> Result<()> {
    let kind = match note.kind {
        NoteKind::Information => "information",
        NoteKind::Warning => "warning",
        NoteKind::Decision => "decision",
    };
    connection
        .prepare_cached("INSERT INTO notes (at_us, kind, text) VALUES (?1, ?2, ?3)")?
        .execute(params![column(note.at_us), kind, note.text])?;
    Ok(())
}

/// From the columns at_us, kind, text.
pub(super) fn note(row: &Row<'_>) -> Result<Note> {
    let kind: String = row.get(1)?;
    let kind = match kind.as_str() {
        "information" => NoteKind::Information,
        "warning" => NoteKind::Warning,
        "decision" => NoteKind::Decision,
        _ => return Err(unknown_name(1, &kind)),
    };
    Ok(Note { at_us: count(row, 0)?, kind, text: row.get(2)? })
}

pub(super) fn put_end(connection: &Connection, end: &End) -> Result<()> {
    let (reason, detail) = match &end.reason {
        EndReason::Completed => ("completed", None),
        EndReason::Converged => ("converged", None),
        EndReason::LoadExhausted => ("load-exhausted", None),
        EndReason::Impossible(why) => ("impossible", Some(why)),
        EndReason::Inconclusive(why) => ("inconclusive", Some(why)),
        EndReason::Interrupted => ("interrupted", None),
        EndReason::StoppedByPlan => ("stopped-by-plan", None),
        EndReason::Failed(why) => ("failed", Some(why)),
    };
    connection
        .prepare_cached("INSERT OR REPLACE INTO run_end (id, at_us, reason, detail) VALUES (1, ?1, ?2, ?3)")?
        .execute(params![column(end.at_us), reason, detail])?;
    Ok(())
}

/// From the columns at_us, reason, detail.
pub(super) fn end(row: &Row<'_>) -> Result<End> {
    let reason: String = row.get(1)?;
    let reason = match reason.as_str() {
        "completed" => EndReason::Completed,
        "converged" => EndReason::Converged,
        "load-exhausted" => EndReason::LoadExhausted,
        "impossible" => EndReason::Impossible(row.get(2)?),
        "inconclusive" => EndReason::Inconclusive(row.get(2)?),
        "interrupted" => EndReason::Interrupted,
        "stopped-by-plan" => EndReason::StoppedByPlan,
        "failed" => EndReason::Failed(row.get(2)?),
        _ => return Err(unknown_name(1, &reason)),
    };
    Ok(End { at_us: count(row, 0)?, reason })
}
