//! Files of folders and archives, one after another, each as a stream of its content.

use crate::settings::ImportSettings;
use flate2::read::MultiGzDecoder;
use plimsoll_plan::input_file::SpecialFile;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

/// One file, wherever it lies.
pub struct FoundFile<'a> {
    /// The path as the user began it; inside an archive `logs.zip:host/vmstat.log`.
    pub name: String,
    /// Folders (and an archive) below what the user named, and the file's own name.
    pub parts: Vec<String>,
    /// On the disk; of an archive's members the unpacked one, where it is known.
    pub bytes: u64,
    pub content: FileContent<'a>,
}

pub enum FileContent<'a> {
    /// A file that is not packed: may be read in any way.
    Plain(&'a Path),
    Stream(&'a mut dyn Read),
    /// Why it can't be read.
    Broken(String),
}

/// Members of one archive, and files of all folders; what is beyond is told and left out.
const FILES_MAX: usize = 100_000;
const DEPTH_MAX: usize = 32;

/// Visits all files, in the order of their names within each of the paths; always in the same order.
pub fn each(paths: &[PathBuf], settings: &ImportSettings, visit: &mut dyn FnMut(FoundFile<'_>)) {
    let mut walk = Walk { settings, count: 0, within: Vec::new(), visit };
    for path in paths {
        let own_name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        if path.is_dir() {
            walk.folder(path, &[], 0);
        } else {
            walk.file(path, own_name.into_iter().collect());
        }
    }
}

struct Walk<'a> {
    settings: &'a ImportSettings,
    count: usize,
    /// The folders that the walk is in, without links: one may lead back into them.
    within: Vec<PathBuf>,
    visit: &'a mut dyn FnMut(FoundFile<'_>),
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, parts: &[String], depth: usize) {
        let own = std::fs::canonicalize(folder);
        let entries = match (own, std::fs::read_dir(folder)) {
            (Ok(own), Ok(_)) if self.within.contains(&own) => {
                return self.broken(folder, parts, "it is a link to a folder that it is in".to_owned());
            }
            (Ok(own), Ok(entries)) if depth < DEPTH_MAX => {
                self.within.push(own);
                entries
            }
            (Ok(_), Ok(_)) => return self.broken(folder, parts, "folders are nested too deep".to_owned()),
            (Err(error), _) | (_, Err(error)) => return self.broken(folder, parts, error.to_string()),
        };
        let mut entries: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        entries.sort();
        for path in entries {
            let Some(name) = path.file_name().map(|name| name.to_string_lossy().into_owned()) else {
                continue;
            };
            // Run files, and what is not meant to be seen.
            if name.starts_with('.') || path.extension().is_some_and(|e| e == "run") {
                continue;
            }
            let parts: Vec<String> = parts.iter().cloned().chain([name]).collect();
            if self.count > FILES_MAX {
                break;
            }
            if path.is_dir() {
                self.folder(&path, &parts, depth + 1);
            } else {
                self.file(&path, parts);
            }
        }
        self.within.pop();
    }

    fn file(&mut self, path: &Path, parts: Vec<String>) {
        if self.settings.file.as_deref() == Some(path) {
            return;
        }
        self.count += 1;
        if self.count > FILES_MAX {
            if self.count == FILES_MAX + 1 {
                self.broken(path, &parts, format!("more than {FILES_MAX} files; the rest is left out"));
            }
            return;
        }
        // To open a pipe waits for whoever writes into it, and a device has no end.
        if let Some(what) = std::fs::metadata(path).ok().and_then(|found| SpecialFile::of(found.file_type()))
        {
            let what = match what {
                SpecialFile::Pipe => "a pipe",
                SpecialFile::Socket => "a socket",
                SpecialFile::Device => "a device",
            };
            return self.broken(path, &parts, format!("it is {what}, no file: copy what it gives into one"));
        }
        let opened = File::open(path).and_then(|file| {
            let bytes = file.metadata()?.len();
            let mut file = BufReader::with_capacity(256 * 1024, file);
            let packing = packing(&mut file)?;
            Ok((file, bytes, packing))
        });
        let (mut file, bytes, packing) = match opened {
            Ok(opened) => opened,
            Err(error) => return self.broken(path, &parts, error.to_string()),
        };
        let name = path.display().to_string();
        match packing {
            Packing::None if is_tar(&name) => self.tar(&name, &parts, &mut file),
            Packing::None => {
                (self.visit)(FoundFile { name, parts, bytes, content: FileContent::Plain(path) })
            }
            Packing::Zip => self.zip(&name, &parts, file),
            Packing::Gzip => self.unpacked(&name, parts, bytes, &mut MultiGzDecoder::new(file)),
            Packing::Zstd => match ruzstd::decoding::StreamingDecoder::new(file) {
                Ok(mut decoder) => self.unpacked(&name, parts, bytes, &mut decoder),
                Err(error) => self.broken(path, &parts, error.to_string()),
            },
        }
    }

    fn unpacked(&mut self, name: &str, parts: Vec<String>, bytes: u64, content: &mut dyn Read) {
        if is_tar(name) {
            return self.tar(name, &parts, content);
        }
        let content = FileContent::Stream(content);
        (self.visit)(FoundFile { name: name.to_owned(), parts, bytes, content });
    }

    fn tar(&mut self, name: &str, parts: &[String], content: &mut dyn Read) {
        let mut archive = tar::Archive::new(content);
        let entries = match archive.entries() {
            Ok(entries) => entries,
            Err(error) => return self.broken(Path::new(name), parts, error.to_string()),
        };
        for (number, entry) in entries.enumerate() {
            // What is cut off can't be skipped over: the rest of the archive is lost.
            let mut entry = match entry {
                Ok(entry) if number < FILES_MAX => entry,
                Ok(_) => return self.broken(Path::new(name), parts, format!("more than {FILES_MAX} files")),
                Err(error) => return self.broken(Path::new(name), parts, error.to_string()),
            };
            if !entry.header().entry_type().is_file() {
                continue;
            }
            let inside = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let bytes = entry.size();
            self.member(name, parts, &inside, bytes, &mut entry);
        }
    }

    fn zip<R: Read + Seek>(&mut self, name: &str, parts: &[String], file: R) {
        let mut archive = match zip::ZipArchive::new(file) {
            Ok(archive) => archive,
            Err(error) => return self.broken(Path::new(name), parts, error.to_string()),
        };
        for index in 0..archive.len().min(FILES_MAX) {
            match archive.by_index(index) {
                Ok(mut member) if member.is_file() => {
                    let inside = String::from_utf8_lossy(member.name_raw()).into_owned();
                    let bytes = member.size();
                    self.member(name, parts, &inside, bytes, &mut member);
                }
                Ok(_) => {}
                Err(error) => self.broken(Path::new(name), parts, error.to_string()),
            }
        }
    }

    fn member(&mut self, archive: &str, parts: &[String], inside: &str, bytes: u64, content: &mut dyn Read) {
        let own = inside.split('/').filter(|part| !part.is_empty() && *part != ".");
        let own: Vec<String> = own.map(str::to_owned).collect();
        if own.iter().any(|part| part.starts_with('.') || part == "__MACOSX") {
            return;
        }
        let parts: Vec<String> = parts.iter().cloned().chain(own).collect();
        let name = format!("{archive}:{inside}");
        let mut buffered = BufReader::with_capacity(256 * 1024, content);
        let content: &mut dyn Read = match packing(&mut buffered) {
            Ok(Packing::Gzip) => &mut MultiGzDecoder::new(buffered),
            Ok(_) => &mut buffered,
            Err(error) => {
                let content = FileContent::Broken(error.to_string());
                return (self.visit)(FoundFile { name, parts, bytes, content });
            }
        };
        (self.visit)(FoundFile { name, parts, bytes, content: FileContent::Stream(content) });
    }

    fn broken(&mut self, path: &Path, parts: &[String], reason: String) {
        let content = FileContent::Broken(reason);
        (self.visit)(FoundFile {
            name: path.display().to_string(),
            parts: parts.to_vec(),
            bytes: 0,
            content,
        });
    }
}

