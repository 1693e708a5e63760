//! Bodies as text: decompressed, in the character set that they say.

use super::body::{BODY_MAX, BodyCopy};
use base64::Engine;
use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use serde_json::{Value, json};
use std::io::Read;

/// HAR's `content`.
pub fn content(seen: &BodyCopy, media_type: &str, encoding: &str) -> Value {
    let decoded = decoded(&seen.bytes, encoding);
    let is_whole = seen.bytes.len() as u64 == seen.total;
    let bytes = decoded.as_deref().unwrap_or(&seen.bytes);
    let size = if is_whole { bytes.len() as u64 } else { seen.total };
    let mut content = json!({"size": size, "mimeType": media_type});
    if !bytes.is_empty() {
        match text(bytes, media_type) {
            Some(text) => content["text"] = text.into(),
            None => {
                content["text"] = base64::engine::general_purpose::STANDARD.encode(bytes).into();
                content["encoding"] = "base64".into();
            }
        }
    }
    if decoded.is_none() {
        content["comment"] = format!("as sent, {encoding}: it could not be decompressed").into();
    } else if !is_whole {
        content["comment"] = "not recorded whole".into();
    }
    content
}

/// Whether bodies of this type are recorded: what only eyes and ears take is not.
pub fn is_recorded(media_type: &str) -> bool {
    let of = |start: &str| media_type.get(..start.len()).is_some_and(|s| s.eq_ignore_ascii_case(start));
    !["image/", "font/", "audio/", "video/", "application/font", "application/wasm"].into_iter().any(of)
}

/// As much as can be decompressed; `None`: not at all, or by nothing that is known here.
fn decoded(bytes: &[u8], encoding: &str) -> Option<Vec<u8>> {
    let mut bytes = bytes.to_vec();
    // The last one was applied last.
    for name in encoding.split(',').map(str::trim).rev().filter(|name| !name.is_empty()) {
        bytes = match name.to_ascii_lowercase().as_str() {
            "identity" => bytes,
            "gzip" | "x-gzip" => read(MultiGzDecoder::new(bytes.as_slice()))?,
            // By RFC 9110 with zlib's head; some send it without.
            "deflate" => read(ZlibDecoder::new(bytes.as_slice()))
                .or_else(|| read(DeflateDecoder::new(bytes.as_slice())))?,
            _ => return None,
        };
    }
    Some(bytes)
}

/// The start of what a cut body decompresses to is better than nothing.
fn read(from: impl Read) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let read = from.take(BODY_MAX as u64).read_to_end(&mut out);
    (read.is_ok() || !out.is_empty()).then_some(out)
}

/// UTF-8, or the Latin alphabet's 8 bits where the media type says so; `None`: no text.
pub fn text(bytes: &[u8], media_type: &str) -> Option<String> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(text.to_owned()),
        // A cut may have gone through a character.
        Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => {
            Some(String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned())
        }
        Err(_) => {
            let kind = media_type.to_ascii_lowercase();
            let is_latin =
                ["iso-8859-1", "latin1", "windows-1252", "us-ascii"].iter().any(|name| kind.contains(name));
            is_latin.then(|| bytes.iter().map(|byte| char::from(*byte)).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use std::io::Write;

    fn seen(bytes: &[u8]) -> BodyCopy {
        BodyCopy { bytes: bytes.to_vec(), total: bytes.len() as u64 }
    }

    #[test]
    fn compressed_bodies_are_recorded_as_text() {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all("grün".as_bytes()).expect("written");
        let packed = gzip.finish().expect("packed");
        let found = content(&seen(&packed), "text/plain", "gzip");
        assert_eq!((found["text"].as_str(), found["size"].as_u64()), (Some("grün"), Some(5)));
        let mut raw = flate2::write::DeflateEncoder::new(Vec::new(), Compression::fast());
        raw.write_all(b"plain").expect("written");
        let packed = raw.finish().expect("packed");
        assert_eq!(content(&seen(&packed), "text/plain", "deflate")["text"], "plain");
    }

    #[test]
    fn what_is_no_text_or_can_not_be_decompressed_is_said() {
        let found = content(&seen(&[0xff, 0xfe, 0]), "application/octet-stream", "");
        assert_eq!((found["encoding"].as_str(), found["comment"].as_str()), (Some("base64"), None));
        let found = content(&seen(b"x"), "text/html", "br");
        assert!(found["comment"].as_str().expect("a comment").contains("br"));
        let found = content(&seen(&[b'g', 0xfc]), "text/html; charset=ISO-8859-1", "");
        assert_eq!(found["text"], "gü");
        let cut = BodyCopy { bytes: b"abc".to_vec(), total: 10 };
        assert_eq!(content(&cut, "text/plain", "")["size"], 10);
    }

    #[test]
    fn a_bomb_stays_within_the_bound() {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), Compression::best());
        for _ in 0..40 {
            gzip.write_all(&vec![b'a'; 1 << 20]).expect("written");
        }
        let packed = gzip.finish().expect("packed");
        assert_eq!(content(&seen(&packed), "text/plain", "gzip")["size"].as_u64(), Some(BODY_MAX as u64));
    }
}
