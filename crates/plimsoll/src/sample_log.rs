//! JMeter's result file of a run, written beside it by a thread of its own.

use crate::exit::{Failure, chain};
use plimsoll_engine::SampleLog;
use plimsoll_run::Secrets;
use plimsoll_run::jtl::{JtlColumns, JtlError, JtlFormat, JtlWriter};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

/// A result file that somebody asked for.
#[derive(Clone, Debug)]
pub struct JtlRequest {
    pub place: JtlPlace,
    pub format: JtlFormat,
    pub columns: JtlColumns,
}

#[derive(Clone, Debug)]
pub enum JtlPlace {
    File(PathBuf),
    /// One beside each run file.
    BackgroundRun,
}

impl JtlRequest {
    /// With JMeter's default columns; the ending of the name tells the format.
    pub fn to_file(path: &Path) -> JtlRequest {
        let place = JtlPlace::File(path.to_owned());
        JtlRequest { place, format: JtlFormat::of(path), columns: JtlColumns::default() }
    }

    /// With the run's name in the name where one command makes several runs.
    pub fn path(&self, run_file: &Path, runs: usize) -> PathBuf {
        match &self.place {
            JtlPlace::File(path) if runs <= 1 => path.clone(),
            JtlPlace::File(path) => {
                let part = |text: Option<&std::ffi::OsStr>| text.unwrap_or_default().display().to_string();
                let (stem, run) = (part(path.file_stem()), part(run_file.file_stem()));
                path.with_file_name(format!("{stem}-{run}.{}", part(path.extension())))
            }
            JtlPlace::BackgroundRun => run_file.with_extension(match self.format {
                JtlFormat::Csv => "jtl",
                JtlFormat::Xml => "jtl.xml",
            }),
        }
    }
}

/// The thread that writes.
#[derive(Debug)]
pub struct JtlThread {
    thread: JoinHandle<Result<u64, JtlError>>,
}

/// Creates the file and begins to write what comes through the log.
pub fn start(
    path: &Path,
    request: &JtlRequest,
    secrets: &Secrets,
) -> Result<(SampleLog, JtlThread), Failure> {
    let mut columns = request.columns.clone();
    columns.secrets = secrets.clone();
    let mut writer = JtlWriter::create(path, request.format, columns).map_err(|e| failure(&e))?;
    let (log, rows) = SampleLog::new(request.columns.variables.clone());
    let write = move || {
        for batch in rows {
            writer.append(&batch)?;
        }
        writer.finish()
    };
    let thread = std::thread::Builder::new().name("jtl".to_owned()).spawn(write);
    let thread = thread.map_err(|e| Failure::internal(format!("start the thread of the sample log: {e}")))?;
    Ok((log, JtlThread { thread }))
}

impl JtlThread {
    /// Waits until everything is written; every [`SampleLog`] of it must be gone. The number of samples.
    pub fn finish(self) -> Result<u64, Failure> {
        match self.thread.join() {
            Ok(written) => written.map_err(|e| failure(&e)),
            Err(_) => Err(Failure::internal("write the sample log".to_owned())),
        }
    }
}

fn failure(error: &JtlError) -> Failure {
    Failure::internal(chain(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_several_runs_has_a_file_of_its_own() {
        let file = JtlRequest::to_file(Path::new("out/all.jtl"));
        let next_to = JtlRequest { place: JtlPlace::BackgroundRun, ..file.clone() };
        let run = Path::new("runs/x/fast-2.plimsoll");
        assert_eq!(file.path(run, 1), Path::new("out/all.jtl"));
        assert_eq!(file.path(run, 4), Path::new("out/all-fast-2.jtl"));
        assert_eq!(next_to.path(run, 4), Path::new("runs/x/fast-2.jtl"));
    }
}
