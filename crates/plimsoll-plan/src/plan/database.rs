//! Databases, and what is asked of them.

use super::check::{Check, Extractor};
use super::step::Pause;
use crate::template::Template;
use std::time::Duration;

/// JMeter's JDBC Connection Configuration. Its texts are evaluated once, at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Database {
    /// What SQL steps call it.
    pub name: String,
    /// A JDBC URL: `jdbc:mysql://…`, `jdbc:mariadb://…` or `jdbc:postgresql://…`.
    pub url: Template,
    pub user: Template,
    pub password: Template,
    /// Connections that all users share; `None`: each user has one of its own.
    pub connections_max: Option<u32>,
    /// Longest wait for one of the shared connections; `None`: any time.
    pub wait_max: Option<Duration>,
    pub autocommit: bool,
    /// `None`: as the server has it.
    pub isolation: Option<Isolation>,
    /// Performed on each new connection.
    pub init: Vec<Template>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    ReadUncommitted,
    ReadCommitted,
    RepeatableRead,
    Serializable,
}

/// One statement.
#[derive(Clone, Debug, PartialEq)]
pub struct SqlStep {
    /// `None`: performed without being counted (JMeter's JDBC pre- and post-processors).
    pub label: Option<Template>,
    /// Index into `plan.databases`.
    pub database: usize,
    pub statement: Statement,
    /// Seconds, a whole number; anything else and 0: no limit.
    pub query_timeout: Option<Template>,
    /// A whole number; anything else: all rows.
    pub rows_max: Option<Template>,
    /// By column; an empty name skips one. `name_#` is the number of rows, `name_1` the first row's value.
    pub variables: Vec<String>,
    /// Holds all rows, as text.
    pub result_variable: Option<String>,
    pub think: Vec<Pause>,
    /// They see the result as tab-separated text.
    pub extractors: Vec<Extractor>,
    pub checks: Vec<Check>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    Select(Template),
    Update(Template),
    PreparedSelect(Prepared),
    PreparedUpdate(Prepared),
    /// A stored procedure; only with arguments that go in.
    Call(Prepared),
    Commit,
    Rollback,
    Autocommit(bool),
}

/// A statement with `?` where its arguments go.
#[derive(Clone, Debug, PartialEq)]
pub struct Prepared {
    pub sql: Template,
    /// One line of CSV; `]NULL[` is no value.
    pub arguments: Template,
    /// Names of `java.sql.Types`, with commas between them.
    pub types: Template,
}

impl Statement {
    pub fn texts(&self) -> Vec<&Template> {
        match self {
            Statement::Select(sql) | Statement::Update(sql) => vec![sql],
            Statement::PreparedSelect(p) | Statement::PreparedUpdate(p) | Statement::Call(p) => {
                vec![&p.sql, &p.arguments, &p.types]
            }
            Statement::Commit | Statement::Rollback | Statement::Autocommit(_) => Vec::new(),
        }
    }
}
