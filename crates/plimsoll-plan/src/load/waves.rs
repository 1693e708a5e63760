//! Users that come and go in waves (closed model).

use super::users::UserSpan;
use std::time::Duration;

/// Users that start, stay and end together; a row of JMeter's Ultimate Thread Group. User k (from 1) of n
/// starts at `delay + ramp·k/n` and ends at `delay + ramp + hold + ramp_down·k/n`: who came first leaves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wave {
    pub users: u32,
    /// From the scenario's start.
    pub delay: Duration,
    pub ramp: Duration,
    /// Time at full number.
    pub hold: Duration,
    pub ramp_down: Duration,
}

impl Wave {
    /// When its last user must have ended.
    pub fn ends_at(&self) -> Duration {
        self.delay + self.ramp + self.hold + self.ramp_down
    }

    fn span(&self, user: u32) -> UserSpan {
        let part = |time: Duration| {
            let nanos = time.as_nanos() * u128::from(user) / u128::from(self.users.max(1));
            Duration::from_nanos(nanos as u64)
        };
        let stop = self.delay + self.ramp + self.hold + part(self.ramp_down);
        UserSpan { start: self.delay + part(self.ramp), stop: Some(stop) }
    }
}

/// The spans of all users in the order of their numbers: wave by wave. Users without any time are none.
pub fn spans(waves: &[Wave]) -> Vec<UserSpan> {
    let all = waves.iter().flat_map(|wave| (1..=wave.users).map(|user| wave.span(user)));
    all.filter(|span| span.stop > Some(span.start)).collect()
}

/// The most users at the same time.
pub fn users_max(waves: &[Wave]) -> u32 {
    let mut changes: Vec<(Duration, i64)> = Vec::new();
    for span in spans(waves) {
        changes.push((span.start, 1));
        changes.extend(span.stop.map(|stop| (stop, -1)));
    }
    // Who ends at a moment does not meet who starts then.
    changes.sort_unstable();
    let mut users = 0;
    changes
        .iter()
        .map(|(_, change)| {
            users += change;
            users
        })
        .max()
        .unwrap_or(0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn wave(users: u32, times: [u64; 4]) -> Wave {
        let [delay, ramp, hold, ramp_down] = times.map(s);
        Wave { users, delay, ramp, hold, ramp_down }
    }

    fn check(waves: &[Wave], expected: &[(u64, u64)], most: u32) {
        let spans: Vec<(u64, u64)> = spans(waves)
            .iter()
            .map(|span| (span.start.as_secs(), span.stop.unwrap_or_default().as_secs()))
            .collect();
        assert_eq!(spans, expected, "{waves:?}");
        assert_eq!(users_max(waves), most, "{waves:?}");
    }

    #[test]
    fn users_of_a_wave_leave_in_the_order_in_which_they_came() {
        check(&[wave(3, [5, 6, 10, 3])], &[(7, 22), (9, 23), (11, 24)], 3);
        check(&[wave(2, [0, 0, 4, 0])], &[(0, 4), (0, 4)], 2);
    }

    #[test]
    fn waves_add_up_where_they_meet() {
        check(&[wave(2, [0, 0, 4, 0]), wave(1, [2, 0, 9, 0])], &[(0, 4), (0, 4), (2, 11)], 3);
        check(&[wave(2, [0, 0, 4, 0]), wave(3, [4, 0, 1, 0])], &[(0, 4), (0, 4), (4, 5), (4, 5), (4, 5)], 3);
    }

    #[test]
    fn users_without_time_never_start() {
        check(&[wave(2, [0, 4, 0, 0])], &[(2, 4)], 1);
        check(&[], &[], 0);
    }
}
