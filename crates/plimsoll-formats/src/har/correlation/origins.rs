//! Where in an answer a value stands, and how it is taken out of it.

use super::super::chosen::Chosen;
use super::super::entry::Entry;
use super::origin::{NOT_COUNTED, ValueOrigin, is_id, letters};
use super::sent::{SentValue, is_strong};
use super::text_index::TextIndex;
use super::{context, html};
use crate::json;
use crate::servers::form_decoded;
use fancy_regex::escape;
use plimsoll_plan::Template;
use plimsoll_plan::document::{Node, NodeValue, ScalarKind};
use plimsoll_plan::plan::ExtractorKind;
use std::collections::{BTreeMap, BTreeSet};

/// Values that are taken from one answer.
const VALUES_MAX: usize = 5_000;

/// Values that are known by name; others are found by the text around them.
const KNOWN_MAX: usize = 300_000;

/// Places that are known of one value: the same list in each answer says nothing new.
const PLACES_MAX: usize = 16;

#[derive(Default)]
pub struct ValueOrigins<'a> {
    known: BTreeMap<String, Vec<ValueOrigin>>,
    count: usize,
    /// Bodies that may hold more than what has a name.
    texts: TextIndex<'a>,
    /// Addresses that pages lead to: the place of a number in them, by the number.
    links: BTreeMap<String, Vec<ValueOrigin>>,
    /// Segments of such addresses, each with the one before it.
    linked: BTreeSet<(String, String)>,
}

impl<'a> ValueOrigins<'a> {
    /// What an answer brings, but for what was sent before.
    pub fn add(&mut self, step: usize, chosen: &Chosen<'a>, sent: &BTreeSet<String>) {
        let mut found = Vec::new();
        if let Some(last) = chosen.answers.last() {
            let context = last.place.as_ref().map_or("", |place| place.path.as_str());
            if let Some(text) = body(last) {
                self.texts.add(step, text);
                of_body(step, text, &mut found);
                self.add_links(step, text, chosen.entry.method != "GET");
            }
            for (_, origin) in &mut found {
                origin.context = format!("{context} {}", origin.context);
            }
        }
        of_headers(step, &chosen.answers, &mut found);
        for (value, origin) in found.into_iter().take(VALUES_MAX) {
            let is_value =
                is_strong(&value) || (is_id(&letters(&origin.name)) && !value.contains(char::is_whitespace));
            if is_value && !value.is_empty() && self.count < KNOWN_MAX && !sent.contains(&value) {
                let places = self.known.entry(value).or_default();
                if places.len() < PLACES_MAX {
                    self.count += 1;
                    places.push(origin);
                }
            }
        }
    }

    /// Where a value comes from; what can be found by name goes before what stands somewhere in a text.
    /// With `varies` it is sure that it is not always the same.
    pub fn of(&self, sent: &SentValue, varies: bool) -> Option<ValueOrigin> {
        let known = self.known.get(&sent.value).map_or(&[][..], Vec::as_slice);
        let fitting = known.iter().filter(|origin| sent.is_strong || varies || origin.fits(sent));
        let mut fitting: Vec<&ValueOrigin> = fitting.collect();
        fitting.sort_by_key(|origin| origin.rank(sent));
        let counted = |origin: &ValueOrigin| {
            origin.counted(&sent.value, self.texts.at(origin.step).unwrap_or_default())
        };
        let best = fitting.into_iter().find_map(counted);
        let linked = || {
            let links = self.links.get(&sent.value)?.iter();
            links.filter(|link| link.context == sent.name && (link.is_new || varies)).find_map(counted)
        };
        best.or_else(linked).or_else(|| sent.is_strong.then(|| self.somewhere(sent)).flatten())
    }

    /// `is_new`: the page is what came of a request that may have made something.
    fn add_links(&mut self, step: usize, text: &str, is_new: bool) {
        for (before, segment) in html::links(text) {
            let pair = (before.to_owned(), segment.to_owned());
            if !is_given_out(segment) || self.linked.len() >= VALUES_MAX || !self.linked.insert(pair) {
                continue;
            }
            let pattern = format!(r#"(?:href|action)=["'][^"'\s>]*/{}/([^"'/?&\#\s]+)"#, escape(before));
            let origin = ValueOrigin {
                context: before.to_owned(),
                is_new,
                ..ValueOrigin::regex(step, "id", "a link", &pattern, NOT_COUNTED)
            };
            self.links.entry(segment.to_owned()).or_default().push(origin);
        }
    }

    fn somewhere(&self, sent: &SentValue) -> Option<ValueOrigin> {
        let (step, text) = self.texts.of(&sent.value)?;
        let (pattern, number) = context::around(text, &sent.value)?;
        let name = if sent.name.is_empty() { "value" } else { &sent.name };
        Some(ValueOrigin::regex(step, name, "the text", &pattern, number))
    }
}

fn body<'a>(entry: &Entry<'a>) -> Option<&'a str> {
    let content = entry.content().filter(|content| content.get("encoding").is_none())?;
    content.text("text").filter(|text| !text.is_empty())
}

fn of_body(step: usize, text: &str, found: &mut Vec<(String, ValueOrigin)>) {
    if text.trim_start().starts_with(['{', '['])
        && let Ok(tree) = json::read("", text)
    {
        in_json(step, &tree, "$", ("", 0), found);
        return;
    }
    if text.contains('<') {
        html::fields(step, text, found);
    }
}

