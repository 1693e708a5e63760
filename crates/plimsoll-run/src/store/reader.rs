//! Reads a run file.

use super::error::StoreError;
use super::generator_rows;
use super::interval_rows;
use super::rows::{self, SecondKey};
use super::schema::{self, meta};
use super::{answer_rows, exchange_rows, node_rows};
use super::{job_rows, sums, telemetry_reader, texts};
use crate::record::{
    ImportedMeasurement, LoadGeneratorKind, LoadStep, MeasurementSource, Run, RunHeader, Second,
    TransactionKey,
};
use crate::secrets::Secrets;
use rusqlite::types::Type;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Result as SqlResult};
use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::thread::Builder;
use std::time::Duration;

/// What imported runs have in place of a plan's file.
const IMPORTED_PLAN: &str = "(imported)";

const WRITER_WAIT: Duration = Duration::from_secs(5);

impl Run {
    /// Reads a run file; it may be unfinished, or still be written by another process.
    ///
    /// The file is not changed. A step without an end gets its `measured_to_us` from the last second
    /// that was stored of it (or the planned one, if that is earlier); its `ended_us` stays `None`.
    pub fn open(path: &Path) -> Result<Run, StoreError> {
        let connection = open(path)?;
        let failed = |error| StoreError::of(path, error);
        let is_finished = connection
            .query_row("SELECT EXISTS (SELECT 1 FROM run_end)", [], |row| row.get::<_, bool>(0))
            .unwrap_or(false);
        let mut run = match is_finished {
            // Nobody writes to it any more: others may read it meanwhile.
            true => std::thread::scope(|scope| {
                let check = || connect(path).ok().map(|connection| check_whole(&connection, path));
                let check = Builder::new().spawn_scoped(scope, check).ok();
                let run = read(&connection, Some(path));
                // Where there is no further thread, or no further connection, this one has to do.
                let checked = check.and_then(|check| check.join().ok()).flatten();
                // Of a damaged file no other error is of use.
                checked.unwrap_or_else(|| check_whole(&connection, path))?;
                run.map_err(failed)
            })?,
            false => {
                check_whole(&connection, path)?;
                read(&connection, None).map_err(failed)?
            }
        };
        close_steps(&mut run.steps, &run.seconds);
        Ok(run)
    }
}

fn check_whole(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let state: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| StoreError::of(path, error))?;
    match state.as_str() {
        "ok" => Ok(()),
        _ => Err(StoreError::Damaged { path: path.to_owned(), detail: state }),
    }
}

/// Opens the file to read it as one moment: a writer meanwhile can't make the tables contradict each other.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    check_readable(path)?;
    let connection = connect(path)?;
    connection.execute_batch("BEGIN").map_err(|error| StoreError::of(path, error))?;
    schema::check(&connection, path)?;
    Ok(connection)
}

/// SQLite's own messages for these are of little help.
fn check_readable(path: &Path) -> Result<(), StoreError> {
    // To open a pipe would wait for whoever writes into it.
    let is_other = fs::metadata(path).is_ok_and(|found| !found.is_file());
    if is_other {
        return Err(StoreError::NotARun { path: path.to_owned() });
    }
    let opened = File::open(path).and_then(|file| file.metadata());
    match opened {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(_) => Err(StoreError::NotARun { path: path.to_owned() }),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Err(StoreError::Missing { path: path.to_owned() }),
        Err(source) => Err(StoreError::NotReadable { path: path.to_owned(), source }),
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let open_as = |flags, locking: &str| {
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(WRITER_WAIT)?;
        connection.pragma_update(None, "locking_mode", locking)?;
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        Ok(connection)
    };
    let open = |flags| open_as(flags, "NORMAL");
    let opened = open(OpenFlags::SQLITE_OPEN_READ_ONLY).or_else(|error: rusqlite::Error| {
        let is_half_changed = error
            .sqlite_error()
            .is_some_and(|error| error.extended_code == rusqlite::ffi::SQLITE_READONLY_ROLLBACK);
        if has_no_room(&error) {
            // The index of the -wal of a run that was cut off has no room beside it: who is alone with the file needs none.
            return open_as(OpenFlags::SQLITE_OPEN_READ_WRITE, "EXCLUSIVE");
        }
        if !is_half_changed {
            return Err(error);
        }
        // A writer was killed while it put the file into its last form: who may write puts it back.
        open(OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        open(OpenFlags::SQLITE_OPEN_READ_ONLY)
    });
    opened.map_err(|error| match error.sqlite_error_code() {
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly) => {
            // An unfinished file: SQLite must write beside it to read its -wal.
            let source = io::Error::new(io::ErrorKind::PermissionDenied, error);
            StoreError::NotReadable { path: path.to_owned(), source }
        }
        _ => StoreError::of(path, error),
    })
}

fn has_no_room(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| (error.code, error.extended_code));
    code.is_some_and(|(code, extended)| {
        code == ErrorCode::DiskFull || extended == rusqlite::ffi::SQLITE_IOERR_SHMSIZE
    })
}

