//! Answers as documents: XML, HTML, and what is found in them by XPath and CSS.

mod css;
mod html;
mod text;
mod xpath;

pub use css::{Selector, select};
pub use html::mistakes;
pub use text::{unescaped, without_markup};
pub use xpath::{XPathResult, find, parse_expression};

use uppsala::{Document, Parser, XsdValidator};

/// Deepest nesting of elements that is read.
const DEPTH_MAX: u32 = 1_000;

/// Why the text is not well-formed XML; `None`: it is. A document type is a mistake, too (XMLAssertion).
pub fn malformed(text: &str) -> Option<String> {
    let parser = Parser::new().with_max_depth(DEPTH_MAX).with_forbid_dtd(true);
    parser.parse(strip_mark(text)).err().map(|e| e.to_string())
}

/// Why the text is not XML that fits the schema.
pub fn misfit(text: &str, schema: &std::path::Path) -> Option<String> {
    let judge = || -> Result<Option<String>, String> {
        let schema_text =
            std::fs::read_to_string(schema).map_err(|e| format!("{}: {e}", schema.display()))?;
        let schema_tree = Parser::new().parse(&schema_text).map_err(|e| format!("the schema: {e}"))?;
        let validator = XsdValidator::from_schema_with_base_path(&schema_tree, schema.parent());
        let validator = validator.map_err(|e| format!("the schema: {e}"))?;
        let document = xml(text, true)?;
        Ok(validator.validate(&document).first().map(ToString::to_string))
    };
    judge().unwrap_or_else(Some)
}

fn xml(text: &str, with_namespaces: bool) -> Result<Document<'_>, String> {
    let parser = Parser::with_namespace_aware(with_namespaces).with_max_depth(DEPTH_MAX);
    parser.parse(strip_mark(text)).map_err(|e| e.to_string())
}

/// Without the mark of byte order at its start.
fn strip_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
