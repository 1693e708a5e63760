//! People with a password, and their sessions.

use super::database::{People, now, now_unix};
use super::throttle::Throttle;
use super::{UserRole, Who, passwords};
use crate::api::ApiError;
use crate::library::LAB_FOLDER;
use crate::random;
use axum::http::StatusCode;
use rusqlite::{OptionalExtension, params};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;
use std::time::Instant;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LabUser {
    pub name: String,
    pub role: UserRole,
    pub created: String,
    pub last_seen: Option<String>,
}

/// A session without a request for so long is over.
const SESSION_S: i64 = 12 * 3_600;

const NAME_MAX: usize = 80;

#[derive(Debug, thiserror::Error)]
pub enum AddUserError {
    #[error("add a user to the lab in {folder}: {reason}")]
    Refused { folder: String, reason: String },
}

/// Of a lab that may run or not; one of that name gets the role and the password.
pub fn add_user(folder: &Path, name: &str, role: UserRole, password: &str) -> Result<(), AddUserError> {
    let refused = |reason: String| AddUserError::Refused { folder: folder.display().to_string(), reason };
    let lab = folder.join(LAB_FOLDER);
    plimsoll_run::private::create_private_folders(&lab).map_err(|error| refused(error.to_string()))?;
    let people = People::open(&lab).map_err(|error| refused(error.to_string()))?;
    people.put_user(name, role, Some(password)).map_err(|error| refused(error.message))
}

impl People {
    pub fn has_users(&self) -> Result<bool, ApiError> {
        Ok(self.connection().query_row("SELECT EXISTS (SELECT 1 FROM users)", [], |row| row.get(0))?)
    }

    pub fn users(&self) -> Result<Vec<LabUser>, ApiError> {
        let connection = self.connection();
        let mut statement =
            connection.prepare_cached("SELECT name, role, created, last_seen FROM users ORDER BY name")?;
        let rows = statement
            .query_map([], |row| Ok((row.get::<_, String>(1)?, row.get(0)?, row.get(2)?, row.get(3)?)))?;
        let user = |(role, name, created, last_seen): (String, _, _, _)| LabUser {
            name,
            role: role.parse().unwrap_or(UserRole::Viewer),
            created,
            last_seen,
        };
        Ok(rows.collect::<rusqlite::Result<Vec<_>>>()?.into_iter().map(user).collect())
    }

    /// A new one, or another role or password of one that there is. A new password ends the sessions.
    pub fn put_user(&self, name: &str, role: UserRole, password: Option<&str>) -> Result<(), ApiError> {
        let is_name = !name.trim().is_empty()
            && name.chars().count() <= NAME_MAX
            && !name.chars().any(char::is_control);
        if !is_name {
            return Err(ApiError::bad(format!("a user's name has 1 to {NAME_MAX} characters on one line")));
        }
        if let Some(problem) = password.and_then(passwords::problem) {
            return Err(ApiError::bad(problem));
        }
        let hash = password.map(passwords::stored);
        let connection = self.connection();
        connection.execute(
            "INSERT INTO users (name, role, password, created) VALUES (?1, ?2, ?3, ?4) \
             ON CONFLICT (name) DO UPDATE SET role = ?2, password = coalesce(?3, password)",
            params![name, role.name(), hash, now()],
        )?;
        if hash.is_some() {
            connection.execute("DELETE FROM sessions WHERE name = ?1", [name])?;
        }
        Ok(())
    }

    pub fn role_of(&self, name: &str) -> Result<Option<UserRole>, ApiError> {
        let sql = "SELECT role FROM users WHERE name = ?1";
        let role: Option<String> = self.connection().query_row(sql, [name], |row| row.get(0)).optional()?;
        Ok(role.map(|role| role.parse().unwrap_or(UserRole::Viewer)))
    }

