//! Values of the model as columns, both ways.

use crate::interval::{ErrorKind, Interval};
use crate::latencies::Latencies;
use crate::record::{End, EndReason, Note, NoteKind, Step, Transaction, TransactionKind};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};
use std::collections::BTreeMap;

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

fn optional_histogram(row: &Row<'_>, index: usize) -> Result<Option<Latencies>> {
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
pub(super) struct At {
    pub step: u32,
    pub second: u32,
}

impl At {
    /// From a row's first two columns.
    pub fn of(row: &Row<'_>) -> Result<At> {
        Ok(At { step: row.get(0)?, second: row.get(1)? })
    }
}

pub(super) fn transaction_id(connection: &Connection, transaction: &Transaction) -> Result<i64> {
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
pub(super) fn transaction(row: &Row<'_>) -> Result<(i64, Transaction)> {
    let kind: String = row.get(2)?;
    let kind = match kind.as_str() {
        "request" => TransactionKind::Request,
        "group" => TransactionKind::Group,
        "completion" => TransactionKind::Completion,
        _ => return Err(unknown_name(2, &kind)),
    };
    Ok((row.get(0)?, Transaction { name: row.get(1)?, kind }))
}

pub(super) fn put_step(connection: &Connection, step: &Step) -> Result<()> {
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
pub(super) fn step(row: &Row<'_>) -> Result<Step> {
    Ok(Step {
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

/// Where intervals lie: the load's by step, a server's own by source. Both have the same columns after that.
pub(super) struct IntervalTables {
    pub intervals: &'static str,
    pub errors: &'static str,
    /// The first column of both.
    pub owner: &'static str,
    /// Leaves what is there, [`IntervalTables::replace`] does not.
    insert: &'static str,
    replace: &'static str,
    replace_error: &'static str,
}

/// Statements of the hot path are put together by the compiler.
macro_rules! interval_tables {
    ($intervals:literal, $errors:literal, $owner:literal) => {
        IntervalTables {
            intervals: $intervals,
            errors: $errors,
            owner: $owner,
            insert: put_interval!("INSERT OR IGNORE INTO ", $intervals, $owner),
            replace: put_interval!("INSERT OR REPLACE INTO ", $intervals, $owner),
            replace_error: concat!(
                "INSERT OR REPLACE INTO ",
                $errors,
                " (",
                $owner,
                ", second, transaction_id, kind, detail, count) ",
                "VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
            ),
        }
    };
}

macro_rules! put_interval {
    ($verb:literal, $intervals:literal, $owner:literal) => {
        concat!(
            $verb, $intervals, " (", $owner, ", second, transaction_id, requests, failed, bytes_received, bytes_sent, ",
            "response, first_byte, errors, response_count, response_us_mean, response_us_p50, response_us_p95, ",
            "response_us_max, service) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)"
        )
    };
}

pub(super) const LOAD: IntervalTables = interval_tables!("intervals", "errors", "step");
pub(super) const SERVER: IntervalTables = interval_tables!("server_intervals", "server_errors", "source_id");

/// A row of them: owner, second, transaction.
pub(super) type IntervalKey = (i64, i64, i64);

impl IntervalTables {
    /// Adds to what is there.
    pub fn merge(&self, connection: &Connection, key: IntervalKey, interval: &Interval) -> Result<()> {
        self.merge_encoded(connection, key, &IntervalColumns::of(interval), &interval.errors)
    }

    /// The same, of what was made of the interval.
    pub fn merge_encoded(
        &self,
        connection: &Connection,
        key: IntervalKey,
        columns: &IntervalColumns,
        errors: &Errors,
    ) -> Result<()> {
        // Hardly ever is there something: to insert first asks the table once.
        if columns.put(connection, self.insert, key)? == 0
            && let Some(mut stored) = self.stored(connection, key)?
        {
            stored.merge(&columns.interval(errors)?);
            IntervalColumns::of(&stored).put(connection, self.replace, key)?;
            return self.put_errors(connection, key, &stored.errors);
        }
        self.put_errors(connection, key, errors)
    }

    fn put_errors(&self, connection: &Connection, key: IntervalKey, errors: &Errors) -> Result<()> {
        if errors.is_empty() {
            return Ok(());
        }
        let (owned_by, second, transaction) = key;
        let mut statement = connection.prepare_cached(self.replace_error)?;
        for ((kind, detail), count) in errors {
            statement.execute(params![owned_by, second, transaction, kind.name(), detail, column(*count)])?;
        }
        Ok(())
    }

    /// What is stored of one transaction in one second.
    fn stored(&self, connection: &Connection, key: IntervalKey) -> Result<Option<Interval>> {
        let one = format!("WHERE {} = ?1 AND second = ?2 AND transaction_id = ?3", self.owner);
        let mut statement = connection.prepare_cached(&format!("{} {one}", self.select_intervals()))?;
        let Some(mut found) = statement.query_row(key, interval).optional()? else { return Ok(None) };
        let mut statement = connection.prepare_cached(&format!("{} {one}", self.select_errors()))?;
        let mut rows = statement.query(key)?;
        while let Some(row) = rows.next()? {
            add_error(row, &mut found)?;
        }
        Ok(Some(found))
    }

    /// The columns of [`interval`]; the errors are in a table of their own, see [`IntervalTables::select_errors`].
    pub fn select_intervals(&self) -> String {
        format!(
            "SELECT {}, second, transaction_id, requests, failed, bytes_received, bytes_sent, response, \
             first_byte, service FROM {}",
            self.owner, self.intervals
        )
    }

    /// The columns of [`add_error`].
    pub fn select_errors(&self) -> String {
        format!("SELECT {}, second, transaction_id, kind, detail, count FROM {}", self.owner, self.errors)
    }
}

/// As in [`Interval::errors`].
pub(super) type Errors = BTreeMap<(ErrorKind, String), u64>;

/// An interval as its row holds it, without its key and its errors.
#[derive(Debug)]
pub(super) struct IntervalColumns {
    requests: i64,
    failed: Option<Vec<u8>>,
    bytes_received: i64,
    bytes_sent: i64,
    response: Option<Vec<u8>>,
    first_byte: Option<Vec<u8>>,
    errors: i64,
    response_count: i64,
    response_us_mean: Option<f64>,
    /// 50th and 95th percentile, and the most.
    response_us: [Option<i64>; 3],
    service: Option<Vec<u8>>,
}

impl IntervalColumns {
    pub fn of(interval: &Interval) -> IntervalColumns {
        let response = &interval.response;
        IntervalColumns {
            requests: column(interval.requests),
            failed: histogram_column(&interval.failed),
            bytes_received: column(interval.bytes_received),
            bytes_sent: column(interval.bytes_sent),
            response: histogram_column(response),
            first_byte: histogram_column(&interval.first_byte),
            errors: column(interval.errors_total()),
            response_count: column(response.count()),
            response_us_mean: response.mean_us(),
            response_us: [response.quantile_us(0.5), response.quantile_us(0.95), response.max_us()]
                .map(|us| us.map(column)),
            service: interval.service.as_ref().map(Latencies::to_bytes),
        }
    }

    fn interval(&self, errors: &Errors) -> Result<Interval> {
        let histogram = |bytes: &Option<Vec<u8>>| match bytes {
            Some(bytes) => Latencies::from_bytes(bytes)
                .map(Some)
                .map_err(|damaged| rusqlite::Error::ToSqlConversionFailure(Box::new(damaged))),
            None => Ok(None),
        };
        Ok(Interval {
            requests: self.requests.unsigned_abs(),
            errors: errors.clone(),
            failed: histogram(&self.failed)?.unwrap_or_default(),
            bytes_received: self.bytes_received.unsigned_abs(),
            bytes_sent: self.bytes_sent.unsigned_abs(),
            response: histogram(&self.response)?.unwrap_or_default(),
            service: histogram(&self.service)?,
            first_byte: histogram(&self.first_byte)?.unwrap_or_default(),
        })
    }

    /// Gives the number of rows that were put: one or none.
    fn put(&self, connection: &Connection, sql: &'static str, key: IntervalKey) -> Result<usize> {
        let (owned_by, second, transaction) = key;
        let [p50, p95, max] = self.response_us;
        connection.prepare_cached(sql)?.execute(params![
            owned_by,
            second,
            transaction,
            self.requests,
            self.failed,
            self.bytes_received,
            self.bytes_sent,
            self.response,
            self.first_byte,
            self.errors,
            self.response_count,
            self.response_us_mean,
            p50,
            p95,
            max,
            self.service,
        ])
    }
}

/// From the columns of [`IntervalTables::select_intervals`].
pub(super) fn interval(row: &Row<'_>) -> Result<Interval> {
    Ok(Interval {
        requests: count(row, 3)?,
        errors: Default::default(),
        failed: histogram(row, 4)?,
        bytes_received: count(row, 5)?,
        bytes_sent: count(row, 6)?,
        response: histogram(row, 7)?,
        first_byte: histogram(row, 8)?,
        service: optional_histogram(row, 9)?,
    })
}

/// Adds the error in the columns of [`IntervalTables::select_errors`].
pub(super) fn add_error(row: &Row<'_>, interval: &mut Interval) -> Result<()> {
    let name: String = row.get(3)?;
    let kind = ErrorKind::named(&name).ok_or_else(|| unknown_name(3, &name))?;
    interval.errors.insert((kind, row.get(4)?), count(row, 5)?);
    Ok(())
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
