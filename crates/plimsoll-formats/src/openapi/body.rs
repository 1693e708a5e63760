//! What an operation is sent.

use super::sample::ExampleMaker;
use plimsoll_plan::Template;
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{Body, Field, FilePart};
use serde_json::Value as Made;

/// The body, its content type where a header must say it, and in what it differs.
#[derive(Default)]
pub struct BodyExample {
    pub body: Option<Body>,
    pub content_type: Option<String>,
    pub differences: Vec<String>,
}

pub fn field(name: &str, value: &str) -> Field {
    Field { name: Template::literal(name), value: Template::literal(value), encode: true, equals: true }
}

/// A value where only text can stand.
pub fn plain(value: &Made) -> String {
    match value {
        Made::String(text) => text.clone(),
        Made::Null => String::new(),
        Made::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

pub fn is_json(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind == "application/json" || kind.ends_with("+json") || kind == "*/*" || kind == "application/*"
}

/// Of the media types of a request body, the one that can be made best.
pub fn of_content<'a>(content: &'a Node, sampler: &mut ExampleMaker<'a>) -> BodyExample {
    let kinds = || content.pairs();
    let starts = |start: &'static str| move |(kind, _): &(&str, &Node)| kind.starts_with(start);
    let best = kinds()
        .find(|(kind, _)| is_json(kind))
        .or_else(|| kinds().find(starts("application/x-www-form-urlencoded")))
        .or_else(|| kinds().find(starts("multipart/form-data")))
        .or_else(|| kinds().find(starts("text/")))
        .or_else(|| kinds().next());
    let Some((kind, media)) = best else { return BodyExample::default() };
    if kind.starts_with("application/x-www-form-urlencoded") {
        let fields =
            object(sampler.of_holder(media)).iter().flat_map(|(name, value)| each(name, value)).collect();
        return BodyExample { body: Some(Body::Form(fields)), ..BodyExample::default() };
    }
    if kind.starts_with("multipart/form-data") {
        return multipart(media, sampler);
    }
    let made = sampler.of_holder(media);
    text_body(kind, made)
}

/// JSON, or a text as it is.
pub fn text_body(kind: &str, made: Option<Made>) -> BodyExample {
    let is_json = is_json(kind);
    let concrete = if kind.contains('*') { "application/json" } else { kind };
    let content_type = Some(concrete.to_owned());
    let text = match made {
        Some(Made::String(text)) if !is_json => text,
        Some(value) if is_json => pretty(&value),
        _ if is_json => "{}".to_owned(),
        _ => {
            let difference = format!("there is no example of {kind}: the body is empty");
            return BodyExample { body: None, content_type, differences: vec![difference] };
        }
    };
    BodyExample { body: Some(Body::Text(Template::literal(text))), content_type, differences: Vec::new() }
}

fn pretty(value: &Made) -> String {
    /// Longest document that stays on one line.
    const LINE_MAX: usize = 60;
    let short = value.to_string();
    if short.len() <= LINE_MAX { short } else { serde_json::to_string_pretty(value).unwrap_or(short) }
}

fn multipart<'a>(media: &'a Node, sampler: &mut ExampleMaker<'a>) -> BodyExample {
    let made = object(sampler.of_holder(media));
    let schema = media.get("schema").and_then(|schema| sampler.document.resolve(schema).ok());
    let is_file = |name: &str| {
        let property = schema.and_then(|s| s.at(&["properties", name]));
        let property = property.and_then(|p| sampler.document.resolve(p).ok());
        let format = |p: &Node| {
            matches!(p.text("format"), Some("binary" | "base64")) || p.get("contentMediaType").is_some()
        };
        property.is_some_and(|p| format(p) || p.get("items").is_some_and(format))
    };
    let (mut fields, mut files) = (Vec::new(), Vec::new());
    for (name, value) in &made {
        match is_file(name) {
            true => files.push(file(name)),
            false => fields.extend(each(name, value)),
        }
    }
    let differences = files.iter().map(missing_file).collect();
    BodyExample { body: Some(Body::Multipart { fields, files }), content_type: None, differences }
}

pub fn file(name: &str) -> FilePart {
    FilePart {
        name: Template::literal(name),
        path: Template::literal(name),
        content_type: Template::literal("application/octet-stream"),
    }
}

pub fn missing_file(part: &FilePart) -> String {
    format!("the file `{}` must lie beside the plan", part.name.source())
}

fn object(made: Option<Made>) -> serde_json::Map<String, Made> {
    match made {
        Some(Made::Object(object)) => object,
        _ => serde_json::Map::new(),
    }
}

/// A list is a field for each of its items.
pub fn each(name: &str, value: &Made) -> Vec<Field> {
    match value {
        Made::Array(items) => items.iter().map(|item| field(name, &plain(item))).collect(),
        value => vec![field(name, &plain(value))],
    }
}
