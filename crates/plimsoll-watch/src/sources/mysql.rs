//! MySQL and MariaDB: `SHOW GLOBAL STATUS`, over one connection that is made anew when it breaks.

use super::{Answers, Service};
use crate::clock::RunTime;
use crate::sources::database::DatabaseAccess;
use crate::sources::{Access, TelemetrySource};
use mysql_async::prelude::Queryable;
use mysql_async::{Conn, OptsBuilder, Row, from_value_opt};
use plimsoll_run::Instance;
use std::fmt::Write;
use std::time::Duration;
use tokio::runtime::Runtime;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MysqlSource(pub DatabaseAccess);

impl TelemetrySource for MysqlSource {
    fn name(&self) -> &str {
        "mysql"
    }

    fn format(&self) -> Option<&str> {
        Some("mysql-status")
    }

    fn access(&self, every: Duration) -> Access {
        Access::Service(Box::new(Mysql::new(self.0.clone(), super::timeout(every))))
    }

    fn instance(&self, name: Option<&str>) -> Instance {
        Instance::Service(name.unwrap_or("mysql").to_owned())
    }

    fn address(&self) -> Option<String> {
        Some(format!("mysql://{}", self.0.authority()))
    }

    fn target_name(&self) -> Option<String> {
        Some(self.0.authority())
    }
}

struct Mysql {
    database: DatabaseAccess,
    timeout: Duration,
    open: Option<Open>,
}

struct Open {
    runtime: Runtime,
    connection: Conn,
    /// As `SHOW` printed it once: it is repeated in every answer.
    limits: String,
}

impl Mysql {
    fn new(database: DatabaseAccess, timeout: Duration) -> Mysql {
        Mysql { database, timeout, open: None }
    }

    fn connect(&self) -> Result<Open, String> {
        let failed = |error: mysql_async::Error| format!("{}: {error}", self.database.authority());
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|e| e.to_string())?;
        let DatabaseAccess { host, port, user, password, name, tls: _ } = &self.database;
        let options = OptsBuilder::default()
            .ip_or_hostname(host)
            .tcp_port(*port)
            .user(Some(user))
            .pass(Some(password).filter(|password| !password.is_empty()))
            .db_name(Some(name).filter(|name| !name.is_empty()))
            .prefer_socket(false);
        let mut open = runtime
            .block_on(in_time(self.timeout, Conn::new(options)))?
            .map_err(failed)
            .map(|connection| Open { connection, limits: String::new(), runtime })?;
        open.limits = open.show("show global variables like 'max_connections'", self.timeout)?;
        Ok(open)
    }

    fn status(&mut self) -> Result<Vec<u8>, String> {
        let mut open = match self.open.take() {
            Some(open) => open,
            None => self.connect()?,
        };
        let text = open.show("show global status", self.timeout);
        let text = text.map_err(|error| format!("{}: {error}", self.database.authority()))?;
        let answer = format!("Variable_name\tValue\n{text}{}", open.limits);
        self.open = Some(open);
        Ok(answer.into_bytes())
    }
}

impl Open {
    fn show(&mut self, statement: &str, timeout: Duration) -> Result<String, String> {
        let rows = self.runtime.block_on(in_time(timeout, self.connection.query::<Row, _>(statement)))?;
        let rows = rows.map_err(|error| error.to_string())?;
        let mut text = String::new();
        for row in rows {
            let mut cells = row.unwrap().into_iter().map(from_value_opt::<String>);
            if let (Some(Ok(name)), Some(Ok(value))) = (cells.next(), cells.next()) {
                let _ = writeln!(text, "{name}\t{}", value.replace(['\n', '\r'], " "));
            }
        }
        Ok(text)
    }
}

async fn in_time<T>(timeout: Duration, work: impl Future<Output = T>) -> Result<T, String> {
    let ended = tokio::time::timeout(timeout, work).await;
    ended.map_err(|_| format!("no answer within {} s", timeout.as_secs()))
}

impl Service for Mysql {
    fn ask(&mut self, time: &RunTime, answers: &mut Answers) -> Result<(), String> {
        if self.open.is_none() {
            self.open = Some(self.connect()?);
        }
        answers.add(time, || self.status())
    }
}
