//! One run that is followed: read once, sent to all who look.

use super::control::{self, Action, SteeringState};
use super::marks::{self, LiveNote, LiveStep};
use super::picture::{LiveErrors, LiveNode, LivePicture, LiveTable, LiveTransaction, NOTES_MAX};
use super::row::COLUMNS;
use super::so_far::{LiveRequirement, SoFar};
use crate::api::ApiError;
use crate::library::RunState;
use plimsoll_analysis::Analysis;
use plimsoll_run::{LivePosition, LiveReader, LoadStep, RunHeader};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::broadcast;

/// What is sent, ready.
#[derive(Clone, Debug)]
pub enum FeedEvent {
    Update(Arc<str>),
    SoFar,
    End,
}

/// Updates that a slow page may be behind; then it opens anew.
const BEHIND_MAX: usize = 16;

/// Seconds that are read at once: a long run does not fit into memory whole.
const SECONDS_MAX: u32 = 600;

/// Seconds before the newest that are read again, for they may have grown.
const AGAIN_S: u32 = 2;

pub struct Feed {
    pub id: String,
    path: PathBuf,
    header: RunHeader,
    state: Mutex<State>,
    so_far: Mutex<SoFar>,
    pub sender: broadcast::Sender<FeedEvent>,
}

struct State {
    reader: LiveReader,
    position: LivePosition,
    picture: LiveTable,
    steps: Vec<LoadStep>,
    notes: Vec<LiveNote>,
    ended: bool,
    control: Option<SteeringState>,
}

/// All there is, for a page that opens.
#[derive(Serialize, JsonSchema)]
pub struct Live {
    pub id: String,
    pub state: RunState,
    pub started: Option<String>,
    pub now_s: f64,
    #[serde(flatten)]
    pub picture: LivePicture,
    pub steps: Vec<LiveStep>,
    pub notes: Vec<LiveNote>,
    pub requirements: Vec<LiveRequirement>,
    pub control: Option<SteeringState>,
}

/// What has come since the last one.
#[derive(Serialize, JsonSchema)]
pub struct LiveUpdate {
    pub now_s: f64,
    pub state: RunState,
    pub resolution_s: u32,
    pub rows: Vec<Vec<Option<f64>>>,
    pub errors: Vec<LiveErrors>,
    pub transactions: Vec<LiveTransaction>,
    pub steps: Vec<LiveStep>,
    pub notes: Vec<LiveNote>,
    pub requirements: Vec<LiveRequirement>,
    pub nodes: Vec<LiveNode>,
    pub control: Option<SteeringState>,
}

impl Feed {
    /// Reads all that is there.
    pub fn open(id: &str, path: &Path) -> Result<Feed, ApiError> {
        let (reader, header) = LiveReader::open(path)?;
        let state = State {
            reader,
            position: LivePosition::default(),
            picture: LiveTable::default(),
            steps: Vec::new(),
            notes: Vec::new(),
            ended: false,
            control: None,
        };
        let feed = Feed {
            id: id.to_owned(),
            path: path.to_owned(),
            header,
            state: Mutex::new(state),
            so_far: Mutex::default(),
            sender: broadcast::Sender::new(BEHIND_MAX),
        };
        feed.look()?;
        Ok(feed)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn so_far(&self) -> MutexGuard<'_, SoFar> {
        self.so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn has_viewers(&self) -> bool {
        self.sender.receiver_count() > 0
    }

    pub fn has_ended(&self) -> bool {
        self.state().ended
    }

    /// One look at the file; whether the run has ended.
    pub fn look(&self) -> Result<bool, ApiError> {
        let mut state = self.state();
        let control = control::ask(&self.path, Action::State).ok();
        let steered = control != state.control;
        state.control = control;
        if !state.reader.has_changed()? && !steered {
            return Ok(state.ended);
        }
        let mut changed = BTreeSet::new();
        let mut part = state.reader.read(state.position, SECONDS_MAX)?;
        while let Some(next) = part.next {
            changed.extend(state.picture.take(part.seconds));
            part = state.reader.read(next, SECONDS_MAX)?;
        }
        if let Some(last) = part.seconds.last() {
            let second = last.second.saturating_sub(AGAIN_S);
            // What lies before it in an earlier step is done.
            state.position = LivePosition { step: last.step, second, ..state.position };
        }
        let notes: Vec<LiveNote> = part.notes.iter().map(|(_, note)| marks::note(note)).collect();
        if let Some((id, _)) = part.notes.last() {
            state.position.note = *id;
        }
        changed.extend(state.picture.take(part.seconds));
        // Rows may have become wider meanwhile.
        let changed = changed.into_iter().map(|place| state.picture.bucket(place)).collect();
        state.steps = part.steps;
        state.ended = part.end.is_some();
        let update = LiveUpdate {
            now_s: self.now_s(&state),
            state: run_state(&state),
            resolution_s: state.picture.resolution_s(),
            rows: state.picture.rows(&changed),
            errors: state.picture.errors(&changed),
            transactions: state.picture.transactions(),
            steps: state.steps.iter().map(marks::step).collect(),
            notes: notes.clone(),
            requirements: self.so_far().requirements(&self.header.requirements),
            nodes: state.picture.nodes().to_vec(),
            control: state.control,
        };
        state.notes.extend(notes);
        let many = state.notes.len().saturating_sub(NOTES_MAX);
        state.notes.drain(..many);
        let text = serde_json::to_string(&update).map_err(|error| ApiError::internal(error.to_string()))?;
        let _ = self.sender.send(FeedEvent::Update(text.into()));
        if state.ended {
            let _ = self.sender.send(FeedEvent::End);
        }
        Ok(state.ended)
    }

    /// Makes the report of what there is anew, where it is time for that.
    pub fn renew_so_far(&self) {
        let now = Instant::now();
        if self.so_far().is_due(now) {
            let mut renewed = std::mem::take(&mut *self.so_far());
            let is_new = renewed.renew(&self.path, now);
            *self.so_far() = renewed;
            if is_new {
                let _ = self.sender.send(FeedEvent::SoFar);
            }
        }
    }

    pub fn analysis(&self) -> Option<Arc<Analysis>> {
        if self.so_far().analysis().is_none() {
            self.renew_so_far();
        }
        self.so_far().analysis()
    }

    pub fn live(&self) -> Live {
        let state = self.state();
        let started = jiff::Timestamp::from_microsecond(self.header.started_unix_us).ok();
        Live {
            id: self.id.clone(),
            state: run_state(&state),
            started: started.map(|at| at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()),
            now_s: self.now_s(&state),
            picture: state.picture.all(),
            steps: state.steps.iter().map(marks::step).collect(),
            notes: state.notes.clone(),
            requirements: self.so_far().requirements(&self.header.requirements),
            control: state.control,
        }
    }

    /// On the run's clock.
    fn now_s(&self, state: &State) -> f64 {
        if state.ended {
            return state.steps.iter().filter_map(|step| step.ended_us).max().unwrap_or(0) as f64 / 1e6;
        }
        let now = jiff::Timestamp::now().as_microsecond();
        now.saturating_sub(self.header.started_unix_us).max(0) as f64 / 1e6
    }
}

fn run_state(state: &State) -> RunState {
    if state.ended { RunState::Complete } else { RunState::Running }
}

impl Live {
    /// At the end of the last second.
    pub fn users(&self) -> Option<f64> {
        let place = COLUMNS.iter().position(|column| *column == "users")?;
        self.picture.rows.last()?.get(place).copied().flatten()
    }
}
