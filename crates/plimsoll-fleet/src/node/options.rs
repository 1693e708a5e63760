//! What a node is started with.

use crate::connection::Credentials;
use crate::message::NodeCalibration;
use plimsoll_plan::Plan;
use plimsoll_run::Secrets;
use plimsoll_study::NatsServer;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Who a node is and where it reports.
#[derive(Clone, Debug)]
pub struct NodeOptions {
    pub fleet: String,
    pub server: NatsServer,
    pub credentials: Credentials,
    /// As the report calls it.
    pub name: String,
    /// Of the program.
    pub version: String,
    /// Threads that generate load; `None`: one per core.
    pub workers: Option<u32>,
    /// Nobody has asked for so long: it ends.
    pub orphan_timeout: Duration,
    /// It leaves when the run is over, and does not wait for another.
    pub once: bool,
    /// Where plans and its own run files are put.
    pub folder: PathBuf,
    /// Set when whoever started it is gone: it ends, unless it is one of a fleet that has come together.
    pub is_abandoned: Arc<AtomicBool>,
}

/// What the program does for its node: the fleet knows no format of plans, and no server to calibrate with.
pub trait NodeProgram: Send + Sync {
    /// The plan in this file, or all that is wrong with it as one text. `secret`: properties whose values are.
    fn read(
        &self,
        path: &Path,
        properties: &BTreeMap<String, String>,
        secret: &[String],
        skip_unsupported: bool,
    ) -> Result<ReadPlan, String>;

    /// What this machine can generate with so many threads, as a run has them; so many seconds for each measurement.
    fn calibrate(&self, seconds: u32, workers: u32) -> Result<NodeCalibration, String>;
}

pub struct ReadPlan {
    pub plan: Plan,
    /// What its own run file must not hold.
    pub secrets: Secrets,
}
