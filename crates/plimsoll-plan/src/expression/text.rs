//! Text as Java's `String` and `java.util.regex` treat it.

use fancy_regex::{Captures, Regex, RegexBuilder};

/// Longest text that a script makes, bytes.
pub(super) const LENGTH_MAX: usize = 10_000_000;
/// Longest backtracking of one expression, steps.
const BACKTRACK_MAX: usize = 1_000_000;

pub(crate) fn regex(pattern: &str) -> Result<Regex, String> {
    let built = RegexBuilder::new(pattern).backtrack_limit(BACKTRACK_MAX).build();
    built.map_err(|error| format!("`{pattern}` is not a regular expression: {error}"))
}

pub(super) fn matches(text: &str, pattern: &str) -> Result<bool, String> {
    let whole = regex(&format!(r"\A(?:{pattern})\z"))?;
    whole.is_match(text).map_err(|error| error.to_string())
}

/// `replaceAll` and `replaceFirst`: `$1` in the replacement is a group, `\` keeps the next character.
pub(super) fn replace(text: &str, pattern: &str, replacement: &str, all: bool) -> Result<String, String> {
    let regex = regex(pattern)?;
    let fill = |found: &Captures<'_, str>| filled(replacement, found);
    let limit = if all { 0 } else { 1 };
    let replaced = regex.try_replacen(text, limit, fill).map_err(|error| error.to_string())?;
    if replaced.len() > LENGTH_MAX {
        Err("the text gets too long".to_owned())
    } else {
        Ok(replaced.into_owned())
    }
}

fn filled(replacement: &str, found: &Captures<'_, str>) -> String {
    let mut out = String::new();
    let mut characters = replacement.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\\' => out.extend(characters.next()),
            '$' => match characters.next_if(char::is_ascii_digit).and_then(|c| c.to_digit(10)) {
                Some(group) => out.push_str(found.get(group as usize).map_or("", |m| m.as_str())),
                None => out.push('$'),
            },
            c => out.push(c),
        }
    }
    out
}

/// `String.split`: empty parts at the end are dropped, unless there is a limit.
pub(super) fn split(text: &str, pattern: &str, limit: i64) -> Result<Vec<String>, String> {
    let regex = regex(pattern)?;
    let mut parts = Vec::new();
    let mut start = 0;
    for found in regex.find_iter(text) {
        let found = found.map_err(|error| error.to_string())?;
        if limit > 0 && parts.len() as i64 == limit - 1 {
            break;
        }
        // Nothing is split off before an empty match at the start.
        if found.end() == 0 {
            continue;
        }
        if found.start() == text.len() && found.start() == found.end() {
            break;
        }
        parts.push(text[start..found.start()].to_owned());
        start = found.end();
    }
    parts.push(text[start..].to_owned());
    while limit == 0 && parts.len() > 1 && parts.last().is_some_and(String::is_empty) {
        parts.pop();
    }
    if limit == 0 && start > 0 && parts.len() == 1 && parts[0].is_empty() {
        parts.pop();
    }
    Ok(parts)
}

/// The UTF-16 units from `start` to before `end`, as Java counts; `None` outside of the text.
pub(super) fn substring(text: &str, start: i64, end: Option<i64>) -> Option<String> {
    if text.is_ascii() {
        let end = end.unwrap_or(text.len() as i64);
        let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
        return text.get(start..end).map(str::to_owned);
    }
    let units: Vec<u16> = text.encode_utf16().collect();
    let end = end.unwrap_or(units.len() as i64);
    let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
    units.get(start..end).map(String::from_utf16_lossy)
}

pub(super) fn length(text: &str) -> i32 {
    i32::try_from(if text.is_ascii() { text.len() } else { text.encode_utf16().count() }).unwrap_or(i32::MAX)
}

/// In UTF-16 units from `from`; −1 when it is not there.
pub(super) fn index_of(text: &str, part: &str, from: i64) -> i32 {
    let from = from.clamp(0, i64::from(length(text)));
    let Some(rest) = substring(text, from, None) else { return -1 };
    rest.find(part).map_or(-1, |at| from as i32 + length(&rest[..at]))
}

pub(super) fn last_index_of(text: &str, part: &str) -> i32 {
    text.rfind(part).map_or(-1, |at| length(&text[..at]))
}
