//! Logins and proxies, compiled.

use super::compiled::Compiled;
use super::slots::Slot;
use super::texts::TextCompiler;
use crate::protocol::http::{HttpTarget, Via, origin};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use plimsoll_plan::plan::{Login, LoginSet, Proxy};
use plimsoll_plan::template::VariableScope;
use std::sync::Arc;

/// The logins of a request.
#[derive(Clone, Debug)]
pub struct Logins {
    /// Their place in the plan.
    pub number: u32,
    pub set: LoginSet<Compiled>,
}

impl Logins {
    /// The first login whose URL the target's begins with, written with its port or, where that is the
    /// scheme's own, without (AuthManager.getAuthForURL). `is_foreign`: an answer named the target, so it has to be of the
    /// very origin that the login names.
    pub fn find<S: VariableScope<Slot>>(
        &self,
        target: &HttpTarget,
        is_foreign: bool,
        scope: &mut S,
    ) -> Option<(usize, &Login<Compiled>)> {
        let written = target.to_string();
        let with_port = target.has_default_port().then(|| {
            let path = target.path.split('?').next().unwrap_or_default();
            let scheme = if target.secure { "https" } else { "http" };
            format!("{scheme}://{}:{}{path}", target.authority(), target.port)
        });
        self.set.logins.iter().enumerate().find(|(_, login)| {
            let url = login.url.to_text(scope);
            if is_foreign && HttpTarget::parse(&url).map_or(true, |own| !origin::is_same(&own, target)) {
                return false;
            }
            written.starts_with(&url) || with_port.as_ref().is_some_and(|other| other.starts_with(&url))
        })
    }
}

pub(super) fn compile_proxy(proxy: &Proxy, texts: &mut TextCompiler<'_>) -> Proxy<Compiled> {
    let mut proxy = proxy.map_texts(texts);
    proxy.except.iter_mut().for_each(|host| *host = host.trim().to_ascii_lowercase());
    proxy
}

/// The way to a target; `None` leads there directly.
pub fn way_by<S: VariableScope<Slot>>(
    proxy: &Proxy<Compiled>,
    target: &HttpTarget,
    scope: &mut S,
) -> Result<Option<Arc<Via>>, String> {
    let (host, port) = (proxy.host.to_text(scope), proxy.port.to_text(scope));
    let (host, port) = (host.trim(), port.trim());
    if host.is_empty() || port.is_empty() || port == "0" || is_excepted(&proxy.except, &target.host) {
        return Ok(None);
    }
    let port = port.parse().map_err(|_| format!("`{port}` is not a port of a proxy"))?;
    let user = proxy.user.to_text(scope);
    let authorization = (!user.is_empty()).then(|| basic(&user, &proxy.password.to_text(scope)));
    let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    Ok(Some(Arc::new(Via { host, port, authorization })))
}

/// Credentials of the scheme Basic (RFC 7617).
pub fn basic(user: &str, password: &str) -> String {
    format!("Basic {}", BASE64_STANDARD.encode(format!("{user}:{password}")))
}

fn is_excepted(except: &[String], host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    except.iter().any(|pattern| match pattern.strip_prefix('*') {
        Some(end) => host.ends_with(end),
        None => host == *pattern,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excepted_hosts_are_asked_directly() {
        let except = ["localhost", "*.internal", "10.0.0.1"].map(str::to_owned);
        for (host, expected) in [
            ("localhost", true),
            ("LocalHost", true),
            ("a.localhost", false),
            ("a.internal", true),
            ("internal", false),
            ("10.0.0.1", true),
            ("10.0.0.11", false),
        ] {
            assert_eq!(is_excepted(&except, host), expected, "{host}");
        }
    }

    #[test]
    fn basic_credentials_are_those_of_rfc_7617() {
        assert_eq!(basic("Aladdin", "open sesame"), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        assert_eq!(basic("test", "123£"), "Basic dGVzdDoxMjPCow==");
    }
}
