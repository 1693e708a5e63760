//! A tree of values as YAML text: block style, quotes only where they are needed, always the same.

use plimsoll_plan::document::{Node, NodeValue};

pub use plimsoll_plan::document::build::{list, map, pairs, text};

pub fn emit(node: &Node) -> String {
    let mut out = String::new();
    match &node.value {
        NodeValue::Mapping(entries) if !entries.is_empty() => block_mapping(entries, 0, &mut out),
        NodeValue::Sequence(items) if !items.is_empty() => block_list(items, 0, &mut out),
        _ => {
            out.push_str(&inline(node));
            out.push('\n');
        }
    }
    out
}

/// The same in one line, in flow style.
pub fn emit_in_line(node: &Node) -> String {
    let list = |items: &[Node]| items.iter().map(emit_in_line).collect::<Vec<_>>().join(", ");
    let entry = |(key, value): &(Node, Node)| {
        format!("{}: {}", scalar(key.as_str().unwrap_or_default(), true), emit_in_line(value))
    };
    match &node.value {
        NodeValue::Null => "null".to_owned(),
        NodeValue::Scalar { text, .. } => scalar(text, true),
        NodeValue::Sequence(items) => format!("[{}]", list(items)),
        NodeValue::Mapping(entries) => {
            format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    }
}

fn entry_value(value: &Node, indent: usize, out: &mut String) {
    match &value.value {
        NodeValue::Mapping(inner) if !inner.is_empty() && !is_short(value) => {
            out.push('\n');
            push_indent(indent + 2, out);
            block_mapping(inner, indent + 2, out);
        }
        NodeValue::Sequence(items) if !items.is_empty() && !is_short(value) => {
            out.push('\n');
            block_list(items, indent + 2, out);
        }
        NodeValue::Scalar { text, .. } if is_block(text) => {
            out.push(' ');
            block_text(text, indent + 2, out);
        }
        _ => {
            out.push(' ');
            out.push_str(&inline(value));
            out.push('\n');
        }
    }
}

/// A mapping whose first key is already indented.
fn block_mapping(entries: &[(Node, Node)], indent: usize, out: &mut String) {
    for (i, (key, value)) in entries.iter().enumerate() {
        if i > 0 {
            push_indent(indent, out);
        }
        out.push_str(&scalar(key.as_str().unwrap_or_default(), false));
        out.push(':');
        entry_value(value, indent, out);
    }
}

fn block_list(items: &[Node], indent: usize, out: &mut String) {
    for item in items {
        push_indent(indent, out);
        out.push('-');
        match &item.value {
            NodeValue::Mapping(entries) if !entries.is_empty() => {
                out.push(' ');
                block_mapping(entries, indent + 2, out);
            }
            NodeValue::Sequence(inner) if !inner.is_empty() && !is_short(item) => {
                out.push('\n');
                block_list(inner, indent + 2, out);
            }
            _ => entry_value(item, indent, out),
        }
    }
}

fn push_indent(indent: usize, out: &mut String) {
    out.extend(std::iter::repeat_n(' ', indent));
}

/// Longest list that stays on one line.
const LINE_MAX: usize = 80;

/// Scalars only, and few of them: written on one line.
fn is_short(node: &Node) -> bool {
    let is_line = |n: &Node| n.as_str().is_some_and(|t| !t.contains('\n'));
    let length = |nodes: &mut dyn Iterator<Item = &Node>| -> usize {
        nodes.map(|n| n.as_str().map_or(0, str::len) + 2).sum()
    };
    match &node.value {
        NodeValue::Sequence(items) => items.iter().all(is_line) && length(&mut items.iter()) <= LINE_MAX,
        NodeValue::Mapping(entries) => entries.is_empty(),
        _ => true,
    }
}

fn inline(node: &Node) -> String {
    match &node.value {
        NodeValue::Scalar { text, .. } => scalar(text, false),
        _ => emit_in_line(node),
    }
}

fn scalar(text: &str, in_flow: bool) -> String {
    if is_plain(text, in_flow) { text.to_owned() } else { quoted(text) }
}

/// Reads back as the same text without quotes. Stricter than YAML is.
fn is_plain(text: &str, in_flow: bool) -> bool {
    const FIRST: &[char] = &[
        '-', '?', ':', ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`', '=',
    ];
    let is_number = text.parse::<f64>().is_ok();
    let starts_well = is_number || !text.starts_with(FIRST);
    let is_null = matches!(text, "" | "~" | "null" | "Null" | "NULL");
    let has_separator = text.contains(": ") || text.contains(" #") || text.ends_with(':');
    // saphyr refuses a dash right before a bracket or a comma.
    let breaks_flow = in_flow && (text.contains([',', '[', ']', '{', '}', ':']) || text.ends_with('-'));
    let is_printable = text.chars().all(|c| !c.is_control() && !is_odd(c));
    let is_marker = text.starts_with("---") || text.starts_with("...");
    starts_well
        && !is_null
        && !has_separator
        && !breaks_flow
        && is_printable
        && !is_marker
        && text.trim() == text
}

/// Characters that YAML treats as line breaks or does not allow.
fn is_odd(c: char) -> bool {
    matches!(c, '\u{85}' | '\u{a0}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || is_odd(c) => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Several lines that a literal block can hold unchanged.
fn is_block(text: &str) -> bool {
    let is_printable = |c: char| c == '\n' || c == '\t' || (!c.is_control() && !is_odd(c));
    let mut lines = text.split('\n');
    let starts_well = lines.next().is_some_and(|first| !first.is_empty() && !first.starts_with([' ', '\t']));
    let no_blank_lines = text.lines().all(|line| line.is_empty() || !line.trim().is_empty());
    text.trim_end_matches('\n').contains('\n')
        && starts_well
        && no_blank_lines
        && text.chars().all(is_printable)
}

fn block_text(text: &str, indent: usize, out: &mut String) {
    let body = text.trim_end_matches('\n');
    out.push_str(match text.len() - body.len() {
        0 => "|-\n",
        1 => "|\n",
        _ => "|+\n",
    });
    for line in body.split('\n') {
        if !line.is_empty() {
            push_indent(indent, out);
            out.push_str(line);
        }
        out.push('\n');
    }
    // The first break at the end belongs to the last line.
    out.extend(std::iter::repeat_n('\n', (text.len() - body.len()).saturating_sub(1)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::document;
    use proptest::prelude::*;

    /// Texts made of what YAML gives a meaning to, and of anything else.
    fn texts() -> impl Strategy<Value = String> {
        let special = prop::sample::select(vec![
            "\n", "\n\n", " ", "\t", "\r", ": ", " #", "-", "- ", "'", "\"", "\\", "|", ">", "[", "]", "{",
            "}", ",", "${x}", "*", "&", "!", "%", "@", "~", "null", "---", "...", "a", "1", "\u{85}",
            "\u{2028}", "\u{feff}", "\u{1}", "é", "=",
        ]);
        let pieces = prop::collection::vec(special.prop_map(str::to_owned), 0..8).prop_map(|p| p.concat());
        prop_oneof![3 => pieces, 1 => any::<String>()]
    }

    fn nodes() -> impl Strategy<Value = Node> {
        texts().prop_map(text).prop_recursive(4, 40, 5, |inner| {
            let keys = "[a-z#: \n'\"-]{1,12}";
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(list),
                prop::collection::vec((keys, inner), 0..5).prop_map(pairs),
            ]
        })
    }

    fn texts_of(node: &Node) -> Node {
        let value = match &node.value {
            NodeValue::Sequence(items) => NodeValue::Sequence(items.iter().map(texts_of).collect()),
            NodeValue::Mapping(entries) => {
                NodeValue::Mapping(entries.iter().map(|(k, v)| (texts_of(k), texts_of(v))).collect())
            }
            // A text may look like a number.
            NodeValue::Scalar { text, .. } => return Node::text_at(0, text),
            NodeValue::Null => NodeValue::Null,
        };
        Node { line: 0, value }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_written_reads_back_the_same(node in nodes()) {
            let written = emit(&node);
            let again = document("f.yaml", &written).map(|n| texts_of(&n));
            prop_assert_eq!(again, Ok(node.clone()), "{}", written);
            let line = emit_in_line(&node);
            prop_assert!(!line.contains('\n'));
            let again = document("f.yaml", &line).map(|n| texts_of(&n));
            prop_assert_eq!(again, Ok(node), "{}", line);
        }
    }
}
