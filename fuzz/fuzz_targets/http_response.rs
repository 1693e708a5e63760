//! An answer is the same however its bytes are cut, and none is read past its end.
#![no_main]

#[path = "../../crates/plimsoll-engine/src/protocol/http/response/mod.rs"]
#[allow(dead_code)]
mod response;

use libfuzzer_sys::fuzz_target;
use response::{BODY_STORED_MAX, Keep, ReadProgress, ResponseReader};

/// The reader as text, and where the answer ended; or why it is none.
fn read(pieces: &[&[u8]], keep: Keep, head: bool) -> Result<(String, Option<usize>), String> {
    let (mut reader, mut at) = (ResponseReader::default(), 0);
    for piece in pieces {
        match reader.feed(piece, keep, head)? {
            ReadProgress::More => at += piece.len(),
            ReadProgress::Done(used) => {
                assert!(used <= piece.len());
                return Ok((format!("{reader:?}"), Some(at + used)));
            }
        }
    }
    let end = reader.closed().then_some(at);
    Ok((format!("{reader:?}"), end))
}

fuzz_target!(|input: (Vec<u8>, usize, bool, bool, bool)| {
    let (bytes, cut, head, upgrade, failed_example) = input;
    let (left, right) = bytes.split_at(cut % (bytes.len() + 1));
    let keep = Keep { body: true, headers: true, cookies: true, upgrade, body_max: BODY_STORED_MAX, example: false, failed_example };
    let (cut, whole) = (read(&[left, right], keep, head), read(&[&bytes], keep, head));
    assert_eq!(cut.is_ok(), whole.is_ok());
    if let (Ok(cut), Ok(whole)) = (cut, whole) {
        assert_eq!(cut, whole);
    }
});
