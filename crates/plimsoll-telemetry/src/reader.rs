//! The two shapes of a reader, and what it speaks to.

use crate::line;
use crate::problem::{Problem, ProblemKind};
use crate::repeated_hour::RepeatedHour;
use crate::request::RequestRow;
use plimsoll_run::{At, Reading, ServerEvent};
use std::borrow::Cow;
use std::io;

/// Bytes of one stream in one format, read in pieces of any size.
pub trait Reader: Send {
    /// The next bytes. `stamp_us`: the run's clock when they were read, from a live collector; `None` for a file.
    /// A line takes the stamp of the piece that completes it.
    fn read(&mut self, bytes: &[u8], stamp_us: Option<i64>, out: &mut dyn Output);

    /// The stream has ended: what is held back comes out, what is cut off is reported. Lines that are read after it
    /// are taken as whole ones of the same layout.
    fn finish(&mut self, out: &mut dyn Output);
}

/// A format made of lines; [`text::Lines`] makes a [`Reader`] of it.
pub trait LineReader: Send {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output);

    /// What is printed may hold a terminal's codes, which are no part of it. Where fields are texts of others, all bytes are
    /// theirs.
    fn has_terminal_codes(&self) -> bool {
        true
    }

    fn finish(&mut self, _out: &mut dyn Output) {}
}

/// One line: without its end, its terminal codes and its byte-order mark; in UTF-8 if the input was UTF-16.
#[derive(Clone, Copy, Debug)]
pub struct InputLine<'a> {
    /// Not necessarily UTF-8.
    pub bytes: &'a [u8],
    /// From 1.
    pub number: u64,
    pub stamp_us: Option<i64>,
    /// The input goes on behind its end; else it may be cut off.
    pub has_end: bool,
}

impl<'a> InputLine<'a> {
    pub fn text(&self) -> Cow<'a, str> {
        line::to_str(self.bytes)
    }

    /// The stamp when there is one, else what the line itself says.
    pub fn at(&self, own: At) -> At {
        self.stamp_us.map_or(own, At::Run)
    }
}

/// Where findings go.
pub trait Output {
    fn reading(&mut self, reading: Reading);

    fn event(&mut self, event: ServerEvent);

    /// One row of an access log or of a load generator's results.
    fn request(&mut self, request: &RequestRow<'_>);

    /// A row that repeats a part of another one, such as a redirect of a sample: it is no request of its own.
    fn part(&mut self) {}

    /// A check of a load generator's script, which belongs to no request.
    fn check(&mut self, _name: &str, _passed: bool) {}

    /// A request that the load generator could not make, and so never sent: with the line, and what it says of it.
    fn unsent(&mut self, line: u64, text: &str) {
        self.problem(Problem {
            line,
            kind: ProblemKind::Malformed { text: format!("a request that could not be made: {text}") },
        });
    }

    /// How local times were taken that occur twice, when clocks are set back.
    fn repeated_hour(&mut self, _hour: RepeatedHour) {}

    /// Something that couldn't be read; the reader goes on after it.
    fn problem(&mut self, problem: Problem);
}

/// Bytes asked of the input at a time.
const PIECE_BYTES: usize = 256 * 1024;

/// Reads an input to its end, without stamps. Gives the number of bytes.
pub fn read_all(
    input: &mut dyn io::Read,
    reader: &mut dyn Reader,
    out: &mut dyn Output,
) -> Result<u64, io::Error> {
    let mut piece = vec![0; PIECE_BYTES];
    let mut total = 0;
    loop {
        match input.read(&mut piece) {
            Ok(0) => break,
            Ok(count) => {
                total += count as u64;
                reader.read(&piece[..count], None, out);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    reader.finish(out);
    Ok(total)
}
