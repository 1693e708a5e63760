//! Loads that rise until throughput stops growing.

use super::load::{LoadLevel, Users};
use super::next::{Next, Observed, StepSearch};
use crate::study::Climb;
use plimsoll_analysis::capacity::gain_estimate;
use plimsoll_analysis::statistics::{Estimate, mean_of_windows};
use plimsoll_analysis::step::{gain_percent_exact, goal_percent};
use plimsoll_run::{ClimbGain, ClimbReason, RaisedNodes, SearchEnd, StepReason};

/// So many steps a climb may add to decide its last gain.
pub const CLIMB_REPEATS_MAX: u32 = 2;

/// The rule of the Danish health platform's framework (MinLog2, December 2020).
///
/// Threads are raised while a step gains its goal over the best step so far. When one does not, the
/// search goes back to the thread count of the best step and raises the nodes in the same way; when a
/// node step fails, the maximum is found. When there is no node left, it is not.
///
/// Before it ends with a gain whose interval holds the goal, it measures the one of the two loads again that is known less
/// well, [`CLIMB_REPEATS_MAX`] times at most; a load that was measured more than once has the mean of its steps.
#[derive(Clone, Debug)]
pub struct ClimbSearch {
    climb: Climb,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Raising {
    Threads,
    Nodes,
}

/// A load and what its steps brought.
#[derive(Clone, Copy, Debug)]
struct MeasuredLoad {
    load: Users,
    throughput_per_s: Estimate,
}

/// The load that was tried last, and the best before it.
struct LastGain {
    last: MeasuredLoad,
    base: MeasuredLoad,
    goal_percent: i64,
}

impl LastGain {
    fn gain(&self) -> ClimbGain {
        let (x, base) = (self.last.throughput_per_s.value, self.base.throughput_per_s.value);
        ClimbGain { gain_percent: gain_percent_exact(x, base), goal_percent: self.goal_percent }
    }

    /// One load once more, if the interval of the gain holds the goal.
    fn again(&self, repeat: u32) -> Option<Next> {
        let (x, base) = (self.last.throughput_per_s, self.base.throughput_per_s);
        let gain = gain_estimate(x, base);
        let bounds = gain.bounds_95?;
        let goal = self.goal_percent as f64;
        if repeat > CLIMB_REPEATS_MAX || !(bounds.low <= goal && goal <= bounds.high) {
            return None;
        }
        let width = |of: Estimate| of.bounds_95.map_or(0.0, |bounds| (bounds.high - bounds.low) / of.value);
        let least_known = if width(base) > width(x) { self.base.load } else { self.last.load };
        let why = StepReason::GainAgain {
            gain_percent: gain.value,
            low_percent: bounds.low,
            high_percent: bounds.high,
            goal_percent: self.goal_percent,
            repeat,
            of: CLIMB_REPEATS_MAX,
        };
        Some(probe(least_known.threads, least_known.nodes, why))
    }
}

/// Every load in the order of its first step.
fn by_load(history: &[Observed]) -> Vec<MeasuredLoad> {
    let mut loads: Vec<(Users, Vec<(f64, Estimate)>)> = Vec::new();
    for step in history {
        let (load, window) = (step.load.users(), (1.0, step.throughput_per_s));
        match loads.iter_mut().find(|(known, _)| *known == load) {
            Some((_, windows)) => windows.push(window),
            None => loads.push((load, vec![window])),
        }
    }
    let measured = |(load, windows): (Users, Vec<(f64, Estimate)>)| MeasuredLoad {
        load,
        throughput_per_s: mean_of_windows(&windows),
    };
    loads.into_iter().map(measured).collect()
}

impl ClimbSearch {
    pub fn new(climb: Climb) -> Self {
        ClimbSearch { climb }
    }

    /// After a step that gained its goal, or the first one.
    fn raise(&self, raising: Raising, last: Users, best: Users, why: ClimbReason) -> Next {
        let Climb { threads, nodes, .. } = &self.climb;
        match raising {
            Raising::Threads => match threads.after(last.threads) {
                Some(threads) => probe(threads, last.nodes, StepReason::Climb(why)),
                None => {
                    let why = ClimbReason { nodes: Some(RaisedNodes::NoMoreThreads), ..why };
                    self.raise(Raising::Nodes, best, best, why)
                }
            },
            Raising::Nodes => match nodes.after(last.nodes) {
                Some(nodes) => probe(best.threads, nodes, StepReason::Climb(why)),
                None => Next::Exhausted(SearchEnd::Climb(why)),
            },
        }
    }

