//! Answers as documents: XML, HTML, and what is found in them by XPath and CSS.

mod bounded;
mod css;
mod html;
mod text;
mod tree;
mod xpath;

pub use css::{Selector, select};
pub use html::mistakes;
pub use text::{unescaped, without_markup};
pub use xpath::{XPathResult, find, parse_expression};

use crate::budget::LookBudget;
use uppsala::{Parser, XsdValidator};

/// Why the text is not well-formed XML; `None`: it is. A document type is a mistake, too (XMLAssertion).
pub fn malformed(text: &str, budget: &LookBudget) -> Option<String> {
    if let Err(problem) = bounded::markup(text, budget) {
        return Some(problem);
    }
    let parser = Parser::new().with_max_depth(tree::DEPTH_MAX).with_forbid_dtd(true);
    parser.parse(tree::strip_mark(text)).err().map(|e| e.to_string())
}

/// Why the text is not XML that fits the schema.
pub fn misfit(text: &str, schema: &std::path::Path, budget: &LookBudget) -> Option<String> {
    let judge = || -> Result<Option<String>, String> {
        let schema_text =
            plimsoll_plan::input_file::read_text(schema).map_err(|e| format!("{}: {e}", schema.display()))?;
        let schema_tree = Parser::new().parse(&schema_text).map_err(|e| format!("the schema: {e}"))?;
        let validator = XsdValidator::from_schema_with_base_path(&schema_tree, schema.parent());
        let validator = validator.map_err(|e| format!("the schema: {e}"))?;
        let document = tree::xml(text, true, budget)?;
        Ok(validator.validate(&document).first().map(ToString::to_string))
    };
    judge().unwrap_or_else(Some)
}
