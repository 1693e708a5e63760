//! Writes the run file while the run goes.

use super::error::StoreError;
use super::exchange_rows;
use super::generator_rows;
use super::interval_rows;
use super::job_rows;
use super::points::PendingPoints;
use super::rows::{self, SecondKey};
use super::schema::{self, meta};
use super::texts::{self, FileTexts};
use crate::generator::GeneratorInterval;
use crate::interval::Interval;
use crate::note::{End, Note};
use crate::private::private;
use crate::reading::Series;
use crate::record::{PlanRecord, RunEvent, RunHeader, Second, TransactionKey};
use rusqlite::{Connection, ErrorCode, OpenFlags, params};
use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A run file that is being written.
///
/// Events gather in an open transaction until [`RunWriter::flush`]; what was flushed survives a kill of the
/// process at any time. (A power cut may take the last flushes too, but not damage the file: SQLite's
/// `synchronous = NORMAL`.) Until [`RunWriter::finish`] the newest events are in a `-wal` file beside it.
///
/// After an error the events since the last flush are lost, and the writer can be used further: on a
/// full disk the driver may wait for room and go on.
#[derive(Debug)]
pub struct RunWriter {
    pub(super) connection: Connection,
    path: PathBuf,
    pub(super) pending: PendingPoints,
    /// Ids of series that are in the file or in the open transaction.
    pub(super) series_ids: HashMap<Arc<Series>, i64>,
    /// The same of transactions.
    pub(super) transaction_ids: HashMap<TransactionKey, i64>,
    pub(super) texts: FileTexts,
}

/// An interval as the columns that it becomes.
#[derive(Debug)]
pub struct EncodedInterval {
    columns: interval_rows::IntervalColumns,
    errors: interval_rows::Errors,
}

impl From<Interval> for EncodedInterval {
    fn from(interval: Interval) -> EncodedInterval {
        EncodedInterval { columns: interval_rows::IntervalColumns::of(&interval), errors: interval.errors }
    }
}

/// Who may need the file before it is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Audience {
    /// Readers beside the writer, and whoever looks after a crash.
    Live,
    /// Nobody.
    AtTheEnd,
}

/// How long to wait for a reader that keeps the file from being closed.
const READER_WAIT: Duration = Duration::from_secs(2);

impl RunWriter {
    /// Creates the file and stores the header. There must be no file of that name.
    pub fn create(path: &Path, header: &RunHeader) -> Result<Self, StoreError> {
        RunWriter::begin(path, header, Audience::Live)
    }

    /// The same for a file that nobody looks at before [`RunWriter::finish`]: faster, for nothing is kept to undo a
    /// crash with, and nothing is forced to the disk. What a crash or a power cut leaves is no run.
    pub fn assemble(path: &Path, header: &RunHeader) -> Result<Self, StoreError> {
        RunWriter::begin(path, header, Audience::AtTheEnd)
    }

