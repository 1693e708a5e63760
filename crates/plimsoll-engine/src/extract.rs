//! Takes values out of answers (JMeter's RegexExtractor, JSONPostProcessor, JMESPathExtractor, BoundaryExtractor,
//! XPathExtractor, HtmlExtractor).

mod asked;
mod jmespath;
mod json;
mod markup;
mod names;
#[cfg(test)]
pub(crate) mod tests;

pub use self::asked::Asked;
pub use self::jmespath::{JmesPath, jmes_path, search};
pub use json::{is_definite, json_path, value_text};

use crate::document;
use crate::program::{Compiled, CompiledPattern};
use crate::scope::UserScope;
use fancy_regex::{Captures, Regex};
use names::Names;
use plimsoll_plan::plan::{Extractor, ExtractorKind, ResponseField, SampleScope};
use std::borrow::Cow;
use std::cell::OnceCell;

/// Most matches that one extractor keeps.
const MATCHES_MAX: usize = 10_000;
/// Longest backtracking of one expression, steps.
const BACKTRACK_MAX: usize = 1_000_000;

/// An answer (and what was asked) as extractors and checks see it.
#[derive(Clone, Debug, Default)]
pub struct Answer<'a> {
    pub status: u16,
    /// Where it is more than a number.
    pub code: Option<Cow<'a, str>>,
    pub reason: Cow<'a, str>,
    pub headers: Cow<'a, str>,
    pub body: Cow<'a, str>,
    /// The body's bytes, where they are no UTF-8 text.
    pub bytes_of_body: Option<Vec<u8>>,
    pub asked: Asked<'a>,
    pub bytes: u64,
    pub head_bytes: u64,
    pub response_us: u64,
    /// Those that led to it, and those of embedded resources, where someone looks at them.
    pub parts: Vec<Answer<'static>>,
}

impl Answer<'_> {
    /// The answer to something that is no request by HTTP.
    pub fn of_text(code: &str, reason: &str, body: String, asked: String) -> Answer<'static> {
        Answer {
            code: Some(code.to_owned().into()),
            reason: reason.to_owned().into(),
            bytes: body.len() as u64,
            body: body.into(),
            asked: Asked::Other(asked.into()),
            ..Answer::default()
        }
    }

    /// The text that a source names. It borrows from the answer alone, so that variables can be set while
    /// it is searched; a variable's is a copy, and empty when the variable has no value.
    pub fn text(&self, source: &ResponseField<Compiled>, scope: &UserScope<'_>) -> Cow<'_, str> {
        match source {
            ResponseField::Body => Cow::Borrowed(&self.body),
            ResponseField::UnescapedBody => document::unescaped(&self.body),
            ResponseField::DocumentText => document::without_markup(&self.body),
            ResponseField::ResponseHeaders => Cow::Borrowed(&self.headers),
            ResponseField::RequestHeaders => self.asked.headers(),
            ResponseField::Url => self.asked.url(),
            ResponseField::StatusCode => match &self.code {
                Some(code) => Cow::Borrowed(code),
                None if self.status == 0 => Cow::Borrowed(""),
                None => Cow::Owned(self.status.to_string()),
            },
            ResponseField::StatusMessage => Cow::Borrowed(&self.reason),
            ResponseField::RequestData => self.asked.data(),
            ResponseField::Variable(variable) => {
                Cow::Owned(scope.user.variables.get(variable.slot).unwrap_or_default().to_owned())
            }
        }
    }
}

