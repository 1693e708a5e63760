//! Large run files are looked through by a process of its own: the lab stays small, whatever it has shown, and a file for which
//! the memory does not suffice ends that process alone.

use super::{LAB_FOLDER, ReportForm, Reports, RunSummary, scan};
use crate::api::ApiError;
use crate::jobs::ended_by_signal;
use plimsoll_report::{Language, Words};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

/// How such a process is started: this program again.
#[derive(Clone, Debug)]
pub struct Apart {
    pub program: PathBuf,
    /// The lab's.
    pub folder: PathBuf,
    /// Of files that are so large.
    pub bytes_min: u64,
}

/// What such a process is asked for beside forms of the report.
pub const SUMMARY: &str = "summary";

impl Apart {
    pub fn takes(&self, path: &Path) -> bool {
        std::fs::metadata(path).is_ok_and(|file| file.len() >= self.bytes_min)
    }

    /// A form of the run's report.
    pub fn form(&self, path: &Path, form: &ReportForm, language: Language) -> Result<String, ApiError> {
        self.made(path, &form.file_name(language))
    }

    /// The run's line in the library, as JSON.
    pub fn summary(&self, path: &Path) -> Result<String, ApiError> {
        self.made(path, SUMMARY)
    }

    fn made(&self, path: &Path, what: &str) -> Result<String, ApiError> {
        let failed = |why: String| ApiError::internal(format!("its analysis failed: {why}"));
        let mut command = Command::new(&self.program);
        command.arg("serve").arg(&self.folder).arg("--look-at").arg(path);
        command.arg("--form").arg(what).stdin(Stdio::null());
        let output = command.output().map_err(|error| failed(error.to_string()))?;
        match output.status.success() {
            true => String::from_utf8(output.stdout).map_err(|error| failed(error.to_string())),
            false => Err(failed(why(output.status, &output.stderr))),
        }
    }
}

/// What it said last, or which signal ended it.
fn why(status: ExitStatus, said: &[u8]) -> String {
    if let Some(signal) = ended_by_signal(status) {
        return format!("signal {signal} ended it; is there too little memory?");
    }
    let said = String::from_utf8_lossy(said);
    let line = said.lines().find(|line| line.starts_with("error: ")).unwrap_or("please report this");
    line.trim_start_matches("error: ").to_owned()
}

/// What such a process does: `what` is a form and a language (`page.da`), or the summary.
pub fn look_at(folder: &Path, path: &Path, what: &str) -> Result<String, String> {
    let reports = Reports::new(&folder.join(LAB_FOLDER), None);
    let made = match what {
        SUMMARY => summary(&reports, folder, path),
        form => {
            let (form, language) =
                ReportForm::of_file_name(form).ok_or_else(|| format!("there is no form {form:?}"))?;
            reports.analysis(path).and_then(|analysis| form.made(&analysis, &Words::new(language)))
        }
    };
    made.map_err(|error| error.message)
}

fn summary(reports: &Reports, folder: &Path, path: &Path) -> Result<String, ApiError> {
    let found =
        scan::found(folder, path).ok_or_else(|| ApiError::not_found("such file in the lab's folder"))?;
    let (_, header) = plimsoll_run::LiveReader::open(path)?;
    let summary = RunSummary::of_header(&found.relative, &header, found.bytes);
    let summary = scan::judged(reports, path, summary, scan::language(&header))?;
    serde_json::to_string(&summary).map_err(|error| ApiError::internal(error.to_string()))
}
