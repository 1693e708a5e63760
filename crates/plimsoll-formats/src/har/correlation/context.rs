//! A value by the text around it.

use crate::pattern::is_alone;
use crate::pattern::match_number;
use fancy_regex::escape;

/// Characters before a value that are part of its pattern.
const BEFORE_MAX: usize = 30;

/// Places that are looked at.
const PLACES_MAX: usize = 20;

/// A regular expression whose first group is the value, and which of its matches. Digits and white space before the value
/// may be others.
pub fn around(text: &str, value: &str) -> Option<(String, i32)> {
    let places = text.match_indices(value).filter(|(at, _)| is_alone(text, *at, value)).take(PLACES_MAX);
    for (at, _) in places {
        let after = text[at + value.len()..].chars().next();
        let before = before(&text[..at]);
        if before.chars().filter(|c| !c.is_whitespace()).count() < 3 {
            continue;
        }
        let group = match after {
            Some(end) if !value.contains(end) && !end.is_alphanumeric() => format!("([^{}]+)", in_class(end)),
            None => r"(\S+)".to_owned(),
            _ => continue,
        };
        let pattern = format!("{}{group}", loosened(before));
        if let Some(number) = match_number(&pattern, text, value) {
            return Some((pattern, number));
        }
    }
    None
}

/// The end of the line that stands before a value, from the begin of a word.
fn before(text: &str) -> &str {
    let line = text.rsplit(['\n', '\r']).next().unwrap_or_default();
    let line = if line.trim().is_empty() { text } else { line };
    let start = line.char_indices().rev().nth(BEFORE_MAX - 1).map_or(0, |(at, _)| at);
    let cut = &line[start..];
    // Half a word may be the end of another value.
    let skip = if start == 0 { 0 } else { cut.find(|c: char| !c.is_alphanumeric()).unwrap_or(0) };
    &cut[skip..]
}

fn loosened(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let same = |of: fn(char) -> bool| rest.find(|c| !of(c)).unwrap_or(rest.len());
        let length = if c.is_ascii_digit() {
            out.push_str(r"\d+");
            same(|c| c.is_ascii_digit())
        } else if c.is_whitespace() {
            out.push_str(r"\s+");
            same(char::is_whitespace)
        } else {
            out.push_str(&escape(&c.to_string()));
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    out
}

fn in_class(c: char) -> String {
    match c {
        '\n' | '\r' => r"\r\n".to_owned(),
        '\\' | ']' | '^' | '-' | '[' => format!("\\{c}"),
        c if c.is_whitespace() => r"\s".to_owned(),
        c => c.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_by_what_stands_around_it() {
        let found = |text: &str, value: &str| around(text, value);
        let script = "<script>\n  window.config = {csrf: 'a1b2c3d4e5', n: 1};</script>";
        let (pattern, number) = found(script, "a1b2c3d4e5").expect("found");
        assert_eq!((pattern.as_str(), number), (r"\s+window\.config\s+=\s+\{csrf:\s+'([^']+)", 1));
        let links = r#"<a href="/go?t=first-111">1</a><a href="/go?t=second-22">2</a>"#;
        let (pattern, number) = found(links, "second-22").expect("found");
        assert_eq!(number, 1, "{pattern}");
        assert!(found("x a1b2c3d4e5f6", "a1b2c3d4e5").is_none(), "part of a longer word");
    }
}
