//! The steps of a run: from a table, else from the number of users, else from the rate of requests.

use crate::seconds::SecondRate;
use crate::step_table::TableStep;
use plimsoll_analysis::statistics::segments;
use plimsoll_run::LoadStep;
use std::ops::Range;

/// What the steps were found by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepsFrom {
    /// In this file.
    Table(String),
    /// The users that the load generator told, or thread starts in its log.
    Users(String),
    /// Changes in the rate of requests; the users are the mean number of requests at work.
    Rate,
    /// No change was found: the whole is one step.
    Whole,
}

impl StepsFrom {
    /// A sentence for the run's notes.
    pub fn sentence(&self, count: usize) -> String {
        let steps = if count == 1 { "1 step".to_owned() } else { format!("{count} steps") };
        match self {
            StepsFrom::Table(file) => format!("{steps}, from the table {file}"),
            StepsFrom::Users(of) => {
                format!("{steps}, found by the number of users in {of}: where it was steady")
            }
            StepsFrom::Rate => format!(
                "{steps}, found by changes in the rate of requests (PELT), for the inputs tell no users; \
                 the users of a step are the mean number of requests at work"
            ),
            StepsFrom::Whole => "no change of load was found: the whole is one step".to_owned(),
        }
    }
}

/// Shorter plateaus are no steps.
pub const STEP_SECONDS_MIN: usize = 10;
/// By the rate, fewer requests than this are no step.
const STEP_REQUESTS_MIN: f64 = 50.0;
/// More than this are no steps that anybody planned: then the whole is one.
const STEPS_MAX: usize = 100;
/// Users that stray by more than this share are still rising or falling.
const PLATEAU_SHARE: f64 = 0.02;
/// Neighbouring levels of the rate that differ by less are one.
const RATE_SHARE: f64 = 0.1;

/// Steps of a table; `run_start_us` is since 1970.
pub fn of_table(rows: &[TableStep], run_start_us: i64) -> Vec<LoadStep> {
    let mut rows: Vec<&TableStep> = rows.iter().collect();
    rows.sort_by_key(|row| row.start_unix_us);
    let on_clock = |unix_us: i64| u64::try_from(unix_us - run_start_us).unwrap_or(0);
    let steps = rows.iter().zip(1..).map(|(row, number)| {
        // Whole seconds count.
        let from_us = on_clock(row.start_unix_us).div_ceil(1_000_000) * 1_000_000;
        let to_us = on_clock(row.end_unix_us) / 1_000_000 * 1_000_000;
        LoadStep {
            number,
            threads: row.threads,
            nodes: row.nodes,
            started_us: on_clock(row.start_unix_us),
            measured_from_us: from_us,
            measured_to_us: Some(to_us.max(from_us)),
            ended_us: Some(on_clock(row.end_unix_us)),
            ..LoadStep::default()
        }
    });
    steps.collect()
}

/// Steps of per-second users and rates, which begin with the run's first second.
pub fn of_load(
    users: &[Option<u32>],
    nodes: u32,
    rates: &[SecondRate],
    users_of: &str,
) -> (Vec<LoadStep>, StepsFrom) {
    let length = rates.len();
    let known = users.iter().filter(|users| users.is_some()).count();
    let (plateaus, from) = if known * 2 > length {
        (user_plateaus(users), StepsFrom::Users(users_of.to_owned()))
    } else {
        (rate_plateaus(rates), StepsFrom::Rate)
    };
    if plateaus.len() < 2 || plateaus.len() > STEPS_MAX {
        let level = match from {
            StepsFrom::Rate => at_work(rates, &(0..length)),
            _ => users.iter().flatten().max().copied().unwrap_or(0),
        };
        let only = if plateaus.len() == 1 { plateaus.into_iter().next() } else { None };
        let window = whole_seconds(only.map_or(0..length, |(window, _)| window), length);
        return (vec![step(1, level, nodes, 0, &window, length)], StepsFrom::Whole);
    }
    let mut steps = Vec::new();
    let mut begun = 0;
    for (number, (window, level)) in plateaus.iter().enumerate() {
        let level = if from == StepsFrom::Rate { at_work(rates, window) } else { *level };
        let last = number + 1 == plateaus.len();
        let end = if last { length } else { window.end };
        steps.push(step(number as u32 + 1, level, nodes, begun, &whole_seconds(window.clone(), length), end));
        begun = end;
    }
    (steps, from)
}

