//! Entries of a mapping that is written.

use super::emit::{list, pairs, text};
use plimsoll_plan::document::Node;
use plimsoll_plan::{Template, units};
use std::time::Duration;

pub type Entries = Vec<(&'static str, Node)>;

pub fn push_flag(entries: &mut Entries, key: &'static str, set: bool) {
    entries.extend(set.then(|| (key, text("true"))));
}

/// A mapping, or a list when a name is there twice.
pub fn named(values: &[(String, Template)]) -> Node {
    let is_repeated = |name: &String| values.iter().filter(|(n, _)| n == name).count() > 1;
    let entry = |(name, value): &(String, Template)| (name.clone(), text(value.source()));
    match values.iter().any(|(name, _)| is_repeated(name)) {
        true => list(values.iter().map(|v| pairs(vec![entry(v)])).collect()),
        false => pairs(values.iter().map(entry).collect()),
    }
}

pub fn duration(time: Duration) -> Node {
    text(units::format_duration(time))
}

/// A single value stands by itself.
pub fn push_list(entries: &mut Entries, key: &'static str, mut items: Vec<Node>) {
    match items.len() {
        0 => {}
        1 => entries.extend(items.pop().map(|item| (key, item))),
        _ => entries.push((key, list(items))),
    }
}
