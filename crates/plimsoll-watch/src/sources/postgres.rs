//! PostgreSQL: rows of its statistics, over one connection, which is made again when it breaks.

use super::tls::ServiceStream;
use super::{Answers, BYTES_MAX, Service, connect};
use crate::clock::RunTime;
use crate::sources::database::DatabaseAccess;
use crate::sources::{Access, TelemetrySource};
use bytes::BytesMut;
use fallible_iterator::FallibleIterator;
use plimsoll_net::postgres::{self, PostgresLogin, next_message};
use plimsoll_run::Instance;
use postgres_protocol::message::backend::Message;
use postgres_protocol::message::frontend;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Reserved are the connections that clients do not get: those of superusers and of privileged roles, and this collector's own. States
/// without backends count 0, or their last number would stand. The versions up to 16 have checkpoints among the background writer's columns.
const QUERY: &str = "\
select 'server', json_build_object('started', pg_postmaster_start_time(), \
  'uptime_s', extract(epoch from now() - pg_postmaster_start_time()), \
  'max_connections', current_setting('max_connections')::int, \
  'reserved', 1 + current_setting('superuser_reserved_connections')::int \
    + coalesce(current_setting('reserved_connections', true)::int, 0)); \
select 'pg_stat_database', row_to_json(s) from pg_stat_database s where datname is not null; \
select 'backends', json_build_object('datname', d.datname, 'state', s.state, 'count', count(a.pid)) \
  from pg_database d cross join (values ('active'), ('idle'), ('idle in transaction'), \
    ('idle in transaction (aborted)'), ('unknown')) s(state) \
  left join pg_stat_activity a on a.datid = d.oid and coalesce(a.state, 'unknown') = s.state \
    and a.pid <> pg_backend_pid() \
  where not d.datistemplate group by d.datname, s.state; \
select 'locks', json_build_object('waiting', count(*)) from pg_locks where not granted; \
select 'pg_stat_bgwriter', row_to_json(s) from pg_stat_bgwriter s";
const QUERY_CHECKPOINTER: &str = "select 'pg_stat_checkpointer', row_to_json(s) from pg_stat_checkpointer s";
/// The first version with `pg_stat_checkpointer`.
const CHECKPOINTER_SINCE: u32 = 17;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostgresSource(pub DatabaseAccess);

impl TelemetrySource for PostgresSource {
    fn name(&self) -> &str {
        "postgres"
    }

    fn format(&self) -> Option<&str> {
        Some("postgres-status")
    }

    fn access(&self, every: Duration) -> Access {
        let service = Postgres { database: self.0.clone(), timeout: super::timeout(every), open: None };
        Access::Service(Box::new(service))
    }

    fn instance(&self, name: Option<&str>) -> Instance {
        Instance::Service(name.unwrap_or("postgres").to_owned())
    }

    fn address(&self) -> Option<String> {
        Some(format!("postgresql://{}", self.0.authority()))
    }

    fn target_name(&self) -> Option<String> {
        Some(self.0.authority())
    }
}

struct Postgres {
    database: DatabaseAccess,
    timeout: Duration,
    open: Option<PostgresConnection>,
}

struct PostgresConnection {
    stream: ServiceStream,
    input: BytesMut,
    /// Major; 0 when the server does not tell.
    version: u32,
}

impl Postgres {
    fn connect(&self) -> Result<PostgresConnection, String> {
        let stream = connect(&self.database.authority(), self.timeout)?;
        let until = Instant::now() + self.timeout;
        let stream = match &self.database.tls {
            None => ServiceStream::plain(stream, until),
            Some(tls) => ServiceStream::encrypted(willing(stream)?, until, &self.database.host, tls)?,
        };
        let mut wire = PostgresConnection { stream, input: BytesMut::new(), version: 0 };
        wire.log_in(&self.database)?;
        Ok(wire)
    }

