//! Names of requests in a server's log: its paths have ids in them (`/users/8812`), and a name for each would be none. Parts that look like an
//! id become `{id}`, as in the paths of OpenAPI.

use std::borrow::Cow;

const ID: &str = "{id}";
/// Digits of a hash: fewer may be a word.
const HEX_MIN: usize = 8;
/// Characters of a token of letters and digits, and the digits in it.
const TOKEN_MIN: usize = 16;
const TOKEN_DIGITS_MIN: usize = 4;
/// Digits behind a word (`ORD-2026`, `user1234`): fewer may be a version.
const NUMBERED_MIN: usize = 4;
const UUID: [usize; 5] = [8, 4, 4, 4, 12];

/// With `{id}` for each part that looks like an id.
pub fn without_ids(path: &str) -> Cow<'_, str> {
    if !path.starts_with('/') || !path.bytes().any(|byte| byte.is_ascii_digit()) {
        return Cow::Borrowed(path);
    }
    let segments: Vec<Cow<str>> = path.split('/').map(of_segment).collect();
    let is_same = segments.iter().all(|segment| matches!(segment, Cow::Borrowed(_)));
    if is_same { Cow::Borrowed(path) } else { Cow::Owned(segments.join("/")) }
}

fn of_segment(segment: &str) -> Cow<'_, str> {
    if is_id(segment) {
        return Cow::Owned(ID.to_owned());
    }
    // `8812.json`, `main.3f2a1b9c.js`: not the parts of a version.
    let parts: Vec<&str> = segment.split('.').collect();
    let (Some((ending, stem)), 2..) = (parts.split_last(), parts.len()) else {
        return Cow::Borrowed(segment);
    };
    let is_file = ending.bytes().any(|byte| byte.is_ascii_alphabetic()) && !is_id(ending);
    let is_ids = |part: &&str| if stem.len() == 1 { is_id(part) } else { is_hash(part) };
    if !is_file || !stem.iter().any(is_ids) {
        return Cow::Borrowed(segment);
    }
    let named: Vec<&str> = stem.iter().map(|part| if is_ids(part) { ID } else { part }).collect();
    Cow::Owned(format!("{}.{ending}", named.join(".")))
}

fn is_id(part: &str) -> bool {
    is_number(part) || is_uuid(part) || is_hash(part) || is_token(part) || is_numbered(part)
}

fn is_number(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_uuid(part: &str) -> bool {
    let mut lengths = part.split('-').map(str::len);
    let is_hex = |byte: u8| byte == b'-' || byte.is_ascii_hexdigit();
    UUID.iter().all(|length| lengths.next() == Some(*length))
        && lengths.next().is_none()
        && part.bytes().all(is_hex)
}

fn digits(part: &str) -> usize {
    part.bytes().filter(u8::is_ascii_digit).count()
}

fn is_hash(part: &str) -> bool {
    part.len() >= HEX_MIN && digits(part) > 0 && part.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_token(part: &str) -> bool {
    part.len() >= TOKEN_MIN
        && digits(part) >= TOKEN_DIGITS_MIN
        && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A word with a long number; of several words it is a title (`ten-tips-2026`).
fn is_numbered(part: &str) -> bool {
    let word = part.trim_end_matches(|of: char| of.is_ascii_digit());
    let is_word = word.trim_end_matches(['-', '_']).bytes().all(|byte| byte.is_ascii_alphabetic());
    part.len() - word.len() >= NUMBERED_MIN && is_word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_in_paths_are_no_part_of_a_name() {
        let cases = [
            ("/users/8812", "/users/{id}"),
            ("/users/8812/orders/7", "/users/{id}/orders/{id}"),
            ("/items/123e4567-e89b-12d3-a456-426614174000/", "/items/{id}/"),
            ("/blobs/9f86d081884c7d65", "/blobs/{id}"),
            ("/orders/01ARZ3NDEKTSV4RRFFQ69G5FAV", "/orders/{id}"),
            ("/orders/ORD-2026", "/orders/{id}"),
            ("/img/8812.png", "/img/{id}.png"),
            ("/assets/main.3f2a1b9c.js", "/assets/main.{id}.js"),
            ("/products/product12345", "/products/{id}"),
        ];
        for (path, named) in cases {
            assert_eq!(without_ids(path), named);
        }
    }

    #[test]
    fn what_is_no_id_stays() {
        for path in [
            "/",
            "/api/v2/users",
            "/log4j/http2",
            "/lib/jquery-3.6.0.min.js",
            "/lib/3.6.0/jquery.js",
            "/blog/10-ways-to-wait",
            "/blog/ten-tips-2026",
            "/deadbeef",
            "/users/{id}",
            "/static/app.js",
            "/mp3/b2b",
            "GET /users/8812",
            "8812",
            "",
        ] {
            assert_eq!(without_ids(path), path);
        }
    }
}
