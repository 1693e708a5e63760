//! What a study says of a service's own series: `pools`, `queues` and `limits`.

use super::{each, shapes};
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_run::{DeclaredResource, ResourceKind, ResourceSize, SeriesPattern};

/// All of them; the host is not known yet.
pub fn read(fields: &mut Fields<'_, '_>) -> Vec<DeclaredResource> {
    let keys =
        [("pools", ResourceKind::Pool), ("queues", ResourceKind::Queue), ("limits", ResourceKind::Limit)];
    let mut found = Vec::new();
    for (key, kind) in keys {
        for node in each(fields, key) {
            found.extend(resource(node, kind, fields.problems));
        }
    }
    found
}

fn resource(node: &Node, kind: ResourceKind, problems: &mut Problems) -> Option<DeclaredResource> {
    let mut inner = Fields::of(node, &shapes::RESOURCE, problems);
    let line = inner.line();
    let name = inner.required("name").and_then(Node::as_str).map(str::to_owned);
    let used = inner.parsed("used", SeriesPattern::parse);
    let waiting = inner.parsed("waiting", SeriesPattern::parse);
    let max = inner.parsed("max", size);
    if used.is_none() && waiting.is_none() {
        let text = "`used` or `waiting` is missing: a series, as `plimsoll watch` shows it";
        inner.problems.error(line, "watch", text);
    } else if used.is_some() && max.is_none() && kind != ResourceKind::Queue {
        let text = "`max` is missing: a series, or a number, that says how much there is";
        inner.problems.error(line, "watch", text);
    }
    inner.finish();
    Some(DeclaredResource { host: String::new(), kind, name: name?, used, max, waiting })
}

fn size(text: &str) -> Result<ResourceSize, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(ResourceSize::Number(number)),
        Ok(_) => Err(format!("`{text}` is no size: a number above 0")),
        Err(_) => SeriesPattern::parse(text).map(ResourceSize::Series),
    }
}
