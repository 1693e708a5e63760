//! Reports of finished runs, made once and kept: the newest in memory, all on disk until the run file changes.

use super::apart::{self, Apart};
use super::{ReportForm, recorded};
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
    /// What looks through large files; `None`: this process does all by itself.
    apart: Option<Apart>,
    analyses: Mutex<VecDeque<Known>>,
}

impl Reports {
    /// Of the folder `.plimsoll`.
    pub fn new(lab: &Path, apart: Option<Apart>) -> Reports {
        Reports { folder: lab.join("reports"), apart, analyses: Mutex::default() }
    }

    /// Of a file that is too large to be looked through in this process.
    fn apart(&self, path: &Path) -> Option<&Apart> {
        self.apart.as_ref().filter(|apart| apart.takes(path))
    }

    /// The run's line in the library, from another process; `None`: of a file that this one looks through.
    pub fn summary_apart(&self, id: &str, path: &Path) -> Option<Result<String, ApiError>> {
        let apart = self.apart(path)?;
        Some(self.stored(id, path, apart::SUMMARY, || apart.summary(path)))
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

    /// A form of one run's report. What takes long to make is stored.
    pub fn form(
        &self,
        id: &str,
        path: &Path,
        form: &ReportForm,
        language: Language,
    ) -> Result<String, ApiError> {
        let make = || match self.apart(path) {
            Some(apart) => apart.form(path, form, language),
            None => form.made(&*self.analysis(path)?, &Words::new(language)),
        };
        match form.is_stored() || self.apart(path).is_some() {
            true => self.stored(id, path, &form.file_name(language), make),
            false => make(),
        }
    }

    /// The names of its tables.
    pub fn tables(&self, id: &str, path: &Path) -> Result<Vec<String>, ApiError> {
        let names = self.form(id, path, &ReportForm::Tables, Language::English)?;
        Ok(names.lines().map(str::to_owned).collect())
    }

    /// What is made of a run's file, until the file changes. What can't be stored is made again the next time.
    pub fn stored(
        &self,
        id: &str,
        path: &Path,
        name: &str,
        make: impl FnOnce() -> Result<String, ApiError>,
    ) -> Result<String, ApiError> {
        let modified = super::scan::modified_us(path);
        let stored = self.folder.join(format!("{id}-{modified}-{}-{name}", env!("CARGO_PKG_VERSION")));
        if let Ok(text) = std::fs::read_to_string(&stored) {
            return Ok(text);
        }
        let text = make()?;
        let _ = self.store(id, &stored, &text);
        Ok(text)
    }

    fn store(&self, id: &str, stored: &Path, text: &str) -> std::io::Result<()> {
        create_private_folders(&self.folder)?;
        let file = tempfile::NamedTempFile::new_in(&self.folder)?;
        std::fs::write(file.path(), text)?;
        file.persist(stored).map_err(|error| error.error)?;
        self.forget_others(id, stored)
    }

    /// What was made of earlier contents of the file.
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
