//! The steps of a run: from a table, else from the number of users, else from the rate of requests.

use crate::seconds::{STEP_SECONDS_MIN, SecondRate};
use crate::step_table::TableStep;
use level::{STEPS_MAX, UserLevel, filled, mean_users, requests};
use plimsoll_analysis::statistics::segments;
use plimsoll_run::{Design, ImportNote, LoadStep, StepsFrom};
use std::ops::Range;

/// By the rate, fewer requests than this are no step.
const STEP_REQUESTS_MIN: f64 = 50.0;
/// Of ten seconds users may come in one.
const PLATEAU_SECONDS_MIN: usize = STEP_SECONDS_MIN - 1;
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
            threads: (row.threads.round() as u32).max(u32::from(row.threads > 0.0)),
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

/// The steps of a run, and what they were found by.
pub struct FoundSteps {
    pub steps: Vec<LoadStep>,
    pub from: StepsFrom,
    pub design: Design,
    /// On levels of load that are no steps.
    pub left_out: Vec<ImportNote>,
}

impl FoundSteps {
    pub fn of(steps: Vec<LoadStep>, from: StepsFrom) -> FoundSteps {
        let design = if steps.len() > 1 { Design::Fixed } else { Design::Single };
        FoundSteps { steps, from, design, left_out: Vec::new() }
    }
}

/// Of plateaus, so many of all requests must lie there: else the load was a ramp, with a few rests.
const LEVELS_SHARE: f64 = 0.25;
/// Where fewer do, users that come and go may have stood still by chance.
const LEVELS_MOST: f64 = 0.8;
/// The same of one level only.
const LEVEL_SHARE: f64 = 0.5;
/// Users that differ by more than this factor were raised or lowered.
const RAMP_FACTOR: f64 = 1.25;
/// Stretches of a ramp, at most.
const STRETCHES_MAX: usize = 10;
/// Of so many seconds the first and the last are left out only where it is not known when the load began and ended in them.
const KNOWN_SECONDS_MIN: usize = 2 * STEP_SECONDS_MIN;
/// The first and the last second are left out where so many of the requests remain.
const EDGES_SHARE: f64 = 0.8;

/// Steps of per-second users and rates, which begin with the run's first second.
pub fn of_load(users: &[Option<u32>], nodes: u32, rates: &[SecondRate], users_of: &str) -> FoundSteps {
    let carried = |part: &Range<usize>| requests(rates, part);
    let enough =
        |part: &Range<usize>| part.len() >= STEP_SECONDS_MIN && carried(part) as f64 >= STEP_REQUESTS_MIN;
    let (mut parts, mut few): (Vec<_>, Vec<_>) = parts::of(users, rates).into_iter().partition(enough);
    // Users that send all at once, and then pause, are one load.
    let share = parts.iter().map(carried).sum::<u64>() as f64 / carried(&(0..rates.len())).max(1) as f64;
    if share < LEVEL_SHARE || parts.len() > STEPS_MAX {
        (parts, few) = (Vec::new(), Vec::new());
    }
    let of = |part: &Range<usize>| {
        let users = users.get(part.clone()).unwrap_or_default();
        shifted(of_part(users, nodes, &rates[part.clone()], (users_of, part.start)), part.start)
    };
    let mut found = match parts.as_slice() {
        [] => return of_part(users, nodes, rates, (users_of, 0)),
        [only] => of(only),
        _ => parts::joined(parts.iter().map(of).collect()),
    };
    for part in &few {
        parts::belongs_to_last_before(&mut found.steps, part);
    }
    found.left_out.extend(few.iter().map(|part| parts::too_few(part, carried(part))));
    found
}

fn shifted(found: FoundSteps, seconds: usize) -> FoundSteps {
    let by_us = seconds as u64 * 1_000_000;
    let steps = found.steps.into_iter().map(|step| LoadStep {
        started_us: step.started_us + by_us,
        measured_from_us: step.measured_from_us + by_us,
        measured_to_us: step.measured_to_us.map(|us| us + by_us),
        ended_us: step.ended_us.map(|us| us + by_us),
        ..step
    });
    FoundSteps { steps: steps.collect(), ..found }
}

