//! The cookies of one virtual user.

use super::target::HttpTarget;
use cookie_store::{CookieStore, RawCookie};
use url::Url;

/// A cookie jar with JMeter's "standard" policy (RFC 6265).
#[derive(Debug, Default)]
pub struct Cookies {
    store: CookieStore,
}

impl Cookies {
    /// The `Cookie` header for a request, if any cookie belongs to it.
    pub fn header(&self, target: &HttpTarget) -> Option<String> {
        let url = url(target)?;
        let pairs: Vec<String> =
            self.store.get_request_values(&url).map(|(name, value)| format!("{name}={value}")).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }

    /// Stores what an answer set; cookies that do not belong to the answer's host are refused.
    pub fn store(&mut self, target: &HttpTarget, set_cookies: &[String]) {
        let Some(url) = url(target) else { return };
        for text in set_cookies {
            // A refused cookie is the browser's rule, not an error.
            let _ = self.store.parse(text, &url);
        }
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

fn url(target: &HttpTarget) -> Option<Url> {
    Url::parse(&target.to_string()).ok()
}
