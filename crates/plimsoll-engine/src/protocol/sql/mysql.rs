//! MySQL and MariaDB. As their own drivers do unless told otherwise, arguments are written into the statement,
//! and values come as text.

use super::arguments::{Argument, JdbcType};
use super::placeholders::{SqlDialect, split};
use super::settings::{DatabaseSettings, isolation_words};
use super::{BoundStatement, OUTPUTS, ResultTable, SqlFailure, SqlWork, StatementResult, connect_kind, java};
use mysql_async::consts::{ColumnFlags, ColumnType};
use mysql_async::prelude::Queryable;
use mysql_async::{Column, Conn, DriverError, Error, IoError, OptsBuilder, QueryResult, TextProtocol, Value};
use plimsoll_plan::jdbc::Driver;
use plimsoll_run::ErrorKind;
use std::time::Duration;

pub struct Link {
    connection: Conn,
    driver: Driver,
}

/// Ends the statement that a connection is at.
#[derive(Clone)]
pub struct Canceller {
    options: OptsBuilder,
    connection: u32,
}

impl Link {
    /// Tries the hosts one after another.
    pub async fn open(settings: &DatabaseSettings) -> Result<(Link, Canceller), SqlFailure> {
        let limit = settings.connect_timeout(Duration::from_millis(1));
        let mut last = None;
        for (host, port) in &settings.url.hosts {
            let options = options(settings, host, *port);
            match tokio::time::timeout(limit, Conn::new(options.clone())).await {
                Ok(Ok(connection)) => {
                    let canceller = Canceller { options, connection: connection.id() };
                    return Ok((Link { connection, driver: settings.url.driver }, canceller));
                }
                Ok(Err(error)) => last = Some(failure(error, settings.url.driver)),
                Err(_) => {
                    let text = format!("no connection within {} ms", limit.as_millis());
                    last = Some(SqlFailure::broken(ErrorKind::ConnectTimeout, "08S01", text));
                }
            }
        }
        Err(last.unwrap_or_else(|| SqlFailure::unusable("null 0", "there is no host")))
    }

    pub async fn set_autocommit(&mut self, on: bool) -> Result<(), SqlFailure> {
        self.simple(if on { "SET autocommit=1" } else { "SET autocommit=0" }).await
    }

    async fn simple(&mut self, sql: &str) -> Result<(), SqlFailure> {
        let driver = self.driver;
        self.connection.query_drop(sql).await.map_err(|e| failure(e, driver))
    }

    /// `is_answered` is called with the begin of the answer.
    pub async fn perform(
        &mut self,
        work: &SqlWork,
        rows_max: Option<usize>,
        autocommit: bool,
        is_answered: &mut dyn FnMut(),
    ) -> Result<StatementResult, SqlFailure> {
        let driver = self.driver;
        let (sql, is_call) = match work {
            SqlWork::Select(sql) | SqlWork::Update(sql) => (sql.clone(), false),
            SqlWork::PreparedSelect(prepared) | SqlWork::PreparedUpdate(prepared) => {
                (written(prepared, driver)?, false)
            }
            SqlWork::Call(prepared) => (call(&written(prepared, driver)?), true),
            SqlWork::Commit | SqlWork::Rollback if autocommit && driver == Driver::MySql => {
                let word = if *work == SqlWork::Commit { "commit" } else { "rollback" };
                let text = format!("Can't call {word} when autocommit=true");
                return Err(SqlFailure::refused("null", 0, text));
            }
            SqlWork::Commit => ("COMMIT".to_owned(), false),
            SqlWork::Rollback => ("ROLLBACK".to_owned(), false),
            SqlWork::Autocommit(on) => {
                self.set_autocommit(*on).await?;
                is_answered();
                return Ok(StatementResult { text: format!("AutoCommit({on})"), table: None });
            }
        };
        let mut result = self.connection.query_iter(sql).await.map_err(|e| failure(e, driver))?;
        is_answered();
        let has_rows = !result.columns_ref().is_empty();
        let outcome = match work {
            SqlWork::Select(_) | SqlWork::PreparedSelect(_) if !has_rows => {
                result.drop_result().await.map_err(|e| failure(e, driver))?;
                let text =
                    "Statement.executeQuery() cannot issue statements that do not produce result sets.";
                let state = if driver == Driver::MySql { "S1009" } else { "null" };
                return Err(SqlFailure::refused(state, 0, text));
            }
            SqlWork::Update(_) | SqlWork::PreparedUpdate(_) if has_rows => {
                result.drop_result().await.map_err(|e| failure(e, driver))?;
                let text = "Statement.executeUpdate() cannot issue statements that produce result sets.";
                let code = if driver == Driver::MySql { "01S03 0" } else { "HY000 -1" };
                return Err(SqlFailure { code: code.to_owned(), ..SqlFailure::refused("", 0, text) });
            }
            SqlWork::Select(_) | SqlWork::PreparedSelect(_) => {
                let table = table(&mut result, rows_max, driver).await?;
                StatementResult { text: table.to_text(), table: Some(table) }
            }
            SqlWork::Update(_) => {
                StatementResult { text: format!("{} updates", result.affected_rows()), table: None }
            }
            _ if is_call => called(&mut result, rows_max, driver).await?,
            SqlWork::PreparedUpdate(_) => {
                StatementResult { text: format!("{} updates.\n", result.affected_rows()), table: None }
            }
            SqlWork::Commit => StatementResult { text: "Commit".to_owned(), table: None },
            _ => StatementResult { text: "Rollback".to_owned(), table: None },
        };
        result.drop_result().await.map_err(|e| failure(e, driver))?;
        Ok(outcome)
    }
}

