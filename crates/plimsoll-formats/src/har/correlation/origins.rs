//! Where in an answer a value stands, and how it is taken out of it.

mod context;
mod html;

use super::super::entry::Entry;
use super::super::read::Chosen;
use super::names::singular;
use super::sent::{Sent, is_strong};
use crate::json::{self, Json, Value};
use crate::servers::form_decoded;
use fancy_regex::{Regex, escape};
use plimsoll_plan::Template;
use plimsoll_plan::plan::{ExtractorKind, ResponseField, SampleScope};
use std::collections::{BTreeMap, BTreeSet};

/// Values that are taken from one answer.
const VALUES_MAX: usize = 5_000;

/// Matches of a pattern that are looked at.
const MATCHES_MAX: usize = 5_000;

#[derive(Clone, Debug)]
pub struct Origin {
    pub step: usize,
    /// A key, a field, a header.
    pub name: String,
    /// `the JSON`
    pub place: &'static str,
    pub source: ResponseField,
    pub scope: SampleScope,
    pub kind: ExtractorKind,
    pub match_number: i32,
    /// What is taken out is percent-encoded.
    pub is_encoded: bool,
    /// What it belongs to: the path of the request, the keys above it.
    context: String,
    /// Of several the least is taken.
    penalty: usize,
}

impl Origin {
    fn regex(step: usize, name: &str, place: &'static str, pattern: &str, match_number: i32) -> Self {
        Origin {
            step,
            name: name.to_owned(),
            place,
            source: ResponseField::Body,
            scope: SampleScope::Main,
            kind: ExtractorKind::Regex { pattern: Template::literal(pattern), template: "$1$".to_owned() },
            match_number,
            is_encoded: false,
            context: String::new(),
            penalty: 0,
        }
    }

    fn of_headers(mut self) -> Self {
        self.source = ResponseField::ResponseHeaders;
        self.scope = SampleScope::All;
        self
    }

    /// A short value is the same only where it means the same: `42` in `/orders/42` and in the `id` of an order.
    pub fn fits(&self, sent: &Sent) -> bool {
        let (own, other) = (letters(&self.name), letters(&sent.name));
        let stem = singular(other.trim_end_matches("id"));
        is_id(&own)
            && (own == other || (own == "id" && stem.len() > 1 && letters(&self.context).contains(&stem)))
    }

    fn rank(&self, sent: &Sent) -> (usize, usize) {
        let is_same = letters(&self.name) == letters(&sent.name);
        (self.penalty * 2 + usize::from(!is_same), self.step)
    }
}

fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// What names of values that a server gives out end in. `name` has letters and digits alone.
fn is_id(name: &str) -> bool {
    const ENDS: [&str; 12] = [
        "id", "key", "token", "code", "nonce", "state", "number", "ref", "slug", "csrf", "handle", "session",
    ];
    ENDS.iter().any(|end| name.ends_with(end))
}

#[derive(Default)]
pub struct Origins<'a> {
    known: BTreeMap<String, Vec<Origin>>,
    /// Bodies that may hold more than what has a name.
    texts: Vec<(usize, &'a str)>,
}

impl<'a> Origins<'a> {
    /// What an answer brings, but for what was sent before.
    pub fn add(&mut self, step: usize, chosen: &Chosen<'a>, sent: &BTreeSet<String>) {
        let mut found = Vec::new();
        if let Some(last) = chosen.answers.last() {
            let context = last.place.as_ref().map_or("", |place| place.path.as_str());
            if let Some(text) = body(last) {
                self.texts.push((step, text));
                of_body(step, text, &mut found);
            }
            for (_, origin) in &mut found {
                origin.context = format!("{context} {}", origin.context);
            }
        }
        of_headers(step, &chosen.answers, &mut found);
        for (value, origin) in found.into_iter().take(VALUES_MAX) {
            let is_value =
                is_strong(&value) || (is_id(&letters(&origin.name)) && !value.contains(char::is_whitespace));
            if is_value && !value.is_empty() && !sent.contains(&value) {
                self.known.entry(value).or_default().push(origin);
            }
        }
    }

    /// Where a value comes from; what can be found by name goes before what stands somewhere in a text.
    pub fn of(&self, sent: &Sent) -> Option<Origin> {
        let known = self.known.get(&sent.value).map_or(&[][..], Vec::as_slice);
        let fitting = known.iter().filter(|origin| sent.is_strong || origin.fits(sent));
        let best = fitting.min_by_key(|origin| origin.rank(sent));
        best.cloned().or_else(|| sent.is_strong.then(|| self.somewhere(sent)).flatten())
    }

    fn somewhere(&self, sent: &Sent) -> Option<Origin> {
        self.texts.iter().find_map(|(step, text)| {
            let (pattern, number) = context::around(text, &sent.value)?;
            let name = if sent.name.is_empty() { "value" } else { &sent.name };
            Some(Origin::regex(*step, name, "the text", &pattern, number))
        })
    }
}

fn body<'a>(entry: &Entry<'a>) -> Option<&'a str> {
    let content = entry.content().filter(|content| content.get("encoding").is_none())?;
    content.text("text").filter(|text| !text.is_empty())
}

