//! Takes values out of answers (JMeter's RegexExtractor, JSONPostProcessor, BoundaryExtractor).

use crate::program::{Extractor, Finder, Request, Source, TextFinder};
use crate::scope::UserScope;
use fancy_regex::{Captures, Regex};
use plimsoll_plan::template::Scope;
use serde_json::Value;
use serde_json_path::JsonPath;
use std::borrow::Cow;

/// Most matches that one extractor keeps.
const MATCHES_MAX: usize = 10_000;
/// Longest backtracking of one expression, steps.
const BACKTRACK_MAX: usize = 1_000_000;

/// An answer (and what was asked) as extractors and checks see it.
#[derive(Default)]
pub struct Answer<'a> {
    pub status: u16,
    pub reason: &'a str,
    pub headers: &'a str,
    pub body: Cow<'a, str>,
    pub url: String,
    pub request_headers: Cow<'a, str>,
    pub request_data: Cow<'a, str>,
    pub bytes: u64,
    pub head_bytes: u64,
    pub response_us: u64,
}

impl Answer<'_> {
    /// The text that a source names.
    pub fn text<'t>(&'t self, source: &Source, scope: &'t UserScope<'_>) -> Cow<'t, str> {
        match source {
            Source::Body => Cow::Borrowed(&self.body),
            Source::ResponseHeaders => Cow::Borrowed(self.headers),
            Source::RequestHeaders => Cow::Borrowed(&self.request_headers),
            Source::Url => Cow::Borrowed(&self.url),
            Source::StatusCode if self.status == 0 => Cow::Borrowed(""),
            Source::StatusCode => Cow::Owned(self.status.to_string()),
            Source::StatusMessage => Cow::Borrowed(self.reason),
            Source::RequestData => Cow::Borrowed(&self.request_data),
            Source::Variable(slot) => Cow::Borrowed(scope.variables.get(*slot).unwrap_or_default()),
        }
    }
}

/// A regular expression; `whole`: it must match the whole text.
pub fn regex(pattern: &str, whole: bool) -> Result<Regex, String> {
    let pattern = if whole { format!(r"\A(?:{pattern})\z") } else { pattern.to_owned() };
    let built = fancy_regex::RegexBuilder::new(&pattern).backtrack_limit(BACKTRACK_MAX).build();
    built.map_err(|e| e.to_string().split('\n').next_back().unwrap_or_default().to_owned())
}

/// A JSON path (RFC 9535), with the older spellings that JMeter's library allows.
pub fn json_path(path: &str) -> Result<JsonPath, String> {
    let path = path.trim();
    let path = if path.starts_with('$') { path.to_owned() } else { format!("$.{path}") };
    JsonPath::parse(&path).map_err(|e| e.to_string())
}

/// Runs the extractors of a request. Failed requests extract too: their defaults must appear.
pub fn extract(request: &Request, answer: &Answer<'_>, scope: &mut UserScope<'_>) {
    let mut json: Option<Option<Value>> = None;
    for extractor in &request.extractors {
        let matches = match &extractor.finder {
            Finder::Regex { pattern, template } => {
                let text = answer.text(&extractor.source, scope).into_owned();
                regex_matches(pattern, template, &text, scope)
            }
            Finder::JsonPath(path) => {
                let from_body = matches!(extractor.source, Source::Body);
                let parse = |text: &str| serde_json::from_str(text).ok();
                let value: Option<Value> = if from_body {
                    json.get_or_insert_with(|| parse(&answer.body)).clone()
                } else {
                    parse(&answer.text(&extractor.source, scope))
                };
                json_matches(path, value.as_ref(), scope)
            }
            Finder::Boundary { left, right } => {
                let (left, right) = (left.to_text(scope), right.to_text(scope));
                let found = boundary_matches(&answer.text(&extractor.source, scope), &left, &right);
                found.into_iter().map(Match::plain).collect()
            }
        };
        assign(extractor, &matches, scope);
    }
}

/// What was found: the value, and the groups of a regular expression (0 is the whole match).
struct Match {
    value: String,
    groups: Vec<String>,
}

impl Match {
    fn plain(value: String) -> Match {
        Match { value, groups: Vec::new() }
    }
}

fn regex_matches(pattern: &TextFinder, template: &str, text: &str, scope: &mut UserScope<'_>) -> Vec<Match> {
    let made;
    let regex = match pattern {
        TextFinder::Fixed(regex) => &**regex,
        TextFinder::Made(text) => match self::regex(&text.to_text(scope), false) {
            Ok(regex) => {
                made = regex;
                &made
            }
            Err(_) => return Vec::new(),
        },
    };
    let found = regex.captures_iter(text).map_while(Result::ok).take(MATCHES_MAX);
    found.map(|captures| regex_match(&captures, template)).collect()
}

fn regex_match(captures: &Captures<'_, str>, template: &str) -> Match {
    let group = |i: usize| captures.get(i).map_or("", |m| m.as_str()).to_owned();
    let groups: Vec<String> = (0..captures.len()).map(group).collect();
    let value = if template.is_empty() {
        groups.get(1).unwrap_or(&groups[0]).clone()
    } else {
        fill_template(template, &groups)
    };
    Match { value, groups }
}

