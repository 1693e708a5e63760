//! Text within a line.

use roxmltree::Node;
use std::collections::BTreeSet;

/// What Markdown would take for more than text. Spaces that do not break are for paper.
pub fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '\\' | '*' | '_' | '`' | '[' | ']' | '|' | '~' => written.extend(['\\', character]),
            '\u{a0}' | '\n' | '\r' | '\t' => written.push(' '),
            other => written.push(other),
        }
    }
    written
}

/// A line must not begin as a heading, a list or a number of one does.
pub fn line_start(text: String) -> String {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let numbered = digits > 0 && text[digits..].starts_with(['.', ')']);
    match text.chars().next() {
        Some('#' | '+' | '-' | '=') => format!("\\{text}"),
        _ if numbered => format!("{}\\{}", &text[..digits], &text[digits..]),
        _ => text,
    }
}

/// The text of an element and what is in it. Links lead to places of `targets`.
pub fn inline(node: Node<'_, '_>, targets: &BTreeSet<String>) -> String {
    node.children().map(|child| element(child, targets)).collect::<String>()
}

pub fn element(node: Node<'_, '_>, targets: &BTreeSet<String>) -> String {
    if let Some(text) = node.text().filter(|_| node.is_text()) {
        return escaped(text);
    }
    let inside = || inline(node, targets);
    match node.tag_name().name() {
        "br" => "<br>".to_owned(),
        "strong" => marked("**", &inside()),
        "code" => code(&whole_text(node)),
        "span" if node.attribute("class").is_some_and(|c| c.starts_with("badge") || c == "severity") => {
            marked("**", &inside())
        }
        "a" => match node.attribute("href").and_then(|link| link.strip_prefix('#')) {
            Some(target) if targets.contains(target) => format!("[{}](#{target})", inside()),
            _ => inside(),
        },
        _ => inside(),
    }
}

fn marked(mark: &str, text: &str) -> String {
    let (text, space) = (text.trim_end(), if text.ends_with(' ') { " " } else { "" });
    if text.is_empty() { space.to_owned() } else { format!("{mark}{text}{mark}{space}") }
}

/// Between as many marks as the text does not hold. A table would end its cell at `|` in any case.
fn code(text: &str) -> String {
    let text = text.replace(['\n', '\r', '\u{a0}'], " ").replace('|', "\\|");
    let fence = "`".repeat(1 + longest_run(&text, '`'));
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    if text.is_empty() { String::new() } else { format!("{fence}{space}{text}{space}{fence}") }
}

pub fn longest_run(text: &str, of: char) -> usize {
    text.split(|c| c != of).map(str::len).max().unwrap_or(0)
}

pub fn whole_text(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        for (text, expected) in [
            ("p95 <= 2.5 s", "p95 &lt;= 2.5 s"),
            ("a*b_c [x] | `y`", "a\\*b\\_c \\[x\\] \\| \\`y\\`"),
            ("5\u{a0}%", "5 %"),
        ] {
            assert_eq!(escaped(text), expected);
        }
        for (text, expected) in
            [("# a", "\\# a"), ("1. a", "1\\. a"), ("12) a", "12\\) a"), ("1.5 s", "1\\.5 s")]
        {
            assert_eq!(line_start(text.to_owned()), expected);
        }
        assert_eq!((code("a"), code("a`b"), code("`")), ("`a`".into(), "``a`b``".into(), "`` ` ``".into()));
    }
}
