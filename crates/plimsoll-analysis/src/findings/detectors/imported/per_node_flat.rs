//! `per-node-flat`: with the same threads on each, every node of the load generator brings the same throughput, whether few
//! or many of them run: nothing in the system held the load back, and the capacity is a lower bound.

use crate::findings::prelude::*;

pub(crate) static DETECTOR: Detector = Detector {
    id: "per-node-flat",
    severities: &[Severity::Information],
    when: "with equal threads every node of the load generator brings the same, over four numbers of nodes and \
        twice as many at last: the system held nothing back",
    requires: "two loads",
    needs: &[Need::Loads(2)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("per-node-flat", Limits {
    /// % by which the throughputs of a node differ at most
    percent = 5.0,
    /// steps of different numbers of nodes, at least
    steps = 4.0,
    /// times as many nodes at last as at first, at least
    nodes_ratio = 2.0,
});

/// Each node brings the same, however many there are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PerNodeFlat {
    pub steps: Vec<u32>,
    pub nodes_min: u32,
    pub nodes_max: u32,
    pub low_per_s: f64,
    pub high_per_s: f64,
}

impl Claimed for PerNodeFlat {
    fn next_step(&self) -> NextStep {
        NextStep::LoadHigher
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let mut groups: Vec<Vec<&StepRow>> = Vec::new();
    for row in evidence.run.steps.iter().filter(|row| row.is_valid() && row.rate_per_s.is_none()) {
        match groups.iter_mut().find(|group| group[0].threads == row.threads) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups.iter().filter_map(|rows| of_group(rows, limits)).collect()
}

fn of_group(rows: &[&StepRow], limits: Limits) -> Option<Found> {
    let per_node = |row: &StepRow| row.throughput_per_s.value / f64::from(row.nodes.max(1));
    let mut nodes: Vec<u32> = rows.iter().map(|row| row.nodes).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let (nodes_min, nodes_max) = (*nodes.first()?, *nodes.last()?);
    let low_per_s = rows.iter().map(|row| per_node(row)).fold(f64::INFINITY, f64::min);
    let high_per_s = rows.iter().map(|row| per_node(row)).fold(0.0, f64::max);
    let enough = nodes.len() as f64 >= limits.steps
        && f64::from(nodes_max) >= limits.nodes_ratio * f64::from(nodes_min.max(1));
    let flat = low_per_s > 0.0 && high_per_s <= low_per_s * (1.0 + limits.percent / 100.0);
    let steps = rows.iter().map(|row| row.number).collect();
    let claim = PerNodeFlat { steps, nodes_min, nodes_max, low_per_s, high_per_s };
    let items = [rows.first()?, rows.last()?].map(|row| EvidenceItem::throughput(row)).to_vec();
    (enough && flat).then(|| Found::new(claim, items))
}