/// JMeter's template: `$1$` stands for group 1.
fn fill_template(template: &str, groups: &[String]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some(start) = rest.find('$') {
        let after = &rest[start + 1..];
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && after[digits..].starts_with('$') {
            out.push_str(&rest[..start]);
            let index = after[..digits].parse::<usize>().unwrap_or(usize::MAX);
            out.push_str(groups.get(index).map_or("", |group| group));
            rest = &after[digits + 1..];
        } else {
            out.push_str(&rest[..=start]);
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

/// The values at a path as JMeter writes them: strings bare, the rest as JSON.
pub fn json_values(
    path: &Result<JsonPath, crate::program::Text>,
    value: &Value,
    scope: &mut UserScope<'_>,
) -> Vec<String> {
    let made;
    let path = match path {
        Ok(path) => path,
        Err(text) => match json_path(&text.to_text(scope)) {
            Ok(path) => {
                made = path;
                &made
            }
            Err(_) => return Vec::new(),
        },
    };
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => "null".to_owned(),
        other => other.to_string(),
    };
    let mut values: Vec<String> = Vec::new();
    for value in path.query(value).iter().take(MATCHES_MAX) {
        // JMeter's library gives the elements of an array that a definite path points at.
        match value {
            Value::Array(items) => values.extend(items.iter().map(text)),
            other => values.push(text(other)),
        }
    }
    values
}

fn json_matches(
    path: &Result<JsonPath, crate::program::Text>,
    value: Option<&Value>,
    scope: &mut UserScope<'_>,
) -> Vec<Match> {
    let Some(value) = value else { return Vec::new() };
    json_values(path, value, scope).into_iter().map(Match::plain).collect()
}

fn boundary_matches(text: &str, left: &str, right: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while found.len() < MATCHES_MAX {
        let Some(start) = rest.find(left) else { break };
        let after = &rest[start + left.len()..];
        let Some(end) = (if right.is_empty() { Some(after.len()) } else { after.find(right) }) else { break };
        found.push(after[..end].to_owned());
        let next = end + right.len();
        if next == 0 && start + left.len() == 0 || next >= after.len() {
            break;
        }
        rest = &after[next..];
    }
    found
}

/// Sets the variables that JMeter sets: `name`, `name_matchNr`, `name_1`…, and for expressions `name_g1`….
fn assign(extractor: &Extractor, matches: &[Match], scope: &mut UserScope<'_>) {
    let name = &extractor.name;
    let set = |scope: &mut UserScope<'_>, suffix: &str, value: &str| {
        scope.set_variable(&format!("{name}{suffix}"), value.to_owned());
    };
    if extractor.match_number < 0 {
        clear_matches(name, matches.len(), scope);
        set(scope, "_matchNr", &matches.len().to_string());
        for (i, found) in matches.iter().enumerate() {
            set(scope, &format!("_{}", i + 1), &found.value);
            for (g, group) in found.groups.iter().enumerate() {
                set(scope, &format!("_{}_g{g}", i + 1), group);
            }
        }
        if let Some(default) = extractor.default.as_ref().filter(|_| matches.is_empty()) {
            let default = default.to_text(scope);
            scope.variables.set(extractor.slot, &default);
        }
        return;
    }
    let chosen = match extractor.match_number {
        0 if matches.is_empty() => None,
        0 => matches.get(scope.random.usize(..matches.len())),
        n => matches.get(n as usize - 1),
    };
    match chosen {
        Some(found) => {
            scope.variables.set(extractor.slot, &found.value);
            for (g, group) in found.groups.iter().enumerate() {
                set(scope, &format!("_g{g}"), group);
            }
        }
        None => {
            if let Some(default) = &extractor.default {
                let default = default.to_text(scope);
                scope.variables.set(extractor.slot, &default);
            }
        }
    }
}

/// Removes what an earlier, longer list of matches left behind.
fn clear_matches(name: &str, now: usize, scope: &mut UserScope<'_>) {
    let before: usize =
        scope.variable_named(&format!("{name}_matchNr")).and_then(|n| n.parse().ok()).unwrap_or(0);
    for i in now + 1..=before.min(MATCHES_MAX) {
        scope.variables.remove_named(&scope.program.slots, &format!("{name}_{i}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_filled_with_groups() {
        let groups = ["ab".to_owned(), "a".to_owned(), "b".to_owned()];
        for (template, expected) in
            [("$1$", "a"), ("$2$-$1$", "b-a"), ("$0$", "ab"), ("cost $5", "cost $5"), ("$9$", "")]
        {
            assert_eq!(fill_template(template, &groups), expected, "{template}");
        }
    }

    #[test]
    fn boundaries_are_found_again_and_again() {
        assert_eq!(boundary_matches("<a><b>", "<", ">"), ["a", "b"]);
        assert_eq!(boundary_matches("k=v;", "k=", ";"), ["v"]);
        assert_eq!(boundary_matches("k=v", "k=", ""), ["v"]);
        assert!(boundary_matches("nothing", "<", ">").is_empty());
        assert!(boundary_matches("", "", "").len() <= 1);
    }
}
