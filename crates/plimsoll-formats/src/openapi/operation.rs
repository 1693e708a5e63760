//! One operation as a request.

use super::body::{self, BodyExample};
use super::document::Document;
use super::sample::ExampleMaker;
use super::security::{self, Proof};
use crate::json;
use crate::percent::encoded_in_path;
use crate::servers::{self, NamedServers};
use plimsoll_plan::Template;
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{
    Body, Check, Header, Redirects, Request, ResponseField, TextCheck, TextComparison,
};

/// Where an operation stands.
pub struct OperationSource<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub item: &'a Node,
    pub operation: &'a Node,
}

/// The request, and in what it differs from what is described; an error says why there is none.
pub fn request<'a>(
    document: &'a Document<'a>,
    place: &OperationSource<'a>,
    servers: &mut NamedServers,
) -> Result<(Request, Vec<String>), String> {
    let mut sampler = ExampleMaker::new(document);
    let server = document.server(place.operation, place.item)?;
    let parameters = parameters(document, place)?;
    let mut path = format!("{}{}", server.path, place.path);
    let address = servers.address(&server);
    let mut request = servers::request(&place.method.to_ascii_uppercase(), address, Template::literal(""));
    let mut cookies = Vec::new();
    for parameter in &parameters {
        let name = parameter.text("name").unwrap_or_default();
        let made = || ExampleMaker::new(document).of_holder(parameter);
        match parameter.text("in").unwrap_or_default() {
            "path" => {
                let value = made().map_or_else(|| "1".to_owned(), |value| body::plain(&value));
                path = path.replace(&format!("{{{name}}}"), &encoded_in_path(&value));
            }
            "query" if is_sent(parameter) => {
                let value = made().unwrap_or_else(|| "text".into());
                match is_exploded(parameter) {
                    true => request.query.extend(body::each(name, &value)),
                    false => request.query.push(body::field(name, &body::plain(&value))),
                }
            }
            "header" if is_sent(parameter) && !is_described_elsewhere(name) => {
                let value = made().map_or_else(String::new, |value| body::plain(&value));
                request.headers.push(header(name, Template::literal(one_line(&value))));
            }
            "cookie" if is_sent(parameter) => {
                let value = made().map_or_else(String::new, |value| body::plain(&value));
                cookies.push((name.to_owned(), Template::literal(one_line(&value))));
            }
            _ => {}
        }
    }
    let mut differences = Vec::new();
    if path.contains('{') {
        differences.push("a parameter of the path is not described: it stays as it is".to_owned());
    }
    request.path = Template::literal(path);
    request.label = Template::literal(format!("{} {}", place.method.to_ascii_uppercase(), place.path));
    let sent = match document.is_swagger {
        true => swagger_body(document, place, &parameters, &mut sampler),
        false => described_body(document, place, &mut sampler)?,
    };
    differences.extend(sent.differences);
    request.body = sent.body.unwrap_or(Body::Empty);
    accept(document, place, &mut request);
    request.headers.extend(sent.content_type.map(|kind| header("Content-Type", Template::literal(kind))));
    match security::proofs(document, place.operation) {
        Ok(proofs) => proofs.into_iter().for_each(|proof| match proof {
            Proof::Header(name, value) => request.headers.insert(0, header(&name, value)),
            Proof::Query(name, value) => {
                request.query.push(plimsoll_plan::plan::Field { value, ..body::field(&name, "") });
            }
            Proof::Cookie(name, value) => cookies.push((name, value)),
        }),
        Err(problem) => differences.push(problem),
    }
    if !cookies.is_empty() {
        let pairs = cookies.into_iter().map(|(name, value)| format!("{name}={}", value.source()));
        let value = Template::parse(&pairs.collect::<Vec<_>>().join("; "));
        request.headers.push(header("Cookie", value));
    }
    expect_status(document, place, &mut request);
    differences.extend(sampler.problems);
    Ok((request, differences))
}

fn header(name: &str, value: Template) -> Header {
    Header { name: Template::literal(name), value }
}

/// Those of the path, unless the operation has them too.
fn parameters<'a>(document: &'a Document<'a>, place: &OperationSource<'a>) -> Result<Vec<&'a Node>, String> {
    let mut found: Vec<&Node> = Vec::new();
    for given in place.operation.list("parameters").iter().chain(place.item.list("parameters")) {
        let parameter = document.resolve(given)?;
        let key = |p: &Node| (p.text("name").map(str::to_owned), p.text("in").map(str::to_owned));
        if !found.iter().any(|known| key(known) == key(parameter)) {
            found.push(parameter);
        }
    }
    Ok(found)
}

/// Optional ones only when the description has a value for them.
fn is_sent(parameter: &Node) -> bool {
    let has = |at: &Node| ["example", "examples", "default"].into_iter().any(|key| at.get(key).is_some());
    parameter.flag("required") || has(parameter) || parameter.get("schema").is_some_and(has)
}

