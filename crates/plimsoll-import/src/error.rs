//! Why nothing was imported. What is wrong with one file of several is told in the [`ImportOutcome`](crate::Outcome).

use plimsoll_run::StoreError;
use std::io;
use std::path::PathBuf;

fn of_files(files: &[(String, String)]) -> String {
    match files {
        [(name, _)] => name.clone(),
        _ => format!("the {} files", files.len()),
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("find any file in {}", .0.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(", "))]
    NoFiles(Vec<PathBuf>),
    /// Each file with its reason, and whether the formats of all of them are known.
    #[error("take anything of {}", of_files(files))]
    NothingRead { files: Vec<(String, String)>, recognised: bool },
    #[error("choose one of the tests {} of {file}", .tests.join(", "))]
    SeveralTests { file: String, tests: Vec<String> },
    #[error("find the test {test:?} in {file}: there are {}", .tests.join(", "))]
    NoSuchTest { file: String, test: String, tests: Vec<String> },
    #[error("write {}: there is a file of that name", .0.display())]
    Exists(PathBuf),
    #[error("write {}", .path.display())]
    Write { path: PathBuf, source: io::Error },
    /// Of the file that parts of seconds wait in.
    #[error("keep what was read beside the output")]
    Waiting(#[source] io::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("place the steps of {file}: {reason}")]
    StepTable { file: String, reason: String },
    /// Of what a tool printed, or a table of loads, nothing is a load with its throughput.
    #[error("take any load of {file}: {reason}")]
    NoLoads { file: String, reason: String },
}

impl ImportError {
    /// What the user can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            ImportError::NoFiles(_) => Some("name files, folders or archives that hold logs or result files"),
            ImportError::NothingRead { recognised: true, .. } => None,
            ImportError::NothingRead { .. } => {
                Some("--format FILE=FORMAT names a format; docs/import.md lists them")
            }
            ImportError::SeveralTests { .. } | ImportError::NoSuchTest { .. } => {
                Some("--test NAME chooses one; a folder that exists as -o takes all")
            }
            ImportError::Exists(_) => Some("choose another name with -o; a run is never overwritten"),
            ImportError::Waiting(_) => Some("there must be room in the output's folder for twice the run"),
            ImportError::Write { .. } => Some("check that the folder exists and what you may do in it"),
            ImportError::Store(error) => error.hint(),
            ImportError::NoLoads { .. } => None,
            ImportError::StepTable { .. } => {
                Some("the columns start and end are needed: 2020-12-09T13:00:42")
            }
        }
    }

    /// The user's input is the reason, not Plimsoll or the machine.
    pub fn is_input(&self) -> bool {
        !matches!(self, ImportError::Write { .. } | ImportError::Waiting(_) | ImportError::Store(_))
    }
}
