//! Gatling's binary `simulation.log` (3.10 and later).
//!
//! Source: Gatling's `LogFileDataWriter` and `LogFileReader`. Big-endian records, each begun by a byte: 0 run, 1 request,
//! 2 user, 3 group, 4 error. Texts are a length, bytes and a coder (0 Latin-1, 1 UTF-16 little-endian, as Java keeps
//! them); texts that recur are written once with a positive number and then named by its negative. Times are milliseconds
//! since the run's start.
//!
//! Traps: records have no marks between them, so what is behind a damaged one can't be read: that is reported. The log
//! is flushed in blocks, so one that was cut off ends inside a record.

use super::gatling::{ActiveUsers, elapsed_us, label, started};
use crate::possible::Possible;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{Output, Reader};
use crate::request::{RequestKind, RequestRow};
use std::collections::HashMap;

/// Longer texts and lists are damage.
const LENGTH_MAX: usize = 1 << 20;

/// Longer records are damage.
const RECORD_BYTES_MAX: usize = 8 << 20;

/// Texts that are remembered.
const TEXTS_MAX: usize = 1_000_000;

pub struct GatlingBinary {
    /// Times after this have not come yet.
    latest_unix_us: i64,
    /// Bytes of a record that is not whole yet.
    buffered: Vec<u8>,
    run_start_ms: Option<i64>,
    texts: HashMap<i32, Box<str>>,
    records: u64,
    users: ActiveUsers,
    label: String,
    /// Nothing more can be read.
    broken: bool,
}

/// Why a record was not read.
#[derive(Debug)]
enum Stop {
    /// Its end has not come yet.
    More,
    Damaged(&'static str),
}

impl Reader for GatlingBinary {
    fn read(&mut self, bytes: &[u8], _stamp_us: Option<i64>, out: &mut dyn Output) {
        if self.broken {
            return;
        }
        let mut buffered = std::mem::take(&mut self.buffered);
        buffered.extend_from_slice(bytes);
        let mut at = 0;
        loop {
            let mut cursor = Cursor { bytes: &buffered[at..], at: 0, new_texts: Vec::new() };
            match self.record(&mut cursor, out) {
                Ok(()) => {
                    at += cursor.at;
                    let new_texts = cursor.new_texts;
                    self.texts.extend(new_texts);
                    self.records += 1;
                }
                Err(Stop::More) if buffered.len() - at < RECORD_BYTES_MAX => break,
                Err(Stop::More) => {
                    self.damaged("a record without end", out);
                    return;
                }
                Err(Stop::Damaged(what)) => {
                    self.damaged(what, out);
                    return;
                }
            }
        }
        buffered.drain(..at);
        self.buffered = buffered;
    }

    fn finish(&mut self, out: &mut dyn Output) {
        if !self.buffered.is_empty() && !self.broken {
            out.problem(Problem { line: 0, kind: ProblemKind::Truncated { what: "a record" } });
        }
    }
}

impl GatlingBinary {
    pub fn until(latest_unix_us: i64) -> GatlingBinary {
        GatlingBinary {
            latest_unix_us,
            buffered: Vec::new(),
            run_start_ms: None,
            texts: HashMap::new(),
            records: 0,
            users: ActiveUsers::default(),
            label: String::new(),
            broken: false,
        }
    }

    fn damaged(&mut self, what: &str, out: &mut dyn Output) {
        self.broken = true;
        let text = format!("{what} in record {}: nothing behind it can be read", self.records + 1);
        out.problem(Problem { line: 0, kind: ProblemKind::Malformed { text } });
    }

    fn record(&mut self, cursor: &mut Cursor<'_>, out: &mut dyn Output) -> Result<(), Stop> {
        let kind = cursor.byte()?;
        let Some(run_start_ms) = self.run_start_ms else {
            if kind != 0 {
                return Err(Stop::Damaged("no run"));
            }
            return self.run(cursor);
        };
        match kind {
            2 => {
                cursor.skip(4)?;
                let is_start = cursor.byte()? != 0;
                cursor.skip(4)?;
                self.users.see(is_start);
                Ok(())
            }
            1 => self.request(cursor, run_start_ms, out),
            3 => self.group(cursor, run_start_ms, out),
            4 => {
                let message = cursor.cached(&self.texts)?.to_owned();
                cursor.skip(4)?;
                out.unsent(0, message.trim());
                Ok(())
            }
            _ => Err(Stop::Damaged("an unknown kind")),
        }
    }