impl<'a> Answer<'a> {
    /// The answers that are meant.
    pub fn those(&self, parts: SampleScope) -> impl Iterator<Item = &Answer<'_>> {
        let main = (parts != SampleScope::SubSamples).then_some(self);
        let others = if parts == SampleScope::Main { &[][..] } else { &self.parts };
        main.into_iter().chain(others)
    }

    pub fn into_owned(self) -> Answer<'static> {
        fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
            Cow::Owned(text.into_owned())
        }
        Answer {
            code: self.code.map(owned),
            reason: owned(self.reason),
            headers: owned(self.headers),
            body: owned(self.body),
            asked: self.asked.into_owned(),
            ..self
        }
    }

    /// What an extractor searches: one text for each answer, or that of a variable.
    fn texts(&self, extractor: &Extractor<Compiled>, scope: &UserScope<'_>) -> Vec<Cow<'_, str>> {
        match &extractor.source {
            ResponseField::Variable(variable) if scope.user.variables.get(variable.slot).is_none() => {
                Vec::new()
            }
            ResponseField::Variable(_) => vec![self.text(&extractor.source, scope)],
            source => self.those(extractor.scope).map(|answer| answer.text(source, scope)).collect(),
        }
    }
}

/// A regular expression; `whole`: it must match the whole text.
pub fn regex(pattern: &str, whole: bool) -> Result<Regex, String> {
    let pattern = if whole { format!(r"\A(?:{pattern})\z") } else { pattern.to_owned() };
    let built = fancy_regex::RegexBuilder::new(&pattern).backtrack_limit(BACKTRACK_MAX).build();
    built.map_err(|e| e.to_string().split('\n').next_back().unwrap_or_default().to_owned())
}

/// The expression as the plan has it, without what [`regex`] put around it.
pub fn as_written(regex: &Regex) -> &str {
    let pattern = regex.as_str();
    pattern.strip_prefix(r"\A(?:").and_then(|inner| inner.strip_suffix(r")\z")).unwrap_or(pattern)
}

/// Whether the expression is found in the text. An error: it took too long to tell.
pub fn matches(regex: &Regex, text: &str) -> Result<bool, String> {
    regex
        .is_match(text)
        .map_err(|_| format!("gave up after {BACKTRACK_MAX} steps of backtracking: /{}/", as_written(regex)))
}

/// Runs the extractors of a step. Failed steps extract too: their defaults must appear.
pub fn extract(extractors: &[Extractor<Compiled>], answer: &Answer<'_>, scope: &mut UserScope<'_>) {
    let body = OnceCell::new();
    for extractor in extractors {
        match &extractor.kind {
            ExtractorKind::Regex { pattern, template } => {
                by_regex(extractor, pattern, template, answer, scope)
            }
            ExtractorKind::JsonPath(path) | ExtractorKind::JsonPathJoined(path) => {
                json::by_path(extractor, path, answer, &body, scope);
            }
            ExtractorKind::JmesPath(path) => jmespath::by_path(extractor, path, answer, scope),
            ExtractorKind::XPath(xpath) => markup::by_xpath(extractor, xpath, answer, scope),
            ExtractorKind::Css { selector, attribute } => {
                markup::by_selector(extractor, selector, attribute, answer, scope);
            }
            ExtractorKind::Script { text, .. } => {
                let value = text.to_text(scope);
                if !extractor.variable.name.is_empty() {
                    scope.user.variables.set(extractor.variable.slot, &value);
                }
            }
            ExtractorKind::Boundary { left, right } => {
                set_default(extractor, scope);
                let (left, right) = (left.to_text(scope), right.to_text(scope));
                let texts = answer.texts(extractor, scope);
                let found = texts.iter().flat_map(|text| boundary_matches(text, &left, &right));
                let found = pick(extractor, found, scope);
                let found = found.into_iter().map(|value| Match { value: value.to_owned(), groups: None });
                assign(extractor, &found.collect::<Vec<_>>(), scope);
            }
        }
    }
}

fn set_default(extractor: &Extractor<Compiled>, scope: &mut UserScope<'_>) {
    if let Some(default) = &extractor.default {
        let default = default.to_text(scope);
        scope.user.variables.set(extractor.variable.slot, &default);
    }
}

/// What was found: the value, and the groups of a regular expression (0 is the whole match).
struct Match {
    value: String,
    groups: Option<Vec<Option<String>>>,
}

