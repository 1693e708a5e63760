//! Finds run files as they come, change and go, and looks through each once.

use super::apart::Apart;
use super::index::is_running;
use super::{Index, LAB_FOLDER, RUN_EXTENSION, ReportForm, Reports, RunState, RunSummary};
use crate::api::ApiError;
use crate::live::control_is_there;
use plimsoll_report::Language;
use plimsoll_run::{LiveReader, RunHeader};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Folders within folders that are looked into.
const DEPTH_MAX: usize = 8;

/// Run files that a lab takes.
const FILES_MAX: usize = 200_000;

/// A run without an end whose file nobody has written for so long, and that nobody can steer, was cut off.
const SILENCE_MAX: Duration = Duration::from_secs(15);

/// A run that takes so long to look through has its report made at once.
const COSTLY: Duration = Duration::from_millis(400);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRun {
    pub path: PathBuf,
    /// Below the lab's folder.
    pub relative: String,
    /// Of the file or its journal, whichever is newer.
    pub modified_us: i64,
    pub bytes: u64,
}

/// The runs of a folder.
pub struct Library {
    pub folder: PathBuf,
    pub index: Index,
    pub reports: Reports,
    /// Files that wait to be looked through, and that were, since the last time that nothing waited.
    waiting: AtomicU64,
    done: AtomicU64,
}

impl Library {
    pub fn new(folder: PathBuf, index: Index, apart: Apart) -> Library {
        let reports = Reports::new(&folder.join(LAB_FOLDER), Some(apart));
        Library { folder, index, reports, waiting: AtomicU64::new(0), done: AtomicU64::new(0) }
    }

    pub fn path(&self, summary: &RunSummary) -> PathBuf {
        self.folder.join(&summary.file)
    }

    /// Looked through and in all, while there is much to do.
    pub fn progress(&self) -> Option<(u64, u64)> {
        let (waiting, done) = (self.waiting.load(Ordering::Relaxed), self.done.load(Ordering::Relaxed));
        (waiting > 0).then_some((done, done + waiting))
    }

