//! What may follow a request to another origin (scheme, host and port): when a server redirects it, and to the resources of a page.
//! Whoever answers names these addresses, so what proves who the user is stays behind, as with browsers and curl; of a header
//! with a name of its own nobody knows what it proves. A property of the run lets all of them follow, as JMeter does
//! (`plimsoll.credentials_across_origins`).

use super::HttpTarget;

pub fn is_same(a: &HttpTarget, b: &HttpTarget) -> bool {
    a.secure == b.secure && a.port == b.port && a.host.eq_ignore_ascii_case(&b.host)
}

/// Headers that say nothing of who asks.
const PUBLIC: [&str; 33] = [
    "accept",
    "accept-charset",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "connection",
    "dnt",
    "expect",
    "host",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "if-unmodified-since",
    "keep-alive",
    "origin",
    "pragma",
    "priority",
    "range",
    "referer",
    "save-data",
    "te",
    "traceparent",
    "tracestate",
    "transfer-encoding",
    "upgrade",
    "upgrade-insecure-requests",
    "user-agent",
    "via",
    "x-correlation-id",
    "x-request-id",
    "x-requested-with",
    "x-forwarded-for",
];

/// Whether a header goes with the request to another origin.
pub fn may_follow(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    PUBLIC.contains(&name.as_str())
        || ["content-", "sec-ch-", "sec-fetch-", "x-b3-"].iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &str, b: &str, expected: bool) {
        let target = |url| HttpTarget::parse(url).expect("a URL");
        assert_eq!(is_same(&target(a), &target(b)), expected, "{a} {b}");
    }

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        check("http://a/x", "http://A:80/y?z", true);
        check("http://a/", "https://a/", false);
        check("http://a/", "http://a:81/", false);
        check("http://a/", "http://a.b/", false);
        check("https://a:80/", "http://a/", false);
    }

    #[test]
    fn what_may_prove_who_asks_stays_behind() {
        for name in
            ["Authorization", "cookie", "X-Api-Key", "X-Auth-Token", "Proxy-Authorization", "X-Tenant"]
        {
            assert!(!may_follow(name), "{name}");
        }
        for name in ["Accept", "USER-AGENT", "Content-Type", "traceparent", "Sec-Fetch-Mode"] {
            assert!(may_follow(name), "{name}");
        }
    }
}
