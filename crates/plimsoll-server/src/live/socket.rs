//! Sockets with a path, where the system has them.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Of which each answer comes within `wait`. A path has 107 bytes at most (unix(7)); a longer one is gone to by its open folder.
#[cfg(unix)]
pub fn connect(socket: &Path, wait: Duration) -> io::Result<std::os::unix::net::UnixStream> {
    use std::os::unix::net::UnixStream;
    let stream = match socket.as_os_str().len() < 100 {
        true => UnixStream::connect(socket)?,
        false => {
            let (_folder, short) = by_folder(socket)?;
            UnixStream::connect(short)?
        }
    };
    stream.set_read_timeout(Some(wait))?;
    stream.set_write_timeout(Some(wait))?;
    Ok(stream)
}

/// The open folder of a socket, and a short path by it, which holds while it is open.
#[cfg(unix)]
pub fn by_folder(socket: &Path) -> io::Result<(std::fs::File, PathBuf)> {
    use std::os::fd::AsRawFd;
    let folder =
        std::fs::File::open(socket.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")))?;
    let name = socket.file_name().unwrap_or_default();
    let short = PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd())).join(name);
    Ok((folder, short))
}

#[cfg(not(unix))]
pub fn connect(_: &Path, _: Duration) -> io::Result<io::Cursor<Vec<u8>>> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(unix))]
pub fn by_folder(_: &Path) -> io::Result<(std::fs::File, PathBuf)> {
    Err(io::ErrorKind::Unsupported.into())
}
