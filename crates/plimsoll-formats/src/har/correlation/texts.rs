//! The texts of a step that are sent, and variables in the place of values.

use super::super::chosen::request_of;
use super::sent::SentValue;
use crate::pattern::is_alone;
use crate::percent;
use fancy_regex::Regex;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{Body, ChannelAction, Payload, Step};
use plimsoll_plan::template::{Call, Function, Part};

/// How a text is written.
#[derive(Clone, Copy, PartialEq)]
pub enum TextKind {
    Path,
    Header,
    /// Encoded when it is sent.
    Field,
    /// JSON, or anything else.
    Body,
}

/// The texts of a step that are sent, with their names.
pub struct Texts<'a>(pub Vec<(TextKind, String, &'a mut Template)>);

/// Headers that say what a client is, not what it was given.
pub const OF_CLIENT: [&str; 10] = [
    "accept",
    "accept-encoding",
    "accept-language",
    "content-type",
    "origin",
    "referer",
    "user-agent",
    "x-requested-with",
    "range",
    "cookie",
];

impl<'a> Texts<'a> {
    pub fn of(step: &'a mut Step) -> Self {
        if let Step::Channel(step) = step {
            return Texts(match &mut step.action {
                ChannelAction::Send { payload: Payload::Text(text), .. } => {
                    vec![(TextKind::Body, String::new(), text)]
                }
                _ => Vec::new(),
            });
        }
        let Some(request) = request_of(step) else { return Texts(Vec::new()) };
        let mut texts = vec![(TextKind::Path, String::new(), &mut request.path)];
        for header in &mut request.headers {
            texts.push((TextKind::Header, header.name.source(), &mut header.value));
        }
        match &mut request.body {
            Body::Text(text) => texts.push((TextKind::Body, String::new(), text)),
            Body::Form(fields) | Body::Multipart { fields, .. } => {
                for field in fields {
                    texts.push((TextKind::Field, field.name.source(), &mut field.value));
                }
            }
            _ => {}
        }
        Texts(texts)
    }

    /// Wherever the value stands, as it is or encoded.
    pub fn replace_everywhere(self, value: &str, variable: &str, is_encoded: bool) {
        let encoded = percent::encoded(value);
        for (kind, _, template) in self.0 {
            let call = |function| Part::Call(Call::new(function, vec![Template::of(vec![named(variable)])]));
            let plain = if is_encoded { call(Function::UrlDecode) } else { named(variable) };
            if kind == TextKind::Path && encoded != value && holds(template, &encoded) {
                let part = if is_encoded { named(variable) } else { call(Function::UrlEncode) };
                put(template, "", &encoded, &part);
            }
            put(template, "", value, &plain);
        }
    }

    /// Where it was found, and nowhere else; whether it was there, as it is or encoded.
    pub fn replace_there(mut self, sent: &SentValue, variable: &str) -> bool {
        let Some((kind, _, template)) = self.0.get_mut(sent.text) else { return false };
        let encoded = percent::encoded(&sent.value);
        let call = Call::new(Function::UrlEncode, vec![Template::of(vec![named(variable)])]);
        let by_plus = encoded.replace("%20", "+");
        put(template, &sent.before, &sent.value, &named(variable))
            || *kind == TextKind::Path
                && [encoded, by_plus]
                    .iter()
                    .any(|form| put(template, &sent.before, form, &Part::Call(call.clone())))
    }

    /// A short value of a path, in the address of the page before.
    pub fn replace_in_referer(self, sent: &SentValue, variable: &str) {
        if !sent.before.starts_with('/') {
            return;
        }
        for (_, _, template) in self.0.into_iter().filter(|(_, name, _)| name.eq_ignore_ascii_case("referer"))
        {
            put(template, &sent.before, &sent.value, &named(variable));
        }
    }

    /// By something else.
    pub fn replace_with(mut self, sent: &SentValue, part: &Part) {
        if let Some((_, _, template)) = self.0.get_mut(sent.text) {
            put(template, &sent.before, &sent.value, part);
        }
    }
}

fn holds(template: &Template, value: &str) -> bool {
    template.parts.iter().any(|part| matches!(part, Part::Literal(text) if text.contains(value)))
}

fn named(variable: &str) -> Part {
    Part::Variable(variable.to_owned())
}

/// In place of the value wherever it stands behind what the pattern `before` finds, and is no part of a longer word. The value is no
/// part of a pattern: view states are longer than patterns may be.
fn put(template: &mut Template, before: &str, value: &str, part: &Part) -> bool {
    if !holds(template, value) {
        return false;
    }
    let Ok(before) = Regex::new(before) else { return false };
    let (mut parts, mut is_there) = (Vec::new(), false);
    for old in std::mem::take(&mut template.parts) {
        let Part::Literal(text) = old else {
            parts.push(old);
            continue;
        };
        let mut end = 0;
        while let Some(at) = place(&text, end, &before, value) {
            parts.push(Part::Literal(text[end..at].to_owned()));
            parts.push(part.clone());
            is_there = true;
            end = at + value.len();
        }
        parts.push(Part::Literal(text[end..].to_owned()));
    }
    parts.retain(|part| !matches!(part, Part::Literal(text) if text.is_empty()));
    template.parts = parts;
    is_there
}

/// Where it stands next.
fn place(text: &str, from: usize, before: &Regex, value: &str) -> Option<usize> {
    if before.as_str().is_empty() {
        let mut places = text[from..].match_indices(value).map(|(at, _)| from + at);
        return places.find(|at| is_alone(text, *at, value));
    }
    let mut start = from;
    loop {
        let found = before.find_from_pos(text, start).ok()??;
        if text[found.end()..].starts_with(value) && is_alone(text, found.end(), value) {
            return Some(found.end());
        }
        // `/a/` may begin within `/a/a/`.
        start = found.start() + text[found.start()..].chars().next()?.len_utf8();
    }
}
