//! Which users and which arrivals each worker gets.

use crate::load_task::{LoadTask, part_seed};
use crate::program::Program;
use plimsoll_plan::plan::{Iterations, Scenario};
use plimsoll_plan::{ArrivalProfile, Load, UserSpan};

/// A user that a worker is to run. Times are from the scenario's start.
#[derive(Clone, Copy, Debug)]
pub struct Assignment {
    pub scenario: usize,
    /// From 1, within its scenario.
    pub number: u32,
    pub span: UserSpan,
}

/// A part of a scenario's arrivals.
#[derive(Clone, Debug)]
pub struct StreamShare {
    pub scenario: usize,
    pub name: String,
    pub profile: ArrivalProfile,
    pub part: u32,
    pub parts: u32,
    /// The most users of this part.
    pub users_max: u32,
    pub seed: u64,
}

/// What one worker has to do.
#[derive(Clone, Debug, Default)]
pub struct Work {
    pub users: Vec<Assignment>,
    pub streams: Vec<StreamShare>,
}

/// Users that a worker's part of a scenario's arrivals needs at least: with fewer, an arrival would wait for
/// a user of its own worker while another worker has free ones.
const STREAM_USERS_MIN: u32 = 8;

/// Whether a scenario has users, and something for them to do.
pub fn has_work(scenario: &Scenario) -> bool {
    let repeats = scenario.iterations != Iterations::Times(0) || scenario.load.as_arrivals().is_some();
    !scenario.steps.is_empty() && repeats && !scenario.load.is_empty()
}

/// The work of a group of scenarios, for as many workers as it is worth; none when there is nothing to do.
pub fn share_out(task: &LoadTask<'_>, group: &[usize], program: &Program, seed: u64) -> Vec<Work> {
    // Only the end of an iteration: nothing to do.
    let is_empty = |scenario: usize| program.scenarios[scenario].instructions.len() < 2;
    let scenarios: Vec<(usize, &Scenario)> = group
        .iter()
        .map(|scenario| (*scenario, &task.plan.scenarios[*scenario]))
        .filter(|(number, scenario)| !is_empty(*number) && has_work(scenario))
        .collect();
    let users = users(task, &scenarios);
    let pools = scenarios.iter().filter_map(|(_, s)| s.load.as_arrivals()).map(|profile| profile.users);
    let all = pools.fold(users.len() as u32, u32::saturating_add);
    if all == 0 {
        return Vec::new();
    }
    let workers = task.workers.clamp(1, all);
    let mut work: Vec<Work> = (0..workers).map(|_| Work::default()).collect();
    for (i, user) in users.into_iter().enumerate() {
        work[i % workers as usize].users.push(user);
    }
    let mut first = 0;
    for (number, scenario) in scenarios {
        let Load::Arrivals(profile) = &scenario.load else { continue };
        let seed = part_seed(seed, number as u64);
        let shares = streams(task, number, &scenario.name, profile, workers, seed);
        let used = shares.len();
        // Small pools are one worker's; the next scenario goes to the next one.
        for (part, share) in shares.into_iter().enumerate() {
            work[(first + part) % workers as usize].streams.push(share);
        }
        first += used;
    }
    work
}

/// How many users a scenario has in all this work; the most, where arrivals make them.
pub fn users_of(work: &[Work], scenario: usize) -> u32 {
    let of = |work: &Work| {
        let users = work.users.iter().filter(|user| user.scenario == scenario).count() as u32;
        let streams = work.streams.iter().filter(|stream| stream.scenario == scenario);
        users + streams.map(|stream| stream.users_max).sum::<u32>()
    };
    work.iter().map(of).sum()
}

fn users(task: &LoadTask<'_>, scenarios: &[(usize, &Scenario)]) -> Vec<Assignment> {
    let mut all = Vec::new();
    for (number, scenario) in scenarios {
        let spans = scenario.load.spans();
        let count = spans.len() as f64;
        for (i, span) in spans.into_iter().enumerate() {
            let place = (i as f64 + 0.5) / count;
            all.push((place, Assignment { scenario: *number, number: i as u32 + 1, span }));
        }
    }
    // The scenarios are mixed evenly, so that any part of the users has them in the plan's proportions.
    all.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let mine = |(i, _): &(usize, (f64, Assignment))| task.share.has(*i as u32);
    all.into_iter().enumerate().filter(mine).map(|(_, (_, assignment))| assignment).collect()
}

/// A scenario's arrivals, dealt out to workers.
fn streams(
    task: &LoadTask<'_>,
    scenario: usize,
    name: &str,
    profile: &ArrivalProfile,
    workers: u32,
    seed: u64,
) -> Vec<StreamShare> {
    let nodes = task.share.count.max(1);
    let ours = part_of(profile.users, task.share.index, nodes);
    let used = workers.min((ours / STREAM_USERS_MIN).max(1));
    let share = |part: u32| StreamShare {
        scenario,
        name: name.to_owned(),
        profile: profile.clone(),
        part: task.share.index + nodes * part,
        parts: nodes * used,
        users_max: part_of(ours, part, used).max(1),
        seed: part_seed(seed, u64::from(task.share.index + nodes * part)),
    };
    (0..used).map(share).collect()
}

/// Part `index` of `whole`, shared out into `parts` as evenly as whole numbers go.
fn part_of(whole: u32, index: u32, parts: u32) -> u32 {
    whole / parts + u32::from(index < whole % parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up() {
        for (whole, parts) in [(10, 3), (0, 2), (7, 7), (5, 8)] {
            assert_eq!((0..parts).map(|i| part_of(whole, i, parts)).sum::<u32>(), whole);
        }
    }
}
