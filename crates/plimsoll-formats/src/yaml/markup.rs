//! XPath, for extractors and checks: `xpath: //a`, `document: html`, `namespaces: {s: urn:soap}`.

use super::defaults;
use super::emit::{pairs, text};
use super::entries::Entries;
use super::names::DOCUMENTS;
use super::texts::{TemplateFields, scalar};
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::plan::XPath;

pub fn read_xpath(fields: &mut Fields) -> Option<XPath> {
    let expression = fields.template("xpath");
    let document = fields.parsed("document", |word| DOCUMENTS.read(word)).unwrap_or(defaults::DOCUMENT);
    let namespaces = fields.optional("namespaces").map(|n| read_namespaces(n, fields.problems));
    Some(XPath {
        expression: expression?,
        document,
        namespaces: namespaces.unwrap_or_default(),
        fragment: false,
    })
}

fn read_namespaces(node: &Node, problems: &mut Problems) -> Vec<(String, String)> {
    if node.entries().is_empty() {
        problems.error(node.line, "namespaces", "expected `{prefix: address}`");
    }
    let pair = |(prefix, address): &(Node, Node)| {
        Some((scalar(prefix, "namespaces", problems)?, scalar(address, "namespaces", problems)?))
    };
    node.entries().iter().filter_map(pair).collect()
}

pub fn push_xpath(entries: &mut Entries, xpath: &XPath) {
    entries.push(("xpath", text(xpath.expression.source())));
    if xpath.document != defaults::DOCUMENT {
        entries.push(("document", text(DOCUMENTS.write(&xpath.document).unwrap_or_default())));
    }
    if !xpath.namespaces.is_empty() {
        let pair = |(prefix, address): &(String, String)| (prefix.clone(), text(address.as_str()));
        entries.push(("namespaces", pairs(xpath.namespaces.iter().map(pair).collect())));
    }
}
