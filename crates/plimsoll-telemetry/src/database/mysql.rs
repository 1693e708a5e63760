//! `SHOW GLOBAL STATUS` and `SHOW GLOBAL VARIABLES` of MySQL and MariaDB: a name, a tab and a value a line, as
//! `mysql -e` prints into a file; what a collector asks has the same shape.
//!
//! Names are those of the OpenTelemetry collector's MySQL receiver. Variables that aren't in the table are left out.
//! Times: the stamp, else the number of the report, from 0 (each begins with the header `Variable_name`).
//! An `Uptime` that falls is a restart. Traps: `Innodb_row_lock_time` is in milliseconds.

use crate::number::decimal;
use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::series::{MetricSpec, ResettableTotal, SeriesSet, emit, restart};
use plimsoll_run::ReadingKind::{Counter, Gauge};
use plimsoll_run::metric;
use plimsoll_run::{At, ReadingKind, Source};

/// A variable, the metric that it is, and the factor to its unit.
struct Known {
    variable: &'static str,
    metric: MetricSpec,
    factor: f64,
}

type Pairs = &'static [(&'static str, &'static str)];

const fn known(
    variable: &'static str,
    name: &'static str,
    unit: &'static str,
    kind: ReadingKind,
    attributes: Pairs,
) -> Known {
    Known { variable, metric: MetricSpec { name, unit, kind, attributes }, factor: 1.0 }
}

const NONE: Pairs = &[];

/// In alphabetical order of lowercase names: it is searched by halves.
const KNOWN: &[Known] = &[
    known("aborted_clients", "mysql.connection.errors", "{error}", Counter, &[("error", "aborted_clients")]),
    known("aborted_connects", "mysql.connection.errors", "{error}", Counter, &[("error", "aborted")]),
    known("bytes_received", "mysql.client.network.io", "By", Counter, &[("kind", "received")]),
    known("bytes_sent", "mysql.client.network.io", "By", Counter, &[("kind", "sent")]),
    known("com_commit", "mysql.commands", "{command}", Counter, &[("command", "commit")]),
    known("com_delete", "mysql.commands", "{command}", Counter, &[("command", "delete")]),
    known("com_insert", "mysql.commands", "{command}", Counter, &[("command", "insert")]),
    known("com_rollback", "mysql.commands", "{command}", Counter, &[("command", "rollback")]),
    known("com_select", "mysql.commands", "{command}", Counter, &[("command", "select")]),
    known("com_update", "mysql.commands", "{command}", Counter, &[("command", "update")]),
    known(
        "connection_errors_max_connections",
        "mysql.connection.errors",
        "{error}",
        Counter,
        &[("error", "max_connections")],
    ),
    known("connections", "mysql.connection.count", "{connect}", Counter, NONE),
    known(
        "created_tmp_disk_tables",
        "mysql.tmp_resources",
        "{resource}",
        Counter,
        &[("resource", "disk_tables")],
    ),
    known("created_tmp_tables", "mysql.tmp_resources", "{resource}", Counter, &[("resource", "tables")]),
    known(
        "handler_read_rnd_next",
        metric::MYSQL_HANDLERS,
        "{handler}",
        Counter,
        &[("kind", "read_rnd_next")],
    ),
    known("innodb_buffer_pool_bytes_data", "mysql.buffer_pool.usage", "By", Gauge, &[("status", "data")]),
    known("innodb_buffer_pool_bytes_dirty", "mysql.buffer_pool.usage", "By", Gauge, &[("status", "dirty")]),
    known("innodb_buffer_pool_pages_free", "mysql.buffer_pool.pages", "{page}", Gauge, &[("kind", "free")]),
    known("innodb_buffer_pool_pages_total", "mysql.buffer_pool.pages", "{page}", Gauge, &[("kind", "total")]),
    known(
        "innodb_buffer_pool_read_requests",
        "mysql.buffer_pool.operations",
        "{operation}",
        Counter,
        &[("operation", "read_requests")],
    ),
    known(
        "innodb_buffer_pool_reads",
        "mysql.buffer_pool.operations",
        "{operation}",
        Counter,
        &[("operation", "reads")],
    ),
    known(
        "innodb_buffer_pool_wait_free",
        "mysql.buffer_pool.operations",
        "{operation}",
        Counter,
        &[("operation", "wait_free")],
    ),
    known("innodb_data_fsyncs", "mysql.operations", "{operation}", Counter, &[("operation", "fsyncs")]),
    known("innodb_data_reads", "mysql.operations", "{operation}", Counter, &[("operation", "reads")]),
    known("innodb_data_writes", "mysql.operations", "{operation}", Counter, &[("operation", "writes")]),
    known("innodb_deadlocks", "mysql.deadlocks", "{deadlock}", Counter, NONE),
    known("innodb_log_waits", "mysql.log_operations", "{operation}", Counter, &[("operation", "waits")]),
    known("innodb_row_lock_current_waits", metric::MYSQL_ROW_LOCKS_WAITING, "{lock}", Gauge, NONE),
    Known { factor: 0.001, ..known("innodb_row_lock_time", "mysql.row_locks.time", "s", Counter, NONE) },
    known("innodb_row_lock_waits", metric::MYSQL_ROW_LOCKS, "{lock}", Counter, &[("kind", "waits")]),
    known("innodb_rows_deleted", "mysql.row_operations", "{row}", Counter, &[("operation", "deleted")]),
    known("innodb_rows_inserted", "mysql.row_operations", "{row}", Counter, &[("operation", "inserted")]),
    known("innodb_rows_read", "mysql.row_operations", "{row}", Counter, &[("operation", "read")]),
    known("innodb_rows_updated", "mysql.row_operations", "{row}", Counter, &[("operation", "updated")]),
    known("max_connections", metric::MYSQL_CONNECTION_MAX, "{connection}", Gauge, NONE),
    known("max_used_connections", "mysql.max_used_connections", "{connection}", Gauge, NONE),
    known("queries", metric::MYSQL_QUERY_COUNT, "{query}", Counter, NONE),
    known("slow_queries", metric::MYSQL_QUERY_SLOW_COUNT, "{query}", Counter, NONE),
    known("sort_merge_passes", "mysql.sorts", "{sort}", Counter, &[("kind", "merge_passes")]),
    known("table_locks_immediate", "mysql.locks", "{lock}", Counter, &[("kind", "immediate")]),
    known("table_locks_waited", "mysql.locks", "{lock}", Counter, &[("kind", "waited")]),
    known("threads_cached", metric::MYSQL_THREADS, "{thread}", Gauge, &[("kind", "cached")]),
    known("threads_connected", metric::MYSQL_THREADS, "{thread}", Gauge, &[("kind", "connected")]),
    known("threads_created", "mysql.threads.created", "{thread}", Counter, NONE),
    known("threads_running", metric::MYSQL_THREADS, "{thread}", Gauge, &[("kind", "running")]),
    known("uptime", "mysql.uptime", "s", Counter, NONE),
];

