//! What every target does: one input, read whole and in two pieces, must give the same.

use plimsoll_telemetry::dump::Dump;
use plimsoll_telemetry::{Format, Options};

/// Reads bytes in one format. The first byte says where they are cut in two.
pub fn run(format: &str, data: &[u8]) {
    let Some((cut, bytes)) = data.split_first() else { return };
    let cut = usize::from(*cut) * bytes.len() / 256;
    let whole = read(format, &[bytes]);
    assert!(whole.readings.iter().all(|reading| reading.value.is_finite()));
    assert_eq!(read(format, &[&bytes[..cut], &bytes[cut..]]).text, whole.text);
}

/// Reads an access log in a pattern: the first line is the pattern, the rest the log.
pub fn run_pattern(format: &str, data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Some((pattern, log)) = text.split_once('\n') else { return };
    let options = Options { pattern: Some(pattern.to_owned()), ..Options::default() };
    let format = Format::named(format).expect("a format of the list");
    let Ok(mut reader) = format.reader(&options) else { return };
    let mut dump = Dump::default();
    reader.read(log.as_bytes(), None, &mut dump);
    reader.finish(&mut dump);
}

fn read(format: &str, pieces: &[&[u8]]) -> Dump {
    let format = Format::named(format).expect("a format of the list");
    let mut reader = format.reader(&Options::default()).expect("the defaults suit every format");
    let mut dump = Dump::default();
    for piece in pieces {
        reader.read(piece, None, &mut dump);
    }
    reader.finish(&mut dump);
    dump
}
