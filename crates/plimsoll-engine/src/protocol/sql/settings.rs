//! How databases are reached.

use plimsoll_plan::Template;
use plimsoll_plan::jdbc::JdbcUrl;
use plimsoll_plan::plan::{Database, Isolation};
use std::time::Duration;

/// Longest time to connect when the URL does not say.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// A database with its texts made. No `Debug`: it holds a password.
pub struct DatabaseSettings {
    pub url: JdbcUrl,
    pub user: String,
    pub password: String,
    pub connections_max: Option<u32>,
    pub wait_max: Option<Duration>,
    pub autocommit: bool,
    pub isolation: Option<Isolation>,
    pub init: Vec<String>,
}

/// What is wrong with databases is told all at once, and without their passwords.
pub fn settings(
    databases: &[Database],
    text: &mut dyn FnMut(&Template) -> String,
) -> Result<Vec<DatabaseSettings>, Vec<String>> {
    let mut problems = Vec::new();
    let mut found = Vec::new();
    for database in databases {
        match one(database, text) {
            Ok(settings) => found.push(settings),
            Err(problem) => problems.push(format!("database \"{}\": {problem}", database.name)),
        }
    }
    if problems.is_empty() { Ok(found) } else { Err(problems) }
}

fn one(database: &Database, text: &mut dyn FnMut(&Template) -> String) -> Result<DatabaseSettings, String> {
    let url = JdbcUrl::parse(&text(&database.url))?;
    if url.needs_tls() {
        return Err("the URL asks for an encrypted connection, which is not supported".to_owned());
    }
    let given = |own: String, name: &str| match own.is_empty() {
        true => url.parameter(name).unwrap_or_default().to_owned(),
        false => own,
    };
    let (user, password) = (text(&database.user), text(&database.password));
    let (user, password) = (given(user, "user"), given(password, "password"));
    let init = database.init.iter().map(text).filter(|sql| !sql.trim().is_empty()).collect();
    let Database { connections_max, wait_max, autocommit, isolation, .. } = *database;
    Ok(DatabaseSettings { url, user, password, connections_max, wait_max, autocommit, isolation, init })
}

impl DatabaseSettings {
    /// MySQL's drivers count milliseconds, PostgreSQL's seconds.
    pub fn connect_timeout(&self, unit: Duration) -> Duration {
        let given = self.url.parameter("connectTimeout").and_then(|text| text.parse::<u32>().ok());
        given.filter(|count| *count > 0).map_or(CONNECT_TIMEOUT, |count| unit * count)
    }
}

pub fn isolation_words(isolation: Isolation) -> &'static str {
    match isolation {
        Isolation::ReadUncommitted => "READ UNCOMMITTED",
        Isolation::ReadCommitted => "READ COMMITTED",
        Isolation::RepeatableRead => "REPEATABLE READ",
        Isolation::Serializable => "SERIALIZABLE",
    }
}
