//! Secrets that are known by their form, without a name.

use super::{MASK, is_reference};
use std::ops::Range;

/// The least that is taken for a token after the word `Bearer`.
const TOKEN_BYTES_MIN: usize = 8;

/// `None`: there is none.
pub fn masked(text: &str) -> Option<String> {
    let mut found = Vec::new();
    passwords_in_urls(text, &mut found);
    oracle_logins(text, &mut found);
    after_bearer(text, &mut found);
    json_web_tokens(text, &mut found);
    private_keys(text, &mut found);
    cut_out(text, found)
}

/// The least that is taken for the begin of a token at the end of a text that was cut.
const BEGIN_BYTES_MIN: usize = 3;

/// Bytes at the end of a cut text in which a secret may begin that goes on behind the cut.
const LOOK_BACK_BYTES: usize = 8_192;

/// What may be the begin of a secret that a cut goes through: its form is not complete.
pub fn open_at_end(text: &str) -> Vec<Range<usize>> {
    let from = text.ceil_char_boundary(text.len().saturating_sub(LOOK_BACK_BYTES));
    let end = &text[from..];
    let mut found = Vec::new();
    open_password_of_url(end, &mut found);
    if let Some(at) = end.rfind("oracle:thin:")
        && let Some(slash) = end[at..].find('/')
        && !end[at..].contains(char::is_whitespace)
    {
        found.push(at + slash + 1..end.len());
    }
    let token = end.len() - end.bytes().rev().take_while(is_part_of_token).count();
    if let Some(at) = end[token..].find("eyJ") {
        found.push(token + at..end.len());
    }
    let is_after_bearer = ["Bearer ", "bearer "].iter().any(|word| end[..token].ends_with(word));
    if is_after_bearer && end.len() - token >= BEGIN_BYTES_MIN {
        found.push(token..end.len());
    }
    let is_there = |range: &Range<usize>| !range.is_empty() && !is_reference(&end[range.clone()]);
    found.into_iter().filter(is_there).map(|range| from + range.start..from + range.end).collect()
}

/// `scheme://user:passw`
fn open_password_of_url(text: &str, found: &mut Vec<Range<usize>>) {
    let Some(at) = text.rfind("://") else { return };
    let start = at + 3;
    let segment = &text[start..];
    if segment.starts_with('[') || segment.contains(|c: char| c.is_whitespace() || "\"'<>@".contains(c)) {
        return;
    }
    let authority = segment.find(['/', '?', '#']).unwrap_or(segment.len());
    let Some(colon) = segment[..authority].find(':') else { return };
    // A port.
    let after = &segment[colon + 1..authority];
    if !after.bytes().all(|byte| byte.is_ascii_digit()) {
        found.push(start + colon + 1..text.len());
    }
}

/// Replaces the ranges, which may overlap.
pub fn cut_out(text: &str, mut ranges: Vec<Range<usize>>) -> Option<String> {
    if ranges.is_empty() {
        return None;
    }
    ranges.sort_by_key(|range| range.start);
    let mut out = String::with_capacity(text.len());
    let mut rest = 0;
    for range in ranges {
        if range.start >= rest {
            out.push_str(&text[rest..range.start]);
            out.push_str(MASK);
        }
        rest = rest.max(range.end);
    }
    out.push_str(&text[rest..]);
    Some(out)
}

/// `scheme://user:password@host` (RFC 3986, 3.2.1), also with a password that should have been encoded.
fn passwords_in_urls(text: &str, found: &mut Vec<Range<usize>>) {
    for (at, mark) in text.match_indices("://") {
        let start = at + mark.len();
        let segment = &text[start..];
        let segment = &segment
            [..segment.find(|c: char| c.is_whitespace() || "\"'<>".contains(c)).unwrap_or(segment.len())];
        // The next URL of a list is one of its own.
        let segment = &segment[..segment.find("://").unwrap_or(segment.len())];
        let Some(colon) = segment.find(':') else { continue };
        let authority = segment.find(['/', '?', '#']).unwrap_or(segment.len());
        if colon > authority || segment[..colon].contains('@') {
            continue;
        }
        let end = match segment[..authority].rfind('@') {
            Some(end) => end,
            None if segment[colon + 1..authority].bytes().all(|byte| byte.is_ascii_digit()) => continue,
            None => match segment.rfind('@') {
                Some(end) => end,
                None => continue,
            },
        };
        if end > colon + 1 && !is_reference(&segment[colon + 1..end]) {
            found.push(start + colon + 1..start + end);
        }
    }
}

/// `jdbc:oracle:thin:user/password@host`
fn oracle_logins(text: &str, found: &mut Vec<Range<usize>>) {
    for (at, mark) in text.match_indices("oracle:thin:") {
        let start = at + mark.len();
        let segment = &text[start..];
        let segment = &segment[..segment.find(char::is_whitespace).unwrap_or(segment.len())];
        if let (Some(slash), Some(end)) = (segment.find('/'), segment.find('@'))
            && slash + 1 < end
            && !is_reference(&segment[slash + 1..end])
        {
            found.push(start + slash + 1..start + end);
        }
    }
}

/// RFC 6750: `Bearer` and a token, with something in it that no word has.
fn after_bearer(text: &str, found: &mut Vec<Range<usize>>) {
    for word in ["Bearer ", "bearer ", "Bearer%20"] {
        for (at, _) in text.match_indices(word) {
            let token = token_at(text, at + word.len());
            let is_word = text[token.clone()].bytes().all(|byte| byte.is_ascii_alphabetic());
            if token.len() >= TOKEN_BYTES_MIN && !is_word {
                found.push(token);
            }
        }
    }
}

/// RFC 7519: three parts, the first of which is `{"` in Base64.
fn json_web_tokens(text: &str, found: &mut Vec<Range<usize>>) {
    for (at, _) in text.match_indices("eyJ") {
        let token = token_at(text, at);
        if text[token.clone()].split('.').count() >= 3
            && !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric())
        {
            found.push(token);
        }
    }
}

fn token_at(text: &str, start: usize) -> Range<usize> {
    let length = text.bytes().skip(start).take_while(is_part_of_token).count();
    start..start + length
}

fn is_part_of_token(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~+/=".contains(byte)
}

/// RFC 7468; to the end of the text where the key is cut.
fn private_keys(text: &str, found: &mut Vec<Range<usize>>) {
    for (at, mark) in text.match_indices("PRIVATE KEY-----") {
        let start = at + mark.len();
        let begins = text[..at].rfind("-----BEGIN ").is_some_and(|begin| !text[begin..at].contains('\n'));
        if begins {
            let key = &text[start..];
            let end = key.find("-----END").unwrap_or(key.len());
            let inside = key[..end].trim();
            if !inside.is_empty() {
                let from = start + key[..end].find(inside).unwrap_or(0);
                found.push(from..from + inside.len());
            }
        }
    }
}
