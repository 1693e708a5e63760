//! Post-processors that take a value out of an answer.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties};
use super::markup;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{Extractor, ExtractorKind, ResponseField, SampleScope};

pub fn extractors(lowering: &mut Lowering, element: &Element) -> ElementResult<Vec<Extractor>> {
    match element.kind.as_str() {
        "RegexExtractor" => {
            let pattern = ExtractorKind::Regex {
                pattern: Lowering::template("RegexExtractor.regex", element.text("RegexExtractor.regex"))?,
                template: element.text("RegexExtractor.template").to_owned(),
            };
            Ok(vec![single(lowering, element, "RegexExtractor", pattern)?])
        }
        "BoundaryExtractor" => {
            let side = |name: &str| Lowering::template(name, element.text(name));
            let pattern = ExtractorKind::Boundary {
                left: side("BoundaryExtractor.lboundary")?,
                right: side("BoundaryExtractor.rboundary")?,
            };
            Ok(vec![single(lowering, element, "BoundaryExtractor", pattern)?])
        }
        "XPathExtractor" | "XPath2Extractor" => Ok(vec![markup::xpath_extractor(lowering, element)?]),
        "HtmlExtractor" => Ok(vec![markup::css_extractor(lowering, element)?]),
        "JMESPathExtractor" => Ok(vec![jmespath(lowering, element)?]),
        _ => json(lowering, element),
    }
}

fn single(
    lowering: &mut Lowering,
    element: &Element,
    class: &str,
    kind: ExtractorKind,
) -> ElementResult<Extractor> {
    let field = |name: &str| element.text(&format!("{class}.{name}")).to_owned();
    let source = match source_variable(element) {
        Some(variable) => ResponseField::Variable(variable),
        None => source(lowering, element, &field("useHeaders"))?,
    };
    let default = field("default");
    let empty_default = element.flag(&format!("{class}.default_empty_value"), false);
    let default = match default.is_empty() && !empty_default {
        true => None,
        false => Some(Lowering::template("default", &default)?),
    };
    Ok(Extractor {
        variable: variable(&field("refname"))?,
        source,
        scope: parts(element),
        kind,
        match_number: match_number(lowering, &field("match_number"))?,
        default,
    })
}

pub fn variable(name: &str) -> ElementResult<String> {
    match name.trim() {
        name if name.contains("${") => Err("a computed name of a variable is not supported".to_owned()),
        name => Ok(name.to_owned()),
    }
}

/// What is said where a document's text is looked at.
pub const DOCUMENT_TEXT: &str =
    "the text of HTML and XML is taken, as a browser reads it; other documents stay as they are";

/// The variable that is looked at instead of the answer, if any.
pub fn source_variable(element: &Element) -> Option<String> {
    (element.text("Sample.scope") == "variable").then(|| element.text("Scope.variable").to_owned())
}

pub fn parts(element: &Element) -> SampleScope {
    match element.text("Sample.scope") {
        "all" => SampleScope::All,
        "children" => SampleScope::SubSamples,
        _ => SampleScope::Main,
    }
}

fn jmespath(lowering: &mut Lowering, element: &Element) -> ElementResult<Extractor> {
    let field = |name: &str| element.text(&format!("JMESExtractor.{name}"));
    Ok(Extractor {
        variable: variable(field("referenceName"))?,
        source: source_variable(element).map_or(ResponseField::Body, ResponseField::Variable),
        scope: parts(element),
        kind: ExtractorKind::JmesPath(Lowering::template("jmesPathExpr", field("jmesPathExpr").trim())?),
        match_number: match_number(lowering, field("matchNumber"))?,
        default: Some(Lowering::template("defaultValue", field("defaultValue"))?),
    })
}

/// The values of `useHeaders` (RegexExtractor.java).
fn source(lowering: &mut Lowering, element: &Element, text: &str) -> ElementResult<ResponseField> {
    Ok(match text {
        "false" | "" => ResponseField::Body,
        "true" => ResponseField::ResponseHeaders,
        "request_headers" => ResponseField::RequestHeaders,
        "URL" => ResponseField::Url,
        "code" => ResponseField::StatusCode,
        "message" => ResponseField::StatusMessage,
        "unescaped" => {
            lowering.approximate(element, "entities of HTML 5 are replaced too, not those of HTML 4 alone");
            ResponseField::UnescapedBody
        }
        "as_document" => {
            lowering.approximate(element, DOCUMENT_TEXT);
            ResponseField::DocumentText
        }
        other => return Err(format!("useHeaders: `{other}` is not known")),
    })
}

/// Empty is 0, a random match.
pub fn match_number(lowering: &mut Lowering, text: &str) -> ElementResult<i32> {
    let known = lowering.evaluation.known_text(text)?;
    match known.trim() {
        "" => Ok(0),
        number => number.parse().map_err(|_| format!("the match number `{number}` is not a whole number")),
    }
}

/// Several extractors in one, their fields separated by `;` (JSONPostProcessor.java).
fn json(lowering: &mut Lowering, element: &Element) -> ElementResult<Vec<Extractor>> {
    let field = |name: &str| element.text(&format!("JSONPostProcessor.{name}")).to_owned();
    let (names, paths) = (field("referenceNames"), field("jsonPathExprs"));
    let (defaults, numbers) = (field("defaultValues"), field("match_numbers"));
    let (names, paths, defaults) = (split(&names), split(&paths), split(&defaults));
    if names.len() != paths.len() || names.len() != defaults.len() {
        return Err(format!(
            "{} names, {} paths, {} default values: their numbers differ, and JMeter extracts nothing either",
            names.len(),
            paths.len(),
            defaults.len()
        ));
    }
    let joined = element.flag("JSONPostProcessor.compute_concat", false);
    let source = source_variable(element).map_or(ResponseField::Body, ResponseField::Variable);
    let numbers = split(&numbers);
    let mut found = Vec::new();
    for (i, (name, path)) in names.iter().zip(paths).enumerate() {
        found.push(Extractor {
            variable: variable(name)?,
            source: source.clone(),
            scope: parts(element),
            kind: if joined { ExtractorKind::JsonPathJoined } else { ExtractorKind::JsonPath }(json_path(
                path,
            )?),
            match_number: match_number(lowering, numbers.get(i).copied().unwrap_or_default())?,
            default: Some(Lowering::template("JSONPostProcessor.defaultValues", defaults[i])?),
        });
    }
    Ok(found)
}

fn json_path(text: &str) -> ElementResult<Template> {
    Lowering::template("JSONPostProcessor.jsonPathExprs", text.trim())
}

/// As Java splits: empty texts at the end are dropped, an empty whole stays one.
fn split(text: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = text.split(';').collect();
    while parts.len() > 1 && parts.last().is_some_and(|p| p.is_empty()) {
        parts.pop();
    }
    parts
}
