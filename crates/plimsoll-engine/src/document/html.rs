//! HTML as browsers read it, as a tree for XPath.

use scraper::{Html, Node};
use uppsala::dom::{Document, QName};

/// Mistakes that a browser sees in the text.
pub fn mistakes(text: &str) -> u64 {
    Html::parse_document(text).errors.len() as u64
}

/// The repaired tree. A `tbody` that the text does not have is left out, for JMeter's parser (Tidy) makes none.
pub fn tree(text: &str) -> Document<'static> {
    let page = Html::parse_document(text);
    let has_tbody = text.to_ascii_lowercase().contains("<tbody");
    let mut document = Document::new();
    // Without recursion: pages may be nested deep.
    let mut open = vec![(page.tree.root(), document.root())];
    while let Some((node, to)) = open.pop() {
        let children = node.children().flat_map(|child| {
            let is_implied = !has_tbody && child.value().as_element().is_some_and(|e| e.name() == "tbody");
            let inner = is_implied.then(|| child.children());
            let itself = inner.is_none().then_some(child);
            itself.into_iter().chain(inner.into_iter().flatten())
        });
        for child in children {
            match child.value() {
                Node::Element(element) => {
                    let made = document.create_element(QName::local(element.name().to_owned()));
                    if let Some(own) = document.element_mut(made) {
                        for (name, value) in element.attrs() {
                            own.set_attribute(QName::local(name.to_owned()), value.to_owned().into());
                        }
                    }
                    document.append_child(to, made);
                    open.push((child, made));
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
    document
}
