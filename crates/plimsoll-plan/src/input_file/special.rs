//! What has a name in a folder and is no file, where the system has such things.

use std::fs::{File, FileType};
use std::io;
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialFile {
    Pipe,
    Socket,
    Device,
}

impl SpecialFile {
    #[cfg(unix)]
    pub fn of(kind: FileType) -> Option<SpecialFile> {
        use std::os::unix::fs::FileTypeExt;
        let kinds = [
            (kind.is_fifo(), SpecialFile::Pipe),
            (kind.is_socket(), SpecialFile::Socket),
            (kind.is_char_device() || kind.is_block_device(), SpecialFile::Device),
        ];
        kinds.into_iter().find(|(is_it, _)| *is_it).map(|(_, special)| special)
    }

    #[cfg(not(unix))]
    pub fn of(_: FileType) -> Option<SpecialFile> {
        None
    }
}

/// Without waiting for somebody who writes to it, if it is a pipe.
#[cfg(unix)]
pub fn open_at_once(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    // O_NONBLOCK of open(2): Linux', or that of the BSDs and macOS.
    const O_NONBLOCK: i32 = if cfg!(target_os = "linux") { 0o4000 } else { 0x4 };
    File::options().read(true).custom_flags(O_NONBLOCK).open(path)
}

#[cfg(not(unix))]
pub fn open_at_once(path: &Path) -> io::Result<File> {
    File::open(path)
}
