//! Packed parts of seconds, which wait until all inputs are read. Beyond some megabytes they wait in a file without a
//! name, in order of their seconds, and are merged as they are taken: memory stays the same for inputs of any size.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;

/// Bytes that wait in memory.
const BYTES_MAX: usize = 16 << 20;
/// What is read of a file at a time, of each of its sorted stretches.
const BUFFER_BYTES: usize = 32 * 1024;

/// What one transaction did in a part of a second.
#[derive(Debug)]
pub struct SecondPart {
    pub second: i64,
    pub transaction: u32,
    pub packed: Box<[u8]>,
}

impl SecondPart {
    fn bytes(&self) -> usize {
        size_of::<SecondPart>() + self.packed.len() + 16
    }
}

/// A stretch of a file, in the order of seconds.
#[derive(Debug)]
struct Stretch {
    file: Arc<File>,
    from: u64,
    bytes: u64,
    /// Ids of its transactions, in the numbers of whoever has it now; `None`: as they are.
    ids: Option<Arc<[u32]>>,
}

#[derive(Debug)]
pub struct PendingParts {
    bytes_max: usize,
    /// Where the file without a name is put; `None`: where the system puts such files.
    pub folder: Option<PathBuf>,
    /// In memory, in any order.
    parts: Vec<SecondPart>,
    bytes: usize,
    file: Option<Arc<File>>,
    stretches: Vec<Stretch>,
}

impl Default for PendingParts {
    fn default() -> PendingParts {
        PendingParts::of(BYTES_MAX)
    }
}

impl PendingParts {
    /// With so many bytes in memory at most.
    pub fn of(bytes_max: usize) -> PendingParts {
        PendingParts {
            bytes_max,
            folder: None,
            parts: Vec::new(),
            bytes: 0,
            file: None,
            stretches: Vec::new(),
        }
    }

    pub fn add(&mut self, part: SecondPart) {
        self.bytes += part.bytes();
        self.parts.push(part);
    }

    /// Adds all of another, whose transactions have other ids: `ids[old]` is the new one.
    pub fn merge(&mut self, other: PendingParts, ids: &[u32]) -> io::Result<()> {
        let shared: Arc<[u32]> = ids.into();
        for mut part in other.parts {
            part.transaction = ids[part.transaction as usize];
            self.add(part);
        }
        for mut stretch in other.stretches {
            let known = stretch.ids.take();
            stretch.ids = Some(known.map_or_else(
                || Arc::clone(&shared),
                |known| known.iter().map(|id| ids[*id as usize]).collect(),
            ));
            self.stretches.push(stretch);
        }
        self.bound()
    }

    /// Puts what is too much for memory into the file.
    pub fn bound(&mut self) -> io::Result<()> {
        if self.bytes <= self.bytes_max {
            return Ok(());
        }
        self.parts.sort_unstable_by_key(|part| part.second);
        let file = match &self.file {
            Some(file) => Arc::clone(file),
            None => {
                let made = match &self.folder {
                    Some(folder) => tempfile::tempfile_in(folder),
                    None => tempfile::tempfile(),
                };
                Arc::clone(self.file.insert(Arc::new(made?)))
            }
        };
        let from = (&*file).seek(SeekFrom::End(0))?;
        let mut writer = BufWriter::with_capacity(256 * 1024, &*file);
        let mut bytes = 0;
        for part in self.parts.drain(..) {
            writer.write_all(&part.second.to_le_bytes())?;
            writer.write_all(&part.transaction.to_le_bytes())?;
            writer.write_all(&(part.packed.len() as u32).to_le_bytes())?;
            writer.write_all(&part.packed)?;
            bytes += 16 + part.packed.len() as u64;
        }
        writer.flush()?;
        drop(writer);
        self.stretches.push(Stretch { file, from, bytes, ids: None });
        self.bytes = 0;
        Ok(())
    }

    /// Every second once, in their order, with the packed parts of each transaction, as long as `each` wants more.
    pub fn take(
        mut self,
        mut each: impl FnMut(i64, BTreeMap<u32, Vec<Box<[u8]>>>) -> bool,
    ) -> io::Result<()> {
        self.parts.sort_unstable_by_key(|part| part.second);
        let mut sources: Vec<Source> =
            self.stretches.into_iter().map(Source::of_stretch).collect::<io::Result<_>>()?;
        sources.push(Source::of_parts(self.parts));
        while let Some(second) =
            sources.iter().filter_map(|source| source.next.as_ref()).map(|part| part.second).min()
        {
            let mut found: BTreeMap<u32, Vec<Box<[u8]>>> = BTreeMap::new();
            for source in &mut sources {
                while let Some(part) = source.take_of(second)? {
                    found.entry(part.transaction).or_default().push(part.packed);
                }
            }
            if !each(second, found) {
                break;
            }
        }
        Ok(())
    }
}

