//! Reports of finished runs, made once and kept: the newest in memory, all on disk until the run file changes.

use super::recorded;
use crate::api::ApiError;
use plimsoll_analysis::Analysis;
use plimsoll_report::{Language, Words};
use plimsoll_run::private::create_private_folders;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The same as on the command line, so that intervals are the same.
pub const ANALYSIS_SEED: u64 = 1;

/// Analyses in memory; one of a long run takes some megabytes.
const ANALYSES_MAX: usize = 4;

type Known = (PathBuf, i64, Arc<Analysis>);

pub struct Reports {
    folder: PathBuf,
    analyses: Mutex<VecDeque<Known>>,
}

impl Reports {
    /// Of the folder `.plimsoll`.
    pub fn new(lab: &Path) -> Reports {
        Reports { folder: lab.join("reports"), analyses: Mutex::default() }
    }

    /// Of one run.
    pub fn analysis(&self, path: &Path) -> Result<Arc<Analysis>, ApiError> {
        let modified = super::scan::modified_us(path);
        let known = |known: &&Known| known.0 == path && known.1 == modified;
        if let Some((.., analysis)) =
            self.analyses.lock().unwrap_or_else(PoisonError::into_inner).iter().find(known)
        {
            return Ok(Arc::clone(analysis));
        }
        let (run, observed) = recorded::open(path)?;
        let analysis = Arc::new(plimsoll_analysis::analyse(&[run], &[observed], ANALYSIS_SEED));
        let mut analyses = self.analyses.lock().unwrap_or_else(PoisonError::into_inner);
        analyses.retain(|(other, ..)| other != path);
        analyses.push_front((path.to_owned(), modified, Arc::clone(&analysis)));
        analyses.truncate(ANALYSES_MAX);
        Ok(analysis)
    }

    /// The page of one run. What can't be stored is made again the next time.
    pub fn page(&self, id: &str, path: &Path, language: Language) -> Result<String, ApiError> {
        let modified = super::scan::modified_us(path);
        let stored = self.folder.join(format!(
            "{id}-{modified}-{}-{}.html",
            language.tag(),
            env!("CARGO_PKG_VERSION")
        ));
        if let Ok(page) = std::fs::read_to_string(&stored) {
            return Ok(page);
        }
        let page = plimsoll_report::html(&*self.analysis(path)?, &Words::new(language));
        let _ = self.store(id, &stored, &page);
        Ok(page)
    }

    fn store(&self, id: &str, stored: &Path, page: &str) -> std::io::Result<()> {
        create_private_folders(&self.folder)?;
        let file = tempfile::NamedTempFile::new_in(&self.folder)?;
        std::fs::write(file.path(), page)?;
        file.persist(stored).map_err(|error| error.error)?;
        self.forget_others(id, stored)
    }

    /// Pages of earlier contents of the file.
    fn forget_others(&self, id: &str, stored: &Path) -> std::io::Result<()> {
        let of_file = |path: &Path| -> Option<String> {
            let name = path.file_name()?.to_str()?;
            Some(name.split('-').take(2).collect::<Vec<_>>().join("-"))
        };
        let current = of_file(stored);
        for entry in std::fs::read_dir(&self.folder)?.flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(&format!("{id}-")) && of_file(&path) != current {
                let _ = std::fs::remove_file(path);
            }
        }
        Ok(())
    }
}
