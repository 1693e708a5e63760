//! YAML text as a tree of values that know their lines.

use plimsoll_plan::Diagnostic;
use plimsoll_plan::document::{Node, NodeValue, ScalarKind};
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError};
use std::collections::BTreeMap;

/// Deepest nesting of lists and mappings.
const DEPTH_MAX: usize = 128;

/// Most values in one document, those that aliases repeat counted each time.
const NODES_MAX: usize = 1_000_000;

/// Reads one YAML document. `null`, `~` and nothing are nothing.
pub fn document(file: &str, text: &str) -> Result<Node, Diagnostic> {
    let mut builder = Builder::default();
    for event in Parser::new_from_str(text.trim_start_matches('\u{feff}')) {
        let (event, span) = event.map_err(|e| syntax_error(file, &e))?;
        let line = u32::try_from(span.start.line()).unwrap_or(u32::MAX);
        builder
            .event(event, line)
            .map_err(|problem| Diagnostic::error(file, line, "", problem.message).with_hint(problem.hint))?;
    }
    Ok(builder.root.unwrap_or(Node { line: 1, value: NodeValue::Null }))
}

fn syntax_error(file: &str, error: &ScanError) -> Diagnostic {
    let line = u32::try_from(error.marker().line()).unwrap_or(u32::MAX);
    let hint = match error.info() {
        info if info.contains("tab") => "YAML is indented with spaces",
        info if info.contains("mapping values") => "put a text that holds `: ` in quotes",
        info if info.contains("alias") || info.contains("anchor") => {
            "put a text that begins with `*` or `&` in quotes"
        }
        _ => "look at the indentation; put texts with `: `, ` #` or a special first character in quotes",
    };
    Diagnostic::error(file, line, "", format!("the YAML is malformed: {}", error.info())).with_hint(hint)
}

struct Problem {
    message: String,
    hint: &'static str,
}

/// A list or a mapping that is not closed yet.
struct Open {
    line: u32,
    anchor: usize,
    is_mapping: bool,
    /// Of a mapping: keys and values in turn.
    children: Vec<Node>,
}

#[derive(Default)]
struct Builder {
    open: Vec<Open>,
    anchors: BTreeMap<usize, (Node, usize)>,
    nodes: usize,
    root: Option<Node>,
}

impl Builder {
    fn event(&mut self, event: Event, line: u32) -> Result<(), Problem> {
        match event {
            Event::Scalar(text, style, anchor, _) => {
                let is_null = style == ScalarStyle::Plain
                    && matches!(text.as_ref(), "" | "~" | "null" | "Null" | "NULL");
                let value = match style {
                    _ if is_null => NodeValue::Null,
                    ScalarStyle::Plain => NodeValue::Scalar { kind: kind(&text), text: text.into_owned() },
                    _ => NodeValue::Scalar { text: text.into_owned(), kind: ScalarKind::Text },
                };
                self.add(Node { line, value }, anchor, 1)
            }
            Event::SequenceStart(anchor, _) => self.start(line, anchor, false),
            Event::MappingStart(anchor, _) => self.start(line, anchor, true),
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            Event::Alias(anchor) => match self.anchors.get(&anchor).cloned() {
                Some((node, nodes)) => self.add(Node { line, ..node }, 0, nodes),
                None => Err(Problem {
                    message: "the alias stands inside what it refers to".to_owned(),
                    hint: "write the value out",
                }),
            },
            Event::DocumentStart(_) if self.root.is_some() => Err(Problem {
                message: "there is more than one document in the file".to_owned(),
                hint: "remove the `---` and put the second document in a file of its own",
            }),
            _ => Ok(()),
        }
    }

    fn start(&mut self, line: u32, anchor: usize, is_mapping: bool) -> Result<(), Problem> {
        if self.open.len() >= DEPTH_MAX {
            return Err(Problem {
                message: format!("the YAML is nested more than {DEPTH_MAX} deep"),
                hint: "is this the right file?",
            });
        }
        self.open.push(Open { line, anchor, is_mapping, children: Vec::new() });
        Ok(())
    }

