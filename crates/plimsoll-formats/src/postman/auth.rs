//! How a request shows who it is: its own way, its folder's, or the collection's.

use super::variable::template;
use crate::json;
use crate::servers;
use plimsoll_plan::Template;
use plimsoll_plan::document::{Node, NodeValue};
use plimsoll_plan::plan::{Field, Header, Request};
use plimsoll_plan::template::Part;

/// Adds what the way needs; the text says what is not done.
pub fn add(auth: &Node, request: &mut Request) -> Option<String> {
    let kind = auth.text("type").unwrap_or_default();
    let given = |key: &str| template(&parameter(auth, kind, key).unwrap_or_default());
    match kind {
        "" | "noauth" => {}
        "basic" => {
            let mut both = given("username").parts;
            both.push(Part::Literal(":".to_owned()));
            both.extend(given("password").parts);
            let mut value = vec![Part::Literal("Basic ".to_owned())];
            value.extend(base64(Template::of(joined(both))));
            let value = Template::of(value);
            if !servers::survives(&value) {
                return Some("name or password hold a lone bracket: no `Authorization` is sent".to_owned());
            }
            authorization(value, request);
        }
        "bearer" => authorization(bearer(given("token")), request),
        "oauth2" if parameter(auth, kind, "accessToken").is_some() => {
            authorization(bearer(given("accessToken")), request);
        }
        "apikey" => {
            let (name, value) = (given("key"), given("value"));
            match parameter(auth, kind, "in").as_deref() {
                Some("query") => request.query.push(Field { name, value, encode: true, equals: true }),
                _ => request.headers.insert(0, Header { name, value }),
            }
        }
        other => return Some(format!("the authorization `{other}` is not made")),
    }
    None
}

fn bearer(token: Template) -> Template {
    let mut parts = vec![Part::Literal("Bearer ".to_owned())];
    parts.extend(token.parts);
    Template::of(joined(parts))
}

fn authorization(value: Template, request: &mut Request) {
    if !request.headers.iter().any(|header| header.name.source().eq_ignore_ascii_case("authorization")) {
        request.headers.insert(0, Header { name: Template::literal("Authorization"), value });
    }
}

fn base64(text: Template) -> Vec<Part> {
    let mut call = Template::parse("${__base64Encode(x)}").parts;
    if let Some(Part::Call(call)) = call.first_mut() {
        call.arguments = vec![text];
    }
    call
}

/// Literals beside each other become one, as a template that is read has them.
pub fn joined(parts: Vec<Part>) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    for part in parts {
        match (out.last_mut(), part) {
            (Some(Part::Literal(before)), Part::Literal(text)) => before.push_str(&text),
            (_, part) => out.push(part),
        }
    }
    out
}

/// A list of keys and values in 2.1, a mapping in 2.0.
fn parameter(auth: &Node, kind: &str, key: &str) -> Option<String> {
    let given = auth.get(kind)?;
    let found = match &given.value {
        NodeValue::Sequence(items) => {
            items.iter().find(|item| item.text("key") == Some(key))?.get("value")?
        }
        _ => given.get(key)?,
    };
    Some(json::plain(found))
}
