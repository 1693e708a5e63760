//! The links of a style sheet: `url(…)` and `@import`.

use super::Links;

pub fn links(text: &str, links: &mut Links) {
    let mut rest = text;
    // Before the current place: whether a name goes on here.
    let mut in_name = false;
    while let Some(c) = rest.chars().next() {
        let after_word = |word: &str| {
            let start = rest.get(..word.len())?;
            start.eq_ignore_ascii_case(word).then(|| &rest[word.len()..])
        };
        let is_name = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        rest = if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or("", |end| &comment[end + 2..])
        } else if let Some(inner) = after_word("url(").filter(|_| !in_name) {
            let (link, after) = inside(inner);
            links.add(link.unwrap_or_default());
            in_name = false;
            rest = after;
            continue;
        } else if let Some(after) = after_word("@import").filter(|after| !after.starts_with(is_name)) {
            match after.trim_start().chars().next() {
                Some('"' | '\'') => {
                    let (link, after) = quoted(after.trim_start());
                    links.add(link.unwrap_or_default());
                    after
                }
                _ => after,
            }
        } else if matches!(c, '"' | '\'') {
            quoted(rest).1
        } else {
            &rest[c.len_utf8()..]
        };
        in_name = is_name(c);
    }
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