    fn end(&mut self) -> Result<(), Problem> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        let value = if open.is_mapping {
            let mut entries = Vec::with_capacity(open.children.len() / 2);
            let mut children = open.children.into_iter();
            while let (Some(key), Some(value)) = (children.next(), children.next()) {
                entries.push((key, value));
            }
            NodeValue::Mapping(entries)
        } else {
            NodeValue::Sequence(open.children)
        };
        let node = Node { line: open.line, value };
        let nodes = if open.anchor == 0 { 1 } else { count(&node) };
        self.add(node, open.anchor, nodes)
    }

    fn add(&mut self, node: Node, anchor: usize, nodes: usize) -> Result<(), Problem> {
        self.nodes += nodes;
        if self.nodes > NODES_MAX || self.open.len() + depth(&node, nodes) > DEPTH_MAX {
            return Err(Problem {
                message: "the YAML is too large or too deep".to_owned(),
                hint: "are there aliases of aliases? Write the values out",
            });
        }
        if anchor != 0 {
            self.anchors.insert(anchor, (node.clone(), nodes));
        }
        match self.open.last_mut() {
            Some(open) => open.children.push(node),
            None => self.root = Some(node),
        }
        Ok(())
    }
}

fn count(node: &Node) -> usize {
    let inside: usize = match &node.value {
        NodeValue::Sequence(items) => items.iter().map(count).sum(),
        NodeValue::Mapping(entries) => entries.iter().map(|(k, v)| count(k) + count(v)).sum(),
        _ => 0,
    };
    1 + inside
}

/// Only what an alias may repeat is measured: anything else was bounded when it was opened.
fn depth(node: &Node, nodes: usize) -> usize {
    let deepest = |inside: Vec<&Node>| inside.into_iter().map(|n| depth(n, nodes)).max().unwrap_or(0);
    match &node.value {
        _ if nodes == 1 => 0,
        NodeValue::Sequence(items) => 1 + deepest(items.iter().collect()),
        NodeValue::Mapping(entries) => 1 + deepest(entries.iter().flat_map(|(k, v)| [k, v]).collect()),
        _ => 0,
    }
}

/// Of a scalar without quotes, in YAML's core schema.
fn kind(plain: &str) -> ScalarKind {
    let is_number = plain.starts_with(|c: char| c == '-' || c.is_ascii_digit())
        && plain.parse::<serde_json::Number>().is_ok();
    match plain {
        "true" | "True" | "TRUE" | "false" | "False" | "FALSE" => ScalarKind::Bool,
        _ if is_number => ScalarKind::Number,
        _ => ScalarKind::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(node: &Node) -> String {
        let line = node.line;
        match &node.value {
            NodeValue::Null => format!("{line}:null"),
            NodeValue::Scalar { text, .. } => format!("{line}:{text:?}"),
            NodeValue::Sequence(items) => {
                format!("{line}:{:?}", items.iter().map(show).collect::<Vec<_>>().join(" "))
            }
            NodeValue::Mapping(entries) => {
                let pairs: Vec<String> =
                    entries.iter().map(|(k, v)| format!("{}={}", show(k), show(v))).collect();
                format!("{line}:{{{}}}", pairs.join(" "))
            }
        }
    }

    fn check(text: &str, expected: &str) {
        let shown = match document("f.yaml", text) {
            Ok(node) => show(&node),
            Err(d) => format!("{d}; {}", d.hint.clone().unwrap_or_default()),
        };
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn values_are_texts_with_their_lines() {
        check("a: 1\nb:\nc: \"\"\n", r#"1:{1:"a"=1:"1" 2:"b"=2:null 3:"c"=3:""}"#);
        check("- ~\n- true\n- 'null'\n", r#"1:"1:null 2:\"true\" 3:\"null\"""#);
        check("a: &x {b: 1}\nc: *x\n", r#"1:{1:"a"=1:{1:"b"=1:"1"} 2:"c"=2:{1:"b"=1:"1"}}"#);
        check("", "1:null");
    }

    #[test]
    fn what_is_no_yaml_is_located_and_explained() {
        check(
            "a: 1\nb: c: d\n",
            "f.yaml:2: the YAML is malformed: mapping values are not allowed in this context; put a text that holds `: ` in quotes",
        );
        check(
            "a: 1\n---\nb: 2\n",
            "f.yaml:2: there is more than one document in the file; remove the `---` and put the second document in a file of its own",
        );
        check(&"- ".repeat(1000), "f.yaml:1: the YAML is nested more than 128 deep; is this the right file?");
        let laughs: String = (1..30).map(|i| format!("a{i}: &a{i} [*a{}, *a{}]\n", i - 1, i - 1)).collect();
        check(
            &format!("a0: &a0 x\n{laughs}"),
            "f.yaml:18: the YAML is too large or too deep; are there aliases of aliases? Write the values out",
        );
    }
}
