//! The servers of a plan that is made of another tool's file: variables, so that it can be sent elsewhere.

use plimsoll_plan::Template;
use plimsoll_plan::plan::{Body, HttpVersion, Redirects, Request};
use plimsoll_plan::template::Part;

/// Scheme, host and port of a URL, and what follows them.
#[derive(Clone, Debug, PartialEq)]
pub struct UrlParts {
    pub scheme: String,
    pub host: String,
    pub port: String,
    /// Path and query.
    pub path: String,
}

impl UrlParts {
    /// Of an `http` or `https` URL; fragment and user are left out.
    pub fn of(url: &str) -> Option<UrlParts> {
        let (scheme, rest) = url.split_once("://")?;
        let scheme = scheme.to_ascii_lowercase();
        let usual = match scheme.as_str() {
            "http" => "80",
            "https" => "443",
            _ => return None,
        };
        let rest = rest.split('#').next().unwrap_or_default();
        let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let authority = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => (host, port),
            _ => (authority, usual),
        };
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '[' | ']' | ':');
        if host.is_empty() || !host.chars().all(is_name) || !port.chars().all(|c| c.is_ascii_digit()) {
            return None;
        }
        let slash = if path.starts_with('/') { "" } else { "/" };
        let port = if port.is_empty() { usual } else { port };
        Some(UrlParts {
            scheme,
            host: host.to_owned(),
            port: port.to_owned(),
            path: format!("{slash}{path}"),
        })
    }
}

/// Servers in the order in which they were first named.
#[derive(Default)]
pub struct NamedServers {
    known: Vec<(String, String, String)>,
}

impl NamedServers {
    /// The templates of scheme, host and port.
    pub fn address(&mut self, place: &UrlParts) -> (Template, Template, Template) {
        let key = (place.scheme.clone(), place.host.clone(), place.port.clone());
        let index = self.known.iter().position(|known| *known == key).unwrap_or_else(|| {
            self.known.push(key);
            self.known.len() - 1
        });
        let variable = |name: &str| Template::parse(&format!("${{{}}}", numbered(name, index)));
        (variable("scheme"), variable("host"), variable("port"))
    }

    /// A URL of a server that is known, by its variables.
    pub fn in_url(&self, url: &str) -> Template {
        let known = UrlParts::of(url).and_then(|place| {
            let is_it = |(scheme, host, port): &(String, String, String)| {
                *scheme == place.scheme && *host == place.host && *port == place.port
            };
            Some((self.known.iter().position(is_it)?, place))
        });
        let Some((index, place)) = known else { return Template::literal(url) };
        let authority =
            url.split("://").nth(1).and_then(|rest| rest.split(['/', '?']).next()).unwrap_or_default();
        let rest = url.split_once(authority).map_or("", |(_, rest)| rest);
        let variable = |name: &str| Part::Variable(numbered(name, index));
        let literal = |text: &str| Part::Literal(text.to_owned());
        let mut parts = vec![variable("scheme"), literal("://"), variable("host")];
        // A port that is the scheme's own is not written.
        if authority.ends_with(&format!(":{}", place.port)) {
            parts.extend([literal(":"), variable("port")]);
        }
        parts.push(literal(rest));
        parts.retain(|part| !matches!(part, Part::Literal(text) if text.is_empty()));
        Template::of(parts)
    }

    /// Each takes its value from a property, when that is set.
    pub fn variables(&self) -> Vec<(String, Template)> {
        let each = |(index, (scheme, host, port)): (usize, &(String, String, String))| {
            [("scheme", scheme), ("host", host), ("port", port)].map(|(name, value)| {
                let name = numbered(name, index);
                let value = property(&name, value);
                (name, value)
            })
        };
        self.known.iter().enumerate().flat_map(each).collect()
    }
}

fn numbered(name: &str, index: usize) -> String {
    if index == 0 { name.to_owned() } else { format!("{name}_{}", index + 1) }
}

/// `${__P(name,value)}`.
pub fn property(name: &str, value: &str) -> Template {
    let mut template = Template::parse("${__P(name,value)}");
    if let Some(Part::Call(call)) = template.parts.first_mut() {
        call.arguments = vec![Template::literal(name), Template::literal(value)];
    }
    // A lone bracket can't stand inside a call.
    if survives(&template) { template } else { Template::literal(value) }
}

/// Whether a template that was put together can be written.
pub fn survives(template: &Template) -> bool {
    Template::parse(&template.source()) == *template
}

/// A request without anything but its line; with the plan's first cookie jar, when it has one.
pub fn request(method: &str, address: (Template, Template, Template), path: Template) -> Request {
    let (scheme, host, port) = address;
    let mut request = Request {
        http: HttpVersion::Http1,
        label: Template::literal(""),
        method: Template::literal(method),
        scheme,
        host,
        port: Some(port),
        path,
        query: Vec::new(),
        headers: Vec::new(),
        body: Body::Empty,
        redirects: Redirects::Follow,
        keep_alive: true,
        connect_timeout: None,
        response_timeout: None,
        cookies: None,
        cache: None,
        login: None,
        proxy: None,
        embedded: None,
        think: Vec::new(),
        extractors: Vec::new(),
        checks: Vec::new(),
    };
    request.label = crate::yaml::usual_label(&request.method, &request.path);
    request
}

/// A text with `%41` and `+` decoded, as in forms and queries.
pub fn form_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = || {
            std::str::from_utf8(bytes.get(at + 1..at + 3)?).ok().and_then(|h| u8::from_str_radix(h, 16).ok())
        };
        match bytes[at] {
            b'%' => match hex() {
                Some(byte) => {
                    out.push(byte);
                    at += 2;
                }
                None => out.push(b'%'),
            },
            b'+' => out.push(b' '),
            byte => out.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(url: &str, expected: Option<[&str; 4]>) {
        let place = UrlParts::of(url).map(|p| [p.scheme, p.host, p.port, p.path]);
        assert_eq!(place, expected.map(|parts| parts.map(str::to_owned)), "{url}");
    }

    #[test]
    fn urls_are_taken_apart() {
        check("https://a.b/c?d=e#f", Some(["https", "a.b", "443", "/c?d=e"]));
        check("HTTP://user:x@a:81", Some(["http", "a", "81", "/"]));
        check("http://[::1]:81?x", Some(["http", "[::1]", "81", "/?x"]));
        check("http://[::1]/", Some(["http", "[::1]", "80", "/"]));
        check("data:text/plain,x", None);
        check("wss://a/", None);
        check("http:///x", None);
        check("http://${x}/", None);
    }

    #[test]
    fn forms_are_decoded() {
        assert_eq!(form_decoded("a+b%20%C3%A9%2"), "a b é%2");
    }
}
