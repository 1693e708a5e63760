//! What can go wrong with a run file.

use rusqlite::ErrorCode;
use rusqlite::ffi::{SQLITE_ERROR, SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_WRITE};
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("create {}: there is a file of that name", path.display())]
    Exists { path: PathBuf },
    #[error("create {}", path.display())]
    Create { path: PathBuf, source: io::Error },
    #[error("open {}: there is no such file", path.display())]
    Missing { path: PathBuf },
    #[error("open {}", path.display())]
    NotReadable { path: PathBuf, source: io::Error },
    #[error("open {}: it is not a run file", path.display())]
    NotARun { path: PathBuf },
    /// `version` is the file's schema, `supported` the one that this program reads.
    #[error("open {}: a newer Plimsoll wrote it (schema {version}; this one reads {supported})", path.display())]
    Newer { path: PathBuf, version: i64, supported: i64 },
    /// `version` is the file's schema, `supported` the one that this program reads.
    #[error("open {}: an older Plimsoll wrote it (schema {version}; this one reads {supported})", path.display())]
    Older { path: PathBuf, version: i64, supported: i64 },
    #[error("read {}: the file is damaged: {detail}", path.display())]
    Damaged { path: PathBuf, detail: String },
    /// What was flushed before stays readable.
    #[error("write {}: the disk is full", path.display())]
    DiskFull { path: PathBuf },
    /// As [`StoreError::DiskFull`]: a file would get longer than the system allows this process.
    #[error("write {}: a file may have {} KB here (`ulimit -f`)", path.display(), limit_bytes >> 10)]
    FileLimit { path: PathBuf, limit_bytes: u64 },
    #[error("use {}", path.display())]
    Database { path: PathBuf, source: rusqlite::Error },
}

impl StoreError {
    /// What the user can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            StoreError::Exists { .. } => {
                Some("choose another name, or move that file away; a run is never overwritten")
            }
            StoreError::Missing { .. } => Some("check the name and the directory"),
            StoreError::NotARun { .. } => Some("`plimsoll run` makes run files"),
            StoreError::Newer { .. } => Some("use the version of Plimsoll that made the run, or a newer one"),
            StoreError::Older { .. } => Some("report on it with the version of Plimsoll that made the run"),
            StoreError::Damaged { .. } => Some(
                "copy it again from where the run was made, with the -wal file beside it if there is one",
            ),
            StoreError::DiskFull { .. } => Some("make room; what was written until a second before is kept"),
            StoreError::FileLimit { .. } => Some(
                "raise the limit (`ulimit -f`, LimitFSIZE of systemd); what was written until a second before is kept",
            ),
            StoreError::Create { .. } | StoreError::NotReadable { .. } => {
                Some("check that the directory exists and what you may do in it")
            }
            StoreError::Database { .. } => None,
        }
    }

    pub fn is_disk_full(&self) -> bool {
        matches!(self, StoreError::DiskFull { .. })
    }

    pub fn path(&self) -> &Path {
        match self {
            StoreError::Exists { path }
            | StoreError::Create { path, .. }
            | StoreError::Missing { path }
            | StoreError::NotReadable { path, .. }
            | StoreError::NotARun { path }
            | StoreError::Newer { path, .. }
            | StoreError::Older { path, .. }
            | StoreError::Damaged { path, .. }
            | StoreError::DiskFull { path }
            | StoreError::FileLimit { path, .. }
            | StoreError::Database { path, .. } => path,
        }
    }

    /// What an error of SQLite means for the run file at `path`.
    pub(super) fn of(path: &Path, source: rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        match &source {
            rusqlite::Error::SqliteFailure(error, _) => match error.code {
                ErrorCode::DiskFull => StoreError::DiskFull { path },
                _ if error.extended_code == SQLITE_IOERR_WRITE && file_limit().is_some() => {
                    StoreError::FileLimit { path, limit_bytes: file_limit().unwrap_or_default() }
                }
                // The shared memory beside the file could not grow.
                _ if error.extended_code == SQLITE_IOERR_SHMSIZE => StoreError::DiskFull { path },
                ErrorCode::NotADatabase => StoreError::NotARun { path },
                ErrorCode::DatabaseCorrupt => StoreError::Damaged { path, detail: source.to_string() },
                // The statements are right, so a table or a column is missing.
                _ if error.extended_code == SQLITE_ERROR => {
                    StoreError::Damaged { path, detail: source.to_string() }
                }
                _ => StoreError::Database { path, source },
            },
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::InvalidColumnName(..)
            | rusqlite::Error::Utf8Error(..)
            | rusqlite::Error::QueryReturnedNoRows
            | rusqlite::Error::SqlInputError { .. } => {
                StoreError::Damaged { path, detail: source.to_string() }
            }
            _ => StoreError::Database { path, source },
        }
    }
}

/// The longest file that this process may write; SQLite does not say that a write failed for that.
#[cfg(unix)]
fn file_limit() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Fsize).current
}

#[cfg(not(unix))]
fn file_limit() -> Option<u64> {
    None
}
