//! A fleet as load generator: one step on all its nodes.

use super::state::PreparedStep;
use super::step::FleetStep;
use super::{Fleet, Member, lock};
use crate::message::{ControlState, NodeOrder, PlanOrder, StepOrder};
use plimsoll_engine::{Control, Dealing};
use plimsoll_run::{ExampleLimits, NoteContent, SECOND_US};
use plimsoll_study::{
    FleetLoad, GeneratorError, GeneratorEvent, LoadChange, LoadGenerator, StepFailure, StepLoad, StepOutcome,
    StepUnderWay,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A plan and its data may be large, and the network slow.
const PREPARED: Duration = Duration::from_secs(300);
/// How often is looked whether something changed.
pub const LOOK: Duration = Duration::from_millis(20);
/// A step that is over waits so long for a node that is away.
pub const LATE: Duration = Duration::from_secs(10);

/// Puts a plan's load on with the nodes of a fleet.
pub struct FleetGenerator {
    pub fleet: Arc<Fleet>,
    pub plan: PlanOrder,
    /// What makes the plan of the run of the plan that is read.
    pub change: LoadChange,
    /// The load says on how many nodes; else all take part.
    pub counts_nodes: bool,
    pub grace: Duration,
    pub examples: ExampleLimits,
    /// Properties whose values are secret, whatever they are called.
    pub secret: Vec<String>,
    /// To whoever looks on.
    pub say: fn(&str),
}

impl LoadGenerator for FleetGenerator {
    fn perform(
        &mut self,
        load: &StepLoad<'_>,
        control: &Control,
        sink: &mut dyn FnMut(GeneratorEvent),
    ) -> Result<StepOutcome, GeneratorError> {
        if let Some(under_way) = load.under_way
            && let Some(PreparedStep { key, nodes }) = lock(&self.fleet.step_before).take()
        {
            let nodes =
                self.fleet.nodes.iter().filter(|node| nodes.contains(&node.number)).cloned().collect();
            return self.take_over(load, under_way, (key, nodes), (control, sink));
        }
        let nodes = match self.choose(load) {
            Ok(nodes) => nodes,
            Err(why) => return Ok(failed(why, true)),
        };
        self.note_absent(&nodes, sink);
        let key = self.fleet.next_key();
        let events = lock(&self.fleet.events);
        // What came after the end of the step before is in its nodes' own files.
        while events.try_recv().is_ok() {}
        self.fleet.keep_step(PreparedStep { key, nodes: nodes.iter().map(|node| node.number).collect() });
        self.fleet.set_control(&nodes, key, ControlState::default());
        self.fleet.look_at_clocks(&nodes);
        let zero = |node: &Member| (node.number, self.fleet.run_zero_us(&node.id, &load.clock));
        let zeros: BTreeMap<u32, i64> = nodes.iter().map(zero).collect();
        let problems = self.prepare(load, (&nodes, &zeros), key);
        if !problems.is_empty() {
            let drop = nodes.iter().map(|node| (node.id.clone(), NodeOrder::Drop { key })).collect();
            self.fleet.order_all(drop, Duration::from_secs(2));
            return Ok(failed(problems.join("\n"), true));
        }
        FleetStep::new(&self.fleet, load, (nodes, zeros), (key, self.say)).perform(&events, control, sink)
    }
}

fn failed(why: String, refused: bool) -> StepOutcome {
    StepOutcome { failure: Some(StepFailure { why, refused }), ..StepOutcome::default() }
}

impl FleetGenerator {
    /// Goes on with a step that another coordinator began: all that its nodes said of it comes again.
    fn take_over(
        &self,
        load: &StepLoad<'_>,
        under_way: StepUnderWay<'_>,
        (key, nodes): (u64, Vec<Member>),
        (control, sink): (&Control, &mut dyn FnMut(GeneratorEvent)),
    ) -> Result<StepOutcome, GeneratorError> {
        let of_nodes = under_way.seconds.iter().filter(|second| !second.generator.nodes.is_empty());
        let last = of_nodes.map(|second| second.second + 1).max();
        sink(GeneratorEvent::Note(NoteContent::CoordinatorResumed {
            since_s: last.unwrap_or((under_way.started_us / SECOND_US) as u32),
            until_s: (load.clock.now_us() / SECOND_US) as u32,
        }));
        sink(GeneratorEvent::Started { at_us: under_way.started_us });
        let events = lock(&self.fleet.events);
        self.fleet.keep_step(PreparedStep { key, nodes: nodes.iter().map(|node| node.number).collect() });
        self.fleet.set_control(&nodes, key, ControlState::default());
        let zero = |node: &Member| (node.number, self.fleet.run_zero_before(&node.id, &load.clock));
        let zeros = nodes.iter().map(zero).collect();
        FleetStep::new(&self.fleet, load, (nodes, zeros), (key, self.say))
            .resumed(under_way)
            .perform(&events, control, sink)
    }

    /// Which nodes take part: those that are there now.
    fn choose(&self, load: &StepLoad<'_>) -> Result<Vec<Member>, String> {
        let fleet = &self.fleet;
        let there = |node: &&Member| fleet.silent_for(&node.id) < fleet.spec.lost_after;
        let until = Instant::now() + LATE;
        loop {
            let mut nodes: Vec<Member> = fleet.nodes.iter().filter(there).cloned().collect();
            let wanted = if self.counts_nodes { load.nodes as usize } else { fleet.nodes.len() };
            if nodes.len() >= wanted {
                nodes.truncate(wanted);
                return Ok(nodes);
            }
            if Instant::now() > until {
                // A load in users or arrivals is shared out among those that are left.
                return match self.counts_nodes || nodes.is_empty() {
                    true => Err(format!("the step needs {wanted} nodes, and {} are there", nodes.len())),
                    false => Ok(nodes),
                };
            }
            std::thread::sleep(LOOK);
        }
    }

    /// Nodes that the step has to do without; its load is shared out among the others.
    fn note_absent(&self, nodes: &[Member], sink: &mut dyn FnMut(GeneratorEvent)) {
        if self.counts_nodes {
            return;
        }
        let takes_part = |node: &&Member| nodes.iter().any(|other| other.number == node.number);
        for node in self.fleet.nodes.iter().filter(|node| !takes_part(node)) {
            let (number, name) = (node.number, node.record.name.clone());
            (self.say)(&format!("warning: the step is made without node {name}, which is not there"));
            sink(GeneratorEvent::Note(NoteContent::NodeAbsent { node: number, name }));
        }
    }

    /// Sends every node its share; what they have against it.
    fn prepare(
        &self,
        load: &StepLoad<'_>,
        (nodes, zeros): (&[Member], &BTreeMap<u32, i64>),
        key: u64,
    ) -> Vec<String> {
        let fleet = &self.fleet;
        let whole = fleet.spec.load == FleetLoad::EachNode;
        let order = |index: usize, node: &Member| {
            let order = StepOrder {
                session: fleet.session.clone(),
                key,
                index: if whole { 0 } else { index as u32 },
                count: if whole { 1 } else { nodes.len() as u32 },
                plan: self.plan.clone(),
                changes: vec![self.change, load.change],
                properties: load.properties.clone(),
                secret: self.secret.clone(),
                // Nodes draw different numbers; what they share out is drawn alike.
                seed: load.seed,
                run_zero_us: zeros[&node.number],
                started_unix_us: load.clock.started_unix_us(),
                grace_ms: self.grace.as_millis() as u64,
                workers: node.workers,
                examples: self.examples,
                dealing: if whole { Dealing::EachShare } else { fleet.spec.data.dealing() },
            };
            (node.id.clone(), NodeOrder::Prepare(Box::new(order)))
        };
        let orders = nodes.iter().enumerate().map(|(index, node)| order(index, node)).collect();
        let answers = fleet.order_all(orders, PREPARED);
        let name = |id: &str| nodes.iter().find(|node| node.id == id).map_or("", |node| &node.record.name);
        let problem = |(id, answer): (String, Result<_, String>)| {
            Some(format!("node {}: {}", name(&id), answer.err()?))
        };
        answers.into_iter().filter_map(problem).collect()
    }
}
