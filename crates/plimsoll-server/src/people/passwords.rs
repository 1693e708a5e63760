//! Passwords are stored as Argon2id with the parameters of OWASP's first recommendation (19 MiB, 2 passes, 1 lane).

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine;

pub const LENGTH_MIN: usize = 10;
/// Longer ones would only cost time.
pub const LENGTH_MAX: usize = 256;

fn hasher() -> Argon2<'static> {
    let parameters = Params::new(19_456, 2, 1, None).expect("they are within their bounds");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters)
}

/// What is wrong with a new password.
pub fn problem(password: &str) -> Option<String> {
    let length = password.chars().count();
    (!(LENGTH_MIN..=LENGTH_MAX).contains(&length))
        .then(|| format!("a password has {LENGTH_MIN} to {LENGTH_MAX} characters"))
}

pub fn stored(password: &str) -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("Linux gives random bytes once it is up");
    let salt = base64::engine::general_purpose::STANDARD_NO_PAD.encode(bytes);
    let salt = SaltString::from_b64(&salt).expect("16 bytes in Base64 are a salt");
    hasher().hash_password(password.as_bytes(), &salt).expect("the parameters are right").to_string()
}

/// Whether it is the password. Without a stored one it takes as long, and is not.
pub fn is_right(password: &str, stored: Option<&str>) -> bool {
    static NOBODYS: std::sync::LazyLock<String> =
        std::sync::LazyLock::new(|| self::stored("nobody's password"));
    let against = stored.unwrap_or(&NOBODYS);
    let hash = PasswordHash::new(against);
    let verified = hash.is_ok_and(|hash| hasher().verify_password(password.as_bytes(), &hash).is_ok());
    verified && stored.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_password_is_the_password() {
        let hash = stored("correct horse battery");
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        assert!(is_right("correct horse battery", Some(&hash)));
        assert!(!is_right("correct horse batterx", Some(&hash)));
        assert!(!is_right("nobody's password", None));
        assert!(!is_right("x", Some("no hash")));
        assert!(problem("short").is_some() && problem("long enough").is_none());
    }
}
