//! Content encodings.

use super::response::BODY_STORED_MAX;
use std::io::Read;

/// Longest decoded body; what is beyond is cut.
pub const DECODED_MAX: u64 = BODY_STORED_MAX as u64;
/// Read ahead by the brotli decoder, bytes.
const BROTLI_BUFFER: usize = 4096;

/// The body as its `Content-Encoding` means it; unknown encodings and damaged bodies stay as they are.
pub fn decode(body: Vec<u8>, encoding: Option<&str>) -> Vec<u8> {
    let decoded = match encoding {
        Some("gzip" | "x-gzip") => read(flate2::read::MultiGzDecoder::new(body.as_slice())),
        // RFC 9110 means zlib by "deflate", some servers send it raw.
        Some("deflate") => read(flate2::read::ZlibDecoder::new(body.as_slice()))
            .or_else(|| read(flate2::read::DeflateDecoder::new(body.as_slice()))),
        Some("br") => read(brotli_decompressor::Decompressor::new(body.as_slice(), BROTLI_BUFFER)),
        _ => None,
    };
    decoded.unwrap_or(body)
}

fn read(decoder: impl Read) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    decoder.take(DECODED_MAX).read_to_end(&mut out).ok()?;
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::read::{DeflateEncoder, GzEncoder, ZlibEncoder};

    const TEXT: &str = "The mark on a ship's hull, the mark on a ship's hull, the mark on a ship's hull.\n";
    /// `TEXT` four times over, by Node's zlib.brotliCompressSync.
    const BROTLI: &str = "1b4301f89d07b62de9bc59bc9396526e7e0d42c5063715cae81a6d2eac2e6c8cbde911ef0f4a519c9a2c55000325c97bce9eecc477ed5602";

    fn check(encoding: Option<&str>, encoded: &[u8], expected: &[u8]) {
        let decoded = decode(encoded.to_vec(), encoding);
        assert!(decoded == expected, "{encoding:?}: {} bytes: {:02x?}", decoded.len(), decoded);
    }

    fn encode(mut encoder: impl Read) -> Vec<u8> {
        let mut out = Vec::new();
        encoder.read_to_end(&mut out).expect("reading from memory");
        out
    }

    fn from_hex(text: &str) -> Vec<u8> {
        let digits = |i: usize| u8::from_str_radix(&text[i..i + 2], 16).expect("two hex digits");
        (0..text.len()).step_by(2).map(digits).collect()
    }

    #[test]
    fn bodies_are_decoded_by_their_encoding() {
        let (text, level) = (TEXT.repeat(4).into_bytes(), Compression::default());
        let gzip = encode(GzEncoder::new(text.as_slice(), level));
        check(Some("gzip"), &gzip, &text);
        check(Some("x-gzip"), &gzip, &text);
        check(Some("deflate"), &encode(ZlibEncoder::new(text.as_slice(), level)), &text);
        check(Some("deflate"), &encode(DeflateEncoder::new(text.as_slice(), level)), &text);
        check(Some("br"), &from_hex(BROTLI), &text);
        check(None, &text, &text);
        check(Some("zstd"), &text, &text);
    }

    #[test]
    fn damaged_bodies_stay_as_they_are() {
        let brotli = from_hex(BROTLI);
        let gzip = encode(GzEncoder::new(TEXT.as_bytes(), Compression::default()));
        for (encoding, body) in [("br", &brotli), ("gzip", &gzip)] {
            check(Some(encoding), &body[..body.len() / 2], &body[..body.len() / 2]);
            check(Some(encoding), TEXT.as_bytes(), TEXT.as_bytes());
        }
    }

    #[test]
    fn a_body_that_unpacks_to_too_much_is_cut() {
        let long = vec![b'x'; DECODED_MAX as usize + 1000];
        let gzip = encode(GzEncoder::new(long.as_slice(), Compression::fast()));
        assert_eq!(decode(gzip, Some("gzip")).len() as u64, DECODED_MAX);
    }
}
