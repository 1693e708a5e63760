//! Checks: `status: 200`, `contains: text`, `max_duration: 500 ms`, `json: $.path`, `size: …`.

use super::emit::{list, map, text};
use super::names::{OPERATORS, SIZE_PARTS, SOURCES};
use super::pause;
use super::read::template_of;
use crate::evaluation;
use plimsoll_plan::Template;
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::plan::{Check, Comparison, Operator, SizeCheck, SizePart, Source, TextCheck};

/// The key that holds the patterns.
const COMPARISONS: [(&str, Comparison); 4] = [
    ("equals", Comparison::Equals),
    ("contains", Comparison::Substring),
    ("matches", Comparison::Matches),
    ("finds", Comparison::Contains),
];

pub fn read(node: &Node, problems: &mut Problems) -> Option<Check> {
    let has = |key: &str| node.entries().iter().any(|(k, _)| k.as_str() == Some(key));
    if has("json") {
        return read_json(node, problems);
    }
    if has("size") {
        return read_size(node, problems);
    }
    if has("max_duration") {
        let mut fields = Fields::of(node, "check", problems);
        let limit = fields.required("max_duration");
        fields.finish();
        return pause::read_time(limit?, "max_duration", problems).map(Check::MaxDurationMs);
    }
    read_text(node, problems)
}

fn read_text(node: &Node, problems: &mut Problems) -> Option<Check> {
    let mut fields = Fields::of(node, "check", problems);
    let status = fields.optional("status").map(|n| (n, Comparison::Equals, Source::StatusCode));
    let source = fields.optional("of").and_then(|n| read_source(n, fields.problems)).unwrap_or(Source::Body);
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
            problems.error(node.line, "check", "nothing is compared").hint =
                Some("one of status, equals, contains, matches, finds, json, size, max_duration".to_owned());
        }
        return None;
    };
    let patterns = patterns.items().iter().filter_map(|n| template_of(n, "check", fields.problems)).collect();
    fields.finish();
    Some(Check::Text(TextCheck { source, comparison, negate, any, patterns, assume_success, message }))
}

pub fn read_source(node: &Node, problems: &mut Problems) -> Option<Source> {
    if let Some(word) = node.as_str() {
        return SOURCES.read(word).map_err(|message| problems.error(node.line, "of", message).line).ok();
    }
    let mut fields = Fields::of(node, "of", problems);
    let variable = fields.text("variable");
    fields.finish();
    variable.map(Source::Variable)
}

fn read_json(node: &Node, problems: &mut Problems) -> Option<Check> {
    let mut fields = Fields::of(node, "check", problems);
    let path = fields.required("json").and_then(|n| template_of(n, "json", fields.problems));
    let value = fields.parsed("value", evaluation::template);
    let pattern = fields.parsed("value_matches", evaluation::template);
    let negate = fields.flag("not").unwrap_or(false);
    fields.finish();
    let regex = pattern.is_some();
    Some(Check::Json { path: path?, expected: pattern.or(value), regex, negate })
}

/// `size: ">= 100"` of the body, or with `of: whole`.
fn read_size(node: &Node, problems: &mut Problems) -> Option<Check> {
    let mut fields = Fields::of(node, "check", problems);
    let size = fields.parsed("size", |text| {
        let digits = text.find(|c: char| !matches!(c, '=' | '!' | '<' | '>' | ' ')).unwrap_or(text.len());
        let (operator, bytes) = text.split_at(digits);
        let operator = match operator.trim() {
            "" => Operator::Equal,
            word => OPERATORS.read(word)?,
        };
        Ok((operator, evaluation::template(bytes)?))
    });
    let part = fields.parsed("of", |word| SIZE_PARTS.read(word)).unwrap_or(SizePart::Body);
    fields.finish();
    let (operator, bytes) = size?;
    Some(Check::Size(SizeCheck { part, operator, bytes }))
}

pub fn write(check: &Check) -> Node {
    match check {
        Check::Text(check) => write_text(check),
        Check::MaxDurationMs(limit) => map(vec![("max_duration", pause::write_time(limit))]),
        Check::Size(SizeCheck { part, operator, bytes }) => {
            let operator = OPERATORS.write(operator).unwrap_or_default();
            let mut entries = vec![("size", text(format!("{operator} {}", bytes.source())))];
            if *part != SizePart::Body {
                entries.push(("of", text(SIZE_PARTS.write(part).unwrap_or_default())));
            }
            map(entries)
        }
        Check::Json { path, expected, regex, negate } => {
            let mut entries = vec![("json", text(path.source()))];
            let key = if *regex { "value_matches" } else { "value" };
            entries.extend(expected.as_ref().map(|value| (key, text(value.source()))));
            entries.extend(negate.then(|| ("not", text("true"))));
            map(entries)
        }
    }
}

fn write_text(check: &TextCheck) -> Node {
    let patterns = match check.patterns.as_slice() {
        [one] => text(one.source()),
        several => list(several.iter().map(|p: &Template| text(p.source())).collect()),
    };
    let is_status = check.source == Source::StatusCode && check.comparison == Comparison::Equals;
    let comparison =
        COMPARISONS.iter().find(|(_, c)| *c == check.comparison).map_or("contains", |(key, _)| key);
    let mut entries = vec![(if is_status { "status" } else { comparison }, patterns)];
    if !is_status && check.source != Source::Body {
        entries.push(("of", write_source(&check.source)));
    }
    let flags = [("not", check.negate), ("any", check.any), ("assume_success", check.assume_success)];
    entries.extend(flags.into_iter().filter(|(_, set)| *set).map(|(key, _)| (key, text("true"))));
    entries.extend(check.message.as_ref().map(|message| ("message", text(message.as_str()))));
    map(entries)
}

pub fn write_source(source: &Source) -> Node {
    match source {
        Source::Variable(name) => map(vec![("variable", text(name.as_str()))]),
        other => text(SOURCES.write(other).unwrap_or_default()),
    }
}