/// Without the first and the last second of all, which are seldom whole.
fn whole_seconds(window: Range<usize>, length: usize) -> Range<usize> {
    if window.len() <= 2 {
        return window;
    }
    window.start.max(1)..window.end.min(length - 1)
}

fn step(number: u32, users: u32, nodes: u32, begun: usize, window: &Range<usize>, end: usize) -> LoadStep {
    let us = |second: usize| second as u64 * 1_000_000;
    // Only what divides can be told as threads of each node.
    let nodes = if nodes > 0 && users.is_multiple_of(nodes) { nodes } else { 1 };
    LoadStep {
        number,
        threads: (users / nodes).max(1),
        nodes,
        started_us: us(begun),
        measured_from_us: us(window.start),
        measured_to_us: Some(us(window.end)),
        ended_us: Some(us(end.max(window.end))),
        ..LoadStep::default()
    }
}

/// Requests at work on average: the time that they took in all, per second (Little's law).
fn at_work(rates: &[SecondRate], window: &Range<usize>) -> u32 {
    let busy_us: u64 = rates[window.clone()].iter().map(|rate| rate.busy_us).sum();
    let mean = busy_us as f64 / 1e6 / window.len().max(1) as f64;
    (mean.round() as u32).max(1)
}

/// Where the users stood still, with their number.
fn user_plateaus(users: &[Option<u32>]) -> Vec<(Range<usize>, u32)> {
    let mut levels: Vec<f64> = Vec::with_capacity(users.len());
    let mut last = 0.0;
    for users in users {
        last = users.map_or(last, f64::from);
        levels.push(last);
    }
    let mut plateaus: Vec<(Range<usize>, u32)> = Vec::new();
    for segment in segments(&levels, STEP_SECONDS_MIN, 0.0) {
        let Some((mut window, level)) = plateau(&levels, segment) else { continue };
        // The segments' borders are where the squares are least, not where the users began to move.
        let is_level = |at: usize| close(levels[at], f64::from(level));
        let floor = plateaus.last().map_or(0, |(before, _)| before.end);
        while window.start > floor && is_level(window.start - 1) {
            window.start -= 1;
        }
        while window.end < levels.len() && is_level(window.end) {
            window.end += 1;
        }
        match plateaus.last_mut() {
            Some((before, known)) if close(f64::from(*known), f64::from(level)) => before.end = window.end,
            _ => plateaus.push((window, level)),
        }
    }
    plateaus
}

/// The part of a segment in which the value stands still, long enough.
fn plateau(levels: &[f64], segment: Range<usize>) -> Option<(Range<usize>, u32)> {
    let mut sorted = levels[segment.clone()].to_vec();
    let middle = sorted.len() / 2;
    let level = *sorted.select_nth_unstable_by(middle, f64::total_cmp).1;
    let first = segment.clone().find(|at| close(levels[*at], level))?;
    let last = segment.clone().rev().find(|at| close(levels[*at], level))?;
    let inside = (first..=last).filter(|at| close(levels[*at], level)).count();
    let length = last + 1 - first;
    let still = inside * 10 >= length * 9 && length >= STEP_SECONDS_MIN && length * 2 >= segment.len();
    (still && level >= 1.0).then_some((first..last + 1, level.round() as u32))
}

fn close(a: f64, b: f64) -> bool {
    // Fewer than fifty users stand still only when none comes or goes.
    (a - b).abs() <= (b.abs() * PLATEAU_SHARE).max(0.5)
}

