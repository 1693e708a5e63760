//! Files that a command is asked to write, before it writes them: what may be lost by it.
//!
//! What a command reads is never replaced. A report replaces an earlier one of its format and nothing else; everything
//! else that is there is replaced only by `--force`.

use crate::exit::Failure;
use std::fs::Metadata;
use std::io::{BufReader, Read};
use std::path::Path;

/// How much of a file tells what it is.
const HEAD_BYTES: u64 = 4 * 1024;

/// A file of its own: nothing that is there, unless it may be replaced.
pub fn check_new<'a>(
    path: &Path,
    inputs: impl IntoIterator<Item = &'a Path>,
    force: bool,
) -> Result<(), Failure> {
    check_no_input(path, inputs)?;
    if force || !is_saved(path) {
        return Ok(());
    }
    let text = format!("{} is there already", path.display());
    Err(Failure::input(text).with_hint("name another file, or replace it with --force"))
}

/// What a command reads must not become what it writes.
pub fn check_no_input<'a>(path: &Path, inputs: impl IntoIterator<Item = &'a Path>) -> Result<(), Failure> {
    if !inputs.into_iter().any(|input| same_file(input, path)) {
        return Ok(());
    }
    let text = format!("{} is what the command reads: it would be lost", path.display());
    Err(Failure::input(text).with_hint("choose another name for it"))
}

/// What is there may be an earlier report, which its first bytes tell.
pub fn check_report(path: &Path, is_report: impl Fn(&str) -> bool, what: &str) -> Result<(), Failure> {
    if !is_saved(path) || head(path).is_ok_and(|head| head.is_empty() || is_report(&head)) {
        return Ok(());
    }
    let text = format!("{} is there already, and it is no {what}", path.display());
    Err(Failure::input(text)
        .with_hint("name another file with -o; only a report of the same format is replaced"))
}

/// Whether both are one file, by whatever names.
pub fn same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |found: Metadata| (found.dev(), found.ino());
    match (std::fs::metadata(one).map(place), std::fs::metadata(other).map(place)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Whether both hold the same, as a copy does.
pub fn same_content(one: &Path, other: &Path) -> bool {
    let metadata = |path: &Path| std::fs::metadata(path).ok().filter(Metadata::is_file);
    let length = |path: &Path| metadata(path).map(|found| found.len());
    if same_file(one, other) {
        return true;
    }
    if length(one).is_none() || length(one) != length(other) {
        return false;
    }
    let bytes = |path: &Path| Some(BufReader::new(std::fs::File::open(path).ok()?).bytes());
    match (bytes(one), bytes(other)) {
        (Some(one), Some(other)) => one.zip(other).all(|pair| matches!(pair, (Ok(a), Ok(b)) if a == b)),
        _ => false,
    }
}

/// A device or a pipe loses nothing by what is written into it.
fn is_saved(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| found.is_file() || found.is_dir())
}

fn head(path: &Path) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(HEAD_BYTES).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
