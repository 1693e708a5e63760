//! What a file holds: `dump FILE [FORMAT] [PATTERN]`, one line for each reading, event, request and problem. Keeps it
//! all in memory.

use plimsoll_telemetry::dump::Dump;
use plimsoll_telemetry::{Format, ReaderOptions, recognise};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: dump FILE [FORMAT] [PATTERN]")?;
    let bytes = std::fs::read(&path)?;
    let format = match arguments.next() {
        Some(name) => Format::named(&name)?,
        None => recognise(&bytes).ok_or("the format is not recognised")?,
    };
    let mut reader =
        format.reader(&ReaderOptions { pattern: arguments.next(), ..ReaderOptions::default() })?;
    let mut dump = Dump::default();
    reader.read(&bytes, None, &mut dump);
    reader.finish(&mut dump);
    std::io::stdout().write_all(dump.text.as_bytes())?;
    Ok(())
}
