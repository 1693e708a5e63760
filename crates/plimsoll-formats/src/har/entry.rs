//! One entry: whether it becomes a request, and which.

use super::body;
use crate::conversion::{Conversion, PageResources};
use crate::servers::{self, NamedServers, UrlParts};
use plimsoll_plan::Template;
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{Body, Embedded, Header, Request};

/// What an entry says of itself.
pub struct Entry<'a> {
    pub json: &'a Node,
    pub line: u32,
    pub method: &'a str,
    pub url: &'a str,
    /// `None`: no address that requests go to.
    pub place: Option<UrlParts>,
    pub status: u16,
    pub page: Option<&'a str>,
    /// Milliseconds since 1970.
    pub started_ms: Option<f64>,
    pub ended_ms: Option<f64>,
}

impl<'a> Entry<'a> {
    pub fn of(json: &'a Node) -> Self {
        let request = json.get("request");
        let text = |key: &str| request.and_then(|r| r.text(key)).unwrap_or_default();
        let started_ms = json.text("startedDateTime").and_then(time_ms);
        let time_ms = json.number("time").filter(|time| *time >= 0.0).unwrap_or(0.0);
        let status = json.get("response").and_then(|r| r.number("status")).unwrap_or(0.0);
        Entry {
            json,
            line: json.line,
            method: text("method"),
            url: text("url"),
            place: UrlParts::of(&as_http(text("url"))),
            status: status as u16,
            page: json.text("pageref"),
            started_ms,
            ended_ms: started_ms.map(|start| start + time_ms),
        }
    }

    pub fn name(&self) -> String {
        let path = self.place.as_ref().map_or(self.url, |place| place.path.as_str());
        let path: String = path.split('?').next().unwrap_or_default().chars().take(80).collect();
        format!("{} {path}", self.method)
    }