/// With the file that has the users, and the second of the run in which the part begins.
fn of_part(users: &[Option<u32>], nodes: u32, rates: &[SecondRate], of: (&str, usize)) -> FoundSteps {
    let end = parts::end_of_load(users, rates);
    let length = end.map_or(rates.len(), |(length, _)| length);
    let (users, rates) = (&users[..length.min(users.len())], &rates[..length]);
    let mut found = of_load_in(users, nodes, rates, of);
    edges::without_silence(&mut found.steps, rates);
    found.left_out.extend(end.map(|(length, late)| parts::ended_late(of.1 + length, late)));
    found
}

fn of_load_in(users: &[Option<u32>], nodes: u32, rates: &[SecondRate], of: (&str, usize)) -> FoundSteps {
    // From the first second that has them; where none came later, they are the same.
    let known = users.iter().position(Option::is_some).map_or(0, |first| users.len() - first);
    if known * 2 > rates.len() { of_users(users, nodes, rates, of) } else { of_rate(nodes, rates) }
}

fn of_users(
    users: &[Option<u32>],
    nodes: u32,
    rates: &[SecondRate],
    (users_of, begins): (&str, usize),
) -> FoundSteps {
    let length = rates.len();
    let all = requests(rates, &(0..length));
    let (levels, few): (Vec<UserLevel>, Vec<UserLevel>) = user_plateaus(users)
        .into_iter()
        .partition(|(window, _)| requests(rates, window) as f64 >= STEP_REQUESTS_MIN);
    let share =
        levels.iter().map(|(window, _)| requests(rates, window)).sum::<u64>() as f64 / all.max(1) as f64;
    let left_out = |found: &[LoadStep]| {
        let apart = few.iter().filter(|(window, _)| !is_measured(window, found));
        apart.map(|level| too_few(level, rates, begins)).collect::<Vec<ImportNote>>()
    };
    // How many come says more than how many are there by chance.
    let open =
        || of_arrivals(users, nodes, rates, users_of).or_else(|| fluctuating(users, nodes, rates, users_of));
    let found = match levels.as_slice() {
        [] if !few.is_empty() && (all as f64) < STEP_REQUESTS_MIN => None,
        [(window, level)] if share >= LEVEL_SHARE => {
            let window = whole_seconds(window.clone(), rates);
            let from = StepsFrom::OneLevel(users_of.to_owned());
            Some(FoundSteps::of(vec![step(1, *level, nodes, 0, &window, length)], from))
        }
        [_, _, ..] if share >= LEVELS_SHARE && levels.len() <= STEPS_MAX => {
            let by_chance = || {
                let found = open()?;
                // Levels that were joined are no chance.
                let apart = found.steps.len() + found.left_out.len();
                (share < LEVELS_MOST && levels.len() > 2 * apart).then_some(found)
            };
            by_chance().or_else(|| {
                Some(FoundSteps::of(steps_of(&levels, nodes, rates), StepsFrom::Users(users_of.to_owned())))
            })
        }
        _ => open().or_else(|| ramp(users, rates, users_of)),
    };
    match found {
        Some(mut found) => {
            found.left_out.extend(left_out(&found.steps));
            found
        }
        None => {
            // The whole is the one level, then: that it is no step would contradict it.
            let left_out = if few.len() > 1 { left_out(&[]) } else { Vec::new() };
            let found = whole(mean_users(users, &(0..length)), nodes, rates);
            let from = too_short(users, users_of).unwrap_or(found.from);
            FoundSteps { left_out, from, ..found }
        }
    }
}

/// `None`: as good as all the time there were as many.
fn too_short(users: &[Option<u32>], users_of: &str) -> Option<StepsFrom> {
    let at_work = || users.iter().flatten().copied().filter(|users| *users > 0);
    let (least, most) = (at_work().min()?, at_work().max()?);
    let changed = f64::from(most) > RAMP_FACTOR * f64::from(least);
    changed.then(|| StepsFrom::TooShort { users_of: users_of.to_owned(), least, most })
}

