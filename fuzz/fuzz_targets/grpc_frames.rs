//! Messages are the same however the bytes are cut, and none is longer than the limit.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plimsoll_grpc::Frames;

const LIMIT: u64 = 1_000;

fn messages(pieces: &[&[u8]]) -> (Vec<Vec<u8>>, bool) {
    let mut frames = Frames::new(LIMIT, true);
    let is_read = pieces.iter().all(|piece| frames.push(piece).is_ok());
    (frames.messages().to_vec(), is_read && frames.is_whole())
}

fuzz_target!(|input: (Vec<u8>, usize)| {
    let (bytes, cut) = input;
    let (left, right) = bytes.split_at(cut % (bytes.len() + 1));
    let whole = messages(&[&bytes]);
    assert_eq!(messages(&[left, right]), whole);
    assert!(whole.0.iter().all(|message| message.len() as u64 <= LIMIT));
});
