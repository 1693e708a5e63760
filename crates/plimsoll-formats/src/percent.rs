//! Percent-encoding (RFC 3986).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');
const OF_PATH: &AsciiSet = &UNRESERVED.remove(b',').remove(b':').remove(b'@');

/// As browsers write a value into a query: unreserved characters stay.
pub fn encoded(text: &str) -> String {
    utf8_percent_encode(text, UNRESERVED).to_string()
}

/// As a part of a path.
pub fn encoded_in_path(text: &str) -> String {
    utf8_percent_encode(text, OF_PATH).to_string()
}
