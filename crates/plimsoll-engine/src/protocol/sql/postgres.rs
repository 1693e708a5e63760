//! PostgreSQL: statements without arguments as simple queries, with arguments as unnamed prepared ones, all in
//! one way there and back. Values come as text.

use super::arguments::{Argument, JdbcType};
use super::placeholders::{SqlDialect, split};
use super::settings::{DatabaseSettings, isolation_words};
use super::table::TableRoom;
use super::wire::Wire;
use super::{BoundStatement, OUTPUTS, ResultTable, SqlFailure, SqlWork, StatementResult, java};
use bytes::BytesMut;
use fallible_iterator::FallibleIterator;
use plimsoll_run::ErrorKind;
use postgres_protocol::message::backend::{DataRowBody, Message};
use postgres_protocol::message::frontend;
use postgres_protocol::{IsNull, Oid};
use std::time::Duration;

/// Numbers of types (`pg_type.dat`).
const BOOL: Oid = 16;
const BYTEA: Oid = 17;
const FLOAT4: Oid = 700;
const FLOAT8: Oid = 701;
const TIMESTAMP: Oid = 1114;
const TIMESTAMPTZ: Oid = 1184;

pub struct PostgresConnection {
    wire: Wire,
}

/// Ends the statement that a connection is at.
#[derive(Clone)]
pub struct PostgresCanceller {
    address: (String, u16),
    process: i32,
    secret: i32,
}

/// What statements brought, one after another.
#[derive(Default)]
struct Results {
    room: TableRoom,
    /// Names and types of the columns that come.
    types: Vec<Oid>,
    tables: Vec<ResultTable>,
    /// Rows that were changed, by the last statement that says so.
    changed: u64,
}

impl PostgresConnection {
    /// Tries the hosts one after another.
    pub async fn open(
        settings: &DatabaseSettings,
    ) -> Result<(PostgresConnection, PostgresCanceller), SqlFailure> {
        let limit = settings.connect_timeout(Duration::from_secs(1));
        let mut last = None;
        for address in &settings.url.hosts {
            match tokio::time::timeout(limit, PostgresConnection::open_to(settings, address)).await {
                Ok(Ok(opened)) => return Ok(opened),
                Ok(Err(failure)) => last = Some(failure),
                Err(_) => {
                    let text = format!("no connection within {} ms", limit.as_millis());
                    last = Some(SqlFailure::broken(ErrorKind::ConnectTimeout, "08001", text));
                }
            }
        }
        Err(last.unwrap_or_else(|| SqlFailure::unusable("null 0", "there is no host")))
    }

    async fn open_to(
        settings: &DatabaseSettings,
        address: &(String, u16),
    ) -> Result<(PostgresConnection, PostgresCanceller), SqlFailure> {
        let mut wire = Wire::connect(address).await?;
        wire.start(&parameters(settings), &settings.user, &settings.password).await?;
        let (process, secret) = wire.key;
        let mut link = PostgresConnection { wire };
        if let Some(isolation) = settings.isolation {
            let words = isolation_words(isolation);
            link.simple(&format!("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL {words}"))
                .await?;
        }
        for sql in &settings.init {
            link.simple(sql).await?;
        }
        Ok((link, PostgresCanceller { address: address.clone(), process, secret }))
    }

    /// Switching on ends a transaction that is open (java.sql.Connection).
    pub async fn set_autocommit(&mut self, on: bool) -> Result<(), SqlFailure> {
        match on && self.wire.in_transaction {
            true => self.simple("COMMIT").await,
            false => Ok(()),
        }
    }

    async fn simple(&mut self, sql: &str) -> Result<(), SqlFailure> {
        let mut buffer = BytesMut::new();
        frontend::query(sql, &mut buffer).map_err(unsendable)?;
        self.ask(buffer, 1, None, &mut || {}).await.map(drop)
    }

    pub async fn perform(
        &mut self,
        work: &SqlWork,
        rows_max: Option<usize>,
        autocommit: bool,
        is_answered: &mut dyn FnMut(),
    ) -> Result<StatementResult, SqlFailure> {
        let mut buffer = BytesMut::new();
        let mut rounds = 1;
        let is_end = matches!(work, SqlWork::Commit | SqlWork::Rollback | SqlWork::Autocommit(_));
        if !autocommit && !self.wire.in_transaction && !is_end {
            frontend::query("BEGIN", &mut buffer).map_err(unsendable)?;
            rounds += 1;
        }
        match work {
            SqlWork::Select(sql) | SqlWork::Update(sql) => {
                frontend::query(sql, &mut buffer).map_err(unsendable)?
            }
            SqlWork::PreparedSelect(prepared) | SqlWork::PreparedUpdate(prepared) => {
                extended(prepared, &mut buffer)?
            }
            SqlWork::Call(prepared) => {
                let prepared =
                    BoundStatement { sql: call(&prepared.sql), arguments: prepared.arguments.clone() };
                extended(&prepared, &mut buffer)?;
            }
            SqlWork::Commit | SqlWork::Rollback => {
                let word = if *work == SqlWork::Commit { "commit" } else { "rollback" };
                if autocommit {
                    let text = format!("Cannot {word} when autoCommit is enabled.");
                    return Err(SqlFailure::refused("25P01", 0, text));
                }
                if self.wire.in_transaction {
                    self.simple(word).await?;
                }
                is_answered();
                let text = if *work == SqlWork::Commit { "Commit" } else { "Rollback" };
                return Ok(StatementResult { text: text.to_owned(), table: None });
            }
            SqlWork::Autocommit(on) => {
                self.set_autocommit(*on).await?;
                is_answered();
                return Ok(StatementResult { text: format!("AutoCommit({on})"), table: None });
            }
        }
        let results = self.ask(buffer, rounds, rows_max, is_answered).await?;
        outcome(work, results)
    }

