//! HTTP samplers, as requests.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties, Property, PropertyValue};
use super::http_body::ARGUMENTS;
use super::scope::Scope;
use super::{embedded, http_body, login, manager};
use plimsoll_plan::Template;
use plimsoll_plan::plan::{HttpVersion, Redirects, Request};
use plimsoll_plan::template::Part;
use std::time::Duration;

pub fn is_request(element: &Element) -> bool {
    matches!(element.kind.as_str(), "HTTPSamplerProxy" | "HTTPSampler" | "HTTPSampler2")
        || matches!(element.gui.as_str(), "HttpTestSampleGui" | "HttpTestSampleGui2")
}

pub fn request(lowering: &mut Lowering, element: &Element, scope: &Scope) -> ElementResult<Request> {
    let properties = with_defaults(element, &scope.defaults());
    expect_supported(lowering, element, &properties)?;
    let part = |name: &str| Lowering::template(name, properties.text(name).trim());
    let method = match properties.text("HTTPSampler.method").trim() {
        "" => Template::literal("GET"),
        method => Lowering::template("HTTPSampler.method", method)?,
    };
    let port = part("HTTPSampler.port")?;
    let host = part("HTTPSampler.domain")?;
    let mut path = path(lowering, properties.text("HTTPSampler.path"))?;
    let is_whole_url = begins_with_scheme(&path);
    if host.is_empty() && !is_whole_url && !matches!(path.parts.first(), Some(Part::Variable(_))) {
        lowering.warn(element, "there is no server name").hint =
            Some("fill in the server name here or in HTTP Request Defaults".to_owned());
    }
    let known_method = method.as_literal().unwrap_or("POST");
    let mut sent = http_body::sent(lowering, &properties, known_method)?;
    http_body::expect_files(lowering, element, &sent.body);
    scope.matched().into_iter().try_for_each(|matched| matched.rewrite(&mut sent))?;
    for session in scope.sessions() {
        session.rewrite(&mut path, &mut sent, known_method)?;
    }
    let login = scope.login();
    login::expect_spoken(lowering, login, [&part("HTTPSampler.protocol")?, &host, &port, &path])?;
    Ok(Request {
        http: HttpVersion::Http1,
        label: Lowering::template("testname", &element.name)?,
        method,
        scheme: scheme(part("HTTPSampler.protocol")?),
        host,
        port: (!port.is_empty() && port.as_literal() != Some("0")).then_some(port),
        path,
        query: sent.query,
        headers: scope.headers(),
        body: sent.body,
        redirects: redirects(&properties),
        keep_alive: properties.flag("HTTPSampler.use_keepalive", false),
        connect_timeout: timeout(lowering, &properties, "HTTPSampler.connect_timeout")?,
        response_timeout: timeout(lowering, &properties, "HTTPSampler.response_timeout")?,
        cookies: scope.jar(),
        cache: scope.cache(),
        login,
        proxy: login::proxy(lowering, element, &properties)?,
        embedded: embedded::embedded(lowering, &properties)?,
        think: scope.timers(),
        extractors: scope.extractors(),
        checks: scope.checks(),
    })
}

/// Defaults fill what is missing or empty; their parameters are appended.
pub fn with_defaults(element: &Element, defaults: &[&Element]) -> Vec<Property> {
    let mut merged = element.properties.clone();
    for property in defaults.iter().flat_map(|d| &d.properties) {
        let own = merged.iter_mut().find(|p| p.name == property.name);
        match (own, &property.value) {
            (None, _) => merged.push(property.clone()),
            (Some(own), PropertyValue::Group(more)) if own.name == ARGUMENTS => append_arguments(own, more),
            (Some(own), value) => {
                if matches!(&own.value, PropertyValue::Text(text) if text.is_empty()) {
                    own.value = value.clone();
                }
            }
        }
    }
    merged
}

fn append_arguments(own: &mut Property, more: &[Property]) {
    let PropertyValue::Group(own) = &mut own.value else { return };
    let more = more.group(manager::ARGUMENT_LIST);
    match own.iter_mut().find(|p| p.name == manager::ARGUMENT_LIST).map(|p| &mut p.value) {
        Some(PropertyValue::Group(arguments)) => arguments.extend(more.iter().cloned()),
        _ => own.push(Property {
            name: manager::ARGUMENT_LIST.to_owned(),
            value: PropertyValue::Group(more.to_vec()),
        }),
    }
}

fn expect_supported(
    lowering: &mut Lowering,
    element: &Element,
    properties: &[Property],
) -> ElementResult<()> {
    if properties.text("HTTPSampler.protocol").trim().eq_ignore_ascii_case("file") {
        return Err("the protocol `file` is not supported".to_owned());
    }
    if !properties.text("HTTPSampler.ipSource").trim().is_empty() {
        lowering.approximate(element, "the request leaves from the machine's own address");
    }
    if properties.flag("HTTPSampler.md5", false) {
        lowering.approximate(element, "checks see the answer itself, not its MD5 sum");
    }
    let encoding = properties.text("HTTPSampler.contentEncoding").trim();
    if !encoding.is_empty() && !encoding.eq_ignore_ascii_case("utf-8") && !encoding.contains("${") {
        lowering.approximate(element, "the request is encoded as UTF-8");
    }
    Ok(())
}

fn scheme(protocol: Template) -> Template {
    match protocol.as_literal() {
        Some("") => Template::literal("http"),
        Some(text) => Template::literal(text.to_lowercase()),
        None => protocol,
    }
}

/// Spaces are encoded and a missing slash is added, as HTTPSamplerBase does it.
fn path(lowering: &mut Lowering, text: &str) -> ElementResult<Template> {
    let mut path = Lowering::template("HTTPSampler.path", text)?;
    for part in &mut path.parts {
        if let Part::Literal(text) = part {
            *text = text.replace(' ', "%20");
        }
    }
    let lacks_slash = match path.parts.first() {
        None => true,
        Some(Part::Literal(text)) => !text.starts_with('/') && !begins_with_scheme(&path),
        // A start that is known only in the run stays as it is.
        Some(_) => {
            let known = lowering.evaluation.text(&path);
            !known.starts_with("${") && !known.starts_with('/') && !known.starts_with("http")
        }
    };
    if lacks_slash {
        match path.parts.first_mut() {
            Some(Part::Literal(text)) => text.insert(0, '/'),
            _ => path.parts.insert(0, Part::Literal("/".to_owned())),
        }
    }
    Ok(path)
}

fn begins_with_scheme(path: &Template) -> bool {
    match path.parts.first() {
        Some(Part::Literal(text)) => text.starts_with("http://") || text.starts_with("https://"),
        _ => false,
    }
}

fn redirects(properties: &[Property]) -> Redirects {
    if properties.flag("HTTPSampler.follow_redirects", false) {
        Redirects::Follow
    } else if properties.flag("HTTPSampler.auto_redirects", false) {
        Redirects::FollowSafeMethods
    } else {
        Redirects::Keep
    }
}

/// Milliseconds; none when empty or 0, nor when it is no number of 32 bits (AbstractProperty.getIntValue).
pub fn timeout(
    lowering: &mut Lowering,
    properties: &[Property],
    name: &str,
) -> ElementResult<Option<Duration>> {
    let text = lowering.evaluation.text_or_undefined(properties.text(name).trim());
    let text = text.map_err(|problem| format!("{name}: {problem}"))?;
    let milliseconds = text.trim().parse::<i32>().ok().and_then(|number| u64::try_from(number).ok());
    Ok(milliseconds.filter(|number| *number > 0).map(Duration::from_millis))
}