    /// The last admin stays.
    pub fn check_not_last_admin(&self, name: &str) -> Result<(), ApiError> {
        let sql = "SELECT count(*) FROM users WHERE role = 'admin' AND name <> ?1";
        let others: i64 = self.connection().query_row(sql, [name], |row| row.get(0))?;
        match (self.role_of(name)?, others) {
            (Some(UserRole::Admin), 0) => {
                let error = ApiError::conflict(format!("{name} is the last admin"));
                Err(error.with_hint("make somebody else an admin first"))
            }
            _ => Ok(()),
        }
    }

    pub fn remove_user(&self, name: &str) -> Result<(), ApiError> {
        self.check_not_last_admin(name)?;
        let connection = self.connection();
        connection.execute("DELETE FROM sessions WHERE name = ?1", [name])?;
        connection.execute("DELETE FROM tokens WHERE owner = ?1", [name])?;
        match connection.execute("DELETE FROM users WHERE name = ?1", [name])? {
            0 => Err(ApiError::not_found("user of that name")),
            _ => Ok(()),
        }
    }

    /// The secret of a new session.
    pub fn log_in(
        &self,
        throttle: &Throttle,
        name: &str,
        password: &str,
        from: &str,
    ) -> Result<String, ApiError> {
        let keys = [format!("name {name}"), format!("address {from}")];
        let moment = Instant::now();
        if let Some(wait) = keys.iter().filter_map(|key| throttle.wait(key, moment)).max() {
            let text = format!("too many wrong passwords; try again in {} s", wait.as_secs() + 1);
            return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many", text));
        }
        let sql = "SELECT password FROM users WHERE name = ?1";
        let stored: Option<Option<String>> =
            self.connection().query_row(sql, [name], |row| row.get(0)).optional()?;
        let short = password.chars().count() <= passwords::LENGTH_MAX;
        if !short || !passwords::is_right(password, stored.flatten().as_deref()) {
            keys.iter().for_each(|key| throttle.note_wrong(key, moment));
            return Err(ApiError::new(StatusCode::UNAUTHORIZED, "wrong", "name or password is wrong"));
        }
        keys.iter().for_each(|key| throttle.forget(key));
        self.start_session(name)
    }

    /// Each login has a secret of its own: one that was known before is worth nothing after it.
    pub fn start_session(&self, name: &str) -> Result<String, ApiError> {
        let secret = random::secret();
        let connection = self.connection();
        connection.execute("DELETE FROM sessions WHERE expires_unix < ?1", [now_unix()])?;
        connection.execute(
            "INSERT INTO sessions (fingerprint, name, expires_unix) VALUES (?1, ?2, ?3)",
            params![random::fingerprint(&secret), name, now_unix() + SESSION_S],
        )?;
        connection.execute("UPDATE users SET last_seen = ?2 WHERE name = ?1", [name, &now()])?;
        Ok(secret)
    }

    pub fn end_session(&self, secret: &str) -> Result<(), ApiError> {
        let sql = "DELETE FROM sessions WHERE fingerprint = ?1";
        self.connection().execute(sql, [random::fingerprint(secret)])?;
        Ok(())
    }

    /// Whose session it is.
    pub fn of_session(&self, secret: &str) -> Result<Option<Who>, ApiError> {
        let connection = self.connection();
        let fingerprint = random::fingerprint(secret);
        let sql = "SELECT users.name, role, expires_unix FROM sessions JOIN users ON users.name = sessions.name \
                   WHERE fingerprint = ?1 AND expires_unix > ?2";
        let mut statement = connection.prepare_cached(sql)?;
        let found: Option<(String, String, i64)> = statement
            .query_row(params![fingerprint, now_unix()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .optional()?;
        let Some((name, role, expires)) = found else { return Ok(None) };
        // Written seldom: a page asks each second.
        if expires - now_unix() < SESSION_S - 600 {
            let sql = "UPDATE sessions SET expires_unix = ?2 WHERE fingerprint = ?1";
            connection.execute(sql, params![fingerprint, now_unix() + SESSION_S])?;
        }
        Ok(Some(Who { name, role: role.parse().unwrap_or(UserRole::Viewer), by_token: false }))
    }
}
