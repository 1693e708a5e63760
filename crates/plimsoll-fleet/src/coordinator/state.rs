//! What another process needs to go on with a run whose coordinator was killed, in a file that is its owner's alone.

use super::{Fleet, Member, lock};
use crate::launch::{Launched, LaunchedState};
use crate::server::OwnServerState;
use plimsoll_run::NodeRecord;
use plimsoll_run::private::create_private;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// A fleet, as far as its coordinator alone knows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FleetState {
    /// Of the program.
    version: String,
    pub(super) session: String,
    pub(super) keys: u64,
    pub(super) nodes: Vec<MemberState>,
    pub(super) step: Option<PreparedStep>,
    pub(super) server: Option<OwnServerState>,
    pub(super) launched: Vec<LaunchedState>,
    #[serde(default)]
    pub(super) cluster: Option<crate::kubernetes::PodsState>,
    /// Of whoever keeps it: how the run was asked for.
    asked: serde_json::Value,
}

/// The step that was prepared last.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PreparedStep {
    pub key: u64,
    /// Numbers of its nodes.
    pub nodes: Vec<u32>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MemberState {
    id: String,
    record: NodeRecord,
    workers: Option<u32>,
}

impl FleetState {
    /// As it was kept last.
    pub fn read(path: &Path) -> std::io::Result<FleetState> {
        Ok(serde_json::from_slice(&std::fs::read(path)?)?)
    }

    pub fn asked(&self) -> &serde_json::Value {
        &self.asked
    }

    pub fn version(&self) -> &str {
        &self.version
    }
}

impl MemberState {
    pub fn member(&self) -> Member {
        let MemberState { id, record, workers } = self.clone();
        Member { number: record.number, id, record, workers }
    }
}

/// Where the state is kept.
pub struct StateFile {
    path: PathBuf,
    state: FleetState,
}

impl StateFile {
    /// A reader finds it as it was before or after, never half.
    fn write(&self) -> std::io::Result<()> {
        let part = self.path.with_extension("part");
        create_private(&part)?.write_all(&serde_json::to_vec(&self.state)?)?;
        std::fs::rename(part, &self.path)
    }
}

impl Drop for StateFile {
    /// The run is over: there is nothing to go on with.
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Fleet {
    /// From now on another process can go on with the run if this one is killed; `asked`: how it was asked for.
    pub fn keep_state(&self, path: &Path, version: &str, asked: serde_json::Value) -> std::io::Result<()> {
        let member = |member: &Member| MemberState {
            id: member.id.clone(),
            record: NodeRecord { number: member.number, ..member.record.clone() },
            workers: member.workers,
        };
        let state = FleetState {
            version: version.to_owned(),
            session: self.session.clone(),
            keys: self.keys.load(Ordering::Relaxed),
            nodes: self.nodes.iter().map(member).collect(),
            step: lock(&self.step_before).clone(),
            server: self.server.as_ref().map(|server| server.state()),
            launched: lock(&self.launched).iter().map(Launched::state).collect(),
            cluster: lock(&self.cluster).as_ref().map(|cluster| cluster.state()),
            asked,
        };
        let file = StateFile { path: path.to_owned(), state };
        file.write()?;
        *lock(&self.state_file) = Some(file);
        Ok(())
    }

    /// A step is about to be prepared.
    pub(super) fn keep_step(&self, step: PreparedStep) {
        if let Some(file) = &mut *lock(&self.state_file) {
            file.state.keys = step.key;
            file.state.step = Some(step);
            // Without room for it the run goes on; only nobody could take it over.
            let _ = file.write();
        }
    }
}
