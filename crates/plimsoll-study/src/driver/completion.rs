//! Arrivals of events, into the intervals of the steps that sent them.

use super::perform::RunDriver;
use plimsoll_engine::StopMode;
use plimsoll_run::{NoteContent, RunEvent, Second};
use std::time::Instant;

impl RunDriver<'_, '_> {
    /// Stores what has arrived since the last time.
    pub(super) fn take_arrivals(&mut self, now: bool) {
        let Some(completion) = &mut self.context.completion else { return };
        let Some(arrivals) = &mut completion.arrivals else { return };
        let came = if now { arrivals.take_now() } else { arrivals.take() };
        came.iter().for_each(|arrival| completion.ledger.arrived(arrival));
        for ((step, second), timed) in completion.ledger.take_intervals() {
            let transactions = [timed].into();
            self.write(&RunEvent::Second(Second { step, second, transactions, ..Second::default() }));
        }
    }

    pub(super) fn write_completions(&mut self) {
        let Some(completion) = &self.context.completion else { return };
        let completions: Vec<_> = completion.ledger.completions().collect();
        for completion in completions {
            self.write(&RunEvent::Completion(completion));
        }
    }

    /// Waits for the last events, and closes the books.
    pub(super) fn finish_completing(&mut self) {
        let Some(timeout) = self.context.completion.as_ref().map(|completion| completion.timeout) else {
            return;
        };
        let started = Instant::now();
        loop {
            self.take_arrivals(true);
            let balanced = self.context.completion.as_ref().is_none_or(|c| c.ledger.is_balanced());
            let ended = self.steering.stopped() == Some(StopMode::Now) || self.reachability.lost.is_some();
            if balanced || ended || started.elapsed() >= timeout {
                break;
            }
        }
        self.take_arrivals(true);
        self.write_completions();
        let Some(completion) = &mut self.context.completion else { return };
        let Some(arrivals) = completion.arrivals.take() else { return };
        let ledger = &completion.ledger;
        let mut notes = arrivals.finish();
        for (arrivals, content) in [
            (ledger.without_time, NoteContent::ArrivalsUntimed { arrivals: ledger.without_time }),
            (ledger.foreign, NoteContent::ArrivalsForeign { arrivals: ledger.foreign }),
            (ledger.negative, NoteContent::ArrivalsNegative { arrivals: ledger.negative }),
        ] {
            if arrivals > 0 {
                notes.push(content);
            }
        }
        notes.into_iter().for_each(|content| self.note(content));
    }
}
