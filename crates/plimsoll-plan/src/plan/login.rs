//! Names and passwords, and the proxy that requests go through.

use super::stage::{AsWritten, TextForm, TextMap};

/// What JMeter's authorization manager holds for each user.
#[derive(Clone, Debug, PartialEq)]
pub struct LoginSet<S: TextForm = AsWritten> {
    /// What a server has challenged a user with is forgotten with each iteration.
    pub clear_each_iteration: bool,
    /// Forgotten with the user that ends: only for scenarios with `new_user_each_iteration`.
    pub cleared_with_user: bool,
    /// The first whose URL fits is used.
    pub logins: Vec<Login<S>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Login<S: TextForm = AsWritten> {
    /// What the request's URL begins with; empty: any.
    pub url: S::Text,
    pub user: S::Text,
    pub password: S::Text,
    /// Only this protection space of the server; empty: any.
    pub realm: S::Text,
    pub scheme: LoginScheme,
}

/// How a user proves who it is (RFC 7617, RFC 7616).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoginScheme {
    /// Name and password go out with every request.
    Basic,
    /// An answer to the server's challenge: the first request is sent twice.
    Digest,
    /// As `Basic`, and a challenge to Digest is answered, too.
    Any,
}

/// An HTTP proxy: plain requests are sent to it, those over TLS through a tunnel (RFC 9110, 9.3.6).
#[derive(Clone, Debug, PartialEq)]
pub struct Proxy<S: TextForm = AsWritten> {
    /// Empty: no proxy.
    pub host: S::Text,
    /// Empty or 0: no proxy.
    pub port: S::Text,
    /// Empty: no `Proxy-Authorization`.
    pub user: S::Text,
    pub password: S::Text,
    /// Hosts that are asked directly: a name, or the end of names with a leading `*`.
    pub except: Vec<String>,
}

impl LoginSet {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> LoginSet<M::To> {
        let logins = self.logins.iter().map(|login| Login {
            url: map.text(&login.url),
            user: map.text(&login.user),
            password: map.text(&login.password),
            realm: map.text(&login.realm),
            scheme: login.scheme,
        });
        LoginSet {
            clear_each_iteration: self.clear_each_iteration,
            cleared_with_user: self.cleared_with_user,
            logins: logins.collect(),
        }
    }
}

impl Proxy {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> Proxy<M::To> {
        Proxy {
            host: map.text(&self.host),
            port: map.text(&self.port),
            user: map.text(&self.user),
            password: map.text(&self.password),
            except: self.except.clone(),
        }
    }
}
