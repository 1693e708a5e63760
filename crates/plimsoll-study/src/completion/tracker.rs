//! The events of one run: those that are awaited, and those that have arrived.

use super::{CompletionSpec, EventArrivals, Ledger, SinkError};
use plimsoll_engine::RunClock;
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
    pub fn start(spec: &CompletionSpec, clock: &RunClock) -> Result<CompletionTracker, SinkError> {
        let arrivals = EventArrivals::start(&spec.events, *clock)?;
        let ledger = Ledger::new(&spec.transaction, spec.of.as_deref(), clock.started_unix_us());
        Ok(CompletionTracker { arrivals: Some(arrivals), ledger, timeout: spec.timeout })
    }
}
