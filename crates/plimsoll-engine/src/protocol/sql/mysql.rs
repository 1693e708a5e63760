//! MySQL and MariaDB. As their own drivers do unless told otherwise, arguments are written into the statement,
//! and values come as text.

use super::arguments::{Argument, JdbcType};
use super::placeholders::{SqlDialect, split};
use super::settings::{DatabaseSettings, isolation_words};
use super::table::TableRoom;
use super::{BoundStatement, OUTPUTS, ResultTable, SqlFailure, SqlWork, StatementResult, connect_kind, java};
use mysql_common::Value;
use mysql_common::constants::{ColumnFlags, ColumnType};
use mysql_common::packets::Column;
use plimsoll_net::mysql::{MySqlFailure, MySqlWire, NextRow, ResultStart};
use plimsoll_plan::jdbc::Driver;
use plimsoll_run::ErrorKind;
use std::time::Duration;

pub struct Link {
    wire: MySqlWire,
    driver: Driver,
}

/// Ends the statement that a connection is at.
#[derive(Clone)]
pub struct Canceller {
    host: String,
    port: u16,
    user: String,
    password: String,
    connection: u32,
}

impl Link {
    /// Tries the hosts one after another.
    pub async fn open(settings: &DatabaseSettings) -> Result<(Link, Canceller), SqlFailure> {
        let limit = settings.connect_timeout(Duration::from_millis(1));
        let mut last = None;
        for (host, port) in &settings.url.hosts {
            match tokio::time::timeout(limit, started(settings, host, *port)).await {
                Ok(Ok(wire)) => {
                    let canceller = Canceller {
                        host: host.clone(),
                        port: *port,
                        user: settings.user.clone(),
                        password: settings.password.clone(),
                        connection: wire.id,
                    };
                    return Ok((Link { wire, driver: settings.url.driver }, canceller));
                }
                Ok(Err(failure)) => last = Some(by_driver(failure, settings.url.driver)),
                Err(_) => {
                    let text = format!("no connection within {} ms", limit.as_millis());
                    last = Some(SqlFailure::broken(ErrorKind::ConnectTimeout, "08S01", text));
                }
            }
        }
        Err(last.unwrap_or_else(|| SqlFailure::unusable("null 0", "there is no host")))
    }

    pub async fn set_autocommit(&mut self, on: bool) -> Result<(), SqlFailure> {
        let set = self.wire.perform(autocommit_words(on)).await;
        set.map_err(|failure| by_driver(failure.into(), self.driver))
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
        let outcome = self.asked(&sql, work, is_call, rows_max, is_answered).await;
        outcome.map_err(|failure| by_driver(failure, driver))
    }

    async fn asked(
        &mut self,
        sql: &str,
        work: &SqlWork,
        is_call: bool,
        rows_max: Option<usize>,
        is_answered: &mut dyn FnMut(),
    ) -> Result<StatementResult, SqlFailure> {
        let driver = self.driver;
        self.wire.query(sql).await?;
        let start = self.wire.result().await?;
        is_answered();
        if is_call {
            return called(&mut self.wire, start, rows_max, driver).await;
        }
        let is_select = matches!(work, SqlWork::Select(_) | SqlWork::PreparedSelect(_));
        let is_update = matches!(work, SqlWork::Update(_) | SqlWork::PreparedUpdate(_));
        let (mut has_more, outcome) = match start {
            ResultStart::Rows(columns) if is_select => {
                let (table, has_more) = table(&mut self.wire, columns, rows_max, driver).await?;
                (has_more, Ok(StatementResult { text: table.to_text(), table: Some(table) }))
            }
            ResultStart::Done { has_more, .. } if is_select => {
                let text =
                    "Statement.executeQuery() cannot issue statements that do not produce result sets.";
                let state = if driver == Driver::MySql { "S1009" } else { "null" };
                (has_more, Err(SqlFailure::refused(state, 0, text)))
            }
            ResultStart::Rows(_) if is_update => {
                let text = "Statement.executeUpdate() cannot issue statements that produce result sets.";
                let code = if driver == Driver::MySql { "01S03 0" } else { "HY000 -1" };
                let failure = SqlFailure { code: code.to_owned(), ..SqlFailure::refused("", 0, text) };
                (self.wire.skip(start).await?, Err(failure))
            }
            ResultStart::Done { affected, has_more } => {
                let text = match work {
                    SqlWork::Update(_) => format!("{affected} updates"),
                    SqlWork::PreparedUpdate(_) => format!("{affected} updates.\n"),
                    SqlWork::Commit => "Commit".to_owned(),
                    _ => "Rollback".to_owned(),
                };
                (has_more, Ok(StatementResult { text, table: None }))
            }
            start @ ResultStart::Rows(_) => (self.wire.skip(start).await?, Ok(StatementResult::default())),
        };
        while has_more {
            let next = self.wire.result().await?;
            has_more = self.wire.skip(next).await?;
        }
        outcome
    }
}

