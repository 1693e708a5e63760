//! What follows the head of an event, on the wire: compressed (zlib), for a second is mostly histograms in hexadecimal digits.

use flate2::Compression;
use flate2::read::{ZlibDecoder, ZlibEncoder};
use std::io::{self, Read};

/// A node cuts a second into parts of 700 KiB; one with the texts of many errors may be longer than that.
const UNPACKED_BYTES_MAX: u64 = 8 << 20;

/// A node has better things to do than to look for the best of all ways.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(bytes.len() / 4);
    // Memory is read and written, which does not fail.
    let _ = ZlibEncoder::new(bytes, Compression::fast()).read_to_end(&mut packed);
    packed
}

pub fn unpack(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity((packed.len() * 8).min(UNPACKED_BYTES_MAX as usize));
    ZlibDecoder::new(packed).take(UNPACKED_BYTES_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > UNPACKED_BYTES_MAX {
        return Err(io::Error::other("it is too large"));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_back_and_what_is_damaged_or_endless_does_not() {
        let text = "1c849303000000".repeat(4_000);
        let packed = pack(text.as_bytes());
        assert!(packed.len() * 10 < text.len(), "{}", packed.len());
        assert_eq!(unpack(&packed).expect("its own"), text.as_bytes());
        assert!(unpack(&packed[..packed.len() / 2]).is_err());
        assert!(unpack(text.as_bytes()).is_err());
        assert!(unpack(&pack(&vec![0; UNPACKED_BYTES_MAX as usize + 1])).is_err());
    }
}
