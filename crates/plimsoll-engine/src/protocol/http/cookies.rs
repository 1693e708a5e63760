//! The cookies of one virtual user.

use super::target::HttpTarget;
use cookie_store::{CookieStore, RawCookie, StoreAction};
use plimsoll_plan::plan::CookiePolicy;
use url::Url;

/// A cookie jar; which cookies belong to a request is that of RFC 6265 (JMeter's policy "standard").
#[derive(Debug, Default)]
pub struct Cookies {
    store: CookieStore,
    /// Cookies that were added since somebody counted, and those that were there.
    count: usize,
}

/// Longest `Set-Cookie` that is taken; browsers take 4,096 bytes of name and value (RFC 6265, 6.1).
const COOKIE_BYTES_MAX: usize = 8 * 1024;
/// Most cookies that go to one host, and that are in one jar, as in browsers; the oldest make room.
const OF_HOST_MAX: usize = 180;
const COOKIES_MAX: usize = 3_000;

impl Cookies {
    /// The `Cookie` header for a request, if any cookie belongs to it.
    pub fn header(&self, target: &HttpTarget, policy: CookiePolicy) -> Option<String> {
        let url = url(target)?;
        let pairs: Vec<String> = match policy {
            CookiePolicy::Ignore => Vec::new(),
            CookiePolicy::Standard => {
                self.store.get_request_values(&url).map(|(name, value)| format!("{name}={value}")).collect()
            }
            CookiePolicy::Rfc2109 => self.with_attributes(&url),
        };
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }

    /// RFC 2109, 4.3.4, as org.apache.http.impl.cookie.RFC2109Spec writes cookies of version 0: those of longer paths
    /// first, each with the attributes that the server gave.
    fn with_attributes(&self, url: &Url) -> Vec<String> {
        let mut cookies = self.store.matches(url);
        cookies.sort_by_key(|cookie| std::cmp::Reverse(cookie.path().map_or(0, str::len)));
        let mut found = Vec::new();
        for cookie in cookies {
            found.push(format!("{}={}", cookie.name(), cookie.value()));
            found.extend(cookie.path().map(|path| format!("$Path={path}")));
            found.extend(cookie.domain().map(|domain| format!("$Domain={domain}")));
        }
        if !found.is_empty() {
            found.insert(0, "$Version=0".to_owned());
        }
        found
    }

    /// Stores what an answer set; cookies that do not belong to the answer's host are refused.
    pub fn store(&mut self, target: &HttpTarget, set_cookies: &[String]) {
        let Some(url) = url(target) else { return };
        for text in set_cookies {
            // A refused cookie is the browser's rule, not an error.
            if text.len() <= COOKIE_BYTES_MAX
                && matches!(self.store.parse(text, &url), Ok(StoreAction::Inserted))
            {
                self.count += 1;
            }
        }
        // Once for all that an answer sets: to count takes as long as there are cookies.
        if self.count > OF_HOST_MAX {
            self.make_room(&url);
        }
    }

    fn make_room(&mut self, url: &Url) {
        let all: Vec<_> =
            self.store.iter_any().map(|cookie| (key(cookie), cookie.domain.matches(url))).collect();
        let of_host = all.iter().filter(|(_, is_hosts)| *is_hosts).count();
        let mut too_many = of_host.saturating_sub(OF_HOST_MAX);
        let mut left = all.len();
        for (at, ((domain, path, name), is_hosts)) in all.iter().enumerate() {
            let is_over = left > COOKIES_MAX && at < all.len() - COOKIES_MAX;
            if *is_hosts && too_many > 0 || is_over {
                too_many -= usize::from(*is_hosts && too_many > 0);
                self.store.remove(domain, path, name);
                left -= 1;
            }
        }
        self.count = left;
    }

    /// A cookie that the plan gives.
    pub fn preset(&mut self, name: &str, value: &str, domain: &str, path: &str, secure: bool) {
        let host = domain.trim_start_matches('.');
        let path = if path.starts_with('/') { path } else { "/" };
        let scheme = if secure { "https" } else { "http" };
        let Ok(url) = Url::parse(&format!("{scheme}://{host}{path}")) else { return };
        let mut cookie = RawCookie::new(name.to_owned(), value.to_owned());
        cookie.set_path(path.to_owned());
        cookie.set_secure(secure);
        if domain.starts_with('.') {
            cookie.set_domain(host.to_owned());
        }
        let _ = self.store.insert_raw(&cookie, &url);
    }
}

fn key(cookie: &cookie_store::Cookie<'_>) -> (String, String, String) {
    let domain = String::from(&cookie.domain);
    (domain, String::from(&cookie.path), cookie.name().to_owned())
}

fn url(target: &HttpTarget) -> Option<Url> {
    Url::parse(&target.to_string()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_sets_cookies_without_an_end_fills_no_memory() {
        let target = HttpTarget::parse("http://a.example/").expect("a URL");
        let mut cookies = Cookies::default();
        for i in 0..1_000 {
            cookies.store(&target, &[format!("c{i}=v")]);
        }
        let header = cookies.header(&target, CookiePolicy::Standard).expect("cookies");
        assert_eq!(header.split("; ").count(), OF_HOST_MAX);
        assert!(header.contains("c999=v") && !header.contains("c0=v"), "{header}");
        cookies.store(&target, &[format!("long={}", "x".repeat(COOKIE_BYTES_MAX))]);
        assert!(
            !cookies.header(&target, CookiePolicy::Standard).is_some_and(|header| header.contains("long"))
        );
        for host in 0..40 {
            let target = HttpTarget::parse(&format!("http://h{host}.example/")).expect("a URL");
            (0..100).for_each(|i| cookies.store(&target, &[format!("c{i}=v")]));
        }
        assert!(cookies.store.iter_any().count() <= COOKIES_MAX);
    }
}
