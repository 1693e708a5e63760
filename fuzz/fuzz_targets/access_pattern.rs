//! A pattern of an access log may be any text, and lines need not be of it.
#![no_main]

mod nothing;

use libfuzzer_sys::fuzz_target;
use nothing::Nothing;
use plimsoll_telemetry::format::FORMATS;
use plimsoll_telemetry::options::ReaderOptions;

fuzz_target!(|input: (String, Vec<u8>)| {
    let (pattern, lines) = input;
    let options = ReaderOptions { pattern: Some(pattern), ..ReaderOptions::default() };
    for format in FORMATS {
        if let Ok(mut reader) = format.reader(&options) {
            reader.read(&lines, None, &mut Nothing);
            reader.finish(&mut Nothing);
        }
    }
});
