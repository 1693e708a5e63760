//! The seconds of many nodes to seconds of one load.

use plimsoll_run::node::WORKERS_OF_NODE;
use plimsoll_run::{MachineInterval, NodeInterval, Second};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of one node's part of a step.
#[derive(Clone, Debug, Default)]
struct Part {
    /// The number of the event that comes next.
    next: u64,
    /// The last second that came.
    last: Option<u32>,
    ended: bool,
    lost: bool,
}

/// Collects what nodes send until a second is whole, or nobody is waited for any more.
#[derive(Clone, Debug, Default)]
pub struct Merger {
    parts: BTreeMap<u32, Part>,
    pending: BTreeMap<u32, Second>,
    /// The last second that was handed on.
    passed: Option<u32>,
    /// Of a step that another coordinator began: what of which node is in the run file, by second.
    stored: BTreeMap<u32, BTreeSet<u32>>,
    /// Parts of seconds, by node, whose other parts are still to come.
    parts_of_seconds: BTreeMap<u32, Second>,
}

impl Merger {
    pub fn new(nodes: impl IntoIterator<Item = u32>) -> Merger {
        Merger { parts: nodes.into_iter().map(|node| (node, Part::default())).collect(), ..Merger::default() }
    }

    /// These seconds of the step are in the run file; a node that is in one of them is in it whole.
    pub fn hold(&mut self, seconds: &[Second]) {
        // Arrivals of events are in seconds of their own.
        for second in seconds.iter().filter(|second| !second.generator.nodes.is_empty()) {
            let nodes = second.generator.nodes.iter().filter(|(_, node)| !node.is_missing);
            self.stored.entry(second.second).or_default().extend(nodes.map(|(number, _)| *number));
            self.passed = self.passed.max(Some(second.second));
        }
    }

    /// A part of a node's second; the second, once it is whole.
    pub fn joined(&mut self, node: u32, part: Second, more: bool) -> Option<Second> {
        let whole = match self.parts_of_seconds.remove(&node) {
            Some(mut before) => {
                before.merge(&part);
                before
            }
            None => part,
        };
        if more {
            self.parts_of_seconds.insert(node, whole);
            return None;
        }
        Some(whole)
    }

    /// Whether this event of a node comes for the first time.
    pub fn is_new(&mut self, node: u32, number: u64) -> bool {
        let Some(part) = self.parts.get_mut(&node) else { return false };
        let new = number >= part.next;
        part.next = part.next.max(number + 1);
        new
    }

    /// A second of a node: `None`, or what comes too late for the second that was handed on, to be merged with it.
    pub fn add(&mut self, node: u32, second: Second, clock: (i64, u64)) -> Option<Second> {
        let number = second.second;
        let second = of_node(node, second, clock);
        if let Some(part) = self.parts.get_mut(&node) {
            part.last = part.last.max(Some(number));
        }
        if self.stored.get(&number).is_some_and(|nodes| nodes.contains(&node)) {
            return None;
        }
        if self.passed.is_some_and(|passed| number <= passed) {
            return Some(second);
        }
        match self.pending.get_mut(&number) {
            Some(pending) => add_node(pending, &second),
            None => drop(self.pending.insert(number, second)),
        }
        None
    }

    /// The node has sent all that it had.
    pub fn ended(&mut self, node: u32) {
        if let Some(part) = self.parts.get_mut(&node) {
            part.ended = true;
        }
    }

    pub fn set_lost(&mut self, node: u32, lost: bool) {
        if let Some(part) = self.parts.get_mut(&node) {
            part.lost = lost;
        }
    }

    pub fn has_ended(&self, node: u32) -> bool {
        self.parts.get(&node).is_some_and(|part| part.ended)
    }

    /// Neither at its end nor lost.
    pub fn active(&self) -> Vec<u32> {
        let active = self.parts.iter().filter(|(_, part)| !part.ended && !part.lost);
        active.map(|(node, _)| *node).collect()
    }

    pub fn none_ended(&self) -> bool {
        !self.parts.values().any(|part| part.ended)
    }

    pub fn all_ended(&self) -> bool {
        self.parts.values().all(|part| part.ended)
    }

    /// The seconds that are whole, in their order; and those up to `overdue`, whoever is missing in them.
    pub fn ready(&mut self, overdue: Option<u32>) -> Vec<Second> {
        let mut ready = Vec::new();
        while let Some(number) = self.pending.keys().next().copied() {
            let waits = |part: &Part| !part.ended && !part.lost && part.last.is_none_or(|last| last < number);
            if self.parts.values().any(waits) && overdue.is_none_or(|overdue| number > overdue) {
                break;
            }
            let Some(mut second) = self.pending.remove(&number) else { break };
            self.name_missing(&mut second);
            self.passed = Some(number);
            ready.push(second);
        }
        ready
    }

    /// All that is left.
    pub fn rest(&mut self) -> Vec<Second> {
        self.ready(Some(u32::MAX))
    }

    /// Nodes that should have sent something for this second and did not.
    fn name_missing(&self, second: &mut Second) {
        for (node, part) in &self.parts {
            if !part.ended && !second.generator.nodes.contains_key(node) {
                second.generator.nodes.insert(*node, NodeInterval::missing());
            }
        }
    }
}

