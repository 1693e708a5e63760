//! Logins and proxies, compiled.

use super::slots::{Slot, Slots, Text};
use crate::protocol::http::{HttpTarget, Via};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use plimsoll_plan::plan::{self, LoginScheme};
use plimsoll_plan::template::Scope;
use std::sync::Arc;

/// The logins of a request.
#[derive(Clone, Debug)]
pub struct LoginSet {
    /// Its place in the plan.
    pub number: u32,
    pub clear_each_iteration: bool,
    pub cleared_with_user: bool,
    pub logins: Vec<Login>,
}

#[derive(Clone, Debug)]
pub struct Login {
    pub url: Text,
    pub user: Text,
    pub password: Text,
    pub realm: Text,
    pub scheme: LoginScheme,
}

impl LoginSet {
    pub(super) fn of(set: &plan::LoginSet, number: usize, slots: &mut Slots) -> LoginSet {
        let logins = set.logins.iter().map(|login| Login {
            url: slots.text(&login.url),
            user: slots.text(&login.user),
            password: slots.text(&login.password),
            realm: slots.text(&login.realm),
            scheme: login.scheme,
        });
        LoginSet {
            number: number as u32,
            clear_each_iteration: set.clear_each_iteration,
            cleared_with_user: set.cleared_with_user,
            logins: logins.collect(),
        }
    }

    /// The first login whose URL the target's begins with, written with its port or, where that is the
    /// scheme's own, without (AuthManager.getAuthForURL).
    pub fn find<S: Scope<Slot>>(&self, target: &HttpTarget, scope: &mut S) -> Option<(usize, &Login)> {
        let written = target.to_string();
        let with_port = target.has_default_port().then(|| {
            let path = target.path.split('?').next().unwrap_or_default();
            let scheme = if target.secure { "https" } else { "http" };
            format!("{scheme}://{}:{}{path}", target.authority(), target.port)
        });
        self.logins.iter().enumerate().find(|(_, login)| {
            let url = login.url.to_text(scope);
            written.starts_with(&url) || with_port.as_ref().is_some_and(|other| other.starts_with(&url))
        })
    }
}

#[derive(Clone, Debug)]
pub struct Proxy {
    pub host: Text,
    pub port: Text,
    pub user: Text,
    pub password: Text,
    except: Vec<String>,
}

impl Proxy {
    pub(super) fn of(proxy: &plan::Proxy, slots: &mut Slots) -> Proxy {
        Proxy {
            host: slots.text(&proxy.host),
            port: slots.text(&proxy.port),
            user: slots.text(&proxy.user),
            password: slots.text(&proxy.password),
            except: proxy.except.iter().map(|host| host.trim().to_ascii_lowercase()).collect(),
        }
    }

    /// Nothing in it changes from use to use.
    pub fn is_literal(&self) -> bool {
        [&self.host, &self.port, &self.user, &self.password].iter().all(|text| text.as_literal().is_some())
    }

    /// The way to a target; `None` leads there directly.
    pub fn way<S: Scope<Slot>>(
        &self,
        target: &HttpTarget,
        scope: &mut S,
    ) -> Result<Option<Arc<Via>>, String> {
        let (host, port) = (self.host.to_text(scope), self.port.to_text(scope));
        let (host, port) = (host.trim(), port.trim());
        if host.is_empty() || port.is_empty() || port == "0" || is_excepted(&self.except, &target.host) {
            return Ok(None);
        }
        let port = port.parse().map_err(|_| format!("`{port}` is not a port of a proxy"))?;
        let user = self.user.to_text(scope);
        let authorization = (!user.is_empty()).then(|| basic(&user, &self.password.to_text(scope)));
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        Ok(Some(Arc::new(Via { host, port, authorization })))
    }
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
