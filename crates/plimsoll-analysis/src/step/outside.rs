//! What a step did outside of its window.

use plimsoll_run::record::Second;
use plimsoll_run::{LoadStep, Run, SECOND_US, TransactionKind};

/// What a step did before and after its window: where calls lie across the window's ends, a part of their time belongs there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Outside {
    /// Requests that ended after the window.
    pub ended_after: u64,
    /// Time of users that was recorded outside, in requests and thinking.
    pub occupied_us: u64,
    /// Time that users spent outside. They are counted at the ends of seconds, so there is a least and a most.
    pub users_us_min: u64,
    pub users_us_max: u64,
    /// The longest that one request took, inside or outside.
    pub longest_us: u64,
    /// The longest of those that ended after the window and surely began before its end.
    pub late_longest_us: u64,
    pub is_thinking: bool,
}

impl Outside {
    pub fn of(recorded: &[&Second], inside: impl Fn(&&Second) -> bool, to_us: u64) -> Outside {
        let mut ordered = recorded.to_vec();
        ordered.sort_by_key(|second| second.second);
        let (mut found, mut users_before) = (Outside::default(), 0);
        for second in ordered {
            let workers = || second.generator.workers.values();
            let users: u64 = workers().map(|worker| u64::from(worker.users)).sum();
            if !inside(&second) {
                found.occupied_us += workers().map(|worker| worker.busy_us + worker.think_us).sum::<u64>();
                found.users_us_min += users.min(users_before) * SECOND_US;
                found.users_us_max += users.max(users_before) * SECOND_US;
                if u64::from(second.second) * SECOND_US >= to_us {
                    let requests =
                        second.transactions.iter().filter(|(t, _)| t.kind == TransactionKind::Request);
                    found.ended_after += requests.clone().map(|(_, interval)| interval.requests).sum::<u64>();
                    let since_us = (u64::from(second.second) + 1) * SECOND_US - to_us;
                    let longest = requests.filter_map(|(_, interval)| interval.response.max_us()).max();
                    let late_us = longest.filter(|us| *us > since_us).unwrap_or(0);
                    found.late_longest_us = found.late_longest_us.max(late_us);
                }
            }
            users_before = users;
            found.is_thinking |= workers().any(|worker| worker.think_us > 0);
            let longest =
                second.transactions.values().filter_map(|interval| interval.response.max_us()).max();
            found.longest_us = found.longest_us.max(longest.unwrap_or(0));
        }
        found
    }
}

/// Longer after a window hardly anything ends that began in it.
const AFTER_US: u64 = 900 * SECOND_US;

/// Where the next steps follow without a time between, what began in a window may end in them.
pub(super) fn seconds_after<'a>(run: &'a Run, step: &LoadStep, to_us: u64) -> Vec<&'a Second> {
    let (mut ended_us, mut found) = (step.ended_us, Vec::new());
    for next in run.steps.iter().filter(|next| next.number > step.number) {
        if ended_us != Some(next.started_us) || next.started_us >= to_us + AFTER_US {
            break;
        }
        let is_near = |second: &&Second| u64::from(second.second) * SECOND_US < to_us + AFTER_US;
        found.extend(run.seconds_of(next.number).filter(is_near));
        ended_us = next.ended_us;
    }
    found
}
