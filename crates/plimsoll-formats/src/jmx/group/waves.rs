//! Thread groups of the plug-ins whose users come and go in waves: Ultimate and Stepping.

use super::number;
use crate::jmx::context::Lowering;
use crate::jmx::element::{Element, ElementProperties as _};
use plimsoll_plan::{Load, Wave};
use std::time::Duration;

/// Most users of one group.
const USERS_MAX: u64 = plimsoll_plan::units::USERS_MAX as u64;

/// Rows of threads, initial delay, start-up, hold and shutdown, in seconds (UltimateThreadGroup.scheduleThread).
/// The property `threads_schedule`, `spawn(10,0s,30s,60s,10s) …`, goes before them.
pub fn ultimate(lowering: &mut Lowering, element: &Element) -> Option<Load> {
    const PROPERTY: &str = "threads_schedule";
    let rows = match lowering.evaluation.property_text(PROPERTY).filter(|text| !text.trim().is_empty()) {
        Some(text) => spawns(lowering, element, PROPERTY, &text, 5)?,
        None => {
            let own = number::rows(lowering, element, "ultimatethreadgroupdata", 5)?;
            // Old versions wrote the table under the property's name.
            if own.is_empty() { number::rows(lowering, element, PROPERTY, 5)? } else { own }
        }
    };
    let mut waves = Vec::new();
    for row in rows {
        let users = row[0].parse::<f64>().unwrap_or(-1.0) as i64;
        let users = number::users(lowering, element, "threads", users)?;
        let mut time = |i: usize, name: &str| number::seconds_of(lowering, element, name, &row[i], 1.0);
        let (delay, ramp) = (time(1, "initial delay")?, time(2, "start-up")?);
        let (hold, ramp_down) = (time(3, "hold")?, time(4, "shutdown")?);
        waves.push(Wave { users, delay, ramp, hold, ramp_down });
    }
    checked(lowering, element, waves)
}

/// The rows of `spawn(…)`s.
pub fn spawns(
    lowering: &mut Lowering,
    element: &Element,
    property: &str,
    text: &str,
    columns: usize,
) -> Option<Vec<Vec<String>>> {
    let rows = number::calls(text).and_then(|calls| {
        let row = |(word, values): (String, Vec<String>)| match word == "spawn" && values.len() == columns {
            true => Ok(values),
            false => Err(format!("expected `spawn(…)` with {columns} values")),
        };
        calls.into_iter().map(row).collect()
    });
    rows.map_err(|reason: String| lowering.error(element, format!("{property}: {reason}")).line).ok()
}

fn checked(lowering: &mut Lowering, element: &Element, waves: Vec<Wave>) -> Option<Load> {
    if waves.iter().map(|wave| u64::from(wave.users)).sum::<u64>() > USERS_MAX {
        lowering.error(element, "the number of users is out of range");
        return None;
    }
    Some(Load::Waves(waves))
}

/// Users start in steps and end in steps (SteppingThreadGroup.scheduleThread).
pub fn stepping(lowering: &mut Lowering, element: &Element) -> Option<Load> {
    let mut given = |property: &str| match element.text(property).trim() {
        "" => Some(0),
        _ => number::whole_or_zero(lowering, element, &element.properties, property),
    };
    let users = given("ThreadGroup.num_threads");
    let steps = Steps {
        delay_s: given("Threads initial delay")?,
        burst: given("Start users count burst")?,
        count: given("Start users count")?,
        period_s: given("Start users period")?,
        ramp_s: given("rampUp")?,
        hold_s: given("flighttime")?,
        stop_count: given("Stop users count")?,
        stop_period_s: given("Stop users period")?,
        users: 0,
    };
    let users = users?;
    if !(0..=USERS_MAX as i64).contains(&users) || !steps.is_sound() {
        lowering.error(element, "a number of the thread group is out of range");
        return None;
    }
    checked(lowering, element, Steps { users, ..steps }.waves())
}

/// The fields of a stepping group; times in seconds.
#[derive(Clone, Copy)]
struct Steps {
    users: i64,
    delay_s: i64,
    burst: i64,
    count: i64,
    period_s: i64,
    ramp_s: i64,
    hold_s: i64,
    stop_count: i64,
    stop_period_s: i64,
}

impl Steps {
    fn is_sound(&self) -> bool {
        let all = [
            self.delay_s,
            self.burst,
            self.count,
            self.period_s,
            self.ramp_s,
            self.hold_s,
            self.stop_count,
            self.stop_period_s,
        ];
        all.iter().all(|number| (0..=100_000_000).contains(number))
    }

