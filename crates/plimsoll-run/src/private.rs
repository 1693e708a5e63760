//! Files that hold results: for whoever made the run, and nobody else on the machine.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// Read and written by their owner.
#[cfg(unix)]
const FILE_MODE: u32 = 0o600;
#[cfg(unix)]
const FOLDER_MODE: u32 = 0o700;

/// A file that is made by these options is its owner's alone; one that is there stays as it is.
pub fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, FILE_MODE);
    options
}

/// As [`File::create`].
pub fn create_private(path: &Path) -> io::Result<File> {
    private(OpenOptions::new().write(true).create(true).truncate(true)).open(path)
}

/// A new folder; its parents must be there.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    folders().create(path)
}

/// As [`std::fs::create_dir_all`]: what is made of it is its owner's alone.
pub fn create_private_folders(path: &Path) -> io::Result<()> {
    folders().recursive(true).create(path)
}

#[cfg(unix)]
fn folders() -> DirBuilder {
    let mut builder = DirBuilder::new();
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER_MODE);
    builder
}

#[cfg(not(unix))]
fn folders() -> DirBuilder {
    DirBuilder::new()
}
