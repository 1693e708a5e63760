//! `.plimsoll/lab.db`: what people are and did, what they added to runs, and the queue. It can't be made again.

use rusqlite::Connection;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub const FILE: &str = "lab.db";

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS users (
    name TEXT PRIMARY KEY, role TEXT NOT NULL, password TEXT, created TEXT NOT NULL, last_seen TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sessions (
    fingerprint TEXT PRIMARY KEY, name TEXT NOT NULL, expires_unix INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, scope TEXT NOT NULL, fingerprint TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL, created TEXT NOT NULL, expires_unix INTEGER, last_used TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS audit (
    id INTEGER PRIMARY KEY, at TEXT NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL, target TEXT NOT NULL, origin TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS annotations (
    run TEXT PRIMARY KEY, tags TEXT NOT NULL DEFAULT '[]', note TEXT NOT NULL DEFAULT '', pinned INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS trash (
    id TEXT PRIMARY KEY, file TEXT NOT NULL, name TEXT NOT NULL, stored TEXT NOT NULL, deleted TEXT NOT NULL,
    who TEXT NOT NULL, bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS jobs (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, state TEXT NOT NULL, content TEXT NOT NULL
) STRICT;
";

/// One connection: what is asked of it takes microseconds.
#[derive(Debug)]
pub struct People {
    connection: Mutex<Connection>,
}

impl People {
    /// Of the folder `.plimsoll`.
    pub fn open(folder: &Path) -> rusqlite::Result<People> {
        let connection = Connection::open(folder.join(FILE))?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.execute_batch(TABLES)?;
        Ok(People { connection: Mutex::new(connection) })
    }

    pub fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Now, as it is stored and shown: `2026-11-24T12:00:00Z`.
pub fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

pub fn now_unix() -> i64 {
    jiff::Timestamp::now().as_second()
}
