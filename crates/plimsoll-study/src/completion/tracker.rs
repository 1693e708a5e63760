//! The events of one run: those that are awaited, and those that have arrived.

use super::{CompletionSpec, EventArrivals, Ledger, SinkError};
use crate::journal::RunJournal;
use plimsoll_engine::RunClock;
use plimsoll_run::Run;
use std::time::Duration;

/// The arrivals of a run, and its books.
#[derive(Debug)]
pub struct CompletionTracker {
    pub(crate) arrivals: Option<EventArrivals>,
    pub(crate) ledger: Ledger,
    pub(crate) timeout: Duration,
}

impl CompletionTracker {
    /// Asks the sink at once, so that one that is not there is known before the load.
    pub fn start(
        spec: &CompletionSpec,
        clock: &RunClock,
        journal: Option<&RunJournal>,
    ) -> Result<CompletionTracker, SinkError> {
        let arrivals = EventArrivals::start(&spec.events, *clock, journal)?;
        let ledger = Ledger::new(&spec.transaction, spec.of.as_deref(), clock.started_unix_us());
        Ok(CompletionTracker { arrivals: Some(arrivals), ledger, timeout: spec.timeout })
    }

    /// Of a run that another process began: what arrived is read again from the beginning of the run.
    pub fn resume(
        spec: &CompletionSpec,
        clock: &RunClock,
        journal: &RunJournal,
        run: &Run,
    ) -> Result<CompletionTracker, SinkError> {
        let Some(position) = journal.known().sink else {
            return CompletionTracker::start(spec, clock, Some(journal));
        };
        let arrivals = EventArrivals::since(&spec.events, *clock, journal, position)?;
        let mut ledger = Ledger::new(&spec.transaction, spec.of.as_deref(), clock.started_unix_us());
        ledger.take_over(run);
        Ok(CompletionTracker { arrivals: Some(arrivals), ledger, timeout: spec.timeout })
    }
}
