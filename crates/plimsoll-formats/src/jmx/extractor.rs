//! Post-processors that take a value out of an answer.

use super::element::{Element, Properties};
use super::lowering::{Lowering, Outcome};
use plimsoll_plan::Template;
use plimsoll_plan::plan::{Extractor, Pattern, Source};

pub fn extractors(lowering: &mut Lowering, element: &Element) -> Outcome<Vec<Extractor>> {
    match element.kind.as_str() {
        "RegexExtractor" => {
            let pattern = Pattern::Regex {
                pattern: Lowering::template("RegexExtractor.regex", element.text("RegexExtractor.regex"))?,
                template: element.text("RegexExtractor.template").to_owned(),
            };
            Ok(vec![single(lowering, element, "RegexExtractor", pattern)?])
        }
        "BoundaryExtractor" => {
            let side = |name: &str| Lowering::template(name, element.text(name));
            let pattern = Pattern::Boundary {
                left: side("BoundaryExtractor.lboundary")?,
                right: side("BoundaryExtractor.rboundary")?,
            };
            Ok(vec![single(lowering, element, "BoundaryExtractor", pattern)?])
        }
        _ => json(lowering, element),
    }
}

fn single(lowering: &mut Lowering, element: &Element, class: &str, pattern: Pattern) -> Outcome<Extractor> {
    let field = |name: &str| element.text(&format!("{class}.{name}")).to_owned();
    let source = match scope_variable(lowering, element)? {
        Some(variable) => Source::Variable(variable),
        None => source(&field("useHeaders"))?,
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
        pattern,
        match_number: match_number(lowering, &field("match_number"))?,
        default,
    })
}

fn variable(name: &str) -> Outcome<String> {
    match name.trim() {
        name if name.contains("${") => Err("a computed name of a variable is not supported".to_owned()),
        name => Ok(name.to_owned()),
    }
}

fn scope_variable(lowering: &mut Lowering, element: &Element) -> Outcome<Option<String>> {
    match element.text("Sample.scope") {
        "variable" => Ok(Some(element.text("Scope.variable").to_owned())),
        "children" => Err("parts of an answer are not looked at one by one".to_owned()),
        "all" => {
            lowering.approximate(element, "only the whole answer is looked at, not its parts");
            Ok(None)
        }
        _ => Ok(None),
    }
}

/// The values of `useHeaders` (RegexExtractor.java).
fn source(text: &str) -> Outcome<Source> {
    Ok(match text {
        "false" | "" => Source::Body,
        "true" => Source::ResponseHeaders,
        "request_headers" => Source::RequestHeaders,
        "URL" => Source::Url,
        "code" => Source::StatusCode,
        "message" => Source::StatusMessage,
        "unescaped" => return Err("the answer is not unescaped before it is searched".to_owned()),
        "as_document" => return Err("documents are not turned into text".to_owned()),
        other => return Err(format!("useHeaders: `{other}` is not known")),
    })
}

/// Empty is 0, a random match.
fn match_number(lowering: &mut Lowering, text: &str) -> Outcome<i32> {
    let known = lowering.evaluation.known_text(text)?;
    match known.trim() {
        "" => Ok(0),
        number => number.parse().map_err(|_| format!("the match number `{number}` is not a whole number")),
    }
}

/// Several extractors in one, their fields separated by `;` (JSONPostProcessor.java).
fn json(lowering: &mut Lowering, element: &Element) -> Outcome<Vec<Extractor>> {
    let field = |name: &str| element.text(&format!("JSONPostProcessor.{name}")).to_owned();
    let (names, paths) = (field("referenceNames"), field("jsonPathExprs"));
    let (defaults, numbers) = (field("defaultValues"), field("match_numbers"));
    let (names, paths, defaults) = (parts(&names), parts(&paths), parts(&defaults));
    if names.len() != paths.len() || names.len() != defaults.len() {
        return Err(format!(
            "{} names, {} paths, {} default values: their numbers differ, and JMeter extracts nothing either",
            names.len(),
            paths.len(),
            defaults.len()
        ));
    }
    if element.flag("JSONPostProcessor.compute_concat", false) {
        lowering.approximate(element, "no variable with all matches in one is made");
    }
    let source = scope_variable(lowering, element)?.map_or(Source::Body, Source::Variable);
    let numbers = parts(&numbers);
    let mut found = Vec::new();
    for (i, (name, path)) in names.iter().zip(paths).enumerate() {
        found.push(Extractor {
            variable: variable(name)?,
            source: source.clone(),
            pattern: Pattern::JsonPath(json_path(path)?),
            match_number: match_number(lowering, numbers.get(i).copied().unwrap_or_default())?,
            default: Some(Lowering::template("JSONPostProcessor.defaultValues", defaults[i])?),
        });
    }
    Ok(found)
}

fn json_path(text: &str) -> Outcome<Template> {
    Lowering::template("JSONPostProcessor.jsonPathExprs", text.trim())
}

/// As Java splits: empty texts at the end are dropped, an empty whole stays one.
fn parts(text: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = text.split(';').collect();
    while parts.len() > 1 && parts.last().is_some_and(|p| p.is_empty()) {
        parts.pop();
    }
    parts
}
