//! Intervals as rows, both ways: the load's, and those that servers tell of themselves.

use super::rows::{column, count, histogram, histogram_column, optional_histogram, unknown_name};
use crate::interval::{ErrorKind, Interval};
use crate::latencies::Latencies;
use crate::visible::visible_line;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};
use std::collections::BTreeMap;

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

    pub fn requests(&self) -> u64 {
        self.requests.unsigned_abs()
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
    let detail: String = row.get(4)?;
    let errors = interval.errors.entry((kind, visible_line(&detail).into_owned())).or_default();
    *errors = errors.saturating_add(count(row, 5)?);
    Ok(())
}
