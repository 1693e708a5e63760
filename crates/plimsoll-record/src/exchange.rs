//! A request and its answer while they go through.

use super::body::{BodyCopy, SharedCopy};
use hyper::HeaderMap;
use hyper::http::{Method, StatusCode, Version};
use std::time::{Duration, Instant};

/// Ends of hosts that Chromium and Firefox ask for themselves.
const ERRANDS: [&str; 12] = [
    "update.googleapis.com",
    "clients1.google.com",
    "clients2.google.com",
    "android.clients.google.com",
    "safebrowsing.googleapis.com",
    "optimizationguide-pa.googleapis.com",
    "content-autofill.googleapis.com",
    ".gvt1.com",
    "detectportal.firefox.com",
    ".services.mozilla.com",
    ".cdn.mozilla.net",
    "aus5.mozilla.org",
];

/// What a client asks for.
pub struct RequestHead {
    pub method: Method,
    /// Absolute.
    pub url: String,
    pub version: Version,
    pub headers: HeaderMap,
}

impl RequestHead {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// A browser goes to a page by it. Browsers say so to hosts that they trust (TLS, or this machine); to others they say
    /// no more than that they would rather have TLS.
    pub fn is_navigation(&self) -> bool {
        match self.header("sec-fetch-dest") {
            Some(destination) => destination == "document" && self.header("sec-purpose").is_none(),
            None => self.header("upgrade-insecure-requests").is_some(),
        }
    }

    /// What belongs to a page and is no step of its own.
    pub fn is_resource(&self) -> bool {
        let of_page = ["image", "style", "script", "font", "audio", "video", "track", "manifest"];
        self.header("sec-fetch-dest").is_some_and(|destination| of_page.contains(&destination))
    }

    /// The browser's own, of which no page knows: updates, lists of unsafe sites, where somebody is logged in.
    pub fn is_errand(&self) -> bool {
        let is_own = self.header("sec-fetch-site") == Some("none") && !self.is_navigation();
        let of_no_page = self.header("referer").is_none() && self.header("sec-fetch-site").is_none();
        is_own || (of_no_page && ERRANDS.iter().any(|end| self.host().ends_with(end)))
    }

    pub fn host(&self) -> &str {
        self.url.split_once("://").and_then(|(_, rest)| host_of(rest)).unwrap_or_default()
    }
}

/// Of a URL without its scheme; `None` where there is none.
pub fn host_of(rest: &str) -> Option<&str> {
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let authority = authority.rsplit('@').next().unwrap_or_default();
    let host = match authority.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    };
    (!host.is_empty()).then_some(host)
}

pub struct ResponseHead {
    pub status: StatusCode,
    pub version: Version,
    pub headers: HeaderMap,
    /// From the request to the head of the answer.
    pub wait: Duration,
}

impl ResponseHead {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    pub fn is_redirect(&self) -> bool {
        self.status.is_redirection() && self.headers.contains_key("location")
    }
}

/// A message of a WebSocket.
pub struct SocketMessage {
    pub is_sent: bool,
    pub time: jiff::Timestamp,
    /// 1 text, 2 binary.
    pub opcode: u8,
    pub data: Vec<u8>,
}

/// All of it.
pub struct RecordedExchange {
    pub page: usize,
    pub started: jiff::Timestamp,
    clock: Instant,
    pub asked: RequestHead,
    pub sent: SharedCopy,
    pub received: SharedCopy,
    pub answer: Option<ResponseHead>,
    pub failure: Option<String>,
    pub messages: Vec<SocketMessage>,
}

impl RecordedExchange {
    pub fn new(page: usize, asked: RequestHead) -> Self {
        RecordedExchange {
            page,
            started: jiff::Timestamp::now(),
            clock: Instant::now(),
            asked,
            sent: SharedCopy::default(),
            received: SharedCopy::default(),
            answer: None,
            failure: None,
            messages: Vec::new(),
        }
    }

    pub fn answered(&mut self, status: StatusCode, version: Version, headers: HeaderMap) {
        self.answer = Some(ResponseHead { status, version, headers, wait: self.clock.elapsed() });
    }

    pub fn bodies(&self) -> (BodyCopy, BodyCopy) {
        (self.sent.take(), self.received.take())
    }

    pub fn took(&self) -> Duration {
        self.clock.elapsed()
    }
}
