//! What one virtual user remembers of answers, as JMeter's HTTP Cache Manager does it: not their bodies, but until
//! when they are fresh and how to ask whether they changed.

use std::collections::{HashMap, VecDeque};

/// How answers are remembered.
#[derive(Clone, Copy, Debug)]
pub struct CacheRules {
    /// `Cache-Control` and `Expires` decide how long an answer is fresh; otherwise none ever is.
    pub uses_expiry: bool,
    pub entries_max: usize,
    pub clear_each_iteration: bool,
    pub cleared_with_user: bool,
}

#[derive(Debug, Default)]
pub struct Cache {
    entries: HashMap<String, Entry>,
    /// The oldest first.
    order: VecDeque<String>,
}

#[derive(Clone, Debug, Default)]
struct Entry {
    last_modified: Option<String>,
    etag: Option<String>,
    /// Milliseconds of the wall clock; `None`: not known.
    fresh_until_ms: Option<i64>,
    /// The headers of the request that the answer depends on; the answers are under keys of their own.
    vary: Option<String>,
}

/// Headers of a request.
type Headers = [(String, String)];

const YEAR_MS: i64 = 365 * 24 * 60 * 60 * 1_000;

impl Cache {
    /// Nothing need be sent.
    pub fn is_fresh(&self, url: &str, headers: &Headers, now_ms: i64) -> bool {
        let entry = self.entry(url, headers);
        entry.and_then(|entry| entry.fresh_until_ms).is_some_and(|until_ms| until_ms > now_ms)
    }

    /// The headers that ask whether the answer has changed.
    pub fn conditions(&self, url: &str, headers: &Headers) -> Vec<(&'static str, String)> {
        let Some(entry) = self.entry(url, headers) else { return Vec::new() };
        let since = entry.last_modified.clone().map(|date| ("If-Modified-Since", date));
        let matching = entry.etag.clone().map(|etag| ("If-None-Match", etag));
        since.into_iter().chain(matching).collect()
    }

    fn entry(&self, url: &str, headers: &Headers) -> Option<&Entry> {
        let entry = self.entries.get(url)?;
        match &entry.vary {
            None => Some(entry),
            Some(vary) => self.entries.get(&vary_key(url, vary, headers)),
        }
    }

    /// Remembers the answer to a request, if it says anything about itself (CacheManager.saveDetails). One that is
    /// remembered already stays as it was.
    pub fn store(&mut self, rules: &CacheRules, url: &str, sent: &Headers, head: &str, now_ms: i64) {
        let field = |name: &str| {
            let mut lines = head.lines().filter_map(|line| line.split_once(':'));
            lines.rfind(|(n, _)| n.trim().eq_ignore_ascii_case(name)).map(|(_, v)| v.trim().to_owned())
        };
        let (vary, control, expires) = (field("Vary"), field("Cache-Control"), field("Expires"));
        let (last_modified, etag) = (field("Last-Modified"), field("ETag"));
        let says = [&last_modified, &expires, &etag, &control];
        if vary.as_deref() == Some("*") || says.into_iter().flatten().all(|value| value.is_empty()) {
            return;
        }
        let mut fresh_until_ms = None;
        if rules.uses_expiry {
            let control = control.as_deref().unwrap_or_default();
            if control.contains("no-store") {
                return;
            }
            fresh_until_ms = expires.as_deref().and_then(date_ms);
            if !control.contains("no-cache") {
                let date = field("Date");
                fresh_until_ms = match control.split_once("max-age=") {
                    Some((_, age)) => {
                        let seconds =
                            age.split([',', ' ']).next().and_then(|digits| digits.parse::<i64>().ok());
                        seconds.map(|seconds| now_ms.saturating_add(seconds.saturating_mul(1_000)))
                    }
                    None if expires.is_none() => {
                        Some(now_ms + guess_ms(date.as_deref(), last_modified.as_deref()))
                    }
                    None => fresh_until_ms,
                };
            }
        }
        let entry = Entry { last_modified, etag, fresh_until_ms, vary: None };
        match vary {
            Some(vary) => {
                self.put(rules, vary_key(url, &vary, sent), entry);
                self.put(rules, url.to_owned(), Entry { vary: Some(vary), ..Entry::default() });
            }
            None if self.entries.contains_key(url) => {}
            None => self.put(rules, url.to_owned(), entry),
        }
    }

    fn put(&mut self, rules: &CacheRules, key: String, entry: Entry) {
        if self.entries.insert(key.clone(), entry).is_none() {
            self.order.push_back(key);
        }
        while self.entries.len() > rules.entries_max {
            let Some(oldest) = self.order.pop_front() else { break };
            self.entries.remove(&oldest);
        }
    }
}

