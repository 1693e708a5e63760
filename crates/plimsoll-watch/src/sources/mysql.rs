//! MySQL and MariaDB: `SHOW GLOBAL STATUS`, over one connection, which is made again when it breaks.

use super::{Answers, BYTES_MAX, Service};
use crate::clock::RunTime;
use crate::sources::database::DatabaseAccess;
use crate::sources::{Access, TelemetrySource};
use plimsoll_net::mysql::{MySqlFailure, MySqlWire, NextRow, ResultStart};
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
    wire: MySqlWire,
    /// As `SHOW` printed it once: it is repeated in every answer.
    limits: String,
}

impl Mysql {
    fn new(database: DatabaseAccess, timeout: Duration) -> Mysql {
        Mysql { database, timeout, open: None }
    }

    fn connect(&self) -> Result<Open, String> {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|e| e.to_string())?;
        let DatabaseAccess { host, port, user, password, name, tls: _ } = &self.database;
        let started = async {
            let mut wire = MySqlWire::connect(host, *port).await?;
            wire.log_in(user, password, name).await?;
            Ok::<_, MySqlFailure>(wire)
        };
        let place = |error: String| format!("{}: {error}", self.database.authority());
        let wire = runtime.block_on(in_time(self.timeout, started)).map_err(place)?;
        let mut open = Open { wire, limits: String::new(), runtime };
        open.limits =
            open.show("show global variables like 'max_connections'", self.timeout).map_err(place)?;
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
        self.runtime.block_on(in_time(timeout, shown(&mut self.wire, statement)))
    }
}

/// The first two cells of each row of all results, a tab between them.
async fn shown(wire: &mut MySqlWire, statement: &str) -> Result<String, MySqlFailure> {
    let mut text = String::new();
    wire.query(statement).await?;
    loop {
        let columns = match wire.result().await? {
            ResultStart::Done { has_more: true, .. } => continue,
            ResultStart::Done { .. } => return Ok(text),
            ResultStart::Rows(columns) => columns.len(),
        };
        let has_more = loop {
            match wire.row(columns).await? {
                NextRow::End { has_more } => break has_more,
                NextRow::Row(row) => {
                    let mut cells = row.iter().map(|cell| cell.as_deref().map(String::from_utf8_lossy));
                    if let (Some(Some(name)), Some(Some(value))) = (cells.next(), cells.next()) {
                        let _ = writeln!(text, "{name}\t{}", value.replace(['\n', '\r'], " "));
                    }
                    if text.len() as u64 > BYTES_MAX {
                        let most = BYTES_MAX >> 20;
                        return Err(MySqlFailure::Malformed(format!("status: it is longer than {most} MB")));
                    }
                }
            }
        };
        if !has_more {
            return Ok(text);
        }
    }
}

async fn in_time<T>(
    timeout: Duration,
    work: impl Future<Output = Result<T, MySqlFailure>>,
) -> Result<T, String> {
    let ended = tokio::time::timeout(timeout, work).await;
    ended
        .map_err(|_| format!("no answer within {} s", timeout.as_secs()))?
        .map_err(|failure| failure.to_string())
}

impl Service for Mysql {
    fn ask(&mut self, time: &RunTime, answers: &mut Answers) -> Result<(), String> {
        if self.open.is_none() {
            self.open = Some(self.connect()?);
        }
        answers.add(time, || self.status())
    }
}
