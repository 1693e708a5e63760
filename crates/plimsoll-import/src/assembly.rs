//! Seconds and steps into the run file.

use crate::error::ImportError;
use crate::seconds::Seconds;
use crate::step_table::TableStep;
use plimsoll_run::{
    EncodedInterval, End, EndReason, ErrorExample, ErrorKind, GeneratorInterval, ImportNote, LoadStep, Note,
    NoteContent, RunEvent, RunWriter, StoreError, TransactionKey, WorkerInterval,
};
use std::io;
use std::ops::Range;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// Seconds that are handed over together, so that threads seldom wake each other.
const SECONDS_TOGETHER: usize = 32;
/// So many times that may be put together before it is written.
const BATCHES_AHEAD: usize = 2;
/// The transaction of a table's steps.
const ALL: &str = "all";

/// The step that a second counts to: the last that had begun; before the first, the first. Where a load begins within a second, what
/// it is measured from, all of that second is its.
fn step_of(steps: &[LoadStep], second: u64) -> u32 {
    let begins_us = |step: &LoadStep| match step.started_us == step.measured_from_us {
        true => step.started_us / 1_000_000 * 1_000_000,
        false => step.started_us,
    };
    let started = steps.iter().rev().find(|step| begins_us(step) <= second * 1_000_000);
    started.or(steps.first()).map_or(1, |step| step.number)
}

/// Writes steps, seconds and notes; `first` is the run's first second since 1970, `length` how many there are.
pub fn write(
    writer: &mut RunWriter,
    steps: &[LoadStep],
    seconds: Seconds,
    first: i64,
    length: u64,
    notes: &[ImportNote],
) -> Result<(), ImportError> {
    for step in steps {
        writer.append(&RunEvent::StepStarted(step.clone()))?;
        writer.append(&RunEvent::StepEnded(step.clone()))?;
    }
    let users = seconds.users(first, first + length as i64 - 1);
    let mut examples = seconds.examples(first);
    let mut filled = 0;
    // One thread puts together what the other writes.
    let (sender, receiver) = sync_channel(BATCHES_AHEAD);
    thread::scope(|scope| {
        let taken = scope.spawn(move || encode(seconds, &sender));
        for (second, transactions) in receiver.into_iter().flatten() {
            let Ok(second) = u64::try_from(second - first) else { continue };
            for silent in filled..second {
                put(writer, steps, silent, generator(silent, &users, Vec::new()), &[])?;
            }
            let failed = examples.remove(&second).unwrap_or_default();
            put(writer, steps, second, generator(second, &users, failed), &transactions)?;
            filled = second + 1;
        }
        match taken.join() {
            Ok(taken) => taken.map_err(ImportError::Waiting),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })?;
    (filled..length)
        .try_for_each(|silent| put(writer, steps, silent, generator(silent, &users, Vec::new()), &[]))?;
    for note in notes {
        writer.append(&RunEvent::Note(Note::new(0, NoteContent::Import(note.clone()))))?;
    }
    Ok(writer.flush()?)
}

/// What one second since 1970 carried, as it will be stored.
type Encoded = (i64, Vec<(TransactionKey, EncodedInterval)>);

fn encode(seconds: Seconds, sender: &SyncSender<Vec<Encoded>>) -> io::Result<()> {
    let mut batch = Vec::with_capacity(SECONDS_TOGETHER);
    seconds.take(|second, transactions| {
        let encoded = transactions.into_iter().map(|(transaction, interval)| (transaction, interval.into()));
        batch.push((second, encoded.collect()));
        batch.len() < SECONDS_TOGETHER || sender.send(std::mem::take(&mut batch)).is_ok()
    })?;
    // Nobody listens when writing failed, which is told there.
    let _ = sender.send(batch);
    Ok(())
}

/// What is known of the load generator in a second.
fn generator(second: u64, users: &[Option<u32>], examples: Vec<ErrorExample>) -> GeneratorInterval {
    let mut generator = GeneratorInterval { examples, ..GeneratorInterval::default() };
    if let Some(users) = usize::try_from(second).ok().and_then(|at| users.get(at).copied().flatten()) {
        generator.workers.insert(0, WorkerInterval { users, ..WorkerInterval::default() });
    }
    generator
}

fn put(
    writer: &mut RunWriter,
    steps: &[LoadStep],
    second: u64,
    generator: GeneratorInterval,
    transactions: &[(TransactionKey, EncodedInterval)],
) -> Result<(), StoreError> {
    let step = step_of(steps, second);
    let second = u32::try_from(second).unwrap_or(u32::MAX);
    writer.append_second(step, second, transactions, &generator)?;
    if second.is_multiple_of(2_000) { writer.flush() } else { Ok(()) }
}

/// A table has a mean: spread over its seconds, so that the sum is right to one request, and is the count where there is one.
pub fn of_table(rows: &[TableStep], seconds: &mut Seconds) -> bool {
    let mut any = false;
    for row in rows {
        let Some(succeeded_per_s) = row.throughput_per_s else { continue };
        any = true;
        let failing = (row.error_percent.unwrap_or(0.0) / 100.0).clamp(0.0, 0.999);
        let per_s = succeeded_per_s / (1.0 - failing);
        let first =
            row.start_unix_us.div_euclid(1_000_000) + i64::from(row.start_unix_us.rem_euclid(1_000_000) > 0);
        let last = row.end_unix_us.div_euclid(1_000_000);
        let until = |rate: f64, second: i64| (rate * (second - first) as f64).round() as u64;
        let seconds_of = (last - first).max(1) as f64;
        let (per_s, failing_per_s) = match row.counts {
            Some((requests, errors)) => (requests as f64 / seconds_of, errors as f64 / seconds_of),
            None => (per_s, per_s * failing),
        };
        for second in first..last {
            let of = |rate: f64| until(rate, second)..until(rate, second + 1);
            let (requests, errors) = (of(per_s), of(failing_per_s));
            let requests = (requests.end - requests.start).max(errors.end - errors.start);
            seconds.add_count(ALL, second, requests, 0);
            put_failures(seconds, second, &row.failures, errors);
            if row.bytes_per_request > 0 {
                seconds.add_bytes_sent(ALL, second, requests * row.bytes_per_request);
            }
        }
    }
    any
}

/// The failures at these places of all failures, which are in the order of their kinds; the last are of a kind that is not known.
fn put_failures(
    seconds: &mut Seconds,
    second: i64,
    kinds: &[(ErrorKind, String, u64)],
    mut places: Range<u64>,
) {
    let mut end = 0;
    for (kind, detail, count) in kinds {
        end += count;
        let until = places.end.min(end).max(places.start);
        seconds.add_failures(ALL, second, (*kind, detail), until - places.start);
        places.start = until;
    }
    seconds.add_errors(ALL, second, places.end - places.start);
}

pub fn end(at_us: u64) -> End {
    End { at_us, reason: EndReason::Completed }
}