impl Canceller {
    pub async fn cancel(self) {
        // When that fails, too, the connection is given up by whoever waits.
        if let Ok(mut wire) = MySqlWire::connect(&self.host, self.port).await
            && wire.log_in(&self.user, &self.password, "").await.is_ok()
        {
            let _ = wire.perform(&format!("KILL QUERY {}", self.connection)).await;
            wire.quit().await;
        }
    }
}

/// A connection that is set up as the settings say.
async fn started(settings: &DatabaseSettings, host: &str, port: u16) -> Result<MySqlWire, SqlFailure> {
    let mut wire = MySqlWire::connect(host, port).await?;
    wire.log_in(&settings.user, &settings.password, &settings.url.database).await?;
    if let Some(variables) = settings.url.parameter("sessionVariables") {
        wire.perform(&format!("SET SESSION {}", variables.replace(';', ","))).await?;
    }
    if let Some(isolation) = settings.isolation {
        let words = isolation_words(isolation);
        wire.perform(&format!("SET SESSION TRANSACTION ISOLATION LEVEL {words}")).await?;
    }
    for statement in &settings.init {
        wire.perform(statement).await?;
    }
    // A server may be set to begin without.
    wire.perform(autocommit_words(settings.autocommit)).await?;
    Ok(wire)
}

fn autocommit_words(on: bool) -> &'static str {
    if on { "SET autocommit=1" } else { "SET autocommit=0" }
}

/// The rows of a result, and whether another result follows.
async fn table(
    wire: &mut MySqlWire,
    columns: Vec<Column>,
    rows_max: Option<usize>,
    driver: Driver,
) -> Result<(ResultTable, bool), SqlFailure> {
    let mut table = ResultTable::default();
    let mut room = TableRoom::default();
    table.columns.extend(columns.iter().map(|column| column.name_str().into_owned()));
    loop {
        let row = match wire.row(columns.len()).await? {
            NextRow::End { has_more } => return Ok((table, has_more)),
            NextRow::Row(row) => row,
        };
        // Those beyond the limit are read and forgotten; the server has sent them.
        if rows_max.is_none_or(|max| table.rows.len() < max) {
            let values = row.into_iter().zip(&columns);
            let values: Vec<_> = values
                .map(|(value, column)| value.and_then(|value| printed(Value::Bytes(value), column, driver)))
                .collect();
            room.take(&values)?;
            table.rows.push(values);
        }
    }
}

/// All results of a procedure, one after another.
async fn called(
    wire: &mut MySqlWire,
    first: ResultStart,
    rows_max: Option<usize>,
    driver: Driver,
) -> Result<StatementResult, SqlFailure> {
    let mut outcome = StatementResult::default();
    let mut start = first;
    loop {
        let has_more = match start {
            ResultStart::Done { affected, has_more } => {
                outcome.text.push_str(&format!("{affected} updates.\n"));
                has_more
            }
            ResultStart::Rows(columns) => {
                let (table, has_more) = table(wire, columns, rows_max, driver).await?;
                outcome.text.push_str(&table.to_text());
                outcome.text.push('\n');
                outcome.table = Some(table);
                has_more
            }
        };
        if !has_more {
            outcome.text.push_str(OUTPUTS);
            return Ok(outcome);
        }
        start = wire.result().await?;
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

/// With the SQL state that the driver has for a connection that breaks.
fn by_driver(failure: SqlFailure, driver: Driver) -> SqlFailure {
    match (driver, failure.code.as_str()) {
        (Driver::MySql, _) => failure,
        (_, "08S01 0") if failure.is_broken => SqlFailure { code: "08000 0".to_owned(), ..failure },
        _ => failure,
    }
}

/// The SQL state of a connection that broke.
const BROKEN: &str = "08S01";

impl From<MySqlFailure> for SqlFailure {
    fn from(failure: MySqlFailure) -> SqlFailure {
        let kind = match &failure {
            MySqlFailure::Refused { state, code, text } => {
                return SqlFailure::refused(state, *code, text.clone());
            }
            MySqlFailure::Malformed(_) => ErrorKind::BadMessage,
            MySqlFailure::Unsupported(_) => ErrorKind::ConnectFailed,
            MySqlFailure::Closed => ErrorKind::ClosedEarly,
            MySqlFailure::Io(error) => connect_kind(error),
        };
        SqlFailure::broken(kind, BROKEN, failure.to_string())
    }
}
