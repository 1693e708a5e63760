//! The moments of a sample on its way.

/// What an exchange with a server has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExchangePhase {
    Resolve,
    Connect,
    Send,
    Receive,
    /// By HTTP/2: waits for its turn on a session, or is under way on it.
    Stream,
}

/// The moments of a sample on its way.
#[derive(Clone, Copy, Debug, Default)]
pub struct SampleTimes {
    pub started_us: u64,
    /// When the request that is under way began: later than the first after a redirect or a challenge.
    pub request_started_us: u64,
    /// When it was to start, where that is planned (an arrival, a pace).
    pub intended_us: Option<u64>,
    pub first_byte_us: Option<u64>,
    /// When the last bytes that were read had arrived.
    pub arrived_us: Option<u64>,
}

impl SampleTimes {
    pub fn started(started_us: u64, intended_us: Option<u64>) -> Self {
        SampleTimes {
            started_us,
            request_started_us: started_us,
            intended_us,
            first_byte_us: None,
            arrived_us: None,
        }
    }

    pub fn bytes_arrived(&mut self, at_us: u64) {
        self.arrived_us = Some(at_us.max(self.started_us));
        self.first_byte_us = self.first_byte_us.or(self.arrived_us);
    }

    /// When its answer was whole. One without a whole answer has ended now.
    pub fn ended_us(&self, is_whole: bool, now_us: u64) -> u64 {
        self.arrived_us.filter(|_| is_whole).unwrap_or(now_us)
    }
}
