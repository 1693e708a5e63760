//! What `fleet check` finds of each node.

use super::{Fleet, Member, lock};
use crate::message::{NodeAnswer, NodeCalibration, NodeOrder};
use plimsoll_run::NodeRecord;
use std::time::Duration;

/// A node, as it was found.
#[derive(Clone, Debug)]
pub struct NodeCheck {
    pub record: NodeRecord,
    /// Its time of day against this machine's; nothing is measured by it.
    pub day_ahead_us: i64,
    pub targets: Vec<CheckedTarget>,
    /// `None`: it was not asked for; `Err`: why there is none.
    pub calibration: Option<Result<NodeCalibration, String>>,
}

/// What is to be loaded, as a node sees it.
#[derive(Clone, Debug)]
pub struct CheckedTarget {
    /// `host:port`
    pub address: String,
    /// The time to connect, or why there is no connection.
    pub round_trip_us: Result<u64, String>,
}

/// How long a node may take to say how far a target is.
const REACHED: Duration = Duration::from_secs(30);

impl Fleet {
    /// Asks every node how far it is to these addresses, and what it can generate (so many seconds for each measurement).
    pub fn check(&self, targets: &[String], calibrate_s: Option<u32>) -> Vec<NodeCheck> {
        let mut checks: Vec<NodeCheck> = self.nodes.iter().map(|member| self.as_found(member)).collect();
        for address in targets {
            let answers = self.ask_all(&NodeOrder::Reach { address: address.clone() }, REACHED);
            for (check, answer) in checks.iter_mut().zip(answers) {
                let round_trip_us = answer.and_then(|answer| match answer {
                    NodeAnswer::Reached { round_trip_us } => Ok(round_trip_us),
                    other => Err(not_understood(&other)),
                });
                check.targets.push(CheckedTarget { address: address.clone(), round_trip_us });
            }
        }
        if let Some(seconds) = calibrate_s {
            let patience = Duration::from_secs(30 + 4 * u64::from(seconds));
            let answers = self.ask_all(&NodeOrder::Calibrate { seconds }, patience);
            for (check, answer) in checks.iter_mut().zip(answers) {
                check.calibration = Some(answer.and_then(|answer| match answer {
                    NodeAnswer::Calibrated(found) => Ok(found),
                    other => Err(not_understood(&other)),
                }));
            }
        }
        checks
    }

    fn as_found(&self, member: &Member) -> NodeCheck {
        let heard = lock(&self.shared.heard);
        let heard = heard.get(&member.id);
        let uncertainty_us = heard.map_or(0, |heard| heard.clock.last().uncertainty_us);
        NodeCheck {
            record: NodeRecord {
                number: member.number,
                clock_uncertainty_us: uncertainty_us,
                ..member.record.clone()
            },
            day_ahead_us: heard.map_or(0, |heard| heard.day_ahead_us),
            targets: Vec::new(),
            calibration: None,
        }
    }

    /// In the order of the nodes.
    fn ask_all(&self, order: &NodeOrder, patience: Duration) -> Vec<Result<NodeAnswer, String>> {
        let orders = self.nodes.iter().map(|node| (node.id.clone(), order.clone())).collect();
        self.order_all(orders, patience).into_iter().map(|(_, answer)| answer).collect()
    }
}

fn not_understood(answer: &NodeAnswer) -> String {
    format!("its answer is not understood: {answer:?}")
}
