//! A plan with the files that it needs, as it travels: each file once, known by its hash.

use crate::message::{FileOrder, PIECE_BYTES, PlanOrder};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Where the content of a file is.
#[derive(Clone, Debug)]
pub enum FileParcel {
    Text(String),
    Path(PathBuf),
}

/// A plan and its files.
#[derive(Clone, Debug, Default)]
pub struct PlanParcel {
    order: Option<Arc<PlanOrder>>,
    contents: HashMap<String, FileParcel>,
}

#[derive(Debug, thiserror::Error)]
pub enum ParcelError {
    #[error("failed to read {path}: {why}")]
    Unreadable { path: PathBuf, why: String },
}

impl PlanParcel {
    /// `plan` and `files` by the absolute paths at which they are here; below one folder they lie to each other at a node
    /// as they do here.
    pub fn new(
        plan: (&Path, FileParcel),
        files: &[PathBuf],
        skip_unsupported: bool,
    ) -> Result<PlanParcel, ParcelError> {
        let mut parcel = PlanParcel::default();
        let mut orders = vec![parcel.add(plan.0, plan.1)?];
        for file in files {
            orders.push(parcel.add(file, FileParcel::Path(file.clone()))?);
        }
        let plan = orders[0].path.clone();
        parcel.order = Some(Arc::new(PlanOrder { plan, skip_unsupported, files: orders }));
        Ok(parcel)
    }

    fn add(&mut self, path: &Path, content: FileParcel) -> Result<FileOrder, ParcelError> {
        let unreadable =
            |error: std::io::Error| ParcelError::Unreadable { path: path.to_owned(), why: error.to_string() };
        let (hash, bytes) = content.hash().map_err(unreadable)?;
        self.contents.insert(hash.clone(), content);
        Ok(FileOrder { path: relative(path), hash, bytes })
    }

    pub fn order(&self) -> PlanOrder {
        let empty = || PlanOrder { plan: String::new(), skip_unsupported: false, files: Vec::new() };
        self.order.as_deref().cloned().unwrap_or_else(empty)
    }

    /// A piece of a file; `None`: it is no file of ours, or can't be read any more.
    pub fn piece(&self, hash: &str, offset: u64) -> Option<Vec<u8>> {
        let mut piece = Vec::new();
        match self.contents.get(hash)? {
            FileParcel::Text(text) => {
                let rest = text.as_bytes().get(offset as usize..)?;
                piece.extend_from_slice(&rest[..rest.len().min(PIECE_BYTES)]);
            }
            FileParcel::Path(path) => {
                let mut file = File::open(path).ok()?;
                file.seek(SeekFrom::Start(offset)).ok()?;
                file.take(PIECE_BYTES as u64).read_to_end(&mut piece).ok()?;
            }
        }
        Some(piece)
    }
}

impl FileParcel {
    fn hash(&self) -> std::io::Result<(String, u64)> {
        let mut hasher = Sha256::new();
        let bytes = match self {
            FileParcel::Text(text) => {
                hasher.update(text.as_bytes());
                text.len() as u64
            }
            FileParcel::Path(path) => std::io::copy(&mut File::open(path)?, &mut HashWriter(&mut hasher))?,
        };
        Ok((hex(&hasher.finalize()), bytes))
    }
}

struct HashWriter<'a>(&'a mut Sha256);

impl std::io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// SHA-256 of a file, in hexadecimal digits.
pub fn hash_of(path: &Path) -> std::io::Result<String> {
    FileParcel::Path(path.to_owned()).hash().map(|(hash, _)| hash)
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An absolute path as one below another folder; without `..`, which would lead out of it.
fn relative(path: &Path) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
            Component::ParentDir => drop(parts.pop()),
            _ => {}
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_go_in_pieces_and_are_known_by_their_hash() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("users.csv");
        let content: Vec<u8> = (0..PIECE_BYTES + 10).map(|n| (n % 251) as u8).collect();
        std::fs::write(&data, &content).expect("written");
        let plan = folder.path().join("sub/../plan.yaml");
        let parcel = PlanParcel::new((&plan, FileParcel::Text("plan: p".to_owned())), &[data], false);
        let parcel = parcel.expect("a parcel");
        let order = parcel.order();
        assert!(order.plan.ends_with("/plan.yaml") && !order.plan.contains(".."), "{}", order.plan);
        let file = &order.files[1];
        let first = parcel.piece(&file.hash, 0).expect("a piece");
        let second = parcel.piece(&file.hash, first.len() as u64).expect("a piece");
        assert_eq!([first, second].concat(), content);
        assert_eq!(parcel.piece(&file.hash, file.bytes).map(|piece| piece.len()), Some(0));
        assert_eq!(parcel.piece("0", 0), None);
    }
}