pub struct MysqlStatus {
    source: Source,
    /// Headers met.
    reports: u64,
    series: SeriesSet,
    uptime: ResettableTotal,
}

impl MysqlStatus {
    pub fn new(options: &ReaderOptions) -> MysqlStatus {
        MysqlStatus {
            source: options.source.clone(),
            reports: 0,
            series: SeriesSet::default(),
            uptime: ResettableTotal::default(),
        }
    }
}

impl LineReader for MysqlStatus {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        let text = line.text();
        if text.trim().is_empty() {
            return;
        }
        let Some((name, value)) = text.split_once('\t') else {
            let kind = ProblemKind::unrecognised(line.bytes);
            return out.problem(Problem { line: line.number, kind });
        };
        if name == "Variable_name" {
            self.reports += 1;
            return;
        }
        let name = name.to_ascii_lowercase();
        let Ok(at) = KNOWN.binary_search_by(|known| known.variable.cmp(name.as_str())) else { return };
        let known = &KNOWN[at];
        let at = line.at(At::Index(self.reports.saturating_sub(1)));
        let Some(value) = decimal(value) else {
            let kind = ProblemKind::number(known.variable, value.as_bytes());
            return out.problem(Problem { line: line.number, kind });
        };
        if known.variable == "uptime"
            && let Some(before) = self.uptime.fell(value)
        {
            let text = format!("the server's uptime fell from {before} to {value} s");
            out.event(restart(at, &self.source, text));
        }
        let source = &self.source;
        let make = || known.metric.of(source, &[]);
        if let Some(series) = self.series.get(name.as_bytes(), line.number, out, make) {
            emit(out, at, &series, crate::number::scale(value, known.factor));
        }
    }
}

pub fn recognise(lines: &[String]) -> bool {
    lines.iter().find(|line| !line.trim().is_empty()).is_some_and(|line| line.starts_with("Variable_name\t"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        assert!(KNOWN.is_sorted_by(|a, b| a.variable < b.variable));
    }
}
