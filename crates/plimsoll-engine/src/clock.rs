//! The run's clock.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A duration in microseconds.
pub fn micros(time: Duration) -> u64 {
    time.as_micros() as u64
}

/// Microseconds since the run started, and the wall time of that moment.
#[derive(Clone, Copy, Debug)]
pub struct RunClock {
    origin: Instant,
    started_unix_us: i64,
}

impl RunClock {
    /// A clock that reads 0 now.
    pub fn start() -> Self {
        RunClock::start_at(Duration::ZERO)
    }

    /// A clock that reads `elapsed` now. Loads begin on its whole seconds, so the first one need not wait for
    /// long when the clock is set to shortly before one.
    pub fn start_at(elapsed: Duration) -> Self {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = Instant::now();
        // Right after the machine's start there may be no such moment.
        let (origin, elapsed) =
            now.checked_sub(elapsed).map_or((now, Duration::ZERO), |origin| (origin, elapsed));
        RunClock { origin, started_unix_us: since_epoch.saturating_sub(elapsed).as_micros() as i64 }
    }

    /// A clock that reads `now_us` at `at`, as another machine's does, whose run began at that wall time.
    pub fn of_another(at: Instant, now_us: u64, started_unix_us: i64) -> Option<Self> {
        let origin = at.checked_sub(Duration::from_micros(now_us))?;
        Some(RunClock { origin, started_unix_us })
    }

    /// A clock that read 0 at this moment of the wall clock.
    pub fn started(started_unix_us: i64) -> Self {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let started = Duration::from_micros(u64::try_from(started_unix_us).unwrap_or_default());
        RunClock { started_unix_us, ..RunClock::start_at(wall.saturating_sub(started)) }
    }

    pub fn now_us(&self) -> u64 {
        self.origin.elapsed().as_micros() as u64
    }

    /// A moment of the wall clock, given since 1970, that lies before now: as long before it as the wall clock says.
    /// Never later than now.
    pub fn us_of_wall(&self, since_1970: Duration) -> u64 {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.now_us().saturating_sub(wall.saturating_sub(since_1970).as_micros() as u64)
    }

    pub fn started_unix_us(&self) -> i64 {
        self.started_unix_us
    }

    /// Wall time of a moment on this clock, milliseconds since 1970.
    pub fn wall_ms(&self, run_us: u64) -> i64 {
        (self.started_unix_us + run_us as i64) / 1_000
    }
}

/// User + system time of the calling thread, microseconds.
pub fn thread_cpu_us() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000 + time.tv_nsec as u64 / 1_000
}
