//! Tokens with which pipelines ask: each with a name, a scope and an expiry.

use super::database::{People, now, now_unix};
use super::{TokenScope, Who};
use crate::api::ApiError;
use crate::random;
use rusqlite::{OptionalExtension, params};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ApiToken {
    pub id: String,
    pub name: String,
    pub scope: TokenScope,
    pub created: String,
    /// `None`: never.
    pub expires: Option<String>,
    pub last_used: Option<String>,
    /// Shown once, when it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// By which a token is known in texts and by scanners for secrets.
const PREFIX: &str = "plimsoll_";

const DAY_S: i64 = 86_400;
const DAYS_MAX: u32 = 3_650;

impl People {
    pub fn tokens(&self) -> Result<Vec<ApiToken>, ApiError> {
        let connection = self.connection();
        let sql = "SELECT id, name, scope, created, expires_unix, last_used FROM tokens ORDER BY created, id";
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map([], |row| {
            let (scope, expires): (String, Option<i64>) = (row.get(2)?, row.get(4)?);
            Ok(ApiToken {
                id: row.get(0)?,
                name: row.get(1)?,
                scope: TokenScope::named(&scope).unwrap_or(TokenScope::Read),
                created: row.get(3)?,
                expires: expires.and_then(moment),
                last_used: row.get(5)?,
                token: None,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    pub fn make_token(
        &self,
        name: &str,
        scope: TokenScope,
        days: Option<u32>,
        who: &Who,
    ) -> Result<ApiToken, ApiError> {
        if name.trim().is_empty() || name.chars().count() > 80 {
            return Err(ApiError::bad("a token has a name of 1 to 80 characters"));
        }
        if days.is_some_and(|days| days == 0 || days > DAYS_MAX) {
            return Err(ApiError::bad(format!("expires_days is 1 to {DAYS_MAX}")));
        }
        let secret = format!("{PREFIX}{}", random::secret());
        let expires = days.map(|days| now_unix() + i64::from(days) * DAY_S);
        let token = ApiToken {
            id: random::name(),
            name: name.to_owned(),
            scope,
            created: now(),
            expires: expires.and_then(moment),
            last_used: None,
            token: Some(secret.clone()),
        };
        self.connection().execute(
            "INSERT INTO tokens (id, name, scope, fingerprint, owner, created, expires_unix) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![token.id, name, scope.name(), random::fingerprint(&secret), who.name, token.created, expires],
        )?;
        Ok(token)
    }

    pub fn remove_token(&self, id: &str) -> Result<(), ApiError> {
        match self.connection().execute("DELETE FROM tokens WHERE id = ?1", [id])? {
            0 => Err(ApiError::not_found("such token")),
            _ => Ok(()),
        }
    }

    /// Who asks with it; `None`: nobody, or it has expired.
    pub fn of_token(&self, secret: &str) -> Result<Option<Who>, ApiError> {
        let connection = self.connection();
        let sql = "SELECT id, name, scope FROM tokens WHERE fingerprint = ?1 AND (expires_unix IS NULL OR expires_unix > ?2)";
        let mut statement = connection.prepare_cached(sql)?;
        let found: Option<(String, String, String)> = statement
            .query_row(params![random::fingerprint(secret), now_unix()], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .optional()?;
        let Some((id, name, scope)) = found else { return Ok(None) };
        connection.execute("UPDATE tokens SET last_used = ?2 WHERE id = ?1", [&id, &now()])?;
        let role = TokenScope::named(&scope).unwrap_or(TokenScope::Read).role();
        Ok(Some(Who { name: format!("token {name}"), role, by_token: true }))
    }
}

fn moment(unix_s: i64) -> Option<String> {
    let at = jiff::Timestamp::from_second(unix_s).ok()?;
    Some(at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}
