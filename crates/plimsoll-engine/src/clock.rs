//! The run's clock.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Microseconds since the run started, and the wall time of that moment.
#[derive(Clone, Copy, Debug)]
pub struct RunClock {
    origin: Instant,
    started_unix_us: i64,
}

impl RunClock {
    /// A clock that reads 0 now.
    pub fn start() -> Self {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        RunClock { origin: Instant::now(), started_unix_us: since_epoch.as_micros() as i64 }
    }

    pub fn now_us(&self) -> u64 {
        self.origin.elapsed().as_micros() as u64
    }

    pub fn started_unix_us(&self) -> i64 {
        self.started_unix_us
    }

    /// Wall time of a moment on this clock, milliseconds since 1970.
    pub fn wall_ms(&self, run_us: u64) -> i64 {
        (self.started_unix_us + run_us as i64) / 1_000
    }
}
