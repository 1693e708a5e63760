//! Loads that rise until throughput stops growing.

use super::load::{LoadLevel, Users};
use super::next::{Next, Observed, StepSearch};
use crate::study::Climb;
use plimsoll_analysis::step::{gain_percent, goal_percent};

/// The rule of the Danish health platform's framework (MinLog2, December 2020).
///
/// Threads are raised while a step gains its goal over the best step so far. When one does not, the
/// search goes back to the thread count of the best step and raises the nodes in the same way; when a
/// node step fails, the maximum is found. When there is no node left, it is not.
#[derive(Clone, Debug)]
pub struct ClimbSearch {
    climb: Climb,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Raising {
    Threads,
    Nodes,
}

impl ClimbSearch {
    pub fn new(climb: Climb) -> Self {
        ClimbSearch { climb }
    }

    /// After a step that gained its goal, or the first one.
    fn raise(&self, raising: Raising, last: Users, best: Users, why: String) -> Next {
        let Climb { threads, nodes, .. } = &self.climb;
        match raising {
            Raising::Threads => match threads.after(last.threads) {
                Some(threads) => probe(threads, last.nodes, why),
                None => self.raise(Raising::Nodes, best, best, format!("{why}; no more threads to add")),
            },
            Raising::Nodes => match nodes.after(last.nodes) {
                Some(nodes) => probe(best.threads, nodes, why),
                None => Next::Exhausted(why),
            },
        }
    }

    /// After a step that did not gain its goal.
    fn failed(&self, raising: Raising, last: Users, best: Users, why: String) -> Next {
        match raising {
            Raising::Threads if self.climb.nodes.after(last.nodes).is_some() => {
                let back = format!("{why}; nodes are raised at {} threads", best.threads);
                self.raise(Raising::Nodes, Users { nodes: last.nodes, ..best }, best, back)
            }
            _ => Next::Converged(why),
        }
    }
}

impl StepSearch for ClimbSearch {
    fn next(&self, history: &[Observed]) -> Next {
        let Climb { threads, nodes, goal } = &self.climb;
        let Some((first, rest)) = history.split_first() else {
            return probe(threads.start, nodes.start, "the first step".to_owned());
        };
        if first.throughput_per_s <= 0.0 {
            return Next::Impossible("no request succeeded in the first step".to_owned());
        }
        let (mut best, mut last) = (first, first);
        let mut gained: Option<(bool, String)> = None;
        for step in rest {
            let gain = gain_percent(step.throughput_per_s, best.throughput_per_s);
            let goal = goal_percent(step.load.users().count(), best.load.users().count(), *goal);
            let sign = if gain >= goal { "reached" } else { "missed" };
            gained = Some((gain >= goal, format!("gain {gain} %, goal {goal} % {sign}")));
            if step.throughput_per_s > best.throughput_per_s {
                best = step;
            }
            last = step;
        }
        let (last, best) = (last.load.users(), best.load.users());
        let raising = if last.nodes > nodes.start { Raising::Nodes } else { Raising::Threads };
        match gained {
            None => self.raise(raising, last, best, "a step to compare with".to_owned()),
            Some((true, why)) => self.raise(raising, last, best, why),
            Some((false, why)) => self.failed(raising, last, best, why),
        }
    }
}

fn probe(threads: u32, nodes: u32, why: String) -> Next {
    Next::Probe { load: LoadLevel::Users(Users { threads, nodes }), why, pooled: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Range;

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
        let mut history: Vec<Observed> = Vec::new();
        for _ in 0..500 {
            match search.next(&history) {
                Next::Probe { load, .. } => {
                    let throughput_per_s = system(load.users());
                    history.push(Observed { load, throughput_per_s, verdict: None });
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
}
