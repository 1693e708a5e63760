//! Reading of files that a plan or a command line names, whatever they turn out to be.

mod placed;
mod special;

pub use placed::{place_under, placed};
pub use special::SpecialFile;
use special::open_at_once;
use std::fs::{File, FileType};
use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, Instant};

/// Longest file that is read as a whole, bytes.
pub const FILE_BYTES_MAX: u64 = 2 << 30;
/// How long a pipe may be silent: `<(command)` may ask somebody for something.
const PIPE_PATIENCE: Duration = Duration::from_secs(60);
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The whole file. An error where it is a device (but `/dev/null`) or a socket, longer than [`FILE_BYTES_MAX`], or a pipe
/// to which nobody writes for a minute.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_within(path, FILE_BYTES_MAX, PIPE_PATIENCE)
}

/// The same as text in UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8"))
}

/// The file for reading piece by piece; not a device, a socket or a pipe.
pub fn open(path: &Path) -> io::Result<File> {
    let file = open_at_once(&placed(path))?;
    let kind = file.metadata()?.file_type();
    match SpecialFile::of(kind) {
        Some(SpecialFile::Pipe) => Err(io::Error::other("it is a pipe, which can't be read line by line")),
        _ => refusal(kind, path).map_or(Ok(file), Err),
    }
}

fn read_within(path: &Path, bytes_max: u64, patience: Duration) -> io::Result<Vec<u8>> {
    let file = open_at_once(&placed(path))?;
    let kind = file.metadata()?.file_type();
    if let Some(error) = refusal(kind, path) {
        return Err(error);
    }
    let mut bytes = Vec::new();
    let mut part = (&file).take(bytes_max + 1);
    match SpecialFile::of(kind) {
        Some(SpecialFile::Pipe) => read_pipe(&mut part, &mut bytes, patience)?,
        _ => {
            part.read_to_end(&mut bytes)?;
        }
    }
    match bytes.len() as u64 > bytes_max {
        true => Err(io::Error::other(format!("it is longer than {} MB", bytes_max >> 20))),
        false => Ok(bytes),
    }
}

fn refusal(kind: FileType, path: &Path) -> Option<io::Error> {
    match SpecialFile::of(kind)? {
        SpecialFile::Device if path != Path::new("/dev/null") => {
            Some(io::Error::other("it is a device, not a file"))
        }
        SpecialFile::Socket => Some(io::Error::other("it is a socket, not a file")),
        SpecialFile::Device | SpecialFile::Pipe => None,
    }
}

/// To the end of a pipe: until all have closed it who write to it, and at least one has written.
fn read_pipe(pipe: &mut impl Read, bytes: &mut Vec<u8>, patience: Duration) -> io::Result<()> {
    let mut heard = Instant::now();
    let mut piece = vec![0; 64 * 1024];
    loop {
        match pipe.read(&mut piece) {
            Ok(0) if !bytes.is_empty() => return Ok(()),
            // Nobody has opened it for writing yet, or who had has written nothing.
            Ok(0) => {}
            Ok(count) => {
                bytes.extend_from_slice(&piece[..count]);
                heard = Instant::now();
                continue;
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
        if heard.elapsed() > patience {
            let seconds = patience.as_secs();
            return Err(io::Error::other(format!("it is a pipe from which nothing came for {seconds} s")));
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn said(path: &Path) -> String {
        read_within(path, 1 << 20, Duration::from_millis(50)).expect_err("it is no file").to_string()
    }

    #[test]
    fn devices_endless_files_and_silent_pipes_are_refused() {
        let folder = std::env::temp_dir().join(format!("plimsoll-input-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (pipe, socket, long) = (folder.join("pipe"), folder.join("socket"), folder.join("long"));
        let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
        assert!(made.success());
        let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
        File::create(&long).and_then(|file| file.set_len((1 << 20) + 1)).expect("a file");
        assert_eq!(said(Path::new("/dev/zero")), "it is a device, not a file");
        assert_eq!(said(&long), "it is longer than 1 MB");
        assert_eq!(said(&pipe), "it is a pipe from which nothing came for 0 s");
        assert!(read_within(&socket, 9, Duration::ZERO).is_err());
        for path in [Path::new("/dev/zero"), &pipe, &socket] {
            assert!(open(path).is_err(), "{}", path.display());
        }
        assert!(open(&long).is_ok());
        assert_eq!(read(Path::new("/dev/null")).expect("it is empty"), b"");
        let mut writer = Command::new("sh").args(["-c", "sleep 0.1; printf abc > \"$0\""]).arg(&pipe).spawn();
        assert_eq!(read(&pipe).expect("it is written to"), b"abc");
        writer.as_mut().expect("sh runs").wait().expect("it ends");
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
