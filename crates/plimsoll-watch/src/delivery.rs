//! What collectors hand over, and into which rows of the run file it goes.

use plimsoll_run::{
    Gap, Host, Input, Interval, Reading, RunWriter, ServerEvent, Source, StoreError, TransactionKey,
};
use std::time::Duration;

/// One delivery of one collector; its times are on the run's clock.
#[derive(Clone, Debug, PartialEq)]
pub enum Delivery {
    Host(Host),
    Readings(Vec<Reading>),
    Events(Vec<ServerEvent>),
    /// A second of the requests that a server logged, or a part of one.
    Requests {
        source: Source,
        second: i64,
        transactions: Vec<(TransactionKey, Interval)>,
    },
    Gap(Gap),
    /// A collector has ended: what it did altogether.
    Ended(Box<Totals>),
}

/// One collector from its start to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Totals {
    pub input: Input,
    /// CPU time of the tool on the watched host, where it could be asked for.
    pub cpu: Option<Duration>,
    pub watched: Duration,
    /// How often it had to be started again.
    pub restarts: u32,
    /// The last thing that went wrong, a fragment.
    pub trouble: Option<String>,
}

/// What a reader has found so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    pub readings: u64,
    pub events: u64,
    pub requests: u64,
    pub problems: u64,
    pub last_problem: Option<String>,
}

impl Delivery {
    pub fn store(&self, writer: &mut RunWriter) -> Result<(), StoreError> {
        match self {
            Delivery::Host(host) => writer.put_host(host),
            Delivery::Readings(readings) => writer.add_readings(readings).map(drop),
            Delivery::Events(events) => writer.add_server_events(events).map(drop),
            Delivery::Requests { source, second, transactions } => {
                writer.add_server_second(source, *second, transactions)
            }
            Delivery::Gap(gap) => writer.put_gap(gap),
            Delivery::Ended(totals) => writer.add_input(&totals.input),
        }
    }
}
