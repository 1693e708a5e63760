//! Examples of exchanges as rows, both ways.

use super::rows::{SecondKey, column};
use super::schema::meta;
use super::texts::FileTexts;
use crate::exchange::{ExampleLimits, ExampleReason, ExchangeExample};
use crate::secrets::Secrets;
use crate::visible::visible;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Result, params};
use std::collections::BTreeMap;

const SLOW: &str = "slow";

fn reason(example: &ExchangeExample) -> &'static str {
    match example.reason {
        ExampleReason::Failed(kind) => kind.name(),
        ExampleReason::Slow => SLOW,
    }
}

/// Once this part of the room is used, in percent, only the begins of bodies are stored.
const ROOM_PERCENT_OF_WHOLE_BODIES: u64 = 75;

/// Bytes of such a begin.
const SHORT_BODY_BYTES: usize = 1_024;

/// As many as the limits in the header allow: of failures the first that come, of slow ones the slowest. Where there is no room
/// for one, this is counted. A fleet's second has some of every node, so each kind is looked up once, and secrets are looked for only
/// in what is stored.
pub(super) fn put(
    connection: &Connection,
    at: SecondKey,
    examples: &[ExchangeExample],
    texts: &mut FileTexts,
) -> Result<()> {
    if examples.is_empty() {
        return Ok(());
    }
    let limits = limits(connection)?;
    let mut room = Room { all: u64::from(limits.megabytes) * 1_000_000, used: used_bytes(connection)? };
    for ((name, reason), mut found) in kinds(examples) {
        let transaction = &*texts.name(name);
        if reason == SLOW {
            found.sort_by_key(|example| std::cmp::Reverse(example.took_us));
            found.truncate(limits.slowest as usize);
            let least = slower_than(connection, (at.step, transaction), limits)?;
            found.retain(|example| least.is_none_or(|least| example.took_us > least));
            // Where there is no room, each takes that of a faster one.
            found.reverse();
        } else {
            let stored = of_kind(connection, transaction, reason)?;
            found.truncate(limits.failures.saturating_sub(stored) as usize);
        }
        for example in found {
            let example = texts.exchange(example, transaction);
            put_one(connection, ExchangeExample { step: at.step, ..example }, &mut room)?;
        }
        if reason == SLOW {
            remove_fastest(connection, (at.step, transaction), limits)?;
            room.used = used_bytes(connection)?;
        }
    }
    Ok(())
}