    fn run(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Stop> {
        cursor.text()?;
        cursor.text()?;
        let start_ms = cursor.long()?;
        cursor.text()?;
        for _ in 0..cursor.length()? {
            cursor.text()?;
        }
        for _ in 0..cursor.length()? {
            let length = cursor.length()?;
            cursor.skip(length)?;
        }
        self.run_start_ms = Some(start_ms);
        Ok(())
    }

    fn request(
        &mut self,
        cursor: &mut Cursor<'_>,
        run_start_ms: i64,
        out: &mut dyn Output,
    ) -> Result<(), Stop> {
        let groups = cursor.groups(&self.texts)?;
        let name = cursor.cached(&self.texts)?;
        let (start, end) = (cursor.int()?, cursor.int()?);
        let success = cursor.byte()? != 0;
        let message = cursor.cached(&self.texts)?;
        // An event nobody waited for has no end.
        if end == i32::MIN {
            return Ok(());
        }
        label(&mut self.label, groups.iter().map(|group| &**group), &name);
        self.emit(run_start_ms, (start, end), success, message.trim(), RequestKind::Request, out)
    }

    fn group(
        &mut self,
        cursor: &mut Cursor<'_>,
        run_start_ms: i64,
        out: &mut dyn Output,
    ) -> Result<(), Stop> {
        let groups = cursor.groups(&self.texts)?;
        let (start, end) = (cursor.int()?, cursor.int()?);
        cursor.skip(4)?;
        let success = cursor.byte()? != 0;
        label(&mut self.label, groups.iter().map(|group| &**group), "");
        self.emit(run_start_ms, (start, end), success, "", RequestKind::Group, out)
    }

    fn emit(
        &self,
        run_start_ms: i64,
        (start, end): (i32, i32),
        success: bool,
        message: &str,
        kind: RequestKind,
        out: &mut dyn Output,
    ) -> Result<(), Stop> {
        let start_ms =
            run_start_ms.checked_add(i64::from(start)).ok_or(Stop::Damaged("a time out of range"))?;
        let duration_us =
            elapsed_us(i64::from(start), i64::from(end)).ok_or(Stop::Damaged("an end before the start"))?;
        let request = RequestRow {
            started: started(start_ms).map_err(Stop::Damaged)?,
            duration_us: Some(duration_us),
            label: &self.label,
            message,
            kind,
            users: self.users.now(),
            ..RequestRow::default()
        };
        Possible::new(out, 0, self.latest_unix_us).request(&request.with_success(success));
        Ok(())
    }
}

/// A place in the bytes at hand.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Texts that the record brought: kept once it is whole.
    new_texts: Vec<(i32, Box<str>)>,
}

impl Cursor<'_> {
    fn take(&mut self, count: usize) -> Result<&[u8], Stop> {
        let taken = self.bytes.get(self.at..self.at + count).ok_or(Stop::More)?;
        self.at += count;
        Ok(taken)
    }

    fn skip(&mut self, count: usize) -> Result<(), Stop> {
        self.take(count).map(|_| ())
    }

    fn byte(&mut self) -> Result<u8, Stop> {
        Ok(self.take(1)?[0])
    }

