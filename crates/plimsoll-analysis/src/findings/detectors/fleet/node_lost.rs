//! `node-lost`: of some seconds of a step nothing came from a node of the fleet. Such a step is invalid: its load was not the
//! one that was asked for, and it is compared with no other.

use crate::findings::prelude::*;

pub(crate) static DETECTOR: Detector = Detector {
    id: "node-lost",
    severities: &[Severity::Critical],
    when: "of some seconds of a step nothing came from a node of the fleet",
    requires: "a fleet",
    needs: &[Need::OwnMeasurement],
    thresholds: &[],
    look: Look::Run(detect),
};

/// A node was away.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeLost {
    pub node: u32,
    pub name: String,
    pub steps: Vec<u32>,
    /// In all these steps.
    pub seconds: u64,
    /// Of the run.
    pub from_s: f64,
}

impl Claimed for NodeLost {
    fn next_step(&self) -> NextStep {
        NextStep::RunAgain
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let mut claims: Vec<NodeLost> = Vec::new();
    for row in &evidence.run.steps {
        for node in row.by_node.iter().filter(|node| node.missing_s > 0) {
            match claims.iter_mut().find(|claim| claim.node == node.number) {
                Some(claim) => {
                    claim.steps.push(row.number);
                    claim.seconds += node.missing_s;
                }
                None => claims.push(NodeLost {
                    node: node.number,
                    name: node.name.clone(),
                    steps: vec![row.number],
                    seconds: node.missing_s,
                    from_s: node.missing_from().unwrap_or(0.0),
                }),
            }
        }
    }
    let found = |claim: NodeLost| {
        let items = evidence.items(&claim.steps, |row| {
            EvidenceItem::column(row, LoadMeasure::Throughput, Unit::PerS, row.throughput_per_s.value)
        });
        Found::new(claim, items)
    };
    claims.into_iter().map(found).collect()
}
