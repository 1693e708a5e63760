//! Takes what a reader finds, puts it on the run's clock and hands it over in batches.

use super::clock::SharedOffset;
use super::delivery::{Counts, Delivery};
use super::task::Task;
use plimsoll_run::{
    At, ErrorKind, Interval, Placement, Reading, ServerEvent, Source, TransactionKey, TransactionKind,
};
use plimsoll_telemetry::problem::Problem;
use plimsoll_telemetry::reader::Output;
use plimsoll_telemetry::request::{RequestKind, RequestRow};
use std::collections::BTreeMap;
use std::sync::mpsc::SyncSender;

/// Readings handed over at once.
const BATCH_MAX: usize = 500;
/// Different transactions of one log; what belongs to further ones counts under one name.
const TRANSACTIONS_MAX: usize = 200;
const OTHER: &str = "(other)";

pub struct DeliveryOutput {
    out: SyncSender<Delivery>,
    source: Source,
    started_unix_us: i64,
    offset: SharedOffset,
    /// The run's clock when the present piece was read.
    stamp_us: i64,
    /// Where the log's own zero lies: its lines are read soon after they are written, so the earliest guess is nearest.
    origin_us: Option<i64>,
    readings: Vec<Reading>,
    events: Vec<ServerEvent>,
    requests: BTreeMap<i64, BTreeMap<TransactionKey, Interval>>,
    /// Transactions met so far.
    names: BTreeMap<TransactionKey, ()>,
    pub counts: Counts,
}

impl DeliveryOutput {
    pub fn new(task: &Task) -> DeliveryOutput {
        DeliveryOutput {
            out: task.out.clone(),
            source: task.source.clone(),
            started_unix_us: task.time.started_unix_us(),
            offset: task.offset.clone(),
            stamp_us: 0,
            origin_us: None,
            readings: Vec::new(),
            events: Vec::new(),
            requests: BTreeMap::new(),
            names: BTreeMap::new(),
            counts: Counts::default(),
        }
    }

    /// What comes now was read at this moment.
    pub fn stamp(&mut self, now_us: i64) {
        self.stamp_us = now_us;
    }

    /// Hands over what there is. When nobody takes it any more it is dropped: the run has ended.
    pub fn flush(&mut self) {
        let mut batches = Vec::new();
        if !self.readings.is_empty() {
            batches.push(Delivery::Readings(std::mem::take(&mut self.readings)));
        }
        if !self.events.is_empty() {
            batches.push(Delivery::Events(std::mem::take(&mut self.events)));
        }
        for (second, transactions) in std::mem::take(&mut self.requests) {
            let transactions = transactions.into_iter().collect();
            batches.push(Delivery::Requests { source: self.source.clone(), second, transactions });
        }
        for batch in batches {
            let _ = self.out.send(batch);
        }
    }

    fn place(&mut self, at: At) -> i64 {
        if let At::Since(us) = at {
            let guess = self.stamp_us.saturating_sub(us);
            self.origin_us = Some(self.origin_us.map_or(guess, |origin| origin.min(guess)));
        }
        let placement = Placement {
            run_started_unix_us: self.started_unix_us,
            clock_ahead_us: self.offset.ahead_us(),
            origin_us: self.origin_us,
            interval_us: None,
        };
        // A row without any time was written about when it was read.
        placement.place(at).unwrap_or(self.stamp_us)
    }

    fn transaction(&mut self, request: &RequestRow<'_>) -> TransactionKey {
        let kind = match request.kind {
            RequestKind::Request => TransactionKind::Request,
            RequestKind::Group => TransactionKind::Group,
        };
        let transaction = TransactionKey { name: request.label.to_owned(), kind };
        if self.names.contains_key(&transaction) {
            return transaction;
        }
        if self.names.len() >= TRANSACTIONS_MAX {
            return TransactionKey { name: OTHER.to_owned(), kind };
        }
        self.names.insert(transaction.clone(), ());
        transaction
    }
}

impl Output for DeliveryOutput {
    fn reading(&mut self, mut reading: Reading) {
        reading.at = At::Run(self.place(reading.at));
        self.counts.readings += 1;
        self.readings.push(reading);
        if self.readings.len() >= BATCH_MAX {
            self.flush();
        }
    }

    fn event(&mut self, mut event: ServerEvent) {
        event.at = At::Run(self.place(event.at));
        self.counts.events += 1;
        self.events.push(event);
    }

    fn request(&mut self, request: &RequestRow<'_>) {
        let duration_us = request.duration_us.unwrap_or(0);
        let ended_us = self.place(request.started).saturating_add_unsigned(duration_us);
        let transaction = self.transaction(request);
        self.counts.requests += u64::from(request.samples);
        let second = self.requests.entry(ended_us.div_euclid(1_000_000)).or_default();
        add(second.entry(transaction).or_default(), request);
    }

    fn problem(&mut self, problem: Problem) {
        self.counts.problems += 1;
        self.counts.last_problem = Some(format!("line {}: {}", problem.line, problem.kind));
    }
}

/// Counts a row into its second.
fn add(interval: &mut Interval, request: &RequestRow<'_>) {
    interval.requests += u64::from(request.samples);
    interval.bytes_received += request.bytes_received.unwrap_or(0);
    interval.bytes_sent += request.bytes_sent.unwrap_or(0);
    if let Some(duration_us) = request.duration_us {
        // A row that stands for several has only their sum.
        let each_us = duration_us / u64::from(request.samples.max(1));
        (0..request.samples).for_each(|_| interval.response.record_us(each_us));
        if let Some(first_us) = request.first_byte_us {
            interval.first_byte.record_us(first_us);
        }
    }
    for _ in 0..request.errors {
        interval.fail(ErrorKind::Status, request.status, request.duration_us.unwrap_or(0));
    }
}
