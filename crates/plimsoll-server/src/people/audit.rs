//! Who started, steered, changed and deleted what.

use super::Who;
use super::database::{People, now};
use crate::api::ApiError;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AuditEntry {
    pub at: String,
    pub who: String,
    /// `run started`, `logged in`, …
    pub what: String,
    pub target: String,
    /// The address that asked.
    pub from: String,
}

/// Older ones are forgotten.
const ENTRIES_MAX: i64 = 100_000;

impl People {
    pub fn note(&self, who: &Who, what: &str, target: &str, from: &str) -> Result<(), ApiError> {
        let connection = self.connection();
        let target: String = target.chars().take(300).collect();
        connection.execute(
            "INSERT INTO audit (at, who, what, target, origin) VALUES (?1, ?2, ?3, ?4, ?5)",
            [&now(), &who.name, what, &target, from],
        )?;
        let sql = "DELETE FROM audit WHERE id <= (SELECT max(id) FROM audit) - ?1";
        connection.execute(sql, [ENTRIES_MAX])?;
        Ok(())
    }

    /// The newest first.
    pub fn audit(&self, limit: usize) -> Result<Vec<AuditEntry>, ApiError> {
        let connection = self.connection();
        let sql = "SELECT at, who, what, target, origin FROM audit ORDER BY id DESC LIMIT ?1";
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map([limit as i64], |row| {
            Ok(AuditEntry {
                at: row.get(0)?,
                who: row.get(1)?,
                what: row.get(2)?,
                target: row.get(3)?,
                from: row.get(4)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}
