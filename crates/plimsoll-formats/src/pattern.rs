//! Patterns are tried on the answer that they are made of.

use fancy_regex::Regex;

/// Matches of a pattern that are looked at.
const MATCHES_MAX: usize = 5_000;

/// Which match of a pattern gives the value.
pub fn match_number(pattern: &str, text: &str, value: &str) -> Option<i32> {
    let regex = Regex::new(pattern).ok()?;
    let matches = regex.captures_iter(text).map_while(Result::ok).take(MATCHES_MAX);
    let mut groups = matches.map(|found| found.get(1).map(|group| group.as_str().to_owned()));
    let at = groups.position(|group| group.as_deref() == Some(value))?;
    i32::try_from(at + 1).ok()
}

/// What that match of a pattern gives; the first one is 1.
pub fn match_at(pattern: &str, text: &str, number: i32) -> Option<String> {
    let at = usize::try_from(number - 1).ok()?;
    let regex = Regex::new(pattern).ok()?;
    let found = regex.captures_iter(text).map_while(Result::ok).take(MATCHES_MAX).nth(at)?;
    Some(found.get(1)?.as_str().to_owned())
}

/// The references that servers write into attributes.
pub fn unescaped(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let named = [
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&#43;", "+"),
        ("&#x2B;", "+"),
        ("&#x2F;", "/"),
        ("&#47;", "/"),
        ("&#61;", "="),
        ("&#x3D;", "="),
        ("&amp;", "&"),
    ];
    named.iter().fold(text.to_owned(), |text, (reference, plain)| text.replace(reference, plain))
}

/// No part of a longer word.
pub fn is_alone(text: &str, at: usize, value: &str) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let starts = !is_word(text[..at].chars().next_back()) || !is_word(value.chars().next());
    let ends = !is_word(text[at + value.len()..].chars().next()) || !is_word(value.chars().next_back());
    starts && ends
}
