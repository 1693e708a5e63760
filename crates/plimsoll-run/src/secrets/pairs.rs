//! Values beside their names: `name=value`, `name: value`, `"name": "value"`, and the elements of JMeter's plans.

use super::names::{NAME_BYTES_MAX, is_common_word, is_harmless};
use super::shapes::cut_out;
use super::{MASK, is_reference};
use std::ops::Range;

/// How quotation marks are written: in a text, in JSON within JSON, in XML.
const QUOTES: [&str; 5] = ["\\\"", "&quot;", "&#34;", "\"", "'"];

/// `None`: there is none. What only names a secret (`${password}`) stays.
pub fn masked(text: &str, is_secret: &dyn Fn(&str) -> bool) -> Option<String> {
    let mut found = Vec::new();
    let mut end = 0;
    for (at, separator) in text.match_indices(['=', ':']) {
        if at < end {
            continue;
        }
        let Some(name) = name_before(text, at, separator) else { continue };
        let is_key = separator == "=" && is_key_of_query(text, &name);
        if !is_key && !is_secret(&text[name.clone()]) {
            continue;
        }
        let value = value_after(text, name, at, separator);
        let is_meant = |value: &str| is_value(value) && (!is_key || looks_random(value));
        if let Some(value) = value.filter(|value| is_meant(&text[value.clone()])) {
            end = value.end;
            found.push(value);
        }
    }
    elements(text, is_secret, &mut found);
    named_elements(text, is_secret, &mut found);
    parts_of_forms(text, is_secret, &mut found);
    cut_out(text, found)
}

/// `<password>value</password>`, with or without a prefix and attributes.
fn named_elements(text: &str, is_secret: &dyn Fn(&str) -> bool, found: &mut Vec<Range<usize>>) {
    for (end, _) in text.match_indices("</") {
        let rest = &text[end + 2..];
        let length = rest.bytes().take(NAME_BYTES_MAX).position(|byte| byte == b'>');
        let Some(name) = length.map(|length| rest[..length].trim_end()) else { continue };
        if !is_secret(name.rsplit(':').next().unwrap_or(name)) {
            continue;
        }
        let Some((before, value)) = text[..end].rsplit_once('>') else { continue };
        let opened = before.rsplit_once('<').and_then(|(_, tag)| tag.split_whitespace().next());
        if opened == Some(name) && is_value(value) {
            found.push(end - value.len()..end);
        }
    }
}

/// The parts of a `multipart/form-data` body: a name, a blank line, and the value up to the next border.
fn parts_of_forms(text: &str, is_secret: &dyn Fn(&str) -> bool, found: &mut Vec<Range<usize>>) {
    const NAME: &str = "form-data; name=\"";
    for (at, _) in text.match_indices(NAME) {
        let start = at + NAME.len();
        let Some(length) = text[start..].find('"') else { return };
        if !is_secret(&text[start..start + length]) {
            continue;
        }
        let head = &text[start + length..];
        let Some(blank) =
            ["\r\n\r\n", "\n\n"].iter().filter_map(|line| Some(head.find(line)? + line.len())).min()
        else {
            return;
        };
        let begin = start + length + blank;
        let end = text[begin..].find("\n--").map_or(text.len(), |end| begin + end);
        let value = text[begin..end].trim_end_matches('\r');
        found.extend(Some(begin..begin + value.len()).filter(|_| is_value(value)));
    }
}

/// `?key=…` and `&code=…` of a URL: keys of an API and codes of a login, but often the number of a thing.
fn is_key_of_query(text: &str, name: &Range<usize>) -> bool {
    text[..name.start].ends_with(['?', '&']) && ["key", "code"].contains(&&text[name.clone()])
}

fn looks_random(value: &str) -> bool {
    value.len() >= 6
        && value.contains(|c: char| c.is_ascii_digit())
        && value.contains(|c: char| c.is_ascii_alphabetic())
}

fn is_value(value: &str) -> bool {
    !value.trim().is_empty() && value != MASK && !is_harmless(value.trim()) && !is_reference(value)
}

/// The name that ends before a separator, its quotation mark and a blank. Where it can't be anything else it may have brackets:
/// `customer[iban]=`, `"customer[iban]":`.
fn name_before(text: &str, at: usize, separator: &str) -> Option<Range<usize>> {
    let before = &text[..at];
    let before = before.strip_suffix([' ', '\t']).unwrap_or(before);
    let quoted = QUOTES.iter().find_map(|quote| before.strip_suffix(quote));
    let has_brackets = separator == "=" || quoted.is_some();
    let before = quoted.unwrap_or(before);
    let is_part = |byte: &u8| {
        byte.is_ascii_alphanumeric() || b"_-.".contains(byte) || has_brackets && b"[]%".contains(byte)
    };
    let mut length = before.bytes().rev().take(NAME_BYTES_MAX + 1).take_while(is_part).count();
    if has_brackets && length > NAME_BYTES_MAX {
        // A whole address that is encoded: its last parameter.
        let is_plain = |byte: &u8| is_part(byte) && !b"[]%".contains(byte);
        length = before.bytes().rev().take(NAME_BYTES_MAX + 1).take_while(is_plain).count();
    }
    let start = before.len() - length;
    let name = &before[start..];
    // `-Jname=value`
    let flags =
        if name.starts_with("-J") || name.starts_with("-D") || name.starts_with("-G") { 2 } else { 0 };
    (flags < length && length <= NAME_BYTES_MAX).then(|| start + flags..before.len())
}

