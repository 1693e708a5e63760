//! Timers that look beyond one pause: at the throughput, at a schedule, or at other users.

use super::stage::{AsWritten, TextForm, TextMap};
use std::time::Duration;

/// What requests wait for beside their pauses. The plan lists them, and [`super::Pause::Timer`] names one:
/// so several requests have one timer together.
#[derive(Clone, Debug, PartialEq)]
pub enum Timer<S: TextForm = AsWritten> {
    /// At most so many requests; JMeter's Constant Throughput Timer. What was missed is not caught up with.
    Throughput { per_min: S::Text, among: Among },
    /// At most so many requests per second, as a profile says; the plug-ins' Throughput Shaping Timer.
    Shape(Vec<ShapeStage>),
    /// Requests at random moments of a schedule; JMeter's Precise Throughput Timer.
    RandomThroughput(RandomThroughput),
    /// Users wait for one another; JMeter's Synchronizing Timer.
    Gathering(Gathering),
}

/// Whose requests a [`Timer::Throughput`] counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// Each user's own: the throughput is that of one user.
    User,
    /// Each user's own; the throughput is that of all users who are active at the moment.
    ActiveUsers,
    /// As before, of the user's scenario.
    ActiveUsersOfScenario,
    /// Those of all users, in the order in which they ask.
    AllUsers,
    /// As before, of the user's scenario.
    Scenario,
}

/// A time in which the throughput goes evenly from one value to another. It changes once a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeStage {
    pub from_per_s: f64,
    pub to_per_s: f64,
    pub length: Duration,
}

/// In each `period` the number of requests is fixed (`per_s · period`, rounded up) and their moments are
/// random and independent of each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomThroughput {
    pub per_s: f64,
    pub period: Duration,
    /// So many requests come at each moment, and moments are fewer accordingly.
    pub batch: u32,
    /// Of the moments: equal seeds give JMeter's own moments. 0: the run's seed.
    pub seed: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gathering {
    /// How many go on together; `None`: as many as the user's scenario has.
    pub users: Option<u32>,
    /// Who has waited for so long goes on, with all who wait then; `None`: waits to its end.
    pub timeout: Option<Duration>,
}

/// Most moments of one period of a [`RandomThroughput`]: a period is worked out at once.
pub const PERIOD_REQUESTS_MAX: f64 = 10_000_000.0;

impl RandomThroughput {
    /// Moments in one period.
    pub fn moments(&self) -> u64 {
        (self.per_s / f64::from(self.batch.max(1)) * self.period.as_secs_f64()).ceil().max(0.0) as u64
    }
}

impl Timer {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> Timer<M::To> {
        match self {
            Timer::Throughput { per_min, among } => {
                Timer::Throughput { per_min: map.text(per_min), among: *among }
            }
            Timer::Shape(stages) => Timer::Shape(stages.clone()),
            Timer::RandomThroughput(timer) => Timer::RandomThroughput(*timer),
            Timer::Gathering(gathering) => Timer::Gathering(*gathering),
        }
    }

    /// A shape is a load of its own: where another one replaces the plan's it must not hold back.
    pub(super) fn forget_load(&mut self, arrivals: bool) {
        match self {
            Timer::Shape(stages) => stages.clear(),
            // Arrivals say when a request begins.
            Timer::Throughput { .. } | Timer::RandomThroughput(_) if arrivals => {
                *self = Timer::Shape(Vec::new())
            }
            _ => {}
        }
    }

    /// No more users are waited for than there are.
    pub(super) fn limit_users(&mut self, users: u32) {
        if let Timer::Gathering(Gathering { users: Some(wanted), .. }) = self {
            *wanted = (*wanted).min(users.max(1));
        }
    }
}
