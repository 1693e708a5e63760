//! Reads where events arrive.

use super::shapes::COMPLETION;
use crate::completion::CompletionSpec;
use plimsoll_plan::document::{Fields, Node, Problems};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(30);

/// `completion: URL`, or a mapping.
pub fn read(node: &Node, problems: &mut Problems) -> Option<CompletionSpec> {
    let url = |text: &str| match text.starts_with("http://") || text.starts_with("https://") {
        true => Ok(text.to_owned()),
        false => Err(format!("`{text}` does not begin with http:// or https://")),
    };
    let named = "event processed".to_owned();
    if node.as_str().is_some() {
        let mut fields = Fields::of(&EMPTY, &COMPLETION, problems);
        let events = fields.parse_node(node, "completion", url)?;
        return Some(CompletionSpec { events, transaction: named, of: None, timeout: TIMEOUT });
    }
    let mut fields = Fields::of(node, &COMPLETION, problems);
    let events = fields.required("events").and_then(|node| fields.parse_node(node, "events", url));
    let transaction = fields.text("transaction").unwrap_or(named);
    let of = fields.text("of");
    let timeout = fields.duration("timeout").unwrap_or(TIMEOUT);
    fields.finish();
    Some(CompletionSpec { events: events?, transaction, of, timeout })
}

static EMPTY: Node = Node { line: 0, value: plimsoll_plan::document::NodeValue::Null };
