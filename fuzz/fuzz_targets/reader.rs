//! Every reader reads whatever bytes there are, however they are cut.
#![no_main]

mod nothing;

use libfuzzer_sys::fuzz_target;
use nothing::Nothing;
use plimsoll_telemetry::format::FORMATS;
use plimsoll_telemetry::options::ReaderOptions;

fuzz_target!(|input: (Vec<u8>, usize, u8)| {
    let (bytes, cut, format) = input;
    let (left, right) = bytes.split_at(cut % (bytes.len() + 1));
    let format = &FORMATS[usize::from(format) % FORMATS.len()];
    if let Ok(mut reader) = format.reader(&ReaderOptions::default()) {
        reader.read(left, None, &mut Nothing);
        reader.read(right, Some(1), &mut Nothing);
        reader.finish(&mut Nothing);
    }
});
