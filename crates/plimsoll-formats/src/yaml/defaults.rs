//! What a YAML plan need not say: the reader fills it in and the writer leaves it out.

use super::url;
use crate::evaluation;
use plimsoll_plan::plan::{DocumentKind, Iterations};
use plimsoll_plan::template::{Function, Part};
use plimsoll_plan::{Load, Template};

/// Once, unless a time is given.
pub fn iterations(load: &Load) -> Iterations {
    match load.ends_at() {
        Some(_) => Iterations::Forever,
        None => Iterations::Times(1),
    }
}

/// The method and the path without its query. What each request fills in stays as it is written: values would make a
/// name of their own each. Properties are the same for all.
pub fn label(method: &Template, path: &Template) -> Template {
    let source = path.source();
    let text = format!("{} {}", method.source(), &source[..url::query_start(&source)]);
    // Each part was parsed before; together they may be nested too deep.
    let Ok(label) = evaluation::template(&text) else { return path.clone() };
    let mut parts: Vec<Part> = Vec::new();
    for part in label.parts {
        let part = match part {
            Part::Call(call) if matches!(call.function, Function::P | Function::Property) => Part::Call(call),
            Part::Literal(text) => Part::Literal(text),
            other => Part::Literal(Template::of(vec![other]).source()),
        };
        match (parts.last_mut(), part) {
            (Some(Part::Literal(before)), Part::Literal(text)) => before.push_str(&text),
            (_, part) => parts.push(part),
        }
    }
    Template::of(parts)
}

/// The first cookie jar, login set or proxy of the plan.
pub fn first(count: usize) -> Option<usize> {
    (count > 0).then_some(0)
}

/// What a regular expression keeps of its match.
pub const WHOLE_MATCH: &str = "$1$";

pub const MATCH_NUMBER: i32 = 1;

/// How XPath reads an answer.
pub const DOCUMENT: DocumentKind = DocumentKind::XmlNamespaces;