impl Canceller {
    pub async fn cancel(self) {
        // When that fails, too, the connection is given up by whoever waits.
        if let Ok(mut connection) = Conn::new(self.options).await {
            let _ = connection.query_drop(format!("KILL QUERY {}", self.connection)).await;
            let _ = connection.disconnect().await;
        }
    }
}

fn options(settings: &DatabaseSettings, host: &str, port: u16) -> OptsBuilder {
    let mut setup = Vec::new();
    if let Some(variables) = settings.url.parameter("sessionVariables") {
        setup.push(format!("SET SESSION {}", variables.replace(';', ",")));
    }
    if let Some(isolation) = settings.isolation {
        setup.push(format!("SET SESSION TRANSACTION ISOLATION LEVEL {}", isolation_words(isolation)));
    }
    setup.extend(settings.init.iter().cloned());
    let database = Some(&settings.url.database).filter(|name| !name.is_empty());
    let user = Some(&settings.user).filter(|user| !user.is_empty());
    OptsBuilder::default()
        .ip_or_hostname(host)
        .tcp_port(port)
        .user(user)
        .pass(Some(&settings.password))
        .db_name(database)
        .setup(setup)
        .stmt_cache_size(0)
        .client_found_rows(true)
        // Otherwise a server on this machine would be asked by another way than the plan says.
        .prefer_socket(false)
}

async fn table(
    result: &mut QueryResult<'_, '_, TextProtocol>,
    rows_max: Option<usize>,
    driver: Driver,
) -> Result<ResultTable, SqlFailure> {
    let columns = result.columns().unwrap_or_default();
    let mut table = ResultTable::default();
    table.columns.extend(columns.iter().map(|column| column.name_str().into_owned()));
    while let Some(row) = result.next().await.map_err(|e| failure(e, driver))? {
        // Those beyond the limit are read and forgotten; the server has sent them.
        if rows_max.is_none_or(|max| table.rows.len() < max) {
            let values = row.unwrap_raw().into_iter().zip(columns.iter());
            let values = values.map(|(value, column)| value.and_then(|value| printed(value, column, driver)));
            table.rows.push(values.collect());
        }
    }
    Ok(table)
}

/// All results of a procedure, one after another.
async fn called(
    result: &mut QueryResult<'_, '_, TextProtocol>,
    rows_max: Option<usize>,
    driver: Driver,
) -> Result<StatementResult, SqlFailure> {
    let mut outcome = StatementResult::default();
    loop {
        if result.columns_ref().is_empty() {
            outcome.text.push_str(&format!("{} updates.\n", result.affected_rows()));
            // The state of the call itself is the last of its results.
            let rest = result.next().await.map_err(|e| failure(e, driver))?;
            if rest.is_none() && result.columns_ref().is_empty() {
                outcome.text.push_str(OUTPUTS);
                return Ok(outcome);
            }
            continue;
        }
        let table = table(result, rows_max, driver).await?;
        outcome.text.push_str(&table.to_text());
        outcome.text.push('\n');
        outcome.table = Some(table);
    }
}