/// Each transaction and reason with its examples, in the order in which they come.
fn kinds(examples: &[ExchangeExample]) -> Vec<((&str, &'static str), Vec<&ExchangeExample>)> {
    let mut places = BTreeMap::new();
    let mut kinds: Vec<((&str, &'static str), Vec<&ExchangeExample>)> = Vec::new();
    for example in examples {
        let kind = (example.transaction.as_str(), reason(example));
        let place = *places.entry(kind).or_insert(kinds.len());
        if place == kinds.len() {
            kinds.push((kind, Vec::new()));
        }
        kinds[place].1.push(example);
    }
    kinds
}

/// Bytes for examples.
struct Room {
    all: u64,
    used: u64,
}

fn limits(connection: &Connection) -> Result<ExampleLimits> {
    let sql = "SELECT value ->> '$.examples' FROM meta WHERE key = 'header'";
    let text: Option<String> = connection.prepare_cached(sql)?.query_row([], |row| row.get(0))?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

fn of_kind(connection: &Connection, transaction: &str, reason: &str) -> Result<u32> {
    let sql = "SELECT count(*) FROM exchanges WHERE transaction_name = ?1 AND reason = ?2";
    connection.prepare_cached(sql)?.query_row([transaction, reason], |row| row.get(0))
}

/// How slow one has to be, where there are as many as there may be.
fn slower_than(
    connection: &Connection,
    (step, transaction): (u32, &str),
    limits: ExampleLimits,
) -> Result<Option<u64>> {
    let sql = "SELECT count(*), min(took_us) FROM exchanges WHERE step = ?1 AND transaction_name = ?2 AND reason = ?3";
    let (count, least): (u32, Option<i64>) = connection
        .prepare_cached(sql)?
        .query_row(params![step, transaction, SLOW], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(least.filter(|_| count >= limits.slowest).map(i64::unsigned_abs))
}

/// Stores it where there is room. A slower answer takes that of the faster ones of its transaction and step.
fn put_one(connection: &Connection, example: ExchangeExample, room: &mut Room) -> Result<()> {
    let is_roomy = room.used * 100 < room.all * ROOM_PERCENT_OF_WHOLE_BODIES;
    let whole = json(&example)?;
    let (example, content) = match is_roomy && room.used + whole.len() as u64 <= room.all {
        true => (example, whole),
        false => {
            let short = example.with_short_bodies(SHORT_BODY_BYTES);
            let content = json(&short)?;
            (short, content)
        }
    };
    let is_slow = example.reason == ExampleReason::Slow;
    while room.used + content.len() as u64 > room.all {
        if !is_slow || !remove_a_faster(connection, &example)? {
            return count_left_out(connection);
        }
        room.used = used_bytes(connection)?;
    }
    room.used += content.len() as u64;
    insert(connection, &example, &content)
}

fn json(example: &ExchangeExample) -> Result<String> {
    serde_json::to_string(example).map_err(|e| rusqlite::Error::ToSqlConversionFailure(e.into()))
}

fn used_bytes(connection: &Connection) -> Result<u64> {
    let sql = "SELECT coalesce(sum(bytes), 0) FROM exchanges";
    let bytes: i64 = connection.prepare_cached(sql)?.query_row([], |row| row.get(0))?;
    Ok(bytes.unsigned_abs())
}

fn insert(connection: &Connection, example: &ExchangeExample, content: &str) -> Result<()> {
    let sql = "INSERT INTO exchanges (step, transaction_name, reason, at_us, took_us, bytes, content) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    connection.prepare_cached(sql)?.execute(params![
        example.step,
        example.transaction,
        reason(example),
        column(example.at_us),
        column(example.took_us),
        column(content.len() as u64),
        content,
    ])?;
    Ok(())
}

/// The fastest of the slow ones of the same transaction and step, if it is faster; whether there was one.
fn remove_a_faster(connection: &Connection, example: &ExchangeExample) -> Result<bool> {
    let sql = "DELETE FROM exchanges WHERE id = (SELECT id FROM exchanges WHERE step = ?1 AND transaction_name = ?2 \
               AND reason = ?3 AND took_us < ?4 ORDER BY took_us, id DESC LIMIT 1)";
    let values = params![example.step, example.transaction, SLOW, column(example.took_us)];
    Ok(connection.prepare_cached(sql)?.execute(values)? > 0)
}

fn remove_fastest(
    connection: &Connection,
    (step, transaction): (u32, &str),
    limits: ExampleLimits,
) -> Result<()> {
    let sql = "DELETE FROM exchanges WHERE id IN (SELECT id FROM exchanges WHERE step = ?1 AND transaction_name = ?2 \
               AND reason = ?3 ORDER BY took_us DESC, id LIMIT -1 OFFSET ?4)";
    connection.prepare_cached(sql)?.execute(params![step, transaction, SLOW, limits.slowest])?;
    Ok(())
}

fn count_left_out(connection: &Connection) -> Result<()> {
    let sql = "INSERT INTO meta (key, value) VALUES (?1, '1') \
               ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)";
    connection.prepare_cached(sql)?.execute([meta::EXCHANGES_LEFT_OUT])?;
    Ok(())
}

/// Examples for which there was no room.
pub(super) fn left_out(connection: &Connection) -> Result<u64> {
    let sql = "SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?1";
    let count: Option<i64> =
        connection.query_row(sql, [meta::EXCHANGES_LEFT_OUT], |row| row.get(0)).optional()?;
    Ok(count.unwrap_or(0).max(0).unsigned_abs())
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
