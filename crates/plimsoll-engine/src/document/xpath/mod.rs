//! XPath 1.0 on XML, and on HTML repaired as browsers repair it. What of a node is taken as its value is
//! XPathUtil's of JMeter.

mod axis;
mod comparison;
mod evaluation;
mod functions;
mod lexer;
mod syntax;
#[cfg(test)]
mod tests;
mod value;

use super::html;
use super::tree::xml;
use crate::budget::LookBudget;
use evaluation::{XPathEvaluation, continues_text};
use lexer::prefixes;
use plimsoll_plan::plan::DocumentKind;
use uppsala::dom::{Document, NodeId, NodeKind};
use value::XPathValue;

/// What the prefix `xml` always stands for.
const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";

/// What an expression found.
#[derive(Clone, Debug, PartialEq)]
pub enum XPathResult {
    /// One text for each node; `None`: the node has no text of its own.
    Nodes(Vec<Option<String>>),
    Boolean(bool),
    /// A number or a text.
    Text(String),
}

/// Why the expression can't be one, whatever document it is used on. What its prefixes stand for is known with the document.
pub fn parse_expression(expression: &str) -> Result<(), String> {
    syntax::parse(expression).map(drop).map_err(|problem| {
        format!("{problem}; expressions are like `//item[@id='7']/name`, `count(//row)`, `//a[contains(@class, 'b')]`")
    })
}

/// Evaluates the expression on the text. An error: the text is no such document, or the expression can't be
/// evaluated.
pub fn find(
    text: &str,
    kind: DocumentKind,
    namespaces: &[(String, String)],
    fragment: bool,
    expression: &str,
    budget: &LookBudget,
) -> Result<XPathResult, String> {
    let parsed = syntax::parse(expression)?;
    let made;
    let mut document = match kind {
        DocumentKind::Xml => xml(text, false, budget)?,
        DocumentKind::XmlNamespaces | DocumentKind::XmlWholeText => xml(text, true, budget)?,
        DocumentKind::Html => match xml(text, false, budget) {
            Ok(document) => document,
            Err(_) => {
                made = html::tree(text, budget).ok_or_else(|| budget.problem().unwrap_or_default())?;
                made
            }
        },
    };
    document.prepare_xpath();
    // Without namespaces no prefix stands for anything.
    let has_namespaces = matches!(kind, DocumentKind::XmlNamespaces | DocumentKind::XmlWholeText);
    let root = document.document_element().filter(|_| has_namespaces);
    let root = root.and_then(|root| document.element(root));
    let declared = root.into_iter().flat_map(|root| &root.namespace_declarations);
    let mut known = vec![("xml".to_owned(), XML_NAMESPACE.to_owned())];
    known.extend(declared.map(|(prefix, address)| (prefix.to_string(), address.to_string())));
    known.extend(namespaces.iter().cloned());
    known.retain(|(prefix, _)| !prefix.is_empty());
    let is_known = |prefix: &&str| known.iter().any(|(known, _)| known == prefix);
    if let Some(prefix) = prefixes(expression).into_iter().find(|prefix| !is_known(prefix)) {
        return Err(format!("the prefix `{prefix}` stands for no namespace"));
    }
    let evaluation = XPathEvaluation::new(&document, known, budget);
    let value = evaluation.whole(&parsed)?;
    Ok(match value {
        XPathValue::Nodes(nodes) => {
            let whole = kind == DocumentKind::XmlWholeText;
            let nodes = nodes.into_iter().filter(|node| !continues_text(&document, *node));
            let texts = nodes.map(|node| value_of(&document, node, whole, fragment));
            let fits = |text: &Option<String>| budget.takes(text.as_ref().map_or(0, String::len));
            XPathResult::Nodes(texts.take_while(fits).collect())
        }
        XPathValue::Boolean(value) => XPathResult::Boolean(value),
        other => XPathResult::Text(evaluation.as_text(other)?),
    })
}

/// Of an element the first thing in it, when that is a text (XPathUtil.getValueForNode); or all of its text.
fn value_of(document: &Document<'_>, node: NodeId, whole: bool, fragment: bool) -> Option<String> {
    let is_element = document.element(node).is_some();
    match (is_element, document.node_kind(node)?) {
        (true, _) if fragment => Some(document.node_to_xml(node)),
        (_, NodeKind::Element(_) | NodeKind::Document) if whole => Some(document.text_content_deep(node)),
        (true, _) => own_text(document, document.first_child(node)?),
        _ => own_text(document, node),
    }
}

fn own_text(document: &Document<'_>, node: NodeId) -> Option<String> {
    match document.node_kind(node)? {
        NodeKind::Text(text) | NodeKind::CData(text) | NodeKind::Comment(text) => Some(text.to_string()),
        NodeKind::Attribute(_, value) => Some(value.to_string()),
        NodeKind::ProcessingInstruction(instruction) => {
            Some(instruction.data.as_deref().unwrap_or_default().to_owned())
        }
        NodeKind::Document | NodeKind::Element(_) => None,
    }
}