    fn status(&mut self) -> Result<Vec<u8>, String> {
        let mut wire = match self.open.take() {
            Some(wire) => wire,
            None => self.connect()?,
        };
        wire.stream.allow(Instant::now() + self.timeout);
        let mut text = String::new();
        wire.query(QUERY, &mut text)?;
        if wire.version >= CHECKPOINTER_SINCE {
            wire.query(QUERY_CHECKPOINTER, &mut text)?;
        }
        self.open = Some(wire);
        Ok(text.into_bytes())
    }
}

impl Service for Postgres {
    fn ask(&mut self, time: &RunTime, answers: &mut Answers) -> Result<(), String> {
        let place = |error: String| match error.starts_with(&self.database.authority()) {
            true => error,
            false => format!("{}: {error}", self.database.authority()),
        };
        if self.open.is_none() {
            self.open = Some(self.connect().map_err(place)?);
        }
        let authority = self.database.authority();
        answers.add(time, || self.status()).map_err(|error| format!("{authority}: {error}"))
    }
}

impl PostgresConnection {
    fn log_in(&mut self, database: &DatabaseAccess) -> Result<(), String> {
        let DatabaseAccess { user, password, name, .. } = database;
        let mut parameters =
            vec![("user", user.as_str()), ("client_encoding", "UTF8"), ("application_name", "Plimsoll")];
        if !name.is_empty() {
            parameters.push(("database", name));
        }
        let (mut login, first) = PostgresLogin::begin(parameters, user, password).map_err(text)?;
        self.send(&first)?;
        while let Some(reply) = login.answer(self.receive()?).map_err(text)? {
            self.send(&reply)?;
        }
        self.version = login.version;
        Ok(())
    }

    /// Appends rows of two columns, a tab between them.
    fn query(&mut self, sql: &str, rows: &mut String) -> Result<(), String> {
        let mut buffer = BytesMut::new();
        frontend::query(sql, &mut buffer).map_err(text)?;
        self.send(&buffer)?;
        let mut refused = None;
        loop {
            match self.receive()? {
                Message::DataRow(body) => {
                    let mut ranges = body.ranges();
                    let mut cells = Vec::new();
                    while let Some(range) = ranges.next().map_err(text)? {
                        let bytes = range.and_then(|range| body.buffer().get(range)).unwrap_or_default();
                        cells.push(String::from_utf8_lossy(bytes).replace(['\n', '\r'], " "));
                    }
                    rows.push_str(&cells.join("\t"));
                    rows.push('\n');
                    if rows.len() as u64 > BYTES_MAX {
                        return Err(format!("the status is longer than {} MB", BYTES_MAX >> 20));
                    }
                }
                Message::ErrorResponse(body) => refused = Some(postgres::message(&body)),
                Message::ReadyForQuery(_) => return refused.map_or(Ok(()), Err),
                _ => {}
            }
        }
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.stream.write_all(bytes).map_err(|error| unanswered(&error))
    }

    fn receive(&mut self) -> Result<Message, String> {
        loop {
            if let Some(message) = next_message(&mut self.input).map_err(text)? {
                return Ok(message);
            }
            let mut piece = [0; 16 * 1024];
            match self.stream.read(&mut piece) {
                Ok(0) => return Err("the server closed the connection".to_owned()),
                Ok(count) => self.input.extend_from_slice(&piece[..count]),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(unanswered(&error)),
            }
        }
    }
}

fn unanswered(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut => "no answer in time".to_owned(),
        _ => error.to_string(),
    }
}

/// Asks whether the server speaks TLS; it answers with one letter.
fn willing(mut stream: TcpStream) -> Result<TcpStream, String> {
    let (mut request, mut answer) = (BytesMut::new(), [0]);
    frontend::ssl_request(&mut request);
    stream.write_all(&request).and_then(|()| stream.read_exact(&mut answer)).map_err(text)?;
    match answer[0] {
        b'S' => Ok(stream),
        _ => Err("the server does not speak TLS".to_owned()),
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
