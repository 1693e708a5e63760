//! `node-lost`: of some seconds of a step nothing came from a node of the fleet. Such a step is invalid: its load was not the
//! one that was asked for, and it is compared with no other. Later steps are made without it, by the others: their load is
//! the one that was asked for, and a comparison says by how many nodes it was made.

use crate::findings::prelude::*;
use plimsoll_run::SECOND_US;
use std::collections::BTreeMap;

pub(crate) static DETECTOR: Detector = Detector {
    id: "node-lost",
    severities: &[Severity::Critical, Severity::Warning],
    when: "of some seconds of a step nothing came from a node of the fleet, or (a warning) a step was made without it",
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
    /// Steps that others made without it.
    pub without: Vec<u32>,
}

impl Claimed for NodeLost {
    /// What others made is whole.
    fn severity(&self) -> Option<Severity> {
        Some(if self.steps.is_empty() { Severity::Warning } else { Severity::Critical })
    }

    fn next_step(&self) -> NextStep {
        NextStep::RunAgain
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let mut claims: BTreeMap<u32, NodeLost> = BTreeMap::new();
    for row in &evidence.run.steps {
        for node in row.by_node.iter().filter(|node| node.missing_s > 0 || node.is_absent) {
            let claim = claims.entry(node.number).or_insert_with(|| NodeLost {
                node: node.number,
                name: node.name.clone(),
                steps: Vec::new(),
                seconds: 0,
                from_s: node.missing_from().unwrap_or(row.measured_from_us as f64 / SECOND_US as f64),
                without: Vec::new(),
            });
            match node.is_absent {
                true => claim.without.push(row.number),
                false => claim.steps.push(row.number),
            }
            claim.seconds += node.missing_s;
        }
    }
    let found = |claim: NodeLost| {
        let steps = [claim.steps.as_slice(), &claim.without].concat();
        let items = evidence.items(&steps, |row| {
            EvidenceItem::column(row, LoadMeasure::Throughput, Unit::PerS, row.throughput_per_s.value)
        });
        Found::new(claim, items)
    };
    claims.into_values().map(found).collect()
}