    /// Goes on with a file that another process began and did not finish; `header` says what must not get into it.
    pub fn reopen(path: &Path, header: &RunHeader) -> Result<Self, StoreError> {
        let failed = |error| StoreError::of(path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        schema::check(&connection, path)?;
        connection.set_prepared_statement_cache_capacity(32);
        connection.busy_timeout(READER_WAIT).map_err(failed)?;
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(failed)?;
        let pending = PendingPoints::left(&connection).map_err(failed)?;
        Ok(RunWriter {
            connection,
            path: path.to_owned(),
            pending,
            series_ids: HashMap::new(),
            transaction_ids: HashMap::new(),
            texts: FileTexts::new(header),
        })
    }

    fn begin(path: &Path, header: &RunHeader, audience: Audience) -> Result<Self, StoreError> {
        // SQLite would open a file that another process made meanwhile.
        let mut new = OpenOptions::new();
        private(new.write(true).create_new(true)).open(path).map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => StoreError::Exists { path: path.to_owned() },
            io::ErrorKind::StorageFull => StoreError::DiskFull { path: path.to_owned() },
            _ => StoreError::Create { path: path.to_owned(), source },
        })?;
        match prepare(path, header, audience) {
            Ok(connection) => Ok(RunWriter {
                connection,
                path: path.to_owned(),
                pending: PendingPoints::default(),
                series_ids: HashMap::new(),
                transaction_ids: HashMap::new(),
                texts: FileTexts::new(header),
            }),
            Err(error) => {
                // Without the header it is no run; the first error is the one to tell.
                let _ = fs::remove_file(path);
                Err(StoreError::of(path, error))
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds an event, to be stored by the next flush. A second that came before is merged with it.
    pub fn append(&mut self, event: &RunEvent) -> Result<(), StoreError> {
        let done = begin(&self.connection)
            .and_then(|()| put_event(&self.connection, &mut self.transaction_ids, &mut self.texts, event));
        self.checked(done)
    }

    /// As [`RunEvent::Second`], with intervals that were encoded before, on any thread.
    pub fn append_second(
        &mut self,
        step: u32,
        second: u32,
        transactions: &[(TransactionKey, EncodedInterval)],
        generator: &GeneratorInterval,
    ) -> Result<(), StoreError> {
        let at = SecondKey { step, second };
        let done = begin(&self.connection).and_then(|()| {
            for (transaction, EncodedInterval { columns, errors }) in transactions {
                let requests = columns.requests();
                let id = known_id(
                    &self.connection,
                    &mut self.transaction_ids,
                    &mut self.texts,
                    transaction,
                    requests,
                )?;
                let key = (step.into(), second.into(), id);
                let errors = self.texts.errors(second.into(), errors);
                interval_rows::LOAD.merge_encoded(&self.connection, key, columns, &errors)?;
            }
            put_generator(&self.connection, at, &mut self.texts, generator)
        });
        self.checked(done)
    }

    /// Stores what was appended and added. To be called about once a second.
    pub fn flush(&mut self) -> Result<(), StoreError> {
        self.store(false)
    }

    /// At the end the points take their last form.
    fn store(&mut self, at_end: bool) -> Result<(), StoreError> {
        if self.connection.is_autocommit() && !self.pending.has_pending() && !at_end {
            return Ok(());
        }
        let done = begin(&self.connection).and_then(|()| {
            let points = if at_end || self.pending.has_pending() {
                Some(self.pending.write(&self.connection, at_end)?)
            } else {
                None
            };
            self.connection.execute_batch("COMMIT")?;
            Ok(points)
        });
        if let Some(points) = self.checked(done)? {
            self.pending.committed(points);
        }
        Ok(())
    }

    /// Stores the end and leaves one file without others beside it. (Only if another process is reading the
    /// file all the while, the `-wal` file stays until that process closes it.)
    pub fn finish(mut self, end: &End) -> Result<(), StoreError> {
        if let Some(left_out) = self.texts.left_out() {
            self.append(&RunEvent::Note(Note::new(end.at_us, left_out)))?;
        }
        self.append(&RunEvent::Ended(end.clone()))?;
        self.store(true)?;
        let done = self.connection.busy_timeout(READER_WAIT).and_then(|()| {
            let mode = self.connection.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()));
            match mode {
                Err(error) if is_busy(&error) => Ok(()),
                other => other,
            }
        });
        self.checked(done)
    }

