//! Checks: `status: 200`, `contains: text`, `max_duration: 500 ms`, `json: $.path`, `size: …`.

use super::emit::{list, map, text};
use super::names::{OPERATORS, PARTS, SIZE_PARTS, SOURCES};
use super::texts::{TemplateFields, template_of};
use super::{markup, pause, script, shapes};
use crate::evaluation;
use plimsoll_plan::Template;
use plimsoll_plan::document::{Fields, Node, NodeValue, Problems};
use plimsoll_plan::plan::{
    Check, JsonExpectation, ResponseField, SampleScope, SizeCheck, SizeOperator, SizePart, TextCheck,
    TextComparison,
};

const KINDS: &str = "status, equals, contains, matches, finds, json, jmespath, xpath, well_formed, schema, \
    html_mistakes_max, md5, size, max_duration, script";

/// The key that holds the patterns.
const COMPARISONS: [(&str, TextComparison); 4] = [
    ("equals", TextComparison::Equals),
    ("contains", TextComparison::Substring),
    ("matches", TextComparison::Matches),
    ("finds", TextComparison::Contains),
];

/// `check:` of a step.
pub fn read_all(fields: &mut Fields) -> Vec<Check> {
    let items = fields.optional("check").map(Node::items).unwrap_or_default();
    items.iter().filter_map(|item| read(item, fields.problems)).collect()
}

/// With `parts`, one that looks at other answers of the request too.
pub fn read(node: &Node, problems: &mut Problems) -> Option<Check> {
    let is_parts = |(key, _): &(Node, Node)| key.as_str() == Some("parts");
    let Some((_, word)) = node.entries().iter().find(|entry| is_parts(entry)) else {
        return read_one(node, problems);
    };
    let parts = PARTS.read(word.as_str().unwrap_or_default());
    let parts = parts.map_err(|message| problems.error(word.line, "parts", message).line).ok();
    let rest = node.entries().iter().filter(|entry| !is_parts(entry)).cloned().collect();
    let check = read_one(&Node { line: node.line, value: NodeValue::Mapping(rest) }, problems)?;
    if !matches!(check, Check::Text(_) | Check::MaxDurationMs(_) | Check::Size(_) | Check::XPath { .. }) {
        problems.error(node.line, "parts", "this check looks at the request's own answer alone").hint =
            Some("`parts` is for checks of texts, sizes, durations and XPath".to_owned());
        return None;
    }
    Some(if parts? == SampleScope::Main { check } else { Check::Of(parts?, Box::new(check)) })
}

fn read_one(node: &Node, problems: &mut Problems) -> Option<Check> {
    let has = |key: &str| node.entries().iter().any(|(k, _)| k.as_str() == Some(key));
    if has("json") {
        return read_json(node, problems);
    }
    if has("jmespath") {
        return read_jmespath(node, problems);
    }
    if has("xpath") {
        return read_xpath(node, problems);
    }
    if let Some(kind) = ["well_formed", "schema", "html_mistakes_max", "md5"].into_iter().find(|key| has(key))
    {
        return read_document(kind, node, problems);
    }
    if has("size") {
        return read_size(node, problems);
    }
    if has("max_duration") {
        let mut fields = Fields::of(node, &shapes::DURATION_CHECK, problems);
        let limit = fields.required("max_duration");
        fields.finish();
        return pause::read_time(limit?, "max_duration", problems).map(Check::MaxDurationMs);
    }
    if has("script") {
        let mut fields = Fields::of(node, &shapes::SCRIPT_CHECK, problems);
        let script = fields.required("script");
        fields.finish();
        return script::read(script?, problems).map(|(language, text)| Check::Script { language, text });
    }
    read_text(node, problems)
}

