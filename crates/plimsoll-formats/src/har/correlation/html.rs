//! Fields of forms, and what pages keep in `meta`.

use super::origin::{NOT_COUNTED, ValueOrigin};
use crate::pattern::unescaped;
use fancy_regex::escape;
use plimsoll_plan::plan::ResponseField;

/// Tags that are looked at.
const TAGS_MAX: usize = 5_000;

pub fn fields(step: usize, text: &str, found: &mut Vec<(String, ValueOrigin)>) {
    for tag in text.split('<').skip(1).filter_map(|tag| tag.split('>').next()).take(TAGS_MAX) {
        let content = match tag.split_whitespace().next() {
            Some(kind) if kind.eq_ignore_ascii_case("input") => "value",
            Some(kind) if kind.eq_ignore_ascii_case("meta") => "content",
            _ => continue,
        };
        let name = attribute(tag, "name").or_else(|| attribute(tag, "id"));
        let (Some((name_at, name)), Some((value_at, raw))) = (name, attribute(tag, content)) else {
            continue;
        };
        let name_is = if attribute(tag, "name").is_some() { "name" } else { "id" };
        let quoted = format!(r#"\b{name_is}=["']?{}["'\s/]"#, escape(name));
        let value_is = format!(r#"\b{content}=["']?([^"'>]*)"#);
        let pattern = match name_at < value_at {
            true => format!("{quoted}[^>]*?{value_is}"),
            false => format!("{value_is}[^>]*?{quoted}"),
        };
        let value = unescaped(raw);
        let is_escaped = value != raw;
        let mut origin = ValueOrigin::regex(step, name, "a form field", &pattern, NOT_COUNTED);
        if content == "content" {
            origin.place = "a meta element";
        }
        if is_escaped {
            origin.source = ResponseField::UnescapedBody;
        }
        found.push((value, origin));
    }
}

/// Segments of the addresses of links and forms, each with the one before it.
pub fn links(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let addresses = ["href=\"", "href='", "action=\"", "action='"].into_iter().flat_map(move |start| {
        let quote = start.chars().last().unwrap_or('"');
        text.split(start).skip(1).filter_map(move |rest| rest.split(quote).next()).take(TAGS_MAX)
    });
    addresses.filter(|address| address.len() < 2_000).flat_map(|address| {
        let path = address.split(['?', '#', '&']).next().unwrap_or_default();
        path.split('/').zip(path.split('/').skip(1)).filter(|(before, _)| !before.is_empty())
    })
}

/// Where in a tag it stands, and its value.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<(usize, &'a str)> {
    let lower = tag.to_ascii_lowercase();
    let mut from = 0;
    loop {
        let at = from + lower[from..].find(name)?;
        let is_start = lower[..at].ends_with(char::is_whitespace);
        let rest = tag[at + name.len()..].trim_start();
        match rest.strip_prefix('=').filter(|_| is_start) {
            Some(value) => {
                let value = value.trim_start();
                let end = match value.chars().next()? {
                    quote @ ('"' | '\'') => return Some((at, value[1..].split(quote).next()?)),
                    _ => value.find(|c: char| c.is_whitespace() || c == '/').unwrap_or(value.len()),
                };
                return Some((at, &value[..end]));
            }
            None => from = at + name.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_whatever_way_they_are_written() {
        let text = r#"<FORM><input type="hidden" name="a" value="one"><input value='two' type=hidden name='b'/>
            <input type=hidden name=c value=three><meta name="csrf-token" content="fo&#x2F;ur">
            <input name="a" value="five"><input name="d">"#;
        let mut found = Vec::new();
        fields(0, text, &mut found);
        let all: Vec<_> = found
            .iter()
            .map(|(value, origin)| {
                let number = origin.counted(value, text).expect("it is in the text").match_number;
                (origin.name.as_str(), value.as_str(), number)
            })
            .collect();
        assert_eq!(
            all,
            [
                ("a", "one", 1),
                ("b", "two", 1),
                ("c", "three", 1),
                ("csrf-token", "fo/ur", 1),
                ("a", "five", 2)
            ]
        );
    }
}