/// A node's second as a part of the fleet's.
fn of_node(node: u32, mut second: Second, (clock_ahead_us, clock_uncertainty_us): (i64, u64)) -> Second {
    let interval = NodeInterval { clock_ahead_us, clock_uncertainty_us, ..second.of_node() };
    let workers = std::mem::take(&mut second.generator.workers);
    second.generator.workers =
        workers.into_iter().map(|(number, worker)| (node * WORKERS_OF_NODE + number, worker)).collect();
    second.generator.nodes.insert(node, interval);
    // Which network they went through, and which machine's clock they were taken by.
    second.generator.exchanges.iter_mut().for_each(|example| example.node = Some(node));
    second
}

/// Different nodes have their own descriptors, ports and sockets; parts of one node's second have the same.
fn add_node(whole: &mut Second, part: &Second) {
    let known = part.generator.nodes.keys().all(|node| whole.generator.nodes.contains_key(node));
    let machine = whole.generator.machine;
    whole.merge(part);
    if !known {
        let other = part.generator.machine;
        whole.generator.machine = MachineInterval {
            descriptors_max: machine.descriptors_max + other.descriptors_max,
            ports_max: machine.ports_max + other.ports_max,
            sockets_used: machine.sockets_used + other.sockets_used,
            sockets_time_wait: machine.sockets_time_wait + other.sockets_time_wait,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::{Interval, TransactionKey, TransactionKind};

    fn second(number: u32, requests: u64) -> Second {
        let mut interval = Interval { requests, ..Interval::default() };
        (0..requests).for_each(|n| interval.response.record_us(100 + n));
        let key = TransactionKey { name: "GET /".to_owned(), kind: TransactionKind::Request };
        Second { second: number, transactions: [(key, interval)].into(), ..Second::default() }
    }

    fn requests(second: &Second) -> u64 {
        second.transactions.values().map(|interval| interval.requests).sum()
    }

    fn missing(second: &Second) -> Vec<u32> {
        second.generator.nodes.iter().filter(|(_, node)| node.is_missing).map(|(node, _)| *node).collect()
    }

    #[test]
    fn a_second_is_whole_when_every_node_has_sent_it() {
        let mut merger = Merger::new([1, 2]);
        merger.add(1, second(0, 5), (0, 0));
        assert!(merger.ready(None).is_empty());
        merger.add(2, second(0, 7), (0, 0));
        merger.add(1, second(1, 1), (0, 0));
        let ready = merger.ready(None);
        assert_eq!((ready.len(), requests(&ready[0]), missing(&ready[0])), (1, 12, vec![]));
        assert_eq!(ready[0].generator.nodes[&2].requests, 7);
    }

    #[test]
    fn a_lost_node_is_missing_and_what_comes_late_is_handed_on() {
        let mut merger = Merger::new([1, 2]);
        merger.add(1, second(0, 5), (0, 0));
        merger.set_lost(2, true);
        let ready = merger.ready(None);
        assert_eq!((requests(&ready[0]), missing(&ready[0])), (5, vec![2]));
        let late = merger.add(2, second(0, 7), (3, 4)).expect("it came late");
        assert_eq!((requests(&late), late.generator.nodes[&2].clock_ahead_us), (7, 3));
        let mut whole = ready[0].clone();
        whole.merge(&late);
        assert_eq!((requests(&whole), missing(&whole)), (12, vec![]));
    }

    #[test]
    fn a_node_at_its_end_is_not_waited_for_and_not_missed() {
        let mut merger = Merger::new([1, 2]);
        merger.ended(2);
        merger.add(1, second(0, 5), (0, 0));
        assert_eq!(missing(&merger.ready(None)[0]), Vec::<u32>::new());
        assert_eq!((merger.all_ended(), merger.active()), (false, vec![1]));
    }

    #[test]
    fn what_is_overdue_goes_on_without_the_slow_node() {
        let mut merger = Merger::new([1, 2]);
        merger.add(1, second(3, 5), (0, 0));
        assert!(merger.ready(Some(2)).is_empty());
        assert_eq!(missing(&merger.ready(Some(3))[0]), [2]);
    }

    #[test]
    fn what_is_in_the_run_file_is_not_counted_again() {
        let mut before = Merger::new([1, 2]);
        before.add(1, second(0, 5), (0, 0));
        before.set_lost(2, true);
        let stored = before.ready(None);
        let mut merger = Merger::new([1, 2]);
        merger.hold(&stored);
        assert_eq!(merger.add(1, second(0, 5), (0, 0)), None);
        let late = merger.add(2, second(0, 7), (0, 0)).expect("it was missing");
        assert_eq!(requests(&late), 7);
        merger.add(1, second(1, 3), (0, 0));
        merger.add(2, second(1, 4), (0, 0));
        assert_eq!(merger.ready(None).iter().map(requests).collect::<Vec<_>>(), [7]);
    }

    #[test]
    fn parts_of_a_second_are_joined_before_they_count() {
        let mut merger = Merger::new([1, 2]);
        assert_eq!(merger.joined(1, second(3, 2), true), None);
        assert_eq!(merger.joined(2, second(3, 1), false).map(|whole| requests(&whole)), Some(1));
        assert_eq!(merger.joined(1, second(3, 5), false).map(|whole| requests(&whole)), Some(7));
    }

    #[test]
    fn an_event_counts_once() {
        let mut merger = Merger::new([1]);
        let new: Vec<bool> = [0, 1, 1, 0, 2].map(|number| merger.is_new(1, number)).to_vec();
        assert_eq!(new, [true, true, false, false, true]);
        assert!(!merger.is_new(9, 0));
    }
}
