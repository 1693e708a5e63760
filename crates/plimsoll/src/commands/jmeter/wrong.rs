//! What JMeter says when something is wrong, and the folder of its report.

use super::options::{self, JmeterOptions};
use crate::exit::Exit;
use crate::stdout;
use plimsoll_formats::Properties;
use std::path::{Path, PathBuf};

/// As JMeter says that something is wrong, and ends with 1.
pub fn occurred(what: &str) -> Exit {
    stdout::print(&format!("An error occurred: {what}\n"));
    Exit::Failed
}

/// As JMeter says that it was called wrongly, and ends with 0.
pub fn incorrect(what: &str) -> Exit {
    stdout::print(&format!("Incorrect Usage:{what}\n{}\n", options::describe()));
    Exit::Done
}

/// As Java makes it: nothing is taken out of it.
pub fn absolute(path: &Path) -> PathBuf {
    std::env::current_dir().unwrap_or_default().join(path)
}

/// The folder for the report, if something may be written there; with `-f` what is in it is deleted.
pub fn report_folder(options: &JmeterOptions, properties: &Properties) -> Result<PathBuf, String> {
    let named = options.value('o').or(properties.get("jmeter.reportgenerator.outputdir").map(String::as_str));
    let folder = absolute(Path::new(named.unwrap_or("report-output")));
    let cannot = |why: String| format!("Cannot write to '{}' {why}", folder.display());
    if folder.is_file() {
        make_room_of_file(&folder, options.has('f')).map_err(cannot)?;
    } else if std::fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some()) {
        make_room_of_folder(&folder, options.has('f')).map_err(cannot)?;
    }
    std::fs::create_dir_all(&folder).map_err(|error| cannot(format!("as it can't be made: {error}")))?;
    Ok(folder)
}

fn make_room_of_file(file: &Path, force: bool) -> Result<(), String> {
    if !force {
        return Err("as it is an existing file".to_owned());
    }
    std::fs::remove_file(file).map_err(|_| "as it is an existing file and delete failed".to_owned())
}

fn make_room_of_folder(folder: &Path, force: bool) -> Result<(), String> {
    if !force {
        return Err("as folder is not empty".to_owned());
    }
    let here = std::env::current_dir().unwrap_or_default();
    if folder.canonicalize().is_ok_and(|folder| here.starts_with(folder)) {
        return Err("as the current folder is in it".to_owned());
    }
    let failed = |error| format!("as folder is not empty and cleanup failed with error:{error}");
    std::fs::remove_dir_all(folder).map_err(failed)
}
