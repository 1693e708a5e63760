//! XPath 1.0 on XML, and on HTML repaired as browsers repair it. What of a node is taken as its value is
//! XPathUtil's of JMeter.

use super::{html, xml};
use plimsoll_plan::plan::DocumentKind;
use uppsala::dom::{Document, NodeId, NodeKind};
use uppsala::{XPathEvaluator, XPathValue};

/// What an expression found.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// One text for each node; `None`: the node has no text of its own.
    Nodes(Vec<Option<String>>),
    Boolean(bool),
    /// A number or a text.
    Text(String),
}

/// Why the expression can't be one, whatever document it is used on.
pub fn parse_expression(expression: &str) -> Result<(), String> {
    let mut nothing = Document::new();
    nothing.prepare_xpath();
    let mut evaluator = XPathEvaluator::new();
    // What the prefixes stand for is known with the document.
    prefixes(expression).for_each(|prefix| evaluator.add_namespace(prefix, prefix));
    let found = evaluator.evaluate(&nothing, nothing.root(), expression);
    found.map(drop).map_err(|problem| problem.to_string())
}

/// Evaluates the expression on the text. An error: the text is no such document, or the expression can't be
/// evaluated.
pub fn find(
    text: &str,
    kind: DocumentKind,
    namespaces: &[(String, String)],
    fragment: bool,
    expression: &str,
) -> Result<Found, String> {
    let made;
    let mut document = match kind {
        DocumentKind::Xml => xml(text, false)?,
        DocumentKind::XmlNamespaces | DocumentKind::XmlWholeText => xml(text, true)?,
        DocumentKind::Html => match xml(text, false) {
            Ok(document) => document,
            Err(_) => {
                made = html::tree(text);
                made
            }
        },
    };
    document.prepare_xpath();
    let mut evaluator = XPathEvaluator::new();
    // Without namespaces no prefix stands for anything.
    let has_namespaces = matches!(kind, DocumentKind::XmlNamespaces | DocumentKind::XmlWholeText);
    let root = document.document_element().filter(|_| has_namespaces);
    let root = root.and_then(|root| document.element(root));
    let mut known = vec!["xml"];
    for (prefix, address) in root.into_iter().flat_map(|root| &root.namespace_declarations) {
        if !prefix.is_empty() {
            evaluator.add_namespace(prefix.as_ref(), address.as_ref());
            known.push(prefix);
        }
    }
    for (prefix, address) in namespaces {
        evaluator.add_namespace(prefix, address);
        known.push(prefix);
    }
    if let Some(prefix) = prefixes(expression).find(|prefix| !known.contains(prefix)) {
        return Err(format!("the prefix `{prefix}` stands for no namespace"));
    }
    let value = evaluator.evaluate(&document, document.root(), expression).map_err(|e| e.to_string())?;
    Ok(match value {
        XPathValue::NodeSet(nodes) => {
            let whole = kind == DocumentKind::XmlWholeText;
            let nodes = nodes.into_iter().filter(|node| !continues_text(&document, *node));
            Found::Nodes(nodes.map(|node| value_of(&document, node, whole, fragment)).collect())
        }
        XPathValue::Boolean(value) => Found::Boolean(value),
        other => Found::Text(other.to_string_value(&document)),
    })
}

/// The prefixes of names in an expression.
fn prefixes(expression: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    // What stands in quotes is every second part, whichever quotes they are.
    let mut quote = None;
    let colons = expression.char_indices().filter(move |(_, c)| {
        match (quote, *c) {
            (None, '"' | '\'') => quote = Some(*c),
            (Some(open), c) if c == open => quote = None,
            _ => return quote.is_none() && *c == ':',
        }
        false
    });
    colons.filter_map(move |(at, _)| {
        let (before, after) = (&expression[..at], &expression[at + 1..]);
        let start = before.trim_end_matches(is_name).len();
        let is_axis = after.starts_with(':') || before.ends_with(':');
        (start < at && !is_axis).then(|| &before[start..])
    })
}

