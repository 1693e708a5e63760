//! Names whose values are secret.

use std::collections::BTreeSet;

/// The longest name that is looked at.
pub const NAME_BYTES_MAX: usize = 100;

/// Words that make a name secret wherever they stand in it: `dbPassword`, `client_secret`.
const SECRET_PARTS: [&str; 13] = [
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "accountkey",
    "privatekey",
    "credential",
    "authorization",
    "cookie",
    "signingkey",
];

/// The same, but only as words of their own: `db_pass`, not `bypass`.
const SECRET_WORDS: [&str; 18] = [
    "pass",
    "pwd",
    "pw",
    "auth",
    "jwt",
    "bearer",
    "sig",
    "signature",
    "creds",
    "sid",
    "jsessionid",
    "session",
    "sessionid",
    "phpsessid",
    "dbpass",
    "dbpwd",
    "otp",
    "totp",
];

/// A name that ends so says where a secret is or how it is used: `password_file`, `token_url`, `cookie_policy`.
const ABOUT_SECRETS: [&str; 30] = [
    "url",
    "uri",
    "file",
    "path",
    "name",
    "endpoint",
    "type",
    "length",
    "count",
    "policy",
    "field",
    "header",
    "ttl",
    "expiry",
    "expires",
    "env",
    "timeout",
    "iteration",
    "implementation",
    "max",
    "min",
    "size",
    "domain",
    "scheme",
    "method",
    "mode",
    "format",
    "manager",
    "seconds",
    "tokens",
];

/// Values that say nothing of a secret.
const HARMLESS: [&str; 14] = [
    "yes", "no", "true", "false", "null", "none", "nil", "on", "off", "required", "missing", "empty",
    "invalid", "expired",
];

/// `customerNumber`, `Customer-Number` and `customer_number` are one name.
pub fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Parts of a name that are looked at.
const SEGMENTS_MAX: usize = 16;

/// Whether a name is a listed one, or has it as a part of its own: `customer[iban]`, `x.iban`; or with what extractors and forms put
/// behind it: `iban_1`, `iban_1_g1`, `iban2`. Not within a word, and not as one word of several: `customer_iban`, `ibanCheck`.
pub fn is_listed(listed: &BTreeSet<String>, name: &str) -> bool {
    if listed.is_empty() || name.len() > NAME_BYTES_MAX {
        return false;
    }
    if listed.contains(&plain(name)) {
        return true;
    }
    let decoded =
        ["%5B", "%5b", "%5D", "%5d"].iter().fold(name.to_owned(), |name, code| name.replace(code, "."));
    let is_border = |c: char| !c.is_alphanumeric() && !"_- ".contains(c);
    let segments: Vec<&str> =
        decoded.split(is_border).filter(|part| !part.is_empty()).take(SEGMENTS_MAX).collect();
    (0..segments.len()).any(|from| {
        let mut whole = String::new();
        segments[from..].iter().any(|segment| {
            let numbered = whole.clone() + &plain(without_number(segment));
            whole.push_str(&plain(segment));
            listed.contains(&whole) || listed.contains(&numbered)
        })
    })
}

/// Without the number of a match and its group.
fn without_number(name: &str) -> &str {
    let is_digit = |c: char| c.is_ascii_digit();
    let name = name.trim_end_matches(is_digit);
    name.strip_suffix("_g").unwrap_or(name).trim_end_matches(is_digit)
}

pub fn is_secret(name: &str) -> bool {
    // The last part of a property's name says what it is: `CookieManager.policy`.
    let name = name.rsplit('.').next().unwrap_or(name);
    if name.len() > NAME_BYTES_MAX {
        return false;
    }
    let words = words(name);
    let Some(last) = words.last() else { return false };
    if ABOUT_SECRETS.contains(&last.as_str()) {
        return false;
    }
    let whole = words.concat();
    SECRET_PARTS.iter().any(|part| whole.contains(part))
        || words.iter().any(|word| SECRET_WORDS.contains(&word.as_str()))
}

