//! Runs that were deleted, until they are deleted for good.

use super::{LAB_FOLDER, RunSummary};
use crate::api::ApiError;
use crate::lab::LabServer;
use crate::people::Who;
use plimsoll_run::private::create_private_folders;
use rusqlite::{OptionalExtension, params};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TrashedRun {
    pub id: String,
    /// Where it lay.
    pub file: String,
    pub name: String,
    pub deleted: String,
    pub by: String,
    pub bytes: u64,
}

/// What belongs to a run file beside it.
const ENDINGS: [&str; 3] = ["", "-wal", "-shm"];

impl LabServer {
    fn trash_folder(&self) -> PathBuf {
        self.library.folder.join(LAB_FOLDER).join("trash")
    }

    pub fn trash(&self) -> Result<Vec<TrashedRun>, ApiError> {
        let connection = self.people.connection();
        let sql = "SELECT id, file, name, deleted, who, bytes FROM trash ORDER BY deleted DESC, id";
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map([], |row| {
            let bytes: i64 = row.get(5)?;
            Ok(TrashedRun {
                id: row.get(0)?,
                file: row.get(1)?,
                name: row.get(2)?,
                deleted: row.get(3)?,
                by: row.get(4)?,
                bytes: bytes.unsigned_abs(),
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    pub fn move_to_trash(&self, summary: &RunSummary, who: &Who) -> Result<(), ApiError> {
        if summary.is_running() {
            let error = ApiError::conflict("this run goes on");
            return Err(error.with_hint("end it first"));
        }
        create_private_folders(&self.trash_folder())?;
        let stored = format!("{}-{}.run", summary.id, crate::random::name());
        move_file(&self.library.path(summary), &self.trash_folder().join(&stored))?;
        let bytes = i64::try_from(summary.bytes).unwrap_or(i64::MAX);
        self.people.connection().execute(
            "INSERT OR REPLACE INTO trash (id, file, name, stored, deleted, who, bytes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![summary.id, summary.file, summary.name, stored, crate::people::now(), who.name, bytes],
        )?;
        self.library.index.remove(&summary.file)?;
        self.changed(&summary.id);
        Ok(())
    }

    pub fn restore(&self, id: &str) -> Result<String, ApiError> {
        let (file, stored) = self.trashed(id)?;
        let target = self.library.folder.join(&file);
        if target.exists() {
            return Err(ApiError::conflict(format!("another file is called {file} now")));
        }
        if let Some(parent) = target.parent() {
            create_private_folders(parent)?;
        }
        move_file(&self.trash_folder().join(stored), &target)?;
        self.people.connection().execute("DELETE FROM trash WHERE id = ?1", [id])?;
        self.look_again();
        Ok(file)
    }

    pub fn delete_for_good(&self, id: &str) -> Result<(), ApiError> {
        let (_, stored) = self.trashed(id)?;
        for ending in ENDINGS {
            match std::fs::remove_file(self.trash_folder().join(format!("{stored}{ending}"))) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        let connection = self.people.connection();
        connection.execute("DELETE FROM trash WHERE id = ?1", [id])?;
        connection.execute("DELETE FROM annotations WHERE run = ?1", [id])?;
        Ok(())
    }

    fn trashed(&self, id: &str) -> Result<(String, String), ApiError> {
        let sql = "SELECT file, stored FROM trash WHERE id = ?1";
        let connection = self.people.connection();
        let found = connection.query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        found.ok_or_else(|| ApiError::not_found("such run in the trash"))
    }
}

/// With what belongs to it; the file itself last, so that a failure leaves it where it was.
fn move_file(from: &Path, to: &Path) -> Result<(), ApiError> {
    let with = |path: &Path, ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    for ending in ENDINGS.iter().rev() {
        match std::fs::rename(with(from, ending), with(to, ending)) {
            Err(error) if ending.is_empty() || error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error.into());
            }
            _ => {}
        }
    }
    Ok(())
}
