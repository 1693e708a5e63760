//! Changes a running load from outside: ends it, pauses it, raises or lowers it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

/// How to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StopMode {
    /// Requests in flight are finished (within the task's grace time); tear-down runs if the plan says so.
    InOrder,
    /// Requests in flight are given up.
    Now,
}

/// Shared by whoever may change a load and the workers that perform it, which look at it at least every
/// 50 ms. Clones are the same control.
#[derive(Clone, Debug, Default)]
pub struct Control {
    state: Arc<State>,
    scope: StopScope,
}

#[derive(Debug)]
struct State {
    /// 0: goes on, 1: in order, 2: now.
    stop: AtomicU8,
    paused: AtomicBool,
    /// The bits of an f64.
    factor: AtomicU64,
    /// Parts that have been ended.
    parts_ended: AtomicU64,
}

impl Default for State {
    fn default() -> Self {
        State {
            stop: AtomicU8::new(0),
            paused: AtomicBool::new(false),
            factor: AtomicU64::new(1.0_f64.to_bits()),
            parts_ended: AtomicU64::new(0),
        }
    }
}

/// What of the load a control is for.
#[derive(Clone, Debug, Default)]
enum StopScope {
    #[default]
    Whole,
    /// A part that can be ended by itself.
    Part { parts_ended_before: u64 },
    /// Does not follow an orderly stop, and has one of its own.
    TearDown { stop: Arc<AtomicU8> },
}

/// The load may be raised to so many times what was planned.
pub const FACTOR_MAX: f64 = 100.0;

impl Control {
    /// A later, stronger stop overrides an earlier one, never the other way round.
    pub fn stop(&self, mode: StopMode) {
        let value = match mode {
            StopMode::InOrder => 1,
            StopMode::Now => 2,
        };
        let stop = match &self.scope {
            StopScope::TearDown { stop } => stop,
            _ => &self.state.stop,
        };
        stop.fetch_max(value, Ordering::SeqCst);
    }

    pub fn stopped(&self) -> Option<StopMode> {
        let whole = self.state.stop.load(Ordering::Relaxed);
        let value = match &self.scope {
            StopScope::Whole => whole,
            StopScope::Part { parts_ended_before } => {
                let ended = self.state.parts_ended.load(Ordering::Relaxed) > *parts_ended_before;
                whole.max(u8::from(ended))
            }
            StopScope::TearDown { .. } if whole >= 2 => whole,
            StopScope::TearDown { stop } => stop.load(Ordering::Relaxed),
        };
        match value {
            0 => None,
            1 => Some(StopMode::InOrder),
            _ => Some(StopMode::Now),
        }
    }

    /// A control for tear-down: it does not follow an orderly stop, but a stop at once.
    pub fn for_tear_down(&self) -> Control {
        Control { state: Arc::clone(&self.state), scope: StopScope::TearDown { stop: Arc::default() } }
    }

    /// A control for a part of the load, a step say: it follows this one, and [`Control::end_part`].
    pub fn for_part(&self) -> Control {
        let parts_ended_before = self.state.parts_ended.load(Ordering::Relaxed);
        Control { state: Arc::clone(&self.state), scope: StopScope::Part { parts_ended_before } }
    }

    /// Ends the current part in order; what comes after it goes on.
    pub fn end_part(&self) {
        self.state.parts_ended.fetch_add(1, Ordering::Relaxed);
    }

    /// While paused nothing new begins. What is in flight is finished and counted, arrivals whose time comes
    /// meanwhile are not made, and the planned end stays.
    pub fn pause(&self, paused: bool) {
        self.state.paused.store(paused, Ordering::Relaxed);
    }

    pub fn paused(&self) -> bool {
        self.state.paused.load(Ordering::Relaxed)
    }

    /// Multiplies the load: users (some wait, or further ones begin) and arrival rates. From 0 to [`FACTOR_MAX`].
    pub fn set_factor(&self, factor: f64) {
        let factor = if factor.is_finite() { factor.clamp(0.0, FACTOR_MAX) } else { 1.0 };
        self.state.factor.store(factor.to_bits(), Ordering::Relaxed);
    }

    pub fn factor(&self) -> f64 {
        f64::from_bits(self.state.factor.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_ends_by_itself_or_with_the_whole() {
        let whole = Control::default();
        let first = whole.for_part();
        whole.end_part();
        let second = whole.for_part();
        assert_eq!(first.stopped(), Some(StopMode::InOrder));
        assert_eq!((second.stopped(), whole.stopped()), (None, None));
        second.stop(StopMode::Now);
        assert_eq!((second.stopped(), whole.stopped()), (Some(StopMode::Now), Some(StopMode::Now)));
    }

    #[test]
    fn tear_down_outlives_an_orderly_stop_only() {
        let whole = Control::default();
        whole.stop(StopMode::InOrder);
        let tear_down = whole.for_tear_down();
        assert_eq!(tear_down.stopped(), None);
        whole.stop(StopMode::Now);
        assert_eq!(tear_down.stopped(), Some(StopMode::Now));
    }

    #[test]
    fn a_factor_stays_within_bounds() {
        let control = Control::default();
        for (factor, expected) in [(0.5, 0.5), (-1.0, 0.0), (1e9, FACTOR_MAX), (f64::NAN, 1.0)] {
            control.set_factor(factor);
            assert_eq!(control.for_part().factor(), expected);
        }
    }
}