/// `finished`: the file, where it may be read from several places.
fn read(connection: &Connection, finished: Option<&Path>) -> SqlResult<Run> {
    let schema: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let mut notes = connection.prepare(rows::notes_sql(schema))?;
    let mut steps = connection.prepare(rows::STEPS)?;
    let mut jobs = connection.prepare(job_rows::JOBS)?;
    let mut completions = connection.prepare(job_rows::COMPLETIONS)?;
    let end = "SELECT at_us, reason, detail FROM run_end";
    let end = connection.query_row(end, [], |row| rows::end(row, schema)).optional()?;
    Ok(Run {
        header: header(connection)?,
        steps: steps.query_map([], rows::step)?.collect::<SqlResult<_>>()?,
        seconds: all_seconds(connection, finished)?,
        jobs: jobs.query_map([], job_rows::job)?.collect::<SqlResult<_>>()?,
        completions: completions.query_map([], job_rows::completion)?.collect::<SqlResult<_>>()?,
        notes: notes.query_map([], |row| rows::note(row, schema))?.collect::<SqlResult<_>>()?,
        end,
        exchanges: exchange_rows::all(connection)?,
        exchanges_left_out: exchange_rows::left_out(connection)?,
        telemetry: telemetry_reader::index(connection)?,
    })
}

pub(super) fn header(connection: &Connection) -> SqlResult<RunHeader> {
    let value = |key: &str| {
        connection.query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get::<_, String>(0))
    };
    let mut header: RunHeader = serde_json::from_str(&value(meta::HEADER)?)
        .map_err(|e| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(e)))?;
    if header.started_unix_us.unsigned_abs() > rows::COUNT_MAX.unsigned_abs() {
        return Err(contradiction("a time outside of the calendar"));
    }
    header.plan.text = value(meta::PLAN_TEXT)?;
    header.study = value(meta::STUDY_TEXT).optional()?;
    if header.plan.file == IMPORTED_PLAN && header.generator == LoadGeneratorKind::Engine {
        header.generator = LoadGeneratorKind::Imported(earlier_import(&header));
    }
    // Files that were made before secrets were masked hold some, and those of others hold what they like.
    texts::clean_header(header, &Secrets::default())
        .map_err(|e| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(e)))
}

/// Imported runs of earlier versions say under `about` alone who measured.
fn earlier_import(header: &RunHeader) -> ImportedMeasurement {
    let by = header.about.iter().find(|(name, _)| name == "Measured by").map(|(_, by)| by.as_str());
    let by = by.unwrap_or_default();
    let (source, tools) = match by {
        "" | "a table of steps" => (MeasurementSource::Table, Vec::new()),
        "the servers' own logs" => (MeasurementSource::ServerLogs, Vec::new()),
        tools => (MeasurementSource::LoadGenerator, tools.split(", ").map(str::to_owned).collect()),
    };
    ImportedMeasurement { source, tools, resolution: None }
}

/// Of a long run in two halves at the same time.
fn all_seconds(connection: &Connection, finished: Option<&Path>) -> SqlResult<Vec<Second>> {
    let middle = || {
        let sql = "SELECT step, second FROM generator_histograms ORDER BY step, second LIMIT 1 OFFSET \
                   (SELECT count(*) / 2 FROM generator_histograms)";
        let all: u32 =
            connection.query_row("SELECT count(*) FROM generator_histograms", [], |row| row.get(0)).ok()?;
        (all >= SECONDS_MANY).then(|| connection.query_row(sql, [], SecondKey::of).ok())?
    };
    let Some((path, middle)) = finished.zip(finished.and_then(|_| middle())) else {
        return seconds(connection, SecondKey::FIRST, None);
    };
    let later = || seconds(&connect(path).ok()?, middle, None).ok();
    std::thread::scope(|scope| {
        let later = Builder::new().spawn_scoped(scope, later).ok();
        let mut all = seconds(connection, SecondKey::FIRST, Some(middle))?;
        // Where the system gives no further thread, or the other one failed, it is asked again, and says why.
        let later = later.and_then(|later| later.join().ok()).flatten();
        all.extend(later.map_or_else(|| seconds(connection, middle, None), Ok)?);
        sums::check(&all)?;
        Ok(all)
    })
}