/// A tenth of the answer's age, a year where that is not known.
fn guess_ms(date: Option<&str>, last_modified: Option<&str>) -> i64 {
    match (date.and_then(date_ms), last_modified.and_then(date_ms)) {
        (Some(date), Some(modified)) => date.saturating_sub(modified) / 10,
        _ => YEAR_MS,
    }
}

fn vary_key(url: &str, vary: &str, headers: &Headers) -> String {
    let mut key = format!("vary-{vary}");
    for name in vary.split(',').map(str::trim) {
        let values =
            headers.iter().filter(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str());
        key.push_str(&format!("-{}", values.collect::<Vec<_>>().join(",")));
    }
    format!("{key}-{url}")
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`, in milliseconds of the wall clock.
fn date_ms(text: &str) -> Option<i64> {
    let parsed = jiff::fmt::rfc2822::parse(text.trim()).ok()?;
    Some(parsed.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: i64 = 1_800_000_000_000;
    const URL: &str = "http://h/x";

    /// After an answer with these headers: whether it is fresh in `age_s`, and how it is asked for then.
    fn check(uses_expiry: bool, head: &str, age_s: i64, fresh: bool, asked: &[&str]) {
        let rules = rules(uses_expiry, 5_000);
        let mut cache = Cache::default();
        cache.store(&rules, URL, &[], head, NOW_MS);
        assert_eq!(cache.is_fresh(URL, &[], NOW_MS + age_s * 1_000), fresh, "{head:?} after {age_s} s");
        let conditions: Vec<String> =
            cache.conditions(URL, &[]).into_iter().map(|(name, value)| format!("{name}: {value}")).collect();
        assert_eq!(conditions, asked, "{head:?}");
    }

    fn rules(uses_expiry: bool, entries_max: usize) -> CacheRules {
        CacheRules { uses_expiry, entries_max, clear_each_iteration: false, cleared_with_user: false }
    }

    #[test]
    fn answers_are_fresh_as_long_as_they_say() {
        check(true, "Cache-Control: max-age=60\r\n", 59, true, &[]);
        check(true, "Cache-Control: max-age=60\r\n", 60, false, &[]);
        check(
            true,
            "Cache-Control: public, max-age=60, x\r\nETag: \"a\"\r\n",
            61,
            false,
            &["If-None-Match: \"a\""],
        );
        check(true, "Cache-Control: no-store, max-age=60\r\nETag: a\r\n", 0, false, &[]);
        check(true, "Cache-Control: no-cache\r\nETag: a\r\n", 0, false, &["If-None-Match: a"]);
        check(true, "Expires: Fri, 15 Jan 2027 08:01:00 GMT\r\n", 59, true, &[]);
        check(true, "Expires: Fri, 15 Jan 2027 08:01:00 GMT\r\n", 60, false, &[]);
        check(true, "Expires: 0\r\nETag: a\r\n", 0, false, &["If-None-Match: a"]);
        check(true, "Content-Type: text/plain\r\n", 0, false, &[]);
    }

    #[test]
    fn without_a_word_the_age_decides() {
        let modified = "Last-Modified: Fri, 15 Jan 2027 07:43:20 GMT";
        let head = format!("Date: Fri, 15 Jan 2027 08:00:00 GMT\r\n{modified}\r\n");
        let asked = ["If-Modified-Since: Fri, 15 Jan 2027 07:43:20 GMT"];
        check(true, &head, 99, true, &asked);
        check(true, &head, 100, false, &asked);
        check(true, "ETag: a\r\n", 364 * 86_400, true, &["If-None-Match: a"]);
        check(false, &head, 0, false, &asked);
        check(false, "Cache-Control: max-age=60\r\n", 0, false, &[]);
    }

    #[test]
    fn answers_that_depend_on_headers_are_separate() {
        let (rules, mut cache) = (rules(true, 5_000), Cache::default());
        let german = [("Accept-Language".to_owned(), "de".to_owned())];
        let head = "Vary: Accept-Language\r\nCache-Control: max-age=60\r\n";
        cache.store(&rules, URL, &german, head, NOW_MS);
        assert!(cache.is_fresh(URL, &german, NOW_MS));
        assert!(!cache.is_fresh(URL, &[], NOW_MS));
        cache.store(&rules, "http://h/y", &[], "Vary: *\r\nCache-Control: max-age=60\r\n", NOW_MS);
        assert!(!cache.is_fresh("http://h/y", &[], NOW_MS));
    }

    #[test]
    fn the_oldest_is_forgotten_first() {
        let (rules, mut cache) = (rules(true, 2), Cache::default());
        for url in ["a", "b", "c"] {
            cache.store(&rules, url, &[], "Cache-Control: max-age=60\r\n", NOW_MS);
        }
        let fresh: Vec<&str> =
            ["a", "b", "c"].into_iter().filter(|url| cache.is_fresh(url, &[], NOW_MS)).collect();
        assert_eq!(fresh, ["b", "c"]);
    }
}
