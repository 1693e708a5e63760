//! What the requests of a scenario have in common, written once: `defaults: {base, headers, redirects, …}`.

use super::context::ScenarioDefaults;
use super::emit::{map, text};
use super::entries::{Entries, duration, named};
use super::names::REDIRECTS;
use super::request::read_headers;
use super::shapes::REQUEST_DEFAULTS;
use super::url::{self, Url};
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::plan::{Body, Header, Redirects, Request, Scenario, Step};

/// Most different lists of headers that are looked at to find the ones in common.
const LISTS_MAX: usize = 64;

impl ScenarioDefaults {
    pub fn read(node: &Node, problems: &mut Problems) -> Self {
        let mut fields = Fields::of(node, &REQUEST_DEFAULTS, problems);
        let base = fields.parsed("base", |base| {
            let base = base.trim_end_matches('/');
            match url::split(base) {
                Ok(parts) if parts.path.source().contains(['?', '#']) => {
                    Err(format!("`{base}` has a query; it belongs to the requests"))
                }
                Ok(_) => Ok(base.to_owned()),
                Err(message) => Err(message),
            }
        });
        let headers = fields.optional("headers").map(|n| read_headers(n, fields.problems));
        let read = ScenarioDefaults {
            base,
            headers: headers.unwrap_or_default(),
            redirects: fields.parsed("redirects", |word| REDIRECTS.read(word)),
            keep_alive: fields.flag("keep_alive"),
            connect_timeout: fields.duration("connect_timeout"),
            response_timeout: fields.duration("response_timeout"),
        };
        fields.finish();
        read
    }

    /// The headers of a request that has these of its own.
    pub fn with_headers(&self, own: Vec<Header>) -> Vec<Header> {
        let retained = self.headers.iter().filter(|header| !own.iter().any(|o| is_same_name(o, header)));
        retained.cloned().chain(own.iter().cloned()).collect()
    }

    /// What a request writes itself, and whether it takes the headers in common.
    pub fn own_headers<'a>(&self, request: &'a Request) -> (&'a [Header], bool) {
        let all = request.headers.as_slice();
        let rest = all.strip_prefix(self.headers.as_slice()).unwrap_or(all);
        for own in [rest, all] {
            if self.with_headers(own.to_vec()) == all {
                return (own, true);
            }
        }
        (all, false)
    }

    /// The URL without the base, when it reads back as the same.
    pub fn relative(&self, parts: &Url) -> Option<String> {
        let base = self.base.as_ref()?;
        let path = parts.path.source();
        (path.starts_with('/') && url::split(&format!("{base}{path}")).as_ref() == Ok(parts)).then_some(path)
    }

    /// What is worth writing once for the requests of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let mut requests = Vec::new();
        collect(&scenario.steps, &mut requests);
        if requests.len() < 2 {
            return ScenarioDefaults::default();
        }
        let redirects = same(&requests, |r| r.redirects).filter(|r| *r != Redirects::Follow);
        let keep_alive = same(&requests, |r| r.keep_alive).filter(|keep| !keep);
        ScenarioDefaults {
            base: common_base(&requests),
            headers: common_headers(&requests),
            redirects,
            keep_alive,
            connect_timeout: same(&requests, |r| r.connect_timeout).flatten(),
            response_timeout: same(&requests, |r| r.response_timeout).flatten(),
        }
    }

    pub fn write(&self) -> Option<Node> {
        let mut entries = Entries::new();
        entries.extend(self.base.as_ref().map(|base| ("base", text(base.as_str()))));
        if !self.headers.is_empty() {
            entries.push(("headers", headers(&self.headers)));
        }
        let redirects = self.redirects.and_then(|r| REDIRECTS.write(&r));
        entries.extend(redirects.map(|word| ("redirects", text(word))));
        entries.extend(self.keep_alive.map(|keep| ("keep_alive", text(keep.to_string()))));
        entries.extend(self.connect_timeout.map(|time| ("connect_timeout", duration(time))));
        entries.extend(self.response_timeout.map(|time| ("response_timeout", duration(time))));
        (!entries.is_empty()).then(|| map(entries))
    }
}

pub fn headers(headers: &[Header]) -> Node {
    let pair = |h: &Header| (h.name.source(), h.value.clone());
    named(&headers.iter().map(pair).collect::<Vec<_>>())
}

fn is_same_name(a: &Header, b: &Header) -> bool {
    a.name.source().eq_ignore_ascii_case(&b.name.source())
}

fn collect<'a>(steps: &'a [Step], requests: &mut Vec<&'a Request>) {
    for step in steps {
        match step {
            Step::Request(request) if !matches!(request.body, Body::Grpc(_)) => requests.push(request),
            other => other.bodies().into_iter().for_each(|body| collect(body, requests)),
        }
    }
}

/// What all requests have.
fn same<T: PartialEq>(requests: &[&Request], of: impl Fn(&Request) -> T) -> Option<T> {
    let mut values = requests.iter().map(|request| of(request));
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// The server that most requests go to, when there are two of them at least.
fn common_base(requests: &[&Request]) -> Option<String> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for request in requests.iter().filter(|request| !request.host.is_empty()) {
        let port = request.port.as_ref().map_or_else(String::new, |port| format!(":{}", port.source()));
        let base = format!("{}://{}{port}", request.scheme.source(), request.host.source());
        match counts.iter().position(|(known, _)| *known == base) {
            Some(at) => counts[at].1 += 1,
            None if counts.len() < LISTS_MAX && url::split(&base).is_ok() => counts.push((base, 1)),
            None => {}
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max().filter(|most| *most > 1)?;
    counts.into_iter().find(|(_, count)| *count == most).map(|(base, _)| base)
}

/// The beginning of a list of headers that saves the most lines.
fn common_headers(requests: &[&Request]) -> Vec<Header> {
    let mut lists: Vec<&[Header]> = Vec::new();
    for request in requests {
        if lists.len() < LISTS_MAX && !lists.contains(&request.headers.as_slice()) {
            lists.push(&request.headers);
        }
    }
    let saved = |headers: &[Header]| -> usize {
        let defaults = ScenarioDefaults { headers: headers.to_vec(), ..ScenarioDefaults::default() };
        let before: usize = requests.iter().map(|r| r.headers.len()).sum();
        let lines = |r: &&Request| {
            let (own, takes) = defaults.own_headers(r);
            own.len() + usize::from(!takes)
        };
        let after: usize = headers.len() + requests.iter().map(lines).sum::<usize>();
        before.saturating_sub(after)
    };
    let mut best: (usize, &[Header]) = (0, &[]);
    for list in lists {
        for length in 1..=list.len() {
            let gain = saved(&list[..length]);
            if gain > best.0 {
                best = (gain, &list[..length]);
            }
        }
    }
    best.1.to_vec()
}
