//! `node-limited`: a node of the fleet was its own limit: its workers used 80 % or more of their cores, or its timers were late
//! (p99) by 10 ms or more and by four times as much as those of the other nodes.

use crate::findings::prelude::*;
use crate::step::NodeLoad;

pub(crate) static DETECTOR: Detector = Detector {
    id: "node-limited",
    severities: &[Severity::Warning],
    when: "the workers of a node used 80 % or more of their cores, or its timers were late by 10 ms and four times as \
        much as those of the others",
    requires: "a fleet",
    needs: &[Need::OwnMeasurement],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("node-limited", Limits {
    /// %, of the cores that its workers may use
    cpu_percent = 80.0,
    /// ms, lateness of timers, p99
    lateness_ms = 10.0,
    /// times the lateness of the other nodes
    lateness_times = 4.0,
});

/// A machine that could not do its part.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeLimited {
    pub node: u32,
    pub name: String,
    pub steps: Vec<u32>,
    /// The highest of these steps.
    pub cpu_percent_max: f64,
    /// p99, the highest of these steps.
    pub lateness_us_max: u64,
}

impl Claimed for NodeLimited {
    fn next_step(&self) -> NextStep {
        NextStep::FreeTheGenerator
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let mut claims: Vec<NodeLimited> = Vec::new();
    for row in &evidence.run.steps {
        for node in row.by_node.iter().filter(|node| is_limited(node, &row.by_node, &limits)) {
            let late_us = node.lateness_p99_us.unwrap_or(0);
            match claims.iter_mut().find(|claim| claim.node == node.number) {
                Some(claim) => {
                    claim.steps.push(row.number);
                    claim.cpu_percent_max = claim.cpu_percent_max.max(node.cpu_percent);
                    claim.lateness_us_max = claim.lateness_us_max.max(late_us);
                }
                None => claims.push(NodeLimited {
                    node: node.number,
                    name: node.name.clone(),
                    steps: vec![row.number],
                    cpu_percent_max: node.cpu_percent,
                    lateness_us_max: late_us,
                }),
            }
        }
    }
    let found = |claim: NodeLimited| {
        let items = evidence.items(&claim.steps, |row| {
            EvidenceItem::column(row, LoadMeasure::Throughput, Unit::PerS, row.throughput_per_s.value)
        });
        Found::new(claim, items)
    };
    claims.into_iter().map(found).collect()
}

fn is_limited(node: &NodeLoad, all: &[NodeLoad], limits: &Limits) -> bool {
    let late = |node: &NodeLoad| node.lateness_p99_us.unwrap_or(0) as f64;
    let others = all.iter().filter(|other| other.number != node.number).map(late);
    let most_of_others = others.fold(0.0, f64::max);
    let is_late = all.len() > 1
        && late(node) >= limits.lateness_ms * 1e3
        && late(node) >= limits.lateness_times * most_of_others;
    node.cpu_percent >= limits.cpu_percent || is_late
}
