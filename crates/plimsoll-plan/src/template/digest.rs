//! `__digest`: hexadecimal digests.

use std::fmt::Write as _;

/// Of the text and the salt behind it; `null` when the algorithm is not known.
pub(super) fn digest(algorithm: &str, text: &str, salt: &str, upper_case: bool) -> String {
    let bytes = [text.as_bytes(), salt.as_bytes()].concat();
    let digest = of_bytes(algorithm, &bytes);
    if upper_case && digest != UNKNOWN { digest.to_uppercase() } else { digest }
}

/// What JMeter makes of an algorithm that is not known.
const UNKNOWN: &str = "null";

/// In small letters.
pub(crate) fn of_bytes(algorithm: &str, bytes: &[u8]) -> String {
    use md5::Digest as _;
    let digest: Vec<u8> = match algorithm.to_ascii_uppercase().as_str() {
        "MD5" => md5::Md5::digest(bytes).to_vec(),
        "SHA" | "SHA1" | "SHA-1" => sha1::Sha1::digest(bytes).to_vec(),
        "SHA-224" => sha2::Sha224::digest(bytes).to_vec(),
        "SHA-256" => sha2::Sha256::digest(bytes).to_vec(),
        "SHA-384" => sha2::Sha384::digest(bytes).to_vec(),
        "SHA-512" => sha2::Sha512::digest(bytes).to_vec(),
        _ => return UNKNOWN.to_owned(),
    };
    let mut out = String::with_capacity(digest.len() * 2);
    for byte in digest {
        // Writing to a text can't fail.
        let _ = write!(out, "{byte:02x}");
    }
    out
}
