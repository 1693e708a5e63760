//! The newest run and the one before it of the same study, wherever they lie in a folder.

use super::{DEPTH_MAX, collect, open_run};
use crate::exit::Failure;
use crate::message;
use plimsoll_run::RunHeader;
use std::path::{Path, PathBuf};

/// Run files of one folder, which one command made.
struct Made {
    folder: PathBuf,
    study: String,
    started_unix_us: i64,
}

/// The side before and the side after: the folders that the last two commands of the same study made.
pub fn two(folder: &Path) -> Result<[PathBuf; 2], Failure> {
    let mut files = Vec::new();
    collect(folder, DEPTH_MAX, &mut files)?;
    files.sort();
    let mut made: Vec<Made> = Vec::new();
    for file in &files {
        let header = open_run(file)?.header;
        let (folder, started_unix_us) = (file.parent().unwrap_or(Path::new("")), header.started_unix_us);
        match made.iter_mut().find(|made| made.folder == folder) {
            Some(made) => made.started_unix_us = made.started_unix_us.max(started_unix_us),
            None => made.push(Made { folder: folder.to_owned(), study: study(&header), started_unix_us }),
        }
    }
    made.sort_by_key(|made| made.started_unix_us);
    let Some(last) = made.pop() else {
        return Err(Failure::input(format!("the folder {} holds no run files", folder.display())));
    };
    let before = made.into_iter().rev().find(|made| made.study == last.study);
    let Some(before) = before else {
        let text = format!(
            "{} is the only run of \"{}\" in {}",
            last.folder.display(),
            last.study,
            folder.display()
        );
        return Err(
            Failure::input(text).with_hint("nothing to compare it with yet; the next run will have one")
        );
    };
    message::say(&format!(
        "{} against {}, of \"{}\"",
        last.folder.display(),
        before.folder.display(),
        last.study
    ));
    Ok([before.folder, last.folder])
}

fn study(header: &RunHeader) -> String {
    if header.name.is_empty() { header.plan.file.clone() } else { header.name.clone() }
}
