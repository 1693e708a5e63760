//! Texts out of documents.

use super::html;
use crate::budget::LookBudget;
use scraper::{ElementRef, Node};
use std::borrow::Cow;

/// The text with entities such as `&amp;` replaced.
pub fn unescaped(text: &str) -> Cow<'_, str> {
    html_escape::decode_html_entities(text)
}

/// What a reader of the document sees: the text of HTML and XML; other texts as they are.
pub fn without_markup<'t>(text: &'t str, budget: &LookBudget) -> Cow<'t, str> {
    let start = text.trim_start();
    if !start.starts_with('<') {
        return Cow::Borrowed(text);
    }
    if let Ok(document) = super::tree::xml(text, true, budget)
        && let Some(root) = document.document_element()
        && document.element(root).is_some_and(|root| !root.name.local_name.eq_ignore_ascii_case("html"))
    {
        return Cow::Owned(document.text_content_deep(root));
    }
    let Some(page) = html::parse(text, budget) else { return Cow::Borrowed("") };
    Cow::Owned(visible_text(page.root_element()))
}

/// Elements that begin a line of their own.
const BLOCKS: [&str; 38] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "center",
    "dd",
    "details",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "html",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "td",
    "th",
    "tr",
    "ul",
];

/// Elements whose white space stays.
const KEEPING_SPACE: [&str; 4] = ["pre", "plaintext", "title", "textarea"];

/// The text of an element with its white space made single, and spaces between blocks (jsoup's `text()`).
pub fn visible_text(element: ElementRef<'_>) -> String {
    let mut out = String::new();
    let keeps = |node: &scraper::Node| node.as_element().is_some_and(|e| KEEPING_SPACE.contains(&e.name()));
    // The next node to visit, or the end of an element, and whether its white space stays.
    let mut open = vec![(*element, false, element.ancestors().any(|node| keeps(node.value())))];
    while let Some((node, ends, keeps_space)) = open.pop() {
        match node.value() {
            Node::Text(text) if keeps_space => out.push_str(text),
            Node::Text(text) => push_single_spaced(&mut out, text),
            Node::Element(inner) => {
                let is_block = BLOCKS.contains(&inner.name());
                if ends {
                    if is_block && node.next_sibling().is_some_and(|next| next.value().is_text()) {
                        push_space(&mut out);
                    }
                    continue;
                }
                if is_block || inner.name() == "br" {
                    push_space(&mut out);
                }
                open.push((node, true, keeps_space));
                let keeps_space = keeps_space || keeps(node.value());
                // What is no text for a reader.
                if !matches!(inner.name(), "script" | "style") {
                    open.extend(node.children().rev().map(|child| (child, false, keeps_space)));
                }
            }
            _ => {}
        }
    }
    out.trim().to_owned()
}

fn push_space(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}

fn push_single_spaced(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            ' ' | '\t' | '\n' | '\x0c' | '\r' | '\u{a0}' if out.ends_with(' ') => {}
            ' ' | '\t' | '\n' | '\x0c' | '\r' | '\u{a0}' => out.push(' '),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::TaskBounds;
    use crate::clock::RunClock;

    #[test]
    fn documents_are_read_without_their_markup() {
        for (text, expected) in [
            ("plain < text", "plain < text"),
            ("<a><b>x</b>y</a>", "xy"),
            ("<html><head><title>t</title></head><body><p>a  b<p>c<script>no</script></body>", "t a b c"),
            ("<div>a<br>b</div>", "a b"),
            ("<div>a<div>b</div>c<br>d<pre> x  y </pre></div>", "a b c d  x  y"),
        ] {
            let budget = LookBudget::new(RunClock::start(), TaskBounds::default());
            assert_eq!(without_markup(text, &budget), expected, "{text}");
        }
    }

    #[test]
    fn entities_are_replaced() {
        assert_eq!(unescaped("a &lt;b&gt; &amp;amp; &#65;&eacute; &none; &"), "a <b> &amp; Aé &none; &");
    }
}
