//! What `fleet check` finds of each node.

use super::{Fleet, lock};
use plimsoll_run::NodeRecord;

/// A node, as it was found.
#[derive(Clone, Debug)]
pub struct NodeCheck {
    pub record: NodeRecord,
    /// Its clock against this machine's, since both began; only the uncertainty says something.
    pub round_trip_us: u64,
}

impl Fleet {
    pub fn check(&self) -> Vec<NodeCheck> {
        let heard = lock(&self.shared.heard);
        let uncertainty = |id: &str| heard.get(id).map_or(0, |heard| heard.offset.uncertainty_us);
        let check = |(member, record): (&super::Member, NodeRecord)| NodeCheck {
            round_trip_us: 2 * uncertainty(&member.id),
            record,
        };
        let records = self.nodes.iter().map(|member| NodeRecord {
            number: member.number,
            clock_uncertainty_us: uncertainty(&member.id),
            ..member.record.clone()
        });
        self.nodes.iter().zip(records).map(check).collect()
    }
}
