//! Percent-encoding (RFC 3986).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// For a path or a query: unreserved characters stay.
pub fn encoded(text: &str) -> String {
    utf8_percent_encode(text, UNRESERVED).to_string()
}