fn is_exploded(parameter: &Node) -> bool {
    match parameter.text("collectionFormat") {
        Some(format) => format == "multi",
        // Swagger's lists have commas; later ones are repeated.
        None if parameter.get("schema").is_none() => false,
        None => parameter.get("explode").is_none_or(|flag| json::plain(flag) != "false"),
    }
}

fn is_described_elsewhere(name: &str) -> bool {
    ["accept", "content-type", "authorization"].contains(&name.to_ascii_lowercase().as_str())
}

fn one_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

fn described_body<'a>(
    document: &'a Document<'a>,
    place: &OperationSource<'a>,
    sampler: &mut ExampleMaker<'a>,
) -> Result<BodyExample, String> {
    let Some(described) = place.operation.get("requestBody") else { return Ok(BodyExample::default()) };
    let described = document.resolve(described)?;
    Ok(described
        .get("content")
        .map_or_else(BodyExample::default, |content| body::of_content(content, sampler)))
}

fn swagger_body<'a>(
    document: &'a Document<'a>,
    place: &OperationSource<'a>,
    parameters: &[&'a Node],
    sampler: &mut ExampleMaker<'a>,
) -> BodyExample {
    let consumes = [place.operation, document.root].into_iter().find_map(|at| at.get("consumes"));
    let kinds: Vec<&str> =
        consumes.map_or(&[][..], Node::elements).iter().filter_map(Node::as_text).collect();
    if let Some(parameter) = parameters.iter().find(|p| p.text("in") == Some("body")) {
        let kind =
            kinds.iter().find(|kind| body::is_json(kind)).or(kinds.first()).unwrap_or(&"application/json");
        return body::text_body(kind, sampler.of_holder(parameter));
    }
    let (mut fields, mut files) = (Vec::new(), Vec::new());
    for parameter in parameters.iter().filter(|p| p.text("in") == Some("formData")) {
        let name = parameter.text("name").unwrap_or_default();
        if parameter.text("type") == Some("file") {
            files.push(body::file(name));
        } else if is_sent(parameter) {
            let value = sampler.of_holder(parameter).unwrap_or_else(|| "text".into());
            fields.push(body::field(name, &body::plain(&value)));
        }
    }
    if fields.is_empty() && files.is_empty() {
        return BodyExample::default();
    }
    let is_multipart = !files.is_empty() || kinds.first() == Some(&"multipart/form-data");
    let differences = files.iter().map(body::missing_file).collect();
    let body = if is_multipart { Body::Multipart { fields, files } } else { Body::Form(fields) };
    BodyExample { body: Some(body), content_type: None, differences }
}

/// The answers that are described, with their statuses.
fn answers<'a>(document: &'a Document<'a>, place: &OperationSource<'a>) -> Vec<(&'a str, &'a Node)> {
    let answers = place.operation.get("responses").into_iter().flat_map(Node::pairs);
    answers.map(|(status, answer)| (status, document.resolve(answer).unwrap_or(answer))).collect()
}

/// The media type of the answer.
fn accept<'a>(document: &'a Document<'a>, place: &OperationSource<'a>, request: &mut Request) {
    let described = answers(document, place).into_iter().find(|(status, _)| status.starts_with('2'));
    let kinds: Vec<&str> = match document.is_swagger {
        true => {
            let produces = [place.operation, document.root].into_iter().find_map(|at| at.get("produces"));
            produces.map_or(&[][..], Node::elements).iter().filter_map(Node::as_text).collect()
        }
        false => {
            let content = described.and_then(|(_, answer)| answer.get("content"));
            content.into_iter().flat_map(Node::pairs).map(|(kind, _)| kind).collect()
        }
    };
    let kind = kinds.iter().find(|kind| body::is_json(kind)).or(kinds.first());
    request.headers.extend(kind.map(|kind| header("Accept", Template::literal(*kind))));
}

/// The statuses of success; a redirect that is described is the answer.
fn expect_status<'a>(document: &'a Document<'a>, place: &OperationSource<'a>, request: &mut Request) {
    let described = answers(document, place);
    let of_class = |class: char| {
        let of = |(status, _): &(&str, &Node)| status.starts_with(class).then(|| (*status).to_owned());
        described.iter().filter_map(of).collect::<Vec<String>>()
    };
    let (success, redirects) = (of_class('2'), of_class('3'));
    let expected = if success.is_empty() { redirects } else { success };
    let is_status = |status: &String| status.len() == 3 && status.bytes().all(|b| b.is_ascii_digit());
    if expected.is_empty() || !expected.iter().all(is_status) {
        return;
    }
    if expected[0].starts_with('3') {
        request.redirects = Redirects::Keep;
    }
    request.checks.push(status_check(&expected));
}

pub fn status_check(statuses: &[String]) -> Check {
    Check::Text(TextCheck {
        source: ResponseField::StatusCode,
        comparison: TextComparison::Equals,
        negate: false,
        any: statuses.len() > 1,
        patterns: statuses.iter().map(Template::literal).collect(),
        assume_success: statuses.iter().any(|status| !status.starts_with(['2', '3'])),
        message: None,
    })
}