/// Parts in the order of their seconds.
struct Source {
    next: Option<SecondPart>,
    rest: Rest,
}

enum Rest {
    Memory(std::vec::IntoIter<SecondPart>),
    File { reader: BufReader<At>, ids: Option<Arc<[u32]>> },
}

impl Source {
    fn of_parts(parts: Vec<SecondPart>) -> Source {
        let mut rest = parts.into_iter();
        Source { next: rest.next(), rest: Rest::Memory(rest) }
    }

    fn of_stretch(stretch: Stretch) -> io::Result<Source> {
        let at = At { file: stretch.file, from: stretch.from, left: stretch.bytes };
        let rest = Rest::File { reader: BufReader::with_capacity(BUFFER_BYTES, at), ids: stretch.ids };
        let mut source = Source { next: None, rest };
        source.next = source.rest.next()?;
        Ok(source)
    }

    fn take_of(&mut self, second: i64) -> io::Result<Option<SecondPart>> {
        if self.next.as_ref().is_none_or(|part| part.second != second) {
            return Ok(None);
        }
        let after = self.rest.next()?;
        Ok(std::mem::replace(&mut self.next, after))
    }
}

impl Rest {
    fn next(&mut self) -> io::Result<Option<SecondPart>> {
        let (reader, ids) = match self {
            Rest::Memory(parts) => return Ok(parts.next()),
            Rest::File { reader, ids } => (reader, ids),
        };
        if reader.buffer().is_empty() && reader.get_ref().left == 0 {
            return Ok(None);
        }
        let (mut second, mut transaction, mut length) = ([0; 8], [0; 4], [0; 4]);
        reader.read_exact(&mut second)?;
        reader.read_exact(&mut transaction)?;
        reader.read_exact(&mut length)?;
        let mut packed = vec![0; u32::from_le_bytes(length) as usize].into_boxed_slice();
        reader.read_exact(&mut packed)?;
        let transaction = u32::from_le_bytes(transaction);
        let transaction = ids.as_ref().map_or(transaction, |ids| ids[transaction as usize]);
        Ok(Some(SecondPart { second: i64::from_le_bytes(second), transaction, packed }))
    }
}

/// One stretch of a file that several read from.
struct At {
    file: Arc<File>,
    from: u64,
    left: u64,
}

impl Read for At {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        // All take turns on one thread; a seek and a read are not torn apart.
        (&*self.file).seek(SeekFrom::Start(self.from))?;
        let count = (&*self.file).read(&mut buffer[..wanted])?;
        self.from += count as u64;
        self.left -= count as u64;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts as (second, transaction, content), which wait in as many places as there are lists.
    fn check(lists: &[&[(i64, u32, u8)]], bytes_max: usize, expected: &[(i64, u32, &[u8])]) {
        let mut all = PendingParts::of(bytes_max);
        for list in lists {
            let mut waiting = PendingParts::of(bytes_max);
            for (second, transaction, content) in *list {
                waiting.add(SecondPart {
                    second: *second,
                    transaction: *transaction,
                    packed: Box::new([*content]),
                });
                waiting.bound().expect("a file for what waits");
            }
            // Ids are turned round: 0 is 1, and 1 is 0.
            all.merge(waiting, &[1, 0]).expect("a file for what waits");
        }
        let mut found = Vec::new();
        all.take(|second, parts| {
            for (transaction, mut parts) in parts {
                parts.sort_unstable();
                found.push((second, transaction, parts.into_iter().flatten().collect::<Vec<u8>>()));
            }
            true
        })
        .expect("what was written is read");
        let expected: Vec<_> =
            expected.iter().map(|(second, id, content)| (*second, *id, content.to_vec())).collect();
        assert_eq!(found, expected, "with {bytes_max} bytes in memory");
    }

    #[test]
    fn seconds_come_once_and_in_order_wherever_their_parts_waited() {
        for bytes_max in [0, 100, 200, 1_000] {
            let lists: [&[_]; 2] =
                [&[(7, 0, 1), (-3, 1, 2), (7, 0, 3), (8, 1, 4)], &[(7, 1, 5), (7, 0, 6), (9, 0, 7)]];
            check(
                &lists,
                bytes_max,
                &[(-3, 0, &[2]), (7, 0, &[5]), (7, 1, &[1, 3, 6]), (8, 0, &[4]), (9, 1, &[7])],
            );
            check(&[], bytes_max, &[]);
        }
    }
}
