//! Content encodings.

use std::io::Read;

/// Longest decoded body; what is beyond is cut.
const DECODED_MAX: u64 = super::response::BODY_KEPT_MAX as u64;

/// The body as its `Content-Encoding` means it; unknown encodings and damaged bodies stay as they are.
pub fn decode(body: Vec<u8>, encoding: Option<&str>) -> Vec<u8> {
    let decoded = match encoding {
        Some("gzip" | "x-gzip") => read(flate2::read::MultiGzDecoder::new(body.as_slice())),
        // RFC 9110 means zlib by "deflate", some servers send it raw.
        Some("deflate") => read(flate2::read::ZlibDecoder::new(body.as_slice()))
            .or_else(|| read(flate2::read::DeflateDecoder::new(body.as_slice()))),
        _ => None,
    };
    decoded.unwrap_or(body)
}

fn read(decoder: impl Read) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    decoder.take(DECODED_MAX).read_to_end(&mut out).ok()?;
    Some(out)
}