enum Packing {
    None,
    Gzip,
    Zstd,
    Zip,
}

/// By the first bytes, which stay unread.
fn packing<R: Read>(file: &mut BufReader<R>) -> io::Result<Packing> {
    let head = io::BufRead::fill_buf(file)?;
    Ok(match head {
        [0x1f, 0x8b, ..] => Packing::Gzip,
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Packing::Zstd,
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Packing::Zip,
        _ => Packing::None,
    })
}

fn is_tar(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [".tar", ".tar.gz", ".tgz", ".tar.zst"].iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_ends_whatever_lies_in_its_folders() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("a.log"), "x").expect("written");
        std::fs::create_dir_all(at("deep/er")).expect("made");
        std::os::unix::fs::symlink(folder.path(), at("deep/er/loop")).expect("a link");
        std::os::unix::fs::symlink(at("deep"), at("deep/er/other")).expect("a link");
        std::os::unix::fs::symlink("/dev/zero", at("zeros.log")).expect("a link");
        let _socket = std::os::unix::net::UnixListener::bind(at("socket")).expect("a socket");
        let made = std::process::Command::new("mkfifo").arg(at("pipe.jtl")).status().expect("mkfifo");
        assert!(made.success());
        let mut found = Vec::new();
        each(&[folder.path().to_owned(), at("pipe.jtl")], &ImportSettings::default(), &mut |file| {
            let why = match file.content {
                FileContent::Broken(reason) => reason,
                _ => "read".to_owned(),
            };
            found.push((file.parts.join("/"), why));
        });
        let found: Vec<String> = found.iter().map(|(name, why)| format!("{name}: {why}")).collect();
        let copy = "copy what it gives into one";
        let expected = [
            "a.log: read".to_owned(),
            "deep/er/loop: it is a link to a folder that it is in".to_owned(),
            "deep/er/other: it is a link to a folder that it is in".to_owned(),
            format!("pipe.jtl: it is a pipe, no file: {copy}"),
            format!("socket: it is a socket, no file: {copy}"),
            format!("zeros.log: it is a device, no file: {copy}"),
            format!("pipe.jtl: it is a pipe, no file: {copy}"),
        ];
        assert_eq!(found, expected);
    }
}
