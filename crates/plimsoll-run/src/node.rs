//! The nodes of a fleet: the machines that put a load on together.

use crate::latencies::Latencies;
use serde::{Deserialize, Serialize};

/// Workers of a node are counted from its number times this.
pub const WORKERS_OF_NODE: u32 = 10_000;

/// The machines that made a run's load together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FleetRecord {
    /// By which its nodes find one another.
    pub name: String,
    pub nodes: Vec<NodeRecord>,
    pub on_lost_node: OnLostNode,
}

/// What becomes of a step when one of its nodes is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OnLostNode {
    /// The others go on; the step is not judged.
    #[default]
    Continue,
    /// The others go on to the end of the step, which is then made again.
    RepeatStep,
    /// The run ends.
    End,
}

impl OnLostNode {
    pub const ALL: [(&'static str, OnLostNode); 3] = [
        ("continue", OnLostNode::Continue),
        ("repeat-step", OnLostNode::RepeatStep),
        ("end", OnLostNode::End),
    ];
}

/// One machine of a fleet, as it described itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct NodeRecord {
    /// From 1.
    pub number: u32,
    pub name: String,
    /// Of the program.
    pub version: String,
    pub cores: u32,
    /// `Linux 6.1.0`
    pub kernel: String,
    pub architecture: String,
    /// Open files that its process may have.
    pub descriptors_max: u64,
    /// Local ports for connections to one address.
    pub ports_max: u32,
    /// Between two times of its clock and the run's: half the quickest round trip, at the start, microseconds.
    pub clock_uncertainty_us: u64,
}

/// One second of one node: its part of the second's requests, and how it was itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NodeInterval {
    pub requests: u64,
    pub errors: u64,
    /// Of its requests; see [`Interval::response`](crate::Interval::response).
    pub response: Latencies,
    pub connect: Latencies,
    pub lateness: Latencies,
    /// Of all its workers.
    pub cpu_us: u64,
    /// Wall time that its workers covered.
    pub wall_us: u64,
    pub users: u32,
    /// The run's clock as the node has it, against the run's clock, microseconds: positive is ahead.
    pub clock_ahead_us: i64,
    pub clock_uncertainty_us: u64,
    /// It belongs to the load, and nothing of this second came from it.
    pub is_missing: bool,
}

impl NodeInterval {
    pub fn missing() -> NodeInterval {
        NodeInterval { is_missing: true, ..NodeInterval::default() }
    }

    pub fn merge(&mut self, other: &NodeInterval) {
        self.requests += other.requests;
        self.errors += other.errors;
        self.response.merge(&other.response);
        self.connect.merge(&other.connect);
        self.lateness.merge(&other.lateness);
        self.cpu_us += other.cpu_us;
        self.wall_us += other.wall_us;
        if !other.is_missing {
            self.users = other.users;
            self.clock_ahead_us = other.clock_ahead_us;
            self.clock_uncertainty_us = other.clock_uncertainty_us;
        }
        self.is_missing &= other.is_missing;
    }

    /// The same with packed histograms, for intervals that are kept.
    pub fn packed(&self) -> NodeInterval {
        NodeInterval {
            response: self.response.packed(),
            connect: self.connect.packed(),
            lateness: self.lateness.packed(),
            ..*self
        }
    }
}
