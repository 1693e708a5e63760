//! Whatever a broker sends, a packet ends within its bytes, and is the same when more bytes follow.
#![no_main]

#[path = "../../crates/plimsoll-engine/src/protocol/mqtt/codec.rs"]
#[allow(dead_code)]
mod codec;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Vec<u8>, usize)| {
    let (bytes, cut) = input;
    let left = &bytes[..cut % (bytes.len() + 1)];
    if let Ok(Some((packet, length))) = codec::read(left) {
        assert!(length <= left.len());
        assert_eq!(codec::read(&bytes), Ok(Some((packet, length))));
    }
});
