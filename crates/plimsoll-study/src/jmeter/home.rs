//! Where the user's JMeter is.

use plimsoll_run::ScratchFolder;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An installed JMeter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JmeterHome {
    /// The folder that `bin` is in.
    pub folder: PathBuf,
    /// As it says itself: `5.6.3`.
    pub version: String,
}

#[derive(Debug, thiserror::Error)]
pub enum HomeError {
    #[error("{folder} is no JMeter: it has no bin/ApacheJMeter.jar", folder = folder.display())]
    NotJmeter { folder: PathBuf },
    #[error("no JMeter was found")]
    Missing,
    #[error("failed to start JMeter in {folder}", folder = folder.display())]
    Start { folder: PathBuf, source: std::io::Error },
    #[error("JMeter in {folder} does not run: {said}", folder = folder.display())]
    DoesNotRun { folder: PathBuf, said: String },
}

impl HomeError {
    /// What the user can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            HomeError::NotJmeter { .. } => {
                "name the folder that JMeter was unpacked into: bin and lib are in it"
            }
            HomeError::Missing => {
                "install JMeter (https://jmeter.apache.org, with Java), and say where it is with --jmeter-home or \
                 JMETER_HOME, or put its bin folder on PATH"
            }
            HomeError::Start { .. } => {
                "is Java installed? `java -version` shows it; JAVA_HOME may name another one"
            }
            HomeError::DoesNotRun { .. } => "does `jmeter -v` work? JMeter 5.6 needs Java 8 or later",
        }
    }
}

impl JmeterHome {
    /// Looks for it: where the user says, in `JMETER_HOME`, for `jmeter` on `PATH`, in the usual folders. It is started
    /// once, for its version; that takes a second or two.
    pub fn find(asked: Option<&Path>) -> Result<JmeterHome, HomeError> {
        let folder = JmeterHome::folder(asked)?;
        let version = version(&folder)?;
        Ok(JmeterHome { folder, version })
    }

    /// Starts the JMeter in this folder, with whatever the environment says; arguments are to be added.
    pub fn command(folder: &Path) -> Command {
        command(folder, std::env::var_os("JVM_ARGS").unwrap_or_default())
    }

    /// As [`JmeterHome::find`], without starting it.
    pub fn folder(asked: Option<&Path>) -> Result<PathBuf, HomeError> {
        let variable = std::env::var_os("JMETER_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
        if let Some(folder) = asked.map(Path::to_owned).or(variable) {
            return if is_home(&folder) { Ok(folder) } else { Err(HomeError::NotJmeter { folder }) };
        }
        on_path().or_else(in_usual_folders).ok_or(HomeError::Missing)
    }
}

fn is_home(folder: &Path) -> bool {
    folder.join("bin/ApacheJMeter.jar").is_file()
}

fn on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let programs = std::env::split_paths(&path).map(|folder| folder.join("jmeter"));
    programs.filter_map(|program| program.canonicalize().ok()).find_map(|program| {
        let home = program.parent()?.parent()?.to_owned();
        is_home(&home).then_some(home)
    })
}

fn in_usual_folders() -> Option<PathBuf> {
    let mut parents = vec![PathBuf::from("/opt"), PathBuf::from("/usr/local"), PathBuf::from("/usr/share")];
    parents.extend(std::env::var_os("HOME").map(PathBuf::from));
    let mut found: Vec<PathBuf> = parents
        .iter()
        .filter_map(|parent| std::fs::read_dir(parent).ok())
        .flat_map(|entries| entries.flatten())
        .filter(|entry| {
            let name = entry.file_name().to_string_lossy().to_lowercase();
            name.starts_with("jmeter") || name.starts_with("apache-jmeter")
        })
        .map(|entry| entry.path())
        .filter(|folder| is_home(folder))
        .collect();
    // The highest version, as far as names tell.
    found.sort();
    found.pop()
}

/// The command that starts JMeter: its own script, which reads `setenv.sh`, or Java where there is none.
fn command(folder: &Path, jvm_arguments: OsString) -> Command {
    let script = folder.join("bin/jmeter");
    let mut command = if script.is_file() {
        let mut command = Command::new("sh");
        command.arg(script);
        command
    } else {
        by_java(folder, &jvm_arguments)
    };
    command.env("JVM_ARGS", jvm_arguments);
    command
}

/// The command that starts JMeter as load generator. Out of memory, a JMeter measures nothing but itself: it is to end at once, and without a file of the size of its
/// heap in the user's folder. What the user gives comes later and counts.
pub(super) fn generator_command(folder: &Path) -> Command {
    let mut arguments = OsString::from("-XX:-HeapDumpOnOutOfMemoryError -XX:+ExitOnOutOfMemoryError ");
    arguments.push(std::env::var_os("JVM_ARGS").unwrap_or_default());
    command(folder, arguments)
}

/// As the script starts it.
fn by_java(folder: &Path, jvm_arguments: &OsStr) -> Command {
    let java = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty());
    let mut command =
        Command::new(java.map_or(PathBuf::from("java"), |home| PathBuf::from(home).join("bin/java")));
    let words = |name: &str, default: &str| {
        let text = std::env::var(name).unwrap_or_else(|_| default.to_owned());
        text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    command
        .args(words("HEAP", "-Xms1g -Xmx1g -XX:MaxMetaspaceSize=256m"))
        .args(words("GC_ALGO", "-XX:+UseG1GC -XX:MaxGCPauseMillis=100 -XX:G1ReservePercent=20"))
        .args(["-Djava.security.egd=file:/dev/urandom", "-Duser.language=en", "-Duser.region=EN"])
        .args(jvm_arguments.to_string_lossy().split_whitespace())
        .args(words("JMETER_OPTS", ""))
        .arg("-jar")
        .arg(folder.join("bin/ApacheJMeter.jar"));
    command
}

fn version(folder: &Path) -> Result<String, HomeError> {
    let start = |source| HomeError::Start { folder: folder.to_owned(), source };
    // It writes a log in any case.
    let scratch = ScratchFolder::new("jmeter").map_err(start)?;
    let output = JmeterHome::command(folder)
        .arg("-v")
        .arg("-j")
        .arg(scratch.path().join("jmeter.log"))
        .current_dir(scratch.path())
        .stdin(Stdio::null())
        .output()
        .map_err(start)?;
    let said = String::from_utf8_lossy(&output.stdout);
    let is_version = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.') && !word.ends_with('.')
    };
    match said.split_whitespace().find(is_version) {
        Some(version) => Ok(version.to_owned()),
        None => {
            let errors = String::from_utf8_lossy(&output.stderr);
            let last = errors.lines().chain(said.lines()).rfind(|line| !line.trim().is_empty());
            let said = last.unwrap_or("it said nothing").trim().to_owned();
            Err(HomeError::DoesNotRun { folder: folder.to_owned(), said })
        }
    }
}