fn of_body(step: usize, text: &str, found: &mut Vec<(String, Origin)>) {
    if text.trim_start().starts_with(['{', '[']) {
        if let Ok(tree) = json::read("", text) {
            in_json(step, &tree, "$", ("", 0), found);
            return;
        }
    }
    if text.contains('<') {
        html::fields(step, text, found);
    }
}

fn in_json(
    step: usize,
    json: &Json,
    path: &str,
    (name, lists): (&str, usize),
    found: &mut Vec<(String, Origin)>,
) {
    if found.len() >= VALUES_MAX {
        return;
    }
    match &json.value {
        Value::Text(text) | Value::Number(text) => {
            let origin = Origin {
                kind: ExtractorKind::JsonPath(Template::literal(path)),
                match_number: 1,
                context: path.to_owned(),
                // The place in a list is less sure than a key.
                penalty: lists,
                ..Origin::regex(step, name, "the JSON", "", 1)
            };
            found.push((text.clone(), origin));
        }
        Value::List(items) => {
            for (i, item) in items.iter().enumerate() {
                in_json(step, item, &format!("{path}[{i}]"), (name, lists + 1), found);
            }
        }
        Value::Map(entries) => {
            for (key, value) in entries {
                let is_plain = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_');
                let key_step = match is_plain {
                    true => format!(".{key}"),
                    false => format!("['{}']", key.replace('\\', "\\\\").replace('\'', "\\'")),
                };
                in_json(step, value, &format!("{path}{key_step}"), (key, lists), found);
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

/// Of all answers that a request leads to: each redirect has headers of its own.
fn of_headers(step: usize, answers: &[&Entry], found: &mut Vec<(String, Origin)>) {
    for entry in answers {
        for (name, value) in entry.answered_headers() {
            match name.to_ascii_lowercase().as_str() {
                // Firefox puts several into one value, a line each.
                "set-cookie" => value.lines().for_each(|line| cookie(step, line, found)),
                "location" => location(step, value, found),
                lower if is_id(&letters(lower)) => {
                    let pattern = format!(r"(?im)^{}: *([^\r\n]+)", escape(lower));
                    let origin = Origin::regex(step, name, "a header", &pattern, 1);
                    found.push((value.to_owned(), origin.of_headers()));
                }
                _ => {}
            }
        }
    }
}

/// Scripts read cookies and send their values in headers.
fn cookie(step: usize, line: &str, found: &mut Vec<(String, Origin)>) {
    let pair = line.split(';').next().unwrap_or_default();
    let Some((name, value)) = pair.split_once('=') else { return };
    let (name, value) = (name.trim(), value.trim());
    let pattern = format!(r"(?i)set-cookie: *{}=([^;\r\n]+)", escape(name));
    let origin = Origin { penalty: 1, ..Origin::regex(step, name, "a cookie", &pattern, 1).of_headers() };
    let decoded = form_decoded(&value.replace('+', "%2B"));
    if decoded != value {
        found.push((decoded, Origin { is_encoded: true, ..origin.clone() }));
    }
    found.push((value.to_owned(), origin));
}

fn location(step: usize, value: &str, found: &mut Vec<(String, Origin)>) {
    let url = value.split('#').next().unwrap_or_default();
    let fragment = value.split_once('#').map_or("", |(_, fragment)| fragment);
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let pairs = query.split('&').chain(fragment.split('&')).filter_map(|pair| pair.split_once('='));
    for (name, value) in pairs {
        let pattern = format!(r"(?i)location: *[^\r\n]*[?&#]{}=([^&#\s]+)", escape(name));
        let origin =
            Origin { penalty: 1, ..Origin::regex(step, name, "a redirect", &pattern, 1).of_headers() };
        let decoded = form_decoded(value);
        if decoded != value {
            found.push((decoded, Origin { is_encoded: true, ..origin.clone() }));
        }
        found.push((value.to_owned(), origin));
    }
    // `/orders/42/edit`
    let segments: Vec<&str> = path.split('/').collect();
    for pair in segments.windows(2).filter(|pair| !pair[0].is_empty() && is_given_out(pair[1])) {
        let pattern = format!(r"(?i)location: *[^\r\n]*/{}/([^/?#\s]+)", escape(pair[0]));
        let origin =
            Origin { context: pair[0].to_owned(), ..Origin::regex(step, "id", "a redirect", &pattern, 1) };
        found.push((pair[1].to_owned(), origin.of_headers()));
    }
}

/// A segment that is no word of an application.
fn is_given_out(segment: &str) -> bool {
    segment.chars().any(|c| c.is_ascii_digit())
}

/// Which match of a pattern gives the value.
fn match_number(pattern: &str, text: &str, value: &str) -> Option<i32> {
    let regex = Regex::new(pattern).ok()?;
    let matches = regex.captures_iter(text).map_while(Result::ok).take(MATCHES_MAX);
    let mut groups = matches.map(|found| found.get(1).map(|group| group.as_str().to_owned()));
    let at = groups.position(|group| group.as_deref() == Some(value))?;
    i32::try_from(at + 1).ok()
}
