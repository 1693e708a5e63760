//! Examples of exchanges as rows, both ways.

use super::rows::{SecondKey, column};
use crate::exchange::{ExampleLimits, ExampleReason, ExchangeExample};
use crate::secrets::Secrets;
use crate::visible::visible;
use rusqlite::types::Type;
use rusqlite::{Connection, Result, params};

const SLOW: &str = "slow";

fn reason(example: &ExchangeExample) -> &'static str {
    match example.reason {
        ExampleReason::Failed(kind) => kind.name(),
        ExampleReason::Slow => SLOW,
    }
}

/// As many as the limits in the header allow: of failures the first that come, of slow ones the slowest.
pub(super) fn put(connection: &Connection, at: SecondKey, examples: &[ExchangeExample]) -> Result<()> {
    if examples.is_empty() {
        return Ok(());
    }
    let limits = limits(connection)?;
    for example in examples {
        let example = ExchangeExample { step: at.step, ..example.clone() };
        match example.reason {
            ExampleReason::Failed(_) if has_room(connection, &example, limits)? => {
                insert(connection, &example, limits)?
            }
            ExampleReason::Failed(_) => {}
            ExampleReason::Slow => {
                insert(connection, &example, limits)?;
                keep_slowest(connection, &example, limits)?;
            }
        }
    }
    Ok(())
}

fn limits(connection: &Connection) -> Result<ExampleLimits> {
    let sql = "SELECT value ->> '$.examples' FROM meta WHERE key = 'header'";
    let text: Option<String> = connection.prepare_cached(sql)?.query_row([], |row| row.get(0))?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

fn has_room(connection: &Connection, example: &ExchangeExample, limits: ExampleLimits) -> Result<bool> {
    let sql = "SELECT count(*) FROM exchanges WHERE transaction_name = ?1 AND reason = ?2";
    let count: u32 = connection
        .prepare_cached(sql)?
        .query_row(params![example.transaction, reason(example)], |row| row.get(0))?;
    Ok(count < limits.failures)
}

fn insert(connection: &Connection, example: &ExchangeExample, limits: ExampleLimits) -> Result<()> {
    let content =
        serde_json::to_string(example).map_err(|e| rusqlite::Error::ToSqlConversionFailure(e.into()))?;
    let sql = "INSERT INTO exchanges (step, transaction_name, reason, at_us, took_us, bytes, content) \
               SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE (SELECT coalesce(sum(bytes), 0) FROM exchanges) + ?6 <= ?8";
    connection.prepare_cached(sql)?.execute(params![
        example.step,
        example.transaction,
        reason(example),
        column(example.at_us),
        column(example.took_us),
        column(content.len() as u64),
        content,
        i64::from(limits.megabytes) * 1_000_000,
    ])?;
    Ok(())
}

fn keep_slowest(connection: &Connection, example: &ExchangeExample, limits: ExampleLimits) -> Result<()> {
    let sql = "DELETE FROM exchanges WHERE id IN (SELECT id FROM exchanges WHERE step = ?1 AND transaction_name = ?2 \
               AND reason = ?3 ORDER BY took_us DESC, id LIMIT -1 OFFSET ?4)";
    let slowest = limits.slowest;
    connection.prepare_cached(sql)?.execute(params![example.step, example.transaction, SLOW, slowest])?;
    Ok(())
}

/// By step, transaction and reason; the slowest first. Files of earlier versions have none.
pub(super) fn all(connection: &Connection) -> Result<Vec<ExchangeExample>> {
    let is_there = "SELECT count(*) FROM sqlite_schema WHERE name = 'exchanges'";
    if connection.query_row(is_there, [], |row| row.get::<_, i64>(0))? == 0 {
        return Ok(Vec::new());
    }
    let sql = "SELECT content FROM exchanges ORDER BY step, transaction_name, reason, \
               CASE reason WHEN 'slow' THEN -took_us ELSE at_us END, id";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| {
        let content: String = row.get(0)?;
        let example: ExchangeExample = serde_json::from_str(&content)
            .map_err(|e| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(e)))?;
        // Files of others hold what they like.
        Ok(example.masked(&Secrets::default(), |text| visible(text).into_owned()))
    })?;
    rows.collect()
}
