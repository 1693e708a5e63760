//! How many virtual users over time (closed model).

use std::time::Duration;

/// One change of the number of users and the time it is held.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// Users at the end of the ramp.
    pub users: u32,
    /// Time to go from the number before to `users`, evenly spaced.
    pub ramp: Duration,
    /// Time at `users` after the ramp; `None` holds until the iterations are done or the run is ended.
    pub hold: Option<Duration>,
}

/// Users over time for one scenario, from the scenario's start.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadProfile {
    /// Before the first user starts.
    pub delay: Duration,
    pub stages: Vec<Stage>,
    /// Hard end, counted after `delay`; user starts that would come later never come.
    pub end: Option<Duration>,
}

/// When one virtual user starts and when it must have stopped, from the scenario's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserSpan {
    pub start: Duration,
    pub stop: Option<Duration>,
}

impl LoadProfile {
    /// `users` started over `ramp`; user i starts at i·ramp/users, as JMeter does it.
    pub fn constant(users: u32, ramp: Duration, hold: Option<Duration>) -> Self {
        let end = hold.map(|h| ramp + h);
        LoadProfile { delay: Duration::ZERO, stages: vec![Stage { users, ramp, hold }], end }
    }

    pub fn users_max(&self) -> u32 {
        self.stages.iter().map(|s| s.users).max().unwrap_or(0)
    }

    /// The time from the start to the end of the last ramp, `delay` included.
    pub fn ramp_end(&self) -> Duration {
        let holds = self.stages.iter().rev().skip(1).filter_map(|s| s.hold);
        self.delay + self.stages.iter().map(|s| s.ramp).sum::<Duration>() + holds.sum::<Duration>()
    }

    /// When the last user must have stopped; `None` when only iterations end the scenario.
    pub fn ends_at(&self) -> Option<Duration> {
        let by_stages = self.stages.last().and_then(|s| s.hold).map(|hold| self.ramp_end() + hold);
        let by_end = self.end.map(|end| self.delay + end);
        [by_stages, by_end].into_iter().flatten().min()
    }

    /// The span of every user, in the order of their numbers. Users that are stopped by a falling
    /// stage are those that started last.
    pub fn spans(&self) -> Vec<UserSpan> {
        let mut spans: Vec<UserSpan> = Vec::new();
        let mut running: Vec<usize> = Vec::new();
        let mut at = self.delay;
        for stage in &self.stages {
            let change = stage.users.abs_diff(running.len() as u32);
            let begin = at;
            let moment = |i: u32| begin + stage.ramp.mul_f64(f64::from(i) / f64::from(change.max(1)));
            for i in 0..change {
                if stage.users as usize > running.len() {
                    running.push(spans.len());
                    spans.push(UserSpan { start: moment(i), stop: None });
                } else if let Some(last) = running.pop() {
                    spans[last].stop = Some(moment(i));
                }
            }
            at += stage.ramp + stage.hold.unwrap_or_default();
        }
        self.cut(spans)
    }

    fn cut(&self, mut spans: Vec<UserSpan>) -> Vec<UserSpan> {
        if let Some(end) = self.ends_at() {
            spans.retain(|span| span.start < end);
            for span in &mut spans {
                span.stop = Some(span.stop.map_or(end, |stop| stop.min(end)));
            }
        }
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn user_i_starts_at_i_times_ramp_over_n() {
        let spans = LoadProfile::constant(4, s(8), Some(s(10))).spans();
        let starts: Vec<u64> = spans.iter().map(|x| x.start.as_secs()).collect();
        assert_eq!(starts, [0, 2, 4, 6]);
        assert!(spans.iter().all(|x| x.stop == Some(s(18))));
    }

    #[test]
    fn a_falling_stage_stops_the_users_that_started_last() {
        let up = Stage { users: 3, ramp: s(3), hold: Some(s(5)) };
        let down = Stage { users: 1, ramp: s(2), hold: Some(s(4)) };
        let profile = LoadProfile { delay: s(1), stages: vec![up, down], end: None };
        let stops: Vec<u64> = profile.spans().iter().filter_map(|x| x.stop).map(|d| d.as_secs()).collect();
        assert_eq!(stops, [15, 10, 9]);
        assert_eq!(profile.ramp_end(), s(11));
    }

    #[test]
    fn users_that_would_start_after_the_end_never_start() {
        let stage = Stage { users: 10, ramp: s(10), hold: None };
        let profile = LoadProfile { delay: s(0), stages: vec![stage], end: Some(s(5)) };
        assert_eq!(profile.spans().len(), 5);
        assert_eq!(profile.ends_at(), Some(s(5)));
    }
}
