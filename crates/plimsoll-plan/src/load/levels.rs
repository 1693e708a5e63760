//! At which times the load that a plan itself has is steady, and how much it is then.

use super::{Load, LoadProfile, Wave, arrivals::ArrivalProfile};
use crate::plan::{Iterations, Plan};
use std::time::Duration;

/// A time in which a plan neither raises nor lowers its load, from the start of its main scenarios; on whole seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteadyLoad {
    pub from: Duration,
    pub to: Duration,
    /// With a rate the most that may be at work.
    pub users: u32,
    /// Arrivals per second; `None` where no scenario has a rate.
    pub rate_per_s: Option<f64>,
}

/// Shorter ones show nothing.
const STEADY_MIN: Duration = Duration::from_secs(3);
/// One that is no peak is at least so long, or else a tenth of the longest.
const ON_THE_WAY_MIN: Duration = Duration::from_secs(10);

impl SteadyLoad {
    fn length(&self) -> Duration {
        self.to - self.from
    }

    fn amount(&self) -> f64 {
        self.rate_per_s.unwrap_or(f64::from(self.users))
    }
}

/// Where a load changes: at a moment, or over a ramp.
type Change = (Duration, Duration);

impl Load {
    fn changes(&self) -> Vec<Change> {
        match self {
            Load::Users(profile) => of_users(profile),
            Load::Waves(waves) => waves.iter().flat_map(of_wave).collect(),
            Load::Arrivals(profile) => of_arrivals(profile),
        }
    }

    fn users_at(&self, at: Duration) -> u32 {
        let is_there = |stop: Option<Duration>| stop.is_none_or(|stop| at < stop);
        match self {
            Load::Arrivals(profile) if profile.rate_at(at) > 0.0 => profile.users,
            _ => self.spans().iter().filter(|span| span.start <= at && is_there(span.stop)).count() as u32,
        }
    }
}

fn of_users(profile: &LoadProfile) -> Vec<Change> {
    let (mut at, mut users) = (profile.delay, 0);
    let mut changes = Vec::new();
    for stage in &profile.stages {
        if stage.users != users {
            changes.push((at, at + stage.ramp));
        }
        (at, users) = (at + stage.ramp + stage.hold.unwrap_or_default(), stage.users);
    }
    changes.extend(profile.ends_at().map(|end| (end, end)));
    changes
}

fn of_wave(wave: &Wave) -> [Change; 2] {
    let down = wave.delay + wave.ramp + wave.hold;
    [(wave.delay, wave.delay + wave.ramp), (down, down + wave.ramp_down)]
}

fn of_arrivals(profile: &ArrivalProfile) -> Vec<Change> {
    let (mut at, mut rate) = (profile.delay, 0.0);
    let mut changes = Vec::new();
    for stage in &profile.stages {
        if stage.per_s != rate {
            changes.push((at, at + stage.ramp));
        }
        (at, rate) = (at + stage.ramp + stage.hold, stage.per_s);
    }
    changes.push((at, at));
    changes
}

impl Plan {
    /// The steady times of the plan's own load, in their order; none where only iterations end it, or where its
    /// scenarios follow each other whenever that may be.
    pub fn steady_loads(&self) -> Vec<SteadyLoad> {
        let ends: Option<Vec<Duration>> = self.main().map(|scenario| scenario.load.ends_at()).collect();
        // Users who end with their iterations leave a load that nobody planned.
        let is_counted = self.main().any(|scenario| matches!(scenario.iterations, Iterations::Times(_)));
        if ends.is_none() || is_counted || self.scenarios_in_order {
            return Vec::new();
        }
        let mut changes: Vec<Change> = self.main().flat_map(|scenario| scenario.load.changes()).collect();
        changes.sort_unstable();
        let mut steady: Vec<SteadyLoad> = Vec::new();
        let mut until: Option<Duration> = None;
        for (from, to) in changes {
            if let Some(until) = until.filter(|until| *until < from) {
                self.add_steady(&mut steady, until, from);
            }
            until = Some(until.map_or(to, |until| until.max(to)));
        }
        worth_measuring(steady)
    }

    fn add_steady(&self, steady: &mut Vec<SteadyLoad>, from: Duration, to: Duration) {
        let middle = from + (to - from) / 2;
        let users = self.main().map(|scenario| scenario.load.users_at(middle)).sum();
        let rates: Vec<f64> =
            self.main().filter_map(|scenario| Some(scenario.load.as_arrivals()?.rate_at(middle))).collect();
        let rate_per_s = (!rates.is_empty()).then(|| rates.iter().sum());
        let whole = |time: Duration| Duration::from_secs(time.as_secs());
        let begins = whole(from + Duration::from_nanos(999_999_999));
        let found = SteadyLoad { from: begins, to: whole(to), users, rate_per_s };
        match steady.last_mut() {
            // Some went as others came.
            Some(last) if last.to == begins && (last.users, last.rate_per_s) == (users, rate_per_s) => {
                last.to = found.to;
            }
            _ if found.from < found.to => steady.push(found),
            _ => {}
        }
    }
}

