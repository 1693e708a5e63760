//! Adds to a run file what the servers did.

use super::error::StoreError;
use super::interval_rows;
use super::telemetry_rows;
use super::writer::{RunWriter, begin, known_id};
use crate::interval::Interval;
use crate::reading::{At, Reading, ServerEvent, Source};
use crate::record::TransactionKey;
use crate::telemetry::{Gap, Host, Input, Point};
use rusqlite::Result as SqlResult;
use std::sync::Arc;

/// As with events of the run: what is added is stored by the next [`RunWriter::flush`], and lost by an error.
impl RunWriter {
    /// Adds readings in any order. Only times on the run's clock ([`At::Run`]) and finite values can be stored; gives
    /// how many were left out because they are not: [`Placement::place`](crate::Placement::place) them first.
    ///
    /// Many readings without a flush between them are flushed by themselves, with all that was appended before.
    pub fn add_readings(&mut self, readings: &[Reading]) -> Result<usize, StoreError> {
        let mut left_out = 0;
        for reading in readings {
            let (At::Run(at_us), true) = (reading.at, reading.value.is_finite()) else {
                left_out += 1;
                continue;
            };
            let id = match self.series_ids.get(&reading.series) {
                Some(id) => *id,
                None => {
                    let done = begin(&self.connection)
                        .and_then(|()| telemetry_rows::series_id(&self.connection, &reading.series));
                    let id = self.checked(done)?;
                    self.series_ids.insert(Arc::clone(&reading.series), id);
                    id
                }
            };
            self.pending.add(id, Point { at_us, value: reading.value });
            if self.pending.is_full() {
                self.flush()?;
            }
        }
        Ok(left_out)
    }

    /// Adds events; gives how many were left out because their times are not on the run's clock.
    pub fn add_server_events(&mut self, events: &[ServerEvent]) -> Result<usize, StoreError> {
        let mut left_out = 0;
        for event in events {
            match event.at {
                At::Run(at_us) => self.put(|file| telemetry_rows::put_event(file, at_us, event))?,
                _ => left_out += 1,
            }
        }
        Ok(left_out)
    }

    /// Adds a gap, or replaces the one of this source that began at the same time: so one that is still open is
    /// closed.
    pub fn put_gap(&mut self, gap: &Gap) -> Result<(), StoreError> {
        self.put(|file| telemetry_rows::put_gap(file, gap))
    }

    /// Adds a host, or replaces what was said of it.
    pub fn put_host(&mut self, host: &Host) -> Result<(), StoreError> {
        self.put(|file| telemetry_rows::put_host(file, host))
    }

    pub fn add_input(&mut self, input: &Input) -> Result<(), StoreError> {
        self.put(|file| telemetry_rows::put_input(file, input))
    }

    /// Adds a second of the requests that a server logged; one that came before is merged with it.
    pub fn add_server_second(
        &mut self,
        source: &Source,
        second: i64,
        transactions: &[(TransactionKey, Interval)],
    ) -> Result<(), StoreError> {
        let file = &self.connection;
        let done = begin(file).and_then(|()| {
            let source = telemetry_rows::source_id(file, source)?;
            transactions.iter().try_for_each(|(transaction, interval)| {
                let requests = interval.requests;
                let transaction =
                    known_id(file, &mut self.transaction_ids, &mut self.texts, transaction, requests)?;
                let errors = self.texts.errors(second, &interval.errors);
                let columns = interval_rows::IntervalColumns::of(interval);
                interval_rows::SERVER.merge_encoded(file, (source, second, transaction), &columns, &errors)
            })
        });
        self.checked(done)
    }

    fn put(&mut self, write: impl FnOnce(&rusqlite::Connection) -> SqlResult<()>) -> Result<(), StoreError> {
        let done = begin(&self.connection).and_then(|()| write(&self.connection));
        self.checked(done)
    }
}
