//! What a request sends.

use super::variable::template;
use crate::files;
use crate::json;
use plimsoll_plan::Template;
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{Body, Field, FilePart};
use std::path::Path;

/// The body, the content type that Postman gives it, and what is not done.
pub fn read(body: &Node, folder: &Path) -> (Body, Option<&'static str>, Vec<String>) {
    let nothing = || (Body::Empty, None, Vec::new());
    if body.flag("disabled") {
        return nothing();
    }
    match body.text("mode").unwrap_or_default() {
        "raw" => match body.text("raw").unwrap_or_default() {
            "" => nothing(),
            raw => (Body::Text(template(raw)), content_type(body), Vec::new()),
        },
        "urlencoded" => (Body::Form(fields(body.list("urlencoded"))), None, Vec::new()),
        "formdata" => multipart(body.list("formdata"), folder),
        "file" => match body.at(&["file", "src"]).and_then(Node::as_text) {
            Some(path) => {
                let path = files::resolve_template(folder, template(path));
                (Body::File { path, content_type: Template::literal("") }, None, Vec::new())
            }
            None => (Body::Empty, None, vec!["the body's file is not named".to_owned()]),
        },
        "graphql" => (graphql(body), Some("application/json"), Vec::new()),
        "" => nothing(),
        other => (Body::Empty, None, vec![format!("bodies of the mode `{other}` are not made")]),
    }
}

fn content_type(body: &Node) -> Option<&'static str> {
    match body.at(&["options", "raw", "language"]).and_then(Node::as_text) {
        Some("json") => Some("application/json"),
        Some("xml") => Some("application/xml"),
        Some("html") => Some("text/html"),
        Some("javascript") => Some("application/javascript"),
        _ => None,
    }
}

fn field(item: &Node) -> Option<Field> {
    let name = template(item.text("key")?);
    let value = template(&item.get("value").map(json::plain).unwrap_or_default());
    Some(Field { name, value, encode: true, equals: true })
}

fn fields(items: &[Node]) -> Vec<Field> {
    items.iter().filter(|item| !item.flag("disabled")).filter_map(field).collect()
}

fn multipart(items: &[Node], folder: &Path) -> (Body, Option<&'static str>, Vec<String>) {
    let (mut fields, mut parts, mut problems) = (Vec::new(), Vec::new(), Vec::new());
    for item in items.iter().filter(|item| !item.flag("disabled")) {
        if item.text("type") != Some("file") {
            fields.extend(field(item));
            continue;
        }
        let name = item.text("key").unwrap_or_default();
        let listed = item.list("src").iter().filter_map(Node::as_text);
        let sources: Vec<&str> = item.text("src").into_iter().chain(listed).collect();
        if sources.is_empty() {
            problems.push(format!("the file of the field `{name}` is not named"));
        }
        parts.extend(sources.into_iter().map(|path| FilePart {
            name: template(name),
            path: files::resolve_template(folder, template(path)),
            content_type: Template::literal(item.text("contentType").unwrap_or_default()),
        }));
    }
    (Body::Multipart { fields, files: parts }, None, problems)
}

/// The variables are JSON in a text, which may hold `{{references}}`.
fn graphql(body: &Node) -> Body {
    let given = body.get("graphql");
    let query = serde_json::Value::from(given.and_then(|g| g.text("query")).unwrap_or_default());
    let variables = given.and_then(|g| g.get("variables")).map(json::plain).unwrap_or_default();
    let variables = if variables.trim().is_empty() { "{}" } else { variables.trim() };
    Body::Text(template(&format!("{{\"query\": {query}, \"variables\": {variables}}}")))
}