fn read_text(node: &Node, problems: &mut Problems) -> Option<Check> {
    let mut fields = Fields::of(node, &shapes::TEXT_CHECK, problems);
    let status = fields.optional("status").map(|n| (n, TextComparison::Equals, ResponseField::StatusCode));
    let source =
        fields.optional("of").and_then(|n| read_source(n, fields.problems)).unwrap_or(ResponseField::Body);
    let mut given = status;
    for (key, comparison) in COMPARISONS {
        let found = fields.optional(key).map(|n| (n, comparison, source.clone()));
        if given.is_some() && found.is_some() {
            fields.problems.error(node.line, "check", "a check has one comparison").hint =
                Some("write two checks: `- contains: …` and `- finds: …`".to_owned());
        }
        given = given.or(found);
    }
    let negate = fields.flag("not").unwrap_or(false);
    let any = fields.flag("any").unwrap_or(false);
    let assume_success = fields.flag("assume_success").unwrap_or(false);
    let message = fields.text("message");
    let Some((patterns, comparison, source)) = given else {
        let before = fields.problems.found.len();
        fields.finish();
        if problems.found.len() == before {
            problems.error(node.line, "check", "nothing is compared").hint = Some(format!("one of {KINDS}"));
        }
        return None;
    };
    let patterns = patterns.items().iter().filter_map(|n| template_of(n, "check", fields.problems)).collect();
    fields.finish();
    Some(Check::Text(TextCheck { source, comparison, negate, any, patterns, assume_success, message }))
}

pub fn read_source(node: &Node, problems: &mut Problems) -> Option<ResponseField> {
    if let Some(word) = node.as_str() {
        return SOURCES.read(word).map_err(|message| problems.error(node.line, "of", message).line).ok();
    }
    let mut fields = Fields::of(node, &shapes::OF_VARIABLE, problems);
    let variable = fields.text("variable");
    fields.finish();
    variable.map(ResponseField::Variable)
}

fn read_json(node: &Node, problems: &mut Problems) -> Option<Check> {
    let mut fields = Fields::of(node, &shapes::JSON_CHECK, problems);
    let path = fields.required("json").and_then(|n| template_of(n, "json", fields.problems));
    let value = fields.template("value");
    let pattern = fields.template("value_matches");
    let or_null = fields.flag("or_null").unwrap_or(false);
    let negate = fields.flag("not").unwrap_or(false);
    fields.finish();
    let regex = pattern.is_some();
    let value = JsonExpectation { expected: pattern.or(value), regex, or_null, negate };
    Some(Check::Json { path: path?, value })
}

fn read_jmespath(node: &Node, problems: &mut Problems) -> Option<Check> {
    let mut fields = Fields::of(node, &shapes::JMESPATH_CHECK, problems);
    let path = fields.template("jmespath");
    let value = fields.template("value");
    let pattern = fields.template("value_matches");
    let negate = fields.flag("not").unwrap_or(false);
    fields.finish();
    let regex = pattern.is_some();
    let value = JsonExpectation { expected: pattern.or(value), regex, or_null: false, negate };
    Some(Check::JmesPath { path: path?, value })
}

fn read_xpath(node: &Node, problems: &mut Problems) -> Option<Check> {
    let mut fields = Fields::of(node, &shapes::XPATH_CHECK, problems);
    let xpath = markup::read_xpath(&mut fields);
    let source =
        fields.optional("of").and_then(|n| read_source(n, fields.problems)).unwrap_or(ResponseField::Body);
    let negate = fields.flag("not").unwrap_or(false);
    fields.finish();
    Some(Check::XPath { source, xpath: xpath?, negate })
}

fn read_document(kind: &str, node: &Node, problems: &mut Problems) -> Option<Check> {
    let mut fields = Fields::of(node, &shapes::DOCUMENT_CHECK, problems);
    let check = match kind {
        "well_formed" => match fields.flag("well_formed") {
            Some(false) => {
                let line = fields.line();
                fields.problems.error(line, "well_formed", "only `true` is checked");
                None
            }
            _ => Some(Check::WellFormed),
        },
        "schema" => fields.template("schema").map(Check::Schema),
        "md5" => fields.template("md5").map(Check::Md5),
        _ => {
            let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
            fields.parsed("html_mistakes_max", number).map(|errors_max| Check::Html { errors_max })
        }
    };
    fields.finish();
    check
}

/// `size: ">= 100"` of the body, or with `of: whole`.
fn read_size(node: &Node, problems: &mut Problems) -> Option<Check> {
    let mut fields = Fields::of(node, &shapes::SIZE_CHECK, problems);
    let size = fields.parsed("size", |text| {
        let digits = text.find(|c: char| !matches!(c, '=' | '!' | '<' | '>' | ' ')).unwrap_or(text.len());
        let (operator, bytes) = text.split_at(digits);
        let operator = match operator.trim() {
            "" => SizeOperator::Equal,
            word => OPERATORS.read(word)?,
        };
        Ok((operator, evaluation::template(bytes)?))
    });
    let part =
        fields.optional("of").and_then(|n| read_size_part(n, fields.problems)).unwrap_or(SizePart::Body);
    fields.finish();
    let (operator, bytes) = size?;
    Some(Check::Size(SizeCheck { part, operator, bytes }))
}

