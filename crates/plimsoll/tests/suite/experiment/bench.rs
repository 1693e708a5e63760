//! A folder with a plan and a study, and the program on it.

use crate::program::{self, said};
use plimsoll_report::{Language, Words, notes};
use plimsoll_run::{EndReason, NoteKind, Run};
use plimsoll_testkit::ports::free_port;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Gone with its folder.
pub struct Bench {
    folder: tempfile::TempDir,
    /// A port that was free a moment ago.
    pub port: u16,
}

impl Bench {
    /// With a plan of these steps in `p.yaml`; `PORT` in it is a free port.
    pub fn new(plan: &str) -> Bench {
        let bench = Bench { folder: tempfile::tempdir().expect("a folder"), port: free_port() };
        bench.write("p.yaml", plan);
        bench
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        let text = text.replace("PORT", &self.port.to_string());
        std::fs::write(self.path(name), text).expect("written");
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program::command(self.folder(), arguments);
        command.env("PLIMSOLL", program::PLIMSOLL);
        command
    }

    /// Runs `s.yaml` with this text into the folder `out`.
    pub fn run(&self, study: &str) -> Output {
        self.write("s.yaml", study);
        self.command(&["run", "s.yaml", "-o", "out", "--workers", "1"]).output().expect("the program starts")
    }

    pub fn opened(&self, name: &str) -> Run {
        Run::open(&self.path("out").join(name)).expect("a run file")
    }

    /// What `check` says of the study, and its exit code.
    pub fn check(&self, study: &str) -> (String, Option<i32>) {
        self.write("s.yaml", study);
        let output = self.command(&["check", "s.yaml"]).output().expect("the program starts");
        (said(&output), output.status.code())
    }
}

pub fn reason(run: &Run) -> &EndReason {
    &run.end.as_ref().expect("an end").reason
}

pub fn warnings(run: &Run) -> Vec<String> {
    let words = Words::new(Language::English);
    let warnings = run.notes.iter().filter(|n| n.kind == NoteKind::Warning);
    warnings.map(|note| notes::content(&words, &note.content)).collect()
}

/// Why it failed.
pub fn failure(run: &Run) -> String {
    let EndReason::Failed(why) = reason(run) else { panic!("{:?}", reason(run)) };
    notes::failure(&Words::new(Language::English), why)
}
