//! Texts out of documents.

use scraper::{ElementRef, Html, Node};
use std::borrow::Cow;

/// The text with entities such as `&amp;` replaced.
pub fn unescaped(text: &str) -> Cow<'_, str> {
    html_escape::decode_html_entities(text)
}

/// What a reader of the document sees: the text of HTML and XML; other texts as they are.
pub fn without_markup(text: &str) -> Cow<'_, str> {
    let start = text.trim_start();
    if !start.starts_with('<') {
        return Cow::Borrowed(text);
    }
    if let Ok(document) = super::xml(text, true)
        && let Some(root) = document.document_element()
        && document.element(root).is_some_and(|root| !root.name.local_name.eq_ignore_ascii_case("html"))
    {
        return Cow::Owned(document.text_content_deep(root));
    }
    let page = Html::parse_document(text);
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
    // The next node to visit, or the end of an element.
    let mut open = vec![(*element, false)];
    while let Some((node, ends)) = open.pop() {
        match node.value() {
            Node::Text(text) => {
                let mut around = node.ancestors().filter_map(|node| node.value().as_element());
                match around.any(|element| KEEPING_SPACE.contains(&element.name())) {
                    true => out.push_str(text),
                    false => push_single_spaced(&mut out, text),
                }
            }
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
                open.push((node, true));
                // What is no text for a reader.
                if !matches!(inner.name(), "script" | "style") {
                    open.extend(node.children().rev().map(|child| (child, false)));
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

    #[test]
    fn documents_are_read_without_their_markup() {
        for (text, expected) in [
            ("plain < text", "plain < text"),
            ("<a><b>x</b>y</a>", "xy"),
            ("<html><head><title>t</title></head><body><p>a  b<p>c<script>no</script></body>", "t a b c"),
            ("<div>a<br>b</div>", "a b"),
            ("<div>a<div>b</div>c<br>d<pre> x  y </pre></div>", "a b c d  x  y"),
        ] {
            assert_eq!(without_markup(text), expected, "{text}");
        }
    }

    #[test]
    fn entities_are_replaced() {
        assert_eq!(unescaped("a &lt;b&gt; &amp;amp; &#65;&eacute; &none; &"), "a <b> &amp; Aé &none; &");
    }
}
