//! What nobody can guess.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// 256 bits as 43 letters that a URL takes.
pub fn secret() -> String {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("Linux gives random bytes once it is up");
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A short name that is not taken.
pub fn name() -> String {
    secret().chars().filter(char::is_ascii_alphanumeric).take(10).collect::<String>().to_ascii_lowercase()
}

/// What is stored of a secret that is as good as random: without it the secret can't be made.
pub fn fingerprint(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Of PKCE (RFC 7636): the challenge of a verifier.
pub fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()))
}

/// Without saying by its time how far they agree.
pub fn equal(a: &str, b: &str) -> bool {
    fingerprint(a) == fingerprint(b)
}