/// A value of the text protocol, as the driver's object prints.
fn printed(value: Value, column: &Column, driver: Driver) -> Option<String> {
    let bytes = match value {
        Value::NULL => return None,
        Value::Bytes(bytes) => bytes,
        other => return Some(other.as_sql(true)),
    };
    if column.column_type() == ColumnType::MYSQL_TYPE_BIT {
        let number = bytes.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        return Some(if column.column_length() == 1 {
            (number != 0).to_string()
        } else {
            number.to_string()
        });
    }
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    let is_unsigned = column.flags().contains(ColumnFlags::UNSIGNED_FLAG);
    Some(match column.column_type() {
        // tinyInt1isBit, which is on unless the URL says otherwise.
        ColumnType::MYSQL_TYPE_TINY if column.column_length() == 1 && !is_unsigned => {
            (text != "0").to_string()
        }
        ColumnType::MYSQL_TYPE_DOUBLE => java::double(&text),
        ColumnType::MYSQL_TYPE_FLOAT => java::float(&text),
        ColumnType::MYSQL_TYPE_DATETIME if driver == Driver::MySql => java::local_date_time(&text),
        ColumnType::MYSQL_TYPE_DATETIME | ColumnType::MYSQL_TYPE_TIMESTAMP => java::timestamp(&text),
        _ => text,
    })
}

/// JDBC's `{call f(…)}` as MySQL writes it.
fn call(sql: &str) -> String {
    let inner = sql.trim();
    let inner = inner.strip_prefix('{').and_then(|s| s.strip_suffix('}')).unwrap_or(inner);
    inner.trim().to_owned()
}

/// The statement with its arguments in it.
fn written(prepared: &BoundStatement, driver: Driver) -> Result<String, SqlFailure> {
    let pieces = split(&prepared.sql, SqlDialect::MySql);
    // MariaDB's driver does not mind arguments without a place.
    let is_fit = match driver {
        Driver::MariaDb => pieces.len() <= prepared.arguments.len() + 1,
        _ => pieces.len() == prepared.arguments.len() + 1,
    };
    if !is_fit {
        let (places, count) = (pieces.len() - 1, prepared.arguments.len());
        let text = format!("the statement has {places} places for arguments, and {count} are given");
        return Err(SqlFailure::refused(if places < count { "S1009" } else { "07001" }, 0, text));
    }
    let mut sql = String::new();
    let mut arguments = prepared.arguments.iter().take(pieces.len() - 1);
    for piece in pieces {
        sql.push_str(&piece);
        if let Some(argument) = arguments.next() {
            write_argument(argument, &mut sql);
        }
    }
    Ok(sql)
}

fn write_argument(argument: &Argument, sql: &mut String) {
    let Some(value) = &argument.value else { return sql.push_str("NULL") };
    match argument.kind {
        JdbcType::Whole(_) | JdbcType::Decimal | JdbcType::Double | JdbcType::Float => {
            sql.push_str(value.trim())
        }
        JdbcType::Boolean => sql.push(if value == "true" { '1' } else { '0' }),
        _ => sql.push_str(&Value::from(value.as_str()).as_sql(false)),
    }
}

fn failure(error: Error, driver: Driver) -> SqlFailure {
    let broken_state = if driver == Driver::MySql { "08S01" } else { "08000" };
    match error {
        Error::Server(error) => SqlFailure::refused(&error.state, error.code.into(), error.message),
        Error::Io(IoError::Io(error)) => {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default();
            SqlFailure::broken(connect_kind(&error), broken_state, text)
        }
        Error::Driver(DriverError::ConnectionClosed) => {
            SqlFailure::broken(ErrorKind::ClosedEarly, broken_state, "the server closed the connection")
        }
        Error::Driver(error) => SqlFailure::broken(ErrorKind::BadMessage, broken_state, error.to_string()),
        error => SqlFailure::broken(ErrorKind::ConnectFailed, broken_state, error.to_string()),
    }
}