    /// Sends, and reads until the server has been ready so many times.
    async fn ask(
        &mut self,
        buffer: BytesMut,
        rounds: u32,
        rows_max: Option<usize>,
        is_answered: &mut dyn FnMut(),
    ) -> Result<Results, SqlFailure> {
        self.wire.send(buffer).await?;
        let (mut results, mut failure, mut ready) = (Results::default(), None, 0);
        loop {
            match self.wire.receive().await? {
                Message::ReadyForQuery(body) => {
                    self.wire.in_transaction = body.status() != b'I';
                    ready += 1;
                    if ready == rounds {
                        return failure.map_or(Ok(results), Err);
                    }
                    continue;
                }
                Message::RowDescription(body) => {
                    let fields: Vec<_> = body
                        .fields()
                        .map(|field| Ok((field.name().to_owned(), field.type_oid())))
                        .collect()
                        .map_err(unreadable)?;
                    let (columns, types) = fields.into_iter().unzip();
                    results.types = types;
                    results.tables.push(ResultTable { columns, rows: Vec::new() });
                }
                Message::DataRow(body) => results.row(&body, rows_max)?,
                Message::CommandComplete(body) => {
                    let tag = body.tag().map_err(unreadable)?;
                    let is_change =
                        ["INSERT", "UPDATE", "DELETE", "MERGE"].iter().any(|w| tag.starts_with(w));
                    if is_change {
                        results.changed = tag.rsplit(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
                    }
                }
                Message::ErrorResponse(body) => failure = failure.or(Some(super::wire::refusal(&body))),
                // The server waits for rows, and nobody has them.
                Message::CopyInResponse(_) => {
                    let text = "COPY FROM STDIN waits for rows, which a step can't send";
                    return Err(SqlFailure { is_broken: true, ..SqlFailure::unusable("null 0", text) });
                }
                _ => {}
            }
            if ready + 1 == rounds {
                is_answered();
            }
        }
    }
}

impl Results {
    fn row(&mut self, body: &DataRowBody, rows_max: Option<usize>) -> Result<(), SqlFailure> {
        let Some(table) = self.tables.last_mut() else { return Ok(()) };
        if rows_max.is_some_and(|max| table.rows.len() >= max) {
            return Ok(());
        }
        let bytes = body.buffer();
        let mut row = Vec::with_capacity(self.types.len());
        let mut types = self.types.iter();
        let mut ranges = body.ranges();
        while let Some(range) = ranges.next().map_err(unreadable)? {
            let kind = types.next().copied().unwrap_or_default();
            row.push(range.map(|range| printed(&bytes[range], kind)));
        }
        self.room.take(&row)?;
        table.rows.push(row);
        Ok(())
    }
}

impl PostgresCanceller {
    pub async fn cancel(self) {
        // When that fails, too, the connection is given up by whoever waits.
        let Ok(mut wire) = Wire::connect(&self.address).await else { return };
        let mut buffer = BytesMut::new();
        frontend::cancel_request(self.process, self.secret, &mut buffer);
        if wire.send(buffer).await.is_ok() {
            // It closes the connection when it has passed the cancellation on.
            let _ = wire.receive().await;
        }
    }
}

/// What PostgreSQL's driver says when it connects, but for the time zone.
fn parameters(settings: &DatabaseSettings) -> Vec<(&'static str, String)> {
    let database = match settings.url.database.as_str() {
        "" => settings.user.clone(),
        database => database.to_owned(),
    };
    let mut parameters = vec![
        ("user", settings.user.clone()),
        ("database", database),
        ("client_encoding", "UTF8".to_owned()),
        ("DateStyle", "ISO".to_owned()),
        ("extra_float_digits", "2".to_owned()),
    ];
    let given =
        [("ApplicationName", "application_name"), ("currentSchema", "search_path"), ("options", "options")];
    for (name, parameter) in given {
        parameters.extend(settings.url.parameter(name).map(|value| (parameter, value.to_owned())));
    }
    parameters
}

/// An unnamed statement: parse, bind, describe, execute.
fn extended(prepared: &BoundStatement, buffer: &mut BytesMut) -> Result<(), SqlFailure> {
    let pieces = split(&prepared.sql, SqlDialect::Postgres);
    let arguments = &prepared.arguments;
    if pieces.len() != arguments.len() + 1 {
        let (places, count) = (pieces.len() - 1, arguments.len());
        // What PostgreSQL's driver says (PSQLState.INVALID_PARAMETER_VALUE).
        let text = format!("the statement has {places} places for arguments, and {count} are given");
        return Err(SqlFailure::refused("22023", 0, text));
    }
    let mut sql = String::new();
    for (i, piece) in pieces.iter().enumerate() {
        if i > 0 {
            sql.push_str(&format!("${i}"));
        }
        sql.push_str(piece);
    }
    frontend::parse("", &sql, arguments.iter().map(oid), buffer).map_err(unsendable)?;
    let bound = frontend::bind(
        "",
        "",
        arguments.iter().map(|argument| i16::from(argument.kind == JdbcType::Binary)),
        arguments,
        |argument, out| match &argument.value {
            None => Ok(IsNull::Yes),
            Some(value) => {
                out.extend_from_slice(value.as_bytes());
                Ok(IsNull::No)
            }
        },
        [0],
        buffer,
    );
    bound.map_err(|_| SqlFailure::unusable("null 0", "the arguments can't be sent"))?;
    frontend::describe(b'P', "", buffer).map_err(unsendable)?;
    frontend::execute("", 0, buffer).map_err(unsendable)?;
    frontend::sync(buffer);
    Ok(())
}

/// As PostgreSQL's driver binds them; 0 leaves it to the server.
fn oid(argument: &Argument) -> Oid {
    match argument.kind {
        JdbcType::Whole(8 | 16) => 21,
        JdbcType::Whole(32) => 23,
        JdbcType::Whole(_) => 20,
        JdbcType::Decimal => 1700,
        JdbcType::Double => FLOAT8,
        JdbcType::Float => FLOAT4,
        JdbcType::Text => 1043,
        JdbcType::Boolean => BOOL,
        JdbcType::Binary => BYTEA,
        JdbcType::Date | JdbcType::Time | JdbcType::Timestamp | JdbcType::Null | JdbcType::Other => 0,
    }
}

/// JDBC's `{call f(…)}` is `select * from f(…)` for PostgreSQL's driver (escapeSyntaxCallMode=select).
fn call(sql: &str) -> String {
    let Some(inner) = sql.trim().strip_prefix('{').and_then(|s| s.strip_suffix('}')) else {
        return sql.to_owned();
    };
    let inner = inner.trim();
    match inner.get(..5) {
        Some(word) if word.eq_ignore_ascii_case("call ") => {
            let call = inner[5..].trim();
            let braces = if call.contains('(') { "" } else { "()" };
            format!("select * from {call}{braces} as result")
        }
        _ => inner.to_owned(),
    }
}

fn outcome(work: &SqlWork, mut results: Results) -> Result<StatementResult, SqlFailure> {
    let has_rows = !results.tables.is_empty();
    Ok(match work {
        SqlWork::Select(_) | SqlWork::PreparedSelect(_) => {
            if !has_rows {
                return Err(SqlFailure::refused("02000", 0, "No results were returned by the query."));
            }
            let table = results.tables.swap_remove(0);
            StatementResult { text: table.to_text(), table: Some(table) }
        }
        SqlWork::Update(_) | SqlWork::PreparedUpdate(_) if has_rows => {
            return Err(SqlFailure::refused("0100E", 0, "A result was returned when none was expected."));
        }
        SqlWork::Update(_) => StatementResult { text: format!("{} updates", results.changed), table: None },
        SqlWork::Call(_) if has_rows => {
            let text: String = results.tables.iter().map(|table| table.to_text() + "\n").collect();
            StatementResult { text: text + OUTPUTS, table: results.tables.pop() }
        }
        SqlWork::Call(_) => {
            StatementResult { text: format!("{} updates.\n{OUTPUTS}", results.changed), table: None }
        }
        _ => StatementResult { text: format!("{} updates.\n", results.changed), table: None },
    })
}

/// A value in text form, as the driver's object prints.
fn printed(bytes: &[u8], kind: Oid) -> String {
    let text = String::from_utf8_lossy(bytes);
    match kind {
        BOOL => (text == "t").to_string(),
        FLOAT4 => java::float(&text),
        FLOAT8 => java::double(&text),
        TIMESTAMP | TIMESTAMPTZ => java::timestamp(&text),
        BYTEA => text.strip_prefix("\\x").map_or_else(|| text.to_string(), from_digits),
        _ => text.into_owned(),
    }
}

fn from_digits(digits: &str) -> String {
    let pairs = digits.as_bytes().chunks(2).filter_map(|pair| std::str::from_utf8(pair).ok());
    let bytes: Vec<u8> = pairs.filter_map(|pair| u8::from_str_radix(pair, 16).ok()).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text with a zero byte in it.
fn unsendable(error: std::io::Error) -> SqlFailure {
    SqlFailure::unusable("22021 0", error.to_string())
}

fn unreadable(error: std::io::Error) -> SqlFailure {
    SqlFailure::broken(ErrorKind::BadMessage, "08P01", error.to_string())
}