/// In plain text such a word is often no name at all: `unexpected token: }`.
pub fn is_common_word(name: &str) -> bool {
    ["token", "secret", "pass", "auth", "cookie", "cookies", "signature", "bearer", "session"]
        .iter()
        .any(|word| name.eq_ignore_ascii_case(word))
}

pub fn is_harmless(value: &str) -> bool {
    HARMLESS.iter().any(|word| value.eq_ignore_ascii_case(word)) || value.starts_with("***")
}

/// A value that is such a word itself, or what JMeter gives in place of data that ran out, is no secret: masked wherever it stands it
/// would take the word out of every message.
pub fn is_word(value: &str) -> bool {
    let is_of_names = SECRET_PARTS.iter().any(|word| value.eq_ignore_ascii_case(word));
    is_of_names || matches!(value, "<EOF>" | "%3CEOF%3E")
}

/// What stands before credentials in a header (RFC 9110, 11.4).
pub fn is_scheme(word: &str) -> bool {
    ["bearer", "basic", "digest", "token", "apikey", "negotiate"]
        .iter()
        .any(|known| word.eq_ignore_ascii_case(known))
}

/// `dbPassword`, `DB_PASSWORD` and `db-password` are the same words.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in name.chars() {
        let begins = !before.is_alphanumeric() || (before.is_lowercase() && c.is_uppercase());
        if c.is_alphanumeric() {
            match words.last_mut().filter(|_| !begins) {
                Some(word) => word.extend(c.to_lowercase()),
                None => words.push(c.to_lowercase().collect()),
            }
        }
        before = c;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_their_names() {
        for name in [
            "password",
            "DB_PASSWORD",
            "dbPassword",
            "db-pass",
            "HTTPSampler.proxyPass",
            "Authorization",
            "X-Api-Key",
            "x-auth-token",
            "apiKey",
            "access_key",
            "client.secret",
            "passphrase",
            "Set-Cookie",
            "privateKey",
            "pwd",
            "aws_secret_access_key",
            "JSESSIONID",
            "sig",
            "DBPASS",
            "accessToken",
            "refresh_token",
            "x-amz-security-token",
            "PGPASSWORD",
            "MYSQL_PWD",
            "Cookie2",
            "SharedAccessKey",
            "AccountKey",
            "AWSSecretKey",
            "X-Amz-Signature",
            "X-CSRF-Token",
            "otp",
            "totp_code",
        ] {
            assert!(is_secret(name), "{name}");
        }
        for name in [
            "",
            "user",
            "author",
            "bypass",
            "passes",
            "password_file",
            "token_url",
            "CookieManager.policy",
            "users",
            "compass",
            "keyboard",
            "key",
            "cookie_policy",
            "signed",
            "authority",
            "secret.length",
        ] {
            assert!(!is_secret(name), "{name}");
        }
    }
    #[test]
    fn a_listed_name_holds_for_names_that_are_derived_from_it() {
        let listed: BTreeSet<String> = ["iban", "Customer-Number", "line1"].map(plain).into();
        for name in [
            "iban",
            "IBAN",
            "iban_1",
            "iban_g",
            "iban_1_g0",
            "iban2",
            "customer[iban]",
            "customer[iban][0]",
            "customer%5Biban%5D",
            "x.iban",
            "$.customer.iban",
            "customer.iban.country",
            "payer:iban",
            "customerNumber_3",
            "order.customer_number",
            "customer.number",
            "line1",
            "line1_2",
        ] {
            assert!(is_listed(&listed, name), "{name}");
        }
        for name in [
            "",
            "ibanCheck",
            "customer_iban",
            "liban",
            "x.libanon",
            "iban_matchNr",
            "line2",
            "number",
            "customer",
        ] {
            assert!(!is_listed(&listed, name), "{name}");
        }
        assert!(!is_listed(&BTreeSet::new(), "iban"));
    }
}
