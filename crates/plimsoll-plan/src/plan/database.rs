//! Databases, and what is asked of them.

use super::check::{Check, Extractor};
use super::pause::Pause;
use super::stage::{AsWritten, LabelKind, TextForm, TextMap, VariableUse};
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
pub struct SqlStep<S: TextForm = AsWritten> {
    /// `None`: performed without being counted (JMeter's JDBC pre- and post-processors).
    pub label: Option<S::Label>,
    /// Index into `plan.databases`.
    pub database: usize,
    pub statement: SqlStatement<S>,
    /// Seconds, a whole number; anything else and 0: no limit.
    pub query_timeout: Option<S::Text>,
    /// A whole number; anything else: all rows.
    pub rows_max: Option<S::Text>,
    /// By column; an empty name skips one. `name_#` is the number of rows, `name_1` the first row's value.
    pub variables: Vec<String>,
    /// Holds all rows, as text.
    pub result_variable: Option<String>,
    pub think: Vec<Pause<S>>,
    /// They see the result as tab-separated text.
    pub extractors: Vec<Extractor<S>>,
    pub checks: Vec<Check<S>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SqlStatement<S: TextForm = AsWritten> {
    Select(S::Text),
    Update(S::Text),
    PreparedSelect(PreparedStatement<S>),
    PreparedUpdate(PreparedStatement<S>),
    /// A stored procedure; only with arguments that go in.
    Call(PreparedStatement<S>),
    Commit,
    Rollback,
    Autocommit(bool),
}

/// A statement with `?` where its arguments go.
#[derive(Clone, Debug, PartialEq)]
pub struct PreparedStatement<S: TextForm = AsWritten> {
    pub sql: S::Text,
    /// One line of CSV; `]NULL[` is no value.
    pub arguments: S::Text,
    /// Names of `java.sql.Types`, with commas between them.
    pub types: S::Text,
}

impl SqlStep {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> SqlStep<M::To> {
        for name in &self.variables {
            map.variable(name, VariableUse::SetParts);
        }
        if let Some(name) = &self.result_variable {
            map.variable(name, VariableUse::Set);
        }
        SqlStep {
            label: self.label.as_ref().map(|label| map.label(label, LabelKind::Sample)),
            database: self.database,
            statement: self.statement.map_texts(map),
            query_timeout: map.optional(&self.query_timeout),
            rows_max: map.optional(&self.rows_max),
            variables: self.variables.clone(),
            result_variable: self.result_variable.clone(),
            think: self.think.iter().map(|pause| pause.map_texts(map)).collect(),
            extractors: self.extractors.iter().map(|extractor| extractor.map_texts(map)).collect(),
            checks: self.checks.iter().map(|check| check.map_texts(map)).collect(),
        }
    }
}

impl SqlStatement {
    fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> SqlStatement<M::To> {
        match self {
            SqlStatement::Select(sql) => SqlStatement::Select(map.text(sql)),
            SqlStatement::Update(sql) => SqlStatement::Update(map.text(sql)),
            SqlStatement::PreparedSelect(prepared) => SqlStatement::PreparedSelect(prepared.map_texts(map)),
            SqlStatement::PreparedUpdate(prepared) => SqlStatement::PreparedUpdate(prepared.map_texts(map)),
            SqlStatement::Call(prepared) => SqlStatement::Call(prepared.map_texts(map)),
            SqlStatement::Commit => SqlStatement::Commit,
            SqlStatement::Rollback => SqlStatement::Rollback,
            SqlStatement::Autocommit(on) => SqlStatement::Autocommit(*on),
        }
    }
}

impl PreparedStatement {
    fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> PreparedStatement<M::To> {
        PreparedStatement {
            sql: map.text(&self.sql),
            arguments: map.text(&self.arguments),
            types: map.text(&self.types),
        }
    }
}
