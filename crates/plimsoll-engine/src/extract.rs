//! Takes values out of answers (JMeter's RegexExtractor, JSONPostProcessor, JMESPathExtractor, BoundaryExtractor,
//! XPathExtractor, HtmlExtractor).

mod answer;
mod found;
#[cfg(test)]
mod hostile;
mod jmespath;
mod json;
mod json_query;
mod json_spine;
mod markup;
mod names;
mod path;
mod pattern;
mod regex;
mod sent_request;
#[cfg(test)]
pub(crate) mod tests;

pub use self::jmespath::search;
pub use answer::Answer;
pub use json_query::{JsonDocument, JsonQuery, json_at, value_text};
pub use path::{JmesPath, is_more_than_json_path, jmes_path, json_path};
pub use pattern::is_broken_regex;
pub use regex::{matches, regex};
pub use sent_request::SentRequest;

use self::regex::backtracked;
use crate::program::{Compiled, CompiledPattern};
use crate::scope::UserScope;
use fancy_regex::{Captures, Regex};
use found::{ExtractorMatch, assign, pick, set_default};
use plimsoll_plan::plan::{Extractor, ExtractorKind};

/// The bytes of an answer as text.
pub fn into_text(body: Vec<u8>) -> String {
    String::from_utf8(body).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

/// Runs the extractors of a step, and says of each whether it found something. Failed steps extract too: their defaults
/// must appear.
pub fn extract(
    extractors: &[Extractor<Compiled>],
    answer: &Answer<'_>,
    scope: &mut UserScope<'_>,
    mut ended: impl FnMut(&Extractor<Compiled>, bool),
) {
    let body = JsonDocument::of(extractors.iter().filter_map(json_path_of));
    for extractor in extractors {
        if !scope.budget.goes_on() {
            set_default(extractor, scope);
            ended(extractor, false);
            continue;
        }
        let found = match &extractor.kind {
            ExtractorKind::Regex { pattern, template } => {
                by_regex(extractor, pattern, template, answer, scope)
            }
            ExtractorKind::JsonPath(path) | ExtractorKind::JsonPathJoined(path) => {
                json::by_path(extractor, path, answer, &body, scope)
            }
            ExtractorKind::JmesPath(path) => jmespath::by_path(extractor, path, answer, scope),
            ExtractorKind::XPath(xpath) => markup::by_xpath(extractor, xpath, answer, scope),
            ExtractorKind::Css { selector, attribute } => {
                markup::by_selector(extractor, selector, attribute, answer, scope)
            }
            ExtractorKind::Script { text, .. } => {
                let value = text.to_text(scope);
                if !extractor.variable.name.is_empty() {
                    scope.user.variables.set(extractor.variable.slot, &value);
                }
                true
            }
            ExtractorKind::Boundary { left, right } => {
                set_default(extractor, scope);
                let (left, right) = (left.to_text(scope), right.to_text(scope));
                let texts = answer.texts(extractor, scope);
                let found = texts.iter().flat_map(|text| boundary_matches(text, &left, &right));
                let found = pick(extractor, found, scope);
                let budget = scope.budget;
                let found = found.into_iter().take_while(|value| budget.takes(value.len()));
                let found = found.map(|value| ExtractorMatch { value: value.to_owned(), groups: None });
                assign(extractor, &found.collect::<Vec<_>>(), scope)
            }
        };
        ended(extractor, found);
    }
}

fn json_path_of(extractor: &Extractor<Compiled>) -> Option<&CompiledPattern<JsonQuery>> {
    match &extractor.kind {
        ExtractorKind::JsonPath(path) | ExtractorKind::JsonPathJoined(path) => Some(path),
        _ => None,
    }
}

fn by_regex(
    extractor: &Extractor<Compiled>,
    pattern: &CompiledPattern<Box<Regex>>,
    template: &str,
    answer: &Answer<'_>,
    scope: &mut UserScope<'_>,
) -> bool {
    // First, and whatever is found later: with all matches it stays (RegexExtractor.process).
    set_default(extractor, scope);
    let Ok(regex) = pattern.get(scope, |text| regex::regex(text, false).map(Box::new)) else { return false };
    let texts = answer.texts(extractor, scope);
    let budget = scope.budget;
    let gave_up = || budget.refuse(backtracked(&regex));
    let found = texts.iter().flat_map(|text| {
        regex.captures_iter(&**text).map_while(|found| found.inspect_err(|_| gave_up()).ok())
    });
    let found = pick(extractor, found, scope);
    let found = found.iter().map(|captures| regex_match(captures, template));
    let found: Vec<ExtractorMatch> = found.take_while(|found| budget.takes(found.bytes())).collect();
    assign(extractor, &found, scope)
}

fn regex_match(captures: &Captures<'_, str>, template: &str) -> ExtractorMatch {
    let group = |i: usize| captures.get(i).map(|group| group.as_str());
    let groups = (0..captures.len()).map(|i| group(i).map(str::to_owned)).collect();
    ExtractorMatch { value: fill_template(template, group), groups: Some(groups) }
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
