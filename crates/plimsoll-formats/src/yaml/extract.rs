//! Extractors: `{variable: token, json: $.token}` and its like.

use super::check::{read_source, write_source};
use super::emit::{map, text};
use super::names::PARTS;
use super::texts::{TemplateFields, scalar};
use super::{defaults, markup, script, shapes};
use plimsoll_plan::Template;
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::plan::{Extractor, ExtractorKind, ResponseField, SampleScope, XPath};

/// `extract:` of a step.
pub fn read_all(fields: &mut Fields) -> Vec<Extractor> {
    let items = fields.optional("extract").map(Node::items).unwrap_or_default();
    items.iter().filter_map(|item| read(item, fields.problems)).collect()
}

pub fn read(node: &Node, problems: &mut Problems) -> Option<Extractor> {
    let mut fields = Fields::of(node, &shapes::EXTRACTOR, problems);
    let script = fields.optional("script").and_then(|n| script::read(n, fields.problems));
    // A script may do all by itself.
    let variable = match (fields.optional("variable"), &script) {
        (None, Some(_)) => Some(String::new()),
        (None, None) => fields.required("variable").and(None),
        (Some(name), _) => scalar(name, "variable", fields.problems),
    };
    let source =
        fields.optional("of").and_then(|n| read_source(n, fields.problems)).unwrap_or(ResponseField::Body);
    let scope = fields.parsed("parts", |word| PARTS.read(word)).unwrap_or_default();
    let script = script.map(|(language, text)| ExtractorKind::Script { language, text });
    let kind = read_kind(&mut fields, script);
    let match_number = fields.parsed("match", |text| match text {
        "random" => Ok(0),
        "all" => Ok(-1),
        number => number.parse().map_err(|_| format!("`{number}` is neither a number, `all` nor `random`")),
    });
    let default = fields.template("default");
    fields.finish();
    let match_number = match_number.unwrap_or(defaults::MATCH_NUMBER);
    Some(Extractor { variable: variable?, source, scope, kind: kind?, match_number, default })
}

fn read_kind(fields: &mut Fields, script: Option<ExtractorKind>) -> Option<ExtractorKind> {
    let regex = fields.template("regex");
    let template = fields.text("template");
    let json = fields.template("json");
    let boundary = fields.optional("between").and_then(|n| read_boundary(n, fields.problems));
    let template = template.unwrap_or_else(|| defaults::WHOLE_MATCH.to_owned());
    let regex = regex.map(|pattern| ExtractorKind::Regex { pattern, template });
    let joined = fields.flag("joined").unwrap_or(false);
    let json = json.map(if joined { ExtractorKind::JsonPathJoined } else { ExtractorKind::JsonPath });
    let jmespath = fields.template("jmespath").map(ExtractorKind::JmesPath);
    let fragment = fields.flag("fragment").unwrap_or(false);
    let xpath = markup::read_xpath(fields).map(|xpath| ExtractorKind::XPath(XPath { fragment, ..xpath }));
    let attribute = fields.template("attribute");
    let attribute = attribute.unwrap_or_else(|| Template::literal(""));
    let css = fields.template("css").map(|selector| ExtractorKind::Css { selector, attribute });
    let mut given = [regex, json, boundary, jmespath, xpath, css, script].into_iter().flatten();
    let pattern = given.next();
    if pattern.is_none() || given.next().is_some() {
        fields.problems.error(fields.line(), "extract", "exactly one pattern is needed").hint =
            Some("one of regex, json, jmespath, xpath, css, between, script".to_owned());
    }
    pattern
}

fn read_boundary(node: &Node, problems: &mut Problems) -> Option<ExtractorKind> {
    let mut fields = Fields::of(node, &shapes::BETWEEN, problems);
    let nothing = || Template::literal("");
    let left = fields.template("left").unwrap_or_else(nothing);
    let right = fields.template("right").unwrap_or_else(nothing);
    fields.finish();
    Some(ExtractorKind::Boundary { left, right })
}

pub fn write(extractor: &Extractor) -> Node {
    let mut entries = Vec::new();
    if !extractor.variable.is_empty() || !matches!(extractor.kind, ExtractorKind::Script { .. }) {
        entries.push(("variable", text(extractor.variable.as_str())));
    }
    match &extractor.kind {
        ExtractorKind::Regex { pattern, template } => {
            entries.push(("regex", text(pattern.source())));
            if template != defaults::WHOLE_MATCH {
                entries.push(("template", text(template.as_str())));
            }
        }
        ExtractorKind::JsonPath(path) => entries.push(("json", text(path.source()))),
        ExtractorKind::JsonPathJoined(path) => {
            entries.extend([("json", text(path.source())), ("joined", text("true"))]);
        }
        ExtractorKind::JmesPath(path) => entries.push(("jmespath", text(path.source()))),
        ExtractorKind::XPath(xpath) => {
            markup::push_xpath(&mut entries, xpath);
            entries.extend(xpath.fragment.then(|| ("fragment", text("true"))));
        }
        ExtractorKind::Css { selector, attribute } => {
            entries.push(("css", text(selector.source())));
            if !attribute.is_empty() {
                entries.push(("attribute", text(attribute.source())));
            }
        }
        ExtractorKind::Script { language, text } => entries.push(("script", script::write(*language, text))),
        ExtractorKind::Boundary { left, right } => {
            let sides = vec![("left", text(left.source())), ("right", text(right.source()))];
            entries.push(("between", map(sides)));
        }
    }
    if extractor.source != ResponseField::Body {
        entries.push(("of", write_source(&extractor.source)));
    }
    if extractor.scope != SampleScope::Main {
        entries.push(("parts", text(PARTS.write(&extractor.scope).unwrap_or_default())));
    }
    match extractor.match_number {
        defaults::MATCH_NUMBER => {}
        0 => entries.push(("match", text("random"))),
        -1 => entries.push(("match", text("all"))),
        number => entries.push(("match", text(number.to_string()))),
    }
    entries.extend(extractor.default.as_ref().map(|value| ("default", text(value.source()))));
    map(entries)
}