/// Texts side by side (one of them may be CDATA) are one node for XPath.
fn continues_text(document: &Document<'_>, node: NodeId) -> bool {
    let is_text =
        |node: NodeId| matches!(document.node_kind(node), Some(NodeKind::Text(_) | NodeKind::CData(_)));
    is_text(node) && document.previous_sibling(node).is_some_and(is_text)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What the expression finds in the text, one line for each.
    fn check(kind: DocumentKind, text: &str, expression: &str, expected: &str) {
        let found = match find(text, kind, &[], false, expression) {
            Ok(Found::Nodes(nodes)) => {
                let texts = nodes.into_iter().map(|node| node.unwrap_or_else(|| "-".to_owned()));
                texts.collect::<Vec<_>>().join("|")
            }
            Ok(Found::Boolean(value)) => format!("is {value}"),
            Ok(Found::Text(text)) => format!("text {text}"),
            Err(_) => "error".to_owned(),
        };
        assert_eq!(found, expected, "{expression} in {text}");
    }

    const BOOKS: &str = "<books n='2'><book id='a'><title>One</title></book><book id='b'><title>Two<i/></title></book></books>";

    #[test]
    fn an_elements_value_is_the_text_that_it_begins_with() {
        use DocumentKind::Xml;
        check(Xml, BOOKS, "//title", "One|Two");
        check(Xml, BOOKS, "//book", "-|-");
        check(Xml, BOOKS, "//book/@id", "a|b");
        check(Xml, BOOKS, "//title/text()", "One|Two");
        check(Xml, BOOKS, "count(//book)", "text 2");
        check(Xml, BOOKS, "//book[@id='b']/title", "Two");
        check(Xml, BOOKS, "count(//book) = 2", "is true");
        check(Xml, BOOKS, "//none", "");
        check(Xml, BOOKS, "//i", "-");
        check(Xml, BOOKS, "concat(//title[1], '-', /books/@n)", "text One-2");
        check(Xml, "<a><![CDATA[x]]></a>", "/a", "x");
        check(Xml, "<a>t<![CDATA[x]]>u</a>", "/a", "t");
        check(Xml, "<a>t<![CDATA[x]]>u</a>", "/a/text()", "t");
        check(Xml, "<a><!--c-->x</a>", "/a", "c");
        check(Xml, "<!DOCTYPE a><a>x&amp;y</a>", "/a", "x&y");
        check(Xml, "<a>", "/a", "error");
        check(Xml, BOOKS, "//book[", "error");
        check(DocumentKind::XmlWholeText, "<a>x<b>y</b></a>", "/a", "xy");
    }

    #[test]
    fn prefixes_are_those_of_the_root() {
        let soap = "<s:Envelope xmlns:s='urn:soap' xmlns='urn:d'><s:Body><id>7</id></s:Body></s:Envelope>";
        check(DocumentKind::XmlNamespaces, soap, "/s:Envelope/s:Body/*", "7");
        check(DocumentKind::XmlNamespaces, soap, "//s:Body/*", "7");
        check(DocumentKind::XmlNamespaces, soap, "//*[name()='s:Body']/*", "7");
        check(DocumentKind::XmlNamespaces, soap, "//Body", "");
        check(DocumentKind::XmlNamespaces, soap, "//id", "");
        check(DocumentKind::XmlNamespaces, soap, "//*[local-name()='id']", "7");
        // Without namespaces an element without a prefix has its plain name.
        check(DocumentKind::Xml, soap, "//id", "7");
        check(DocumentKind::Xml, soap, "//*[local-name()='id']", "7");
        check(DocumentKind::Xml, soap, "//*[name()='s:Body']/*", "7");
        check(DocumentKind::Xml, soap, "//Body", "");
        check(DocumentKind::Xml, soap, "//s:Body/*", "error");
    }

    #[test]
    fn prefixes_stand_before_names() {
        let all = |expression| prefixes(expression).collect::<Vec<_>>();
        assert_eq!(all("//s:a/child::b[@t:x='u:v']/w:*"), ["s", "t", "w"]);
        assert_eq!(all("//*[. = \"it's a:b\"]/ancestor-or-self::c"), [""; 0]);
    }

    #[test]
    fn html_is_repaired() {
        let page = "<html><body><p class=x>one<p>two<a href='/x'>link</a><table><tr><td>1</table></body>";
        check(DocumentKind::Html, page, "//p", "one|two");
        check(DocumentKind::Html, page, "//a/@href", "/x");
        check(DocumentKind::Html, page, "/html/body/p[2]/a", "link");
        check(DocumentKind::Html, page, "//table/tr/td", "1");
        check(DocumentKind::Html, "<a><b>x</b></a>", "/a/b", "x");
        check(DocumentKind::Html, "", "//a", "");
    }

    #[test]
    fn expressions_are_read_before_the_run() {
        assert!(parse_expression("//a[@b='c']/text()").is_ok());
        assert!(parse_expression("/s:a").is_ok());
        assert!(parse_expression("/books/[@title()='x']").is_err());
    }
}