fn by_regex(
    extractor: &Extractor<Compiled>,
    pattern: &CompiledPattern<Box<Regex>>,
    template: &str,
    answer: &Answer<'_>,
    scope: &mut UserScope<'_>,
) {
    // First, and whatever is found later: with all matches it stays (RegexExtractor.process).
    set_default(extractor, scope);
    let Ok(regex) = pattern.get(scope, |text| self::regex(text, false).map(Box::new)) else { return };
    let texts = answer.texts(extractor, scope);
    let found = texts.iter().flat_map(|text| regex.captures_iter(&**text).map_while(Result::ok));
    let found = pick(extractor, found, scope);
    let found: Vec<Match> = found.iter().map(|captures| regex_match(captures, template)).collect();
    assign(extractor, &found, scope);
}

/// What the match number asks for: all, or at most one.
fn pick<T>(
    extractor: &Extractor<Compiled>,
    found: impl Iterator<Item = T>,
    scope: &mut UserScope<'_>,
) -> Vec<T> {
    let mut found = found.take(MATCHES_MAX);
    match extractor.match_number {
        n if n < 0 => found.collect(),
        0 => {
            let mut found: Vec<T> = found.collect();
            match found.len() {
                0 => found,
                count => vec![found.swap_remove(scope.random.usize(..count))],
            }
        }
        n => found.nth(n as usize - 1).into_iter().collect(),
    }
}

fn regex_match(captures: &Captures<'_, str>, template: &str) -> Match {
    let group = |i: usize| captures.get(i).map(|group| group.as_str());
    let groups = (0..captures.len()).map(|i| group(i).map(str::to_owned)).collect();
    Match { value: fill_template(template, group), groups: Some(groups) }
}

/// JMeter's template: `$1$` stands for group 1, which reads `null` when it took no part in the match.
fn fill_template<'t>(template: &str, group: impl Fn(usize) -> Option<&'t str>) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some(start) = rest.find('$') {
        let after = &rest[start + 1..];
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && after[digits..].starts_with('$') {
            out.push_str(&rest[..start]);
            out.push_str(after[..digits].parse().ok().and_then(&group).unwrap_or("null"));
            rest = &after[digits + 1..];
        } else {
            out.push_str(&rest[..=start]);
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

/// What stands between two texts (BoundaryExtractor.extract). The next match is looked for right behind
/// the left boundary. An empty boundary is the begin or the end of the text, and gives one match.
fn boundary_matches<'t>(text: &'t str, left: &'t str, right: &'t str) -> impl Iterator<Item = &'t str> {
    let mut rest = (!text.trim().is_empty()).then_some(text);
    std::iter::from_fn(move || {
        let searched = rest.take()?;
        let after = &searched[searched.find(left)? + left.len()..];
        let end = if right.is_empty() { after.len() } else { after.find(right)? };
        rest = (!left.is_empty() && !right.is_empty()).then_some(after);
        Some(&after[..end])
    })
}

/// Sets `name`, or with all matches `name_matchNr`, `name_1`…; for expressions `name_g`, `name_g0`… or
/// `name_1_g`… too; and removes what an earlier use left (RegexExtractor.process, BoundaryExtractor.process).
fn assign(extractor: &Extractor<Compiled>, found: &[Match], scope: &mut UserScope<'_>) {
    let has_groups = matches!(extractor.kind, ExtractorKind::Regex { .. });
    let mut names = Names { name: &extractor.variable.name, scope };
    let before = names.number("_matchNr");
    names.remove("_matchNr");
    let mut kept = 0;
    if extractor.match_number < 0 {
        if has_groups {
            names.remove_groups("");
        }
        kept = found.len();
        names.set("_matchNr", &kept.to_string());
        for (i, found) in found.iter().enumerate() {
            let suffix = format!("_{}", i + 1);
            names.set(&suffix, &found.value);
            found.groups.iter().for_each(|groups| names.set_groups(&suffix, groups));
        }
    } else if let Some(found) = found.first() {
        names.scope.user.variables.set(extractor.variable.slot, &found.value);
        found.groups.iter().for_each(|groups| names.set_groups("", groups));
    } else if has_groups {
        names.remove_groups("");
    }
    for i in kept + 1..=before {
        let suffix = format!("_{i}");
        names.remove(&suffix);
        if has_groups {
            names.remove_groups(&suffix);
        }
    }
}
