//! Files of older schemas, read as if they had this one: what they lack is put before them in the connection's own
//! temporary schema, and the file stays as it is.

use super::schema::{SCHEMA_VERSION, TELEMETRY_TABLES};
use rusqlite::{Connection, Result};

/// Columns that came after the first version, each with what it holds for older files.
const COLUMNS: &[(&str, &[(&str, &str)])] = &[
    ("steps", &[("rate_per_s", "NULL"), ("name", "''")]),
    ("intervals", &[("service", "NULL"), ("failed", "NULL")]),
    (
        "generator",
        &[
            ("run_delay_us", "0"),
            ("connections", "0"),
            ("connects", "0"),
            ("turns", "0"),
            ("events", "0"),
            ("events_max", "0"),
            ("turn_us_max", "0"),
        ],
    ),
    (
        "generator_histograms",
        &[("descriptors_max", "0"), ("ports_max", "0"), ("sockets_used", "0"), ("sockets_time_wait", "0")],
    ),
];

const ARRIVALS: &str = "CREATE TEMP TABLE IF NOT EXISTS arrivals (step, second, scenario, due, started, waited, \
                        dropped, waiting, busy, delay)";

const JOBS: &str =
    "CREATE TEMP TABLE IF NOT EXISTS jobs (number, name, step, started_us, ended_us, verdict, detail)";
const COMPLETIONS: &str =
    "CREATE TEMP TABLE IF NOT EXISTS completions (step, name, sent, failed, arrived, doubled)";

/// Makes a connection to a file of that version one to a file of this version.
pub(super) fn complete(connection: &Connection, version: i64) -> Result<()> {
    // Without it a damaged file would look like one without telemetry.
    connection.execute_batch("PRAGMA temp_store = MEMORY")?;
    // Programs that do not know it lose nothing else, so it has no version of its own.
    if !has_column(connection, "placed_series", "input_id")? {
        connection.execute_batch("CREATE TEMP TABLE placed_series (input_id, series_id)")?;
    }
    if version >= SCHEMA_VERSION {
        return Ok(());
    }
    for (table, columns) in COLUMNS {
        let missing: Vec<String> = columns
            .iter()
            .filter_map(|(name, value)| match has_column(connection, table, name) {
                Ok(true) => None,
                Ok(false) => Some(Ok(format!("{value} AS {name}"))),
                Err(error) => Some(Err(error)),
            })
            .collect::<Result<_>>()?;
        if !missing.is_empty() {
            let missing = missing.join(", ");
            connection.execute_batch(&format!(
                "CREATE TEMP VIEW {table} AS SELECT *, {missing} FROM main.{table}"
            ))?;
        }
    }
    for (table, create) in [("arrivals", ARRIVALS), ("jobs", JOBS), ("completions", COMPLETIONS)] {
        if !has_column(connection, table, "step")? {
            connection.execute_batch(create)?;
        }
    }
    if !has_column(connection, "series", "id")? {
        connection
            .execute_batch(&TELEMETRY_TABLES.replace("CREATE TABLE", "CREATE TEMP TABLE IF NOT EXISTS"))?;
    }
    Ok(())
}

fn has_column(connection: &Connection, table: &str, column: &str) -> Result<bool> {
    let sql = "SELECT count(*) FROM pragma_table_info(?1, 'main') WHERE name = ?2";
    connection.query_row(sql, [table, column], |row| row.get::<_, i64>(0)).map(|count| count > 0)
}