fn in_json(
    step: usize,
    json: &Node,
    path: &str,
    (name, lists): (&str, usize),
    found: &mut Vec<(String, ValueOrigin)>,
) {
    if found.len() >= VALUES_MAX {
        return;
    }
    match &json.value {
        NodeValue::Scalar { text, kind: ScalarKind::Text | ScalarKind::Number } => {
            let origin = ValueOrigin {
                kind: ExtractorKind::JsonPath(Template::literal(path)),
                match_number: 1,
                context: path.to_owned(),
                // The place in a list is less sure than a key.
                penalty: lists,
                ..ValueOrigin::regex(step, name, "the JSON", "", 1)
            };
            found.push((text.clone(), origin));
        }
        NodeValue::Sequence(items) => {
            for (i, item) in items.iter().enumerate() {
                in_json(step, item, &format!("{path}[{i}]"), (name, lists + 1), found);
            }
        }
        NodeValue::Mapping(_) => {
            for (key, value) in json.pairs() {
                let is_plain = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_');
                let key_step = match is_plain {
                    true => format!(".{key}"),
                    false => format!("['{}']", key.replace('\\', "\\\\").replace('\'', "\\'")),
                };
                in_json(step, value, &format!("{path}{key_step}"), (key, lists), found);
            }
        }
        NodeValue::Null | NodeValue::Scalar { .. } => {}
    }
}

/// Of all answers that a request leads to: each redirect has headers of its own.
fn of_headers(step: usize, answers: &[&Entry], found: &mut Vec<(String, ValueOrigin)>) {
    let start = found.len();
    // The answer itself comes first, then the redirects that led to it.
    let in_order = answers.last().into_iter().chain(answers.iter().rev().skip(1).rev());
    for entry in in_order {
        for (name, value) in entry.answered_headers() {
            match name.to_ascii_lowercase().as_str() {
                // Firefox puts several into one value, a line each.
                "set-cookie" => value.lines().for_each(|line| cookie(step, line, found)),
                "location" => location(step, value, found),
                lower if is_id(&letters(lower)) => {
                    let pattern = format!(r"(?im)^{}: *([^\r\n]+)", escape(lower));
                    let origin = ValueOrigin::regex(step, name, "a header", &pattern, 1);
                    found.push((value.to_owned(), origin.of_headers()));
                }
                _ => {}
            }
        }
    }
    number_matches(&mut found[start..]);
}

/// Headers of several answers are looked through one after the other: the second one of its kind is the second match.
fn number_matches(found: &mut [(String, ValueOrigin)]) {
    let mut counts: BTreeMap<String, i32> = BTreeMap::new();
    for (_, origin) in found {
        let ExtractorKind::Regex { pattern, .. } = &origin.kind else { continue };
        let count = counts.entry(pattern.source()).or_insert(1);
        origin.match_number = *count;
        // What is decoded stands before what it was decoded from.
        *count += i32::from(!origin.is_encoded);
    }
}

/// Scripts read cookies and send their values in headers.
fn cookie(step: usize, line: &str, found: &mut Vec<(String, ValueOrigin)>) {
    let pair = line.split(';').next().unwrap_or_default();
    let Some((name, value)) = pair.split_once('=') else { return };
    let (name, value) = (name.trim(), value.trim());
    let pattern = format!(r"(?i)set-cookie: *{}=([^;\r\n]+)", escape(name));
    let origin =
        ValueOrigin { penalty: 1, ..ValueOrigin::regex(step, name, "a cookie", &pattern, 1).of_headers() };
    let decoded = form_decoded(&value.replace('+', "%2B"));
    if decoded != value {
        found.push((decoded, ValueOrigin { is_encoded: true, ..origin.clone() }));
    }
    found.push((value.to_owned(), origin));
}

fn location(step: usize, value: &str, found: &mut Vec<(String, ValueOrigin)>) {
    let url = value.split('#').next().unwrap_or_default();
    let fragment = value.split_once('#').map_or("", |(_, fragment)| fragment);
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let pairs = query.split('&').chain(fragment.split('&')).filter_map(|pair| pair.split_once('='));
    for (name, value) in pairs {
        let pattern = format!(r"(?i)location: *[^\r\n]*[?&#]{}=([^&#\s]+)", escape(name));
        let origin = ValueOrigin {
            penalty: 1,
            ..ValueOrigin::regex(step, name, "a redirect", &pattern, 1).of_headers()
        };
        let decoded = form_decoded(value);
        if decoded != value {
            found.push((decoded, ValueOrigin { is_encoded: true, ..origin.clone() }));
        }
        found.push((value.to_owned(), origin));
    }
    // `/orders/42/edit`
    let segments: Vec<&str> = path.split('/').collect();
    for pair in segments.windows(2).filter(|pair| !pair[0].is_empty() && is_given_out(pair[1])) {
        let pattern = format!(r"(?i)location: *[^\r\n]*/{}/([^/?#\s]+)", escape(pair[0]));
        let origin = ValueOrigin {
            context: pair[0].to_owned(),
            ..ValueOrigin::regex(step, "id", "a redirect", &pattern, 1)
        };
        found.push((pair[1].to_owned(), origin.of_headers()));
    }
}

/// A segment that is no word of an application.
fn is_given_out(segment: &str) -> bool {
    segment.chars().any(|c| c.is_ascii_digit())
}