/// Where the rate of requests kept its level.
fn rate_plateaus(rates: &[SecondRate]) -> Vec<(Range<usize>, u32)> {
    let values: Vec<f64> = rates.iter().map(|rate| rate.requests as f64).collect();
    let mean =
        |window: &Range<usize>| values[window.clone()].iter().sum::<f64>() / window.len().max(1) as f64;
    let mut plateaus: Vec<Range<usize>> = Vec::new();
    let mean_of_all = mean(&(0..values.len()));
    for segment in segments(&values, STEP_SECONDS_MIN, mean_of_all) {
        let carried = mean(&segment) * segment.len() as f64;
        if segment.len() < STEP_SECONDS_MIN || carried < STEP_REQUESTS_MIN {
            continue;
        }
        match plateaus.last_mut() {
            Some(before)
                if (mean(before) - mean(&segment)).abs() <= RATE_SHARE * mean(before).max(mean(&segment))
                    && before.end == segment.start =>
            {
                before.end = segment.end;
            }
            _ => plateaus.push(segment),
        }
    }
    // A ramp comes out as a staircase of the shortest segments that there can be.
    let longest = plateaus.iter().map(ExactSizeIterator::len).max().unwrap_or(0);
    plateaus.retain(|window| window.len() >= 3 * STEP_SECONDS_MIN || window.len() * 3 >= longest);
    plateaus.into_iter().map(|window| (window, 0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Users that rise by one a second to each level and stay there.
    fn staircase(levels: &[(u32, usize)]) -> Vec<Option<u32>> {
        let mut users = Vec::new();
        let mut now = 0;
        for (level, seconds) in levels {
            while now != *level {
                now = if now < *level { now + 1 } else { now - 1 };
                users.push(Some(now));
            }
            users.extend(std::iter::repeat_n(Some(now), *seconds));
        }
        users
    }

    fn rates(per_second: impl IntoIterator<Item = u64>) -> Vec<SecondRate> {
        per_second.into_iter().map(|requests| SecondRate { requests, busy_us: requests * 100_000 }).collect()
    }

    fn windows(steps: &[LoadStep]) -> Vec<(u32, u32, u64, u64)> {
        let s = |us: u64| us / 1_000_000;
        steps
            .iter()
            .map(|step| {
                (step.threads, step.nodes, s(step.measured_from_us), s(step.measured_to_us.unwrap_or(0)))
            })
            .collect()
    }

    #[test]
    fn steps_are_where_the_users_stand_still() {
        let users = staircase(&[(20, 60), (50, 60), (80, 60)]);
        let (steps, from) = of_load(&users, 1, &rates(vec![10; users.len()]), "x.jtl");
        assert_eq!(from, StepsFrom::Users("x.jtl".to_owned()));
        assert_eq!(windows(&steps), [(20, 1, 19, 80), (50, 1, 108, 171), (80, 1, 198, 259)]);
        assert_eq!((steps[1].started_us, steps[1].ended_us), (80_000_000, Some(171_000_000)));
        let (steps, _) = of_load(&users, 10, &rates(vec![10; users.len()]), "x.jtl");
        assert_eq!(
            steps.iter().map(|s| (s.threads, s.nodes)).collect::<Vec<_>>(),
            [(2, 10), (5, 10), (8, 10)]
        );
    }

    #[test]
    fn steps_are_found_by_the_rate_where_users_are_unknown() {
        let noise = |n: u64| n * 7_919 % 11;
        let per_second = (0..300).map(|n| [100, 200, 300][n as usize / 100] + noise(n));
        let rates = rates(per_second);
        let (steps, from) = of_load(&vec![None; 300], 1, &rates, "");
        assert_eq!(from, StepsFrom::Rate);
        let found = windows(&steps);
        assert_eq!(found.iter().map(|s| s.0).collect::<Vec<_>>(), [10, 21, 31], "{found:?}");
        assert!(found[1].2.abs_diff(100) <= 2 && found[1].3.abs_diff(200) <= 2, "{found:?}");
    }

    #[test]
    fn a_few_requests_now_and_then_are_one_step() {
        let rare = rates((0..3_000).map(|n| u64::from(n * 7_919 % 37 == 0)));
        assert_eq!(of_load(&[], 1, &rare, "").1, StepsFrom::Whole);
    }

    #[test]
    fn what_does_not_change_is_one_step() {
        let (steps, from) = of_load(&vec![Some(5); 100], 1, &rates(vec![10; 100]), "x");
        assert_eq!((windows(&steps), from), (vec![(5, 1, 1, 99)], StepsFrom::Whole));
        let (steps, from) = of_load(&[None; 3], 1, &rates([1, 2, 1]), "x");
        assert_eq!((windows(&steps), from), (vec![(1, 1, 1, 2)], StepsFrom::Whole));
        let (steps, _) = of_load(&[], 0, &[], "x");
        assert_eq!(windows(&steps), [(1, 1, 0, 0)]);
    }
}
