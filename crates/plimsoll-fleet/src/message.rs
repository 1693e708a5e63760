//! What a coordinator and its nodes say to each other, as JSON.
//!
//! Subjects, all below `plimsoll.FLEET`:
//!
//! | subject | from | what |
//! |---|---|---|
//! | `c.beat` | node | once a second: [`Beat`]; the answer is a [`BeatReply`] |
//! | `c.file` | node | [`FileRequest`]; the answer is a piece of the file |
//! | `c.who` | coordinator | is there another coordinator of this fleet? |
//! | `n.ID` | coordinator | [`NodeOrder`]; the answer is an [`NodeAnswer`] |
//! | `s.SESSION.ID` | node | events of a step, in a stream: an [`EventHead`] as one line, then the second, compressed |

use plimsoll_engine::{Dealing, Share};
use plimsoll_run::{ExampleLimits, NodeRecord};
use plimsoll_study::{LoadChange, StepOutcome};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Raised when an older node would misunderstand a newer coordinator, or the other way round.
pub const PROTOCOL: u32 = 5;

/// Pieces in which files go over the wire.
pub const PIECE_BYTES: usize = 256 << 10;

/// Where messages of a fleet go.
#[derive(Clone, Debug)]
pub struct Subjects {
    prefix: String,
}

impl Subjects {
    pub fn of(fleet: &str) -> Subjects {
        Subjects { prefix: format!("plimsoll.{fleet}") }
    }

    pub fn beat(&self) -> String {
        format!("{}.c.beat", self.prefix)
    }

    pub fn file(&self) -> String {
        format!("{}.c.file", self.prefix)
    }

    pub fn who(&self) -> String {
        format!("{}.c.who", self.prefix)
    }

    pub fn node(&self, id: &str) -> String {
        format!("{}.n.{id}", self.prefix)
    }

    pub fn events(&self, session: &str, id: &str) -> String {
        format!("{}.s.{session}.{id}", self.prefix)
    }

    pub fn all_events(&self) -> String {
        format!("{}.s.>", self.prefix)
    }

    /// The name of the stream that keeps the events.
    pub fn stream(fleet: &str) -> String {
        format!("plimsoll_{fleet}")
    }
}

/// A node is there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Beat {
    pub id: String,
    pub protocol: u32,
    /// By which a node that was started twice on one machine is known.
    #[serde(default)]
    pub machine: String,
    pub record: NodeRecord,
    /// What it performs: session and key of the step.
    pub step: Option<(String, u64)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BeatReply {
    /// What the load is to be, of the step that it performs.
    pub control: Option<ControlState>,
    /// It belongs to a fleet that has come together: another coordinator may go on with it.
    #[serde(default)]
    pub is_member: bool,
}

/// How a running load is to differ from what was planned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ControlState {
    /// 0: it goes on, 1: it ends in order, 2: at once.
    pub stop: u8,
    pub paused: bool,
    pub factor: f64,
}

impl Default for ControlState {
    fn default() -> Self {
        ControlState { stop: 0, paused: false, factor: 1.0 }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FileRequest {
    /// SHA-256, in hexadecimal digits.
    pub hash: String,
    pub offset: u64,
}

/// What a node is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NodeOrder {
    /// Say what the time is on your clock.
    Clock,
    /// How long does a connection to this address (`host:port`) take?
    Reach {
        address: String,
    },
    /// What can you generate? So many seconds for each of two measurements.
    Calibrate {
        seconds: u32,
    },
    /// Get the plan and read it; be ready to begin.
    Prepare(Box<StepOrder>),
    /// This group of scenarios begins at this moment of the run's clock.
    Start {
        key: u64,
        group: u32,
        at_us: u64,
    },
    Control {
        key: u64,
        control: ControlState,
    },
    /// Forget a step that is not to begin.
    Drop {
        key: u64,
    },
    /// A piece of the run file that the node wrote itself; the answer is a [`NodeAnswer::Piece`] as one line, then the piece.
    OwnFile {
        session: String,
        offset: u64,
    },
    /// The fleet is over.
    Leave,
}

/// A node's part of a step.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StepOrder {
    pub session: String,
    /// Of the session's steps.
    pub key: u64,
    pub index: u32,
    pub count: u32,
    pub plan: PlanOrder,
    /// What makes the step's plan of the one that is read, in this order.
    pub changes: Vec<LoadChange>,
    pub properties: BTreeMap<String, String>,
    /// Properties whose values are secret, whatever they are called.
    #[serde(default)]
    pub secret: Vec<String>,
    pub seed: u64,
    /// The run's clock reads 0 when the node's reads this.
    pub run_zero_us: i64,
    pub started_unix_us: i64,
    pub grace_ms: u64,
    pub workers: Option<u32>,
    pub examples: ExampleLimits,
    pub dealing: Dealing,
}

impl StepOrder {
    pub fn share(&self) -> Share {
        Share { index: self.index, count: self.count }
    }
}

/// The files that a plan needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlanOrder {
    /// Which of the files is the plan.
    pub plan: String,
    pub skip_unsupported: bool,
    pub files: Vec<FileOrder>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FileOrder {
    /// Relative to the folder that they share.
    pub path: String,
    pub hash: String,
    pub bytes: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NodeAnswer {
    Done,
    /// Microseconds since the node began, its time of day, and the run that it performed last.
    Clock {
        node_us: u64,
        unix_us: i64,
        run: Option<RunZero>,
    },
    Reached {
        round_trip_us: u64,
    },
    Calibrated(NodeCalibration),
    /// What follows the line is of a file of so many bytes.
    Piece {
        bytes: u64,
        /// What the file should hold and does not, if anything.
        unwritten: Option<String>,
    },
    Refused {
        why: String,
    },
}

/// What a node can generate, with a server beside it on the same machine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NodeCalibration {
    pub workers: u32,
    /// They and the server were on the same cores: the rate is that of both together.
    pub is_shared: bool,
    /// As fast as they go, against a server that answers at once.
    pub requests_per_s: f64,
    /// Of a single request at a time, as measured.
    pub floor_p50_us: f64,
    pub floor_p99_us: f64,
}

/// Where on a node's clock a run's clock reads 0. The run is known by the moment at which it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunZero {
    pub started_unix_us: i64,
    pub node_us: i64,
}

/// The first line of an event.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EventHead {
    pub key: u64,
    /// From 0, without gaps, of this node and step.
    pub number: u64,
    pub event: EventKind,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// It waits to begin this group of scenarios.
    Waits {
        group: u32,
    },
    /// A second, or a part of it, follows the line; `more`: another part of the same second comes next.
    Second {
        more: bool,
    },
    Ended(Box<StepOutcome>),
    /// It could not go on.
    Failed {
        why: String,
    },
}

pub fn to_json(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("a message has only texts and numbers")
}