    /// One look at the folder; the ids of runs that are new, changed or gone. `report` hears of each at once.
    pub fn scan(&self, report: &mut dyn FnMut(&str)) -> Result<(), ApiError> {
        let mut known: HashMap<String, (i64, u64, String)> = self
            .index
            .known()?
            .into_iter()
            .map(|(path, at, bytes, state)| (path, (at, bytes, state)))
            .collect();
        let mut changed = Vec::new();
        for file in run_files(&self.folder) {
            match known.remove(&file.relative) {
                Some((at, bytes, state)) if at == file.modified_us && bytes == file.bytes => {
                    // It may have been cut off since.
                    if is_running(&state) && !self.is_written(&file) {
                        changed.push(file);
                    }
                }
                // A run that goes on changes each second; its line in the library does not.
                Some((_, _, state)) if is_running(&state) && self.goes_on(&file) => {}
                _ => changed.push(file),
            }
        }
        for path in known.keys() {
            self.index.remove(path)?;
            report(path);
        }
        // The newest first: they are looked for first.
        changed.sort_by_key(|file| std::cmp::Reverse(file.modified_us));
        self.waiting.store(changed.len() as u64, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        for file in &changed {
            let summary = self.summary(file);
            self.index.put(&summary, file.modified_us)?;
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            self.done.fetch_add(1, Ordering::Relaxed);
            report(&summary.id);
        }
        Ok(())
    }

    fn is_written(&self, file: &FoundRun) -> bool {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let written = Duration::from_micros(file.modified_us.unsigned_abs());
        now.saturating_sub(written) < SILENCE_MAX || control_is_there(&file.path)
    }

    /// Whether a run that went on still does.
    fn goes_on(&self, file: &FoundRun) -> bool {
        let reader = LiveReader::open(&file.path);
        let ended = reader.and_then(|(reader, _)| reader.has_ended());
        matches!(ended, Ok(false)) && self.is_written(file)
    }

    fn summary(&self, file: &FoundRun) -> RunSummary {
        let damaged = |problem: String| RunSummary::damaged(&file.relative, problem, file.bytes);
        let (reader, header) = match LiveReader::open(&file.path) {
            Ok(opened) => opened,
            Err(error) => return damaged(ApiError::from(error).message),
        };
        let summary = RunSummary::of_header(&file.relative, &header, file.bytes);
        match reader.has_ended() {
            Ok(false) if self.is_written(file) => return summary,
            Ok(_) => drop(reader),
            Err(error) => return damaged(ApiError::from(error).message),
        }
        let looked = match self.reports.summary_apart(&summary.id, &file.path) {
            Some(made) => made.and_then(|text| {
                serde_json::from_str(&text).map_err(|error| ApiError::internal(error.to_string()))
            }),
            // A file of somebody else must not end the lab, whatever is in it.
            None => {
                let judge = || judged(&self.reports, &file.path, summary, language(&header));
                let failed = |_| Err(ApiError::internal("its analysis failed; please report this"));
                catch_unwind(AssertUnwindSafe(judge)).unwrap_or_else(failed)
            }
        };
        looked.unwrap_or_else(|error| damaged(error.message))
    }
}

/// In which its report is written where nobody asks for another.
pub fn language(header: &RunHeader) -> Language {
    header.language.as_deref().and_then(|tag| tag.parse().ok()).unwrap_or_default()
}

/// With what an analysis finds. Of a file that takes long, the report is made at once: whoever opens it is not to wait.
pub fn judged(
    reports: &Reports,
    path: &Path,
    summary: RunSummary,
    language: Language,
) -> Result<RunSummary, ApiError> {
    let start = Instant::now();
    let analysis = reports.analysis(path)?;
    if start.elapsed() > COSTLY {
        // What can't be stored is made then.
        let _ = reports.form(&summary.id, path, &ReportForm::Page, language);
        let _ = reports.tables(&summary.id, path);
    }
    Ok(summary.judged(&analysis, language))
}

impl RunSummary {
    pub fn is_running(&self) -> bool {
        self.state == RunState::Running
    }
}

/// Where a fleet's run puts the files of its nodes.
const NODES_FOLDER: &str = "nodes";

/// Run files below a folder, without the lab's own; links are not followed.
pub fn run_files(folder: &Path) -> Vec<FoundRun> {
    let mut files = Vec::new();
    walk(folder, folder, DEPTH_MAX, &mut files);
    files
}

fn walk(root: &Path, folder: &Path, depth: usize, files: &mut Vec<FoundRun>) {
    // A folder that can't be read holds nothing for this lab.
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        // What nodes of a fleet wrote themselves is in their run already.
        let is_own = entry.file_name() == LAB_FOLDER || entry.file_name() == NODES_FOLDER;
        if kind.is_dir() && depth > 0 && !is_own {
            walk(root, &path, depth - 1, files);
        } else if kind.is_file() && path.extension().is_some_and(|ending| ending == RUN_EXTENSION) {
            files.extend(found(root, &path));
        }
        if files.len() >= FILES_MAX {
            return;
        }
    }
}

pub fn found(root: &Path, path: &Path) -> Option<FoundRun> {
    let metadata = std::fs::metadata(path).ok()?;
    let relative = path.strip_prefix(root).unwrap_or(path).to_str()?.to_owned();
    Some(FoundRun { path: path.to_owned(), relative, modified_us: modified_us(path), bytes: metadata.len() })
}

/// Of the run file or its journal, whichever was written last; 0: it is gone.
pub fn modified_us(path: &Path) -> i64 {
    let of = |path: &Path| -> Option<i64> {
        let modified = std::fs::metadata(path).ok()?.modified().ok()?;
        i64::try_from(modified.duration_since(UNIX_EPOCH).ok()?.as_micros()).ok()
    };
    let mut journal = path.as_os_str().to_owned();
    journal.push("-wal");
    of(path).unwrap_or(0).max(of(&PathBuf::from(journal)).unwrap_or(0))
}