    pub(super) fn checked<T>(&mut self, done: rusqlite::Result<T>) -> Result<T, StoreError> {
        done.map_err(|error| {
            self.pending.rolled_back();
            // Some of the ids may have been given in the transaction that is lost.
            self.series_ids.clear();
            self.transaction_ids.clear();
            if !self.connection.is_autocommit() {
                // A rollback needs no room; what else can go wrong with it has gone wrong before.
                let _ = self.connection.execute_batch("ROLLBACK");
            }
            StoreError::of(&self.path, error)
        })
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn prepare(path: &Path, header: &RunHeader, audience: Audience) -> rusqlite::Result<Connection> {
    // A connection is used by one thread at a time, as its type says: SQLite need not lock it again for each value.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.set_prepared_statement_cache_capacity(32);
    // Nothing is measured yet that would have to be brought back.
    connection.pragma_update_and_check(None, "journal_mode", "MEMORY", |_| Ok(()))?;
    // Header and tables go into the file itself: it is a run file even without its -wal. They are on the disk before the load
    // begins, for a -wal whose file was lost in a power cut is worth nothing.
    let synchronous = if audience == Audience::Live { "NORMAL" } else { "OFF" };
    connection.pragma_update(None, "synchronous", synchronous)?;
    if audience == Audience::AtTheEnd {
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        // Ids of transactions are those that this writer was given.
        connection.pragma_update(None, "foreign_keys", "OFF")?;
    }
    connection.execute_batch("BEGIN IMMEDIATE")?;
    schema::create_tables(&connection)?;
    put_header(&connection, header)?;
    connection.execute_batch("COMMIT")?;
    if audience == Audience::Live {
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    }
    Ok(connection)
}

fn put_header(connection: &Connection, header: &RunHeader) -> rusqlite::Result<()> {
    let not_json = |e| rusqlite::Error::ToSqlConversionFailure(Box::new(e));
    let header = texts::clean_header(header.clone(), &header.secrets).map_err(not_json)?;
    let plan = PlanRecord { text: String::new(), ..header.plan.clone() };
    let short = RunHeader { plan, study: None, ..header.clone() };
    let json = serde_json::to_string(&short).map_err(not_json)?;
    let mut statement = connection.prepare("INSERT INTO meta (key, value) VALUES (?1, ?2)")?;
    statement.execute(params![meta::HEADER, json])?;
    statement.execute(params![meta::PLAN_TEXT, header.plan.text])?;
    if let Some(study) = &header.study {
        statement.execute(params![meta::STUDY_TEXT, study])?;
    }
    Ok(())
}

pub(super) fn begin(connection: &Connection) -> rusqlite::Result<()> {
    if connection.is_autocommit() { connection.execute_batch("BEGIN IMMEDIATE") } else { Ok(()) }
}

fn put_event(
    connection: &Connection,
    transaction_ids: &mut HashMap<TransactionKey, i64>,
    texts: &mut FileTexts,
    event: &RunEvent,
) -> rusqlite::Result<()> {
    match event {
        RunEvent::StepStarted(step) | RunEvent::StepEnded(step) => rows::put_step(connection, step),
        RunEvent::Second(Second { step, second, transactions, generator }) => {
            let at = SecondKey { step: *step, second: *second };
            for (transaction, interval) in transactions {
                let id = known_id(connection, transaction_ids, texts, transaction, interval.requests)?;
                let errors = texts.errors(at.second.into(), &interval.errors);
                let key = (at.step.into(), at.second.into(), id);
                let columns = interval_rows::IntervalColumns::of(interval);
                interval_rows::LOAD.merge_encoded(connection, key, &columns, &errors)?;
            }
            put_generator(connection, at, texts, generator)
        }
        RunEvent::Job(job) => job_rows::put_job(connection, &texts.job(job)),
        RunEvent::Completion(completion) => {
            job_rows::put_completion(connection, &texts.completion(completion))
        }
        RunEvent::Note(note) => rows::put_note(connection, &texts.note(note)),
        RunEvent::Ended(end) => rows::put_end(connection, &texts.end(end)),
    }
}

pub(super) fn known_id(
    connection: &Connection,
    transaction_ids: &mut HashMap<TransactionKey, i64>,
    texts: &mut FileTexts,
    transaction: &TransactionKey,
    requests: u64,
) -> rusqlite::Result<i64> {
    if let Some(id) = transaction_ids.get(transaction) {
        return Ok(*id);
    }
    let (clean, is_own) = texts.transaction(transaction);
    let id = rows::transaction_id(connection, &clean)?;
    if is_own {
        transaction_ids.insert(transaction.clone(), id);
    } else {
        texts.count_unnamed(requests);
    }
    Ok(id)
}

fn put_generator(
    connection: &Connection,
    at: SecondKey,
    texts: &mut FileTexts,
    generator: &GeneratorInterval,
) -> rusqlite::Result<()> {
    let clean = texts.generator(generator);
    match generator_rows::stored_generator(connection, at)? {
        None => generator_rows::put_generator(connection, at, &clean)?,
        Some(mut stored) => {
            stored.merge(&clean);
            generator_rows::put_generator(connection, at, &stored)?;
        }
    }
    exchange_rows::put(connection, at, &generator.exchanges, texts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::ErrorKind;
    use crate::note::{EndReason, NoteKind};
    use crate::record::{Run, TransactionKind};

    fn note(kilobytes: usize) -> RunEvent {
        RunEvent::Note(Note::text(1, NoteKind::Information, "n".repeat(kilobytes * 1024)))
    }

    #[test]
    fn a_full_disk_is_reported_and_what_was_flushed_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("full.run");
        let mut writer = RunWriter::create(&path, &RunHeader::default()).unwrap();
        writer.append(&note(8)).unwrap();
        writer.flush().unwrap();
        writer.connection.pragma_update(None, "max_page_count", 60).unwrap();
        let error = (0..100).find_map(|_| writer.append(&note(8)).err()).unwrap();
        assert!(error.is_disk_full(), "{error:?}");
        assert_eq!(error.to_string(), format!("write {}: the disk is full", path.display()));
        assert_eq!(Run::open(&path).unwrap().notes.len(), 1);
        writer.connection.pragma_update(None, "max_page_count", 1_000).unwrap();
        writer.append(&note(8)).unwrap();
        writer.finish(&End { at_us: 2, reason: EndReason::Interrupted }).unwrap();
        let run = Run::open(&path).unwrap();
        assert_eq!((run.notes.len(), run.is_complete()), (2, true));
    }

    /// Seconds as they come: of one transaction, the response time of its one request, failed or not.
    fn check_seconds(events: &[(u32, &str, u64, bool)]) {
        let folder = tempfile::tempdir().unwrap();
        type Begin = fn(&Path, &RunHeader) -> Result<RunWriter, StoreError>;
        let runs = [RunWriter::create as Begin, RunWriter::assemble].map(|begin| {
            let path = folder.path().join(format!("{}.run", fs::read_dir(folder.path()).unwrap().count()));
            let mut writer = begin(&path, &RunHeader::default()).unwrap();
            for (number, (second, name, took_us, failed)) in events.iter().enumerate() {
                let transaction = TransactionKey { name: (*name).to_owned(), kind: TransactionKind::Request };
                let mut interval = Interval { requests: 1, ..Interval::default() };
                interval.response.record_us(*took_us);
                if *failed {
                    interval.fail(ErrorKind::Status, "503", *took_us);
                }
                let transactions = [(transaction, interval)].into();
                let second = Second { step: 1, second: *second, transactions, ..Second::default() };
                writer.append(&RunEvent::Second(second)).unwrap();
                if number % 3 == 2 {
                    writer.flush().unwrap();
                }
            }
            writer.finish(&End { at_us: 9, reason: EndReason::Completed }).unwrap();
            assert!(!path.with_extension("run-wal").exists());
            Run::open(&path).unwrap()
        });
        assert_eq!(runs[0], runs[1]);
        for (second, name, ..) in events {
            let of = |event: &&(u32, &str, u64, bool)| event.0 == *second && event.1 == *name;
            let seconds = &runs[1].seconds;
            let stored = seconds.iter().find(|stored| stored.second == *second).unwrap();
            let (_, interval) =
                stored.transactions.iter().find(|(transaction, _)| transaction.name == *name).unwrap();
            let count = events.iter().filter(of).count() as u64;
            let failed = events.iter().filter(of).filter(|event| event.3).count() as u64;
            assert_eq!((interval.requests, interval.response.count()), (count, count), "{name} in {second}");
            assert_eq!(
                (interval.errors_total(), interval.failed.count()),
                (failed, failed),
                "{name} in {second}"
            );
        }
    }

    #[test]
    fn a_second_that_comes_again_is_added_to_and_a_file_for_the_end_alone_holds_the_same() {
        check_seconds(&[(0, "a", 10, false), (0, "b", 20, true), (1, "a", 30, false), (0, "b", 40, true)]);
        check_seconds(&[(5, "a", 10, true), (5, "a", 20, false), (4, "a", 30, true), (5, "a", 10, true)]);
    }
}