    /// Start and end of user `i` (from 0), milliseconds; whole numbers as the plug-in reckons them.
    fn span_ms(&self, i: i64) -> (i64, i64) {
        let or_all = |count: i64| if count == 0 { self.users } else { count };
        let (count, stop_count) = (or_all(self.count).max(1), or_all(self.stop_count).max(1));
        let burst = match self.burst.min(self.users) {
            0 => count,
            burst => burst,
        };
        let (bucket, bucket_users, place) = match i < burst {
            true => (0, burst, i),
            false => (1 + (i - burst) / count, count, (i - burst) % count),
        };
        let step_ms = 1_000 * (self.period_s + self.ramp_s);
        let steps = match self.users < burst {
            true => 1,
            false => (self.users - burst + count - 1) / count,
        };
        let last_users = match (self.users - burst) % count {
            0 => count,
            users => users,
        };
        let begin_ms = 1_000 * self.delay_s;
        let start_ms = begin_ms + bucket * step_ms + place * (1_000 * self.ramp_s / bucket_users);
        let fall_ms =
            begin_ms + steps * step_ms + 1_000 * self.ramp_s / count * last_users + 1_000 * self.hold_s;
        (start_ms, fall_ms + 1_000 * self.stop_period_s * (i / stop_count))
    }

    /// Users that follow each other at equal distances and end together, as one wave each.
    fn waves(&self) -> Vec<Wave> {
        let mut waves: Vec<Wave> = Vec::new();
        let mut first = 0;
        while first < self.users {
            let (start, stop) = self.span_ms(first);
            let together = self.run(first, 0);
            // A wave's first user starts one distance after its delay: the one before it stands there.
            let gap = match (together, first) {
                (1, 1..) => start - self.span_ms(first - 1).0,
                _ => 0,
            };
            let users = self.run(first, gap);
            let gap = if users == 1 { 0 } else { gap };
            first += users;
            if stop > start {
                let ms = |ms: i64| Duration::from_millis(ms.max(0).unsigned_abs());
                let ramp = gap * users;
                waves.push(Wave {
                    users: users as u32,
                    delay: ms(start - gap),
                    ramp: ms(ramp),
                    hold: ms(stop - (start - gap) - ramp),
                    ramp_down: Duration::ZERO,
                });
            }
        }
        waves
    }

    /// How many users from `first` on start at this distance from each other and end together.
    fn run(&self, first: i64, gap_ms: i64) -> i64 {
        let (start, stop) = self.span_ms(first);
        let follows = |i: &i64| self.span_ms(first + i) == (start + i * gap_ms, stop);
        1 + (1..self.users - first).take_while(follows).count() as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: Steps = Steps {
        users: 0,
        delay_s: 0,
        burst: 0,
        count: 0,
        period_s: 0,
        ramp_s: 0,
        hold_s: 0,
        stop_count: 0,
        stop_period_s: 0,
    };

    /// The waves have the very users that the plug-in's formula gives.
    fn check(steps: Steps, first_and_last: [(i64, i64); 2]) {
        let expected: Vec<(i64, i64)> = (0..steps.users).map(|i| steps.span_ms(i)).collect();
        let spans = Load::Waves(steps.waves()).spans();
        let ms = |time: Duration| (time.as_nanos() as f64 / 1e6).round() as i64;
        let got: Vec<(i64, i64)> =
            spans.iter().map(|span| (ms(span.start), ms(span.stop.unwrap_or_default()))).collect();
        assert_eq!(got, expected);
        assert_eq!([expected.first(), expected.last()], [Some(&first_and_last[0]), Some(&first_and_last[1])]);
    }

    #[test]
    fn stepping_users_start_in_steps_and_end_in_groups() {
        let steps = Steps { users: 10, count: 4, period_s: 10, hold_s: 30, ..STEPS };
        check(steps, [(0, 50_000), (20_000, 50_000)]);
        let steps = Steps { burst: 2, stop_count: 5, stop_period_s: 3, delay_s: 7, ..steps };
        check(steps, [(7_000, 57_000), (27_000, 60_000)]);
    }

    #[test]
    fn stepping_users_of_a_step_are_spread_over_its_ramp() {
        let steps = Steps { users: 20, count: 5, period_s: 10, ramp_s: 5, hold_s: 60, ..STEPS };
        check(steps, [(0, 110_000), (49_000, 110_000)]);
        check(
            Steps { stop_count: 3, stop_period_s: 2, burst: 7, ..steps },
            [(0, 108_000), (47_000, 120_000)],
        );
        check(
            Steps { users: 4, count: 10, period_s: 30, ramp_s: 5, stop_count: 5, ..steps },
            [(0, 92_000), (1_500, 92_000)],
        );
    }
}