/// Users of an open load have no plateau, and yet a level.
fn fluctuating(
    users: &[Option<u32>],
    nodes: u32,
    rates: &[SecondRate],
    users_of: &str,
) -> Option<FoundSteps> {
    let levels = fluctuating::levels(users, rates)?;
    let enough = |(window, _): &UserLevel| requests(rates, window) as f64 >= STEP_REQUESTS_MIN;
    let levels: Vec<UserLevel> = levels.into_iter().filter(enough).collect();
    let (levels, joined) = fluctuating::of_equal_arrivals(users, rates, levels);
    let found = || {
        let found =
            FoundSteps::of(steps_of(&levels, nodes, rates), StepsFrom::Fluctuating(users_of.to_owned()));
        FoundSteps { left_out: joined, ..found }
    };
    (!levels.is_empty()).then(found)
}

/// An open load whose users moved, and whose arrivals have levels.
fn of_arrivals(
    users: &[Option<u32>],
    nodes: u32,
    rates: &[SecondRate],
    users_of: &str,
) -> Option<FoundSteps> {
    let levels = arrivals::levels(users, rates)?;
    let enough = |(window, _): &UserLevel| requests(rates, window) as f64 >= STEP_REQUESTS_MIN;
    let levels: Vec<UserLevel> = levels.into_iter().filter(enough).collect();
    if levels.len() < 2 {
        return None;
    }
    Some(FoundSteps::of(steps_of(&levels, nodes, rates), StepsFrom::Arrivals(users_of.to_owned())))
}

fn of_rate(nodes: u32, rates: &[SecondRate]) -> FoundSteps {
    let length = rates.len();
    let plateaus = rate_plateaus(rates);
    if plateaus.len() < 2 || plateaus.len() > STEPS_MAX {
        let only = if plateaus.len() == 1 { plateaus.first() } else { None };
        let window = whole_seconds(only.cloned().unwrap_or(0..length), rates);
        let level = at_work(rates, &window);
        let from = from_whole(&window, length);
        return FoundSteps::of(vec![step(1, level, nodes, 0, &window, length)], from);
    }
    let levels: Vec<UserLevel> =
        plateaus.into_iter().map(|window| (window.clone(), at_work(rates, &window))).collect();
    FoundSteps::of(steps_of(&levels, nodes, rates), StepsFrom::Rate)
}

/// One after another: what lies between two levels belongs to the step after it, outside its window.
fn steps_of(levels: &[UserLevel], nodes: u32, rates: &[SecondRate]) -> Vec<LoadStep> {
    let (mut started, length) = (0, rates.len());
    let step = |(number, (window, level)): (usize, &UserLevel)| {
        let end = if number + 1 == levels.len() { length } else { window.end };
        let window = whole_seconds(window.clone(), rates);
        let step = step(number as u32 + 1, *level, nodes, started, &window, end);
        started = end;
        step
    };
    levels.iter().enumerate().map(step).collect()
}

fn whole(users: u32, nodes: u32, rates: &[SecondRate]) -> FoundSteps {
    let length = rates.len();
    let window = whole_seconds(0..length, rates);
    let from = from_whole(&window, length);
    FoundSteps::of(vec![step(1, users, nodes, 0, &window, length)], from)
}

/// Of one step: whether it is the whole.
fn from_whole(window: &Range<usize>, length: usize) -> StepsFrom {
    match (window.start, length.saturating_sub(window.end)) {
        (0, 0) => StepsFrom::Whole,
        (0..=1, 0..=1) => StepsFrom::WholeSeconds,
        _ => StepsFrom::OneRate,
    }
}

