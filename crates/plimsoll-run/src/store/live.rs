//! Follows a run file that another process writes: what is new since the last look.

use super::error::StoreError;
use super::reader;
use super::rows::{self, SecondKey};
use crate::note::{End, Note};
use crate::record::{LoadStep, RunHeader, Second};
use rusqlite::{Connection, OptionalExtension, Result as SqlResult};
use std::path::{Path, PathBuf};

/// A run file, open to be looked at again and again while it is written. A look sees one moment, and holds no lock
/// afterwards.
#[derive(Debug)]
pub struct LiveReader {
    connection: Connection,
    path: PathBuf,
    schema: i64,
    /// SQLite's `data_version` at the last look.
    version: Option<i64>,
}

/// How far somebody has read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LivePosition {
    pub step: u32,
    pub second: u32,
    /// Of the last note that was read.
    pub note: i64,
}

/// What a look finds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LivePart {
    /// All of them.
    pub steps: Vec<LoadStep>,
    /// From the position on, ascending by (step, second).
    pub seconds: Vec<Second>,
    /// There are more of them than were asked for: the position to go on from.
    pub next: Option<LivePosition>,
    /// After the position, each with its number.
    pub notes: Vec<(i64, Note)>,
    pub end: Option<End>,
}

impl LiveReader {
    pub fn open(path: &Path) -> Result<(LiveReader, RunHeader), StoreError> {
        let connection = reader::open(path)?;
        let read = |connection: &Connection| -> SqlResult<(i64, RunHeader)> {
            let schema = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
            Ok((schema, reader::header(connection)?))
        };
        let found = read(&connection).and_then(|found| connection.execute_batch("COMMIT").map(|()| found));
        let (schema, header) = found.map_err(|error| StoreError::of(path, error))?;
        Ok((LiveReader { connection, path: path.to_owned(), schema, version: None }, header))
    }

    /// Whether there was a change since this was asked last; `true` the first time.
    pub fn has_changed(&mut self) -> Result<bool, StoreError> {
        let asked = self.connection.pragma_query_value(None, "data_version", |row| row.get::<_, i64>(0));
        let version = asked.map_err(|error| StoreError::of(&self.path, error))?;
        Ok(self.version.replace(version) != Some(version))
    }

    pub fn has_ended(&self) -> Result<bool, StoreError> {
        let asked = self.connection.query_row("SELECT EXISTS (SELECT 1 FROM run_end)", [], |row| row.get(0));
        asked.map_err(|error| StoreError::of(&self.path, error))
    }

    /// What is there from this position on; of the seconds as many as are asked for at most.
    pub fn read(&self, from: LivePosition, seconds_max: u32) -> Result<LivePart, StoreError> {
        let read = || -> SqlResult<LivePart> {
            self.connection.execute_batch("BEGIN")?;
            let part = self.part(from, seconds_max);
            // It only read: whatever came of it, the moment is over.
            self.connection.execute_batch("COMMIT").and(part)
        };
        read().map_err(|error| StoreError::of(&self.path, error))
    }

    fn part(&self, from: LivePosition, seconds_max: u32) -> SqlResult<LivePart> {
        let connection = &self.connection;
        let end = "SELECT at_us, reason, detail FROM run_end";
        let first = SecondKey { step: from.step, second: from.second };
        let until = self.after(first, seconds_max)?;
        let mut steps = connection.prepare_cached(rows::STEPS)?;
        Ok(LivePart {
            steps: steps.query_map([], rows::step)?.collect::<SqlResult<_>>()?,
            seconds: reader::seconds(connection, first, until)?,
            next: until.map(|next| LivePosition { step: next.step, second: next.second, ..from }),
            notes: self.notes(from.note)?,
            end: connection.query_row(end, [], |row| rows::end(row, self.schema)).optional()?,
        })
    }

    /// The second after so many; `None`: there are no more.
    fn after(&self, first: SecondKey, seconds: u32) -> SqlResult<Option<SecondKey>> {
        let sql = "SELECT step, second FROM generator_histograms WHERE (step, second) >= (?1, ?2) \
                   ORDER BY step, second LIMIT 1 OFFSET ?3";
        let mut statement = self.connection.prepare_cached(sql)?;
        statement.query_row([first.step, first.second, seconds], SecondKey::of).optional()
    }

    fn notes(&self, after: i64) -> SqlResult<Vec<(i64, Note)>> {
        let mut statement = self.connection.prepare_cached(rows::notes_sql(self.schema))?;
        let rows = statement.query_map([], |row| Ok((row.get(3)?, rows::note(row, self.schema)?)))?;
        let mut notes: Vec<(i64, Note)> = rows.collect::<SqlResult<_>>()?;
        notes.retain(|(id, _)| *id > after);
        Ok(notes)
    }
}
