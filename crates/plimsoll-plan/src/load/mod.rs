//! How much load over time: a number of users (closed model) or a rate of arrivals (open model).

mod arrivals;
mod levels;
mod users;
mod waves;

pub use arrivals::{ArrivalProfile, AtEnd, Overload, RateCurve, RateStage, Segment, Spacing};
pub use levels::SteadyLoad;
pub use users::{LoadProfile, Stage, UserSpan};
pub use waves::Wave;

use std::time::Duration;

/// The load of one scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Load {
    /// Closed model: each user goes on when it has its answer.
    Users(LoadProfile),
    /// Closed model, too: users that come and go in waves.
    Waves(Vec<Wave>),
    /// Open model: iterations begin at their time, whatever the server does.
    Arrivals(ArrivalProfile),
}

impl Load {
    /// The most users at work at the same time.
    pub fn users_max(&self) -> u32 {
        match self {
            Load::Users(profile) => profile.users_max(),
            Load::Waves(waves) => waves::users_max(waves),
            Load::Arrivals(profile) => profile.users,
        }
    }

    /// Whether there is anything to do at all.
    pub fn is_empty(&self) -> bool {
        match self {
            Load::Users(profile) => profile.users_max() == 0,
            Load::Waves(waves) => waves::users_max(waves) == 0,
            Load::Arrivals(profile) => profile.users == 0 || profile.total() == 0,
        }
    }

    /// The time from the start to the end of the last ramp, the delay included.
    pub fn ramp_end(&self) -> Duration {
        match self {
            Load::Users(profile) => profile.ramp_end(),
            // Before the last wave is complete the load is not what it is to be.
            Load::Waves(waves) => waves.iter().map(|wave| wave.delay + wave.ramp).max().unwrap_or_default(),
            Load::Arrivals(profile) => profile.ramp_end(),
        }
    }

    /// When nothing new may begin; `None` when only iterations end the scenario.
    pub fn ends_at(&self) -> Option<Duration> {
        match self {
            Load::Users(profile) => profile.ends_at(),
            Load::Waves(waves) => waves.iter().map(Wave::ends_at).max(),
            Load::Arrivals(profile) => Some(profile.ends_at()),
        }
    }

    /// When each user starts and ends, in the order of their numbers; none in the open model.
    pub fn spans(&self) -> Vec<UserSpan> {
        match self {
            Load::Users(profile) => profile.spans(),
            Load::Waves(waves) => waves::spans(waves),
            Load::Arrivals(_) => Vec::new(),
        }
    }

    pub fn as_arrivals(&self) -> Option<&ArrivalProfile> {
        match self {
            Load::Users(_) | Load::Waves(_) => None,
            Load::Arrivals(profile) => Some(profile),
        }
    }
}

impl From<LoadProfile> for Load {
    fn from(profile: LoadProfile) -> Self {
        Load::Users(profile)
    }
}

impl From<ArrivalProfile> for Load {
    fn from(profile: ArrivalProfile) -> Self {
        Load::Arrivals(profile)
    }
}
