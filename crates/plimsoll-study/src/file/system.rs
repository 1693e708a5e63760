//! Reads how a study starts and stops the system under test.

use super::shapes;
use crate::system::{Around, HealthCheck, Readiness, System};
use plimsoll_plan::document::{Fields, Node, NodeValue, Problems};
use std::time::Duration;

const READY_TIME: Duration = Duration::from_secs(60);
const READY_EVERY: Duration = Duration::from_millis(500);

/// The mapping under `system`.
pub fn read(node: &Node, problems: &mut Problems) -> System {
    let mut fields = Fields::of(node, &shapes::SYSTEM, problems);
    let system = of_fields(&mut fields);
    fields.finish();
    system
}

/// The same keys, where they stand in a variant.
pub fn of_fields(fields: &mut Fields<'_, '_>) -> System {
    System {
        start: fields.text("start"),
        stop: fields.text("stop"),
        env: fields
            .optional("env")
            .map(|node| names(node, "env", fields.problems))
            .unwrap_or_default()
            .into_iter()
            .collect(),
        ready: fields.optional("ready").and_then(|node| ready(node, fields.problems)),
        before: around(fields, "before"),
        after: around(fields, "after"),
        record: fields
            .optional("record")
            .map(|node| names(node, "record", fields.problems))
            .unwrap_or_default(),
        timeout: fields.duration("timeout"),
    }
}

/// Names and values, in the order written.
fn names(node: &Node, key: &str, problems: &mut Problems) -> Vec<(String, String)> {
    if !matches!(node.value, NodeValue::Mapping(_)) {
        problems.error(node.line, key, format!("expected names and values, found {}", node.kind()));
    }
    let mut all = Vec::new();
    for (name, value) in node.entries() {
        let Some(name) = name.as_str() else { continue };
        if key == "env" && (name.is_empty() || name.contains(['=', '\0'])) {
            problems.error(value.line, key, format!("`{name}` is no name of an environment variable"));
            continue;
        }
        match (value.as_str(), &value.value) {
            (Some(text), _) => all.push((name.to_owned(), text.to_owned())),
            (None, NodeValue::Null) => all.push((name.to_owned(), String::new())),
            _ => {
                problems.error(value.line, key, format!("expected a value, found {}", value.kind()));
            }
        }
    }
    all
}

/// A URL, a command, or either with times.
fn ready(node: &Node, problems: &mut Problems) -> Option<Readiness> {
    let of_text = |text: &str| match text.starts_with("http://") || text.starts_with("https://") {
        true => HealthCheck::Url(text.to_owned()),
        false => HealthCheck::Command(text.to_owned()),
    };
    if let Some(text) = node.as_str() {
        return Some(Readiness { check: of_text(text), timeout: READY_TIME, every: READY_EVERY });
    }
    let mut fields = Fields::of(node, &shapes::READY, problems);
    let url = fields.parsed("url", |text| match of_text(text) {
        url @ HealthCheck::Url(_) => Ok(url),
        HealthCheck::Command(_) => Err(format!("`{text}` does not begin with http:// or https://")),
    });
    let has_url = node.entries().iter().any(|(key, _)| key.as_str() == Some("url"));
    let command = fields.text("command").map(HealthCheck::Command);
    let timeout = fields.duration("timeout").unwrap_or(READY_TIME);
    let every = fields.duration("every").unwrap_or(READY_EVERY).max(Duration::from_millis(20));
    if has_url == command.is_some() {
        let line = fields.line();
        let text = "either a `url` or a `command` says whether the system is up";
        fields.problems.error(line, "ready", text);
    }
    fields.finish();
    Some(Readiness { check: url.or(command)?, timeout, every })
}

/// `before: COMMAND`, `before: [COMMAND, …]` (of a run), or `before: {run: …, step: …}`.
fn around(fields: &mut Fields<'_, '_>, key: &'static str) -> Around {
    let Some(node) = fields.optional(key) else { return Around::default() };
    if !matches!(node.value, NodeValue::Mapping(_)) {
        return Around { run: commands(node, key, fields.problems), step: Vec::new() };
    }
    let mut inner = Fields::named(key, node, &shapes::AROUND, fields.problems);
    let run = inner.optional("run").map(|node| commands(node, key, inner.problems)).unwrap_or_default();
    let step = inner.optional("step").map(|node| commands(node, key, inner.problems)).unwrap_or_default();
    inner.finish();
    Around { run, step }
}

fn commands(node: &Node, key: &str, problems: &mut Problems) -> Vec<String> {
    let mut all = Vec::new();
    for item in node.items() {
        match item.as_str() {
            Some(text) => all.push(text.to_owned()),
            None => {
                problems.error(item.line, key, format!("expected a command, found {}", item.kind()));
            }
        }
    }
    all
}
