//! Large run files are looked through by a process of its own: the lab stays small, whatever it has shown, and a file for which
//! the memory does not suffice ends that process alone.

use super::{LAB_FOLDER, ReportForm, Reports, RunSummary, scan};
use crate::api::ApiError;
use plimsoll_report::Language;
use std::os::unix::process::ExitStatusExt;
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

impl Apart {
    pub fn takes(&self, path: &Path) -> bool {
        std::fs::metadata(path).is_ok_and(|file| file.len() >= self.bytes_min)
    }

    /// A form of the run's report, or its summary.
    pub fn made(&self, path: &Path, form: &ReportForm, language: Language) -> Result<String, ApiError> {
        let failed = |why: String| ApiError::internal(format!("its analysis failed: {why}"));
        let mut command = Command::new(&self.program);
        command.arg("serve").arg(&self.folder).arg("--look-at").arg(path);
        command.arg("--form").arg(form.file_name(language)).stdin(Stdio::null());
        let output = command.output().map_err(|error| failed(error.to_string()))?;
        match output.status.success() {
            true => String::from_utf8(output.stdout).map_err(|error| failed(error.to_string())),
            false => Err(failed(why(output.status, &output.stderr))),
        }
    }
}

/// What it said last, or which signal ended it.
fn why(status: ExitStatus, said: &[u8]) -> String {
    if let Some(signal) = status.signal() {
        return format!("signal {signal} ended it; is there too little memory?");
    }
    let said = String::from_utf8_lossy(said);
    let line = said.lines().find(|line| line.starts_with("error: ")).unwrap_or("please report this");
    line.trim_start_matches("error: ").to_owned()
}

/// What such a process does: `form` is a form and a language (`page.da`).
pub fn look_at(folder: &Path, path: &Path, form: &str) -> Result<String, String> {
    let unknown = || format!("there is no form {form:?}");
    let (name, tag) = form.rsplit_once('.').ok_or_else(unknown)?;
    let form = ReportForm::of_name(name).ok_or_else(unknown)?;
    let language: Language = tag.parse().map_err(|_| unknown())?;
    let reports = Reports::new(&folder.join(LAB_FOLDER), None);
    let made = match form {
        ReportForm::Summary => summary(&reports, folder, path, language),
        form => reports
            .analysis(path)
            .and_then(|analysis| form.made(&analysis, &plimsoll_report::Words::new(language))),
    };
    made.map_err(|error| error.message)
}

fn summary(reports: &Reports, folder: &Path, path: &Path, language: Language) -> Result<String, ApiError> {
    let found =
        scan::found(folder, path).ok_or_else(|| ApiError::not_found("such file in the lab's folder"))?;
    let (_, header) = plimsoll_run::LiveReader::open(path)?;
    let summary = RunSummary::of_header(&found.relative, &header, found.bytes);
    let summary = scan::judged(reports, path, summary, language)?;
    serde_json::to_string(&summary).map_err(|error| ApiError::internal(error.to_string()))
}
