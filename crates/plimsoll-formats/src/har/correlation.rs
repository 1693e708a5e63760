//! Values of answers that come again in later requests: they differ from user to user, and a plan must take them
//! out of the answers.

use super::entry::Entry;
use crate::json::{self, Json, Value};
use crate::servers::form_decoded;
use plimsoll_plan::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};

/// Shorter values come again by chance.
const LENGTH_MIN: usize = 8;

/// Longer ones are contents.
const LENGTH_MAX: usize = 4096;

/// Values that are taken from one answer.
const VALUES_MAX: usize = 5000;

/// Values that are reported.
const REPORTED_MAX: usize = 100;

struct Origin {
    request: String,
    line: u32,
    /// `json: $.a.b`
    extractor: String,
    name: String,
}

/// A note for each value at its first use. `entries` are in the order of time.
pub fn notes(file: &str, entries: &[&Entry]) -> Vec<Diagnostic> {
    let mut known: BTreeMap<String, Origin> = BTreeMap::new();
    let mut sent: BTreeSet<String> = BTreeSet::new();
    let mut found: Vec<(String, u32, usize)> = Vec::new();
    for entry in entries {
        let tokens = tokens(entry);
        for token in &tokens {
            if !known.contains_key(token) {
                continue;
            }
            match found.iter_mut().find(|(value, ..)| value == token) {
                Some((.., uses)) => *uses += 1,
                None => found.push((token.clone(), entry.line, 1)),
            }
        }
        sent.extend(tokens);
        for (value, name, extractor) in values(entry) {
            // What was sent before it was answered needs no answer.
            if !sent.contains(&value) {
                let origin = Origin { request: entry.name(), line: entry.line, extractor, name };
                known.entry(value).or_insert(origin);
            }
        }
    }
    let note = |(value, line, uses): (String, u32, usize)| {
        let origin = &known[&value];
        let shown: String = value.chars().take(40).collect();
        let more = if uses > 1 { format!(", and in {} more", uses - 1) } else { String::new() };
        let message = format!(
            "this request{more} sends `{shown}`, which came in the answer to {} (line {})",
            origin.request, origin.line
        );
        let hint = format!(
            "extract: {{variable: {0}, {1}}} there, and ${{{0}}} here",
            origin.name, origin.extractor
        );
        let severity = plimsoll_plan::Severity::Note;
        Diagnostic { severity, ..Diagnostic::warning(file, line, "entry", message).with_hint(hint) }
    };
    found.into_iter().take(REPORTED_MAX).map(note).collect()
}

/// What a request sends, in pieces.
fn tokens(entry: &Entry) -> BTreeSet<String> {
    let body = entry.json.at(&["request", "postData", "text"]).and_then(Json::as_str).unwrap_or_default();
    let path = entry.place.as_ref().map_or("", |place| place.path.as_str());
    let headers = entry.headers().filter(|(name, _)| !name.eq_ignore_ascii_case("cookie"));
    let mut texts = vec![path.to_owned(), form_decoded(path), body.to_owned()];
    // A body that is no form may hold a plus or a per cent sign that means itself.
    texts.push(form_decoded(body));
    texts.extend(headers.map(|(_, value)| value.to_owned()));
    let wide = |c: char| {
        c.is_whitespace()
            || matches!(c, '?' | '&' | '"' | '\'' | '<' | '>' | '{' | '}' | '[' | ']' | ',' | ';')
    };
    let narrow = |c: char| wide(c) || matches!(c, '/' | '=' | ':' | '(' | ')');
    let mut found = BTreeSet::new();
    let mut add = |token: &str| {
        if (LENGTH_MIN..=LENGTH_MAX).contains(&token.len()) {
            found.insert(token.to_owned());
        }
    };
    for text in &texts {
        for piece in text.split(wide) {
            add(piece);
            // `name=value=` keeps the padding of its value.
            piece.split_once('=').into_iter().for_each(|(_, value)| add(value));
        }
        text.split(narrow).for_each(&mut add);
    }
    found
}

/// Values of an answer: with a name, and the extractor that finds them.
fn values(entry: &Entry) -> Vec<(String, String, String)> {
    let Some(content) = entry.content().filter(|content| content.get("encoding").is_none()) else {
        return Vec::new();
    };
    let text = content.text("text").unwrap_or_default();
    let mut found = Vec::new();
    if text.trim_start().starts_with(['{', '[']) {
        if let Ok(tree) = json::read("", text) {
            in_json(&tree, "$", "value", &mut found);
        }
    } else if text.contains('<') {
        in_html(text, &mut found);
    }
    found.retain(|(value, ..)| is_special(value));
    found
}

/// Not a word of the language.
fn is_special(value: &str) -> bool {
    let is_word = value.len() < 16 && value.chars().all(char::is_alphabetic);
    (LENGTH_MIN..=LENGTH_MAX).contains(&value.len()) && !is_word && !value.contains(char::is_whitespace)
}

fn in_json(json: &Json, path: &str, name: &str, found: &mut Vec<(String, String, String)>) {
    if found.len() >= VALUES_MAX {
        return;
    }
    match &json.value {
        Value::Text(text) | Value::Number(text) => {
            found.push((text.clone(), variable(name), format!("json: {}", quoted_path(path))));
        }
        Value::List(items) => {
            for (i, item) in items.iter().enumerate() {
                in_json(item, &format!("{path}[{i}]"), name, found);
            }
        }
        Value::Map(entries) => {
            for (key, value) in entries {
                let is_plain = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_');
                let step = if is_plain { format!(".{key}") } else { format!("['{key}']") };
                in_json(value, &format!("{path}{step}"), key, found);
            }
        }
        _ => {}
    }
}

fn quoted_path(path: &str) -> String {
    if path.contains(['[', ']', ',', '{', '}', ' ']) { format!("\"{path}\"") } else { path.to_owned() }
}

/// Fields of forms, and what pages keep in `meta`.
fn in_html(text: &str, found: &mut Vec<(String, String, String)>) {
    for tag in text.split('<').skip(1).filter_map(|tag| tag.split('>').next()).take(VALUES_MAX) {
        let content = match tag.split_whitespace().next() {
            Some(kind) if kind.eq_ignore_ascii_case("input") => "value",
            Some(kind) if kind.eq_ignore_ascii_case("meta") => "content",
            _ => continue,
        };
        let of = |name: &str| {
            let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
            tag[start..].split('"').next()
        };
        let (Some(name), Some(value)) = (of("name"), of(content)) else { continue };
        let before = tag.find(&format!(" {content}=\"")).unwrap_or(0) > tag.find(" name=\"").unwrap_or(0);
        let regex = match before {
            true => format!("regex: 'name=\"{name}\"[^>]* {content}=\"([^\"]+)\"'"),
            false => format!("regex: ' {content}=\"([^\"]+)\"[^>]* name=\"{name}\"'"),
        };
        found.push((value.to_owned(), variable(name), regex));
    }
}

fn variable(name: &str) -> String {
    let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if name.is_empty() { "value".to_owned() } else { name }
}
