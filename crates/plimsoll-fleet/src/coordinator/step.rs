//! One step on the nodes of a fleet, from the barrier to the last second.

mod ending;

use super::generator::LOOK;
use super::hub::NodeEvent;
use super::merge::Merger;
use super::{Fleet, Member, lock};
use crate::message::{ControlState, EventKind, NodeOrder};
use plimsoll_engine::{Control, StopMode, group_phases};
use plimsoll_plan::plan::Phase;
use plimsoll_run::{NoteContent, OnLostNode, SECOND_US, Second};
use plimsoll_study::{GeneratorError, GeneratorEvent, StepLoad, StepOutcome, StepUnderWay};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// From the order to begin to the beginning, at least.
const LEAD_US: u64 = 300_000;
/// And so long where none of its nodes is heard of.
const ALL_AWAY: Duration = Duration::from_secs(60);
/// And so many of the slowest round trips.
const ROUND_TRIPS: u64 = 4;

/// One step under way.
// What is known of a step until all nodes are through with it; it lives for that time only.
pub struct FleetStep<'a> {
    fleet: &'a Fleet,
    load: &'a StepLoad<'a>,
    nodes: Vec<Member>,
    key: u64,
    merger: Merger,
    phases: Vec<Phase>,
    /// By group: who waits for its start.
    waiting: BTreeMap<u32, BTreeSet<u32>>,
    /// By group: who was asked to begin it.
    started: BTreeMap<u32, BTreeSet<u32>>,
    is_under_way: bool,
    control: ControlState,
    /// A node asked for the end of the test.
    stop: bool,
    lost: BTreeMap<u32, Instant>,
    /// Those that ended their part early, and said so.
    failed: BTreeSet<u32>,
    /// The server itself has been away since then.
    away_since: Option<Instant>,
    /// By node: where on its clock the run's reads 0, as it was said to it.
    zero_us: BTreeMap<u32, i64>,
    first_users_us: Vec<u64>,
    /// Of arrivals: how late each node's first one was.
    first_late_us: Vec<u64>,
    outcome: StepOutcome,
    failures: Vec<String>,
    say: fn(&str),
}

/// A node's second, or a part of it; why it is none.
fn second(body: &[u8]) -> Result<Second, String> {
    let bytes = crate::body::unpack(body)
        .map_err(|error| format!("a second that came from it can't be unpacked: {error}"))?;
    Second::from_wire(&bytes).map_err(|error| error.to_string())
}

