//! What a recorded request sent.

use crate::servers::form_decoded;
use plimsoll_plan::Template;
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{Body, Field, FilePart};

/// The body, and in what it differs from the one that was sent.
pub fn read(data: Option<&Node>) -> (Body, Vec<String>) {
    let Some(data) = data else { return (Body::Empty, Vec::new()) };
    let kind = data.text("mimeType").unwrap_or_default();
    let text = data.text("text").unwrap_or_default();
    if kind.starts_with("application/x-www-form-urlencoded") {
        return (form(data, text), Vec::new());
    }
    if kind.starts_with("multipart/form-data") {
        let boundary =
            kind.split_once("boundary=").map(|(_, rest)| rest.split(';').next().unwrap_or_default());
        return multipart(data, text, boundary.map(|b| b.trim_matches('"')));
    }
    match text {
        "" if data.list("params").is_empty() => (Body::Empty, Vec::new()),
        "" => (form(data, text), Vec::new()),
        text => (Body::Text(Template::literal(text)), Vec::new()),
    }
}

pub fn field(name: &str, value: Template) -> Field {
    Field { name: Template::literal(name), value, encode: true, equals: true }
}

/// The text is surer than the parameters, which some tools decode and some don't.
fn form(data: &Node, text: &str) -> Body {
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        field(&form_decoded(name), Template::literal(form_decoded(value)))
    };
    if text.is_empty() {
        let param = |p: &Node| {
            let decoded = |key: &str| form_decoded(p.text(key).unwrap_or_default());
            field(&decoded("name"), Template::literal(decoded("value")))
        };
        return Body::Form(data.list("params").iter().map(param).collect());
    }
    Body::Form(text.split('&').filter(|p| !p.is_empty()).map(pair).collect())
}

fn multipart(data: &Node, text: &str, boundary: Option<&str>) -> (Body, Vec<String>) {
    let (mut fields, mut files) = (Vec::new(), Vec::new());
    let mut add = |name: &str, value: &str, file: Option<&str>, kind: &str| match file {
        Some(file) => files.push(FilePart {
            name: Template::literal(name),
            path: Template::literal(file),
            content_type: Template::literal(kind),
        }),
        None => fields.push(field(name, Template::literal(value))),
    };
    for param in data.list("params") {
        let of = |key: &str| param.text(key);
        let file = of("fileName").filter(|name| !name.is_empty());
        add(
            of("name").unwrap_or_default(),
            of("value").unwrap_or_default(),
            file,
            of("contentType").unwrap_or_default(),
        );
    }
    if data.list("params").is_empty() {
        let delimiter = format!("--{}", boundary.unwrap_or_default());
        let parts = text.split(delimiter.as_str()).filter(|_| boundary.is_some());
        for part in parts {
            let Some((head, content)) = part.split_once("\r\n\r\n") else { continue };
            let Some(name) = attribute(head, "name") else { continue };
            let content_type = head.lines().find_map(|line| {
                let (key, value) = line.split_once(':')?;
                key.trim().eq_ignore_ascii_case("content-type").then(|| value.trim())
            });
            let content = content.strip_suffix("\r\n").unwrap_or(content);
            add(name, content, attribute(head, "filename"), content_type.unwrap_or_default());
        }
    }
    let named = |file: &FilePart| format!("the file `{}` must lie beside the plan", file.path.source());
    let differences = files.iter().map(named).collect();
    (Body::Multipart { fields, files }, differences)
}

/// `name="x"` of a part's head.
fn attribute<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let start = format!(" {name}=\"");
    let rest = &head[head.find(&start)? + start.len()..];
    rest.split('"').next()
}
