//! Requests grouped by their routes: segments of the path that only name a thing are parameters.

use super::Arrivals;
use hdrhistogram::Histogram;
use plimsoll_run::{Reading, ServerEvent};
use plimsoll_telemetry::{Output, Problem, RequestKind, RequestRow};
use std::collections::{BTreeMap, BTreeSet};

/// Most routes that are distinguished; requests of others are counted together.
const ROUTES_MAX: usize = 10_000;

/// Most different values that are kept of a route.
const SAMPLES_MAX: usize = 1000;

/// Longest path or query of which values are kept.
const TARGET_MAX: usize = 2000;

/// Problems that are kept to be shown.
const PROBLEMS_MAX: usize = 5;

#[derive(Default)]
pub struct Mix {
    pub without_static: bool,
    pub routes: BTreeMap<(String, String), Route>,
    pub arrivals: Arrivals,
    /// Requests that count, those of left-out routes too.
    pub requests: u64,
    pub static_files: u64,
    pub beyond_routes: u64,
    /// Neither a method nor a path: handshakes, probes.
    pub malformed: u64,
    pub problems: Vec<Problem>,
    pub problem_count: u64,
}

pub struct Route {
    pub count: u64,
    /// With a status outside 100–399.
    pub failed: u64,
    /// Microseconds, three digits.
    pub durations: Option<Histogram<u64>>,
    /// What stood in the places of the parameters, and the query with its `?`; of requests that succeeded.
    pub samples: BTreeSet<Vec<String>>,
}

impl Output for Mix {
    fn reading(&mut self, _: Reading) {}

    fn event(&mut self, _: ServerEvent) {}

    fn request(&mut self, request: &RequestRow<'_>) {
        if request.kind == RequestKind::Request {
            self.add(request);
        }
    }

    fn problem(&mut self, problem: Problem) {
        self.problem_count += 1;
        if self.problems.len() < PROBLEMS_MAX {
            self.problems.push(problem);
        }
    }
}

impl Mix {
    fn add(&mut self, request: &RequestRow<'_>) {
        let target = without_host(request.target);
        let (path, query) = target.split_at(target.find('?').unwrap_or(target.len()));
        if request.method.is_empty() || !path.starts_with('/') || path.contains(char::is_control) {
            self.malformed += 1;
            return;
        }
        if self.without_static && is_static(path) {
            self.static_files += 1;
            return;
        }
        self.requests += 1;
        self.arrivals.add(request.started);
        let (pattern, mut values) = pattern(path);
        let key = (request.method.to_owned(), pattern);
        if !self.routes.contains_key(&key) && self.routes.len() >= ROUTES_MAX {
            self.beyond_routes += 1;
            return;
        }
        let empty = || Route { count: 0, failed: 0, durations: None, samples: BTreeSet::new() };
        let route = self.routes.entry(key).or_insert_with(empty);
        route.count += 1;
        route.failed += u64::from(!request.success);
        if let Some(us) = request.duration_us {
            let new = || Histogram::new(3).ok();
            if route.durations.is_none() {
                route.durations = new();
            }
            if let Some(durations) = &mut route.durations {
                // It grows as needed; a value beyond all measure is left out.
                let _ = durations.record(us.max(1));
            }
        }
        let is_safe = !query.contains(char::is_control) && target.len() <= TARGET_MAX;
        if request.success && route.samples.len() < SAMPLES_MAX && is_safe {
            values.push(query.to_owned());
            route.samples.insert(values);
        }
    }
}

impl Route {
    pub fn p95_us(&self) -> Option<u64> {
        self.durations.as_ref().map(|durations| durations.value_at_quantile(0.95))
    }
}

/// A proxy's log has whole URLs.
fn without_host(target: &str) -> &str {
    let Some((scheme, rest)) = target.split_once("://") else { return target };
    match scheme {
        "http" | "https" => rest.find('/').map_or("/", |at| &rest[at..]),
        _ => target,
    }
}

/// The path with `{}` for each parameter, and the parameters.
fn pattern(path: &str) -> (String, Vec<String>) {
    let mut values = Vec::new();
    let segment = |segment: &str| {
        if is_parameter(segment) {
            values.push(segment.to_owned());
            "{}".to_owned()
        } else {
            segment.to_owned()
        }
    };
    let pattern: Vec<String> = path.split('/').map(segment).collect();
    (pattern.join("/"), values)
}

/// A number, a UUID, a hash, a long token.
fn is_parameter(segment: &str) -> bool {
    let has = |kind: fn(&char) -> bool| segment.chars().any(|c| kind(&c));
    let (digits, letters) = (has(char::is_ascii_digit), has(char::is_ascii_alphabetic));
    let is_number = digits && segment.chars().all(|c| c.is_ascii_digit());
    let is_hex = segment.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
    let is_hash = digits && is_hex && segment.len() >= 16;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    // Words of a title have dashes between them; tokens rarely do.
    let is_token = digits
        && letters
        && segment.len() >= 20
        && segment.chars().all(is_word)
        && segment.matches('-').count() <= segment.len() / 10;
    is_number || is_hash || is_token
}

/// What servers keep as files.
fn is_static(path: &str) -> bool {
    const ENDINGS: [&str; 22] = [
        "css",
        "js",
        "mjs",
        "map",
        "png",
        "jpg",
        "jpeg",
        "gif",
        "svg",
        "webp",
        "avif",
        "ico",
        "bmp",
        "woff",
        "woff2",
        "ttf",
        "otf",
        "eot",
        "mp4",
        "webm",
        "mp3",
        "webmanifest",
    ];
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending.to_ascii_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expected: &str, values: &[&str]) {
        let (pattern, found) = pattern(path);
        assert_eq!(
            (pattern.as_str(), found),
            (expected, values.iter().map(|v| (*v).to_owned()).collect()),
            "{path}"
        );
    }

    #[test]
    fn what_names_a_thing_is_a_parameter() {
        check("/", "/", &[]);
        check("/users/42/orders/7", "/users/{}/orders/{}", &["42", "7"]);
        check("/a/123e4567-e89b-12d3-a456-426614174000", "/a/{}", &["123e4567-e89b-12d3-a456-426614174000"]);
        check("/blob/9f86d081884c7d659a2feaa0c55ad015", "/blob/{}", &["9f86d081884c7d659a2feaa0c55ad015"]);
        check("/t/eyJhbGciOiJIUzI1NiJ9abc", "/t/{}", &["eyJhbGciOiJIUzI1NiJ9abc"]);
        check("/v1/top-10-reasons-to-choose-the-sea", "/v1/top-10-reasons-to-choose-the-sea", &[]);
        check("/facade/decade", "/facade/decade", &[]);
    }

    #[test]
    fn static_files_are_known_by_their_endings() {
        assert!(is_static("/a/app.JS") && is_static("/favicon.ico"));
        assert!(!is_static("/js/") && !is_static("/a.js/b") && !is_static("/index.html"));
    }
}
