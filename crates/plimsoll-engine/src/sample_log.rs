//! The sample log: each finished sample, besides being counted, goes to whoever asked for it.
//!
//! Workers hand over their samples in batches through a bounded channel. When the receiver is slower than the load,
//! a worker waits for it: a log with holes would be worth nothing. The waiting is counted
//! ([`crate::Summary::log_waited_us`]), and it is part of the worker's longest turn, so a step in which the log was
//! the limit is seen to be limited by the generator. When the receiver is gone (a full disk), the load goes on and
//! what was not logged is counted ([`crate::Summary::log_lost`]).

use plimsoll_run::SampleRow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Instant;

/// Batches that may wait for the receiver.
const BATCHES_QUEUED: usize = 256;
/// Samples in one batch, at most; with [`BATCHES_QUEUED`] the bound of what waits.
const BATCH_ROWS: usize = 256;

/// Where the samples of a task go.
#[derive(Clone, Debug)]
pub struct SampleLog {
    sender: SyncSender<Vec<SampleRow>>,
    /// Variables whose values each row has.
    pub(crate) variables: Arc<[String]>,
}

impl SampleLog {
    /// A log, and where its samples come out. Rows have the values of these variables.
    pub fn new(variables: Vec<String>) -> (SampleLog, Receiver<Vec<SampleRow>>) {
        let (sender, receiver) = sync_channel(BATCHES_QUEUED);
        (SampleLog { sender, variables: variables.into() }, receiver)
    }
}

/// What the workers of a task know together for their rows.
#[derive(Clone, Debug)]
pub struct SharedLog {
    pub log: SampleLog,
    /// Users at work, by scenario.
    group_threads: Arc<[AtomicU32]>,
    /// `Group 1`: the beginning of the names of a scenario's threads.
    pub groups: Arc<[String]>,
    waited_us: Arc<AtomicU64>,
    lost: Arc<AtomicU64>,
}

impl SharedLog {
    pub fn new(log: SampleLog, groups: Vec<String>) -> Self {
        SharedLog {
            log,
            group_threads: groups.iter().map(|_| AtomicU32::new(0)).collect(),
            groups: groups.into(),
            waited_us: Arc::default(),
            lost: Arc::default(),
        }
    }

    pub fn user_began(&self, scenario: usize) {
        self.group_threads[scenario].fetch_add(1, Ordering::Relaxed);
    }

    pub fn user_ended(&self, scenario: usize) {
        self.group_threads[scenario].fetch_sub(1, Ordering::Relaxed);
    }

    /// Users at work: of the scenario, and all.
    pub fn threads(&self, scenario: usize) -> (u32, u32) {
        let count = |group: &AtomicU32| group.load(Ordering::Relaxed);
        (count(&self.group_threads[scenario]), self.group_threads.iter().map(count).sum())
    }

    pub fn waited_us(&self) -> u64 {
        self.waited_us.load(Ordering::Relaxed)
    }

    pub fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }
}

/// One worker's end of the log.
#[derive(Debug)]
pub struct WorkerLog {
    pub shared: SharedLog,
    batch: Vec<SampleRow>,
}

impl WorkerLog {
    pub fn new(shared: SharedLog) -> Self {
        WorkerLog { shared, batch: Vec::new() }
    }

    pub fn add(&mut self, row: SampleRow) {
        self.batch.push(row);
        if self.batch.len() >= BATCH_ROWS {
            self.hand_over();
        }
    }

    /// Waits while the receiver has no room.
    pub fn hand_over(&mut self) {
        if self.batch.is_empty() {
            return;
        }
        let batch = std::mem::take(&mut self.batch);
        let unsent = match self.shared.log.sender.try_send(batch) {
            Ok(()) => return,
            Err(TrySendError::Full(batch)) => {
                let since = Instant::now();
                let sent = self.shared.log.sender.send(batch);
                self.shared.waited_us.fetch_add(since.elapsed().as_micros() as u64, Ordering::Relaxed);
                sent.err().map(|error| error.0)
            }
            Err(TrySendError::Disconnected(batch)) => Some(batch),
        };
        let lost = unsent.map_or(0, |batch| batch.len() as u64);
        self.shared.lost.fetch_add(lost, Ordering::Relaxed);
    }
}

/// What the log wants to know of an exchange beside what the figures need.
#[derive(Debug, Default)]
pub struct ExchangeLog {
    /// Answers of its redirect chain so far.
    pub hops: Vec<SampleRow>,
    /// Finished parts of a page, with their places in it.
    pub parts: Vec<(usize, SampleRow)>,
    /// Which part of a page it is itself.
    pub place: usize,
    /// When the page itself was there, and what had been sent until then.
    pub page: Option<(u64, u64)>,
    /// Of the current request of the chain.
    pub started_us: u64,
    pub first_byte_us: Option<u64>,
    pub sent_before: u64,
}

/// What the log wants to know of an open transaction.
#[derive(Debug, Default)]
pub struct GroupLog {
    pub requests: u32,
    pub failed: u32,
    pub latency_ms: u64,
    pub connect_ms: u64,
    pub elapsed_ms: u64,
    pub bytes: u64,
    pub bytes_sent: u64,
    /// The code of the first failed request, or of the last one.
    pub code: String,
    /// Of a parent sample: what is in it.
    pub rows: Vec<SampleRow>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(count: usize) -> impl Iterator<Item = SampleRow> {
        (0..count).map(|_| SampleRow::default())
    }

    #[test]
    fn what_nobody_receives_is_counted() {
        let (log, receiver) = SampleLog::new(Vec::new());
        let shared = SharedLog::new(log, Vec::new());
        let mut worker = WorkerLog::new(shared.clone());
        rows(BATCH_ROWS).for_each(|row| worker.add(row));
        assert_eq!(receiver.recv().map(|batch| batch.len()), Ok(BATCH_ROWS));
        drop(receiver);
        rows(BATCH_ROWS + 3).for_each(|row| worker.add(row));
        worker.hand_over();
        assert_eq!(shared.lost(), BATCH_ROWS as u64 + 3);
    }

    #[test]
    fn a_worker_waits_for_a_slow_receiver_and_loses_nothing() {
        let (log, receiver) = SampleLog::new(Vec::new());
        let shared = SharedLog::new(log, Vec::new());
        let mut worker = WorkerLog::new(shared.clone());
        let count = BATCH_ROWS * (BATCHES_QUEUED + 10);
        let writer = std::thread::spawn(move || {
            rows(count).for_each(|row| worker.add(row));
            worker.hand_over();
        });
        let lost = Arc::clone(&shared.lost);
        // The last sender but the worker's: the receiver ends with that.
        drop(shared);
        let received: usize = receiver.iter().map(|batch| batch.len()).sum();
        assert!(writer.join().is_ok());
        assert_eq!((received, lost.load(Ordering::Relaxed)), (count, 0));
    }
}
