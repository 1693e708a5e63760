//! Events are the same however the bytes are cut.
#![no_main]

#[path = "../../crates/plimsoll-engine/src/protocol/sse/parser.rs"]
#[allow(dead_code)]
mod parser;

use libfuzzer_sys::fuzz_target;
use parser::{Event, EventParser};

fn events(pieces: &[&[u8]]) -> Result<Vec<Event>, String> {
    let (mut parser, mut found) = (EventParser::new(1_000), Vec::new());
    for piece in pieces {
        parser.feed(piece, |event| found.push(event))?;
    }
    Ok(found)
}

fuzz_target!(|input: (Vec<u8>, usize)| {
    let (bytes, cut) = input;
    let (left, right) = bytes.split_at(cut % (bytes.len() + 1));
    assert_eq!(events(&[left, right]), events(&[&bytes]));
});