/// So many that a second thread pays.
const SECONDS_MANY: u32 = 5_000;

/// From this one on, and before the other, ascending by (step, second).
pub(super) fn seconds(
    connection: &Connection,
    from: SecondKey,
    until: Option<SecondKey>,
) -> SqlResult<Vec<Second>> {
    let until = until.unwrap_or(SecondKey { step: u32::MAX, second: u32::MAX });
    let since = |sql: &str| {
        let (step, second) = (from.step, from.second);
        let before = format!("(step, second) < ({}, {})", until.step, until.second);
        format!("{sql} WHERE (step, second) >= ({step}, {second}) AND {before}")
    };
    let mut seconds: BTreeMap<SecondKey, Second> = BTreeMap::new();
    each(connection, &since(generator_rows::GENERATOR), |row| {
        let at = SecondKey::of(row)?;
        let generator = generator_rows::generator(row)?;
        let second = Second { step: at.step, second: at.second, transactions: BTreeMap::new(), generator };
        seconds.insert(at, second);
        Ok(())
    })?;
    each(connection, &since(generator_rows::WORKERS), |row| {
        generator_rows::add_worker(row, &mut found(&mut seconds, SecondKey::of(row)?)?.generator)
    })?;
    each(connection, &since(generator_rows::ARRIVALS), |row| {
        generator_rows::add_arrivals(row, &mut found(&mut seconds, SecondKey::of(row)?)?.generator)
    })?;
    if node_rows::are_there(connection)? {
        each(connection, &since(node_rows::NODES), |row| {
            node_rows::add(row, &mut found(&mut seconds, SecondKey::of(row)?)?.generator)
        })?;
    }
    if answer_rows::are_there(connection)? {
        each(connection, &since(answer_rows::EXTRACTORS), |row| {
            answer_rows::add_extractor(row, &mut found(&mut seconds, SecondKey::of(row)?)?.generator)
        })?;
        each(connection, &since(answer_rows::EXAMPLES), |row| {
            answer_rows::add_example(row, &mut found(&mut seconds, SecondKey::of(row)?)?.generator)
        })?;
    }
    let transactions = transactions(connection)?;
    each(connection, &since(&interval_rows::LOAD.select_intervals()), |row| {
        let transaction = named(&transactions, row)?;
        let interval = interval_rows::interval(row)?;
        found(&mut seconds, SecondKey::of(row)?)?.transactions.insert(transaction.clone(), interval);
        Ok(())
    })?;
    each(connection, &since(&interval_rows::LOAD.select_errors()), |row| {
        let intervals = &mut found(&mut seconds, SecondKey::of(row)?)?.transactions;
        match intervals.get_mut(named(&transactions, row)?) {
            Some(interval) => interval_rows::add_error(row, interval),
            None => Err(contradiction("an error without its interval")),
        }
    })?;
    let seconds: Vec<Second> = seconds.into_values().collect();
    sums::check(&seconds)?;
    Ok(seconds)
}

pub(super) fn each(
    connection: &Connection,
    sql: &str,
    mut take: impl FnMut(&rusqlite::Row<'_>) -> SqlResult<()>,
) -> SqlResult<()> {
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        take(row)?;
    }
    Ok(())
}

pub(super) fn transactions(connection: &Connection) -> SqlResult<HashMap<i64, TransactionKey>> {
    let mut statement = connection.prepare("SELECT id, name, kind FROM transactions")?;
    statement.query_map([], rows::transaction)?.collect()
}

/// The transaction whose id is in the third column.
pub(super) fn named<'a>(
    transactions: &'a HashMap<i64, TransactionKey>,
    row: &rusqlite::Row<'_>,
) -> SqlResult<&'a TransactionKey> {
    transactions.get(&row.get(2)?).ok_or_else(|| contradiction("an interval of an unknown transaction"))
}

fn found(seconds: &mut BTreeMap<SecondKey, Second>, at: SecondKey) -> SqlResult<&mut Second> {
    seconds.get_mut(&at).ok_or_else(|| contradiction("an interval without its second"))
}

pub(super) fn contradiction(what: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Null, what.into())
}

/// See [`Run::open`].
fn close_steps(steps: &mut [LoadStep], seconds: &[Second]) {
    for step in steps.iter_mut().filter(|s| s.ended_us.is_none()) {
        let last = seconds.iter().filter(|s| s.step == step.number).map(|s| s.second).max();
        let stored_to_us = last.map_or(0, |second| (u64::from(second) + 1) * 1_000_000);
        let planned_us = step.measured_to_us.unwrap_or(u64::MAX);
        step.measured_to_us = Some(planned_us.min(stored_to_us).max(step.measured_from_us));
    }
}