fn read_size_part(node: &Node, problems: &mut Problems) -> Option<SizePart> {
    if let Some(word) = node.as_str() {
        return SIZE_PARTS.read(word).map_err(|message| problems.error(node.line, "of", message).line).ok();
    }
    let mut fields = Fields::of(node, &shapes::OF_VARIABLE, problems);
    let variable = fields.text("variable");
    fields.finish();
    variable.map(SizePart::Variable)
}

pub fn write(check: &Check) -> Node {
    match check {
        Check::Text(check) => write_text(check),
        Check::MaxDurationMs(limit) => map(vec![("max_duration", pause::write_time(limit))]),
        Check::Size(SizeCheck { part, operator, bytes }) => {
            let operator = OPERATORS.write(operator).unwrap_or_default();
            let mut entries = vec![("size", text(format!("{operator} {}", bytes.source())))];
            if *part != SizePart::Body {
                let part = match part {
                    SizePart::Variable(name) => map(vec![("variable", text(name.as_str()))]),
                    part => text(SIZE_PARTS.write(part).unwrap_or_default()),
                };
                entries.push(("of", part));
            }
            map(entries)
        }
        Check::Json { path, value } => write_json("json", path, value),
        Check::JmesPath { path, value } => write_json("jmespath", path, value),
        Check::XPath { source, xpath, negate } => {
            let mut entries = Vec::new();
            markup::push_xpath(&mut entries, xpath);
            if *source != ResponseField::Body {
                entries.push(("of", write_source(source)));
            }
            entries.extend(negate.then(|| ("not", text("true"))));
            map(entries)
        }
        Check::WellFormed => map(vec![("well_formed", text("true"))]),
        Check::Schema(path) => map(vec![("schema", text(path.source()))]),
        Check::Html { errors_max } => map(vec![("html_mistakes_max", text(errors_max.to_string()))]),
        Check::Md5(sum) => map(vec![("md5", text(sum.source()))]),
        Check::Script { language, text } => map(vec![("script", script::write(*language, text))]),
        Check::Of(parts, check) => {
            let mut node = write(check);
            if let NodeValue::Mapping(entries) = &mut node.value {
                entries.push((text("parts"), text(PARTS.write(parts).unwrap_or_default())));
            }
            node
        }
    }
}

fn write_json(key: &'static str, path: &Template, value: &JsonExpectation) -> Node {
    let mut entries = vec![(key, text(path.source()))];
    let value_key = if value.regex { "value_matches" } else { "value" };
    entries.extend(value.expected.as_ref().map(|expected| (value_key, text(expected.source()))));
    entries.extend(value.or_null.then(|| ("or_null", text("true"))));
    entries.extend(value.negate.then(|| ("not", text("true"))));
    map(entries)
}

fn write_text(check: &TextCheck) -> Node {
    let patterns = match check.patterns.as_slice() {
        [one] => text(one.source()),
        several => list(several.iter().map(|p: &Template| text(p.source())).collect()),
    };
    let is_status = check.source == ResponseField::StatusCode && check.comparison == TextComparison::Equals;
    let comparison =
        COMPARISONS.iter().find(|(_, c)| *c == check.comparison).map_or("contains", |(key, _)| key);
    let mut entries = vec![(if is_status { "status" } else { comparison }, patterns)];
    if !is_status && check.source != ResponseField::Body {
        entries.push(("of", write_source(&check.source)));
    }
    let flags = [("not", check.negate), ("any", check.any), ("assume_success", check.assume_success)];
    entries.extend(flags.into_iter().filter(|(_, set)| *set).map(|(key, _)| (key, text("true"))));
    entries.extend(check.message.as_ref().map(|message| ("message", text(message.as_str()))));
    map(entries)
}

pub fn write_source(source: &ResponseField) -> Node {
    match source {
        ResponseField::Variable(name) => map(vec![("variable", text(name.as_str()))]),
        other => text(SOURCES.write(other).unwrap_or_default()),
    }
}
