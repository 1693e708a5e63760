//! Databases: MySQL, MariaDB and PostgreSQL, spoken to beside the workers.
//!
//! The clients of databases want a runtime of their own, so one thread beside the workers performs all
//! statements, asynchronously: a worker [asks](Ask) and is [told](Reply) through an eventfd in its epoll. The times
//! of a statement are taken on that thread, so the way there and back is not in them. A plan without databases
//! starts no thread. At most one statement per user is under way, which bounds both queues.
//!
//! Start reading at `thread.rs`; [`pool`] holds connections, `mysql.rs` and `postgres.rs` speak.

mod arguments;
mod driver;
mod java;
mod mysql;
mod placeholders;
mod pool;
mod postgres;
mod settings;
mod table;
mod thread;
mod wire;

pub use arguments::{Argument, arguments};
pub use settings::{DatabaseSettings, settings};
pub use table::ResultTable;
pub use thread::{DatabaseClient, Databases};

use plimsoll_run::ErrorKind;
use std::time::Duration;

/// A statement with its texts made.
#[derive(Clone, PartialEq)]
pub enum SqlWork {
    Select(String),
    Update(String),
    PreparedSelect(BoundStatement),
    PreparedUpdate(BoundStatement),
    Call(BoundStatement),
    Commit,
    Rollback,
    Autocommit(bool),
}

impl SqlWork {
    /// The statement as it is sent, with its arguments in the lines below.
    pub fn shown(&self) -> String {
        match self {
            SqlWork::Select(sql) | SqlWork::Update(sql) => sql.clone(),
            SqlWork::PreparedSelect(bound) | SqlWork::PreparedUpdate(bound) | SqlWork::Call(bound) => {
                let values =
                    bound.arguments.iter().map(|argument| argument.value.as_deref().unwrap_or("NULL"));
                values.fold(bound.sql.clone(), |text, value| format!("{text}\n{value}"))
            }
            SqlWork::Commit => "commit".to_owned(),
            SqlWork::Rollback => "rollback".to_owned(),
            SqlWork::Autocommit(on) => format!("autocommit {on}"),
        }
    }
}

#[derive(Clone, PartialEq)]
pub struct BoundStatement {
    pub sql: String,
    pub arguments: Vec<Argument>,
}

/// Who asks: a worker's user, by a number of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Asker {
    pub worker: u32,
    pub user: u32,
}

/// A question to a database whose answer is waited for.
pub struct SqlCall {
    /// Index into the program's SQL steps.
    pub step: u32,
    /// Of the answer that is waited for.
    pub serial: u32,
    pub intended_us: Option<u64>,
    /// The statement, where it may be shown.
    pub sent: String,
}

/// What a worker asks for.
pub struct Ask {
    pub asker: Asker,
    /// The place of the user in its worker.
    pub index: u32,
    /// Comes back with the answer.
    pub serial: u32,
    pub database: u32,
    pub work: SqlWork,
    pub timeout: Option<Duration>,
    pub rows_max: Option<usize>,
}

/// What it is told; microseconds on the run's clock.
pub struct Reply {
    pub index: u32,
    pub serial: u32,
    pub started_us: u64,
    /// How long it took to connect, where that was needed.
    pub connect_us: Option<u64>,
    pub first_byte_us: Option<u64>,
    pub ended_us: u64,
    pub outcome: Result<StatementResult, SqlFailure>,
}

/// What a statement brought.
#[derive(Debug, Default, PartialEq)]
pub struct StatementResult {
    /// As JMeter shows it.
    pub text: String,
    /// Of a statement whose rows become variables.
    pub table: Option<ResultTable>,
}

/// Ends the text of a procedure; JMeter lists what came out behind it.
const OUTPUTS: &str = "Output variables by position:\n";

/// Why a statement failed.
#[derive(Clone, Debug, PartialEq)]
pub struct SqlFailure {
    pub kind: ErrorKind,
    /// SQL state and vendor code, with a space between them, as JMeter's response code.
    pub code: String,
    pub message: String,
    /// Nothing more can be asked over the connection.
    pub is_broken: bool,
}

impl SqlFailure {
    /// The server refused the statement.
    pub fn refused(state: &str, code: u32, message: impl Into<String>) -> SqlFailure {
        let code = format!("{state} {code}");
        SqlFailure { kind: ErrorKind::Status, code, message: message.into(), is_broken: false }
    }

    pub fn broken(kind: ErrorKind, state: &str, message: impl Into<String>) -> SqlFailure {
        SqlFailure { kind, code: format!("{state} 0"), message: message.into(), is_broken: true }
    }

    /// What is written in the plan can't be asked.
    pub fn unusable(code: &str, message: impl Into<String>) -> SqlFailure {
        let (code, message) = (code.to_owned(), message.into());
        SqlFailure { kind: ErrorKind::BadRequest, code, message, is_broken: false }
    }
}

/// What the system says to a connection that fails.
fn connect_kind(error: &std::io::Error) -> ErrorKind {
    match error.kind() {
        std::io::ErrorKind::ConnectionRefused => ErrorKind::ConnectRefused,
        std::io::ErrorKind::TimedOut => ErrorKind::ConnectTimeout,
        std::io::ErrorKind::UnexpectedEof => ErrorKind::ClosedEarly,
        std::io::ErrorKind::ConnectionReset | std::io::ErrorKind::BrokenPipe => ErrorKind::Reset,
        _ => ErrorKind::ConnectFailed,
    }
}