    fn int(&mut self) -> Result<i32, Stop> {
        let bytes = self.take(4)?;
        Ok(i32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn long(&mut self) -> Result<i64, Stop> {
        let (high, low) = (self.int()?, self.int()?);
        Ok((i64::from(high) << 32) | i64::from(low.cast_unsigned()))
    }

    fn length(&mut self) -> Result<usize, Stop> {
        let length = usize::try_from(self.int()?).map_err(|_| Stop::Damaged("a negative length"))?;
        if length > LENGTH_MAX { Err(Stop::Damaged("a length that can't be")) } else { Ok(length) }
    }

    fn text(&mut self) -> Result<String, Stop> {
        let length = self.length()?;
        if length == 0 {
            return Ok(String::new());
        }
        let bytes = self.take(length)?.to_vec();
        match self.byte()? {
            0 => Ok(bytes.iter().map(|byte| char::from(*byte)).collect()),
            1 => {
                let units: Vec<u16> =
                    bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
                Ok(String::from_utf16_lossy(&units))
            }
            _ => Err(Stop::Damaged("an unknown text")),
        }
    }

    fn cached(&mut self, texts: &HashMap<i32, Box<str>>) -> Result<Box<str>, Stop> {
        let number = self.int()?;
        if number >= 0 {
            let text = self.text()?.into_boxed_str();
            if texts.len() < TEXTS_MAX {
                self.new_texts.push((number, text.clone()));
            }
            return Ok(text);
        }
        let wanted = number.checked_neg().ok_or(Stop::Damaged("an unknown text"))?;
        let new = self.new_texts.iter().find(|(number, _)| *number == wanted).map(|(_, text)| text);
        new.or_else(|| texts.get(&wanted)).cloned().ok_or(Stop::Damaged("a text that was never written"))
    }

    fn groups(&mut self, texts: &HashMap<i32, Box<str>>) -> Result<Vec<Box<str>>, Stop> {
        let count = self.length()?;
        if count > 1000 {
            return Err(Stop::Damaged("a length that can't be"));
        }
        (0..count).map(|_| self.cached(texts)).collect()
    }
}

/// A run record with a version like `3.14.3`.
pub(super) fn recognise(first_line: &str) -> bool {
    let bytes = first_line.as_bytes();
    matches!(bytes, [0, 0, 0, 0, 5..=20, b'3'..=b'9', b'.', b'0'..=b'9', ..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dump::Dump;

    fn text(text: &str) -> Vec<u8> {
        let mut bytes = u32::try_from(text.len()).unwrap().to_be_bytes().to_vec();
        if !text.is_empty() {
            bytes.extend_from_slice(text.as_bytes());
            bytes.push(0);
        }
        bytes
    }

    fn ints(numbers: &[i32]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
    }

    fn log() -> Vec<u8> {
        let wide = [ints(&[2, 4]), vec![0x3d, 0xd8, 0, 0xde, 1]].concat();
        [
            [vec![0], text("3.14.3"), text("Simulation"), 1_795_249_330_000_i64.to_be_bytes().to_vec()]
                .concat(),
            [text(""), ints(&[1]), text("Scenario"), ints(&[1, 2]), vec![9, 9]].concat(),
            [vec![2], ints(&[0]), vec![1], ints(&[5])].concat(),
            [vec![1], ints(&[1, 1]), text("group"), wide, ints(&[10, 25]), vec![1], ints(&[3, 0])].concat(),
            [vec![1], ints(&[1, -1, -2, 30, 35]), vec![0], ints(&[4]), text("no")].concat(),
            [vec![3], ints(&[1, -1, 10, 40, 20]), vec![0]].concat(),
        ]
        .concat()
    }

    fn dump(bytes: &[u8], piece: usize) -> String {
        let mut dump = Dump::default();
        let mut reader = GatlingBinary::until(i64::MAX);
        for piece in bytes.chunks(piece) {
            reader.read(piece, None, &mut dump);
        }
        reader.finish(&mut dump);
        dump.text
    }

    #[test]
    fn records_come_out_whatever_the_pieces() {
        let expected = "\
2026-11-21T08:22:10.01Z request 15000 us \"group / 😀\" users=1
2026-11-21T08:22:10.03Z request 5000 us \"group / 😀\" message=\"no\" users=1 FAILED
2026-11-21T08:22:10.01Z group 30000 us \"group\" users=1 FAILED
";
        for piece in [1, 2, 3, 7, 1000] {
            assert_eq!(dump(&log(), piece), expected);
        }
    }

    #[test]
    fn a_log_that_is_cut_or_damaged_gives_what_is_before() {
        let log = log();
        assert!(dump(&log[..log.len() - 1], 1000).ends_with("! input: the input ends inside a record\n"));
        let damaged = [log.as_slice(), &[77, 1, 2, 3]].concat();
        let end = "! input: an unknown kind in record 6: nothing behind it can be read\n";
        assert!(dump(&damaged, 1000).ends_with(end));
    }
}
