//! Which exchanges belong together: a page, from which a transaction is made.

use super::exchange::{RequestHead, ResponseHead};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Recordings with more get no new ones.
const PAGES_MAX: usize = 10_000;

pub struct RecordedPage {
    pub title: String,
    started: jiff::Timestamp,
}

/// A page begins where a browser goes to another one, after a pause, or when it is named. What was named lasts until the next
/// name.
pub struct Pages {
    pages: Vec<RecordedPage>,
    /// As long without a request.
    pause: Duration,
    last: Option<Instant>,
    /// The page that a browser went to is a redirect: where that leads is no other page.
    is_redirected: bool,
    is_named: bool,
    next: Next,
}

/// What was asked for by hand, until a request comes.
enum Next {
    Same,
    New,
    Named(String),
}

impl Pages {
    pub fn new(pause: Duration) -> Self {
        let pages = Vec::new();
        Pages { pages, pause, last: None, is_redirected: false, is_named: false, next: Next::Same }
    }

    /// From the next request on; without a name pages begin by themselves again.
    pub fn begin(&mut self, name: &str) {
        self.next = if name.is_empty() { Next::New } else { Next::Named(name.to_owned()) };
    }

    /// The page of a request, and whether it is the first of it.
    pub fn of(&mut self, asked: &RequestHead, now: Instant) -> (usize, bool) {
        let is_navigation = asked.is_navigation();
        let is_quiet = self.last.is_some_and(|last| now.duration_since(last) >= self.pause);
        let begins_itself = (is_navigation && !self.is_redirected) || (is_quiet && !asked.is_resource());
        if is_navigation {
            self.is_redirected = false;
        }
        self.last = self.last.max(Some(now));
        let name = match std::mem::replace(&mut self.next, Next::Same) {
            Next::Named(name) => Some(name),
            Next::New => None,
            Next::Same if self.pages.is_empty() => None,
            Next::Same if begins_itself && !self.is_named => None,
            Next::Same => return (self.pages.len() - 1, false),
        };
        if self.pages.len() >= PAGES_MAX {
            return (self.pages.len() - 1, false);
        }
        self.is_named = name.is_some();
        let title = name.unwrap_or_else(|| title(asked));
        self.pages.push(RecordedPage { title, started: jiff::Timestamp::now() });
        (self.pages.len() - 1, true)
    }

    pub fn ended(&mut self, asked: &RequestHead, answer: Option<&ResponseHead>, now: Instant) {
        self.last = self.last.max(Some(now));
        if asked.is_navigation() {
            self.is_redirected = answer.is_some_and(ResponseHead::is_redirect);
        }
    }

    pub fn id(page: usize) -> String {
        format!("page_{}", page + 1)
    }

    pub fn title(&self, page: usize) -> &str {
        self.pages.get(page).map_or("", |page| &page.title)
    }

    pub fn len(&self) -> usize {
        self.pages.len()
    }

    pub fn to_json(&self) -> Vec<Value> {
        let one = |(i, page): (usize, &RecordedPage)| {
            json!({
                "startedDateTime": format!("{:.6}", page.started),
                "id": Self::id(i),
                "title": page.title,
                "pageTimings": {},
            })
        };
        self.pages.iter().enumerate().map(one).collect()
    }
}

/// `/basket`, or `POST /login`
fn title(asked: &RequestHead) -> String {
    let path = asked.url.split_once("://").map_or("", |(_, rest)| rest);
    let path = path.find('/').map_or("/", |at| &path[at..]);
    let path: String = path.split(['?', '#']).next().unwrap_or_default().chars().take(80).collect();
    match asked.method.as_str() {
        "GET" => path,
        method => format!("{method} {path}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::http::{HeaderMap, Method, StatusCode, Version};

    fn asked(path: &str, destination: &str) -> RequestHead {
        let mut headers = HeaderMap::new();
        headers.insert("sec-fetch-dest", destination.parse().expect("a value"));
        let url = format!("http://a{path}");
        RequestHead { method: Method::GET, url, version: Version::HTTP_11, headers }
    }

    fn redirect() -> ResponseHead {
        let mut headers = HeaderMap::new();
        headers.insert("location", "/home".parse().expect("a value"));
        ResponseHead { status: StatusCode::FOUND, version: Version::HTTP_11, headers, wait: Duration::ZERO }
    }

    #[test]
    fn pages_begin_by_navigation_pause_and_name() {
        let mut pages = Pages::new(Duration::from_secs(5));
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(pages.of(&asked("/?a=1", "document"), at(0)), (0, true));
        assert_eq!(pages.of(&asked("/a.png", "image"), at(1)), (0, false));
        assert_eq!(pages.of(&asked("/login", "document"), at(2)), (1, true));
        pages.ended(&asked("/login", "document"), Some(&redirect()), at(2));
        assert_eq!(pages.of(&asked("/home", "document"), at(2)), (1, false), "where a redirect leads");
        assert_eq!(pages.of(&asked("/late.png", "image"), at(20)), (1, false));
        assert_eq!(pages.of(&asked("/api", "empty"), at(26)), (2, true), "after a pause");
        pages.begin("order");
        assert_eq!(pages.of(&asked("/basket", "document"), at(27)), (3, true));
        assert_eq!(pages.of(&asked("/pay", "document"), at(40)), (3, false), "a name lasts");
        pages.begin("");
        assert_eq!(pages.of(&asked("/bye", "document"), at(41)), (4, true));
        assert_eq!(pages.of(&asked("/", "document"), at(42)), (5, true));
        let titles: Vec<&str> = (0..pages.len()).map(|i| pages.title(i)).collect();
        assert_eq!(titles, ["/", "/login", "/api", "order", "/bye", "/"]);
    }
}
