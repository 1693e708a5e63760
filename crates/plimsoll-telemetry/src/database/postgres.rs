//! PostgreSQL's statistics: a row of a view a line, its name, a tab and the row as JSON, as
//! `psql -AtF $'\t' -c "select 'pg_stat_database', row_to_json(s) from pg_stat_database s"` prints; a collector asks the same.
//!
//! Columns are known by their names, so any version's rows are read. Names are those of the OpenTelemetry collector's
//! PostgreSQL receiver. Times: the stamp, else the number of the report, from 0 (each begins with a row `server`).
//! A server whose start time changed has been restarted. The maximum of connections is that of clients: less those that are reserved,
//! where `reserved` is there.

use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::series::{MetricSpec, SeriesSet, emit, restart};
use plimsoll_run::ReadingKind::{Counter, Gauge};
use plimsoll_run::metric;
use plimsoll_run::{At, ReadingKind, Source};
use serde_json::Value;

type Pairs = &'static [(&'static str, &'static str)];

/// A column of a view, the metric that it is, and the factor to its unit.
struct Known {
    view: &'static str,
    column: &'static str,
    metric: MetricSpec,
    factor: f64,
}

const fn known(
    view: &'static str,
    column: &'static str,
    name: &'static str,
    unit: &'static str,
    kind: ReadingKind,
    attributes: Pairs,
) -> Known {
    Known { view, column, metric: MetricSpec { name, unit, kind, attributes }, factor: 1.0 }
}

const fn milliseconds(
    view: &'static str,
    column: &'static str,
    name: &'static str,
    attributes: Pairs,
) -> Known {
    Known { factor: 0.001, ..known(view, column, name, "s", Counter, attributes) }
}

const NONE: Pairs = &[];
const DATABASE: &str = "pg_stat_database";
const WRITER: &str = "pg_stat_bgwriter";
/// From version 17; before, its columns were the background writer's.
const CHECKPOINTER: &str = "pg_stat_checkpointer";
const CHECKPOINTS: &str = "postgresql.bgwriter.checkpoint.count";
const CHECKPOINT_TIME: &str = "postgresql.bgwriter.duration";
const WRITES: &str = "postgresql.bgwriter.buffers.writes";
const REQUESTED: Pairs = &[("type", "requested")];
const SCHEDULED: Pairs = &[("type", "scheduled")];
const BY_CHECKPOINTS: Pairs = &[("source", "checkpoints")];

const KNOWN: &[Known] = &[
    known("server", "max_connections", metric::POSTGRESQL_CONNECTION_MAX, "{connection}", Gauge, NONE),
    known("server", "uptime_s", "postgresql.uptime", "s", Counter, NONE),
    known("backends", "count", metric::POSTGRESQL_BACKENDS, "{connection}", Gauge, NONE),
    known("locks", "waiting", metric::POSTGRESQL_LOCKS_WAITING, "{lock}", Gauge, NONE),
    known(DATABASE, "xact_commit", metric::POSTGRESQL_COMMITS, "{transaction}", Counter, NONE),
    known(DATABASE, "xact_rollback", metric::POSTGRESQL_ROLLBACKS, "{transaction}", Counter, NONE),
    known(DATABASE, "deadlocks", "postgresql.deadlocks", "{deadlock}", Counter, NONE),
    known(DATABASE, "blks_hit", "postgresql.blks_hit", "{block}", Counter, NONE),
    known(DATABASE, "blks_read", "postgresql.blks_read", "{block}", Counter, NONE),
    known(DATABASE, "tup_returned", metric::POSTGRESQL_TUP_RETURNED, "{row}", Counter, NONE),
    known(DATABASE, "tup_fetched", metric::POSTGRESQL_TUP_FETCHED, "{row}", Counter, NONE),
    known(DATABASE, "tup_inserted", "postgresql.tup_inserted", "{row}", Counter, NONE),
    known(DATABASE, "tup_updated", "postgresql.tup_updated", "{row}", Counter, NONE),
    known(DATABASE, "tup_deleted", "postgresql.tup_deleted", "{row}", Counter, NONE),
    known(DATABASE, "temp_files", "postgresql.temp_files", "{file}", Counter, NONE),
    known(DATABASE, "temp_bytes", "postgresql.temp.io", "By", Counter, NONE),
    known(WRITER, "buffers_alloc", "postgresql.bgwriter.buffers.allocated", "{buffer}", Counter, NONE),
    known(WRITER, "buffers_clean", WRITES, "{buffer}", Counter, &[("source", "bgwriter")]),
    known(WRITER, "buffers_backend", WRITES, "{buffer}", Counter, &[("source", "backend")]),
    known(WRITER, "buffers_checkpoint", WRITES, "{buffer}", Counter, BY_CHECKPOINTS),
    known(WRITER, "maxwritten_clean", "postgresql.bgwriter.maxwritten", "1", Counter, NONE),
    known(WRITER, "checkpoints_timed", CHECKPOINTS, "{checkpoint}", Counter, SCHEDULED),
    known(WRITER, "checkpoints_req", CHECKPOINTS, "{checkpoint}", Counter, REQUESTED),
    milliseconds(WRITER, "checkpoint_write_time", CHECKPOINT_TIME, &[("type", "write")]),
    milliseconds(WRITER, "checkpoint_sync_time", CHECKPOINT_TIME, &[("type", "sync")]),
    known(CHECKPOINTER, "num_timed", CHECKPOINTS, "{checkpoint}", Counter, SCHEDULED),
    known(CHECKPOINTER, "num_requested", CHECKPOINTS, "{checkpoint}", Counter, REQUESTED),
    known(CHECKPOINTER, "buffers_written", WRITES, "{buffer}", Counter, BY_CHECKPOINTS),
    milliseconds(CHECKPOINTER, "write_time", CHECKPOINT_TIME, &[("type", "write")]),
    milliseconds(CHECKPOINTER, "sync_time", CHECKPOINT_TIME, &[("type", "sync")]),
];

