//! The lab as all requests share it.

use crate::api::ApiError;
use crate::config::LabConfig;
use crate::jobs::StartedLoad;
use crate::library::{Apart, Index, LAB_FOLDER, Library, RunSummary};
use crate::live::{Feed, Feeds};
use crate::people::{OpenId, People, Throttle};
use plimsoll_run::private::create_private_folders;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::{Notify, broadcast};

pub struct LabServer {
    pub config: LabConfig,
    pub library: Library,
    pub people: People,
    pub throttle: Throttle,
    pub open_id: Option<OpenId>,
    pub started: StartedLoad,
    pub feeds: Arc<Feeds>,
    /// What changed, for pages that are open.
    pub events: broadcast::Sender<LabEvent>,
    /// The folder is to be looked at at once.
    pub look: Arc<Notify>,
    /// It ends.
    pub end: Notify,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabEvent {
    /// The ids of runs.
    Library(String),
    Jobs,
}

/// Events that a slow page may be behind; then it is told to look at all.
const EVENTS_MAX: usize = 256;

#[derive(Debug, thiserror::Error)]
pub enum LabError {
    #[error("use the folder {}: {reason}", folder.display())]
    Folder { folder: PathBuf, reason: String },
    #[error("open the lab's databases in {}", folder.display())]
    Database { folder: PathBuf, source: rusqlite::Error },
}

impl LabServer {
    /// Also what is to be said at once.
    pub fn open(config: LabConfig) -> Result<(Arc<LabServer>, Vec<String>), LabError> {
        let lab = config.folder.join(LAB_FOLDER);
        let reason = |error: std::io::Error| LabError::Folder {
            folder: config.folder.clone(),
            reason: error.to_string(),
        };
        if !config.folder.is_dir() {
            create_private_folders(&config.folder).map_err(reason)?;
        }
        create_private_folders(&lab).map_err(reason)?;
        let database = |source| LabError::Database { folder: lab.clone(), source };
        let people = People::open(&lab).map_err(database)?;
        let (index, was_damaged) = Index::open(&lab).map_err(database)?;
        let apart = Apart {
            program: config.program.clone(),
            folder: config.folder.clone(),
            bytes_min: config.apart_bytes,
        };
        let library = Library::new(config.folder.clone(), index, apart);
        let said = match was_damaged {
            true => {
                vec!["the index of the folder was damaged; it is made again from the run files".to_owned()]
            }
            false => Vec::new(),
        };
        let open_id = config.open_id.clone().map(OpenId::new);
        let look = Arc::new(Notify::new());
        let lab = LabServer {
            library,
            people,
            throttle: Throttle::default(),
            open_id,
            started: StartedLoad::default(),
            feeds: Arc::new(Feeds::new(Arc::clone(&look))),
            events: broadcast::Sender::new(EVENTS_MAX),
            look,
            end: Notify::new(),
            config,
        };
        Ok((Arc::new(lab), said))
    }

    /// The run of this id, with what people added.
    pub fn run(&self, id: &str) -> Result<RunSummary, ApiError> {
        let summary = self.library.index.get(id)?;
        let annotation = self.people.annotation(&summary.id)?;
        Ok(summary.annotated(annotation))
    }

    /// A run that somebody looks at.
    pub fn feed(&self, summary: &RunSummary) -> Result<Arc<Feed>, ApiError> {
        self.feeds.of(&summary.id, &self.library.path(summary))
    }

    /// The same of a run that is over, as JSON that is kept.
    pub fn finished_live(&self, summary: &RunSummary) -> Result<String, ApiError> {
        let path = self.library.path(summary);
        self.library.reports.stored(&summary.id, &path, "live.json", || {
            let live = Feed::open(&summary.id, &path)?.live();
            serde_json::to_string(&live).map_err(|error| ApiError::internal(error.to_string()))
        })
    }

    /// For pages that are open; without one there is nobody to tell.
    pub fn changed(&self, id: &str) {
        let _ = self.events.send(LabEvent::Library(id.to_owned()));
    }

    pub fn jobs_changed(&self) {
        let _ = self.events.send(LabEvent::Jobs);
    }

    pub fn look_again(&self) {
        self.look.notify_one();
    }

    /// Nobody has to log in.
    pub fn is_open(&self) -> Result<bool, ApiError> {
        Ok(self.config.is_local() && self.open_id.is_none() && !self.people.has_users()?)
    }
}
