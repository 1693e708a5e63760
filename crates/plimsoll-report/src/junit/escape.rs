//! Text in XML.

use plimsoll_run::visible_line;

/// For an attribute; what XML 1.0 cannot hold, and what would command a terminal, is shown.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{a0}' => escaped.push(' '),
            '\t' | '\n' | '\r' => escaped.push(' '),
            other => escaped.push_str(&visible_line(other.encode_utf8(&mut [0; 4]))),
        }
    }
    escaped
}
