//! The tables, and how a database is known to be a run file.

use super::error::StoreError;
use rusqlite::Connection;
use std::path::Path;

/// SQLite's `application_id` of a run file: `Plms`.
pub const APPLICATION_ID: i64 = 0x506c_6d73;
/// SQLite's `user_version` of a run file. A change that an older program would misread raises it.
pub const SCHEMA_VERSION: i64 = 7;
/// The oldest that is read: its notes and reasons of an end are texts.
const SCHEMA_VERSION_MIN: i64 = 5;

const TABLES: &str = include_str!("schema.sql");
/// What the servers did.
const TELEMETRY_TABLES: &str = include_str!("telemetry.sql");

/// Keys of the table `meta`.
pub(super) mod meta {
    /// The run's header as JSON, without the two texts below.
    pub const HEADER: &str = "header";
    pub const PLAN_TEXT: &str = "plan_text";
    pub const STUDY_TEXT: &str = "study_text";
    /// How many examples of exchanges had no room.
    pub const EXCHANGES_LEFT_OUT: &str = "exchanges_left_out";
}

pub(super) fn create_tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(TABLES)?;
    connection.execute_batch(TELEMETRY_TABLES)?;
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", SCHEMA_VERSION)
}

/// Refuses what is no run file of a version that this program reads.
pub(super) fn check(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let pragma = |name: &str| {
        connection
            .pragma_query_value(None, name, |row| row.get::<_, i64>(0))
            .map_err(|e| StoreError::of(path, e))
    };
    if pragma("application_id")? != APPLICATION_ID {
        return Err(StoreError::NotARun { path: path.to_owned() });
    }
    let version = pragma("user_version")?;
    if version > SCHEMA_VERSION {
        return Err(StoreError::Newer { path: path.to_owned(), version, supported: SCHEMA_VERSION });
    }
    if version < SCHEMA_VERSION_MIN {
        return Err(StoreError::Older { path: path.to_owned(), version, supported: SCHEMA_VERSION_MIN });
    }
    check_objects(connection, path)
}

/// A view, a computed column or a virtual table in place of a table could go on for ever; no run file has one, but the view
/// that is there for others and never read.
fn check_objects(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    // A virtual table has no page of its own; 2 and 3 are computed columns (sqlite.org/pragma.html#pragma_table_xinfo).
    let foreign = "SELECT count(*) FROM sqlite_schema AS object WHERE type = 'trigger' \
                   OR type = 'view' AND name <> 'second_totals' OR type = 'table' AND (rootpage = 0 OR EXISTS (SELECT 1 FROM \
                   pragma_table_xinfo(object.name) WHERE hidden IN (2, 3)))";
    let found: i64 =
        connection.query_row(foreign, [], |row| row.get(0)).map_err(|e| StoreError::of(path, e))?;
    match found {
        0 => Ok(()),
        _ => {
            let detail = "it holds a view, a trigger or a computed column that no run file has".to_owned();
            Err(StoreError::Damaged { path: path.to_owned(), detail })
        }
    }
}