/// Without those on the way to others, as of scenarios that start a little after each other.
fn worth_measuring(steady: Vec<SteadyLoad>) -> Vec<SteadyLoad> {
    let longest = steady.iter().map(SteadyLoad::length).max().unwrap_or_default();
    let amount = |at: Option<usize>| at.and_then(|at| steady.get(at)).map_or(0.0, SteadyLoad::amount);
    let is_wanted = |(number, load): (usize, &SteadyLoad)| {
        let is_peak =
            load.amount() > amount(number.checked_sub(1)) && load.amount() > amount(Some(number + 1));
        let is_long = load.length() >= ON_THE_WAY_MIN.min(longest / 10);
        (load.amount() > 0.0 && load.length() >= STEADY_MIN && (is_peak || is_long)).then_some(*load)
    };
    steady.iter().enumerate().filter_map(is_wanted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{RateStage, Stage};
    use crate::plan::{OnError, Phase, Scenario};

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn plan_of(loads: Vec<Load>) -> Plan {
        let scenario = |load| Scenario {
            name: "s".to_owned(),
            phase: Phase::Main,
            load,
            iterations: Iterations::Forever,
            on_error: OnError::Continue,
            new_user_each_iteration: false,
            steps: Vec::new(),
        };
        Plan { scenarios: loads.into_iter().map(scenario).collect(), ..Plan::named("p") }
    }

    /// `from–to users rate` of the steady times of scenarios with these loads.
    fn check(loads: Vec<Load>, expected: &[(u64, u64, u32, Option<f64>)]) {
        let plan = plan_of(loads);
        let found: Vec<_> = plan
            .steady_loads()
            .iter()
            .map(|load| (load.from.as_secs(), load.to.as_secs(), load.users, load.rate_per_s))
            .collect();
        assert_eq!(found, expected, "{plan:?}");
    }

    fn users(delay: u64, stages: &[(u32, u64, u64)]) -> Load {
        let stage = |(users, ramp, hold): &(u32, u64, u64)| Stage {
            users: *users,
            ramp: s(*ramp),
            hold: Some(s(*hold)),
        };
        let stages = stages.iter().map(stage).collect();
        LoadProfile { delay: s(delay), stages, end: None }.into()
    }

    fn rates(stages: &[(f64, u64, u64)]) -> Load {
        let stage = |(per_s, ramp, hold): &(f64, u64, u64)| RateStage {
            per_s: *per_s,
            ramp: s(*ramp),
            hold: s(*hold),
            spacing: None,
        };
        let profile = ArrivalProfile::constant(1.0, Duration::ZERO, s(1));
        ArrivalProfile { users: 7, stages: stages.iter().map(stage).collect(), ..profile }.into()
    }

    #[test]
    fn each_stage_with_a_time_at_its_load_is_steady() {
        check(vec![users(0, &[(10, 5, 60)])], &[(5, 65, 10, None)]);
        check(
            vec![users(0, &[(2, 0, 10), (8, 5, 20), (2, 5, 10), (0, 5, 0)])],
            &[(0, 10, 2, None), (15, 35, 8, None), (40, 50, 2, None)],
        );
        check(
            vec![rates(&[(40.0, 0, 15), (300.0, 0, 5), (40.0, 0, 20)])],
            &[(0, 15, 7, Some(40.0)), (15, 20, 7, Some(300.0)), (20, 40, 7, Some(40.0))],
        );
        check(vec![rates(&[(30.0, 0, 12), (2.0, 10, 0)])], &[(0, 12, 7, Some(30.0))]);
    }

    #[test]
    fn a_ramp_is_not_steady() {
        check(vec![users(0, &[(10, 60, 0)])], &[]);
        check(vec![rates(&[(10.0, 60, 0)])], &[]);
    }

    #[test]
    fn scenarios_add_up() {
        check(
            vec![users(0, &[(6, 0, 15)]), users(15, &[(2, 0, 15)])],
            &[(0, 15, 6, None), (15, 30, 2, None)],
        );
        check(vec![users(0, &[(6, 0, 15)]), users(15, &[(6, 0, 15)])], &[(0, 30, 6, None)]);
        check(
            vec![users(0, &[(6, 0, 60)]), users(10, &[(2, 5, 45)])],
            &[(0, 10, 6, None), (15, 60, 8, None)],
        );
        let wave =
            |users, delay, hold| Wave { users, delay: s(delay), ramp: s(0), hold: s(hold), ramp_down: s(0) };
        check(
            vec![Load::Waves(vec![wave(30, 0, 12), wave(5, 12, 20)])],
            &[(0, 12, 30, None), (12, 32, 5, None)],
        );
    }

    #[test]
    fn groups_that_start_a_little_after_each_other_are_one_load() {
        let staggered = (0..5).map(|n| users(n * 4, &[(10, 0, 600 - n * 4)])).collect();
        check(staggered, &[(16, 600, 50, None)]);
        // A peak is measured, however short it is.
        check(
            vec![users(0, &[(5, 0, 300), (50, 0, 4), (5, 0, 300)])],
            &[(0, 300, 5, None), (300, 304, 50, None), (304, 604, 5, None)],
        );
    }

    #[test]
    fn where_only_iterations_end_a_load_its_length_is_not_known() {
        check(vec![LoadProfile::constant(5, Duration::ZERO, None).into()], &[]);
        let ended = LoadProfile::constant(5, Duration::ZERO, Some(s(30)));
        let mut plan = plan_of(vec![ended.into()]);
        assert_eq!(plan.steady_loads().len(), 1);
        plan.scenarios[0].iterations = Iterations::Times(100);
        assert_eq!(plan.steady_loads(), []);
    }
}
