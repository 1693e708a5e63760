//! Messages compressed with gzip.

use flate2::Compression;
use flate2::bufread::{GzDecoder, GzEncoder};
use std::io::Read;

pub fn pack(message: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    // Reading from memory does not fail.
    let _ = GzEncoder::new(message, Compression::fast()).read_to_end(&mut packed);
    packed
}

/// At most one byte more than `limit`; `None` when it is no whole gzip stream that nothing follows.
pub fn unpack(packed: &[u8], limit: u64) -> Option<Vec<u8>> {
    let mut decoder = GzDecoder::new(packed).take(limit.saturating_add(1));
    let mut message = Vec::new();
    decoder.read_to_end(&mut message).ok()?;
    let is_whole = decoder.into_inner().into_inner().is_empty();
    (is_whole || message.len() as u64 > limit).then_some(message)
}
