//! HTML as browsers read it, as a tree for XPath.

use super::bounded::{ATTRIBUTES_MAX, too_many_attributes};
use super::tree::DEPTH_MAX;
use crate::budget::LookBudget;
use html5ever::driver::{ParseOpts, parse_document};
use html5ever::tendril::TendrilSink;
use scraper::{Html, HtmlTreeSink, Node};
use uppsala::dom::{Document, QName};

/// Bytes that are read between two looks at the budget.
const PIECE: usize = 4 * 1024;

/// The page as a browser reads it; `None` when that took too much. Each piece costs time that grows with how deep the elements
/// around it are nested, and with the attributes of the one that it stands in.
pub fn parse(text: &str, budget: &LookBudget) -> Option<Html> {
    budget.reads(text).ok()?;
    let mut parser = parse_document(HtmlTreeSink::new(Html::new_document()), ParseOpts::default());
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at(rest.floor_char_boundary(PIECE));
        parser.process(piece.into());
        rest = behind;
        if !budget.goes_on() {
            return None;
        }
    }
    Some(parser.finish())
}

/// Mistakes that a browser sees in the text.
pub fn mistakes(text: &str, budget: &LookBudget) -> Option<u64> {
    Some(parse(text, budget)?.errors.len() as u64)
}

/// The repaired tree. A `tbody` that the text does not have is left out, for JMeter's parser (Tidy) makes none.
pub fn tree(text: &str, budget: &LookBudget) -> Option<Document<'static>> {
    let page = parse(text, budget)?;
    let has_tbody = text.to_ascii_lowercase().contains("<tbody");
    let mut document = Document::new();
    // Without recursion: pages may be nested deep.
    let mut open = vec![(page.tree.root(), document.root(), 0)];
    while let Some((node, to, depth)) = open.pop() {
        if depth > DEPTH_MAX {
            budget.refuse(format!("the elements of the page are nested more than {DEPTH_MAX} deep"));
            return None;
        }
        if !budget.goes_on() {
            return None;
        }
        let children = node.children().flat_map(|child| {
            let is_implied = !has_tbody && child.value().as_element().is_some_and(|e| e.name() == "tbody");
            let inner = is_implied.then(|| child.children());
            let itself = inner.is_none().then_some(child);
            itself.into_iter().chain(inner.into_iter().flatten())
        });
        for child in children {
            match child.value() {
                Node::Element(element) if element.attrs.len() > ATTRIBUTES_MAX => {
                    budget.refuse(too_many_attributes());
                    return None;
                }
                Node::Element(element) => {
                    let made = document.create_element(QName::local(element.name().to_owned()));
                    if let Some(own) = document.element_mut(made) {
                        for (name, value) in element.attrs() {
                            own.set_attribute(QName::local(name.to_owned()), value.to_owned().into());
                        }
                    }
                    document.append_child(to, made);
                    open.push((child, made, depth + 1));
                }
                Node::Text(text) => {
                    let made = document.create_text(text.to_string());
                    document.append_child(to, made);
                }
                Node::Comment(text) if child.parent().is_some_and(|p| p.value().is_element()) => {
                    let made = document.create_comment(text.to_string());
                    document.append_child(to, made);
                }
                _ => {}
            }
        }
    }
    Some(document)
}