pub struct PostgresStatus {
    source: Source,
    /// Rows `server` met.
    reports: u64,
    series: SeriesSet,
    started: Option<String>,
}

impl PostgresStatus {
    pub fn new(options: &ReaderOptions) -> PostgresStatus {
        let source = options.source.clone();
        PostgresStatus { source, reports: 0, series: SeriesSet::default(), started: None }
    }

    fn row(&mut self, view: &str, row: &Value, line: &InputLine<'_>, out: &mut dyn Output) {
        let text = |name: &str| row.get(name).and_then(Value::as_str);
        if view == "server" {
            self.reports += 1;
        }
        let at = line.at(At::Index(self.reports.saturating_sub(1)));
        if let Some(started) = text("started").filter(|_| view == "server") {
            let before = self.started.replace(started.to_owned());
            if before.is_some_and(|before| before != started) {
                out.event(restart(at, &self.source, format!("the server started at {started}")));
            }
        }
        // The row of shared objects has no name of a database; it is no database.
        if view == DATABASE && text("datname").is_none() {
            return;
        }
        let more: Vec<(&'static str, &str)> = [("postgresql.database.name", "datname"), ("state", "state")]
            .into_iter()
            .filter_map(|(name, column)| Some((name, text(column)?)))
            .collect();
        for known in KNOWN.iter().filter(|known| known.view == view) {
            let Some(value) = row.get(known.column).and_then(Value::as_f64) else { continue };
            // What is reserved for superusers, and taken by who asks, clients never get.
            let reserved =
                row.get("reserved").and_then(Value::as_f64).filter(|_| known.column == "max_connections");
            let value = value - reserved.filter(|reserved| *reserved < value).unwrap_or(0.0);
            let key = format!("{view}\0{}\0{more:?}", known.column);
            let source = &self.source;
            let make = || known.metric.of(source, &more);
            if let Some(series) = self.series.get(key.as_bytes(), line.number, out, make) {
                emit(out, at, &series, crate::number::scale(value, known.factor));
            }
        }
    }
}

impl LineReader for PostgresStatus {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        let text = line.text();
        if text.trim().is_empty() {
            return;
        }
        let kind = match text.split_once('\t') {
            None => ProblemKind::unrecognised(line.bytes),
            Some((view, row)) => match serde_json::from_str::<Value>(row) {
                Ok(row) => return self.row(view, &row, &line, out),
                Err(error) => ProblemKind::Json { cause: error.to_string() },
            },
        };
        out.problem(Problem { line: line.number, kind });
    }
}

pub fn recognise(lines: &[String]) -> bool {
    lines.iter().find(|line| !line.trim().is_empty()).is_some_and(|line| {
        line.split_once('\t').is_some_and(|(view, row)| {
            (view == "server" || view.starts_with("pg_stat_")) && row.trim_start().starts_with('{')
        })
    })
}
