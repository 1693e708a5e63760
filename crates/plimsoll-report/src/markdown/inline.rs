//! Text within a line.

use crate::document::{Span, Spans};
use plimsoll_run::visible_line;
use std::collections::BTreeSet;

/// Anchors and links of one part of a document.
pub struct Links<'a> {
    /// The anchors of the whole document that links lead to.
    pub targets: &'a BTreeSet<String>,
    pub prefix: String,
}

impl Links<'_> {
    /// A place that a link leads to.
    pub fn anchor(&self, anchor: Option<&String>) -> String {
        let id = anchor.map(|anchor| format!("{}{anchor}", self.prefix));
        let id = id.filter(|id| self.targets.contains(id));
        id.map_or_else(String::new, |id| format!("<a id=\"{id}\"></a>"))
    }

    pub fn spans(&self, spans: &Spans) -> String {
        spans.0.iter().map(|span| self.span(span)).collect()
    }

    fn span(&self, span: &Span) -> String {
        match span {
            Span::Text(text) => escaped(text),
            Span::Strong(text) | Span::Badge(text, _) | Span::Severity(text) => marked(&escaped(text)),
            Span::Soft(inside) => self.spans(inside),
            Span::Emphasis(inside) => match self.spans(inside).trim() {
                "" => String::new(),
                text => format!("*{text}*"),
            },
            Span::External(to, inside) => {
                let to = to.replace(['<', '>', '\n', ' '], "");
                format!("[{}](<{to}>)", self.spans(inside))
            }
            Span::Code(text) => code(text),
            Span::Break => "<br>".to_owned(),
            Span::Link(anchor, inside) => {
                let target = format!("{}{anchor}", self.prefix);
                match self.targets.contains(&target) {
                    true => format!("[{}](#{target})", self.spans(inside)),
                    false => self.spans(inside),
                }
            }
        }
    }
}

/// What Markdown would take for more than text. Spaces that do not break are for paper; control characters are none of
/// a text's.
pub fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '\\' | '*' | '_' | '`' | '[' | ']' | '|' | '~' => written.extend(['\\', character]),
            '\u{a0}' | '\n' | '\r' | '\t' => written.push(' '),
            other => written.push_str(&visible_line(other.encode_utf8(&mut [0; 4]))),
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

fn marked(text: &str) -> String {
    let (text, space) = (text.trim_end(), if text.ends_with(' ') { " " } else { "" });
    if text.is_empty() { space.to_owned() } else { format!("**{text}**{space}") }
}

/// Between as many marks as the text does not hold. A table would end its cell at `|` in any case.
fn code(text: &str) -> String {
    let text = text.replace(['\n', '\r', '\t', '\u{a0}'], " ").replace('|', "\\|");
    let text = visible_line(&text);
    let fence = "`".repeat(1 + longest_run(&text, '`'));
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    if text.is_empty() { String::new() } else { format!("{fence}{space}{text}{space}{fence}") }
}

pub fn longest_run(text: &str, of: char) -> usize {
    text.split(|c| c != of).map(str::len).max().unwrap_or(0)
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
            ("\u{1}\u{9b}", "\u{2401}\\u{9b}"),
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
