//! The program, a server and the files of a folder to run it in.

use plimsoll_analysis::analyse;
use plimsoll_run::{Run, StepProblem};
use plimsoll_targets::{Behaviour, Target};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

pub const PLIMSOLL: &str = env!("CARGO_BIN_EXE_plimsoll");

/// Of a run whose load generator was the limit.
const ATTEMPTS: u32 = 4;

pub fn plimsoll(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the program starts")
}

/// A run that measured something, and what the program said.
pub struct Measured {
    pub output: Output,
    /// Its folder.
    pub out: PathBuf,
}

impl Measured {
    pub fn code(&self) -> Option<i32> {
        self.output.status.code()
    }

    pub fn run(&self) -> Run {
        Run::open(&self.out.join("run.run")).unwrap_or_else(|e| panic!("{e}: {}", stderr(&self.output)))
    }
}

/// Runs something into a folder of its own; again, at most four times, while the load generator was the limit, as it is on
/// a busy machine. The last attempt counts whatever it was.
pub fn measured(folder: &Path, arguments: &[&str]) -> Measured {
    measured_by(folder, |out| plimsoll(folder, &[arguments, &["-o", out]].concat()))
}

/// By a command of its own, which is given the name of the folder in this one that the run goes into.
pub fn measured_by(folder: &Path, run: impl Fn(&str) -> Output) -> Measured {
    static RUNS: AtomicU32 = AtomicU32::new(1);
    let mut attempt = 1;
    loop {
        let name = format!("measured{}", RUNS.fetch_add(1, Ordering::Relaxed));
        let output = run(&name);
        let out = folder.join(&name);
        if attempt == ATTEMPTS || !generator_was_the_limit(&out) {
            return Measured { output, out };
        }
        attempt += 1;
    }
}

/// The exit code of a run that is made for something else than its figures: 0, or 4 where its load generator was the limit.
#[track_caller]
pub fn assert_completed(code: Option<i32>, out: &Path) {
    let is_completed = code == Some(0) || code == Some(4) && generator_was_the_limit(out);
    assert!(is_completed, "{code:?}");
}

/// Some step of a run in this folder supports no verdict for want of a load generator.
fn generator_was_the_limit(out: &Path) -> bool {
    has_problem(out, StepProblem::is_generators)
}

/// Some step of a run in this folder has it.
pub fn has_problem(out: &Path, is_so: impl Fn(&StepProblem) -> bool) -> bool {
    let files = std::fs::read_dir(out).into_iter().flatten().flatten().map(|entry| entry.path());
    files.filter(|path| path.extension().is_some_and(|e| e == "run")).any(|path| {
        let Ok(run) = Run::open(&path) else { return false };
        let analysis = analyse(&[run], &[], 1);
        let mut problems = analysis.runs[0].steps.iter().flat_map(|step| &step.problems);
        problems.any(&is_so)
    })
}

pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PLIMSOLL);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

pub fn target(behaviour: Behaviour) -> Target {
    Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), behaviour).expect("a free port")
}

pub fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("written");
    path
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Both streams.
pub fn said(output: &Output) -> String {
    stdout(output) + &stderr(output)
}

/// A plan of one GET to `address`.
pub fn plan(address: SocketAddr, load: &str) -> String {
    format!(
        "plan: p\nscenarios:\n  - {load}\n    steps:\n      - get: http://{address}/\n        label: home\n"
    )
}

/// Runs `arguments` in a folder with `file`; the exit code, and every part must be in stderr.
pub fn check_refused(file: (&str, &str), arguments: &[&str], parts: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), file.0, file.1);
    let output = plimsoll(folder.path(), arguments);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: {part:?} is not in:\n{said}");
    }
    assert!(!said.contains("panicked"), "{said}");
    assert!(!folder.path().join("runs").exists(), "a refused run leaves nothing behind");
}