/// Where users have no plateau: stretches of equal length, each with its mean of users. `None`: too little for two of
/// them, or users hardly moved.
fn ramp(users: &[Option<u32>], rates: &[SecondRate], users_of: &str) -> Option<FoundSteps> {
    let length = rates.len();
    let at_work: Vec<u32> = users.iter().flatten().copied().filter(|users| *users > 0).collect();
    let (least, most) = (*at_work.iter().min()?, *at_work.iter().max()?);
    let stretches = (length / STEP_SECONDS_MIN)
        .min((requests(rates, &(0..length)) as f64 / STEP_REQUESTS_MIN) as usize)
        .min(STRETCHES_MAX);
    if f64::from(most) <= RAMP_FACTOR * f64::from(least) || stretches < 2 {
        return None;
    }
    let steps = (0..stretches).map(|n| {
        let window = n * length / stretches..(n + 1) * length / stretches;
        let level = mean_users(users, &window);
        step(n as u32 + 1, level, 1, window.start, &window, window.end)
    });
    let found = FoundSteps::of(steps.collect(), StepsFrom::Ramp(users_of.to_owned()));
    Some(FoundSteps { design: Design::Ramp { users_min: least, users_max: most }, ..found })
}

/// Most of it is in a step, such as a stretch of a ramp: that it is no step would contradict it.
fn is_measured(window: &Range<usize>, steps: &[LoadStep]) -> bool {
    let middle_us = (window.start + window.end) as u64 * 500_000;
    let is_in = |step: &LoadStep| {
        step.measured_from_us <= middle_us && step.measured_to_us.is_none_or(|to_us| middle_us < to_us)
    };
    steps.iter().any(is_in)
}

fn too_few((window, level): &UserLevel, rates: &[SecondRate], begins: usize) -> ImportNote {
    ImportNote::TooFewOfUsers {
        users: *level,
        from_s: (begins + window.start) as u64,
        to_s: (begins + window.end) as u64,
        requests: requests(rates, window),
        requests_min: STEP_REQUESTS_MIN as u64,
        seconds_min: PLATEAU_SECONDS_MIN as u64,
    }
}

/// Without the first and the last second of all, which are seldom whole; of a few seconds every one counts, and of some more, where
/// it is known how long the first and the last are under load.
fn whole_seconds(window: Range<usize>, rates: &[SecondRate]) -> Range<usize> {
    let inner = window.start.max(1)..window.end.min(rates.len().saturating_sub(1));
    let seconds_min = if edges::are_known(rates) { KNOWN_SECONDS_MIN } else { STEP_SECONDS_MIN };
    let few = edges::lasted_us(rates, &window) <= seconds_min as u64 * 1_000_000;
    if few || (requests(rates, &inner) as f64) < EDGES_SHARE * requests(rates, &window) as f64 {
        return window;
    }
    inner
}

fn step(number: u32, users: u32, nodes: u32, started: usize, window: &Range<usize>, end: usize) -> LoadStep {
    let us = |second: usize| second as u64 * 1_000_000;
    // Only what divides can be told as threads of each node.
    let nodes = if nodes > 0 && users.is_multiple_of(nodes) { nodes } else { 1 };
    LoadStep {
        number,
        threads: (users / nodes).max(1),
        nodes,
        started_us: us(started),
        measured_from_us: us(window.start),
        measured_to_us: Some(us(window.end)),
        ended_us: Some(us(end.max(window.end))),
        ..LoadStep::default()
    }
}

/// Requests at work on average: the time that they took in all, per second (Little's law).
fn at_work(rates: &[SecondRate], window: &Range<usize>) -> u32 {
    let busy_us: u64 = rates[window.clone()].iter().map(|rate| rate.busy_us).sum();
    let mean = busy_us as f64 / edges::lasted_us(rates, window).max(1) as f64;
    (mean.round() as u32).max(1)
}