impl<'a> FleetStep<'a> {
    pub fn new(
        fleet: &'a Fleet,
        load: &'a StepLoad<'a>,
        (nodes, zero_us): (Vec<Member>, BTreeMap<u32, i64>),
        (key, say): (u64, fn(&str)),
    ) -> FleetStep<'a> {
        FleetStep {
            merger: Merger::new(nodes.iter().map(|node| node.number)),
            zero_us,
            phases: group_phases(load.plan),
            fleet,
            load,
            nodes,
            key,
            waiting: BTreeMap::new(),
            started: BTreeMap::new(),
            is_under_way: false,
            control: ControlState::default(),
            stop: false,
            lost: BTreeMap::new(),
            failed: BTreeSet::new(),
            away_since: None,
            first_users_us: Vec::new(),
            first_late_us: Vec::new(),
            outcome: StepOutcome::default(),
            failures: Vec::new(),
            say,
        }
    }

    /// It was started by another coordinator: what of it is in the run file is not counted again.
    pub fn resumed(mut self, under_way: StepUnderWay<'_>) -> FleetStep<'a> {
        self.merger.hold(under_way.seconds);
        self.is_under_way = true;
        self
    }

    /// Until it is over.
    pub fn perform(
        mut self,
        events: &Receiver<NodeEvent>,
        control: &Control,
        sink: &mut dyn FnMut(GeneratorEvent),
    ) -> Result<StepOutcome, GeneratorError> {
        loop {
            match events.recv_timeout(LOOK) {
                Ok(event) => {
                    self.take(event, sink);
                    while let Ok(event) = events.try_recv() {
                        self.take(event, sink);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(GeneratorError::Other("the connection to the fleet has ended".to_owned()));
                }
            }
            self.follow(control);
            self.look_for_lost(sink);
            self.start_groups(sink);
            self.pass_on(sink);
            if self.is_over() {
                return Ok(self.end(sink));
            }
        }
    }

    fn take(&mut self, event: NodeEvent, sink: &mut dyn FnMut(GeneratorEvent)) {
        let Some(node) = self.nodes.iter().find(|node| node.id == event.id).cloned() else { return };
        if event.head.key != self.key || !self.merger.is_new(node.number, event.head.number) {
            return;
        }
        match event.head.event {
            EventKind::Waits { group } => drop(self.waiting.entry(group).or_default().insert(node.number)),
            EventKind::Second { more } => match second(&event.body) {
                Ok(part) => {
                    let clock = self.clock_of(&node, part.second);
                    let whole = self.merger.joined(node.number, part, more);
                    if let Some(late) = whole.and_then(|whole| self.merger.add(node.number, whole, clock)) {
                        sink(GeneratorEvent::Second(Box::new(late)));
                    }
                }
                Err(why) => self.node_failed(&node, why, sink),
            },
            EventKind::Ended(outcome) => self.node_ended(&node, &outcome),
            EventKind::Failed { why } => self.node_failed(&node, why, sink),
        }
    }

    /// By how much the run's clock as the node has it is ahead at the end of this second, and how sure that is.
    fn clock_of(&self, node: &Member, second: u32) -> (i64, u64) {
        let end_us = (u64::from(second) + 1) * SECOND_US;
        let zero_us = self.zero_us.get(&node.number).copied().unwrap_or_default();
        self.fleet.clock_of(&node.id, zero_us, &self.load.clock, end_us)
    }

    fn node_ended(&mut self, node: &Member, theirs: &StepOutcome) {
        self.merger.ended(node.number);
        self.lost.remove(&node.number);
        self.first_users_us.extend(theirs.first_user_us);
        self.first_late_us.extend(theirs.first_late_us);
        let ours = &mut self.outcome;
        ours.stopped_by_plan |= theirs.stopped_by_plan;
        ours.overloaded |= theirs.overloaded;
        ours.ended_us = ours.ended_us.max(theirs.ended_us);
        ours.abandoned += theirs.abandoned;
        ours.sent_again += theirs.sent_again;
        theirs.data_ended.iter().for_each(|end| end.add_to(&mut ours.data_ended));
        // The plan ended the test at one node: it is over for all.
        self.stop |= theirs.stopped_by_plan || theirs.overloaded;
        self.failures.extend(theirs.failure.iter().map(|failure| failure.why.clone()));
    }

    fn node_failed(&mut self, node: &Member, why: String, sink: &mut dyn FnMut(GeneratorEvent)) {
        sink(GeneratorEvent::Note(NoteContent::NodeFailed {
            node: node.number,
            name: node.record.name.clone(),
            why: why.clone(),
        }));
        (self.say)(&format!("warning: node {}: {why}", node.record.name));
        self.failures.push(format!("node {}: {why}", node.record.name));
        // Nothing more is to come; what it owes is missing.
        self.merger.set_lost(node.number, true);
        self.failed.insert(node.number);
        self.lost.insert(node.number, Instant::now() - ALL_AWAY);
    }

    /// Hands on what was asked of the load.
    fn follow(&mut self, control: &Control) {
        let stop = match control.stopped() {
            None if self.stop => 1,
            None => 0,
            Some(StopMode::InOrder) => 1,
            Some(StopMode::Now) => 2,
        };
        let wanted = ControlState { stop, paused: control.paused(), factor: control.factor() };
        if wanted != self.control {
            self.control = wanted;
            self.fleet.set_control(&self.nodes, self.key, wanted);
        }
    }

    /// Who is not heard of is lost; while nobody is heard of for the server itself is away, nobody is.
    fn look_for_lost(&mut self, sink: &mut dyn FnMut(GeneratorEvent)) {
        if !self.fleet.is_connected() {
            self.away_since.get_or_insert_with(Instant::now);
            let mut heard = lock(&self.fleet.shared.heard);
            heard.values_mut().for_each(|heard| heard.last = heard.last.map(|_| Instant::now()));
            heard.values_mut().for_each(|heard| heard.expected = Instant::now());
            return;
        }
        self.away_since = None;
        for node in &self.nodes {
            let silent = self.fleet.silent_for(&node.id);
            let (number, name) = (node.number, node.record.name.clone());
            if self.merger.has_ended(number) {
                continue;
            }
            let is_lost = self.lost.contains_key(&number);
            if silent > self.fleet.spec.lost_after && !is_lost {
                let since_us = self.load.clock.now_us().saturating_sub(silent.as_micros() as u64);
                let since_s = (since_us / SECOND_US) as u32;
                self.merger.set_lost(number, true);
                self.lost.insert(number, Instant::now());
                (self.say)(&format!("warning: node {name} has not been heard of for {} s", silent.as_secs()));
                sink(GeneratorEvent::Note(NoteContent::NodeLost { node: number, name, since_s }));
                self.stop |= self.fleet.spec.on_lost_node == OnLostNode::End;
            } else if silent < self.fleet.spec.lost_after / 2 && is_lost && self.can_return(number) {
                self.merger.set_lost(number, false);
                self.lost.remove(&number);
                (self.say)(&format!("node {name} is heard of again"));
                sink(GeneratorEvent::Note(NoteContent::NodeFound { node: number, name }));
            }
        }
    }

    /// A node that failed is there and has nothing more to send.
    fn can_return(&self, number: u32) -> bool {
        !self.failed.contains(&number)
    }

    /// A group begins when all that are there wait for it.
    fn start_groups(&mut self, sink: &mut dyn FnMut(GeneratorEvent)) {
        self.leave_late(sink);
        let Some((group, waiting)) = self.waiting.iter().find(|(group, _)| !self.started.contains_key(group))
        else {
            return;
        };
        let (group, active) = (*group, self.merger.active());
        if active.is_empty() || !active.iter().all(|node| waiting.contains(node)) {
            return;
        }
        self.started.insert(group, active.iter().copied().collect());
        let uncertainties = self.nodes.iter().map(|node| self.fleet.offset_of(&node.id).uncertainty_us);
        let lead_us = LEAD_US + ROUND_TRIPS * 2 * uncertainties.max().unwrap_or(0);
        let at_us = (self.load.clock.now_us() + lead_us).div_ceil(SECOND_US) * SECOND_US;
        let order = |node: &Member| (node.id.clone(), NodeOrder::Start { key: self.key, group, at_us });
        let fleet = self.fleet;
        for (id, order) in self.nodes.iter().filter(|node| active.contains(&node.number)).map(order) {
            let shared = Arc::clone(&fleet.shared);
            fleet.handle.spawn(async move {
                for _ in 0..5 {
                    if shared.ask(&id, &order, Duration::from_secs(1)).await.is_ok() {
                        return;
                    }
                }
            });
        }
        if self.phases.get(group as usize) == Some(&Phase::Main) {
            self.is_under_way = true;
            sink(GeneratorEvent::Started { at_us });
        }
    }

    /// A node that was away when the others began waits for nobody: they do not wait for it either.
    fn leave_late(&mut self, sink: &mut dyn FnMut(GeneratorEvent)) {
        let active = self.merger.active();
        let is_late = |node: &u32| {
            let mut groups = self.started.iter();
            active.contains(node)
                && groups.any(|(group, asked)| self.waiting[group].contains(node) && !asked.contains(node))
        };
        let late: Vec<Member> = self.nodes.iter().filter(|node| is_late(&node.number)).cloned().collect();
        for node in late {
            self.fleet.drop_step(&node, self.key);
            self.node_failed(&node, "it was away when the load began".to_owned(), sink);
        }
    }

    fn pass_on(&mut self, sink: &mut dyn FnMut(GeneratorEvent)) {
        // Seconds come up to about a second after their end; who is lost is known a moment after that.
        let patience_us = self.fleet.spec.lost_after.as_micros() as u64 + 3 * SECOND_US;
        let overdue_us = self.load.clock.now_us().checked_sub(patience_us);
        let overdue = overdue_us.filter(|_| self.fleet.is_connected()).map(|us| (us / SECOND_US) as u32);
        for second in self.merger.ready(overdue) {
            sink(GeneratorEvent::Second(Box::new(second)));
        }
    }
}
