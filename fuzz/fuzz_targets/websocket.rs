//! Messages are the same however the bytes are cut.
#![no_main]

#[path = "../../crates/plimsoll-engine/src/websocket/codec.rs"]
#[allow(dead_code)]
mod codec;

use codec::{Codec, Heard};
use libfuzzer_sys::fuzz_target;

fn hear(pieces: &[&[u8]]) -> (Vec<Heard>, Result<(), String>) {
    let (mut codec, mut output, mut heard) = (Codec::new(1_000), Vec::new(), Vec::new());
    for piece in pieces {
        let outcome = codec.hear(piece, &mut output, |what| heard.push(what));
        if outcome.is_err() || matches!(heard.last(), Some(Heard::Closed(_))) {
            return (heard, outcome);
        }
    }
    (heard, Ok(()))
}

fuzz_target!(|input: (Vec<u8>, usize)| {
    let (bytes, cut) = input;
    let (left, right) = bytes.split_at(cut % (bytes.len() + 1));
    assert_eq!(hear(&[left, right]), hear(&[&bytes]));
});
