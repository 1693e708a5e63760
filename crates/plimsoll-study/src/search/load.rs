//! What a step puts on.

use plimsoll_plan::{Plan, SteadyLoad};
use std::fmt;
use std::time::Duration;

/// The load of one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LoadLevel {
    /// Closed model.
    Users(Users),
    /// Open model.
    Rate(ArrivalRate),
}

/// A time in which the load of a plan is steady, from the start of its main scenarios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadStage {
    pub from: Duration,
    pub to: Duration,
    pub load: LoadLevel,
}

impl LoadStage {
    /// The only stage of a plan, with nothing but a ramp before it and nothing after it, and with its whole load.
    pub(crate) fn is_all_of(&self, plan: &Plan, load: LoadLevel) -> bool {
        let ends = plan.main().filter_map(|scenario| scenario.load.ends_at()).max();
        let ramp_ends = plan.main().map(|scenario| scenario.load.ramp_end()).max();
        let is_from = ramp_ends.is_some_and(|end| self.from.as_secs() == end.as_secs_f64().ceil() as u64);
        self.load == load && is_from && ends.is_some_and(|end| self.to.as_secs() == end.as_secs())
    }
}

/// Users per node, and nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Users {
    pub threads: u32,
    pub nodes: u32,
}

/// Arrivals per second of all scenarios together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArrivalRate {
    pub per_s: f64,
    /// The most users that may be at work; `None`: the plan's own, or what the rate usually needs.
    pub users: Option<u32>,
}

impl Users {
    /// In all.
    pub fn count(self) -> u32 {
        self.threads.saturating_mul(self.nodes)
    }
}

impl LoadLevel {
    /// What the main scenarios of a plan ask for by themselves. Where some have users and others a rate, it
    /// is the rate.
    pub fn of_plan(plan: &Plan) -> LoadLevel {
        match plan.rate_per_s_max() {
            Some(per_s) => LoadLevel::Rate(ArrivalRate { per_s, users: Some(plan.users_max()) }),
            None => LoadLevel::Users(Users { threads: plan.users_max(), nodes: 1 }),
        }
    }

    pub fn of_steady(steady: SteadyLoad) -> LoadLevel {
        match steady.rate_per_s {
            Some(per_s) => LoadLevel::Rate(ArrivalRate { per_s, users: Some(steady.users) }),
            None => LoadLevel::Users(Users { threads: steady.users, nodes: 1 }),
        }
    }

    pub fn rate_per_s(self) -> Option<f64> {
        match self {
            LoadLevel::Users(_) => None,
            LoadLevel::Rate(rate) => Some(rate.per_s),
        }
    }

    /// With a rate: the most that the plan lets be at work.
    pub(crate) fn users_of(self, plan: &Plan) -> Users {
        match self {
            LoadLevel::Users(users) => users,
            LoadLevel::Rate(_) => Users { threads: plan.users_max(), nodes: 1 },
        }
    }

    /// With a rate: nothing but what the loads that a climb compares have in common.
    pub(crate) fn users(self) -> Users {
        match self {
            LoadLevel::Users(users) => users,
            LoadLevel::Rate(rate) => Users { threads: rate.users.unwrap_or(0), nodes: 1 },
        }
    }
}

impl fmt::Display for LoadLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadLevel::Users(Users { threads: 1, nodes: 1 }) => f.write_str("1 user"),
            LoadLevel::Users(Users { threads, nodes: 1 }) => write!(f, "{threads} users"),
            LoadLevel::Users(users) => {
                write!(f, "{} threads × {} nodes = {} users", users.threads, users.nodes, users.count())
            }
            LoadLevel::Rate(rate) => write!(f, "{}/s", significant(rate.per_s, 4)),
        }
    }
}

/// Rounded to so many significant digits; digits before the point all stay.
pub(crate) fn significant(value: f64, digits: i32) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let scale = 10_f64.powi((digits - 1 - value.abs().log10().floor() as i32).max(0));
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_are_written_as_people_write_them() {
        let rate = |per_s| LoadLevel::Rate(ArrivalRate { per_s, users: None });
        let users = |threads, nodes| LoadLevel::Users(Users { threads, nodes });
        for (load, text) in [
            (users(1, 1), "1 user"),
            (users(5, 1), "5 users"),
            (users(5, 3), "5 threads × 3 nodes = 15 users"),
            (rate(50.0), "50/s"),
            (rate(70.710_678), "70.71/s"),
            (rate(0.012_345_6), "0.01235/s"),
            (rate(12_345.6), "12346/s"),
        ] {
            assert_eq!(load.to_string(), text);
        }
    }
}