fn value_after(text: &str, name: Range<usize>, at: usize, separator: &str) -> Option<Range<usize>> {
    let after = &text[at + 1..];
    if after.starts_with([':', '=', '/']) && separator != "=" || after.starts_with('=') {
        return None;
    }
    let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
    if separator == "=" && blanks > 1 {
        return None;
    }
    let start = at + 1 + blanks;
    let rest = &text[start..];
    if let Some(quote) = QUOTES.iter().find(|quote| rest.starts_with(**quote)) {
        let start = start + quote.len();
        return Some(start..start + quoted_length(&text[start..], quote));
    }
    // A mapping or a list: its own entries are looked at.
    if rest.starts_with(['{', '[', '}', ']', '|', '>', '<', '&', '*', '\r', '\n']) {
        return None;
    }
    let line_start = text[..name.start].rfind('\n').map_or(0, |at| at + 1);
    let within = &text[line_start..name.start];
    let length = match separator {
        "=" => within_connection_string(text, name.start, rest)
            .or_else(|| rest.find(|c: char| c.is_whitespace() || "&;,\"'<>)]}".contains(c))),
        _ => length_after_colon(within, &text[name], rest)?,
    };
    Some(start..start + length.unwrap_or(rest.len()))
}

/// Where the value ends in `Server=…;Password=…;Database=…`: such a string has blanks and commas in its values.
fn within_connection_string(text: &str, name: usize, rest: &str) -> Option<usize> {
    let end = rest.find(|c: char| ";\"'<>\r\n".contains(c)).unwrap_or(rest.len());
    let next = rest[end..].strip_prefix(';').map(str::trim_start).unwrap_or_default();
    let is_one = !rest[..end].trim_end_matches('=').contains(['=', '&']);
    let is_followed = is_one
        && next
            .find('=')
            .is_some_and(|at| at > 0 && next[..at].chars().all(|c| c.is_alphanumeric() || "_- ".contains(c)));
    let before = text[..name].trim_end_matches(' ');
    let is_preceded = before
        .strip_suffix(';')
        .and_then(|before| before.rsplit([';', '"', '\'', '\n', ' ']).next())
        .is_some_and(|pair| pair.contains('='));
    (is_preceded || is_followed).then_some(end)
}

/// Where a value without quotation marks ends: `Some(None)`: with the text; `None`: what stands there is no value.
fn length_after_colon(within: &str, name: &str, rest: &str) -> Option<Option<usize>> {
    let is_flow = within.matches('{').count() > within.matches('}').count();
    let begins_line = within.trim_start_matches([' ', '\t', '-', '"', '\'']).is_empty();
    let name = name.to_ascii_lowercase();
    let is_header = name.contains("authorization") || name.contains("cookie");
    if is_flow {
        return Some(rest.find([',', '}', '\r', '\n']));
    }
    if begins_line || (is_header && !is_common_word(&name)) {
        return Some(rest.find(['\r', '\n']));
    }
    let is_entry = within.ends_with([',', '(', ';', '"', '\'', '\\', '{']);
    if is_common_word(&name) && !is_entry {
        return None;
    }
    Some(rest.find(|c: char| c.is_whitespace() || ",;)]}\"'<>&".contains(c)))
}

/// To the mark that is not behind a backslash; to the end where there is none.
fn quoted_length(text: &str, quote: &str) -> usize {
    let mut from = 0;
    while let Some(at) = text[from..].find(quote).map(|at| at + from) {
        let backslashes = text[..at].bytes().rev().take_while(|byte| *byte == b'\\').count();
        if quote.len() > 1 || backslashes % 2 == 0 {
            return at;
        }
        from = at + quote.len();
    }
    text.len()
}

/// `<stringProp name="…password">value</stringProp>`, and values whose names stand in an element beside them.
fn elements(text: &str, is_secret: &dyn Fn(&str) -> bool, found: &mut Vec<Range<usize>>) {
    const NAME: &str = " name=\"";
    let mut of_secret = false;
    for (at, _) in text.match_indices(NAME) {
        let start = at + NAME.len();
        let Some(length) = text[start..].find('"') else { return };
        let name = &text[start..start + length];
        let is_element = text[..at].ends_with("<elementProp");
        if is_element {
            of_secret = is_secret(name);
        }
        let Some(content) = content_at(text, start + length + 1) else { continue };
        let value = &text[content.clone()];
        match name {
            "Header.name" | "Argument.name" => of_secret |= is_secret(value),
            "Header.value" | "Argument.value" if !of_secret => {}
            "Header.value" | "Argument.value" | "Cookie.value" => {
                found.extend(Some(content).filter(|_| is_value(value)))
            }
            _ if is_secret(name) => found.extend(Some(content).filter(|_| is_value(value))),
            _ => {}
        }
    }
}

/// The text of an element whose start tag ends here.
fn content_at(text: &str, at: usize) -> Option<Range<usize>> {
    let content = text.get(at..)?.strip_prefix('>')?;
    Some(at + 1..at + 1 + content.find('<').unwrap_or(content.len()))
}