    /// After a step that did not gain its goal.
    fn failed(&self, raising: Raising, last: Users, best: Users, why: ClimbReason) -> Next {
        match raising {
            Raising::Threads if self.climb.nodes.after(last.nodes).is_some() => {
                let why = ClimbReason { nodes: Some(RaisedNodes::AtThreads(best.threads)), ..why };
                self.raise(Raising::Nodes, Users { nodes: last.nodes, ..best }, best, why)
            }
            _ => Next::Converged(SearchEnd::Climb(why)),
        }
    }
}

impl StepSearch for ClimbSearch {
    fn next(&self, history: &[Observed]) -> Next {
        let Climb { threads, nodes, goal } = &self.climb;
        let loads = by_load(history);
        let Some((first, rest)) = loads.split_first() else {
            return probe(threads.start, nodes.start, StepReason::First);
        };
        if first.throughput_per_s.value <= 0.0 {
            return Next::Impossible(SearchEnd::NothingSucceeded);
        }
        let (mut best, mut last) = (*first, *first);
        let mut gain: Option<LastGain> = None;
        for step in rest {
            let goal_percent = goal_percent(step.load.count(), best.load.count(), *goal);
            gain = Some(LastGain { last: *step, base: best, goal_percent });
            if step.throughput_per_s.value > best.throughput_per_s.value {
                best = *step;
            }
            last = *step;
        }
        let (last, best) = (last.load, best.load);
        let raising = if last.nodes > nodes.start { Raising::Nodes } else { Raising::Threads };
        let why = ClimbReason { gain: gain.as_ref().map(LastGain::gain), nodes: None };
        if why.gain.is_none_or(ClimbGain::is_reached) {
            return self.raise(raising, last, best, why);
        }
        match self.failed(raising, last, best, why) {
            end @ Next::Converged(_) => {
                let repeat = (history.len() - loads.len()) as u32 + 1;
                gain.and_then(|gain| gain.again(repeat)).unwrap_or(end)
            }
            next => next,
        }
    }
}

fn probe(threads: u32, nodes: u32, why: StepReason) -> Next {
    Next::Probe { load: LoadLevel::Users(Users { threads, nodes }), why, pooled: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Range;
    use plimsoll_analysis::statistics::Bounds;

    /// Throughputs of the MinLog2 report's steps: threads, nodes, calls per second.
    const BORGER: &[(u32, u32, f64)] = &[
        (5, 2, 18.1),
        (8, 2, 23.18),
        (8, 3, 34.44),
        (8, 4, 46.78),
        (8, 5, 56.17),
        (8, 6, 67.9),
        (8, 7, 79.31),
        (8, 8, 90.31),
        (8, 9, 103.9),
        (8, 10, 112.02),
    ];
    const MEDHJAELPER: &[(u32, u32, f64)] = &[
        (5, 2, 15.26),
        (8, 2, 23.44),
        (11, 2, 31.69),
        (14, 2, 37.42),
        (17, 2, 35.83),
        (14, 3, 50.03),
        (14, 4, 43.66),
    ];
    const REGISTRATION: &[(u32, u32, f64)] =
        &[(5, 2, 2.76), (8, 2, 4.19), (11, 2, 4.24), (11, 3, 7.2), (11, 4, 6.25)];

    fn climb(start: u32, add: u32, nodes: (u32, u32, u32)) -> ClimbSearch {
        let range = |start, add, max| Range { start, add, max };
        ClimbSearch::new(Climb {
            threads: range(start, add, 1_000),
            nodes: range(nodes.0, nodes.1, nodes.2),
            goal: 0.6,
        })
    }

    /// Lets the search run on a system whose throughput is known; the loads it tried and how it ended.
    fn run(search: &ClimbSearch, system: impl Fn(Users) -> f64) -> (Vec<Users>, Next) {
        measured(search, |load, _| Estimate { value: system(load), bounds_95: None })
    }

    /// The same of a system whose throughput is known by an interval, and may differ from step to step.
    fn measured(search: &ClimbSearch, system: impl Fn(Users, usize) -> Estimate) -> (Vec<Users>, Next) {
        let mut history: Vec<Observed> = Vec::new();
        for _ in 0..500 {
            match search.next(&history) {
                Next::Probe { load, .. } => {
                    let throughput_per_s = system(load.users(), history.len());
                    history.push(Observed { load, throughput_per_s, answer: None });
                }
                end => return (history.iter().map(|o| o.load.users()).collect(), end),
            }
        }
        panic!("the search does not end");
    }

    fn check_table(table: &[(u32, u32, f64)], ends: fn(&Next) -> bool) {
        let lookup = |load: Users| {
            let row = table.iter().find(|(t, n, _)| (*t, *n) == (load.threads, load.nodes));
            row.unwrap_or_else(|| panic!("the report has no step {load:?}")).2
        };
        let (loads, end) = run(&climb(5, 3, (2, 1, 10)), lookup);
        let expected: Vec<Users> =
            table.iter().map(|(threads, nodes, _)| Users { threads: *threads, nodes: *nodes }).collect();
        assert_eq!(loads, expected);
        assert!(ends(&end), "{end:?}");
    }

    #[test]
    fn the_reports_tables_are_replayed_decision_for_decision() {
        check_table(BORGER, |end| matches!(end, Next::Exhausted(_)));
        check_table(MEDHJAELPER, |end| matches!(end, Next::Converged(_)));
        check_table(REGISTRATION, |end| matches!(end, Next::Converged(_)));
    }

    #[test]
    fn other_starts_and_increments_find_the_same_ceiling() {
        for (start, add, nodes) in
            [(1, 1, (1, 1, 20)), (4, 4, (1, 1, 8)), (10, 5, (2, 2, 20)), (3, 7, (1, 3, 30))]
        {
            let capacity = 100.0;
            let system = |load: Users| (f64::from(load.count()) * 2.0).min(capacity);
            let (loads, end) = run(&climb(start, add, nodes), system);
            assert!(matches!(end, Next::Converged(_)), "{end:?}");
            let best = loads.iter().map(|load| system(*load)).fold(0.0, f64::max);
            assert!(best >= 0.6 * capacity, "start {start} add {add}: {best}");
        }
    }

    #[test]
    fn a_system_that_is_never_saturated_exhausts_the_load() {
        let (loads, end) = run(&climb(5, 5, (1, 1, 3)), |load| f64::from(load.count()));
        assert!(matches!(end, Next::Exhausted(_)), "{end:?}");
        assert_eq!(loads.last(), Some(&Users { threads: 1_000, nodes: 3 }));
    }

    #[test]
    fn a_step_without_a_success_ends_the_search() {
        let (_, end) = run(&climb(5, 5, (1, 1, 3)), |_| 0.0);
        assert!(matches!(end, Next::Impossible(_)));
    }

    #[test]
    fn only_threads_are_raised_when_nodes_are_not() {
        let (loads, end) = run(&climb(2, 2, (1, 0, 1)), |load| f64::from(load.count()).min(10.0));
        assert!(matches!(end, Next::Converged(_)));
        assert_eq!(loads.last(), Some(&Users { threads: 12, nodes: 1 }));
    }

    fn within(value: f64, half: f64) -> Estimate {
        Estimate { value, bounds_95: Some(Bounds { low: value - half, high: value + half }) }
    }

    /// The users of each step of a climb by one user; 10/s from each up to a ceiling.
    fn users(half: f64, system: impl Fn(u32, usize) -> f64) -> (Vec<u32>, Next) {
        let climb = climb(1, 1, (1, 0, 1));
        let (loads, end) = measured(&climb, |load, step| within(system(load.count(), step), half));
        (loads.iter().map(|load| load.count()).collect(), end)
    }

    #[test]
    fn a_last_gain_that_leaves_its_goal_open_is_measured_again_within_two_steps() {
        let plateau = |users: u32, _| f64::from(users.min(3)) * 10.0;
        // 0 % of 19 %, give or take 1 %: the end.
        assert_eq!(users(0.2, plateau).0, [1, 2, 3, 4]);
        // Give or take 21 %, and 18 % with one more step.
        assert_eq!(users(4.5, plateau).0, [1, 2, 3, 4, 4]);
        // Give or take 38 %: each of the two loads once more, and no more than that.
        let (loads, end) = users(8.0, plateau);
        assert_eq!(loads, [1, 2, 3, 4, 4, 3]);
        assert!(matches!(end, Next::Converged(SearchEnd::Climb(_))), "{end:?}");
        // Without an interval there is nothing to narrow.
        let (loads, _) = run(&climb(1, 1, (1, 0, 1)), |load| f64::from(load.count().min(3)) * 10.0);
        assert_eq!(loads.len(), 4);
    }

    #[test]
    fn a_step_that_was_unlucky_does_not_end_the_climb() {
        // Three users brought 23 of 30 at first; by all steps of two and three users the goal is gained, and the climb goes on.
        let (loads, end) =
            users(3.0, |users, step| if step == 2 { 23.0 } else { f64::from(users.min(4)) * 10.0 });
        assert_eq!(loads, [1, 2, 3, 2, 3, 4, 5]);
        assert!(matches!(end, Next::Converged(_)), "{end:?}");
    }

    #[test]
    fn why_a_load_is_measured_again_is_said_with_the_figures() {
        let observed = |threads, value| Observed {
            load: LoadLevel::Users(Users { threads, nodes: 1 }),
            throughput_per_s: within(value, 2.0),
            answer: None,
        };
        let history = [observed(10, 100.0), observed(11, 104.0)];
        let Next::Probe { load, why, pooled: 0 } = climb(10, 1, (1, 0, 1)).next(&history) else {
            panic!("it ends")
        };
        let StepReason::GainAgain { gain_percent, low_percent, high_percent, goal_percent, repeat, of } = why
        else {
            panic!("{why:?}")
        };
        // 10 % more load, of which 60 % are asked; the base is known less well.
        assert_eq!((load.users().threads, goal_percent, repeat, of), (10, 6, 1, 2));
        assert!((gain_percent - 4.0).abs() < 1e-9 && low_percent < 2.0 && high_percent > 6.0, "{why:?}");
    }
}
