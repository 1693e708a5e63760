//! Where runs and reports are put.

use crate::exit::{Failure, chain};
use crate::{message, outputs};
use plimsoll_analysis::Observations;
use plimsoll_run::private::{create_private, create_private_folder, create_private_folders};
use plimsoll_run::{Run, StoreError, Variant};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The ending of run files.
pub const RUN_EXTENSION: &str = "run";

/// Runs of one name that may begin in one second.
const SAME_SECOND_MAX: u32 = 1000;

/// The folder for a new set of runs; made, and empty. One that holds an earlier run keeps it: the new one gets a folder
/// in it.
pub fn output_folder(asked: Option<&Path>, name: &str) -> Result<PathBuf, Failure> {
    let Some(folder) = asked else {
        let stamp = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
        return own_folder(&Path::new("runs").join(format!("{}-{stamp}", file_name(name))));
    };
    create_private_folders(folder).map_err(|e| cannot_make(folder, &e))?;
    let mut entries = std::fs::read_dir(folder).map_err(|e| cannot_make(folder, &e))?;
    if entries.next().is_some() {
        if holds_runs(folder) {
            let stamp = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
            let own = own_folder(&folder.join(stamp))?;
            let (earlier, own_name) = (folder.display(), own.display());
            message::say(&format!(
                "{earlier} holds an earlier run, which is kept; this one goes into {own_name}"
            ));
            return Ok(own);
        }
        let text = format!("the folder {} is not empty; a run never overwrites another", folder.display());
        return Err(Failure::input(text).with_hint("name a new folder with -o, or remove this one"));
    }
    Ok(folder.to_owned())
}

/// An earlier run lies in it, or in a folder in it.
fn holds_runs(folder: &Path) -> bool {
    let is_run = |path: &Path| path.extension().is_some_and(|extension| extension == RUN_EXTENSION);
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
    };
    let found = inside(folder);
    found.iter().any(|path| is_run(path))
        || found.iter().filter(|path| path.is_dir()).any(|path| inside(path).iter().any(|path| is_run(path)))
}

/// A folder that nobody else has made; of a name that is taken the next: `p-20261122-001407-2`.
fn own_folder(wanted: &Path) -> Result<PathBuf, Failure> {
    if let Some(parent) = wanted.parent() {
        std::fs::create_dir_all(parent).map_err(|e| cannot_make(parent, &e))?;
    }
    let mut folder = wanted.to_owned();
    for number in 2..=SAME_SECOND_MAX {
        match create_private_folder(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
                return Err(cannot_make(&folder, &error));
            }
            Err(_) => {
                let mut name = wanted.as_os_str().to_owned();
                name.push(format!("-{number}"));
                folder = PathBuf::from(name);
            }
        }
    }
    let text = format!("{SAME_SECOND_MAX} folders are called {}", wanted.display());
    Err(Failure::input(text).with_hint("-o names another folder"))
}

fn cannot_make(folder: &Path, error: &std::io::Error) -> Failure {
    Failure::internal(format!("failed to make the folder {}: {error}", folder.display()))
        .with_hint("-o names another folder")
}

/// The run file of one variant and repeat.
pub fn run_file(folder: &Path, variant: &Variant, repeat: u32, repeats: u32) -> PathBuf {
    let name = if variant.name.is_empty() { "run".to_owned() } else { file_name(&variant.name) };
    let suffix = if repeats > 1 { format!("-{repeat}") } else { String::new() };
    folder.join(format!("{name}{suffix}.{RUN_EXTENSION}"))
}

/// A name that every file system takes.
fn file_name(name: &str) -> String {
    let keep = |c: char| if c.is_alphanumeric() || "-_.=".contains(c) { c } else { '-' };
    let text: String = name.chars().map(keep).take(80).collect();
    let text = text.trim_matches(['-', '.']);
    if text.is_empty() { "run".to_owned() } else { text.to_owned() }
}

/// The run files that a user means: files as they are, folders with what is in them.
pub fn find_runs(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path)
            .map_err(|e| Failure::input(format!("failed to read the folder {}: {e}", path.display())))?;
        let mut inside: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
        inside.retain(|file| file.extension().is_some_and(|e| e == RUN_EXTENSION));
        if inside.is_empty() {
            return Err(Failure::input(format!("the folder {} holds no run files", path.display())));
        }
        inside.sort();
        found.extend(inside);
    }
    Ok(found)
}

/// A run is no repeat of itself, nor is its copy.
pub fn check_once(files: &[PathBuf]) -> Result<(), Failure> {
    for (place, file) in files.iter().enumerate() {
        if let Some(earlier) = files[..place].iter().find(|earlier| outputs::same_content(earlier, file)) {
            let text = match earlier == file {
                true => format!("{} is named twice", file.display()),
                false => format!("{} and {} are the same run", earlier.display(), file.display()),
            };
            let hint = "a run is no repeat of itself: name each once";
            return Err(Failure::input(text).with_hint(hint));
        }
    }
    Ok(())
}

pub fn store_failure(error: &StoreError) -> Failure {
    let failure = match error {
        StoreError::Missing { .. }
        | StoreError::NotARun { .. }
        | StoreError::Newer { .. }
        | StoreError::Damaged { .. } => Failure::input(format!("failed to {}", chain(error))),
        _ => Failure::internal(format!("failed to {}", chain(error))),
    };
    match error.hint() {
        Some(hint) => failure.with_hint(hint),
        None => failure,
    }
}

/// Opens the runs, with what was observed of their servers, in the order in which they were made.
pub fn open_runs(paths: &[PathBuf]) -> Result<(Vec<Run>, Vec<Observations>), Failure> {
    let mut opened = Vec::new();
    for path in paths {
        opened.push(plimsoll_server::recorded::open(path).map_err(|e| store_failure(&e))?);
    }
    opened.sort_by_key(|(run, _)| run.header.started_unix_us);
    Ok(opened.into_iter().unzip())
}

/// What the servers logged of their requests, without the points: which of them answered when.
pub fn requests(path: &Path) -> Result<Observations, Failure> {
    plimsoll_server::recorded::requests(path).map_err(|error| store_failure(&error))
}

/// Writes a file whole or not at all; into a device or a pipe as they come. A new one is its owner's alone.
pub fn write_whole(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Failure> {
    // A file that took the place of `/dev/null` would be it for every program from then on.
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return std::fs::write(path, contents)
            .map_err(|e| Failure::internal(format!("failed to write {}: {e}", path.display())));
    }
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let write = || -> std::io::Result<()> {
        let mut file = create_private(&partial)?;
        // Who may read it has been decided once.
        if let Ok(earlier) = std::fs::metadata(path) {
            file.set_permissions(earlier.permissions())?;
        }
        file.write_all(contents.as_ref())?;
        file.sync_all()?;
        std::fs::rename(&partial, path)
    };
    write().map_err(|e| {
        // What is half-written must not stay; that it may fail too changes nothing.
        let _ = std::fs::remove_file(&partial);
        Failure::internal(format!("failed to write {}: {e}", path.display()))
            .with_hint("the measurement is kept in the run file; `plimsoll report` writes it elsewhere")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_file_names() {
        for (name, expected) in [
            ("MinLog2 borger lookup", "MinLog2-borger-lookup"),
            ("../x", "x"),
            ("", "run"),
            ("GET=1", "GET=1"),
        ] {
            assert_eq!(file_name(name), expected, "{name}");
        }
    }
}
