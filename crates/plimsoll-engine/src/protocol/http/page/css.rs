//! The links of style sheets. Which of a sheet's images and fonts a page shows can't be told without laying
//! it out, so only imports are followed, as in JMeter.

use super::PageLinks;

/// `@import "…"` and `@import url(…)`.
pub fn imports(text: &str, links: &mut PageLinks) {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or("", |end| &comment[end + 2..])
        } else if let Some(after) = after_word(rest, "@import") {
            let after = after.trim_start();
            let (link, after) = match after_word(after, "url(") {
                Some(inner) => inside(inner),
                None if after.starts_with(['"', '\'']) => quoted(after),
                None => (None, after),
            };
            links.add(link.unwrap_or_default());
            after
        } else if matches!(c, '"' | '\'') {
            quoted(rest).1
        } else {
            &rest[c.len_utf8()..]
        };
    }
}

/// `url("…")` in the `style` of a tag.
pub fn quoted_urls(style: &str, links: &mut PageLinks) {
    let mut rest = style;
    while let Some(c) = rest.chars().next() {
        let inner = after_word(rest, "url(").map(str::trim_start);
        rest = match inner.filter(|inner| inner.starts_with(['"', '\''])) {
            Some(inner) => {
                let (link, after) = quoted(inner);
                links.add(link.unwrap_or_default());
                after
            }
            None => &rest[c.len_utf8()..],
        };
    }
}

/// What follows a word that the text begins with, in small or capital letters.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.get(..word.len())?.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
}

/// What stands between `url(` and `)`, and what follows.
fn inside(text: &str) -> (Option<&str>, &str) {
    let text = text.trim_start();
    if text.starts_with(['"', '\'']) {
        return quoted(text);
    }
    match text.find(')') {
        Some(end) => (Some(text[..end].trim_end()), &text[end + 1..]),
        None => (None, ""),
    }
}

/// A quoted text, and what follows; none when it has no end.
fn quoted(text: &str) -> (Option<&str>, &str) {
    let quote = &text[..1];
    match text[1..].find(quote) {
        Some(end) => (Some(&text[1..=end]), &text[end + 2..]),
        None => (None, ""),
    }
}
