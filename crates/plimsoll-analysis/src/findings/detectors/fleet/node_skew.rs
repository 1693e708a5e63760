//! `node-skew`: in a valid step one node sees other response times than the rest: its median is 1.5 times that of the other
//! nodes together, or more, and at least 1 ms longer. The same servers answer all of them, so it is the way there.

use crate::findings::prelude::*;
use crate::step::NodeLoad;

pub(crate) static DETECTOR: Detector = Detector {
    id: "node-skew",
    severities: &[Severity::Warning],
    when: "in a valid step the median of a node is 1.5 times that of the other nodes, and 1 ms longer",
    requires: "a fleet of two nodes or more, with 100 requests each",
    needs: &[Need::OwnMeasurement],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("node-skew", Limits {
    /// times the highest median of the other nodes
    times = 1.5,
    /// ms, by which it is longer
    longer_ms = 1.0,
    /// requests of each node
    requests = 100.0,
});

/// One machine is further away than the others.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeSkew {
    pub node: u32,
    pub name: String,
    pub steps: Vec<u32>,
    /// Of the first of these steps.
    pub response_p50_us: u64,
    /// The highest of the other nodes in it.
    pub others_p50_us: u64,
}

impl Claimed for NodeSkew {
    fn next_step(&self) -> NextStep {
        NextStep::CompareNetworkPaths { node: self.name.clone() }
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let mut claims: Vec<NodeSkew> = Vec::new();
    for row in evidence.run.steps.iter().filter(|row| row.is_valid()) {
        for node in &row.by_node {
            let Some((own, others)) = skewed(node, &row.by_node, &limits) else { continue };
            match claims.iter_mut().find(|claim| claim.node == node.number) {
                Some(claim) => claim.steps.push(row.number),
                None => claims.push(NodeSkew {
                    node: node.number,
                    name: node.name.clone(),
                    steps: vec![row.number],
                    response_p50_us: own,
                    others_p50_us: others,
                }),
            }
        }
    }
    let found = |claim: NodeSkew| {
        let items = evidence.items(&claim.steps, |row| {
            let p50 = row.response.percentile_us(50.0).unwrap_or(0) as f64;
            EvidenceItem::column(row, LoadMeasure::ResponseMedian, Unit::Us, p50)
        });
        Found::new(claim, items)
    };
    claims.into_iter().map(found).collect()
}

/// The node's median and the highest of the others, where they are far apart.
fn skewed(node: &NodeLoad, all: &[NodeLoad], limits: &Limits) -> Option<(u64, u64)> {
    if all.len() < 2 || all.iter().any(|node| (node.requests as f64) < limits.requests) {
        return None;
    }
    let own = node.response_p50_us?;
    let others =
        all.iter().filter(|other| other.number != node.number).filter_map(|other| other.response_p50_us);
    let others = others.max()?;
    let apart = own as f64 - others as f64;
    (own as f64 >= limits.times * others as f64 && apart >= limits.longer_ms * 1e3).then_some((own, others))
}