    /// Why no request is made of it.
    pub fn why_dropped(&self, conversion: &Conversion) -> Option<&'static str> {
        let Some(place) = &self.place else { return Some("no HTTP request") };
        let is_from_cache = self.json.text("_fromCache").is_some();
        let is_of = |host: &String| place.host == *host || place.host.ends_with(&format!(".{host}"));
        if !conversion.hosts.is_empty() && !conversion.hosts.iter().any(is_of) {
            return Some("another host");
        }
        if is_from_cache {
            return Some("from the browser's cache");
        }
        if self.method == "CONNECT" || self.method.is_empty() {
            return Some("no HTTP request");
        }
        if self.method == "OPTIONS" && self.header("access-control-request-method").is_some() {
            return Some("asked by the browser before a request to another origin");
        }
        if conversion.resources != PageResources::Keep && self.is_resource() {
            return Some("a resource of a page");
        }
        None
    }

    pub fn is_websocket(&self) -> bool {
        self.json.get("_webSocketMessages").is_some()
            || self.json.text("_resourceType") == Some("websocket")
            || self.url.starts_with("ws://")
            || self.url.starts_with("wss://")
    }

    pub fn is_resource(&self) -> bool {
        if let Some(kind) = self.json.text("_resourceType") {
            return matches!(
                kind,
                "image" | "stylesheet" | "script" | "font" | "media" | "manifest" | "texttrack"
            );
        }
        let kind = self.content().and_then(|content| content.text("mimeType")).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let starts =
            ["image/", "font/", "audio/", "video/", "text/css", "text/javascript", "application/font"];
        self.method == "GET"
            && (starts.iter().any(|start| kind.starts_with(start)) || kind.ends_with("/javascript"))
    }

    /// A document that a browser shows.
    pub fn is_page(&self) -> bool {
        let kind = self.content().and_then(|content| content.text("mimeType")).unwrap_or_default();
        kind.starts_with("text/html")
    }

    pub fn content(&self) -> Option<&'a Node> {
        self.json.at(&["response", "content"])
    }

    pub fn headers(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        pairs(self.json.at(&["request", "headers"]))
    }

    pub fn header(&self, name: &str) -> Option<&'a str> {
        self.headers().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub fn answered_headers(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        pairs(self.json.at(&["response", "headers"]))
    }

    /// Where a redirect leads.
    pub fn redirect(&self) -> Option<String> {
        if !(300..400).contains(&self.status) {
            return None;
        }
        let given =
            self.json.get("response").and_then(|r| r.text("redirectURL")).filter(|url| !url.is_empty());
        let header =
            || self.answered_headers().find(|(n, _)| n.eq_ignore_ascii_case("location")).map(|(_, v)| v);
        let target = given.or_else(header)?;
        let place = self.place.as_ref()?;
        let port = self.url.split("://").nth(1)?.split(['/', '?', '#']).next()?;
        Some(match target {
            whole if whole.contains("://") => whole.to_owned(),
            path if path.starts_with('/') => format!("{}://{port}{path}", place.scheme),
            relative => {
                let path = place.path.split('?').next().unwrap_or_default();
                let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
                format!("{}://{port}{folder}/{relative}", place.scheme)
            }
        })
    }

    /// The request, and what of its body differs.
    pub fn request(
        &self,
        place: &UrlParts,
        servers: &mut NamedServers,
        conversion: &Conversion,
    ) -> (Request, Vec<String>) {
        let path = Template::literal(place.path.as_str());
        let mut request = servers::request(self.method, servers.address(place), path);
        let (body, differences) = body::read(self.json.at(&["request", "postData"]));
        let makes_own_type = matches!(body, Body::Form(_) | Body::Multipart { .. });
        request.body = body;
        for (name, value) in self.headers() {
            let lower = name.to_ascii_lowercase();
            if is_saved(&lower) && !(makes_own_type && lower == "content-type") {
                // What users understand is less than what browsers do.
                let value = if lower == "accept-encoding" { "gzip, deflate, br" } else { value };
                let value = match lower.as_str() {
                    "referer" | "origin" => servers.in_url(value),
                    _ => Template::literal(value),
                };
                request.headers.push(Header { name: Template::literal(name), value });
            }
        }
        request.cookies = Some(0);
        if conversion.resources == PageResources::Embed && self.is_page() && self.method == "GET" {
            request.embedded = Some(Box::new(Embedded::default()));
        }
        (request, differences)
    }
}

/// Not what each connection, cache or cookie jar makes again, nor what only browsers say of themselves.
fn is_saved(name: &str) -> bool {
    const DROPPED: [&str; 18] = [
        "host",
        "content-length",
        "connection",
        "proxy-connection",
        "keep-alive",
        "transfer-encoding",
        "te",
        "upgrade",
        "cookie",
        "if-none-match",
        "if-modified-since",
        "cache-control",
        "pragma",
        "priority",
        "dnt",
        "upgrade-insecure-requests",
        "x-client-data",
        "expect",
    ];
    !name.is_empty()
        && !name.starts_with(':')
        && !name.starts_with("sec-")
        && !DROPPED.contains(&name)
        && name.bytes().all(|b| b.is_ascii_graphic())
}

/// Names and values of a list of headers, cookies or parameters.
pub fn pairs(list: Option<&Node>) -> impl Iterator<Item = (&str, &str)> {
    list.map_or(&[][..], Node::elements)
        .iter()
        .filter_map(|item| Some((item.text("name")?, item.text("value").unwrap_or_default())))
}

/// The request that opens a WebSocket is one of HTTP.
fn as_http(url: &str) -> String {
    let is_websocket = url.starts_with("ws://") || url.starts_with("wss://");
    if is_websocket { url.replacen("ws", "http", 1) } else { url.to_owned() }
}

/// An ISO 8601 time.
fn time_ms(text: &str) -> Option<f64> {
    let time: jiff::Timestamp = text.parse().ok()?;
    Some(time.as_microsecond() as f64 / 1000.0)
}
