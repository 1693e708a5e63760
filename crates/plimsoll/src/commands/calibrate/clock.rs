//! The clock that response times are taken with.

use rustix::time::ClockId;
use serde::Serialize;
use std::time::Instant;

#[derive(Clone, Debug, Serialize)]
pub struct Clock {
    /// The kernel's name of its hardware: `tsc`, `kvm-clock`, `hpet`, …
    pub source: Option<String>,
    /// As the kernel tells it (`clock_getres`).
    pub resolution_ns: u64,
    /// Smallest difference between two readings that was not 0.
    pub step_ns: u64,
    /// Time of one reading.
    pub cost_ns: f64,
}

const READINGS: u32 = 200_000;

impl Clock {
    pub fn measure() -> Clock {
        let resolution = rustix::time::clock_getres(ClockId::Monotonic);
        let (mut step_ns, started) = (u64::MAX, Instant::now());
        let mut last = started;
        for _ in 0..READINGS {
            let now = Instant::now();
            let passed_ns = now.duration_since(last).as_nanos() as u64;
            if passed_ns > 0 {
                step_ns = step_ns.min(passed_ns);
            }
            last = now;
        }
        let took_ns = last.duration_since(started).as_nanos() as f64;
        Clock {
            source: super::machine::read("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
            resolution_ns: resolution.tv_sec as u64 * 1_000_000_000 + resolution.tv_nsec as u64,
            step_ns,
            cost_ns: took_ns / f64::from(READINGS),
        }
    }
}
