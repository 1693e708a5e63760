//! The text of an answer as a tree of XML.

use super::bounded;
use crate::budget::LookBudget;
use uppsala::{Document, Parser};

/// Deepest nesting of elements that is read.
pub const DEPTH_MAX: u32 = 1_000;

pub fn xml<'t>(text: &'t str, with_namespaces: bool, budget: &LookBudget) -> Result<Document<'t>, String> {
    bounded::markup(text, budget)?;
    let parser = Parser::with_namespace_aware(with_namespaces).with_max_depth(DEPTH_MAX);
    parser.parse(strip_mark(text)).map_err(|e| e.to_string())
}

/// Without the mark of byte order at its start.
pub fn strip_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
