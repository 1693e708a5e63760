//! Messages are the same however the bytes are cut.
#![no_main]

#[path = "../../crates/plimsoll-engine/src/protocol/websocket/codec.rs"]
#[allow(dead_code)]
mod codec;
#[path = "../../crates/plimsoll-engine/src/protocol/websocket/deflate.rs"]
#[allow(dead_code)]
mod deflate;
#[path = "../../crates/plimsoll-engine/src/protocol/websocket/inflate.rs"]
mod inflate;

use codec::{Codec, Heard};
use deflate::Deflate;
use libfuzzer_sys::fuzz_target;

fn hear(agreed: Option<Deflate>, pieces: &[&[u8]]) -> (Vec<Heard>, Result<(), String>) {
    let (mut codec, mut output, mut heard) = (Codec::new(1_000, agreed), Vec::new(), Vec::new());
    for piece in pieces {
        let outcome = codec.hear(piece, &mut output, |what| heard.push(what));
        if outcome.is_err() || matches!(heard.last(), Some(Heard::Closed(_))) {
            return (heard, outcome);
        }
    }
    (heard, Ok(()))
}

fuzz_target!(|input: (Vec<u8>, usize, Option<bool>)| {
    let (bytes, cut, agreed) = input;
    let agreed = agreed.map(|server_keeps_window| Deflate { server_keeps_window });
    let (left, right) = bytes.split_at(cut % (bytes.len() + 1));
    // Of two mistakes in a message the one that is seen first may be the other one.
    let (cut, whole) = (hear(agreed, &[left, right]), hear(agreed, &[&bytes]));
    assert_eq!((cut.0, cut.1.is_err()), (whole.0, whole.1.is_err()));
});
