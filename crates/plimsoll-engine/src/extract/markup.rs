//! Values out of XML and HTML.

use super::answer::Answer;
use super::found::{ExtractorMatch, assign, pick, set_default};
use super::names::{MATCHES_MAX, MatchNames};
use crate::document;
use crate::document::{Selector, XPathResult};
use crate::program::{Compiled, CompiledPattern, Text};
use crate::scope::UserScope;
use plimsoll_plan::plan::{DocumentKind, Extractor, XPath};

/// Sets `name`, `name_1`… and `name_matchNr`, whatever match is asked for (XPathExtractor.process). A node
/// without a text counts, but sets nothing. Where a document can't be read nothing is found in all.
pub fn by_xpath(
    extractor: &Extractor<Compiled>,
    xpath: &XPath<Compiled>,
    answer: &Answer<'_>,
    scope: &mut UserScope<'_>,
) -> bool {
    set_default(extractor, scope);
    let expression = xpath.expression.to_text(scope);
    let mut names = MatchNames { name: &extractor.variable.name, scope };
    let before = names.number("_matchNr");
    names.set("_matchNr", "0");
    names.remove("_1");
    let mut texts = answer.texts(extractor, scope);
    if xpath.document == DocumentKind::XmlWholeText {
        // XPath2Extractor looks at the same answer as often as there are answers.
        texts.iter_mut().for_each(|text| *text = answer.text(&extractor.source, scope));
    }
    let mut found: Vec<Option<String>> = Vec::new();
    for text in texts.iter().filter(|text| !text.is_empty() || xpath.document != DocumentKind::XmlWholeText) {
        match document::find(
            text,
            xpath.document,
            &xpath.namespaces,
            xpath.fragment,
            &expression,
            scope.budget,
        ) {
            Ok(XPathResult::Nodes(nodes)) => found.extend(chosen(extractor.match_number, nodes, scope)),
            Ok(XPathResult::Boolean(value)) => found.push(Some(value.to_string())),
            Ok(XPathResult::Text(text)) => found.push(Some(text)),
            Err(_) => return false,
        }
    }
    found.truncate(MATCHES_MAX);
    if let Some(Some(first)) = found.first() {
        scope.user.variables.set(extractor.variable.slot, first);
    }
    let mut names = MatchNames { name: &extractor.variable.name, scope };
    names.set("_matchNr", &found.len().to_string());
    for (i, value) in found.iter().enumerate() {
        if let Some(value) = value {
            names.set(&format!("_{}", i + 1), value);
        }
    }
    for i in found.len() + 1..=before.max(found.len() + 1) {
        names.remove(&format!("_{i}"));
    }
    !found.is_empty()
}

/// The match number counts within one document.
fn chosen(
    match_number: i32,
    mut nodes: Vec<Option<String>>,
    scope: &mut UserScope<'_>,
) -> Vec<Option<String>> {
    let index = match match_number {
        n if n < 0 => return nodes,
        _ if nodes.is_empty() => return nodes,
        0 => scope.random.usize(..nodes.len()),
        n => n as usize - 1,
    };
    if index < nodes.len() { vec![nodes.swap_remove(index)] } else { Vec::new() }
}

/// As an expression without groups (HtmlExtractor.process).
pub fn by_selector(
    extractor: &Extractor<Compiled>,
    selector: &CompiledPattern<Selector>,
    attribute: &Text,
    answer: &Answer<'_>,
    scope: &mut UserScope<'_>,
) -> bool {
    set_default(extractor, scope);
    let Ok(selector) = selector.get(scope, Selector::parse) else { return false };
    let attribute = attribute.to_text(scope);
    let budget = scope.budget;
    let texts = answer.texts(extractor, scope);
    let found = texts.iter().flat_map(|text| document::select(text, &selector, &attribute, budget));
    let found = pick(extractor, found, scope);
    let found: Vec<ExtractorMatch> =
        found.into_iter().map(|value| ExtractorMatch { value, groups: None }).collect();
    assign(extractor, &found, scope)
}