/// Where the users stood still, with their number.
fn user_plateaus(users: &[Option<u32>]) -> Vec<UserLevel> {
    let levels = filled(users);
    let mut plateaus: Vec<UserLevel> = Vec::new();
    for segment in segments(&levels, PLATEAU_SECONDS_MIN, 0.0) {
        let Some((mut window, level)) = plateau(&levels, segment) else { continue };
        // The segments' borders are where the squares are least, not where the users began to move.
        let is_level = |at: usize| close(levels[at], f64::from(level));
        let floor = plateaus.last().map_or(0, |(before, _)| before.end);
        window.start = window.start.max(floor);
        while window.start > floor && is_level(window.start - 1) {
            window.start -= 1;
        }
        while window.end < levels.len() && is_level(window.end) {
            window.end += 1;
        }
        if window.len() < PLATEAU_SECONDS_MIN {
            continue;
        }
        let inside = &levels[window.clone()];
        if moves(inside) || passes(inside) {
            continue;
        }
        // The end of a ramp is close to what it leads to, and is not its level.
        let level = median(&levels[window.clone()]).round() as u32;
        match plateaus.last_mut() {
            Some((before, known)) if close(f64::from(*known), f64::from(level)) => before.end = window.end,
            _ => plateaus.push((window, level)),
        }
    }
    plateaus
}

/// The part of a segment in which the value stands still, long enough.
fn plateau(levels: &[f64], segment: Range<usize>) -> Option<(Range<usize>, u32)> {
    let level = median(&levels[segment.clone()]);
    let first = segment.clone().find(|at| close(levels[*at], level))?;
    let last = segment.clone().rev().find(|at| close(levels[*at], level))?;
    let inside = (first..=last).filter(|at| close(levels[*at], level)).count();
    let length = last + 1 - first;
    let still = inside * 10 >= length * 9 && length >= PLATEAU_SECONDS_MIN && length * 2 >= segment.len();
    (still && level >= 1.0).then_some((first..last + 1, level.round() as u32))
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    let middle = sorted.len() / 2;
    *sorted.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// A slow ramp stays within any tolerance for a while: its last third is not where its first was.
fn moves(levels: &[f64]) -> bool {
    let third = levels.len().div_ceil(3);
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len().max(1) as f64;
    !close(mean(&levels[levels.len() - third..]), mean(&levels[..third]))
}

/// Of a slow ramp's seconds, less than this part is at one number of users; of a level's more is, with its ramp's last seconds.
const AT_ONE_NUMBER: f64 = 0.7;

/// A slow ramp passes by: users only come, or only go, and none of their numbers lasts.
fn passes(levels: &[f64]) -> bool {
    let only = |is_so: fn(f64) -> bool| levels.windows(2).all(|pair| is_so(pair[1] - pair[0]));
    let longest = levels.chunk_by(|a, b| a == b).map(<[f64]>::len).max().unwrap_or(0);
    let moved = levels.first() != levels.last();
    moved
        && (only(|by| by >= 0.0) || only(|by| by <= 0.0))
        && (longest as f64) < AT_ONE_NUMBER * levels.len() as f64
}

fn close(a: f64, b: f64) -> bool {
    // Fewer than fifty users stand still only when none comes or goes.
    (a - b).abs() <= (b.abs() * PLATEAU_SHARE).max(0.5)
}

/// Of so many of the requests it is known when they began.
const STARTS_KNOWN: f64 = 0.99;

/// Requests of each second: those that began, where that is known, for a system that stalls answers none for a while and many at once.
fn rate_of_load(rates: &[SecondRate]) -> Vec<f64> {
    let sum = |of: fn(&SecondRate) -> u64| rates.iter().map(of).sum::<u64>() as f64;
    let has_starts = sum(|rate| rate.started) >= STARTS_KNOWN * sum(|rate| rate.requests);
    rates.iter().map(|rate| if has_starts { rate.started } else { rate.requests } as f64).collect()
}

/// Where the rate of requests kept its level.
fn rate_plateaus(rates: &[SecondRate]) -> Vec<Range<usize>> {
    let values = rate_of_load(rates);
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
    plateaus
}

mod arrivals;
mod edges;
mod fluctuating;
mod level;
mod parts;
#[cfg(test)]
mod tests;
