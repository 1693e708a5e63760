//! The browser of this machine.

use crate::exit::Failure;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names a browser that is not on the PATH.
const VARIABLE: &str = "PLIMSOLL_CHROMIUM";
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// What [`VARIABLE`] names, or the first of the usual names on the PATH. `why` it is needed, and what there is `instead` of it.
pub fn find(why: &str, instead: &str) -> Result<PathBuf, Failure> {
    if let Some(named) = std::env::var_os(VARIABLE).filter(|named| !named.is_empty()) {
        return on_path(Path::new(&named)).ok_or_else(|| {
            let named = Path::new(&named).display();
            Failure::input(format!("{VARIABLE} names {named}, which is not there"))
                .with_hint("it is the path of Chromium or Chrome")
        });
    }
    NAMES.iter().find_map(|name| on_path(Path::new(name))).ok_or_else(|| {
        Failure::input(format!("{why}, and none is on the PATH"))
            .with_hint(format!("install chromium, or set {VARIABLE} to Chromium or Chrome; {instead}"))
    })
}

/// Without its questions of a first start.
pub fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(["--no-first-run", "--no-default-browser-check"]);
    // Chromium refuses its sandbox to root.
    if rustix::process::geteuid().is_root() {
        command.arg("--no-sandbox");
    }
    command
}

/// A program by its path, or by its name on the PATH.
pub fn on_path(name: &Path) -> Option<PathBuf> {
    if name.components().count() > 1 {
        return name.is_file().then(|| name.to_owned());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}
